// SPDX-License-Identifier: Apache-2.0
//! [`Link`]: the PCIe link and the host behind it, as a card's bus master sees them.

use std::collections::VecDeque;

use forebay_bus::{Bar, HostMemory, LinkParams};

use crate::accesses::{self, Access, Accesses};
use crate::axi::{Address, BEAT_BYTES};
use crate::reads::{ReadBeat, Reads};
use crate::wire::{Rate, Ticks, Wire};
use crate::writes::{WriteResponse, Writes};

/// Payload of a message-signalled interrupt.
const MESSAGE_BYTES: u32 = 4;

/// Link and host at the card's edge.
///
/// [`Link::begin`] opens a cycle; what the link offers in that cycle is asked of it next, and what the card did in it is told last.
/// The model is deterministic, and all its figures come from [`LinkParams`].
///
/// * Whatever goes down and comes up takes half of `round_trip_cycles` each way, and its time on the wire.
/// * Read bursts are cut into requests of at most `max_read_request` bytes, issued in order while a read credit
///   is free; each costs `request_overhead` on the way up. When it is at the host its data go down in completions of at
///   most `max_payload` bytes, each with `completion_overhead`.
/// * Data come back in the order of the requests, unless `shuffle_seed` or somebody on the way to memory lets some of
///   them come late; reads with the same identifier stay in order even then. What is never answered holds up neither
///   reads nor responses with another identifier.
/// * Write bursts are cut into packets of at most `max_payload` bytes, each with `request_overhead`. The response
///   comes when the last of them has left; `posted_credit_bytes` may wait for the wire.
/// * What goes up goes in one order: writes, read requests, messages, answers to the host's reads. So neither a message
///   nor an answer overtakes data.
/// * What goes down goes in one order too: completions and the host's own accesses, as they come to the wire. A store
///   leaves when `store_credit_bytes` have room for it, with `request_overhead`; a read is that overhead alone, and its
///   answer goes up in completions as well.
/// * Host memory is read when the request leaves and written when the packet is complete; a message is there when it has
///   left. That the host takes its time over them is no business of a link.
#[derive(Debug)]
pub struct Link {
    params: LinkParams,
    host: HostMemory,
    rate: Rate,
    now: Ticks,
    up: Wire,
    down: Wire,
    reads: Reads,
    writes: Writes,
    accesses: Accesses,
    /// Messages on the wire: when they arrive, and the vector.
    messages: VecDeque<(Ticks, u8)>,
    /// Vectors that have arrived and were not taken yet.
    arrived: u32,
}

/// What the host does.
impl Link {
    /// An idle link.
    #[must_use]
    pub fn new(params: LinkParams, host: HostMemory) -> Self {
        let rate = Rate::new(&params);
        Self {
            rate,
            now: 0,
            up: Wire::new(rate),
            down: Wire::new(rate),
            reads: Reads::default(),
            writes: Writes::default(),
            accesses: Accesses::default(),
            messages: VecDeque::new(),
            arrived: 0,
            params,
            host,
        }
    }

    /// The host memory behind the link.
    #[must_use]
    pub fn host(&self) -> &HostMemory {
        &self.host
    }

    /// The link's parameters.
    #[must_use]
    pub fn params(&self) -> &LinkParams {
        &self.params
    }

    /// Whether the card has nothing under way beyond its edge, and has answered the host. An access may still be
    /// on its way: see [`Link::next_access`].
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.reads.is_idle()
            && self.writes.is_idle()
            && self.messages.is_empty()
            && self.accesses.is_idle()
    }

    /// Whether an access of the host is on its way to the card, or an answer to the host.
    #[must_use]
    pub fn is_accessed(&self) -> bool {
        self.accesses.is_under_way()
    }

    /// The cycle in which the next thing happens to the host's accesses, if the card has none.
    #[must_use]
    pub fn next_access(&self) -> Option<u64> {
        self.accesses.next().map(|at| self.rate.cycle_at(at))
    }

    /// Whether a store of so many bytes may leave in front of cycle number `cycle`.
    pub fn has_room(&mut self, cycle: u64, bytes: usize) -> bool {
        self.accesses.has_room(self.rate.cycles(cycle), accesses::length(bytes), &self.params)
    }

    /// The cycle in which the host next hears of room for stores, as far as that is known.
    #[must_use]
    pub fn next_room(&self) -> Option<u64> {
        self.accesses.next_room().map(|at| self.rate.cycle_at(at))
    }

    /// Lets a store leave in front of cycle number `cycle`, of a line at most.
    pub fn write(&mut self, cycle: u64, bar: Bar, offset: u64, data: &[u8]) {
        let now = self.enter(cycle);
        self.accesses.write(now, (bar, offset, data), &self.params, self.rate, &mut self.down);
    }

    /// Lets a read leave in front of cycle number `cycle`; somebody waits for its answer.
    pub fn read(&mut self, cycle: u64, bar: Bar, offset: u64, bytes: usize) {
        let now = self.enter(cycle);
        let place = (bar, offset, accesses::length(bytes));
        self.accesses.read(now, place, &self.params, self.rate, &mut self.down);
    }

    /// Whether the answer to the read that somebody waits for is at the host by that cycle; true once.
    pub fn take_answer(&mut self, cycle: u64) -> bool {
        self.accesses.take_answer(self.rate.cycles(cycle))
    }

    /// Nobody waits for the answer any longer.
    pub fn give_up_read(&mut self) {
        self.accesses.give_up();
    }

    /// The host's end of the wire in front of that cycle: what came to it earlier has gone before.
    fn enter(&mut self, cycle: u64) -> Ticks {
        let now = self.rate.cycles(cycle);
        self.reads.answer(now, &self.params, self.rate, &mut self.down);
        now
    }

    /// Vectors that have arrived since the last call, as a bit mask.
    pub fn take_messages(&mut self) -> u32 {
        std::mem::take(&mut self.arrived)
    }
}

/// What the card does, cycle by cycle.
impl Link {
    /// The card is in reset and the link is not; to be called once a cycle, from before the first on. What the host owes
    /// still comes, late as it may be; what was not going to be answered is answered with an error, as a root port does
    /// whose patience has ended. A read request that waits for a credit is never sent, and is answered here. Messages do not
    /// outlive a reset, which takes longer than any of them, and what the host had sent to the card is lost.
    pub fn card_reset(&mut self) {
        let answer_at = self.now + self.rate.cycles(u64::from(self.params.round_trip_cycles));
        self.reads.answer_all(answer_at);
        self.reads.drop_unsent(self.now);
        self.writes.answer_all(answer_at);
        self.accesses.card_reset();
        self.messages.clear();
        self.arrived = 0;
    }

    /// Whether every write has all its data.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.writes.is_complete()
    }

    /// Opens cycle number `cycle`. Returns whether a message has arrived at the host.
    pub fn begin(&mut self, cycle: u64) -> bool {
        self.now = self.rate.cycles(cycle);
        self.host.set_cycle(cycle);
        self.writes.settle(self.now);
        self.reads.issue(self.now, &self.params, self.rate, &mut self.up, &self.host);
        self.reads.answer(self.now, &self.params, self.rate, &mut self.down);
        self.deliver_messages()
    }

    fn deliver_messages(&mut self) -> bool {
        let mut any = false;
        while let Some((_, vector)) = self.messages.front().filter(|(at, _)| *at <= self.now) {
            self.arrived |= 1 << (vector % 32);
            self.messages.pop_front();
            any = true;
        }
        any
    }

    /// The next access of the host that is there, if the card has answered the one before.
    pub fn arrive(&mut self) -> Option<Access> {
        self.accesses.arrive(self.now)
    }

    /// Whether another read burst may be asked for.
    #[must_use]
    pub fn takes_read(&self) -> bool {
        self.reads.has_room()
    }

    /// Whether another write burst may be announced.
    #[must_use]
    pub fn takes_write(&self) -> bool {
        self.writes.has_room()
    }

    /// Whether a beat of write data may come: its burst is known and posted credit is left.
    #[must_use]
    pub fn takes_data(&self) -> bool {
        self.writes.wants_data(&self.params)
    }

    /// The beat of read data that is offered.
    pub fn read_beat(&mut self) -> Option<ReadBeat> {
        self.reads.head(self.now)
    }

    /// The response to a write that is offered.
    #[must_use]
    pub fn write_response(&self) -> Option<WriteResponse> {
        self.writes.head(self.now)
    }

    /// The card has taken the beat of [`Link::read_beat`].
    pub fn pop_beat(&mut self) {
        self.reads.pop(self.now);
    }

    /// The card has taken the response of [`Link::write_response`].
    pub fn pop_response(&mut self) {
        self.writes.pop(self.now);
    }

    /// Takes a beat of write data: its lanes, their strobes, and whether it is the last of its burst.
    ///
    /// # Errors
    /// The rule that the card broke.
    pub fn push_data(&mut self, beat: (&[u8; BEAT_BYTES], u64, bool)) -> Result<(), String> {
        self.writes.push_data(self.now, beat, &self.params, &mut self.up, &self.host)
    }

    /// Takes the address of a write burst.
    pub fn push_write(&mut self, address: Address) {
        self.writes.push(address);
    }

    /// Takes the address of a read burst.
    pub fn push_read(&mut self, address: Address) {
        self.reads.push(address);
    }

    /// Takes a message, to be told behind what the card has written in the same cycle.
    pub fn push_message(&mut self, vector: u8) {
        let arrives = self.up.send(self.now, MESSAGE_BYTES + self.params.request_overhead);
        self.messages.push_back((arrives, vector));
    }

    /// The card has answered an access. To be told last in a cycle, so that an answer passes nothing that the card has sent.
    pub fn answered(&mut self, access: &Access) {
        self.accesses.answered(self.now, access, &self.params, self.rate, &mut self.up);
    }
}
