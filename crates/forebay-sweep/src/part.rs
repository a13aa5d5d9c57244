// SPDX-License-Identifier: Apache-2.0
//! Runs of a cell that are computed and stored together, so that a sweep that is stopped loses no more than these.

use std::ops::Range;

use crate::{Cell, Measured, Store, SweepError};

/// Runs of a part.
const RUNS: usize = 20;

/// Some runs of a cell.
#[derive(Clone, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) cell: &'a Cell,
    /// The key of the cell.
    pub(crate) whole: String,
    pub(crate) runs: Range<u64>,
}

/// The parts of a cell, in order.
pub(crate) fn parts<'a>(cell: &'a Cell, model: &str) -> impl Iterator<Item = Part<'a>> + use<'a> {
    let (whole, drawn) = (cell.key(model), cell.drawn());
    (0..drawn).step_by(RUNS).map(move |first| Part {
        cell,
        whole: whole.clone(),
        runs: first..drawn.min(first + RUNS as u64),
    })
}

/// The key of a part, behind that of its cell.
const MARK: char = '+';

impl Part<'_> {
    /// What it is stored under: as its cell where it is all of it.
    pub(crate) fn key(&self) -> String {
        if self.runs == (0..self.cell.drawn()) {
            self.whole.clone()
        } else {
            format!("{}{MARK}{}", self.whole, self.runs.start)
        }
    }

    /// Calls that its runs have if they end.
    pub(crate) fn calls(&self) -> u64 {
        self.cell.calls() * (self.runs.end - self.runs.start)
    }
}

/// The key of the cell of which something is stored under `key`, if that is not all of it.
pub(crate) fn whole_of(key: &str) -> Option<&str> {
    key.split_once(MARK).map(|(whole, _)| whole)
}

/// Stores a cell as a whole once all its parts are there.
pub(crate) fn complete(cell: &Cell, model: &str, store: &mut Store) -> Result<(), SweepError> {
    let whole = cell.key(model);
    if store.get(&whole).is_some() {
        return Ok(());
    }
    let mut all = Measured::default();
    for part in parts(cell, model) {
        let Some(measured) = store.get(&part.key()) else { return Ok(()) };
        all.append(measured.clone());
    }
    store.put(whole, all)
}
