// SPDX-License-Identifier: Apache-2.0
//! A channel and what it moves, a descriptor for each transfer.

use forebay_bus::host::Shared;
use forebay_bus::{Bar, Card, CardExt, HostMemory};
use forebay_regs::desc;
use forebay_regs::xdma::{self, chan, sgdma};

/// Bytes of a descriptor.
const DESCRIPTOR: usize = 32;

/// Which way data moves; the number of the channel.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    ToCard(u32),
    ToHost(u32),
}

/// Host memory of a channel: data, then descriptors, then the results of what came from a stream.
pub(crate) struct Channel {
    memory: Shared,
    way: Way,
    bytes: usize,
    transfers: usize,
}

impl Channel {
    /// The one for so many transfers of that many bytes each. All use the same memory.
    pub(crate) fn new(host: &HostMemory, way: Way, bytes: usize, transfers: usize) -> Self {
        let whole = bytes.next_multiple_of(DESCRIPTOR) + (transfers + 1) * DESCRIPTOR;
        Self { memory: host.share(whole).unwrap(), way, bytes, transfers }
    }

    /// Gives the bytes to be sent.
    pub(crate) fn fill(&self, data: &[u8]) {
        self.memory.write(0, data).unwrap();
    }

    /// Starts it. `place` is where on the card bytes to it go.
    pub(crate) fn start(&self, card: &mut dyn Card, place: u64) {
        let descriptors = self.bytes.next_multiple_of(DESCRIPTOR);
        let addr = |offset: usize| self.memory.addr() + offset as u64;
        let results = addr(descriptors + self.transfers * DESCRIPTOR);
        let (base, page, source, destination) = match self.way {
            Way::ToCard(n) => (xdma::H2C.at(n), xdma::H2C_SGDMA.at(n), addr(0), place),
            Way::ToHost(n) => (xdma::C2H.at(n), xdma::C2H_SGDMA.at(n), results, addr(0)),
        };
        for transfer in 0..self.transfers {
            let last = transfer + 1 == self.transfers;
            let stop = if last { desc::control::STOP.mask() } else { 0 };
            let next = if last { 0 } else { addr(descriptors + (transfer + 1) * DESCRIPTOR) };
            let mut bytes = Vec::new();
            bytes.extend((desc::control::RESET | stop).to_le_bytes());
            bytes.extend(u32::try_from(self.bytes).unwrap().to_le_bytes());
            for address in [source, destination, next] {
                bytes.extend(address.to_le_bytes());
            }
            self.memory.write(descriptors + transfer * DESCRIPTOR, &bytes).unwrap();
        }
        let first = addr(descriptors);
        let mut write = |offset, value| card.write32(Bar::Dma, offset, value).unwrap();
        write(page + sgdma::FIRST_DESC_LO, u32::try_from(first & 0xFFFF_FFFF).unwrap());
        write(page + sgdma::FIRST_DESC_HI, u32::try_from(first >> 32).unwrap());
        write(base + chan::CONTROL, chan::control::RUN.mask());
    }
}
