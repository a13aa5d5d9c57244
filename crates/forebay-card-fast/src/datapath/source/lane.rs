// SPDX-License-Identifier: Apache-2.0
//! Packs samples into beats of a FIFO, or loses them; `fby_source_lane` says when.

use std::collections::VecDeque;
use std::ops::Range;

use super::SAMPLE_BYTES;
use super::burst::Burst;
use super::wave::Wave;
use crate::byte_stream::{BEAT_BYTES, ByteStream};
use crate::note::{End, Stamps};

/// Packets with a header that a lane holds.
const PACKETS: usize = 16;

/// What became of a channel's samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Account {
    pub(super) produced: u64,
    pub(super) kept: u64,
    pub(super) lost: u64,
}

/// What came of some samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) kept: u64,
    pub(super) lost: u64,
    pub(super) gaps: u64,
    pub(super) packets: u64,
}

impl Tally {
    pub(super) const fn add(&mut self, other: Self) {
        self.kept += other.kept;
        self.lost += other.lost;
        self.gaps += other.gaps;
        self.packets += other.packets;
    }
}

/// A whole packet that waits for its header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole {
    pub(super) bytes: usize,
    pub(super) lost: u64,
    pub(super) stamps: Stamps,
    pub(super) end: End,
}

/// A lane.
#[derive(Debug)]
pub(super) struct Lane {
    fifo_beats: usize,
    account: Account,
    /// The beat in hand, and samples of a channel in its packet.
    beat: Vec<u8>,
    in_packet: u64,
    packet: Option<Whole>,
    /// Samples are kept; those that were lost and nobody was told of.
    keeps: bool,
    owed: u64,
    gap: bool,
    /// With headers: whole packets, and their samples.
    pub(super) wholes: VecDeque<Whole>,
    pub(super) store: ByteStream,
    samples: Vec<u8>,
}

impl Lane {
    pub(super) fn new(fifo_beats: usize) -> Self {
        Self {
            fifo_beats,
            account: Account::default(),
            beat: Vec::new(),
            in_packet: 0,
            packet: None,
            keeps: false,
            owed: 0,
            gap: false,
            wholes: VecDeque::new(),
            store: ByteStream::new(fifo_beats),
            samples: Vec::new(),
        }
    }

    /// A burst begins.
    pub(super) fn begin(&mut self) {
        self.account = Account::default();
        self.keeps = false;
        self.owed = 0;
        self.gap = false;
    }

    pub(super) const fn account(&self) -> Account {
        self.account
    }

    pub(super) const fn is_losing(&self) -> bool {
        !self.keeps && self.owed > 0
    }

    /// Samples of this burst were lost.
    pub(super) const fn has_gap(&self) -> bool {
        self.gap
    }

    /// Takes samples of those channels, from a number on, into `stream`, or into its own where packets get headers.
    pub(super) fn take(
        &mut self,
        burst: &Burst,
        wave: &mut Wave,
        channels: Range<usize>,
        (number, count): (u64, u64),
        mut stream: Option<&mut ByteStream>,
    ) -> Tally {
        let width = channels.len();
        let each = width * SAMPLE_BYTES;
        let mut samples = std::mem::take(&mut self.samples);
        samples.clear();
        wave.fill(channels, (number, count), &mut samples);
        let (mut at, mut tally) = (0, Tally::default());
        while at < count {
            // A burst that ends at its first loss has no sample behind it.
            if self.gap && burst.stop_at_overrun {
                break;
            }
            let full = self.beat.len() == BEAT_BYTES;
            let closes = full || (burst.packet != 0 && self.in_packet == burst.packet);
            let no_more = self.no_more(burst, stream.as_deref());
            if self.keeps && closes {
                let ends = burst.packet != 0 && self.in_packet == burst.packet;
                let end = (ends || no_more).then_some(End { burst: no_more, cut: no_more });
                tally.packets += self.push(end, burst, stream.as_deref_mut());
            }
            let keeps = if self.keeps {
                !(closes && no_more)
            } else {
                self.again(burst, stream.as_deref())
            };
            if !keeps {
                let begins = self.keeps || number + at == 0;
                tally.gaps += u64::from(begins);
                self.gap = true;
                self.keeps = false;
                // Within this call there is no more room than now; where the burst ends here, nothing more is there.
                let lost = if burst.stop_at_overrun { 1 } else { count - at };
                self.owed += lost;
                tally.lost += lost;
                at += lost;
                continue;
            }
            if !self.keeps || self.packet.is_none() {
                self.begin_packet(burst, number + at, stream.as_deref_mut());
            }
            let room = (BEAT_BYTES - self.beat.len()) / each;
            let of_packet =
                if burst.packet == 0 { u64::MAX } else { burst.packet - self.in_packet };
            let here = (count - at).min(room as u64).min(of_packet);
            let from = usize::try_from(at).unwrap_or(usize::MAX) * each;
            let bytes = usize::try_from(here).unwrap_or(usize::MAX) * each;
            self.beat.extend_from_slice(&samples[from..from + bytes]);
            self.in_packet += here;
            tally.kept += here;
            at += here;
        }
        self.samples = samples;
        self.account.kept += tally.kept;
        self.account.lost += tally.lost;
        self.account.produced += tally.kept + tally.lost;
        tally
    }

    /// The burst ends; packets that this gives to the stream.
    pub(super) fn end(&mut self, burst: &Burst, stream: Option<&mut ByteStream>) -> u64 {
        let had = self.keeps && !self.beat.is_empty();
        let packets =
            if had { self.push(Some(End { burst: true, cut: false }), burst, stream) } else { 0 };
        self.keeps = false;
        packets
    }

    /// No place for a beat behind the one in hand, or for a packet behind its packet.
    fn no_more(&self, burst: &Burst, stream: Option<&ByteStream>) -> bool {
        let held = stream.unwrap_or(&self.store).beats();
        held + 2 > self.fifo_beats || (burst.chdr && self.wholes.len() + 2 > PACKETS)
    }

    /// There is room again.
    fn again(&self, burst: &Burst, stream: Option<&ByteStream>) -> bool {
        let held = stream.unwrap_or(&self.store).beats();
        held <= self.fifo_beats / 2 && (!burst.chdr || self.wholes.len() <= PACKETS / 2)
    }

    fn begin_packet(&mut self, burst: &Burst, number: u64, stream: Option<&mut ByteStream>) {
        let lost = if self.keeps { 0 } else { std::mem::take(&mut self.owed) };
        self.keeps = true;
        self.in_packet = 0;
        let stamps = burst.stamps(number);
        self.packet = Some(Whole { bytes: 0, lost, stamps, end: End::default() });
        if let Some(stream) = stream {
            stream.begin_packet(lost, stamps);
        }
    }

    /// Gives the beat in hand away; packets that end with it there.
    fn push(&mut self, end: Option<End>, burst: &Burst, stream: Option<&mut ByteStream>) -> u64 {
        let into = match stream {
            Some(stream) => stream,
            None => &mut self.store,
        };
        into.push(&self.beat);
        if let Some(packet) = &mut self.packet {
            packet.bytes += self.beat.len();
        }
        self.beat.clear();
        let Some(end) = end else { return 0 };
        let packet = self.packet.take();
        if burst.chdr {
            self.wholes.extend(packet.map(|packet| Whole { end, ..packet }));
            self.store.end_packet();
            return 0;
        }
        into.end_packet_as(end);
        1
    }
}
