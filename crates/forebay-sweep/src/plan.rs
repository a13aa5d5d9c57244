// SPDX-License-Identifier: Apache-2.0
//! What to run.

use crate::{Cell, SweepError};

/// The cells of a sweep, in the order of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What it is called in the report.
    pub name: String,
    /// All of them.
    pub cells: Vec<Cell>,
}

/// Plans that are there by name.
pub const PRESETS: [&str; 2] = ["f1", "dma"];
/// Most runs of a cell.
pub const MOST_RUNS: u64 = 100_000;

impl Plan {
    /// The plan of that name, with so many runs of each cell where they are not what its source has.
    ///
    /// # Errors
    /// [`SweepError::UnknownPreset`], [`SweepError::Runs`].
    pub fn preset(name: &str, runs: Option<u64>, seed: u64) -> Result<Self, SweepError> {
        let (plan, usual): (fn(u64, u64) -> Self, u64) = match name {
            "f1" => (Self::f1, Self::F1_RUNS),
            "dma" => (Self::dma, Self::DMA_RUNS),
            _ => return Err(SweepError::UnknownPreset { name: name.into() }),
        };
        let runs = runs.unwrap_or(usual);
        check_runs(runs)?;
        Ok(plan(runs, seed))
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

/// Whether a cell can be run so often.
pub(crate) fn check_runs(runs: u64) -> Result<(), SweepError> {
    if (1..=MOST_RUNS).contains(&runs) { Ok(()) } else { Err(SweepError::Runs { runs }) }
}
