// SPDX-License-Identifier: Apache-2.0
//! A list of descriptors in shared memory, which the card reads by itself: whole from the start, longer while the card works on it, or
//! linked to the next one.
//!
//! A list that is to go on after the card has been started ends with a stop until what comes behind it is in memory; then its stop
//! is taken away. Who fetches ahead has seen the stop before, or sees the link. Which of the two it was shows in where the run ends.

use forebay_bus::{CardError, HostMemory, host::Shared};
use forebay_regs::{c2h_result, desc};

use super::segment::Segment;

pub(super) const DESCRIPTOR_BYTES: usize = 32;
const RESULT_BYTES: usize = 8;
/// Where a descriptor has the address of the next one.
const NEXT_OFFSET: usize = 24;
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

/// Descriptors of consecutive segments.
pub(crate) struct List {
    memory: Shared,
    segments: Vec<Segment>,
    layout: Layout,
    /// Descriptors that are in memory, the last of which stops the engine.
    written: usize,
}

impl List {
    /// The first `lead` descriptors of a list, or all of them.
    pub(crate) fn new(
        host: &HostMemory,
        segments: Vec<Segment>,
        layout: Layout,
        lead: usize,
    ) -> Result<Self, CardError> {
        let results = if layout == Layout::StreamToHost { RESULT_BYTES } else { 0 };
        let memory = host.share(segments.len() * (DESCRIPTOR_BYTES + results))?;
        let mut list = Self { memory, segments, layout, written: 0 };
        list.write(lead);
        Ok(list)
    }

    /// Bus address of the first descriptor.
    pub(crate) fn first(&self) -> u64 {
        self.memory.addr()
    }

    /// The descriptor of a list that has one.
    pub(super) fn only(&self) -> [u8; DESCRIPTOR_BYTES] {
        debug_assert_eq!(self.len(), 1, "a list of one");
        self.descriptor(0, 1)
    }

    /// What its descriptors describe.
    pub(crate) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Number of descriptors.
    pub(crate) const fn len(&self) -> usize {
        self.segments.len()
    }

    /// Descriptors that directly follow the first one, as far as the field can say it.
    pub(crate) fn adjacent(&self) -> u32 {
        adjacent(0, self.written)
    }

    /// Puts up to `more` in memory that are not there yet, and takes away the stop in front of them; how many descriptors are
    /// before that. None when all were there.
    pub(crate) fn write_on(&mut self, more: usize) -> Option<usize> {
        let lead = self.written;
        if lead == self.len() {
            return None;
        }
        self.write(lead + more);
        // Those before say how far the block reaches now; the stop is the last to change.
        for index in lead.saturating_sub(MAX_ADJACENT + 1)..lead {
            let control =
                self.control(index, self.written) | next_adjacent(index + 1, self.written);
            self.put(index * DESCRIPTOR_BYTES, &control.to_le_bytes());
        }
        Some(lead)
    }

    /// Makes the engine go on with `next` behind the last descriptor, which still tells that it is done.
    pub(crate) fn link(&self, next: &Self) {
        let last = self.len() - 1;
        let place = last * DESCRIPTOR_BYTES;
        // The address first: who sees that there is no stop any more has seen where to go.
        self.put(place + NEXT_OFFSET, &next.first().to_le_bytes());
        let control = (self.control(last, self.len()) & !desc::control::STOP.mask())
            | desc::control::NEXT_ADJACENT.put(next.adjacent());
        self.put(place, &control.to_le_bytes());
    }

    /// Writes from what is written up to `end`, with a stop there.
    fn write(&mut self, end: usize) {
        let (from, end) = (self.written, end.min(self.len()));
        let mut bytes = Vec::with_capacity((end - from) * DESCRIPTOR_BYTES);
        for index in from..end {
            bytes.extend(self.descriptor(index, end));
        }
        self.put(from * DESCRIPTOR_BYTES, &bytes);
        self.written = end;
    }

    /// The control word of one of `count` so far, but for what follows the next one.
    fn control(&self, index: usize, count: usize) -> u32 {
        let mut control = desc::control::RESET;
        if index + 1 == count {
            control |= desc::control::STOP.mask() | desc::control::COMPLETED.mask();
        }
        let segment = self.segments[index];
        match self.layout {
            Layout::HostToCard if segment.eop => control |= desc::control::EOP.mask(),
            // The room that a packet leaves is not for the next one.
            Layout::StreamToHost if !segment.eop => control |= desc::control::STOP_AT_EOP.mask(),
            _ => {}
        }
        control
    }

    fn descriptor(&self, index: usize, count: usize) -> [u8; DESCRIPTOR_BYTES] {
        let segment = self.segments[index];
        let mut control = self.control(index, count);
        if index + 1 < count {
            control |= next_adjacent(index + 1, count);
        }
        let (src, dst) = match self.layout {
            Layout::HostToCard => (segment.host, segment.card),
            Layout::CardToHost => (segment.card, segment.host),
            Layout::StreamToHost => {
                (self.memory.addr() + self.result_offset(index) as u64, segment.host)
            }
        };
        let is_last = index + 1 == self.len();
        let next = if is_last { 0 } else { self.first() + ((index + 1) * DESCRIPTOR_BYTES) as u64 };
        let length = u32::try_from(segment.len).unwrap_or(u32::MAX);
        let mut bytes = [0; DESCRIPTOR_BYTES];
        bytes[0..4].copy_from_slice(&control.to_le_bytes());
        bytes[4..8].copy_from_slice(&length.to_le_bytes());
        for (slot, addr) in bytes[8..].chunks_exact_mut(8).zip([src, dst, next]) {
            slot.copy_from_slice(&addr.to_le_bytes());
        }
        bytes
    }

    const fn result_offset(&self, index: usize) -> usize {
        self.segments.len() * DESCRIPTOR_BYTES + index * RESULT_BYTES
    }

    /// What the engine wrote about descriptor `index`, if it did. Only of a stream to the host.
    pub(crate) fn result(&self, index: usize) -> Option<StreamResult> {
        let place = self.result_offset(index);
        let (status, bytes) = (word(&self.memory, place), word(&self.memory, place + 4));
        (status & c2h_result::status::MAGIC.mask() == c2h_result::status::RESET).then(|| {
            StreamResult { bytes: u64::from(bytes), eop: c2h_result::status::EOP.is_set(status) }
        })
    }

    fn put(&self, offset: usize, bytes: &[u8]) {
        put(&self.memory, offset, bytes);
    }
}

/// Number of descriptors that directly follow descriptor `index` of `count`, as far as the field can say it: so the fetcher
/// knows of the next 64 from each that it has, and need not wait for the last one of a block.
fn adjacent(index: usize, count: usize) -> u32 {
    u32::try_from((count - 1 - index).min(MAX_ADJACENT)).unwrap_or(0)
}

/// What the descriptor before `index` says of those behind that one.
fn next_adjacent(index: usize, count: usize) -> u32 {
    desc::control::NEXT_ADJACENT.put(adjacent(index, count))
}

/// A word of shared memory at a place that is in it by construction.
pub(super) fn word(memory: &Shared, offset: usize) -> u32 {
    let mut word = [0; 4];
    let read = memory.read(offset, &mut word);
    debug_assert!(read.is_ok(), "offset {offset} outside shared memory");
    u32::from_le_bytes(word)
}

/// Writes at a place that is in shared memory by construction.
pub(super) fn put(memory: &Shared, offset: usize, bytes: &[u8]) {
    let written = memory.write(offset, bytes);
    debug_assert!(written.is_ok(), "offset {offset} outside shared memory");
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECE: Segment = Segment { host: 0x1234, card: 0x5678, len: 9, eop: false };

    fn list(host: &HostMemory, count: usize, lead: usize) -> List {
        List::new(host, vec![PIECE; count], Layout::HostToCard, lead).unwrap()
    }

    /// Control word and next address of a descriptor.
    fn read(host: &HostMemory, list: &List, index: usize) -> (u32, u64) {
        let mut bytes = [0; DESCRIPTOR_BYTES];
        host.dma_read(list.first() + (index * DESCRIPTOR_BYTES) as u64, &mut bytes).unwrap();
        let control = u32::from_le_bytes(bytes[..4].try_into().unwrap());
        (control, u64::from_le_bytes(bytes[NEXT_OFFSET..].try_into().unwrap()))
    }

    #[test]
    fn each_descriptor_says_how_many_follow_the_next_one() {
        for (index, count, follow) in
            [(0, 1, 0), (0, 10, 9), (0, 200, 63), (63, 200, 63), (150, 200, 49), (199, 200, 0)]
        {
            assert_eq!(adjacent(index, count), follow);
        }
    }

    #[test]
    fn only_the_last_descriptor_stops_and_links_follow() {
        let host = HostMemory::new();
        let list = list(&host, 2, 2);
        let mut bytes = [0; 64];
        host.dma_read(list.first(), &mut bytes).unwrap();
        // Magic in the upper half, nothing set in the first; STOP and COMPLETED in the last.
        assert_eq!(bytes[0..4], [0, 0, 0x4B, 0xAD]);
        assert_eq!(bytes[32..36], [3, 0, 0x4B, 0xAD]);
        assert_eq!(bytes[24..32], (list.first() + 32).to_le_bytes());
        assert_eq!(bytes[8..10], [0x34, 0x12]);
        assert_eq!(bytes[16..18], [0x78, 0x56]);
    }

    #[test]
    fn a_list_that_grew_is_the_list_that_was_whole_from_the_start() {
        let host = HostMemory::new();
        for (count, lead) in [(2, 1), (10, 3), (200, 64), (200, 199)] {
            let (mut grown, whole) = (list(&host, count, lead), list(&host, count, count));
            let (control, next) = read(&host, &grown, lead - 1);
            assert_eq!(control & 3, 3, "stops before the rest is there");
            assert_eq!(next, grown.first() + (lead * DESCRIPTOR_BYTES) as u64);
            let more = (count - lead).div_ceil(2);
            assert_eq!(grown.write_on(more), Some(lead));
            let rest = grown.write_on(more);
            assert_eq!(rest.is_some(), lead + more < count);
            for index in 0..count {
                let (ours, theirs) = (read(&host, &grown, index), read(&host, &whole, index));
                assert_eq!(ours.0, theirs.0, "{index} of {count}");
                let last = index + 1 == count;
                assert!(last || ours.1 - grown.first() == theirs.1 - whole.first());
            }
            assert_eq!(grown.write_on(more), None);
        }
    }

    #[test]
    fn a_link_leads_on_and_the_list_before_still_tells_its_end() {
        let host = HostMemory::new();
        let (before, behind) = (list(&host, 3, 3), list(&host, 5, 5));
        before.link(&behind);
        let (control, next) = read(&host, &before, 2);
        assert_eq!(control & 3, 2, "COMPLETED and no STOP");
        assert_eq!((next, desc::control::NEXT_ADJACENT.get(control)), (behind.first(), 4));
    }
}
