// SPDX-License-Identifier: Apache-2.0
//! Sweeps of one's own, from a file in TOML: a list of values for each of the things that may vary, and every combination of them.

mod axes;
mod on_body;
mod values;

use std::path::Path;

use forebay_bus::LinkParams;
use forebay_host_model::{CHANNELS, Completion, FlowParams, Pattern, STREAMS, Scenario, WritePath};
use serde::Deserialize;
use toml::Value;

use crate::plan::check_runs;
use crate::{Plan, SweepError};
use axes::Axes;
use values::Values;

/// The card that others are like where the file does not say.
const LIKE: &str = "f1-shell";
/// The same without reads of descriptors.
const BYPASSED: &str = "bypassed";
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
    body: Option<Value>,
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

impl Values<'_> {
    /// The name of the card that those of the file are like.
    fn like<'f>(&self, given: &'f Card) -> Result<&'f str, SweepError> {
        given.like.as_ref().map_or(Ok(LIKE), |value| self.text("card.like", value))
    }
}

/// The card as far as it does not vary.
fn card(values: &Values<'_>, given: &Card) -> Result<FlowParams, SweepError> {
    let cards: [(&str, FlowParams); 4] = [
        (LIKE, FlowParams::f1_shell()),
        (BYPASSED, FlowParams::bypassed()),
        ("forebay", FlowParams::forebay(&LinkParams::default(), 20)),
        ("native", FlowParams::native()),
    ];
    let like = values.like(given)?;
    let known = cards.each_ref().map(|(name, _)| *name).join(", ");
    let found = cards.into_iter().find(|(name, _)| *name == like).map(|(_, card)| card);
    let mut card = found.ok_or_else(|| values.wrong("card.like", &like.into(), &known))?;
    if let Some(value) = &given.element_bytes {
        let key = "card.element_bytes";
        let sizes = value.as_array().filter(|sizes| sizes.len() == STREAMS);
        let sizes = sizes
            .ok_or_else(|| values.wrong(key, value, "two sizes, of a scalar and of a point"))?;
        for (stream, size) in sizes.iter().enumerate() {
            let fifo_bytes = card.depth[stream] * card.element_bytes[stream];
            card.element_bytes[stream] = values.number(key, size)?;
            // Of the published card elements are known, of this project's bytes.
            if like != LIKE && like != BYPASSED {
                let elements = fifo_bytes.checked_div(card.element_bytes[stream]);
                card.depth[stream] = elements.unwrap_or(card.depth[stream]);
            }
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

#[cfg(test)]
mod tests;
