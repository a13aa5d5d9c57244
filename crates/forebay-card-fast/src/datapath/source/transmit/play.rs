// SPDX-License-Identifier: Apache-2.0
//! Plays the packets of a channel: each sample at its moment, what is late never, and a moment without a sample counted; `fby_transmit_play`
//! says how.

use std::collections::VecDeque;

use super::super::BEAT_SAMPLES;

/// Whole packets of a channel.
const PACKETS: usize = 16;

/// What came on the air: when, and what.
pub(in super::super) type Change = (u64, u32);
pub(in super::super) type Changes = Vec<Change>;

/// A whole packet.
#[derive(Debug)]
pub(super) struct Packet {
    pub(super) words: Vec<u32>,
    pub(super) stamp: Option<u64>,
    pub(super) eob: bool,
}

impl Packet {
    fn beats(&self) -> usize {
        self.words.len().div_ceil(beat())
    }
}

/// Room of a channel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) beats: usize,
    pub(super) packets: usize,
}

/// What is told of a channel.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Account {
    pub(super) sent: u64,
    pub(super) missed: u64,
    pub(super) late: u64,
    pub(super) late_packets: u32,
    pub(super) packets: u32,
    pub(super) skips: u32,
}

/// What was done at once: samples sent, moments missed, packets late.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Did {
    pub(super) sent: u64,
    pub(super) missed: u64,
    pub(super) late: u64,
}

/// A burst on the air.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// Time of its first moment, and number of the next.
    first: u64,
    number: u64,
    /// Time of the last one.
    before: u64,
    /// Its last packet has come.
    ended: bool,
}

impl Run {
    /// Time of its next moment.
    fn next(&self, rate: u32) -> u64 {
        let cycles = (u128::from(self.number) << 32).div_ceil(rate.into());
        self.first.saturating_add(u64::try_from(cycles).unwrap_or(u64::MAX))
    }
}

/// A channel.
#[derive(Debug, Default)]
pub(super) struct Player {
    queue: VecDeque<Packet>,
    /// Samples of the first packet that were sent.
    index: usize,
    run: Option<Run>,
    /// The first cycle of which nothing is decided.
    at: u64,
    air: u32,
    changes: Changes,
    account: Account,
}

impl Player {
    pub(super) fn holds(&self) -> bool {
        !self.queue.is_empty()
    }

    pub(super) const fn runs(&self) -> bool {
        self.run.is_some()
    }

    pub(super) const fn account(&self) -> Account {
        self.account
    }

    pub(super) const fn air(&self) -> u32 {
        self.air
    }

    pub(super) fn take_changes(&mut self) -> Changes {
        std::mem::take(&mut self.changes)
    }

    /// Forgets all, and is silent from that time on.
    pub(super) fn forget(&mut self, time: u64) {
        self.put(time, 0);
        *self = Self { changes: self.take_changes(), ..Self::default() };
    }

    /// The time goes on from another one, while nothing is here.
    pub(super) const fn set_time(&mut self, time: u64) {
        self.at = time;
    }

    /// A packet is there from that time on.
    pub(super) fn accept(&mut self, packet: Packet, time: u64, skips: bool) {
        self.at = self.at.max(time);
        self.queue.push_back(packet);
        self.account.packets = self.account.packets.wrapping_add(1);
        self.account.skips = self.account.skips.wrapping_add(skips.into());
    }

    /// Room in a ring of so many beats.
    pub(super) fn room(&self, ring_beats: usize) -> Room {
        let held: usize = self.queue.iter().map(Packet::beats).sum();
        let held = held - self.index / beat();
        Room {
            beats: ring_beats.saturating_sub(held),
            packets: PACKETS.saturating_sub(self.queue.len()),
        }
    }

    /// Plays all moments before `end`.
    pub(super) fn advance(&mut self, end: u64, rate: u32) -> Did {
        let mut did = Did::default();
        while self.at < end {
            let late = self.drop_late(&mut did);
            let moment = match self.run {
                Some(run) => run.next(rate),
                None => match self.queue.front().map(|packet| packet.stamp) {
                    None => end,
                    Some(stamp) => stamp.unwrap_or(self.at).max(self.at),
                },
            };
            if let Some(ends) = late {
                // It takes this cycle, in which nothing is sent.
                if self.run.is_some() && moment == self.at {
                    self.silent(moment, &mut did);
                }
                if let Some(run) = &mut self.run {
                    run.ended |= ends;
                }
                self.at += 1;
                continue;
            }
            if moment >= end {
                self.at = end;
                break;
            }
            self.moment(moment, &mut did);
            self.at = moment + 1;
        }
        did
    }

    /// Drops the packet at the head if its time is over; whether its burst ends with it.
    fn drop_late(&mut self, did: &mut Did) -> Option<bool> {
        let over = self.run.map_or_else(|| self.at.checked_sub(1), |run| Some(run.before));
        let late = self.index == 0
            && self
                .queue
                .front()
                .and_then(|packet| packet.stamp)
                .is_some_and(|stamp| over.is_some_and(|over| stamp <= over));
        let packet = if late { self.queue.pop_front() } else { None }?;
        did.late += 1;
        self.account.late += packet.words.len() as u64;
        self.account.late_packets = self.account.late_packets.wrapping_add(1);
        Some(packet.eob)
    }

    /// A moment of a burst without a sample: it is missed, or the burst is over.
    fn silent(&mut self, time: u64, did: &mut Did) {
        self.put(time, 0);
        if self.run.is_none_or(|run| run.ended) {
            self.run = None;
        } else {
            did.missed += 1;
            self.account.missed += 1;
            self.go_on(time, false);
        }
    }

    /// A moment: a sample, or none.
    fn moment(&mut self, time: u64, did: &mut Did) {
        let ended = self.run.is_none_or(|run| run.ended);
        let head = self
            .queue
            .front()
            .filter(|packet| self.index > 0 || packet.stamp.is_none_or(|stamp| stamp <= time));
        let Some(packet) = head else {
            self.silent(time, did);
            return;
        };
        let (word, last, eob) =
            (packet.words[self.index], self.index + 1 == packet.words.len(), packet.eob);
        self.put(time, word);
        did.sent += 1;
        self.account.sent += 1;
        self.index += 1;
        if last {
            self.index = 0;
            self.queue.pop_front();
        }
        if ended {
            self.run = Some(Run { first: time, number: 0, before: time, ended: false });
        }
        self.go_on(time, last && eob);
    }

    /// The burst goes on behind this moment.
    fn go_on(&mut self, time: u64, ends: bool) {
        if let Some(run) = &mut self.run {
            run.number += 1;
            run.before = time;
            run.ended |= ends;
        }
    }

    fn put(&mut self, time: u64, word: u32) {
        if word != self.air {
            self.air = word;
            self.changes.push((time, word));
        }
    }

    /// Cycles for which nobody has to look at it, if it is busy.
    pub(super) fn look(&self, time: u64, rate: u32) -> Option<u64> {
        let at = match (&self.run, self.queue.front()) {
            // A beat later there is room for another one, and behind a short packet for another packet.
            (Some(run), head) => {
                let left = head.map_or(0, |packet| (packet.words.len() - self.index) as u64);
                let number = run.number + BEAT_SAMPLES.min(left.saturating_sub(1));
                Run { number, ..*run }.next(rate)
            }
            (None, Some(packet)) => packet.stamp.unwrap_or(time),
            (None, None) => return None,
        };
        Some(at.saturating_sub(time) + 1)
    }
}

/// Samples in a beat.
fn beat() -> usize {
    usize::try_from(BEAT_SAMPLES).unwrap_or(usize::MAX)
}
