// SPDX-License-Identifier: Apache-2.0
//! The table of a sweep: a row a cell.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use forebay_host_model::Time;
use forebay_plan::Verdict;
use serde::Serialize;

use crate::cell::{pattern_word, word};
use crate::digits::rounded;
use crate::{Cell, Finding, Stats, Summary, Sweep, SweepError};

/// Columns, in order. Times are milliseconds, and all of them modelled.
pub const COLUMNS: [&str; 28] = [
    "cell",
    "subject",
    "pattern",
    "completion",
    "alignment",
    "chunk",
    "fifo",
    "tasks",
    "profile",
    "body",
    "pairs",
    "runs",
    "drawn",
    "deadlocks",
    "median_ms",
    "lower_quartile_ms",
    "upper_quartile_ms",
    "min_ms",
    "max_ms",
    "mean_ms",
    "deviation_ms",
    "computed_mean_ms",
    "core_ms",
    "over_core_ms",
    "gb_per_s",
    "calls",
    "why",
    "planner",
];

/// A time as the table and the report have it.
pub(crate) fn ms(time: f64) -> String {
    format!("{time:.6}")
}

/// What the planner says of a setting before it is run: `free`, or why it can deadlock and what would be safe.
#[must_use]
pub fn planned(cell: &Cell) -> String {
    match cell.body.plan(&cell.scenario).map(|plan| plan.check()) {
        None => String::new(),
        Some(Ok(Verdict::Free)) => "free".into(),
        Some(Ok(verdict)) => verdict.to_string(),
        Some(Err(error)) => error.to_string(),
    }
}

/// The fields of a row.
pub(crate) fn fields(finding: &Finding) -> [String; COLUMNS.len()] {
    let Finding { cell, measured, stats } = finding;
    let scenario = &cell.scenario;
    let of = |get: fn(&Stats) -> f64| stats.as_ref().map(|stats| ms(get(stats)));
    let of = |get| of(get).unwrap_or_default();
    let (core, mean) = (cell.core().map(Time::ms), stats.as_ref().map(|stats| stats.mean));
    [
        cell.name.clone(),
        cell.subject.clone(),
        pattern_word(scenario.pattern),
        word(cell.completion()),
        if scenario.aligned { "aligned" } else { "unaligned" }.into(),
        scenario.chunk.to_string(),
        scenario.card.depth[0].to_string(),
        scenario.profile.load.tasks.to_string(),
        scenario.profile.name.into(),
        cell.body.name().into(),
        scenario.pairs.to_string(),
        cell.runs.to_string(),
        cell.drawn().to_string(),
        finding.deadlocks().to_string(),
        of(|stats| stats.median),
        of(|stats| stats.lower),
        of(|stats| stats.upper),
        of(|stats| stats.min),
        of(|stats| stats.max),
        of(|stats| stats.mean),
        of(|stats| stats.deviation),
        Stats::of(&measured.computed_ps).map(|stats| ms(stats.mean)).unwrap_or_default(),
        core.map(ms).unwrap_or_default(),
        core.zip(mean).map(|(core, mean)| ms(mean - core)).unwrap_or_default(),
        mean.map(|mean| ms(cell.bytes() as f64 / mean / 1e6)).unwrap_or_default(),
        measured.calls.to_string(),
        measured.why.clone().unwrap_or_default(),
        planned(cell),
    ]
}

/// All rows, in the order of the plan.
#[must_use]
pub fn rows(sweep: &Sweep) -> Vec<[String; COLUMNS.len()]> {
    sweep.findings.iter().map(fields).collect()
}

/// Writes the table.
///
/// # Errors
/// [`SweepError::Output`].
pub fn write_table(sweep: &Sweep, path: &Path) -> Result<(), SweepError> {
    write_rows(path, &COLUMNS, rows(sweep))
}

/// Writes what a sweep says in a few figures as three tables: `steps.csv`, `gains.csv` and `spread.csv`. Without lines where it says nothing.
///
/// # Errors
/// [`SweepError::Output`].
pub fn write_summary(summary: &Summary, folder: &Path) -> Result<(), SweepError> {
    let steps = summary.steps.iter().map(|step| {
        let error = (step.mean_ms / step.published_ms - 1.0) * 100.0;
        let (published, error) = (step.published_ms.to_string(), rounded(error, 2));
        [step.name.into(), published, ms(step.mean_ms), error, step.cell.clone()]
    });
    let heads = ["step", "published_ms", "modelled_ms", "error_percent", "cell"];
    write_rows(&folder.join("steps.csv"), &heads, steps)?;
    let load = |loaded| if loaded { "loaded" } else { "idle" }.to_owned();
    let gains = summary.gains.iter().map(|gain| {
        let (shallow, deep) = (&gain.shallow, &gain.deep);
        [
            load(gain.loaded),
            ms(shallow.1),
            ms(deep.1),
            rounded(gain.percent, 3),
            shallow.0.clone(),
            deep.0.clone(),
        ]
    });
    let heads = ["load", "fifo1024_ms", "fifo4096_ms", "gain_percent", "fifo1024", "fifo4096"];
    write_rows(&folder.join("gains.csv"), &heads, gains)?;
    let spread = summary.spread.iter().map(|one| {
        let times = [one.mean_ms, one.deviation_ms, one.widest_ms].map(ms);
        let [mean, deviation, widest] = times;
        let mode = (word(one.completion), one.depth.to_string(), load(one.loaded));
        [mode.0, mode.1, mode.2, one.cells.to_string(), mean, deviation, widest]
    });
    let heads =
        ["completion", "fifo", "load", "cells", "mean_ms", "deviation_ms", "widest_range_ms"];
    write_rows(&folder.join("spread.csv"), &heads, spread)
}

fn write_rows<const N: usize>(
    path: &Path,
    heads: &[&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> Result<(), SweepError> {
    let text = || -> Result<Vec<u8>, csv::Error> {
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record(heads)?;
        rows.into_iter().try_for_each(|row| table.write_record(row))?;
        table.into_inner().map_err(|error| error.into_error().into())
    };
    let written = text().map_err(io::Error::from).and_then(|text| std::fs::write(path, text));
    written.map_err(|source| SweepError::Output { path: path.into(), source })
}

#[derive(Serialize)]
struct Everything<'a> {
    name: &'a str,
    /// Every time in it is that of a model.
    modelled: bool,
    model: &'a str,
    summary: Summary,
    cells: Vec<Json<'a>>,
}

#[derive(Serialize)]
struct Json<'a> {
    #[serde(flatten)]
    fields: BTreeMap<&'static str, String>,
    times_ps: &'a [u64],
    accounts_ps: &'a [BTreeMap<String, u64>],
}

/// Writes all of it as JSON, each run with its time.
///
/// # Errors
/// [`SweepError::Output`].
pub fn write_json(sweep: &Sweep, model: &str, path: &Path) -> Result<(), SweepError> {
    let cells = sweep.findings.iter().map(|finding| Json {
        fields: COLUMNS.into_iter().zip(fields(finding)).collect(),
        times_ps: &finding.measured.times_ps,
        accounts_ps: &finding.measured.accounts_ps,
    });
    let (name, summary) = (&*sweep.name, sweep.summary());
    let all = Everything { name, modelled: true, model, summary, cells: cells.collect() };
    let text = serde_json::to_vec(&all).map_err(io::Error::from);
    let written = text.and_then(|text| std::fs::write(path, text));
    written.map_err(|source| SweepError::Output { path: path.into(), source })
}
