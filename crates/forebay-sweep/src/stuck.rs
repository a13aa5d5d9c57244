// SPDX-License-Identifier: Apache-2.0
//! What a sweep says of the settings that do not end.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::table::planned;
use crate::{Finding, Sweep};

/// Settings of one order and depth of which some runs do not end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stuck {
    /// What is swept; empty for the first subject.
    pub subject: String,
    /// How the streams are sent.
    pub order: String,
    /// Elements of the FIFO of the first stream.
    pub fifo: u64,
    /// Settings of which no run ends.
    pub never: usize,
    /// Settings of which some do not.
    pub sometimes: usize,
    /// The first of all these.
    pub cell: String,
    /// How it stood in the first run that did not end.
    pub why: String,
    /// What the planner says of it before it runs: the full FIFO, the starving one, and the largest safe chunk.
    pub planned: String,
}

impl Sweep {
    /// All that do not end.
    #[must_use]
    pub fn stuck(&self) -> Vec<Stuck> {
        let mut groups: BTreeMap<(&str, String, u64), Vec<&Finding>> = BTreeMap::new();
        for finding in self.findings.iter().filter(|one| one.measured.deadlocks > 0) {
            let scenario = &finding.cell.scenario;
            let key =
                (&*finding.cell.subject, scenario.pattern.to_string(), scenario.card.depth[0]);
            groups.entry(key).or_default().push(finding);
        }
        let stuck = groups.into_iter().map(|((subject, order, fifo), findings)| {
            let never = findings.iter().filter(|one| one.stats.is_none()).count();
            let first = findings[0];
            Stuck {
                subject: subject.into(),
                order,
                fifo,
                never,
                sometimes: findings.len() - never,
                cell: first.cell.name.clone(),
                why: first.measured.why.clone().unwrap_or_default(),
                planned: planned(&first.cell),
            }
        });
        stuck.collect()
    }
}
