// SPDX-License-Identifier: Apache-2.0
//! The two wires of the link, and the host bus in front of them: what all channels share.

mod accesses;
mod reads;

use std::collections::VecDeque;

use forebay_bus::LinkParams;
use forebay_link::{Accesses, Rate, Ticks, Wire};

use super::turns::Turns;
use super::words::Words;

/// Payload of a message.
const MESSAGE_BYTES: u32 = 4;

/// Who reads host memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asker {
    /// Number of the channel among all.
    pub(crate) channel: usize,
    /// Number of its run: what comes for an earlier one is nobody's.
    pub(crate) run: u64,
    /// Descriptors, not data.
    pub(crate) descriptors: bool,
}

/// Bytes of a read that have come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) asker: Asker,
    pub(crate) bytes: u64,
    /// Cycles of the first and the last beat with them.
    pub(crate) first: u64,
    pub(crate) last: u64,
}

/// A read on its way to the bus.
#[derive(Clone, Copy, Debug)]
struct Read {
    /// The cycle from which on it may go.
    from: u64,
    asker: Asker,
    addr: u64,
    bytes: u64,
}

/// A read request.
#[derive(Clone, Copy, Debug)]
struct Request {
    asker: Asker,
    addr: u64,
    bytes: u32,
    /// The last one of its read.
    ends: bool,
}

/// Link and host bus.
#[derive(Debug)]
pub(crate) struct Wires {
    params: LinkParams,
    rate: Rate,
    up: Wire,
    down: Wire,
    /// Reads of descriptors on their way to where all reads meet.
    fronts: VecDeque<Read>,
    /// The read whose turn it was, until so few are open that it may go.
    turn: Option<Read>,
    /// Requests that wait for a credit, from that cycle on.
    waiting: VecDeque<(u64, Request)>,
    /// Requests on their way, and when they are at the host.
    asked: VecDeque<(Ticks, Request)>,
    /// When the credits of those come back that have been answered.
    credits: VecDeque<Ticks>,
    /// Reads without an end in sight, and when the others end.
    open: usize,
    ending: VecDeque<u64>,
    /// The first cycle in which a read can be asked for, and in which data can come.
    ask_free: u64,
    data_free: u64,
    /// The channel that has asked last, or none if it was for descriptors: it is the last one to ask next.
    pub(crate) asked_last: Option<usize>,
    /// Packets that wait for the wire: when they are through, and their bytes.
    posted: VecDeque<(Ticks, u32)>,
    posted_bytes: u32,
    /// The first cycle in which a burst can be written, if none is.
    pub(crate) write_free: Option<u64>,
    /// Whose burst is next.
    pub(crate) turns: Turns,
    /// Results of packets on their way to it.
    pub(crate) words: Words,
    accesses: Accesses,
    /// Whose burst is next on the card bus.
    pub(crate) card_turns: Turns,
    /// Where the last burst has gone.
    pub(crate) card_slave: usize,
    /// The first cycle in which the card can be written, and its memory read.
    pub(crate) card_write_free: u64,
    pub(crate) card_read_free: u64,
}

impl Wires {
    /// Idle ones.
    pub(crate) fn new(params: LinkParams) -> Self {
        let rate = Rate::new(&params);
        Self {
            rate,
            up: Wire::new(rate),
            down: Wire::new(rate),
            fronts: VecDeque::new(),
            turn: None,
            waiting: VecDeque::new(),
            asked: VecDeque::new(),
            credits: VecDeque::new(),
            open: 0,
            ending: VecDeque::new(),
            ask_free: 0,
            asked_last: None,
            data_free: 0,
            posted: VecDeque::new(),
            posted_bytes: 0,
            write_free: Some(0),
            turns: Turns::default(),
            words: Words::default(),
            accesses: Accesses::default(),
            card_turns: Turns::default(),
            card_slave: 0,
            card_write_free: 0,
            card_read_free: 0,
            params,
        }
    }

    /// Their parameters.
    pub(crate) const fn params(&self) -> &LinkParams {
        &self.params
    }

    /// When something comes to the host, or may leave.
    pub(crate) fn next(&self, now: u64) -> Option<u64> {
        let front = self.fronts.front();
        let front = front.and_then(|front| Some(self.next_ask(now)?.max(front.from)));
        let asked = self.asked.front().map(|(there, _)| self.rate.cycle_at(*there));
        let asked = super::earlier(super::earlier(front, self.next_go(now)), asked);
        let Some((from, _)) = self.waiting.front() else { return asked };
        let open = self.asked.len() + self.credits.len();
        let credit = if open < self.params.read_credits as usize {
            Some(*from)
        } else {
            self.credits.front().map(|back| self.rate.cycle_at(*back).max(*from))
        };
        super::earlier(asked, credit)
    }

    /// Sends a packet whose last beat is in that cycle; the first cycle in which it is through.
    pub(crate) fn post(&mut self, now: u64, bytes: u64) -> u64 {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let sent = self.up.send(self.rate.cycles(now), bytes + self.params.request_overhead);
        self.posted.push_back((sent, bytes));
        self.posted_bytes += bytes;
        self.rate.cycle_at(sent)
    }

    /// The first cycle from `now` on in which a beat of a packet may come.
    pub(crate) fn room(&mut self, now: u64) -> u64 {
        let mut from = now;
        while let Some(&(sent, bytes)) = self.posted.front()
            && (sent <= self.rate.cycles(now)
                || self.posted_bytes >= self.params.posted_credit_bytes)
        {
            from = from.max(self.rate.cycle_at(sent));
            self.posted_bytes -= bytes;
            self.posted.pop_front();
        }
        from
    }

    /// Whether data of `whose` may begin: it is their turn, and the bus is free.
    pub(crate) fn may_write(&self, now: u64, whose: usize) -> bool {
        self.next_write(whose).is_some_and(|from| from <= now)
    }

    /// When it may, if that hangs on nobody.
    pub(crate) fn next_write(&self, whose: usize) -> Option<u64> {
        Some(self.turns.turn(whose)?.max(self.write_free?))
    }

    /// Sends a message that is to go in that cycle; when it is at the host.
    pub(crate) fn message(&mut self, now: u64) -> u64 {
        let bytes = MESSAGE_BYTES + self.params.request_overhead;
        self.rate.cycle_at(self.up.send(self.rate.cycles(now), bytes))
    }
}
