// SPDX-License-Identifier: Apache-2.0
//! What to run.

use forebay_host_model::{Completion, FITTED_TASKS, Load, Pattern, Scenario};

use crate::{Cell, SweepError};

/// The cells of a sweep, in the order of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What it is called in the report.
    pub name: String,
    /// All of them.
    pub cells: Vec<Cell>,
}

const PATTERNS: [Pattern; 4] = [
    Pattern::ScalarsThenPoints,
    Pattern::Alternate,
    Pattern::TwoThreadsBarrier,
    Pattern::TwoThreads,
];
const CHUNKS: [u64; 6] = [128, 256, 512, 1024, 2048, 4096];
const DEPTHS: [u64; 2] = [1024, 4096];

impl Plan {
    /// Runs of a cell of the published experiment.
    pub const F1_RUNS: u64 = forebay_host_model::validate::RUNS;

    /// Every setting of the published experiment on AWS F1: 2^20 pairs through the vendor's driver and shell.
    #[must_use]
    pub fn f1(runs: u64, seed: u64) -> Self {
        let mut cells = Vec::new();
        for pattern in PATTERNS {
            for depth in DEPTHS {
                for tasks in [0, FITTED_TASKS] {
                    for (chunk, aligned) in
                        CHUNKS.into_iter().flat_map(|chunk| [(chunk, false), (chunk, true)])
                    {
                        for completion in [Completion::Interrupt, Completion::Poll] {
                            let mut scenario =
                                Scenario::published(pattern, completion, chunk, depth);
                            scenario.aligned = aligned;
                            scenario.profile.load = Load::of(tasks);
                            scenario.seed = seed.wrapping_mul(runs);
                            cells.push(Cell::new(scenario, runs));
                        }
                    }
                }
            }
        }
        Self { name: "f1".into(), cells }
    }

    /// The cell of that name.
    ///
    /// # Errors
    /// [`SweepError::UnknownCell`].
    pub fn find(&self, name: &str) -> Result<&Cell, SweepError> {
        self.cells.iter().find(|cell| cell.name == name).ok_or_else(|| SweepError::UnknownCell {
            name: name.into(),
            first: self.cells.first().map_or_else(String::new, |cell| cell.name.clone()),
        })
    }
}
