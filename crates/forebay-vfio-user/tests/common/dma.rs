// SPDX-License-Identifier: Apache-2.0
//! Transfers by hand, as a driver would program them.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::Instant;

use forebay_regs::xdma::{self, chan, irq, sgdma};

use super::{Client, PATIENCE, RAM, REGION_READ, access, events};

/// Channel 0 of each direction: its registers, its descriptor registers, its bit among the channel interrupts.
pub(crate) const H2C: (u32, u32, u32) = (xdma::H2C.at(0), xdma::H2C_SGDMA.at(0), 0);
pub(crate) const C2H: (u32, u32, u32) = (xdma::C2H.at(0), xdma::C2H_SGDMA.at(0), 4);

/// Bytes of card memory that the tests use.
pub(crate) const CHANNEL_BYTES: u32 = 1 << 18;

/// Where data are in guest memory, and where they come back to.
pub(crate) const DATA: u64 = RAM + 0x10_0003;
pub(crate) const BACK: u64 = RAM + 0x20_0001;

/// A status: the run is under way, it ended well, the reasons why it did not.
pub(crate) const BUSY: u32 = 1;
pub(crate) const DONE: u32 = 0x6;
pub(crate) const READ_ERRORS: u32 = 0x3e00;
pub(crate) const WRITE_ERRORS: u32 = 0x7_c000;
pub(crate) const DESCRIPTOR_ERRORS: u32 = 0xf8_0000;

/// A vector nobody listens to: its message stays pending in the card.
pub(crate) const OTHER_VECTOR: u32 = 5;

/// Log every cause, and let every cause interrupt.
const CAUSES: u32 = 0x00ff_fffe;

/// Data that repeat at no short distance.
pub(crate) fn pattern(bytes: u32) -> Vec<u8> {
    (0..bytes).map(|n| u8::try_from(n.wrapping_mul(2_654_435_761) >> 24).unwrap()).collect()
}

/// From guest memory to the card.
pub(crate) fn there(bytes: u32) -> Run {
    Run { channel: H2C, host: DATA, card: 0x40, bytes }
}

/// From the card to guest memory.
pub(crate) fn back(bytes: u32) -> Run {
    Run { channel: C2H, host: BACK, card: 0x40, bytes }
}

/// Data to the card and back; the messages come, the data is the same.
pub(crate) fn round_trip(client: &mut Client, ram: &File, bytes: u32) {
    let data = pattern(bytes);
    let (h2c, c2h) = (client.listen(0), client.listen(1));
    ram.write_all_at(&data, DATA - RAM).unwrap();
    let run = there(bytes);
    run.start(client, ram);
    assert_eq!(events(&h2c), 1);
    assert_eq!(run.status(client), DONE);
    let run = back(bytes);
    run.start_with_vector(client, ram, 1);
    assert_eq!(events(&c2h), 1);
    assert_eq!(run.status(client), DONE);
    let mut seen = vec![0; bytes as usize];
    ram.read_exact_at(&mut seen, BACK - RAM).unwrap();
    assert_eq!(seen, data);
}

/// One run of one channel with one descriptor.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub(crate) channel: (u32, u32, u32),
    /// Guest address of the data.
    pub(crate) host: u64,
    pub(crate) card: u64,
    pub(crate) bytes: u32,
}

impl Run {
    /// Starts with vector 0.
    pub(crate) fn start(&self, client: &mut Client, ram: &File) {
        self.start_with_vector(client, ram, 0);
    }

    /// Writes the descriptor to the start of RAM and starts the engine, all without an answer.
    pub(crate) fn start_with_vector(&self, client: &mut Client, ram: &File, vector: u32) {
        ram.write_all_at(&self.descriptor(), 0).unwrap();
        self.program(client, RAM, vector);
    }

    /// Starts a run that does not end by itself, with vector 5, which nobody listens to; comes back when it has moved all its
    /// data at least once.
    pub(crate) fn start_endless(&self, client: &mut Client, ram: &File) {
        // Neither stops nor completes, and is its own successor.
        let descriptor =
            [&0xad4b_0000_u32.to_le_bytes(), &self.descriptor()[4..24], &RAM.to_le_bytes()];
        ram.write_all_at(&descriptor.concat(), 0).unwrap();
        self.program(client, RAM, OTHER_VECTOR);
        let patience = Instant::now() + PATIENCE;
        while client.read_dma(self.channel.0 + chan::COMPLETED_COUNT) == 0 {
            assert!(Instant::now() < patience, "nothing is moved");
        }
    }

    /// Does that to a run that [`Run::start_endless`] began, between two looks of which the card sees none: the first finds
    /// it under way. Gives the answer.
    pub(crate) fn interrupted_by(
        &self,
        client: &mut Client,
        (command, payload): (u16, &[u8]),
    ) -> Result<Vec<u8>, u32> {
        let look = access(client.dma_bar, u64::from(self.channel.0 + chan::STATUS), 4);
        let [status, answer] = client.ask_at_once([(REGION_READ, &look), (command, payload)]);
        assert_eq!(u32::from(status.unwrap()[16]) & BUSY, BUSY, "the run is over already");
        answer
    }

    /// The descriptor, the only one of its run.
    pub(crate) fn descriptor(&self) -> Vec<u8> {
        let (src, dst) =
            if self.channel == H2C { (self.host, self.card) } else { (self.card, self.host) };
        let mut descriptor = 0xad4b_0013_u32.to_le_bytes().to_vec();
        descriptor.extend_from_slice(&self.bytes.to_le_bytes());
        for address in [src, dst, 0] {
            descriptor.extend_from_slice(&address.to_le_bytes());
        }
        descriptor
    }

    /// Starts the engine at a descriptor, without an answer.
    pub(crate) fn program(&self, client: &mut Client, descriptor: u64, vector: u32) {
        self.program_block(client, descriptor, vector, 0);
    }

    /// The same, with so many descriptors that follow the first one in memory.
    pub(crate) fn program_block(
        &self,
        client: &mut Client,
        descriptor: u64,
        vector: u32,
        adjacent: u32,
    ) {
        let (channel, registers, bit) = self.channel;
        let half = |shift: u32| u32::try_from(descriptor >> shift & 0xffff_ffff).unwrap();
        let vectors = xdma::IRQ.base() + irq::CHANNEL_VECTOR.at(bit / 4);
        client.post_dma(vectors, vector << (8 * (bit % 4)));
        client.post_dma(xdma::IRQ.base() + irq::CHANNEL_ENABLE, 0xff);
        client.post_dma(registers + sgdma::FIRST_DESC_LO, half(0));
        client.post_dma(registers + sgdma::FIRST_DESC_HI, half(32));
        client.post_dma(registers + sgdma::FIRST_DESC_ADJACENT, adjacent);
        client.post_dma(channel + chan::INTERRUPT_ENABLE, CAUSES);
        client.post_dma(channel + chan::CONTROL, CAUSES);
        client.post_dma(channel + chan::CONTROL, CAUSES | 1);
    }

    /// The channel's status, once it is not busy.
    pub(crate) fn status(&self, client: &mut Client) -> u32 {
        let patience = Instant::now() + PATIENCE;
        loop {
            let status = client.read_dma(self.channel.0 + chan::STATUS);
            if status & BUSY == 0 {
                return status;
            }
            assert!(Instant::now() < patience, "status {status:#x} stays");
        }
    }
}
