// SPDX-License-Identifier: Apache-2.0
//! Who has which bucket, and which operation is issued in which cycle (`fby_msm_hazard`).

use super::facts::TAKEN_CYCLES;
use super::hold::Hold;
use super::in_flight::InFlight;
use super::ready::Ready;

/// What comes out of a cycle for the adder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Adder {
    /// An operation is issued.
    Adds,
    /// Operations wait, and all of them for buckets.
    Blocked,
    /// None is there.
    Empty,
}

/// Operations from where they are looked up to the issue register: so many may wait for a bucket in flight (`HoldDepth`), and so many
/// that have theirs for the issue register (`ReadyDepth`).
#[derive(Debug)]
pub(in super::super) struct Hazard<const HOLD: usize, const READY: usize> {
    in_flight: InFlight,
    /// The operation that is looked up in this cycle.
    look: Option<u32>,
    ready: Ready<READY>,
    hold: Hold<HOLD>,
    /// No operation leaves the hold pool before that cycle.
    hold_until: u64,
    /// The cycle in which the last sum is written.
    written_at: u64,
}

impl<const HOLD: usize, const READY: usize> Hazard<HOLD, READY> {
    /// That of so many buckets.
    pub(in super::super) fn new(buckets: usize) -> Self {
        Self {
            in_flight: InFlight::new(buckets),
            look: None,
            ready: Ready::new(),
            hold: Hold::new(),
            hold_until: u64::MAX,
            written_at: 0,
        }
    }

    /// Takes an operation in this cycle.
    pub(in super::super) const fn has_room(&self) -> bool {
        self.ready.has_room() && self.hold.has_room()
    }

    /// Nothing happens here without a new operation before that cycle; none if something is about to.
    pub(in super::super) const fn quiet_until(&self) -> Option<u64> {
        if self.look.is_none() && self.ready.is_empty() { Some(self.hold_until) } else { None }
    }

    /// Operations wait for their buckets.
    pub(in super::super) const fn is_holding(&self) -> bool {
        self.hold.count() > 0
    }

    /// Nothing is inside, but for sums on their way.
    pub(in super::super) const fn is_over(&self) -> bool {
        self.look.is_none() && self.ready.is_empty() && self.hold.count() == 0
    }

    /// The cycle in which the last sum is written.
    pub(in super::super) const fn written_at(&self) -> u64 {
        self.written_at
    }

    /// One cycle; `fired` is what came in it. What happened to the adder, and whether an operation had to be held.
    #[inline]
    pub(in super::super) fn cycle(&mut self, cycle: u64, fired: Option<u32>) -> (Adder, bool) {
        let back = self.in_flight.give_back(cycle);
        // As nearly always: the operation finds its bucket free, and nobody leaves the hold pool.
        if cycle < self.hold_until
            && let Some(bucket) = self.look
            && !self.in_flight.has(bucket)
        {
            self.look = fired;
            self.pass(cycle, bucket);
            return (Adder::Adds, false);
        }
        self.any_cycle(cycle, back, fired)
    }

    /// The operation has its bucket; it is issued in that cycle, or the one that has waited longest.
    #[inline]
    fn pass(&mut self, cycle: u64, bucket: u32) {
        self.in_flight.take(bucket);
        if self.ready.is_empty() {
            self.issue(cycle, bucket);
            return;
        }
        self.ready.push(bucket);
        let issued = self.ready.pop();
        self.issue(cycle, issued);
    }

    /// [`Hazard::cycle`], whatever happens in it; `back` is the bucket that is given back in it.
    #[cold]
    fn any_cycle(&mut self, cycle: u64, back: Option<u32>, fired: Option<u32>) -> (Adder, bool) {
        let waits = self.look.is_some() || self.is_holding();
        // The slot of an operation that leaves in this cycle is not free yet.
        let slot = self.hold.free_slot();
        let freed = back.filter(|back| self.hold.take(*back));
        if let Some(bucket) = freed {
            self.in_flight.take(bucket);
            self.issue(cycle, bucket);
        }
        let look = std::mem::replace(&mut self.look, fired);
        let free = look.filter(|bucket| !self.in_flight.has(*bucket));
        if let Some(bucket) = free {
            self.in_flight.take(bucket);
            self.ready.push(bucket);
        }
        // Without anything before it an operation does not stay in the queue.
        let issued = freed.is_some() || !self.ready.is_empty();
        if freed.is_none() && issued {
            let bucket = self.ready.pop();
            self.issue(cycle, bucket);
        }
        let held = look.filter(|_| free.is_none()).zip(slot);
        if let Some((bucket, slot)) = held {
            self.hold.put(slot, bucket);
            self.hold_until = self.hold_until.min(self.back_in(cycle, |back| back == bucket));
        }
        if freed.is_some() || cycle >= self.hold_until {
            self.look_ahead(cycle);
        }
        let adder = match issued {
            true => Adder::Adds,
            false if waits => Adder::Blocked,
            false => Adder::Empty,
        };
        (adder, held.is_some())
    }

    /// An operation that has its bucket sets out.
    #[inline]
    fn issue(&mut self, cycle: u64, bucket: u32) {
        self.written_at = cycle + TAKEN_CYCLES;
        self.in_flight.back_in(self.written_at, bucket);
    }

    /// Looks when the hold pool must be looked at again.
    fn look_ahead(&mut self, cycle: u64) {
        let next = || self.back_in(cycle, |back| self.hold.has(back));
        self.hold_until = if self.is_holding() { next() } else { u64::MAX };
    }

    /// The first cycle in which a bucket that is taken now may be given back of which `is` holds.
    fn back_in(&self, cycle: u64, is: impl Fn(u32) -> bool) -> u64 {
        // Whoever has not been issued in this cycle is so in the next one at the earliest.
        self.in_flight.next(cycle, is).unwrap_or(cycle + 1 + TAKEN_CYCLES)
    }
}
