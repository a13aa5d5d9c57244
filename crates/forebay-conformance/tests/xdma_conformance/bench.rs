// SPDX-License-Identifier: Apache-2.0
//! The host around a card: registers, memory, messages.

use forebay_bus::host::Shared;
use forebay_bus::{Bar, Card, CardExt, LinkParams, Stop};
use forebay_faults::FaultCard;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

// Channel registers, from the channel's base: 0x0000 + 0x100 * n (H2C), 0x1000 + 0x100 * n (C2H).
pub(crate) const ID: u32 = 0x00;
pub(crate) const CONTROL: u32 = 0x04;
pub(crate) const CONTROL_W1S: u32 = 0x08;
pub(crate) const CONTROL_W1C: u32 = 0x0C;
pub(crate) const STATUS: u32 = 0x40;
pub(crate) const STATUS_RC: u32 = 0x44;
pub(crate) const COMPLETED_COUNT: u32 = 0x48;
pub(crate) const ALIGNMENTS: u32 = 0x4C;
pub(crate) const PARTIAL_BYTES: u32 = 0x50;
pub(crate) const POLL_LO: u32 = 0x88;
pub(crate) const POLL_HI: u32 = 0x8C;
pub(crate) const IEM: u32 = 0x90;
pub(crate) const IEM_W1S: u32 = 0x94;
pub(crate) const IEM_W1C: u32 = 0x98;
// Scatter-gather registers, from the channel's base.
pub(crate) const SG_ID: u32 = 0x4000;
pub(crate) const SG_LO: u32 = 0x4080;
pub(crate) const SG_HI: u32 = 0x4084;
pub(crate) const SG_ADJACENT: u32 = 0x4088;
pub(crate) const SG_CREDITS: u32 = 0x408C;
// Bits of control and status.
pub(crate) const RUN: u32 = 1;
pub(crate) const BUSY: u32 = 1;
pub(crate) const STOPPED: u32 = 1 << 1;
pub(crate) const COMPLETED: u32 = 1 << 2;
pub(crate) const MAGIC_STOPPED: u32 = 1 << 4;
pub(crate) const INVALID_LENGTH: u32 = 1 << 5;
pub(crate) const IDLE_STOPPED: u32 = 1 << 6;
pub(crate) const READ_ERROR: u32 = 9;
pub(crate) const WRITE_ERROR: u32 = 14;
pub(crate) const DESC_ERROR: u32 = 19;
/// Everything that may be logged.
pub(crate) const LOG_ALL: u32 = 0x00FF_FE7E;
// Bits of a descriptor.
pub(crate) const D_STOP: u32 = 1;
pub(crate) const D_COMPLETED: u32 = 2;
pub(crate) const D_EOP: u32 = 16;
pub(crate) const D_STOP_AT_EOP: u32 = 32;
pub(crate) const D_LAST: u32 = D_STOP | D_COMPLETED | D_EOP;

/// Bases of channels.
pub(crate) const fn h2c(channel: u32) -> u32 {
    0x100 * channel
}
pub(crate) const fn c2h(channel: u32) -> u32 {
    0x1000 + 0x100 * channel
}

/// Bytes of host memory the card sees.
const ARENA_BYTES: usize = 1 << 20;
/// Cycles within which a message comes that is to come, also where every read is a thousand cycles late.
const PATIENCE: u64 = 500_000;
/// Cycles after which whatever still runs here is waiting for something, and those without an access of host memory after
/// which it is as well: longer than any read here is late, and than the card waits for one of its own parts.
const SETTLED: u64 = 30_000;
const STILL: u64 = 4000;

/// A descriptor to be written: control bits without magic and adjacent count, length, source, destination.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    pub(crate) flags: u32,
    pub(crate) len: u32,
    pub(crate) src: u64,
    pub(crate) dst: u64,
}

/// A card with the host around it.
pub(crate) struct Host {
    pub(crate) card: Box<dyn Card>,
    arena: Shared,
    random: ChaCha8Rng,
    /// Messages that have arrived, by vector.
    pub(crate) got: [u32; 32],
}

impl Host {
    /// The native card of that build.
    pub(crate) fn fast(variant: &str) -> Self {
        Self::open("fast", variant, LinkParams::default())
    }

    /// The RTL card of that build.
    pub(crate) fn rtl(variant: &str) -> Self {
        Self::rtl_behind(variant, LinkParams::default())
    }

    /// The same where reads of host memory come back out of order.
    pub(crate) fn rtl_shuffled(variant: &str) -> Self {
        Self::rtl_behind(variant, LinkParams { shuffle_seed: 1, ..LinkParams::default() })
    }

    /// The RTL behind such a link.
    pub(crate) fn rtl_behind(variant: &str, link: LinkParams) -> Self {
        Self::open("rtl", variant, link)
    }

    /// Puts the fault page in front of the card.
    fn open(body: &str, variant: &str, link: LinkParams) -> Self {
        let card = forebay_sim::open(&format!("{body}:{variant}"), link, None).unwrap();
        let card = Box::new(FaultCard::new(card));
        let arena = card.host().share(ARENA_BYTES).unwrap();
        let random = ChaCha8Rng::seed_from_u64(1);
        Self { card, arena, random, got: [0; 32] }
    }

    // ---- registers ----

    pub(crate) fn read(&mut self, offset: u32) -> u32 {
        self.card.read32(Bar::Dma, offset).unwrap()
    }

    pub(crate) fn write(&mut self, offset: u32, value: u32) {
        self.card.write32(Bar::Dma, offset, value).unwrap();
    }

    pub(crate) fn read_user(&mut self, offset: u32) -> u32 {
        self.card.read32(Bar::User, offset).unwrap()
    }

    pub(crate) fn write_user(&mut self, offset: u32, value: u32) {
        self.card.write32(Bar::User, offset, value).unwrap();
    }

    pub(crate) fn write_pair(&mut self, low: u32, high: u32, value: u64) {
        self.write(low, u32::try_from(value & 0xFFFF_FFFF).unwrap());
        self.write(high, u32::try_from(value >> 32).unwrap());
    }

    // ---- host and card memory ----

    /// Bus address of a place in the arena.
    pub(crate) fn bus(&self, at: usize) -> u64 {
        self.arena.addr() + at as u64
    }

    pub(crate) fn put(&self, at: usize, bytes: &[u8]) {
        self.arena.write(at, bytes).unwrap();
    }

    pub(crate) fn get(&self, at: usize, bytes: usize) -> Vec<u8> {
        let mut out = vec![0; bytes];
        self.arena.read(at, &mut out).unwrap();
        out
    }

    pub(crate) fn word(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.get(at, 4).try_into().unwrap())
    }

    /// Random bytes at a place in the arena.
    pub(crate) fn fill(&mut self, at: usize, bytes: usize) -> Vec<u8> {
        let mut data = vec![0; bytes];
        self.random.fill(&mut data[..]);
        self.put(at, &data);
        data
    }

    /// Random bytes in card memory, through the aperture.
    pub(crate) fn fill_card(&mut self, at: u64, bytes: usize) -> Vec<u8> {
        let mut data = vec![0; bytes];
        self.random.fill(&mut data[..]);
        for (line, place) in data.chunks(64).zip((at..).step_by(64)) {
            self.card.mmio_write(Bar::Aperture, place, line).unwrap();
        }
        data
    }

    pub(crate) fn get_card(&mut self, at: u64, bytes: usize) -> Vec<u8> {
        let mut data = vec![0; bytes];
        self.card.read_aperture(at, &mut data).unwrap();
        data
    }

    /// Writes one descriptor.
    pub(crate) fn descriptor(&self, at: usize, control: u32, piece: Piece, next: u64) {
        let mut bytes = Vec::new();
        bytes.extend(control.to_le_bytes());
        bytes.extend(piece.len.to_le_bytes());
        for address in [piece.src, piece.dst, next] {
            bytes.extend(address.to_le_bytes());
        }
        self.put(at, &bytes);
    }

    /// Writes a chain in one adjacent run of memory, as the stock driver lays it out; the adjacent count of its start.
    pub(crate) fn chain(&self, at: usize, pieces: &[Piece]) -> u32 {
        let last = pieces.len() - 1;
        for (n, piece) in pieces.iter().enumerate() {
            let next = if n == last { 0 } else { self.bus(at + 32 * (n + 1)) };
            let follow = last.saturating_sub(n + 1).min(63);
            let adjacent = u32::try_from(follow).unwrap();
            self.descriptor(at + 32 * n, 0xAD4B_0000 | adjacent << 8 | piece.flags, *piece, next);
        }
        u32::try_from(last.min(63)).unwrap()
    }

    /// Writes the address of a chain to a channel.
    pub(crate) fn point(&mut self, channel: u32, at: usize, adjacent: u32) {
        self.write_pair(channel + SG_LO, channel + SG_HI, self.bus(at));
        self.write(channel + SG_ADJACENT, adjacent);
    }

    /// Points a channel at a chain and starts it with those control bits.
    pub(crate) fn start(&mut self, channel: u32, at: usize, pieces: &[Piece], control: u32) {
        let adjacent = self.chain(at, pieces);
        self.point(channel, at, adjacent);
        self.write(channel + CONTROL, control);
    }

    /// The same from standstill to standstill; status and completed count.
    pub(crate) fn run(&mut self, channel: u32, pieces: &[Piece], control: u32) -> (u32, u32) {
        self.write(channel + CONTROL_W1C, RUN);
        self.start(channel, 0, pieces, control | RUN);
        self.settle();
        (self.read(channel + STATUS), self.read(channel + COMPLETED_COUNT))
    }

    // ---- time and messages ----

    /// Lets at most that many cycles pass, less if the card comes to rest.
    pub(crate) fn advance(&mut self, cycles: u64) {
        let end = self.card.now() + cycles;
        while self.card.now() < end {
            let stop = self.card.advance(end - self.card.now()).unwrap();
            self.take_messages();
            if stop == Stop::Idle {
                return;
            }
        }
    }

    /// Lets the card come to rest, or work for as long as anything here takes.
    pub(crate) fn settle(&mut self) {
        let end = self.card.now() + SETTLED;
        loop {
            let before = self.card.host().counts();
            self.advance(STILL);
            if self.card.host().counts() == before || self.card.now() >= end {
                return;
            }
        }
    }

    fn take_messages(&mut self) -> u32 {
        let sent = self.card.take_messages();
        for (vector, count) in self.got.iter_mut().enumerate() {
            *count += sent >> vector & 1;
        }
        sent
    }

    /// Waits for a message on that vector that has not been waited for, and counts it off.
    pub(crate) fn wait_message(&mut self, vector: usize) {
        let end = self.card.now() + PATIENCE;
        self.take_messages();
        while self.got[vector] == 0 {
            let left = end.saturating_sub(self.card.now());
            assert!(left > 0, "no message on vector {vector} within {PATIENCE} cycles");
            let stop = self.card.advance(left).unwrap();
            let sent = self.take_messages();
            assert!(stop != Stop::Idle || sent != 0, "no message on vector {vector}, card idle");
        }
        self.got[vector] -= 1;
    }

    /// Nothing has arrived that was not waited for.
    pub(crate) fn assert_no_messages(&mut self) {
        self.take_messages();
        assert_eq!(self.got, [0; 32], "messages that nobody waits for");
    }

    /// Number of the last vector that a line can be given: as many bits as those of the card's layout take.
    pub(crate) fn last_vector(&self) -> u32 {
        self.card.layout().vectors.next_power_of_two() - 1
    }

    /// Opens every vector in the MSI-X table, as the system does.
    pub(crate) fn unmask_vectors(&mut self) {
        for vector in 0..32 {
            self.write(0x8000 + 16 * vector + 12, 0);
        }
    }
}
