// SPDX-License-Identifier: Apache-2.0
//! The host's accesses on their way to the card's BARs: stores that nobody waits for, reads that somebody does.
//!
//! They go down one after another, whichever BAR they are for, and are handed to the card's ports in that order, each when
//! the one before it has been answered. So a read that comes back has pushed every earlier store into the card.

use std::collections::VecDeque;

use forebay_bus::{Bar, CardError, Layout, LinkParams};

use crate::bar::{self, BarPort, Ended};
use crate::structs::{BARS, BEAT_BYTES, BarIn, BarOut};
use crate::wire::{Rate, Ticks, Wire};

/// A BAR may take this many times the bound of the card's layout over an access: so many are ahead of it at most.
const BUDGET_BOUNDS: u64 = 32;
/// PCI Express counts the room for posted data in units of four words.
const CREDIT_BYTES: u32 = 16;

/// What an access is.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Write {
        data: [u8; BEAT_BYTES],
    },
    /// The number of the read.
    Read {
        number: u64,
    },
}

/// An access that has left the host.
#[derive(Debug)]
struct Access {
    /// When it is at the card.
    there: Ticks,
    bar: Bar,
    offset: u64,
    bytes: u16,
    kind: Kind,
}

/// The host's accesses.
#[derive(Debug)]
pub(crate) struct Mmio {
    layout: &'static Layout,
    /// On the way to the card, in order.
    coming: VecDeque<Access>,
    port: BarPort,
    /// The access at the port, and the cycles that it has been there.
    present: Option<(Access, u64)>,
    /// Credit units that stores have taken.
    taken: u32,
    /// Of these the ones that are on their way back: when the host hears of them, and how many.
    returning: VecDeque<(Ticks, u32)>,
    /// Reads so far, and the one that somebody waits for.
    reads: u64,
    awaited: Option<u64>,
    /// When the answer to that one is at the host.
    answer: Option<Ticks>,
    /// The access that has used up its time.
    overdue: Option<(Bar, u64)>,
}

/// Length of an access, at most a line.
pub(crate) fn length(bytes: usize) -> u16 {
    u16::try_from(bytes).unwrap_or(u16::MAX)
}

/// Credit units of a store.
fn units(bytes: u16) -> u32 {
    u32::from(bytes).div_ceil(CREDIT_BYTES)
}

impl Mmio {
    /// Nobody has accessed the card yet.
    pub(crate) fn new(layout: &'static Layout) -> Self {
        Self {
            layout,
            coming: VecDeque::new(),
            port: BarPort::default(),
            present: None,
            taken: 0,
            returning: VecDeque::new(),
            reads: 0,
            awaited: None,
            answer: None,
            overdue: None,
        }
    }

    /// Card cycles that a BAR may take over an access. The card itself gives up long before.
    fn budget_cycles(&self) -> u64 {
        BUDGET_BOUNDS * u64::from(self.layout.answer_cycles)
    }

    /// Whether no port has an access.
    pub(crate) fn is_idle(&self) -> bool {
        self.present.is_none()
    }

    /// Whether an access is on its way to the card, or an answer to the host.
    pub(crate) fn is_under_way(&self) -> bool {
        !self.coming.is_empty() || self.answer.is_some()
    }

    /// When the next of them arrives: until then nothing happens here, if no port has an access.
    pub(crate) fn next(&self) -> Option<Ticks> {
        let coming = self.coming.front().map(|access| access.there);
        [coming, self.answer].into_iter().flatten().min()
    }

    /// When the host next hears of room, as far as that is known.
    pub(crate) fn next_room(&self) -> Option<Ticks> {
        self.returning.front().map(|(at, _)| *at)
    }

    /// Whether the host knows of room for a store.
    pub(crate) fn has_room(&mut self, now: Ticks, bytes: u16, params: &LinkParams) -> bool {
        while let Some(&(at, units)) = self.returning.front()
            && at <= now
        {
            self.returning.pop_front();
            self.taken -= units;
        }
        self.taken + units(bytes) <= params.store_credit_bytes / CREDIT_BYTES
    }

    /// Lets a store leave at `now`, which is no earlier than that of the one before.
    pub(crate) fn write(
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
    pub(crate) fn read(
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

    /// What the read that somebody waits for has returned, once that is at the host.
    pub(crate) fn take_answer(&mut self, now: Ticks) -> Option<&[u8]> {
        self.answer.take_if(|at| *at <= now)?;
        self.awaited = None;
        Some(self.port.read_data())
    }

    /// Nobody waits any longer. The read goes on, and its answer is nobody's.
    pub(crate) fn give_up(&mut self) {
        self.awaited = None;
        self.answer = None;
    }

    /// The access that has been at its port for longer than a card may take; once for each time that it has.
    pub(crate) fn take_overdue(&mut self) -> Option<CardError> {
        let (bar, offset) = self.overdue.take()?;
        Some(CardError::MmioTimeout { bar, offset, cycles: self.budget_cycles() })
    }

    /// The card is in reset: what is at its ports or on its way to them is lost.
    pub(crate) fn card_reset(&mut self) {
        self.coming.clear();
        self.port.reset();
        self.present = None;
        self.taken = 0;
        self.returning.clear();
        self.give_up();
        self.overdue = None;
    }

    /// Drives the card's inputs.
    pub(crate) fn drive(&mut self, now: Ticks, bars: &mut [BarIn; BARS]) {
        if self.present.is_none()
            && self.coming.front().is_some_and(|access| access.there <= now)
            && let Some(access) = self.coming.pop_front()
        {
            let Access { bar, offset, bytes, .. } = access;
            let port = bar::port(self.layout, bar);
            let (_, at) = bar.place(self.layout, offset);
            match &access.kind {
                Kind::Write { data } => {
                    self.port.start_write(port, at, &data[..usize::from(bytes)]);
                }
                Kind::Read { .. } => self.port.start_read(port, at, bytes),
            }
            self.present = Some((access, 0));
        }
        self.port.drive(bars);
    }

    /// Takes what the card did at its ports. An answer goes up behind all that has gone up before.
    pub(crate) fn react(
        &mut self,
        now: Ticks,
        bars: &[BarOut; BARS],
        params: &LinkParams,
        rate: Rate,
        up: &mut Wire,
    ) {
        let budget = self.budget_cycles();
        let Some((access, waited)) = &mut self.present else { return };
        let Some(ended) = self.port.react(bars) else {
            *waited += 1;
            if *waited == budget {
                *waited = 0;
                self.overdue = Some((access.bar, access.offset));
            }
            return;
        };
        let bytes = access.bytes;
        match (ended, access.kind) {
            (Ended::Read, Kind::Read { number }) => {
                let packets = u32::from(bytes).div_ceil(params.max_payload);
                let wire_bytes = u32::from(bytes) + packets * params.completion_overhead;
                let at = up.send(now, wire_bytes) + rate.way();
                if self.awaited == Some(number) {
                    self.answer = Some(at);
                }
            }
            _ => self.returning.push_back((now + rate.way(), units(bytes))),
        }
        self.present = None;
    }
}
