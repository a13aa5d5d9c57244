// SPDX-License-Identifier: Apache-2.0
//! What a sweep says of the published experiment: its steps, what each of them took away, and what a deeper FIFO gains.

use std::collections::{BTreeMap, BTreeSet};

use forebay_host_model::validate::{ROWS, Row};
use forebay_host_model::{Completion, Pattern};
use serde::Serialize;

use crate::{Finding, Stats, Stuck, Sweep};

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
    /// Where the time of its one thread went, as a mean, in milliseconds.
    pub account_ms: BTreeMap<String, f64>,
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

/// How much the runs of one mode differ: of the cells that send by one thread in turns from whole pages.
#[derive(Clone, Debug, Serialize)]
pub struct Spread {
    /// How its calls hear of the end.
    pub completion: Completion,
    /// Entries of the FIFOs.
    pub depth: u64,
    /// Other tasks run.
    pub loaded: bool,
    /// Cells.
    pub cells: usize,
    /// Mean of their means.
    pub mean_ms: f64,
    /// Mean of their deviations of one run.
    pub deviation_ms: f64,
    /// The most that two runs of one cell differ.
    pub widest_ms: f64,
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
    /// What there is to say of these, by order and depth.
    pub stuck: Vec<Stuck>,
    /// The published settings, in the order of the source; none where the sweep lacks one of them.
    pub steps: Vec<Step>,
    /// Each step is faster than the one before.
    pub in_order: bool,
    /// Idle and loaded, where the sweep has both depths.
    pub gains: Vec<Gain>,
    /// Of each mode that it has.
    pub spread: Vec<Spread>,
    /// What it takes from where arrays begin with a page over where they do not, all else as in the second step; in milliseconds.
    pub alignment_ms: Option<f64>,
    /// The better way, idle and loaded: the cell with one list that has the least mean, the mean until the core has done everything, and the core's
    /// own time.
    pub lists: Vec<(String, f64, f64)>,
}

/// The cell with the least mean.
fn best<'a>(findings: impl Iterator<Item = &'a Finding>) -> Option<(&'a Finding, f64)> {
    let with_mean = findings.filter_map(|one| Some((one, one.stats?.mean)));
    with_mean.min_by(|(_, one), (_, other)| one.total_cmp(other))
}

impl Sweep {
    /// The cell that stands for a published setting, and its mean.
    #[must_use]
    pub fn standing_for(&self, row: &Row) -> Option<(&Finding, f64)> {
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
            before = Some(account.clone());
            let (name, published_ms, cell) = (row.name, row.published, finding.cell.name.clone());
            Step { name, published_ms, cell, mean_ms, account_ms: account, change_ms }
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

    fn spread(&self) -> Vec<Spread> {
        let mut all = Vec::new();
        for depth in ROWS.iter().map(|row| row.depth).collect::<BTreeSet<_>>() {
            for loaded in [false, true] {
                for (_, completion) in Completion::ALL {
                    all.extend(self.spread_of(completion, depth, loaded));
                }
            }
        }
        all
    }

    fn spread_of(&self, completion: Completion, depth: u64, loaded: bool) -> Option<Spread> {
        let of = |one: &&Finding| {
            let cell = &one.cell;
            cell.alternates(loaded, depth)
                && cell.scenario.aligned
                && cell.completion() == completion
        };
        let found: Vec<_> = self.findings.iter().filter(of).filter_map(|one| one.stats).collect();
        let mean = |get: fn(&Stats) -> f64| found.iter().map(get).sum::<f64>() / found.len() as f64;
        (!found.is_empty()).then(|| Spread {
            completion,
            depth,
            loaded,
            cells: found.len(),
            mean_ms: mean(|stats| stats.mean),
            deviation_ms: mean(|stats| stats.deviation),
            widest_ms: found.iter().map(|stats| stats.max - stats.min).fold(0.0, f64::max),
        })
    }

    /// The second step has one setting only.
    fn alignment_ms(&self) -> Option<f64> {
        let row = &ROWS[1];
        let aligned = Row { aligned: true, ..row.clone() };
        Some(self.standing_for(row)?.1 - self.standing_for(&aligned)?.1)
    }

    pub(crate) fn list(&self, loaded: bool) -> Option<(String, f64, f64)> {
        let (finding, _) = best(self.findings.iter().filter(|one| {
            let scenario = &one.cell.scenario;
            scenario.pattern == Pattern::OneList && (scenario.profile.load.tasks > 0) == loaded
        }))?;
        let mean = Stats::of(&finding.measured.computed_ps)?.mean;
        Some((finding.cell.name.clone(), mean, finding.cell.core()?.ms()))
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
            stuck: self.stuck(),
            in_order: steps.is_sorted_by(|before, after| before.mean_ms > after.mean_ms),
            steps,
            spread: self.spread(),
            alignment_ms: self.alignment_ms(),
            lists: [false, true].into_iter().filter_map(|loaded| self.list(loaded)).collect(),
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
