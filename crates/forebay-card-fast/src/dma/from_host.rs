// SPDX-License-Identifier: Apache-2.0
//! Reading half of a channel to the card: bursts, the reads that they share, and their beats in order (`fby_dma_split`, `fby_dma_rd`,
//! `fby_dma_gate`, `fby_dma_align`).

mod parts;

use std::collections::VecDeque;

use parts::{Burst, Chunk, Hand, Request};

use super::{Arrival, Asker, Outs, Wires, beats, facts, tail};

/// Reading half.
#[derive(Debug)]
pub(crate) struct FromHost {
    asker: Asker,
    /// Cycles from a beat on the bus to the end of this half.
    latency: u64,
    request: Option<Request>,
    /// Bursts that have been issued and have bytes to come.
    bursts: VecDeque<Burst>,
    /// Bursts of which not all has passed.
    inside: usize,
    /// Reads of which not all has left the data memory.
    reads: usize,
    hand: Option<Hand>,
    issue_free: u64,
    room: u64,
    chunks: VecDeque<Chunk>,
    /// How many of these have left the data memory, their beats, and when the next one may.
    taken: usize,
    taken_beats: u64,
    take_free: u64,
    /// The cycles in which none can, as the beat behind a last one is made.
    stalls: VecDeque<u64>,
    out_free: u64,
    /// What has passed.
    pub(crate) outs: Outs,
    /// Bytes that have passed and that the other half holds.
    pub(crate) held: u64,
    most_held: u64,
}

impl FromHost {
    /// One of a channel whose other half holds so many bytes.
    pub(crate) fn new(asker: Asker, latency: u64, most_held: u64) -> Self {
        Self {
            asker,
            latency,
            request: None,
            bursts: VecDeque::new(),
            inside: 0,
            reads: 0,
            hand: None,
            issue_free: 0,
            room: facts::READ_BEATS,
            chunks: VecDeque::new(),
            taken: 0,
            taken_beats: 0,
            take_free: 0,
            stalls: VecDeque::new(),
            out_free: 0,
            outs: Outs::default(),
            held: 0,
            most_held,
        }
    }

    /// Whether a request may be handed over.
    pub(crate) const fn is_free(&self) -> bool {
        self.request.is_none()
    }

    /// Takes a request of some bytes, which go there.
    pub(crate) fn hand_over(&mut self, now: u64, addr: u64, bytes: u64, to: u64) {
        let from = now + facts::HAND_OVER;
        let joins = self.issue_free == from;
        self.request =
            Some(Request { addr, left: bytes, from, joins, tail: tail(addr, bytes, to) });
    }

    /// Reads no more, and drops what comes.
    pub(crate) fn cancel(&mut self) {
        self.request = None;
        self.most_held = u64::MAX;
        // A read that is not on the bus never is.
        let mut left = self.hand.take().map_or(0, |hand| hand.bytes);
        while left > 0
            && let Some(burst) = self.bursts.pop_back()
        {
            self.inside -= 1;
            left = left.saturating_sub(burst.bytes);
        }
    }

    /// Nothing that was asked for has still to come.
    pub(crate) fn is_idle(&self) -> bool {
        self.bursts.is_empty() && self.chunks.is_empty()
    }

    /// What has come of its reads.
    pub(crate) fn arrive(&mut self, arrival: &Arrival) {
        let (mut left, mut first) = (arrival.bytes, arrival.first);
        while left > 0
            && let Some(Burst { addr, bytes, tail, shared, goes_on }) = self.bursts.front_mut()
        {
            let part = left.min(*bytes);
            let beats = beats(*addr, part);
            let last = (first + beats - 1).min(arrival.last);
            let ends = part == *bytes;
            let tail = if ends { *tail } else { 0 };
            let shared = std::mem::take(shared);
            let ends_read = ends && !*goes_on;
            self.chunks.push_back(Chunk {
                bytes: part,
                beats,
                shared,
                tail,
                ends,
                ends_read,
                first,
                last,
            });
            // A burst that begins within a beat has its first bytes with the last ones of the burst before.
            first = if addr.wrapping_add(part).is_multiple_of(64) { last + 1 } else { last };
            (*addr, *bytes, left) = (addr.wrapping_add(part), *bytes - part, left - part);
            if *bytes == 0 {
                self.bursts.pop_front();
            }
        }
    }

    /// Does what is due; whether anything was.
    pub(crate) fn tick(&mut self, now: u64, wires: &mut Wires) -> bool {
        let mut any = false;
        while let Some(chunk) = self.chunks.front()
            && self.due(chunk) <= now
            && self.held + chunk.bytes <= self.most_held
        {
            let chunk = *chunk;
            self.chunks.pop_front();
            let beats = chunk.beats + chunk.tail;
            self.out_free = self.out_free.max(now.saturating_sub(beats)) + beats;
            self.out_free = self.out_free.max(chunk.last + self.latency + chunk.tail + 1);
            self.outs.pass(chunk.bytes, now);
            self.held += chunk.bytes;
            if self.taken == 0 {
                self.take(now, &chunk);
            }
            self.taken -= 1;
            self.taken_beats -= chunk.beats;
            any = true;
        }
        while let Some(chunk) = self.next_take()
            && self.take_due(&chunk) <= now
        {
            self.take(now, &chunk);
            any = true;
        }
        any | self.issue(now, wires)
    }

    /// The next chunk to leave the data memory, if it can: a few beats have room on their way.
    fn next_take(&self) -> Option<Chunk> {
        let chunk = self.chunks.get(self.taken)?;
        let fits = self.taken_beats == 0 || self.taken_beats + chunk.beats <= facts::ALIGN_BEATS;
        fits.then_some(*chunk)
    }

    /// When the last beat of a chunk leaves the data memory.
    fn take_due(&self, chunk: &Chunk) -> u64 {
        let first = self.take_free.max(chunk.first + facts::TAKE);
        let last = (first + chunk.beats - 1).max(chunk.last + facts::TAKE);
        let stalls = self.stalls.iter().filter(|at| first <= **at && **at <= last).count() as u64;
        last + stalls
    }

    /// A chunk leaves the data memory.
    fn take(&mut self, now: u64, chunk: &Chunk) {
        self.take_free = now + 1;
        self.stalls.retain(|at| *at > now);
        if chunk.tail > 0 {
            self.stalls.push_back(now + facts::TAIL);
        }
        self.taken += 1;
        self.taken_beats += chunk.beats;
        self.room += chunk.beats - u64::from(chunk.shared);
        self.inside -= usize::from(chunk.ends);
        self.reads -= usize::from(chunk.ends_read);
    }

    /// When a chunk is through.
    fn due(&self, chunk: &Chunk) -> u64 {
        let first = self.out_free.max(chunk.first + self.latency);
        (first + chunk.beats - 1).max(chunk.last + self.latency) + chunk.tail
    }

    /// Enters the next burst, and lets a read go that nothing more joins; in the same cycle the next one begins.
    fn issue(&mut self, now: u64, wires: &mut Wires) -> bool {
        let entered = self.enter(now);
        if let Some(hand) = self.hand
            && hand.since < now
            && wires.may_ask(now)
        {
            wires.read(now, self.asker, hand.addr, hand.bytes);
            self.hand = None;
            self.enter(now);
            return true;
        }
        entered
    }

    /// Enters the next burst, if it is time.
    fn enter(&mut self, now: u64) -> bool {
        if let Some(Request { addr, left, joins, tail, .. }) = self.request
            && self.next_issue(now).is_some_and(|from| from <= now)
        {
            let bytes = left.min(facts::BURST_BYTES - addr % facts::BURST_BYTES);
            let beats = beats(addr, bytes);
            let joins = joins && self.hand.is_some_and(|hand| hand.takes_in(addr, now));
            if joins && let Some(hand) = &mut self.hand {
                hand.bytes += bytes;
                hand.since = now;
                if let Some(before) = self.bursts.back_mut() {
                    before.goes_on = true;
                }
            } else {
                self.hand = Some(Hand { addr, bytes, since: now });
                self.reads += 1;
            }
            let shared = joins && !addr.is_multiple_of(64);
            self.room -= beats - u64::from(shared);
            let ends = bytes == left;
            self.inside += 1;
            let tail = if ends { tail } else { 0 };
            self.bursts.push_back(Burst { addr, bytes, tail, shared, goes_on: false });
            self.issue_free = now + 1;
            let from = now + 1;
            let (addr, left) = (addr.wrapping_add(bytes), left - bytes);
            let request = Request { addr, left, from, joins: false, tail };
            self.request = Some(request).filter(|request| request.left > 0);
            return true;
        }
        false
    }

    /// When the next burst may be entered, from that cycle on, if nobody stands in its way.
    fn next_issue(&self, from: u64) -> Option<u64> {
        let request = self.request.as_ref()?;
        let at = request.from.max(self.issue_free).max(from);
        let bytes = request.left.min(facts::BURST_BYTES - request.addr % facts::BURST_BYTES);
        let fits = beats(request.addr, bytes) <= self.room && self.inside < facts::UNDER_WAY;
        let may = match self.hand {
            Some(hand) => request.joins && hand.takes_in(request.addr, at),
            None => self.reads < facts::READS,
        };
        (fits && may).then_some(at)
    }

    /// When something is due next; of what waits for others nothing is known.
    pub(crate) fn next(&self, now: u64, wires: &Wires) -> Option<u64> {
        let chunk = self.chunks.front();
        let chunk = chunk.filter(|chunk| self.held + chunk.bytes <= self.most_held);
        let out = chunk.map(|chunk| self.due(chunk).max(now + 1));
        let asks = self.hand.and_then(|hand| wires.next_ask(now).map(|at| at.max(hand.since + 1)));
        let issue = self.next_issue(now + 1);
        let take = self.next_take().map(|chunk| self.take_due(&chunk).max(now + 1));
        let out = super::earlier(out, take);
        super::earlier(super::earlier(out, asks), issue)
    }
}
