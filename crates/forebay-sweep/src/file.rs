// SPDX-License-Identifier: Apache-2.0
//! Sweeps of one's own, from a file in TOML: a list of values for each of the things that may vary, and every combination of them.

mod values;

use std::collections::HashSet;
use std::path::Path;

use forebay_bus::LinkParams;
use forebay_host_model::{
    CHANNELS, Completion, Costs, FlowParams, Pattern, Profile, STREAMS, Scenario, Time, WritePath,
};
use serde::Deserialize;
use toml::Value;

use crate::plan::check_runs;
use crate::{Cell, Plan, SweepError};
use values::Values;

/// Most settings of a file.
const MOST_CELLS: u64 = 100_000;
/// Runs of each where the file does not say.
const RUNS: u64 = 20;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct File {
    name: Option<Value>,
    runs: Option<Value>,
    seed: Option<Value>,
    host: Host,
    card: Card,
    send: Send,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Host {
    profile: Option<Value>,
    tasks: Option<Value>,
    worked: Option<Value>,
    costs: toml::Table,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Card {
    like: Option<Value>,
    fifo: Option<Value>,
    pair: Option<Value>,
    element_bytes: Option<Value>,
    write_path: Option<Value>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Send {
    pattern: Option<Value>,
    completion: Option<Value>,
    aligned: Option<Value>,
    chunk: Option<Value>,
    pairs: Option<Value>,
}

/// Everything that varies.
struct Axes {
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

impl Plan {
    /// The plan that a file describes; the README of this crate says what may be in it.
    ///
    /// # Errors
    /// [`SweepError::Input`], [`SweepError::Syntax`], [`SweepError::Value`], [`SweepError::Setting`], [`SweepError::TooMany`],
    /// [`SweepError::Runs`].
    pub fn from_file(
        path: &Path,
        runs: Option<u64>,
        seed: Option<u64>,
    ) -> Result<Self, SweepError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| SweepError::Input { path: path.into(), source })?;
        Self::from_text(path, &text, runs, seed)
    }

    fn from_text(
        path: &Path,
        text: &str,
        runs: Option<u64>,
        seed: Option<u64>,
    ) -> Result<Self, SweepError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            SweepError::Syntax { path: path.into(), what: place + error.message() }
        })?;
        let values = Values { path };
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = match &file.name {
            Some(name) => values.text("name", name)?.into(),
            None => stem.unwrap_or_else(|| "sweep".into()),
        };
        let number = |key, value: Option<&Value>, other| {
            value.map_or(Ok(other), |value| values.number(key, value))
        };
        let runs = runs.map_or_else(|| number("runs", file.runs.as_ref(), RUNS), Ok)?;
        let seed = seed.map_or_else(|| number("seed", file.seed.as_ref(), 0), Ok)?;
        check_runs(runs)?;
        let card = card(&values, &file.card)?;
        let worked = file.host.worked.as_ref();
        let worked = worked.map_or(Ok(false), |value| values.yes("host.worked", value))?;
        let axes = Axes::read(&values, &file, &card)?;
        let base = Scenario {
            card,
            worked,
            seed: seed.wrapping_mul(runs),
            ..Scenario::published(Pattern::Alternate, Completion::Interrupt, 1, 1)
        };
        Ok(Self { name, cells: axes.cells(path, &base, runs)? })
    }
}

/// The card as far as it does not vary.
fn card(values: &Values<'_>, given: &Card) -> Result<FlowParams, SweepError> {
    let cards: [(&str, FlowParams); 4] = [
        ("f1-shell", FlowParams::f1_shell()),
        ("bypassed", FlowParams::bypassed()),
        ("forebay", FlowParams::forebay(&LinkParams::default(), 20)),
        ("native", FlowParams::native()),
    ];
    let like = match &given.like {
        None => "f1-shell",
        Some(value) => values.text("card.like", value)?,
    };
    let known = cards.each_ref().map(|(name, _)| *name).join(", ");
    let found = cards.into_iter().find(|(name, _)| *name == like).map(|(_, card)| card);
    let mut card = found.ok_or_else(|| values.wrong("card.like", &like.into(), &known))?;
    if let Some(value) = &given.element_bytes {
        let key = "card.element_bytes";
        let sizes = value.as_array().filter(|sizes| sizes.len() == STREAMS);
        let sizes = sizes
            .ok_or_else(|| values.wrong(key, value, "two sizes, of a scalar and of a point"))?;
        for (bytes, size) in card.element_bytes.iter_mut().zip(sizes) {
            *bytes = values.number(key, size)?;
        }
    }
    if let Some(value) = &given.write_path {
        card.write_path = match values.text("card.write_path", value)? {
            "shared" => WritePath::Shared,
            "reserved" => WritePath::Reserved,
            _ => return Err(values.wrong("card.write_path", value, "shared or reserved")),
        };
    }
    Ok(card)
}

fn pattern(values: &Values<'_>, key: &str, value: &Value) -> Result<Pattern, SweepError> {
    let name = values.text(key, value)?;
    match name.strip_prefix("memory_") {
        None => Pattern::find(name).map_err(|source| values.refused(key, source)),
        Some(channels) => match channels.parse() {
            Ok(channels) if (1..=CHANNELS).contains(&(channels as usize)) => {
                Ok(Pattern::Memory(channels))
            }
            _ => Err(values.wrong(key, value, "memory_1 to memory_4")),
        },
    }
}

impl Axes {
    fn read(values: &Values<'_>, file: &File, card: &FlowParams) -> Result<Self, SweepError> {
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

    /// Every combination, in which the model finds nothing to refuse.
    fn cells(&self, path: &Path, base: &Scenario, runs: u64) -> Result<Vec<Cell>, SweepError> {
        let count = self.count();
        if count > MOST_CELLS {
            return Err(SweepError::TooMany { path: path.into(), cells: count, most: MOST_CELLS });
        }
        let values = Values { path };
        let (mut cells, mut names) = (Vec::new(), HashSet::new());
        for pattern in &self.patterns {
            for (subject, host) in self.hosts(base) {
                if *pattern == Pattern::OneList && !host.profile.takes_lists {
                    let wanted = format!(
                        "another pattern, or a host.profile that takes lists, such as forebay-in-process; {} has no such call",
                        host.profile.name
                    );
                    return Err(values.wrong("send.pattern", &"one_list".into(), &wanted));
                }
                for aligned in &self.aligned {
                    for chunk in &self.chunks {
                        for completion in &self.completions {
                            let (pattern, completion) = (*pattern, *completion);
                            let (aligned, chunk) = (*aligned, *chunk);
                            let scenario =
                                Scenario { pattern, completion, aligned, chunk, ..host.clone() };
                            let cell = Cell::of(&subject, scenario, runs);
                            cell.scenario
                                .check()
                                .map_err(|source| values.refused(&cell.name, source))?;
                            // FIFOs are no matter to memory.
                            if names.insert(cell.name.clone()) {
                                cells.push(cell);
                            }
                        }
                    }
                }
            }
        }
        Ok(cells)
    }
}

#[cfg(test)]
mod tests;
