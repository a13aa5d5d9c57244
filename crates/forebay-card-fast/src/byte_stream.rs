// SPDX-License-Identifier: Apache-2.0
//! A bounded stream of 64-byte beats cut into packets, kept as bytes.

use std::collections::VecDeque;

use crate::note::{End, Said, Stamps};

/// Bytes of one beat.
pub(crate) const BEAT_BYTES: usize = 64;

/// Beats that a stream between a mover and a datapath holds, where the datapath does not ask for less.
pub(crate) const STREAM_BEATS: usize = 1024;

/// A packet about which something is said, from a position in the whole stream on.
#[derive(Clone, Copy, Debug)]
struct Begun {
    at: u64,
    lost: u64,
    stamps: Stamps,
}

/// A stream between a mover and a datapath.
#[derive(Debug, Default)]
pub(crate) struct ByteStream {
    bytes: VecDeque<u8>,
    /// Ends of packets, as positions in the whole stream.
    ends: VecDeque<(u64, End)>,
    begun: VecDeque<Begun>,
    /// Position of the first byte of the packet that is being put in.
    packet_start: u64,
    put: u64,
    taken: u64,
    capacity: usize,
}

impl ByteStream {
    pub(crate) fn new(capacity_beats: usize) -> Self {
        Self { capacity: capacity_beats * BEAT_BYTES, ..Self::default() }
    }

    /// Bytes that can be put in now.
    pub(crate) fn room(&self) -> usize {
        self.capacity.saturating_sub(self.bytes.len())
    }

    /// Beats that it holds, a part of one as a whole.
    pub(crate) fn beats(&self) -> usize {
        self.bytes.len().div_ceil(BEAT_BYTES)
    }

    /// Whether there is something to be taken. What has not filled the last beat of an open packet is not.
    pub(crate) fn is_ready(&self) -> bool {
        !self.ends.is_empty() || self.last() > self.taken
    }

    /// Up to where in the whole stream the packet at the head can be taken.
    fn last(&self) -> u64 {
        let whole_beats = self.put - (self.put - self.packet_start) % BEAT_BYTES as u64;
        self.ends.front().map_or(whole_beats, |(at, _)| *at)
    }

    /// Says of the packet that begins here what was lost ahead of it, and when its samples are.
    pub(crate) fn begin_packet(&mut self, lost: u64, stamps: Stamps) {
        self.begun.push_back(Begun { at: self.put, lost, stamps });
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
        self.put += bytes.len() as u64;
    }

    /// Ends the packet with what has been put in so far.
    pub(crate) fn end_packet(&mut self) {
        self.end_packet_as(End::default());
    }

    /// The same, and how it ends.
    pub(crate) fn end_packet_as(&mut self, end: End) {
        self.ends.push_back((self.put, end));
        self.packet_start = self.put;
    }

    /// Ends the packet if one has been begun. If all of it has been taken already, its end comes as a beat without bytes.
    pub(crate) fn close_packet(&mut self) {
        if self.put > self.packet_start {
            self.end_packet();
        }
    }

    /// Takes up to `limit` bytes of the packet at the head, and says whether that ended it. Only whole beats of a
    /// packet that has not ended are there to be taken, as on the wire.
    pub(crate) fn pop(&mut self, limit: usize) -> (Vec<u8>, bool) {
        let (bytes, said) = self.pop_said(limit);
        (bytes, said.end.is_some())
    }

    /// The same, and what is said of those bytes.
    pub(crate) fn pop_said(&mut self, limit: usize) -> (Vec<u8>, Said) {
        let from = self.taken;
        let end = self.ends.front().copied();
        let there = usize::try_from(self.last().saturating_sub(from)).unwrap_or(usize::MAX);
        let bytes: Vec<u8> = self.bytes.drain(..there.min(limit)).collect();
        self.taken += bytes.len() as u64;
        let end = end.filter(|(at, _)| *at == self.taken).map(|(_, end)| end);
        let mut said = Said { end, ..Said::default() };
        if (!bytes.is_empty() || end.is_some())
            && let Some(begun) = self.begun.front_mut().filter(|begun| begun.at <= from)
        {
            said.stamp = begun.stamps.at(from - begun.at);
            said.lost = std::mem::take(&mut begun.lost);
            if end.is_some() {
                self.begun.pop_front();
            }
        }
        if end.is_some() {
            self.ends.pop_front();
        }
        (bytes, said)
    }

    pub(crate) fn clear(&mut self) {
        *self = Self { capacity: self.capacity, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_gives_whole_beats_until_it_ends() {
        let mut stream = ByteStream::new(16);
        stream.push(&[1; 100]);
        assert!(stream.is_ready());
        assert_eq!(stream.pop(200), (vec![1; 64], false));
        assert!(!stream.is_ready(), "a part of a beat");
        assert_eq!(stream.pop(200), (vec![], false));
        stream.push(&[2; 10]);
        stream.end_packet();
        assert!(stream.is_ready());
        let (bytes, ended) = stream.pop(200);
        assert_eq!((bytes.len(), ended), (46, true));
        assert!(!stream.is_ready());
    }

    #[test]
    fn a_closed_packet_ends_once_with_what_there_is_of_it() {
        let mut stream = ByteStream::new(16);
        stream.close_packet();
        assert_eq!(stream.pop(200), (vec![], false), "no packet has been begun");
        stream.push(&[1; 70]);
        assert_eq!(stream.pop(200), (vec![1; 64], false));
        stream.close_packet();
        stream.close_packet();
        assert_eq!(stream.pop(200), (vec![1; 6], true));
        assert_eq!(stream.pop(200), (vec![], false));
        stream.push(&[2; 64]);
        assert_eq!(stream.pop(200), (vec![2; 64], false));
        stream.close_packet();
        assert_eq!(stream.pop(200), (vec![], true), "an end without bytes");
        assert_eq!(stream.pop(200), (vec![], false));
    }

    #[test]
    fn what_is_said_of_a_packet_goes_with_its_bytes() {
        let mut stream = ByteStream::new(16);
        let stamps = Stamps { first: 100, number: 0, rate: 1 << 31, bytes: 4, header: 0 };
        stream.push(&[0; 64]);
        stream.end_packet();
        stream.begin_packet(7, stamps);
        stream.push(&[1; 100]);
        stream.end_packet_as(End { burst: true, cut: true });
        stream.begin_packet(3, Stamps { number: 25, ..stamps });
        stream.push(&[2; 64]);
        assert_eq!(stream.pop_said(200).1, Said { end: Some(End::default()), ..Said::default() });
        assert_eq!(stream.pop_said(64).1, Said { stamp: 100, lost: 7, end: None });
        let end = Some(End { burst: true, cut: true });
        assert_eq!(stream.pop_said(200).1, Said { stamp: 132, lost: 0, end });
        assert_eq!(stream.pop_said(200).1, Said { stamp: 150, lost: 3, end: None });
        assert_eq!(stream.pop_said(200), (vec![], Said::default()));
    }

    #[test]
    fn packets_do_not_run_into_each_other() {
        let mut stream = ByteStream::new(16);
        stream.push(&[1; 64]);
        stream.end_packet();
        stream.push(&[2; 64]);
        stream.end_packet();
        assert_eq!(stream.pop(128), (vec![1; 64], true));
        assert_eq!(stream.pop(32), (vec![2; 32], false));
        assert_eq!(stream.pop(32), (vec![2; 32], true));
        assert_eq!(stream.room(), 1024);
    }
}
