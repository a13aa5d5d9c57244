// SPDX-License-Identifier: Apache-2.0
//! The cycles of the engine: what happens in which cycle from the start of a run to its last sum, and what is counted of it.
//!
//! Cycle for cycle what the RTL does (`rtl/datapath/msm`, `rtl/mem`), and no arithmetic: of a record it knows the buckets alone. The
//! cycles of each record follow from those of the records before it; only where an operation waits for its bucket a cycle of the card's
//! costs a cycle of this program. How long buckets are summed depends on their number alone, and is a formula.
//!
//! | Module | What it has the cycles of |
//! |---|---|
//! | `fill` | `fby_msm_feed`, `fby_msm_share` |
//! | `intake` | `fby_msm_intake` and what is in it |
//! | `memory`, `chance` | `fby_mem_bank`, and the memory behind it |
//! | `lane`, `cut` | `fby_msm_lane`, `fby_msm_cut`; its hazards are in `adder` |
//! | `reduce` | `fby_msm_reduce` |
//! | `read_out` | `fby_msm_readout`, `fby_msm_collect` |
//! | `facts` | latencies and depths |
//! | `shape`, `records`, `counts` | what a run is, what goes in and out, what is counted |
//! | `alone`, `digits` | runs without a card, and without points |

mod alone;
mod chance;
mod counts;
mod cut;
mod digits;
pub(super) mod facts;
mod fill;
mod intake;
mod lane;
mod memory;
mod read_out;
mod records;
mod reduce;
mod shape;

pub use alone::{EngineCycles, engine_cycles};

use crate::datapath::Ports;
use counts::Counts;
use facts::SETUP_CYCLES;
use fill::{Fill, Which};
use read_out::ReadOut;
pub(super) use records::{Arrival, NO_BUCKET, Records};
pub(super) use shape::{PassShape, RunShape, Shape};

/// Where a pass is.
#[derive(Debug)]
enum Stage {
    Fills,
    /// Lanes sum buckets, then their sums leave.
    ReadsOut(ReadOut),
    /// All that is left is the feed's; it rests from that cycle on.
    Stores(u64),
}

/// A pass under way.
#[derive(Debug)]
struct Pass {
    /// The cycle in which it was started.
    began: u64,
    fill: Fill,
    stage: Stage,
    /// When the feed rests, and when each lane has filled its buckets, once that is known.
    rests_from: u64,
    filled_at: Vec<u64>,
    /// Cycles in which a lane sums buckets.
    reduce_cycles: u64,
    /// Cycles of all lanes that were counted as those in which they fill or sum buckets.
    counted: [u64; 2],
}

/// A run, from the cycle in which it leaves the queue to the one in which it is done.
#[derive(Debug)]
pub(super) struct Course {
    shape: Shape,
    run: RunShape,
    passes: Vec<PassShape>,
    /// Cycles before that one are done.
    clock: u64,
    passes_done: usize,
    /// The pass under way; none once all are done.
    pass: Option<Pass>,
    moved: bool,
    counts: Counts,
}

impl Course {
    /// A run with these passes that the core, with nothing else to do, sees in its queue in cycle `began`. Without a pass it only brings
    /// points into the memory.
    pub(super) fn new(began: u64, shape: &Shape, run: RunShape, passes: Vec<PassShape>) -> Self {
        let mut course = Self {
            shape: *shape,
            run,
            passes,
            clock: began,
            passes_done: 0,
            pass: None,
            moved: false,
            counts: Counts::default(),
        };
        course.begin(began + SETUP_CYCLES);
        course
    }

    /// Cycles before that one are done.
    pub(super) const fn clock(&self) -> u64 {
        self.clock
    }

    /// All of it is done, and the core could see a further run in its queue.
    pub(super) const fn is_over(&self) -> bool {
        self.pass.is_none()
    }

    /// Passes done; the last one is not counted.
    #[expect(clippy::cast_possible_truncation, reason = "there are few passes")]
    pub(super) const fn passes_done(&self) -> u32 {
        self.passes_done as u32
    }

    /// Some lane sums its buckets or reads them out.
    pub(super) fn is_reducing(&self) -> bool {
        self.pass.as_ref().is_some_and(|pass| {
            matches!(pass.stage, Stage::ReadsOut(_))
                && pass.filled_at.iter().any(|filled_at| *filled_at < self.clock)
        })
    }

    /// Whether a record was taken, buckets were added to or summed, or sums sent since [`Course::tell`].
    pub(super) const fn moved(&self) -> bool {
        let Counts { adds, reduce, pairs, passes, .. } = self.counts;
        self.moved || adds + reduce + pairs + passes > 0
    }

    /// Tells what has been counted.
    pub(super) fn tell(&mut self, ports: &mut Ports<'_>) {
        self.moved = false;
        self.counts.tell(ports);
    }

    /// Goes on to cycle `until`, or to the end of the run, or until enough has been taken of the records or sums were sent.
    pub(super) fn advance(&mut self, until: u64, records: &mut impl Records) {
        let mut goes_on = true;
        while goes_on && self.clock < until && self.pass.is_some() {
            goes_on = self.step(until, records);
        }
    }

    /// Starts the next pass in that cycle.
    fn begin(&mut self, began: u64) {
        let pass = self.passes.get(self.passes_done);
        let kept = self.passes_done == 0 && self.passes.len() != 1;
        let which = Which { number: self.passes_done, kept };
        self.pass = Some(Pass {
            began,
            fill: Fill::new(began, &self.shape, &self.run, pass, which),
            stage: Stage::Fills,
            rests_from: 0,
            filled_at: Vec::new(),
            reduce_cycles: pass.map_or(0, |pass| reduce::cycles(pass, self.shape.buckets)),
            counted: [0; 2],
        });
    }

    /// Goes on in the stage that the pass under way is in; whether it may go on to the next one.
    fn step(&mut self, until: u64, records: &mut impl Records) -> bool {
        let Some(pass) = &mut self.pass else { return false };
        let before = self.clock;
        let mut goes_on = true;
        match &mut pass.stage {
            Stage::Fills if pass.fill.is_over() => {
                (pass.rests_from, pass.filled_at) = pass.fill.end();
                let summed = pass.filled_at.iter().map(|filled_at| filled_at + pass.reduce_cycles);
                let windows = self.passes.get(self.passes_done).map_or(0, |pass| pass.windows);
                pass.stage = Stage::ReadsOut(ReadOut::new(windows, summed.collect()));
            }
            Stage::Fills => {
                let clock = pass.fill.advance(until, records);
                goes_on = pass.fill.is_over();
                if !goes_on {
                    self.clock = clock.clamp(self.clock, until);
                }
            }
            Stage::ReadsOut(read_out) if read_out.is_over() => {
                pass.stage = Stage::Stores(pass.rests_from.max(self.clock));
            }
            Stage::ReadsOut(read_out) => {
                let sent = read_out.advance(&mut self.clock, until, records);
                if !sent {
                    self.counts.stall += self.clock - read_out.from().clamp(before, self.clock);
                }
                self.moved |= sent;
                goes_on = !sent;
            }
            // The cycle in which the end is found still belongs to the pass.
            Stage::Stores(from) => self.clock = (*from + 1).min(until).max(self.clock),
        }
        self.count(before);
        self.end();
        goes_on
    }

    /// Counts the cycles from `before` to the clock.
    fn count(&mut self, before: u64) {
        let Some(pass) = &mut self.pass else { return };
        pass.fill.count(&mut self.counts);
        let within = |from: u64, to: u64| self.clock.min(to).saturating_sub(before.max(from));
        let began = pass.began + 1;
        let end = if let Stage::Stores(from) = pass.stage { from } else { u64::MAX };
        self.counts.active += within(began, end);
        let mut all = pass.counted;
        if let Stage::Fills = pass.stage {
            // When a lane is filled that gets no more records is known when all are.
            all[0] += pass.fill.lanes_under_way() * within(began, u64::MAX);
        } else {
            let since = |from: u64| self.clock.saturating_sub(from);
            let filled = pass.filled_at.iter().map(|at| since(began).min(at + 1 - began));
            let reduced = pass.filled_at.iter().map(|at| since(at + 1).min(pass.reduce_cycles));
            all = [filled.sum(), reduced.sum()];
        }
        self.counts.fill += all[0] - pass.counted[0];
        self.counts.reduce += all[1] - pass.counted[1];
        pass.counted = all;
    }

    /// Ends the pass under way where all of it is done.
    fn end(&mut self) {
        let Some(Pass { stage: Stage::Stores(from), .. }) = self.pass else { return };
        if self.clock <= from {
            return;
        }
        self.counts.passes += 1;
        if self.passes_done + 1 < self.passes.len() {
            self.passes_done += 1;
            self.begin(self.clock);
        } else {
            self.pass = None;
        }
    }
}

#[cfg(test)]
mod tests;
