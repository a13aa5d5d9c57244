// SPDX-License-Identifier: Apache-2.0
//! The descriptor ring of one channel: descriptors, stream results and the write-back word in shared memory.

use forebay_bus::{CardError, HostMemory, host::Shared};
use forebay_regs::{c2h_result, desc, poll_wb};

use super::segment::Segment;

/// Descriptors one run of the engine may have.
pub(crate) const RING_DESCRIPTORS: usize = 1024;
const DESCRIPTOR_BYTES: usize = 32;
const RESULT_BYTES: usize = 8;
const RESULTS_OFFSET: usize = RING_DESCRIPTORS * DESCRIPTOR_BYTES;
const WRITE_BACK_OFFSET: usize = RESULTS_OFFSET + RING_DESCRIPTORS * RESULT_BYTES;
const RING_BYTES: usize = WRITE_BACK_OFFSET + 64;
/// Largest value of the adjacent field (6 bits).
const MAX_ADJACENT: usize = 63;

/// How the two addresses of a descriptor are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Source is the host, destination the card.
    HostToCard,
    /// Source is the card, destination the host.
    CardToHost,
    /// Destination is the host; the source field says where the engine writes the result.
    StreamToHost,
}

/// What the engine wrote about one descriptor of a stream to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StreamResult {
    pub bytes: u64,
    pub eop: bool,
}

/// Shared memory of one channel.
pub(crate) struct Ring(Shared);

impl Ring {
    pub(crate) fn new(host: &HostMemory) -> Result<Self, CardError> {
        host.share(RING_BYTES).map(Self)
    }

    /// Bus address of the first descriptor.
    pub(crate) fn first(&self) -> u64 {
        self.0.addr()
    }

    /// Bus address of the write-back word.
    pub(crate) fn write_back(&self) -> u64 {
        self.0.addr() + WRITE_BACK_OFFSET as u64
    }

    /// Number of descriptors that directly follow descriptor `index` of `count`, as far as the field can say it: so the fetcher
    /// knows of the next 64 from each that it has, and need not wait for the last one of a block.
    pub(crate) fn adjacent(index: usize, count: usize) -> u32 {
        u32::try_from((count - 1 - index).min(MAX_ADJACENT)).unwrap_or(0)
    }

    /// Writes a run of at most [`RING_DESCRIPTORS`] descriptors and clears its results and write-back word.
    pub(crate) fn program(&self, segments: &[Segment], layout: Layout) {
        self.put(WRITE_BACK_OFFSET, &[0; 4]);
        self.put(RESULTS_OFFSET, &vec![0; segments.len() * RESULT_BYTES]);
        let mut bytes = Vec::with_capacity(segments.len() * DESCRIPTOR_BYTES);
        for (index, segment) in segments.iter().enumerate() {
            bytes.extend(self.descriptor(index, segments.len(), *segment, layout));
        }
        self.put(0, &bytes);
    }

    fn descriptor(
        &self,
        index: usize,
        count: usize,
        segment: Segment,
        layout: Layout,
    ) -> [u8; DESCRIPTOR_BYTES] {
        let last = index + 1 == count;
        let mut control = desc::control::RESET;
        if last {
            control |= desc::control::STOP.mask() | desc::control::COMPLETED.mask();
        } else {
            control |= desc::control::NEXT_ADJACENT.put(Self::adjacent(index + 1, count));
        }
        match layout {
            Layout::HostToCard if segment.eop => control |= desc::control::EOP.mask(),
            // The room that a packet leaves is not for the next one.
            Layout::StreamToHost if !segment.eop => control |= desc::control::STOP_AT_EOP.mask(),
            _ => {}
        }
        let result = self.0.addr() + (RESULTS_OFFSET + index * RESULT_BYTES) as u64;
        let (src, dst) = match layout {
            Layout::HostToCard => (segment.host, segment.card),
            Layout::CardToHost => (segment.card, segment.host),
            Layout::StreamToHost => (result, segment.host),
        };
        let next = if last { 0 } else { self.first() + ((index + 1) * DESCRIPTOR_BYTES) as u64 };
        let length = u32::try_from(segment.len).unwrap_or(u32::MAX);
        let mut bytes = [0; DESCRIPTOR_BYTES];
        bytes[0..4].copy_from_slice(&control.to_le_bytes());
        bytes[4..8].copy_from_slice(&length.to_le_bytes());
        for (slot, addr) in bytes[8..].chunks_exact_mut(8).zip([src, dst, next]) {
            slot.copy_from_slice(&addr.to_le_bytes());
        }
        bytes
    }

    /// Completed count and error flag of the write-back word.
    pub(crate) fn progress(&self) -> (u32, bool) {
        let word = self.word(WRITE_BACK_OFFSET);
        (poll_wb::word::COUNT.get(word), poll_wb::word::ERROR.is_set(word))
    }

    /// What the engine wrote about descriptor `index`, if it did.
    pub(crate) fn result(&self, index: usize) -> Option<StreamResult> {
        let status = self.word(RESULTS_OFFSET + index * RESULT_BYTES);
        let bytes = self.word(RESULTS_OFFSET + index * RESULT_BYTES + 4);
        (status & c2h_result::status::MAGIC.mask() == c2h_result::status::RESET).then(|| {
            StreamResult { bytes: u64::from(bytes), eop: c2h_result::status::EOP.is_set(status) }
        })
    }

    fn word(&self, offset: usize) -> u32 {
        let mut word = [0; 4];
        // In range by construction: offsets are computed from the constants above.
        let read = self.0.read(offset, &mut word);
        debug_assert!(read.is_ok(), "ring offset {offset} outside the ring");
        u32::from_le_bytes(word)
    }

    fn put(&self, offset: usize, bytes: &[u8]) {
        let written = self.0.write(offset, bytes);
        debug_assert!(written.is_ok(), "ring offset {offset} outside the ring");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_descriptor_says_how_many_follow_the_next_one() {
        assert_eq!(Ring::adjacent(0, 1), 0);
        assert_eq!(Ring::adjacent(0, 10), 9);
        assert_eq!(Ring::adjacent(0, 200), 63);
        assert_eq!(Ring::adjacent(63, 200), 63);
        assert_eq!(Ring::adjacent(150, 200), 49);
        assert_eq!(Ring::adjacent(199, 200), 0);
    }

    #[test]
    fn only_the_last_descriptor_stops_and_links_follow() {
        let host = HostMemory::new();
        let ring = Ring::new(&host).unwrap();
        let piece = Segment { host: 0x1234, card: 0x5678, len: 9, eop: false };
        ring.program(&[piece, piece], Layout::HostToCard);
        let mut bytes = [0; 64];
        host.dma_read(ring.first(), &mut bytes).unwrap();
        // Magic in the upper half, nothing set in the first; STOP and COMPLETED in the last.
        assert_eq!(bytes[0..4], [0, 0, 0x4B, 0xAD]);
        assert_eq!(bytes[32..36], [3, 0, 0x4B, 0xAD]);
        assert_eq!(bytes[24..32], (ring.first() + 32).to_le_bytes());
        assert_eq!(bytes[8..10], [0x34, 0x12]);
        assert_eq!(bytes[16..18], [0x78, 0x56]);
    }
}
