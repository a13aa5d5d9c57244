// SPDX-License-Identifier: Apache-2.0
//! Reads of host memory: those of a channel's data and of its descriptors meet, wait for one of so many to end, and become requests and
//! completions.

use forebay_link::piece;

use super::super::{beats, facts};
use super::{Arrival, Asker, Read, Request, Ticks, Wires};

impl Wires {
    /// Whether another read may have its turn.
    pub(crate) fn may_ask(&self, now: u64) -> bool {
        self.ask_free <= now && self.turn.is_none()
    }

    /// When that may change; as long as a read waits nothing is known.
    pub(crate) fn next_ask(&self, now: u64) -> Option<u64> {
        self.turn.is_none().then(|| self.ask_free.max(now + 1))
    }

    /// Whether that channel may ask for descriptors: it asks for one read at a time.
    pub(crate) fn may_ask_front(&self, asker: &Asker) -> bool {
        self.fronts.iter().all(|front| front.asker.channel != asker.channel)
    }

    /// Takes a read of descriptors, which goes where all reads meet.
    pub(crate) fn ask_front(&mut self, now: u64, asker: Asker, addr: u64, bytes: u64) {
        let free = self.fronts.back().map_or(0, |front| front.from + 1);
        let from = free.max(now + facts::ASK);
        self.fronts.push_back(Read { from, asker, addr, bytes });
    }

    /// Asks for the first one of these, if it is there; whether it did.
    pub(crate) fn front(&mut self, now: u64) -> bool {
        let due = self.fronts.front().is_some_and(|front| front.from <= now);
        if !due || !self.may_ask(now) {
            return false;
        }
        let Some(Read { asker, addr, bytes, .. }) = self.fronts.pop_front() else { return false };
        self.read(now, asker, addr, bytes);
        true
    }

    /// A read has its turn.
    pub(crate) fn read(&mut self, now: u64, asker: Asker, addr: u64, bytes: u64) {
        self.ask_free = now + 1;
        self.asked_last = (!asker.descriptors).then_some(asker.channel);
        self.turn = Some(Read { from: now + facts::ISSUE, asker, addr, bytes });
    }

    /// Lets the read go whose turn it was, if few enough are open.
    fn go(&mut self, now: u64) {
        // The limit hears of an end a cycle later.
        while self.ending.front().is_some_and(|end| *end < now) {
            self.ending.pop_front();
        }
        if self.open + self.ending.len() == facts::READS {
            return;
        }
        let Some(Read { asker, mut addr, bytes, .. }) = self.turn.take_if(|read| read.from <= now)
        else {
            return;
        };
        self.open += 1;
        let mut left = u32::try_from(bytes).unwrap_or(u32::MAX);
        while left > 0 {
            let bytes = piece(addr, left, self.params.max_read_request);
            left -= bytes;
            let request = Request { asker, addr, bytes, ends: left == 0 };
            self.waiting.push_back((now + 1, request));
            addr = addr.wrapping_add(bytes.into());
        }
    }

    /// When it may go.
    pub(super) fn next_go(&self, now: u64) -> Option<u64> {
        let from = self.turn?.from.max(now + 1);
        if self.open + self.ending.len() < facts::READS {
            return Some(from);
        }
        self.ending.front().map(|end| from.max(end + 1))
    }

    /// Lets requests go that have a credit.
    fn issue(&mut self, now: u64) {
        while self.credits.front().is_some_and(|back| *back <= self.rate.cycles(now)) {
            self.credits.pop_front();
        }
        while self.asked.len() + self.credits.len() < self.params.read_credits as usize
            && let Some(&(from, request)) = self.waiting.front()
            && from <= now
        {
            self.waiting.pop_front();
            let now = self.rate.cycles(now);
            let there = self.up.send(now, self.params.request_overhead) + self.rate.way();
            self.asked.push_back((there, request));
        }
    }

    /// The next thing that has come by that cycle.
    pub(crate) fn arrive(&mut self, now: u64, arrived: &mut Vec<Arrival>) {
        self.go(now);
        self.issue(now);
        let until = self.rate.cycles(now);
        while let Some(&(there, request)) = self.asked.front()
            && there <= until
        {
            self.asked.pop_front();
            self.complete(there, request, arrived);
        }
    }

    fn complete(&mut self, there: Ticks, request: Request, arrived: &mut Vec<Arrival>) {
        let Request { asker, mut addr, bytes: mut left, ends } = request;
        let mut credit = there;
        while left > 0 {
            let bytes = piece(addr, left, self.params.max_payload);
            let wire_bytes = bytes + self.params.completion_overhead;
            credit = self.down.send(there, wire_bytes) + self.rate.way();
            let first = self.data_free.max(self.rate.cycle_at(credit));
            let last = first + beats(addr, bytes.into()) - 1;
            self.data_free = last + 1;
            arrived.push(Arrival { asker, bytes: bytes.into(), first, last });
            addr = addr.wrapping_add(bytes.into());
            left -= bytes;
        }
        self.credits.push_back(credit);
        if ends {
            self.open -= 1;
            self.ending.push_back(self.data_free - 1);
        }
    }
}
