// SPDX-License-Identifier: Apache-2.0
//! What varies in a file, and every combination of it.

use std::collections::HashSet;
use std::path::Path;

use forebay_host_model::{
    Completion, Costs, FlowParams, Pattern, Profile, STREAMS, Scenario, Time,
};
use toml::Value;

use super::values::Values;
use super::{File, on_body, pattern};
use crate::{Body, Cell, SweepError};

/// Most settings of a file.
const MOST_CELLS: u64 = 100_000;

/// Everything that varies.
pub(super) struct Axes {
    /// The card that all are like.
    like: String,
    bodies: Vec<Body>,
    profiles: Vec<Profile>,
    tasks: Vec<u32>,
    depths: Vec<[u64; STREAMS]>,
    pairs_take: Vec<Time>,
    patterns: Vec<Pattern>,
    completions: Vec<Completion>,
    aligned: Vec<bool>,
    chunks: Vec<u64>,
    pairs: Vec<u64>,
}

impl Axes {
    pub(super) fn read(
        values: &Values<'_>,
        file: &File,
        card: &FlowParams,
    ) -> Result<Self, SweepError> {
        let File { host, send, .. } = file;
        let text = |key: &str, law: &Value| match law {
            Value::String(text) => Ok(text.clone()),
            Value::Integer(_) | Value::Float(_) => Ok(law.to_string()),
            _ => Err(values.wrong(key, law, "a time or a law, such as \"22 us\"")),
        };
        let costs = host.costs.iter().try_fold(Costs::default(), |costs, (name, law)| {
            let key = format!("host.costs.{name}");
            costs
                .with_text(&format!("{name} = {}", text(&key, law)?))
                .map_err(|source| values.refused(&key, source))
        })?;
        let profile = |_: &Values<'_>, key: &str, value: &Value| {
            let found = Profile::find(values.text(key, value)?);
            let profile = found.map_err(|source| values.refused(key, source))?;
            Ok(Profile { costs: costs.clone(), ..profile })
        };
        let completion = |_: &Values<'_>, key: &str, value: &Value| {
            Completion::find(values.text(key, value)?).map_err(|source| values.refused(key, source))
        };
        let tasks = |_: &Values<'_>, key: &str, value: &Value| {
            u32::try_from(values.number(key, value)?)
                .map_err(|_| values.wrong(key, value, "65536 at most"))
        };
        let numbers = |key: &str, value: &Option<Value>, other: u64| {
            value.as_ref().map_or_else(|| Ok(vec![other]), |value| values.range(key, value))
        };
        let depths = match &file.card.fifo {
            None => vec![card.depth],
            Some(value) => values
                .range("card.fifo", value)?
                .into_iter()
                .map(|depth| [depth; STREAMS])
                .collect(),
        };
        Ok(Self {
            like: values.like(&file.card)?.into(),
            bodies: values.some(on_body::KEY, &file.card.body, Body::Flow, Values::body)?,
            profiles: values.some("host.profile", &host.profile, Profile::stock_xdma(), profile)?,
            tasks: values.some("host.tasks", &host.tasks, 0, tasks)?,
            depths,
            pairs_take: values.some("card.pair", &file.card.pair, card.pair, Values::time)?,
            patterns: values.some("send.pattern", &send.pattern, Pattern::Alternate, pattern)?,
            completions: values.some(
                "send.completion",
                &send.completion,
                Completion::Interrupt,
                completion,
            )?,
            aligned: values.some("send.aligned", &send.aligned, true, Values::yes)?,
            chunks: numbers("send.chunk", &send.chunk, 512)?,
            pairs: numbers("send.pairs", &send.pairs, 1 << 20)?,
        })
    }

    fn count(&self) -> u64 {
        [
            self.bodies.len(),
            self.profiles.len(),
            self.tasks.len(),
            self.depths.len(),
            self.pairs_take.len(),
            self.patterns.len(),
            self.completions.len(),
            self.aligned.len(),
            self.chunks.len(),
            self.pairs.len(),
        ]
        .into_iter()
        .fold(1, |product, len| product.saturating_mul(len as u64))
    }

    /// Everything but how it is sent, each with a name of what varies in it.
    fn hosts(&self, base: &Scenario) -> Vec<(String, Scenario)> {
        let mut all = Vec::new();
        for profile in &self.profiles {
            for pair in &self.pairs_take {
                for pairs in &self.pairs {
                    for depth in &self.depths {
                        for tasks in &self.tasks {
                            let card =
                                FlowParams { pair: *pair, depth: *depth, ..base.card.clone() };
                            let profile = profile.clone().with_tasks(*tasks);
                            let mut subject = Vec::new();
                            if self.profiles.len() > 1 {
                                subject.push(profile.name.to_owned());
                            }
                            if self.pairs_take.len() > 1 {
                                subject.push(format!("pair{}", pair.to_string().replace(' ', "")));
                            }
                            if self.pairs.len() > 1 {
                                subject.push(format!("pairs{pairs}"));
                            }
                            let scenario =
                                Scenario { pairs: *pairs, profile, card, ..base.clone() };
                            all.push((subject.join("-"), scenario));
                        }
                    }
                }
            }
        }
        all
    }

    /// Every way of sending of a pattern on that host and card.
    fn ways(
        &self,
        values: &Values<'_>,
        pattern: Pattern,
        host: &Scenario,
    ) -> Result<Vec<Scenario>, SweepError> {
        if let (Pattern::OneList, Some(why)) = (pattern, host.profile.no_lists) {
            let wanted = format!(
                "another pattern, or a host.profile that takes lists, such as forebay-in-process; of {}: {why}",
                host.profile.name
            );
            return Err(values.wrong("send.pattern", &"one_list".into(), &wanted));
        }
        let mut all = Vec::new();
        for aligned in self.aligned.iter().copied() {
            for chunk in self.chunks.iter().copied() {
                for completion in self.completions.iter().copied() {
                    all.push(Scenario { pattern, completion, aligned, chunk, ..host.clone() });
                }
            }
        }
        Ok(all)
    }

    /// Every combination, in which the model finds nothing to refuse.
    pub(super) fn cells(
        &self,
        path: &Path,
        base: &Scenario,
        runs: u64,
    ) -> Result<Vec<Cell>, SweepError> {
        let count = self.count();
        if count > MOST_CELLS {
            return Err(SweepError::TooMany { path: path.into(), cells: count, most: MOST_CELLS });
        }
        let values = Values { path };
        let (mut cells, mut names) = (Vec::new(), HashSet::new());
        let labelled = self.bodies.len() > 1;
        for body in &self.bodies {
            for pattern in &self.patterns {
                for (subject, host) in self.hosts(base) {
                    let labels = [body.name(), &subject];
                    let labels = if labelled { &labels[..] } else { &labels[1..] };
                    let labels: Vec<_> =
                        labels.iter().filter(|one| !one.is_empty()).copied().collect();
                    for scenario in self.ways(&values, *pattern, &host)? {
                        let cell = Cell::of(&labels.join("-"), scenario, runs);
                        cell.scenario
                            .check()
                            .map_err(|source| values.refused(&cell.name, source))?;
                        // FIFOs are no matter to memory.
                        if names.insert(cell.name.clone()) {
                            cells.push(values.on(cell, *body, &self.like)?);
                        }
                    }
                }
            }
        }
        Ok(cells)
    }
}
