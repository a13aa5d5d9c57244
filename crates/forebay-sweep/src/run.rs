// SPDX-License-Identifier: Apache-2.0
//! Runs of one cell.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{Cell, SweepError};

/// What came of a cell. Times are whole picoseconds, so that they are the same wherever they are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Of each run that has ended, in order of seeds; one for all where nothing is drawn.
    pub times_ps: Vec<u64>,
    /// When the core had done everything, of the same runs.
    pub computed_ps: Vec<u64>,
    /// Runs that never ended.
    pub deadlocks: u64,
    /// Why the first of these did not.
    pub why: Option<String>,
    /// Calls of all runs.
    pub calls: u64,
    /// Where the time of each thread went, summed over the runs that have ended.
    pub accounts_ps: Vec<BTreeMap<String, u64>>,
}

impl Measured {
    /// Takes in what came of the runs behind these.
    pub(crate) fn append(&mut self, behind: Self) {
        self.times_ps.extend(behind.times_ps);
        self.computed_ps.extend(behind.computed_ps);
        self.deadlocks += behind.deadlocks;
        self.why = self.why.take().or(behind.why);
        self.calls += behind.calls;
        self.add(behind.accounts_ps.iter().map(|sums| {
            let parts = sums.iter().map(|(name, ps)| (name.as_str(), *ps));
            parts.collect::<Vec<_>>()
        }));
    }

    /// Adds where the time of each thread went.
    fn add<'a>(&mut self, accounts: impl Iterator<Item = Vec<(&'a str, u64)>>) {
        for (thread, account) in accounts.enumerate() {
            if thread == self.accounts_ps.len() {
                self.accounts_ps.push(BTreeMap::new());
            }
            for (name, ps) in account {
                *self.accounts_ps[thread].entry(name.into()).or_default() += ps;
            }
        }
    }
}

/// Some runs of a cell, by number; nothing if `go_on` said no before one of them.
///
/// # Errors
/// [`SweepError::Model`].
pub fn measure(
    cell: &Cell,
    runs: Range<u64>,
    mut go_on: impl FnMut() -> bool,
) -> Result<Option<Measured>, SweepError> {
    let mut measured = Measured::default();
    for run in runs {
        if !go_on() {
            return Ok(None);
        }
        let outcome = cell.run(run, false)?;
        measured.calls += outcome.starts;
        if let Some(deadlock) = outcome.deadlock {
            measured.deadlocks += 1;
            measured.why.get_or_insert(deadlock.why);
            continue;
        }
        measured.times_ps.push(outcome.total.ps());
        measured.computed_ps.push(outcome.computed.ps());
        measured.add(outcome.accounts.iter().map(|account| {
            let parts = account.parts().map(|(name, time)| (name, time.ps()));
            parts.filter(|(_, ps)| *ps > 0).collect::<Vec<_>>()
        }));
    }
    Ok(Some(measured))
}
