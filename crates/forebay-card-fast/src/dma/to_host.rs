// SPDX-License-Identifier: Apache-2.0
//! Writing half of a channel to the host: bursts on the host bus, packets on the wire, answers.

use std::collections::VecDeque;

use forebay_link::piece;

use super::{Wires, beats, earlier, facts};

/// A burst that is all there.
#[derive(Clone, Copy, Debug)]
struct Burst {
    /// From when on it may be chosen.
    from: u64,
    addr: u64,
    bytes: u64,
    /// The last one of its request.
    ends: bool,
}

/// The burst that is being written.
#[derive(Clone, Copy, Debug)]
struct Sending {
    addr: u64,
    left: u64,
    ends: bool,
    /// Bytes of the packet at hand, and the cycle of its last beat.
    packet: u64,
    at: u64,
}

/// Writing half.
#[derive(Debug)]
pub(crate) struct ToHost {
    /// Number of the channel among all.
    channel: usize,
    bursts: VecDeque<Burst>,
    /// The first one has been chosen.
    is_chosen: bool,
    /// The first cycle in which the next one may be.
    free: u64,
    sending: Option<Sending>,
    /// When the bursts that have left are answered.
    open: VecDeque<u64>,
}

/// What a step has come to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sent {
    /// Anything was due.
    pub(crate) any: bool,
    /// Bytes that have left.
    pub(crate) bytes: u64,
    /// A request has left, and is answered in that cycle.
    pub(crate) answered: Option<u64>,
}

impl ToHost {
    /// That of a channel.
    pub(crate) fn new(channel: usize) -> Self {
        Self {
            channel,
            bursts: VecDeque::new(),
            is_chosen: false,
            free: 0,
            sending: None,
            open: VecDeque::new(),
        }
    }

    /// A burst is all there from that cycle on.
    pub(crate) fn push(&mut self, closed: u64, addr: u64, bytes: u64, ends: bool) {
        let from = closed + facts::HOST_WRITE;
        self.bursts.push_back(Burst { from, addr, bytes, ends });
    }

    /// Does what is due.
    pub(crate) fn tick(&mut self, now: u64, wires: &mut Wires) -> Sent {
        while self.open.front().is_some_and(|at| *at <= now) {
            self.open.pop_front();
        }
        let mut sent = Sent::default();
        if let Some(sending) = self.sending.filter(|sending| sending.at <= now) {
            sent.any = true;
            sent.bytes = sending.packet;
            let through = wires.post(sending.at, sending.packet);
            let left = sending.left - sending.packet;
            if left > 0 {
                let addr = sending.addr.wrapping_add(sending.packet);
                self.sending = Some(packet(addr, left, sending.ends, sending.at + 1, wires));
            } else {
                self.sending = None;
                wires.write_free = Some(sending.at + 1);
                let answered = through + facts::HOST_ANSWER;
                self.open.push_back(answered);
                sent.answered = sending.ends.then_some(answered);
            }
        }
        sent.any |= self.choose(now, wires);
        if self.sending.is_none()
            && self.is_chosen
            && wires.may_write(now, self.channel)
            && let Some(burst) = self.bursts.pop_front()
        {
            sent.any = true;
            wires.turns.begin();
            self.is_chosen = false;
            self.sending = Some(packet(burst.addr, burst.bytes, burst.ends, now, wires));
            wires.write_free = None;
        }
        sent
    }

    /// From when on the next burst may be chosen, if another one may be open.
    fn choice(&self) -> Option<u64> {
        let open = self.open.len() + usize::from(self.sending.is_some());
        let burst = self.bursts.front().filter(|_| !self.is_chosen && open < facts::WRITES)?;
        Some(burst.from.max(self.free))
    }

    /// Has the next burst chosen if it is time.
    fn choose(&mut self, now: u64, wires: &mut Wires) -> bool {
        let due = self.choice().is_some_and(|from| from <= now);
        if !due || !wires.turns.choose(now, self.channel) {
            return false;
        }
        self.is_chosen = true;
        self.free = now + facts::HOST_ROOM;
        true
    }

    /// When something is due next; of what waits for others nothing is known.
    pub(crate) fn next(&self, now: u64, wires: &Wires) -> Option<u64> {
        let sending = self.sending.map(|sending| sending.at);
        let choice = self.choice().and_then(|from| Some(from.max(wires.turns.next_choice()?)));
        let begins = self.is_chosen && self.sending.is_none();
        let begins = begins.then(|| wires.next_write(self.channel)).flatten();
        let answered = self.open.front().filter(|at| **at > now).copied();
        let due = earlier(earlier(sending, choice), earlier(begins, answered));
        due.map(|at| at.max(now + 1))
    }

    /// Nothing waits to leave, and all that has left is answered.
    pub(crate) fn is_idle(&self, now: u64) -> bool {
        let answered = self.open.back().is_none_or(|at| *at <= now);
        self.sending.is_none() && self.bursts.is_empty() && answered
    }

    /// The run is over: a burst that is being written leaves the bus.
    pub(crate) fn clear(&mut self, now: u64, wires: &mut Wires) {
        if self.sending.is_some() {
            wires.write_free = Some(now + 1);
        }
        wires.turns.forget(self.channel);
        *self = Self::new(self.channel);
    }
}

/// The next packet of a burst, begun in that cycle or when there is room for it.
fn packet(addr: u64, left: u64, ends: bool, from: u64, wires: &mut Wires) -> Sending {
    let most = wires.params().max_payload;
    let bytes = u64::from(piece(addr, u32::try_from(left).unwrap_or(u32::MAX), most));
    let at = wires.room(from) + beats(addr, bytes) - 1;
    Sending { addr, left, ends, packet: bytes, at }
}
