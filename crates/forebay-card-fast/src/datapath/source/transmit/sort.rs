// SPDX-License-Identifier: Apache-2.0
//! Takes the stream apart: packets with a header go whole to their channel, or nowhere; `fby_transmit_sort` says how.

use super::super::{BEAT_SAMPLES, CHANNELS, SAMPLE_BYTES};
use super::play::{Packet, Room};
use crate::byte_stream::{BEAT_BYTES, ByteStream};

/// Kinds of packets with samples: without and with a time.
const PLAIN: u64 = 6;
const TIMED: u64 = 7;
/// Longest packet of any card, in samples.
const CHDR_SAMPLES: usize = 4096;

/// What a beat came to.
#[derive(Debug)]
pub(super) enum Sorted {
    Nothing,
    Malformed,
    Packet { channel: usize, packet: Packet, skips: bool },
}

/// A packet that comes in.
#[derive(Debug)]
struct Coming {
    channel: usize,
    samples: usize,
    number: u16,
    stamp: Option<u64>,
    eob: bool,
    words: Vec<u32>,
    beats: u32,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Head,
    Body(Coming),
    /// What follows is dropped up to the end of the stream's packet, and counted.
    Drop,
    /// The same of what was forgotten, and not counted.
    Skip,
}

/// Where it is in the stream.
#[derive(Debug)]
pub(super) struct Sorter {
    most: usize,
    state: State,
    /// A beat that waits for room, and whether the stream's packet ends with it.
    hand: Option<(Vec<u8>, bool)>,
    /// The last beat that was taken did not end the stream's packet.
    open: bool,
    next: [u16; CHANNELS],
    dropped: u32,
}

impl Sorter {
    pub(super) fn new(ring_beats: usize) -> Self {
        let samples = usize::try_from(BEAT_SAMPLES).unwrap_or(usize::MAX);
        Self {
            most: (ring_beats / 2 * samples).min(CHDR_SAMPLES),
            state: State::Head,
            hand: None,
            open: false,
            next: [0; CHANNELS],
            dropped: 0,
        }
    }

    /// Beats that were dropped.
    pub(super) const fn dropped(&self) -> u32 {
        self.dropped
    }

    /// A beat waits for room.
    pub(super) const fn is_full(&self) -> bool {
        self.hand.is_some()
    }

    /// What is here is forgotten, and the rest of what was on its way is no packet's beginning.
    pub(super) fn forget(&mut self) {
        if let Some((_, ended)) = self.hand.take() {
            self.open = !ended;
        }
        self.state = if self.open { State::Skip } else { State::Head };
        self.next = [0; CHANNELS];
        self.dropped = 0;
    }

    /// Takes all that is there, and forgets it.
    pub(super) fn drop_all(&mut self, stream: &mut ByteStream) {
        loop {
            let (bytes, ended) = stream.pop(usize::MAX);
            if bytes.is_empty() && !ended {
                break;
            }
            self.open = !ended;
        }
        self.forget();
    }

    /// Takes a beat, if there is one and room for it.
    pub(super) fn beat(
        &mut self,
        stream: &mut ByteStream,
        endpoint: u16,
        room: impl Fn(usize) -> Room,
    ) -> Option<Sorted> {
        let (bytes, ended) = self.hand.take().unwrap_or_else(|| stream.pop(BEAT_BYTES));
        if bytes.is_empty() && !ended {
            return None;
        }
        if let State::Body(coming) = &self.state
            && !coming.fits(room(coming.channel))
        {
            self.hand = Some((bytes, ended));
            return None;
        }
        self.open = !ended;
        Some(match std::mem::take(&mut self.state) {
            State::Head => self.head(&bytes, ended, endpoint),
            State::Body(coming) => self.body(coming, &bytes, ended),
            State::Drop => {
                self.dropped = self.dropped.wrapping_add((!bytes.is_empty()).into());
                self.state = if ended { State::Head } else { State::Drop };
                Sorted::Nothing
            }
            State::Skip => {
                self.state = if ended { State::Head } else { State::Skip };
                Sorted::Nothing
            }
        })
    }

    fn head(&mut self, bytes: &[u8], ended: bool, endpoint: u16) -> Sorted {
        if bytes.is_empty() {
            return Sorted::Nothing;
        }
        if let Some(coming) = self.coming(bytes, ended, endpoint) {
            self.state = State::Body(coming);
            return Sorted::Nothing;
        }
        self.dropped = self.dropped.wrapping_add(1);
        self.state = if ended { State::Head } else { State::Drop };
        Sorted::Malformed
    }

    /// The packet that a header begins, if it is one.
    fn coming(&self, bytes: &[u8], ended: bool, endpoint: u16) -> Option<Coming> {
        let word = |at: usize| bytes.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes);
        let header = word(0)?;
        let part = |lsb: u32, width: u32| header >> lsb & ((1 << width) - 1);
        let kind = part(53, 3);
        let payload = usize::try_from(part(16, 16)).ok()?.checked_sub(BEAT_BYTES)?;
        let to = u16::try_from(part(0, 16)).ok()?;
        let channel = usize::from(to.wrapping_sub(endpoint));
        let good = bytes.len() == BEAT_BYTES
            && !ended
            && (kind == PLAIN || kind == TIMED)
            && part(58, 6) == 0
            && part(56, 1) == 0
            && part(48, 5) == 0
            && payload > 0
            && payload <= self.most * SAMPLE_BYTES
            && payload.is_multiple_of(SAMPLE_BYTES)
            && channel < CHANNELS;
        let stamp = word(8)?;
        good.then_some(Coming {
            channel,
            samples: payload / SAMPLE_BYTES,
            number: u16::try_from(part(32, 16)).ok()?,
            stamp: (kind == TIMED).then_some(stamp),
            eob: part(57, 1) != 0,
            words: Vec::new(),
            beats: 1,
        })
    }

    fn body(&mut self, mut coming: Coming, bytes: &[u8], ended: bool) -> Sorted {
        let wanted = coming.left() * SAMPLE_BYTES;
        let last = wanted <= BEAT_BYTES;
        if if last { bytes.len() < wanted } else { ended } {
            self.dropped = self.dropped.wrapping_add(coming.beats + u32::from(!bytes.is_empty()));
            return Sorted::Malformed;
        }
        let words = bytes[..wanted.min(BEAT_BYTES)].chunks_exact(SAMPLE_BYTES);
        coming.words.extend(
            words.map(|word| word.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))),
        );
        coming.beats += 1;
        if !last {
            self.state = State::Body(coming);
            return Sorted::Nothing;
        }
        let Coming { channel, number, stamp, eob, words, .. } = coming;
        let skips = number != self.next[channel];
        self.next[channel] = number.wrapping_add(1);
        Sorted::Packet { channel, packet: Packet { words, stamp, eob }, skips }
    }
}

impl Coming {
    /// Samples that are still to come.
    fn left(&self) -> usize {
        self.samples - self.words.len()
    }

    /// Whether its next beat finds room, and with the last one the packet.
    fn fits(&self, room: Room) -> bool {
        let taken = self.beats as usize - 1;
        let last = self.left() * SAMPLE_BYTES <= BEAT_BYTES;
        taken < room.beats && (!last || room.packets > 0)
    }
}
