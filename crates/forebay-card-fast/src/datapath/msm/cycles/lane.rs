// SPDX-License-Identifier: Apache-2.0
//! An adder that fills its buckets in a pass (`fby_msm_lane`).

use super::super::adder::{Adder, Hazard};
use super::counts::Counts;
use super::cut::Cut;
use super::facts::HOLD_DEPTH;
use super::records::NO_BUCKET;

/// Stretches of idle cycles that are not counted yet: that its last record has been taken, a lane hears up to so many cycles later.
const STRETCHES: usize = 8;

/// A lane from the start of a pass to its last sum.
#[derive(Debug)]
pub(super) struct Lane {
    cut: Cut,
    hazard: Hazard<HOLD_DEPTH, HOLD_DEPTH>,
    /// The hazard unit's cycles before that one are done.
    clock: u64,
    /// When the last record was taken.
    taken_at: u64,
    /// From that cycle on it is not for want of records that the adder is idle.
    starves_until: u64,
    /// The last stretches of idle cycles, the oldest one at their number modulo how many there are.
    idle: [(u64, u64); STRETCHES],
    stretches: usize,
    counts: Counts,
}

impl Lane {
    /// One that is started in cycle `began`.
    pub(super) fn new(began: u64, buckets: usize) -> Self {
        Self {
            cut: Cut::default(),
            hazard: Hazard::new(buckets),
            clock: began,
            taken_at: began,
            starves_until: u64::MAX,
            idle: [(0, 0); STRETCHES],
            stretches: 0,
            counts: Counts::default(),
        }
    }

    /// What was counted since that was last asked for.
    pub(super) fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.counts)
    }

    /// Takes a record that is there from cycle `from` on, with these buckets; when it does. `last`: no more come.
    #[inline]
    pub(super) fn take(&mut self, from: u64, buckets: &[u32], last: bool) -> u64 {
        let cycle = from.max(self.cut.started_at());
        self.taken_at = cycle;
        if last {
            self.close();
        }
        for bucket in buckets {
            self.cut.start(cycle + 1);
            if *bucket == NO_BUCKET {
                self.cut.zero();
                self.counts.zero_digits += 1;
            } else {
                let at = self.add(self.cut.offers_from(), *bucket);
                self.cut.leave(at);
            }
        }
        cycle
    }

    /// When the last record was taken.
    pub(super) const fn taken_at(&self) -> u64 {
        self.taken_at
    }

    /// No record comes any more.
    pub(super) fn close(&mut self) {
        self.starves_until = self.taken_at;
    }

    /// Nothing comes before that cycle.
    pub(super) fn idle_to(&mut self, cycle: u64) {
        while self.clock < cycle {
            self.wait(cycle);
        }
    }

    /// Goes on to the end; the cycle in which it finds that all is filled.
    pub(super) fn finish(&mut self) -> u64 {
        self.idle_to(self.starves_until);
        while !self.hazard.is_over() {
            self.wait(u64::MAX);
        }
        for _ in 0..STRETCHES {
            self.idle(0, 0);
        }
        self.hazard.written_at().max(self.cut.rests_from()).max(self.taken_at + 1)
    }

    /// An operation on a bucket that is there from a cycle on; when the hazard unit takes it.
    #[inline]
    fn add(&mut self, from: u64, bucket: u32) -> u64 {
        self.idle_to(from);
        while !self.hazard.has_room() {
            self.wait(u64::MAX);
        }
        self.cycle(Some(bucket));
        self.clock - 1
    }

    /// A cycle without an operation, or all that pass until something happens or to cycle `most`.
    fn wait(&mut self, most: u64) {
        let quiet_until = self.hazard.quiet_until().unwrap_or(0).min(most);
        if quiet_until <= self.clock {
            self.cycle(None);
            return;
        }
        let adder = if self.hazard.is_holding() { Adder::Blocked } else { Adder::Empty };
        self.count(adder, quiet_until);
    }

    #[inline]
    fn cycle(&mut self, operation: Option<u32>) {
        let (adder, held) = self.hazard.cycle(self.clock, operation);
        self.counts.held += u64::from(held);
        self.count(adder, self.clock + 1);
    }

    /// Goes on to a cycle; the adder gets the same in all of them.
    #[inline]
    fn count(&mut self, adder: Adder, to: u64) {
        let cycles = to - self.clock;
        match adder {
            Adder::Adds => self.counts.adds += cycles,
            Adder::Blocked => self.counts.hazard += cycles,
            Adder::Empty => self.idle(self.clock, to),
        }
        self.clock = to;
    }

    /// The adder has nothing to do from one cycle to the other. Counts the oldest such stretch.
    const fn idle(&mut self, from: u64, to: u64) {
        let oldest = &mut self.idle[self.stretches % STRETCHES];
        let (began, ended) = *oldest;
        let ended = if ended < self.starves_until { ended } else { self.starves_until };
        self.counts.starve += ended.saturating_sub(began);
        *oldest = (from, to);
        self.stretches += 1;
    }
}
