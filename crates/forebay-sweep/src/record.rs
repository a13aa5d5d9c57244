// SPDX-License-Identifier: Apache-2.0
//! Runs that are looked at one by one: the same run again, with everything kept that it did.

use forebay_host_model::validate::ROWS;
use forebay_host_model::{Outcome, Pattern};

use crate::{Cell, Finding, Sweep, SweepError};

/// One run of a cell, with its time-line.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The cell.
    pub cell: Cell,
    /// Which of its runs, from 0.
    pub run: u64,
    /// What it is there for.
    pub about: String,
    /// What happened.
    pub outcome: Outcome,
}

impl Recording {
    /// Runs it.
    ///
    /// # Errors
    /// [`SweepError::Model`].
    pub fn of(cell: &Cell, run: u64, about: String) -> Result<Self, SweepError> {
        let outcome = cell.run(run, true)?;
        Ok(Self { cell: cell.clone(), run, about, outcome })
    }
}

impl Finding {
    /// The run that is nearest to the median; the first one that never ended where none has ended, or where that is asked for.
    fn typical(&self) -> u64 {
        let times = &self.measured.times_ps;
        let Some(stats) = self.stats.filter(|_| self.measured.deadlocks == 0) else { return 0 };
        let off = |ps: &u64| (*ps as f64 / 1e9 - stats.median).abs();
        let nearest =
            (0..).zip(times).min_by(|(_, one), (_, other)| off(one).total_cmp(&off(other)));
        nearest.map_or(0, |(run, _)| run)
    }
}

impl Sweep {
    /// Cells, runs and what they are there for: each step of the published experiment, the better way and what deadlocks, where the sweep
    /// has them; otherwise the least mean, and the widest spread.
    #[must_use]
    pub fn worth_recording(&self) -> Vec<(&Cell, u64, String)> {
        let mut all = Vec::new();
        for row in &ROWS {
            all.extend(self.standing_for(row).map(|(finding, _)| (finding, row.name.to_owned())));
        }
        for loaded in [false, true] {
            let best = self.list(loaded).map(|(name, ..)| name);
            let found = self.findings.iter().find(|one| Some(&one.cell.name) == best.as_ref());
            let about = if loaded { "one list, loaded" } else { "one list, idle" };
            all.extend(found.map(|finding| (finding, about.to_owned())));
        }
        let patterns = [
            (Pattern::ScalarsThenPoints, "all scalars, then all points: deadlock"),
            (Pattern::Alternate, "a chunk larger than the FIFO: deadlock"),
            (Pattern::TwoThreads, "two threads without a barrier: deadlock"),
        ];
        for (pattern, about) in patterns {
            let stuck = |one: &&Finding| {
                one.cell.scenario.pattern == pattern && one.measured.times_ps.is_empty()
            };
            let found = self.findings.iter().find(stuck);
            all.extend(found.map(|finding| (finding, about.to_owned())));
        }
        if all.is_empty() {
            let ended = || self.findings.iter().filter_map(|one| Some((one, one.stats?)));
            let least = ended().min_by(|(_, one), (_, other)| one.mean.total_cmp(&other.mean));
            let widest =
                ended().max_by(|(_, one), (_, other)| one.deviation.total_cmp(&other.deviation));
            all.extend(least.map(|(finding, _)| (finding, "the least mean".to_owned())));
            all.extend(widest.map(|(finding, _)| (finding, "the widest spread".to_owned())));
        }
        all.into_iter().map(|(finding, about)| (&finding.cell, finding.typical(), about)).collect()
    }
}
