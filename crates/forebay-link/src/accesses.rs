// SPDX-License-Identifier: Apache-2.0
//! The host's accesses on their way to the card's BARs: stores that nobody waits for, reads that somebody does.
//!
//! They go down one after another, whichever BAR they are for, and are handed to the card in that order, each when the one
//! before it has been answered. So a read that comes back has pushed every earlier store into the card.

use std::collections::VecDeque;

use forebay_bus::{Bar, LinkParams};

use crate::axi::BEAT_BYTES;
use crate::wire::{Rate, Ticks, Wire};

/// PCI Express counts the room for posted data in units of four words.
const CREDIT_BYTES: u32 = 16;

/// What an access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A store.
    Write {
        /// From the first byte on; what is behind its length means nothing.
        data: [u8; BEAT_BYTES],
    },
    /// A read.
    Read {
        /// Which one, of all that have left.
        number: u64,
    },
}

/// An access that has left the host.
#[derive(Clone, Debug)]
pub struct Access {
    /// When it is at the card.
    there: Ticks,
    /// Which BAR it is for.
    pub bar: Bar,
    /// Where in that BAR.
    pub offset: u64,
    /// How many, a line at most.
    pub bytes: u16,
    /// Store or read.
    pub kind: Kind,
}

/// The host's accesses: what a [`Link`](crate::Link) has of them.
#[derive(Debug, Default)]
pub struct Accesses {
    /// On the way to the card, in order.
    coming: VecDeque<Access>,
    /// The card has one and has not answered it.
    present: bool,
    /// Credit units that stores have taken.
    taken: u32,
    /// Of these the ones that are on their way back: when the host hears of them, and how many.
    returning: VecDeque<(Ticks, u32)>,
    /// Reads so far, and the one that somebody waits for.
    reads: u64,
    awaited: Option<u64>,
    /// When the answer to that one is at the host.
    answer: Option<Ticks>,
}

/// Length of an access, at most a line.
#[must_use]
pub fn length(bytes: usize) -> u16 {
    u16::try_from(bytes).unwrap_or(u16::MAX)
}

/// Credit units of a store.
fn units(bytes: u16) -> u32 {
    u32::from(bytes).div_ceil(CREDIT_BYTES)
}

impl Accesses {
    /// Whether the card has none that it has not answered.
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        !self.present
    }

    /// Whether an access is on its way to the card, or an answer to the host.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        !self.coming.is_empty() || self.answer.is_some()
    }

    /// When the next of them arrives: until then nothing happens here, if the card has none.
    #[must_use]
    pub fn next(&self) -> Option<Ticks> {
        let coming = self.coming.front().map(|access| access.there);
        [coming, self.answer].into_iter().flatten().min()
    }

    /// When the host next hears of room, as far as that is known.
    #[must_use]
    pub fn next_room(&self) -> Option<Ticks> {
        self.returning.front().map(|(at, _)| *at)
    }

    /// Whether the host knows of room for a store.
    pub fn has_room(&mut self, now: Ticks, bytes: u16, params: &LinkParams) -> bool {
        while let Some(&(at, units)) = self.returning.front()
            && at <= now
        {
            self.returning.pop_front();
            self.taken -= units;
        }
        self.taken + units(bytes) <= params.store_credit_bytes / CREDIT_BYTES
    }

    /// Lets a store leave at `now`, which is no earlier than that of the one before.
    pub fn write(
        &mut self,
        now: Ticks,
        (bar, offset, data): (Bar, u64, &[u8]),
        params: &LinkParams,
        rate: Rate,
        down: &mut Wire,
    ) {
        let mut line = [0; BEAT_BYTES];
        line[..data.len()].copy_from_slice(data);
        let bytes = length(data.len());
        self.taken += units(bytes);
        self.leave(now, (bar, offset, bytes), Kind::Write { data: line }, params, rate, down);
    }

    /// Lets a read leave at `now`; it is the one that somebody waits for.
    pub fn read(
        &mut self,
        now: Ticks,
        place: (Bar, u64, u16),
        params: &LinkParams,
        rate: Rate,
        down: &mut Wire,
    ) {
        self.reads += 1;
        self.awaited = Some(self.reads);
        self.leave(now, place, Kind::Read { number: self.reads }, params, rate, down);
    }

    fn leave(
        &mut self,
        now: Ticks,
        (bar, offset, bytes): (Bar, u64, u16),
        kind: Kind,
        params: &LinkParams,
        rate: Rate,
        down: &mut Wire,
    ) {
        let payload = if matches!(kind, Kind::Write { .. }) { u32::from(bytes) } else { 0 };
        let there = down.send(now, payload + params.request_overhead) + rate.way();
        self.coming.push_back(Access { there, bar, offset, bytes, kind });
    }

    /// Hands the card the next access that is there, if it has none.
    pub fn arrive(&mut self, now: Ticks) -> Option<Access> {
        if self.present || self.coming.front().is_none_or(|access| access.there > now) {
            return None;
        }
        self.present = true;
        self.coming.pop_front()
    }

    /// The card has answered the access that it had. An answer to a read goes up behind all that has gone up before.
    pub fn answered(
        &mut self,
        now: Ticks,
        access: &Access,
        params: &LinkParams,
        rate: Rate,
        up: &mut Wire,
    ) {
        self.present = false;
        let bytes = access.bytes;
        match access.kind {
            Kind::Read { number } => {
                let packets = u32::from(bytes).div_ceil(params.max_payload);
                let wire_bytes = u32::from(bytes) + packets * params.completion_overhead;
                let at = up.send(now, wire_bytes) + rate.way();
                if self.awaited == Some(number) {
                    self.answer = Some(at);
                }
            }
            Kind::Write { .. } => self.returning.push_back((now + rate.way(), units(bytes))),
        }
    }

    /// Whether the answer to the read that somebody waits for is at the host; true once.
    pub fn take_answer(&mut self, now: Ticks) -> bool {
        let there = self.answer.take_if(|at| *at <= now).is_some();
        if there {
            self.awaited = None;
        }
        there
    }

    /// Nobody waits any longer. The read goes on, and its answer is nobody's.
    pub fn give_up(&mut self) {
        self.awaited = None;
        self.answer = None;
    }

    /// The card is in reset: what it has or what is on its way to it is lost.
    pub fn card_reset(&mut self) {
        self.coming.clear();
        self.present = false;
        self.taken = 0;
        self.returning.clear();
        self.give_up();
    }
}
