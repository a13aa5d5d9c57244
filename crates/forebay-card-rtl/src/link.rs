// SPDX-License-Identifier: Apache-2.0
//! The PCIe link and the host behind it, as the card's AXI4 master sees them.
//!
//! Called once before and once after every cycle. The model is deterministic, and all its figures come from
//! [`LinkParams`]; it knows nothing of registers or of what the data means.
//!
//! * Whatever goes down and comes up takes half of `round_trip_cycles` each way, and its time on the wire.
//! * Read bursts are cut into requests of at most `max_read_request` bytes, issued in order while a read credit
//!   is free; each costs `request_overhead` on the way up. When it is at the host its data go down in completions of at
//!   most `max_payload` bytes, each with `completion_overhead`.
//! * Data come back in the order of the requests, unless `shuffle_seed` or somebody on the way to memory lets some of
//!   them come late; reads with the same identifier stay in order even then. What is never answered holds up neither
//!   reads nor responses with another identifier.
//! * Write bursts are cut into packets of at most `max_payload` bytes, each with `request_overhead`. The response
//!   comes when the last of them has left; `posted_credit_bytes` may wait for the wire.
//! * What goes up goes in one order: writes, read requests, messages, answers to the host's reads. So neither a message
//!   nor an answer overtakes data.
//! * What goes down goes in one order too: completions and the host's own accesses, as they come to the wire. A store
//!   leaves when `store_credit_bytes` have room for it, with `request_overhead`; a read is that overhead alone, and its
//!   answer goes up in completions as well. See [`Mmio`] for their order.
//! * Host memory is read when the request leaves and written when the packet is complete; a message is there when it has
//!   left. That the host takes its time over them is no business of a link.

use std::collections::VecDeque;

use forebay_bus::{Bar, CardError, HostMemory, Layout, LinkParams};

use crate::axi::{Address, Who};
use crate::mmio::{self, Mmio};
use crate::reads::Reads;
use crate::structs::{SimIn, SimOut};
use crate::wire::{Rate, Ticks, Wire};
use crate::writes::Writes;

/// Payload of a message-signalled interrupt.
const MESSAGE_BYTES: u32 = 4;

/// Link and host at the card's edge.
#[derive(Debug)]
pub(crate) struct HostLink {
    params: LinkParams,
    host: HostMemory,
    rate: Rate,
    now: Ticks,
    up: Wire,
    down: Wire,
    reads: Reads,
    writes: Writes,
    mmio: Mmio,
    /// Messages on the wire: when they arrive, and the vector.
    messages: VecDeque<(Ticks, u8)>,
    /// Vectors that have arrived and were not taken yet.
    arrived: u32,
}

impl HostLink {
    /// An idle link.
    pub(crate) fn new(params: LinkParams, host: HostMemory, layout: &'static Layout) -> Self {
        let rate = Rate::new(&params);
        Self {
            rate,
            now: 0,
            up: Wire::new(rate),
            down: Wire::new(rate),
            reads: Reads::default(),
            writes: Writes::default(),
            mmio: Mmio::new(layout),
            messages: VecDeque::new(),
            arrived: 0,
            params,
            host,
        }
    }

    /// The host memory behind the link.
    pub(crate) fn host(&self) -> &HostMemory {
        &self.host
    }

    /// The link's parameters.
    pub(crate) fn params(&self) -> &LinkParams {
        &self.params
    }

    /// Whether the card has nothing under way beyond its edge, and is asked for nothing at its ports. An access may still be
    /// on its way: see [`HostLink::next_access`].
    pub(crate) fn is_idle(&self) -> bool {
        self.reads.is_idle()
            && self.writes.is_idle()
            && self.messages.is_empty()
            && self.mmio.is_idle()
    }

    /// Whether an access of the host is on its way to the card, or an answer to the host.
    pub(crate) fn is_accessed(&self) -> bool {
        self.mmio.is_under_way()
    }

    /// The cycle in which the next thing happens to the host's accesses, if no port has one.
    pub(crate) fn next_access(&self) -> Option<u64> {
        self.mmio.next().map(|at| self.rate.cycle_at(at))
    }

    /// Whether a store of so many bytes may leave in front of cycle number `cycle`.
    pub(crate) fn has_room(&mut self, cycle: u64, bytes: usize) -> bool {
        self.mmio.has_room(self.rate.cycles(cycle), mmio::length(bytes), &self.params)
    }

    /// The cycle in which the host next hears of room for stores, as far as that is known.
    pub(crate) fn next_room(&self) -> Option<u64> {
        self.mmio.next_room().map(|at| self.rate.cycle_at(at))
    }

    /// Lets a store leave in front of cycle number `cycle`.
    pub(crate) fn write(&mut self, cycle: u64, bar: Bar, offset: u64, data: &[u8]) {
        let now = self.enter(cycle);
        self.mmio.write(now, (bar, offset, data), &self.params, self.rate, &mut self.down);
    }

    /// Lets a read leave in front of cycle number `cycle`; somebody waits for its answer.
    pub(crate) fn read(&mut self, cycle: u64, bar: Bar, offset: u64, bytes: usize) {
        let now = self.enter(cycle);
        let place = (bar, offset, mmio::length(bytes));
        self.mmio.read(now, place, &self.params, self.rate, &mut self.down);
    }

    /// The answer to the read, once it is at the host.
    pub(crate) fn take_answer(&mut self, cycle: u64) -> Option<&[u8]> {
        self.mmio.take_answer(self.rate.cycles(cycle))
    }

    /// Nobody waits for the answer any longer.
    pub(crate) fn give_up_read(&mut self) {
        self.mmio.give_up();
    }

    /// The error of an access that its port has left without an answer for longer than a card may.
    pub(crate) fn take_overdue(&mut self) -> Option<CardError> {
        self.mmio.take_overdue()
    }

    /// The host's end of the wire in front of that cycle: what came to it earlier has gone before.
    fn enter(&mut self, cycle: u64) -> Ticks {
        let now = self.rate.cycles(cycle);
        self.reads.answer(now, &self.params, self.rate, &mut self.down);
        now
    }

    /// Vectors that have arrived since the last call, as a bit mask.
    pub(crate) fn take_messages(&mut self) -> u32 {
        std::mem::take(&mut self.arrived)
    }

    /// The card is in reset and the link is not; to be called once a cycle, from before the first on. What the host owes
    /// still comes, late as it may be; what was not going to be answered is answered with an error, as a root port does
    /// whose patience has ended. A read request that waits for a credit is never sent, and is answered here. Messages do not
    /// outlive a reset, which takes longer than any of them, and what the host had sent to the card is lost.
    pub(crate) fn card_reset(&mut self) {
        let answer_at = self.now + self.rate.cycles(u64::from(self.params.round_trip_cycles));
        self.reads.answer_all(answer_at);
        self.reads.drop_unsent(self.now);
        self.writes.answer_all(answer_at);
        self.mmio.card_reset();
        self.messages.clear();
        self.arrived = 0;
    }

    /// Whether a card in reset has nothing left that could reach host memory: no offer that it must not withdraw, and no
    /// write whose data are not all here.
    pub(crate) fn is_quiesced(&self, output: &SimOut) -> bool {
        let offers = output.host_ar_valid | output.host_aw_valid | output.host_w_valid;
        offers == 0 && self.writes.is_complete()
    }

    /// Drives the card's inputs for cycle number `cycle`. Returns whether a message arrived.
    pub(crate) fn drive(&mut self, cycle: u64, input: &mut SimIn) -> bool {
        self.now = self.rate.cycles(cycle);
        self.host.set_cycle(cycle);
        self.writes.settle(self.now);
        self.reads.issue(self.now, &self.params, self.rate, &mut self.up, &self.host);
        self.reads.answer(self.now, &self.params, self.rate, &mut self.down);
        self.mmio.drive(self.now, &mut input.bar);

        input.host_ar_ready = u8::from(self.reads.has_room());
        input.host_aw_ready = u8::from(self.writes.has_room());
        input.host_w_ready = u8::from(self.writes.wants_data(&self.params));
        input.msix_ready = 1;
        input.host_r_valid = 0;
        if let Some(beat) = self.reads.head(self.now) {
            input.host_r_valid = 1;
            input.host_r_id = beat.id;
            input.host_r_resp = beat.resp;
            input.host_r_last = u8::from(beat.last);
            input.host_r_data = beat.data;
        }
        input.host_b_valid = 0;
        if let Some(response) = self.writes.head(self.now) {
            input.host_b_valid = 1;
            input.host_b_id = response.id;
            input.host_b_resp = response.resp;
        }
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

    /// Takes what the card did in the cycle that [`HostLink::drive`] prepared. The error says which bus rule it
    /// broke.
    pub(crate) fn react(&mut self, input: &SimIn, output: &SimOut) -> Result<(), String> {
        if input.host_r_valid & output.host_r_ready != 0 {
            self.reads.pop(self.now);
        }
        if input.host_b_valid & output.host_b_ready != 0 {
            self.writes.pop(self.now);
        }
        if output.host_w_valid & input.host_w_ready != 0 {
            let beat = (&output.host_w_data, output.host_w_strb, output.host_w_last != 0);
            self.writes.push_data(self.now, beat, &self.params, &mut self.up, &self.host)?;
        }
        if output.host_aw_valid & input.host_aw_ready != 0 {
            let who = Who::checked(output.host_aw_purpose, output.host_aw_source)?;
            let id = (output.host_aw_id, who);
            let addr = output.host_aw_addr;
            self.writes.push(Address::checked(id, addr, output.host_aw_len, output.host_aw_bytes)?);
        }
        if output.host_ar_valid & input.host_ar_ready != 0 {
            let who = Who::checked(output.host_ar_purpose, output.host_ar_source)?;
            let id = (output.host_ar_id, who);
            let addr = output.host_ar_addr;
            self.reads.push(Address::checked(id, addr, output.host_ar_len, output.host_ar_bytes)?);
        }
        if output.msix_valid & input.msix_ready != 0 {
            let arrives = self.up.send(self.now, MESSAGE_BYTES + self.params.request_overhead);
            self.messages.push_back((arrives, output.msix_vector));
        }
        // Behind all the rest, so that an answer passes nothing that the card has sent.
        self.mmio.react(self.now, &output.bar, &self.params, self.rate, &mut self.up);
        Ok(())
    }
}
