// SPDX-License-Identifier: Apache-2.0
//! A stream port: every write in its range becomes FIFO entries. What the aperture writes is packed into whole ones.

use std::collections::VecDeque;

use crate::byte_stream::BEAT_BYTES;
use crate::status::{PortEvent, Status};

/// One FIFO entry.
pub(crate) type Entry = [u8; BEAT_BYTES];

/// FIFO and registers of one stream port.
#[derive(Debug)]
pub(crate) struct StreamPort {
    index: u32,
    /// From which cycle on each is there, and what it holds.
    entries: VecDeque<(u64, Entry)>,
    /// Bytes from the aperture that make no whole entry yet.
    begun: Vec<u8>,
    depth: usize,
    /// Entries that have room and are on their way.
    promised: usize,
    high_water: usize,
    flush: bool,
    /// Somebody has found no room in this round.
    waits: bool,
}

impl StreamPort {
    pub(crate) fn new(index: u32, depth: u32) -> Self {
        let (entries, begun, depth) = (VecDeque::new(), Vec::new(), depth as usize);
        Self {
            index,
            entries,
            begun,
            depth,
            promised: 0,
            high_water: 0,
            flush: false,
            waits: false,
        }
    }

    /// Entries that can be written now; a flushing stream port takes and drops everything.
    pub(crate) fn room(&self) -> usize {
        // What is promised to somebody while everything is dropped may be more than there is.
        let taken = self.entries.len() + self.promised;
        if self.flush { usize::MAX } else { self.depth.saturating_sub(taken) }
    }

    /// Promises room that there is for some entries, or takes the promise back.
    pub(crate) fn promise(&mut self, entries: usize, promised: bool) {
        if promised {
            self.promised += entries;
        } else {
            self.promised -= entries;
        }
    }

    /// Puts in an entry that is there from that cycle on.
    pub(crate) fn push(&mut self, from: u64, entry: Entry, status: &mut Status) {
        self.entries.push_back((from, entry));
        self.high_water = self.high_water.max(self.entries.len());
        status.count_port(self.index, PortEvent::BeatsIn, 1);
        if self.flush {
            self.discard(status);
        }
    }

    /// Puts the bytes of a beat behind those that make no whole entry yet; the entry that this completes is there from that cycle on.
    pub(crate) fn pack(&mut self, from: u64, beat: &[u8], status: &mut Status) {
        self.begun.extend_from_slice(beat);
        if let Some((entry, rest)) = self.begun.split_first_chunk::<BEAT_BYTES>() {
            let (entry, rest) = (*entry, rest.to_vec());
            self.begun = rest;
            self.push(from, entry, status);
        }
        if self.flush {
            self.begun.clear();
        }
    }

    /// Bytes that wait for the rest of their entry.
    pub(crate) const fn begun(&self) -> usize {
        self.begun.len()
    }

    /// From which cycle on the entry at the head is there, if there is one.
    pub(crate) fn front_from(&self) -> Option<u64> {
        self.entries.front().map(|(from, _)| *from)
    }

    /// Moves up to `limit` entries to the end of `out`; how many.
    pub(crate) fn take(&mut self, limit: usize, out: &mut Vec<u8>, status: &mut Status) -> usize {
        let count = limit.min(self.entries.len());
        for (_, entry) in self.entries.drain(..count) {
            out.extend_from_slice(&entry);
        }
        status.count_port(self.index, PortEvent::BeatsOut, count as u64);
        count
    }

    pub(crate) fn set_flush(&mut self, flush: bool, status: &mut Status) {
        self.flush = flush;
        if flush {
            self.begun.clear();
            self.discard(status);
        }
    }

    fn discard(&mut self, status: &mut Status) {
        let count = self.entries.drain(..).count();
        status.count_port(self.index, PortEvent::Discarded, count as u64);
    }

    pub(crate) const fn flush(&self) -> bool {
        self.flush
    }

    /// Notes whether a burst waits for room.
    pub(crate) const fn set_waits(&mut self, waits: bool) {
        self.waits = waits;
    }

    /// Whether a burst waits for room, as of the last round.
    pub(crate) const fn waits(&self) -> bool {
        self.waits
    }

    pub(crate) const fn depth(&self) -> usize {
        self.depth
    }

    pub(crate) fn occupancy(&self) -> usize {
        self.entries.len()
    }

    pub(crate) const fn high_water(&self) -> usize {
        self.high_water
    }

    pub(crate) fn clear_high_water(&mut self) {
        self.high_water = self.entries.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that has come out as an entry, and how many bytes wait.
    fn packed(port: &mut StreamPort, beats: &[&[u8]]) -> (Vec<u8>, usize) {
        let (mut status, mut out) = (Status::new(), Vec::new());
        for beat in beats {
            port.pack(0, beat, &mut status);
        }
        port.take(usize::MAX, &mut out, &mut status);
        (out, port.begun())
    }

    #[test]
    fn pieces_make_whole_entries_in_their_order() {
        let bytes: Vec<u8> = (0..200).collect();
        let mut port = StreamPort::new(0, 64);
        let pieces = [&bytes[..5], &bytes[5..69], &bytes[69..70], &bytes[70..134], &bytes[134..]];
        assert_eq!(packed(&mut port, &pieces[..1]), (vec![], 5));
        assert_eq!(packed(&mut port, &pieces[1..4]), (bytes[..128].to_vec(), 6));
        assert_eq!(packed(&mut port, &pieces[4..]), (bytes[128..192].to_vec(), 8));
    }

    #[test]
    fn a_flush_forgets_what_makes_no_entry_yet_and_lets_nothing_begin() {
        let mut port = StreamPort::new(0, 64);
        let mut status = Status::new();
        assert_eq!(packed(&mut port, &[&[1; 63]]), (vec![], 63));
        port.set_flush(true, &mut status);
        assert_eq!(port.begun(), 0);
        assert_eq!(packed(&mut port, &[&[2; 63]]), (vec![], 0));
        assert_eq!(packed(&mut port, &[&[3; 64]]), (vec![], 0));
        port.set_flush(false, &mut status);
        assert_eq!(packed(&mut port, &[&[4; 64]]), (vec![4; 64], 0));
    }
}
