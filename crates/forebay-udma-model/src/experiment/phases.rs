// SPDX-License-Identifier: Apache-2.0
//! The exact table of all pairs of phases, and means of it.

use super::users::{Position, Users};
use crate::Scheme;
use crate::cost::Bus;
use crate::program::Step;

/// Transfers of the other process between two switches: more change nothing, for each begins and ends with nothing latched.
const LOTS: usize = 2;
/// Accesses within which a process comes to its end, if ever.
const MOST: usize = 64;

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Attempts that were told no.
    pub errors: u32,
    /// Answers FAIL.
    pub fails: u32,
    /// Transfers that nobody wants.
    pub wrong: u32,
    /// Transfers of an attempt that was told no.
    pub untold: u32,
}

/// The same for each context switch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// Attempts that were told no.
    pub errors: f64,
    /// Answers FAIL.
    pub fails: f64,
    /// Transfers that nobody wants.
    pub wrong: f64,
    /// Transfers of an attempt that was told no.
    pub untold: f64,
}

impl Rates {
    /// Numbers, each times a weight, added to these.
    #[must_use]
    pub fn plus(self, counts: Counts, weight: f64) -> Self {
        Self {
            errors: self.errors + weight * f64::from(counts.errors),
            fails: self.fails + weight * f64::from(counts.fails),
            wrong: self.wrong + weight * f64::from(counts.wrong),
            untold: self.untold + weight * f64::from(counts.untold),
        }
    }
}

/// All pairs: the process goes on after j of its accesses, the one before it was interrupted after k.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// By j, then by k.
    pub cells: Vec<Vec<Counts>>,
}

impl Table {
    /// What comes of a context switch when a process is found after so many accesses with these weights, whatever their sum. Phases of
    /// processes are independent where a quantum is long, so it is the same for any number of processes.
    #[must_use]
    pub fn mean(&self, weights: &[f64]) -> Rates {
        let all: f64 = weights.iter().sum();
        let cells = self.cells.iter().zip(weights).flat_map(|(row, j)| {
            row.iter().zip(weights).map(move |(counts, k)| (*counts, j * k / (all * all)))
        });
        cells.fold(Rates::default(), |sum, (counts, weight)| sum.plus(counts, weight))
    }

    /// The same when a process is anywhere with the same chance.
    #[must_use]
    pub fn uniform(&self) -> Rates {
        self.mean(&vec![1.0; self.cells.len()])
    }

    /// Standard deviation of the errors of one switch, anywhere with the same chance.
    #[must_use]
    pub fn spread(&self) -> f64 {
        let mean = self.uniform().errors;
        let cells = self.cells.iter().flatten();
        let (sum, count) = cells.fold((0.0, 0.0), |(sum, count), cell| {
            (sum + (f64::from(cell.errors) - mean).powi(2), count + 1.0)
        });
        f64::sqrt(sum / count)
    }
}

/// The table of two processes; where an attempt is never interrupted there is one pair.
#[must_use]
pub fn table<S: Scheme>(users: &Users<S>) -> Table {
    let program = &users.processes[0].program;
    let phases = if program.is_atomic { 1 } else { program.steps().len() };
    let cell = |resumed, left| {
        let mut engine = users.engine.clone();
        let mut ignored = Counts::default();
        let [mut first, mut second] = [Position::default(); 2];
        users.switch_to(&mut engine, 0);
        for _ in 0..resumed {
            users.go(&mut engine, 0, &mut first, &mut ignored);
        }
        users.switch_to(&mut engine, 1);
        for _ in 0..LOTS {
            finish(users, &mut engine, 1, &mut second, &mut ignored);
        }
        for _ in 0..left {
            users.go(&mut engine, 1, &mut second, &mut ignored);
        }
        users.switch_to(&mut engine, 0);
        let mut counts = Counts::default();
        finish(users, &mut engine, 0, &mut first, &mut counts);
        counts
    };
    let row = |resumed| (0..phases).map(|left| cell(resumed, left)).collect();
    Table { cells: (0..phases).map(row).collect() }
}

fn finish<S: Scheme>(
    users: &Users<S>,
    engine: &mut S,
    number: usize,
    position: &mut Position,
    counts: &mut Counts,
) {
    for _ in 0..MOST {
        if users.go(engine, number, position, counts) {
            return;
        }
    }
}

/// How long a process is found before each of its accesses: as long as that takes with the barrier before it, and before the first also
/// what it does between two attempts.
#[must_use]
pub fn dwell(steps: &[Step], bus: &Bus, gap: f64) -> Vec<f64> {
    let cost = |step: &Step| {
        let access = if step.access.is_answered() { bus.load } else { bus.store };
        access + if step.barrier { bus.barrier } else { 0.0 }
    };
    let mut weights: Vec<_> = steps.iter().map(cost).collect();
    if let Some(first) = weights.first_mut() {
        *first += gap;
    }
    weights
}
