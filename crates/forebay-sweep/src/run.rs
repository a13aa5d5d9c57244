// SPDX-License-Identifier: Apache-2.0
//! All runs of one cell.

use std::collections::BTreeMap;

use forebay_host_model::Scenario;
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

/// Runs a cell; nothing if `go_on` said no before one of its runs.
///
/// # Errors
/// [`SweepError::Model`].
pub fn measure(
    cell: &Cell,
    mut go_on: impl FnMut() -> bool,
) -> Result<Option<Measured>, SweepError> {
    let mut measured = Measured::default();
    for run in 0..cell.drawn() {
        if !go_on() {
            return Ok(None);
        }
        let seed = cell.scenario.seed.wrapping_add(run);
        let outcome = Scenario { seed, ..cell.scenario.clone() }
            .run()
            .map_err(|source| SweepError::Model { cell: cell.name.clone(), source })?;
        measured.calls += outcome.starts;
        if let Some(deadlock) = outcome.deadlock {
            measured.deadlocks += 1;
            measured.why.get_or_insert(deadlock.why);
            continue;
        }
        measured.times_ps.push(outcome.total.ps());
        measured.computed_ps.push(outcome.computed.ps());
        measured.accounts_ps.resize(outcome.accounts.len(), BTreeMap::new());
        for (sums, account) in measured.accounts_ps.iter_mut().zip(&outcome.accounts) {
            for (name, time) in account.parts().filter(|(_, time)| time.ps() > 0) {
                *sums.entry(name.into()).or_default() += time.ps();
            }
        }
    }
    Ok(Some(measured))
}
