// SPDX-License-Identifier: Apache-2.0
//! What leaves the processor.

/// Bytes of a line: what a buffer holds and the largest write that leaves it.
pub const LINE_BYTES: usize = 64;
/// Bytes of a piece of a line that leaves in pieces. A store inside one is one write.
pub const PIECE_BYTES: usize = 8;

/// One write on the bus: a line, of which only the bytes that are enabled count.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct BusWrite {
    /// Address of the line, a multiple of [`LINE_BYTES`].
    pub line: u64,
    /// Bit n enables byte n.
    pub enables: u64,
    /// The bytes; those that are not enabled are 0.
    pub data: [u8; LINE_BYTES],
}

impl BusWrite {
    /// Nothing of a line yet.
    #[must_use]
    pub const fn empty(line: u64) -> Self {
        Self { line, enables: 0, data: [0; LINE_BYTES] }
    }

    /// Puts bytes there. What does not fit the line is left out.
    pub(crate) fn put(&mut self, offset: usize, bytes: &[u8]) {
        let room = &mut self.data[offset.min(LINE_BYTES)..];
        let count = bytes.len().min(room.len());
        room[..count].copy_from_slice(&bytes[..count]);
        self.enables |= enables(offset, count);
    }

    /// All of the line.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.enables == u64::MAX
    }

    /// The part that lies in this range of the line.
    pub(crate) fn part(&self, offset: usize, count: usize) -> Self {
        let kept = self.enables & enables(offset, count);
        let mut part = Self { line: self.line, enables: kept, data: [0; LINE_BYTES] };
        for (at, byte) in part.data.iter_mut().enumerate().filter(|(at, _)| kept >> at & 1 == 1) {
            *byte = self.data[at];
        }
        part
    }

    /// Address and value of each byte that counts, in address order.
    pub fn bytes(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        let enabled = |at: &u64| self.enables >> at & 1 == 1;
        (0..)
            .zip(self.data)
            .filter(move |(at, _)| enabled(at))
            .map(|(at, byte)| (self.line + at, byte))
    }
}

/// Where an address lies in a block of that size.
pub(crate) fn offset_in(address: u64, block: usize) -> usize {
    // Less than the block, so it fits.
    usize::try_from(address % block as u64).unwrap_or(0)
}

/// Enables of a range within a line.
pub(crate) const fn enables(offset: usize, count: usize) -> u64 {
    match count {
        0 => 0,
        LINE_BYTES.. => u64::MAX,
        _ => ((1 << count) - 1) << offset,
    }
}

/// What is behind the processor.
pub trait Bus {
    /// A write arrives.
    fn write(&mut self, write: &BusWrite);
    /// A read arrives.
    fn read(&mut self, address: u64, into: &mut [u8]);
}

impl<B: Bus> Bus for &mut B {
    fn write(&mut self, write: &BusWrite) {
        (**self).write(write);
    }

    fn read(&mut self, address: u64, into: &mut [u8]) {
        (**self).read(address, into);
    }
}

/// Counts writes and forgets them; reads as 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter {
    /// Writes that arrived.
    pub writes: u64,
}

impl Bus for Counter {
    fn write(&mut self, _: &BusWrite) {
        self.writes += 1;
    }

    fn read(&mut self, _: u64, into: &mut [u8]) {
        into.fill(0);
    }
}
