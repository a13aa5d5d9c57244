// SPDX-License-Identifier: Apache-2.0
//! The packets of a channel that are on their way: number and time of the next one, and what the card's account tells of those before it.

use std::collections::VecDeque;

use super::BurstEventKind;
use crate::capture::Rate;
use crate::transmit::AirAccount;

/// Where the next sample is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Between bursts.
    #[default]
    Rest,
    /// In a burst that began without a time, so that nobody knows when its moments are.
    Untimed,
    /// In a burst whose first sample has that time: it is the sample of that number.
    Timed { first: u64, next: u64 },
}

/// A packet that is on its way.
#[derive(Clone, Copy, Debug)]
struct Sent {
    samples: u64,
    /// Samples of the channel up to its end.
    end: u64,
    /// Its burst, and the time at which that was to begin.
    burst: u64,
    began: Option<u64>,
    /// It has a time, so that it can be late.
    timed: bool,
    end_of_burst: bool,
}

/// Moments of the samples around the end of so many of a burst.
fn around(rate: Rate, first: u64, samples: u64) -> (u64, u64) {
    let at = |sample| first.saturating_add(rate.cycles_to(sample));
    (at(samples.saturating_sub(1)), at(samples))
}

/// A channel.
#[derive(Clone, Debug, Default)]
pub(super) struct Lane {
    place: Place,
    /// The last moment of the burst before, if it is known, and the one that would be next.
    before: Option<(u64, u64)>,
    sequence: u16,
    burst: u64,
    began: Option<u64>,
    samples: u64,
    way: VecDeque<Sent>,
    /// What the last look has found.
    seen: AirAccount,
    /// The last packet that is gone: where it ended, and whether a burst did.
    gone: Option<(u64, bool)>,
    /// The burst in which late packets were told of last.
    late_in: Option<u64>,
    /// The moments that were missed last are of a hole that may go on.
    hole: bool,
}

impl Lane {
    /// It had a packet.
    pub(super) const fn is_used(&self) -> bool {
        self.samples > 0
    }

    /// Packets that nobody has seen to be gone.
    pub(super) fn on_their_way(&self) -> usize {
        self.way.len()
    }

    /// The next packet has so many samples; its number and its time.
    pub(super) fn packet(
        &mut self,
        rate: Rate,
        samples: u64,
        time: Option<u64>,
        end_of_burst: bool,
    ) -> (u16, Option<u64>) {
        if self.place == Place::Rest {
            self.burst += 1;
            self.began = time;
            let first = time.map(|time| self.moment(time));
            self.place = first.map_or(Place::Untimed, |first| Place::Timed { first, next: 0 });
        }
        let time = match &mut self.place {
            Place::Timed { first, next } => {
                if let Some(time) = time {
                    *next = rate.sample_from(time.saturating_sub(*first));
                }
                let time = time.map_or_else(
                    || first.saturating_add(rate.cycles_to(*next)),
                    |time| time.max(*first),
                );
                *next = next.saturating_add(samples);
                self.before = Some(around(rate, *first, *next));
                Some(time)
            }
            Place::Rest | Place::Untimed => {
                self.before = None;
                time
            }
        };
        (self.goes(samples, time.is_some(), end_of_burst), time)
    }

    /// When a burst begins that is to begin at that time: the card has it at the next moment of the one before, if that has ended less than a sample ago, and goes on from there.
    fn moment(&self, time: u64) -> u64 {
        match self.before {
            Some((last, next)) if last < time && time < next => next,
            _ => time,
        }
    }

    /// A packet of one sample that ends the burst it is in, however late; its number, if it is in one.
    pub(super) fn end(&mut self, rate: Rate) -> Option<u16> {
        if let Place::Timed { first, next } = &mut self.place {
            *next = next.saturating_add(1);
            self.before = Some(around(rate, *first, *next));
        }
        (self.place != Place::Rest).then(|| self.goes(1, false, true))
    }

    /// A packet goes on its way; its number.
    fn goes(&mut self, samples: u64, timed: bool, end_of_burst: bool) -> u16 {
        if end_of_burst {
            self.place = Place::Rest;
        }
        self.samples += samples;
        let (end, burst, began) = (self.samples, self.burst, self.began);
        self.way.push_back(Sent { samples, end, burst, began, timed, end_of_burst });
        let sequence = self.sequence;
        self.sequence = sequence.wrapping_add(1);
        sequence
    }

    /// What the account tells that was not told: a hole once, late packets once for each burst, each end of a burst.
    pub(super) fn look(
        &mut self,
        account: &AirAccount,
        found: &mut Vec<(BurstEventKind, Option<u64>)>,
    ) {
        let AirAccount { sent, missed, late, .. } = self.seen;
        if account.sent < sent || account.missed < missed || account.late < late {
            // Somebody has cleared the air: what is told of it is no longer of these packets.
            return;
        }
        let before = std::mem::replace(&mut self.seen, *account);
        let gone = account.sent + account.late;
        let count = self.way.partition_point(|packet| packet.end <= gone);
        let finished: Vec<Sent> = self.way.drain(..count).collect();
        if let Some(last) = finished.last() {
            self.gone = Some((last.end, last.end_of_burst));
        }
        let late = account.late_packets.wrapping_sub(before.late_packets);
        self.late(late, account.late - before.late, &finished, found);
        let grown = account.missed != before.missed;
        if grown && !self.hole {
            found.push((BurstEventKind::Underrun, None));
        }
        // Nothing is missed inside a packet, so a hole that was seen is over when something was sent since: what was missed besides may be the rest of it.
        let between = self.gone == Some((gone, false));
        let goes_on = if self.hole { account.sent == before.sent } else { grown };
        self.hole = between && goes_on;
        let ended = finished.iter().filter(|packet| packet.end_of_burst);
        found.extend(ended.map(|packet| (BurstEventKind::Sent, packet.began)));
    }

    /// So many of the packets that are gone were late, which had so many samples: the first ones one behind the other that can have been.
    fn late(
        &mut self,
        packets: u32,
        samples: u64,
        finished: &[Sent],
        found: &mut Vec<(BurstEventKind, Option<u64>)>,
    ) {
        let timed: Vec<&Sent> = finished.iter().filter(|packet| packet.timed).collect();
        let packets = usize::try_from(packets).unwrap_or(usize::MAX).min(timed.len());
        if packets == 0 {
            return;
        }
        let mut runs = timed.windows(packets);
        let fits = |run: &&[&Sent]| run.iter().map(|packet| packet.samples).sum::<u64>() == samples;
        for Sent { burst, began, .. } in runs.find(fits).unwrap_or(&timed[..packets]) {
            if self.late_in.replace(*burst) != Some(*burst) {
                found.push((BurstEventKind::Late, *began));
            }
        }
    }
}
