// SPDX-License-Identifier: Apache-2.0
//! What a sweep says of the published experiment: its steps, what each of them took away, and what a deeper FIFO gains.

use std::collections::BTreeMap;

use forebay_host_model::validate::{ROWS, Row};
use serde::Serialize;

use crate::{Finding, Sweep};

/// One of the published settings as this sweep has it.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// What it is.
    pub name: &'static str,
    /// As published.
    pub published_ms: f64,
    /// The cell that stands for it: of those that it may be, the one with the least mean.
    pub cell: String,
    /// Its mean.
    pub mean_ms: f64,
    /// What it has less of than the step before, or more where it is positive, in milliseconds: all parts of the one thread's time,
    /// which add up to what it is faster or slower by.
    pub change_ms: BTreeMap<String, f64>,
}

/// What 4,096 entries gain over 1,024, each with the best chunk, completion and alignment.
#[derive(Clone, Debug, Serialize)]
pub struct Gain {
    /// Other tasks run.
    pub loaded: bool,
    /// The best cell with 1,024 entries, and its mean.
    pub shallow: (String, f64),
    /// With 4,096.
    pub deep: (String, f64),
    /// Percent of the time with 1,024.
    pub percent: f64,
}

/// What a sweep says in a few figures.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Settings.
    pub cells: usize,
    /// Runs that were modelled.
    pub runs: u64,
    /// Calls of these.
    pub calls: u64,
    /// Cells of which no run ended, and those of which some did not.
    pub deadlocked: [usize; 2],
    /// The published settings, in the order of the source; none where the sweep lacks one of them.
    pub steps: Vec<Step>,
    /// Each step is faster than the one before.
    pub in_order: bool,
    /// Idle and loaded, where the sweep has both depths.
    pub gains: Vec<Gain>,
}

/// The cell with the least mean.
fn best<'a>(findings: impl Iterator<Item = &'a Finding>) -> Option<(&'a Finding, f64)> {
    let with_mean = findings.filter_map(|one| Some((one, one.stats?.mean)));
    with_mean.min_by(|(_, one), (_, other)| one.total_cmp(other))
}

impl Sweep {
    /// The cell that stands for a published setting, and its mean.
    pub(crate) fn standing_for(&self, row: &Row) -> Option<(&Finding, f64)> {
        best(self.findings.iter().filter(|finding| {
            let cell = &finding.cell;
            cell.alternates(true, row.depth)
                && row.completions.contains(&cell.completion())
                && cell.scenario.aligned == row.aligned
                && row.chunks.contains(&cell.scenario.chunk)
        }))
    }

    fn steps(&self) -> Vec<Step> {
        let found: Vec<_> =
            ROWS.iter().filter_map(|row| Some((row, self.standing_for(row)?))).collect();
        if found.len() < ROWS.len() {
            return Vec::new();
        }
        let mut before: Option<BTreeMap<String, f64>> = None;
        let steps = found.into_iter().map(|(row, (finding, mean_ms))| {
            let account = finding.account_ms();
            let change_ms =
                before.as_ref().map(|before| difference(before, &account)).unwrap_or_default();
            before = Some(account);
            let (name, published_ms, cell) = (row.name, row.published, finding.cell.name.clone());
            Step { name, published_ms, cell, mean_ms, change_ms }
        });
        steps.collect()
    }

    fn gain(&self, loaded: bool) -> Option<Gain> {
        let at = |depth| {
            let found = best(self.findings.iter().filter(|one| one.cell.alternates(loaded, depth)));
            found.map(|(finding, mean)| (finding.cell.name.clone(), mean))
        };
        let (shallow, deep) = (at(1024)?, at(4096)?);
        let percent = (1.0 - deep.1 / shallow.1) * 100.0;
        Some(Gain { loaded, shallow, deep, percent })
    }

    /// In a few figures.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let (steps, findings) = (self.steps(), &self.findings);
        let none_ended = |one: &&Finding| one.stats.is_none();
        let some_ended = |one: &&Finding| one.stats.is_some() && one.measured.deadlocks > 0;
        Summary {
            cells: findings.len(),
            runs: findings.iter().map(|finding| finding.cell.drawn()).sum(),
            calls: findings.iter().map(|finding| finding.measured.calls).sum(),
            deadlocked: [
                findings.iter().filter(none_ended).count(),
                findings.iter().filter(some_ended).count(),
            ],
            in_order: steps.is_sorted_by(|before, after| before.mean_ms > after.mean_ms),
            steps,
            gains: [false, true].into_iter().filter_map(|loaded| self.gain(loaded)).collect(),
        }
    }
}

impl Finding {
    /// Where the time of the first thread went, as a mean of the runs that have ended.
    pub(crate) fn account_ms(&self) -> BTreeMap<String, f64> {
        let runs = self.measured.times_ps.len().max(1) as f64;
        let parts = self.measured.accounts_ps.first().into_iter().flatten();
        parts.map(|(name, ps)| (name.clone(), *ps as f64 / runs / 1e9)).collect()
    }
}

/// What the second has more of than the first.
fn difference(
    first: &BTreeMap<String, f64>,
    second: &BTreeMap<String, f64>,
) -> BTreeMap<String, f64> {
    let names = first.keys().chain(second.keys());
    let of = |account: &BTreeMap<String, f64>, name| account.get(name).copied().unwrap_or(0.0);
    names.map(|name| (name.clone(), of(second, name) - of(first, name))).collect()
}
