// SPDX-License-Identifier: Apache-2.0
//! The cycles of the core: what happens in which cycle from the start of a run to its last sum, and what is counted of it.
//!
//! Cycle for cycle what the RTL does (`rtl/datapath/msm`), and no arithmetic. Cycles in which each operation finds its bucket free are
//! gone through operation by operation, those in which nothing can happen are left out, and only what is in between costs a
//! cycle of this program for a cycle of the card's.
//!
//! | Module | What it has the cycles of |
//! |---|---|
//! | `source` | `fby_msm_source`: unpackers and recoder |
//! | `dispatch` | `fby_msm_dispatch` |
//! | `facts` | latencies and depths; those of the adder, and its hazards, are in `datapath::adder` |
//! | `pair`, `counts` | what goes in, and what is counted |

mod counts;
mod dispatch;
pub(super) mod facts;
mod pair;
mod source;

use crate::datapath::Ports;
use crate::datapath::adder::{Adder, Hazard};
use counts::Counts;
use dispatch::Dispatch;
use facts::{HOLD_DEPTH, READY_DEPTH};
pub(super) use pair::{Arrival, Pair, Supply};

/// A run, from its start to its last sum.
#[derive(Debug)]
pub(super) struct Accumulation {
    /// Cycles before that one are done.
    clock: u64,
    dispatch: Dispatch,
    hazard: Hazard<HOLD_DEPTH, READY_DEPTH>,
    counts: Counts,
}

impl Accumulation {
    /// A run of so many pairs that is started in cycle `began`, over so many buckets.
    pub(super) fn new(began: u64, pairs: usize, buckets: usize) -> Self {
        Self {
            clock: began,
            dispatch: Dispatch::new(began, pairs),
            hazard: Hazard::new(buckets),
            counts: Counts::default(),
        }
    }

    /// Cycles before that one are done.
    pub(super) const fn clock(&self) -> u64 {
        self.clock
    }

    /// The cycle in which the run is found to be over, once that is known: the last sum is written, and nothing is to come.
    pub(super) fn ends_at(&self) -> Option<u64> {
        let last_at = self.dispatch.last_at?;
        let over = self.dispatch.is_over() && self.hazard.is_over();
        over.then(|| self.hazard.written_at().max(last_at + 1))
    }

    /// Whether all of it is done.
    pub(super) fn is_over(&self) -> bool {
        self.ends_at().is_some_and(|end| end <= self.clock)
    }

    /// Pairs taken since that was last told.
    pub(super) const fn pairs(&self) -> u64 {
        self.counts.pairs
    }

    /// Tells what has been counted.
    pub(super) fn tell(&mut self, ports: &mut Ports<'_>) {
        self.counts.tell(ports);
    }

    /// Goes on to cycle `until` or to the end of the run, or until enough has been taken of the supply.
    pub(super) fn advance(&mut self, until: u64, supply: &mut impl Supply) {
        let before = self.clock;
        while self.clock < until {
            if let Some(end) = self.ends_at() {
                // Nothing is left but sums on their way.
                self.clock = end.min(until).max(before);
                break;
            }
            if supply.is_enough() {
                break;
            }
            if !self.stream(until, supply) {
                self.cycle(supply);
                self.skip(until);
            }
        }
        self.counts.active += self.clock - before;
    }

    /// Cycles in which an operation follows the other; whether there were any.
    fn stream(&mut self, until: u64, supply: &mut impl Supply) -> bool {
        let from = self.clock;
        let Some(mut operation) = self.dispatch.operation.filter(|next| next.from <= from) else {
            return false;
        };
        let most = usize::try_from(until - from).unwrap_or(usize::MAX);
        let follow = self.dispatch.stream(from);
        let follow = &follow[..follow.len().min(most)];
        let cycles = self.hazard.stream(from, &mut operation.bucket, follow);
        if cycles == 0 {
            return false;
        }
        self.clock += cycles as u64;
        self.counts.adds += cycles as u64;
        self.dispatch.streamed((from, cycles), operation.bucket, supply, &mut self.counts);
        true
    }

    /// One cycle, whatever happens in it.
    fn cycle(&mut self, supply: &mut impl Supply) {
        let cycle = self.clock;
        let fired = if self.hazard.has_room() { self.dispatch.fire(cycle) } else { None };
        let (adder, held) = self.hazard.cycle(cycle, fired);
        self.dispatch.cycle(cycle, supply, &mut self.counts);
        self.clock += 1;
        self.counts.held += u64::from(held);
        self.count(adder, 1);
    }

    /// Leaves out the cycles up to `until` in which nothing can happen.
    fn skip(&mut self, until: u64) {
        let Some(quiet_until) = self.hazard.quiet_until() else { return };
        if self.ends_at().is_some() {
            return;
        }
        let next = self.dispatch.next_event(self.clock, self.hazard.has_room());
        let to = next.min(quiet_until).min(until);
        if to > self.clock {
            let adder = if self.hazard.is_holding() { Adder::Blocked } else { Adder::Empty };
            self.count(adder, to - self.clock);
            self.clock = to;
        }
    }

    /// Counts the last `cycles` cycles up to the clock, or from it on, in which the adder got the same.
    fn count(&mut self, adder: Adder, cycles: u64) {
        match adder {
            Adder::Adds => self.counts.adds += cycles,
            Adder::Blocked => self.counts.hazard += cycles,
            // After the last pair it is the adder running empty.
            Adder::Empty if self.dispatch.last_at.is_none() => self.counts.starve += cycles,
            Adder::Empty => {}
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
