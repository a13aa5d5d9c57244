// SPDX-License-Identifier: Apache-2.0
//! The table of a sweep: a row a cell.

use std::io;
use std::path::Path;

use crate::cell::word;
use crate::{Finding, Sweep, SweepError};

/// Columns, in order. Times are milliseconds.
pub const COLUMNS: [&str; 21] = [
    "cell",
    "pattern",
    "completion",
    "alignment",
    "chunk",
    "fifo",
    "tasks",
    "profile",
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
    "calls",
    "why",
];

/// A time as the table and the report have it.
pub(crate) fn ms(time: f64) -> String {
    format!("{time:.6}")
}

/// The fields of a row.
pub(crate) fn fields(finding: &Finding) -> [String; COLUMNS.len()] {
    let Finding { cell, measured, stats } = finding;
    let scenario = &cell.scenario;
    let of = |get: fn(&crate::Stats) -> f64| stats.as_ref().map(|stats| ms(get(stats)));
    let of = |get| of(get).unwrap_or_default();
    [
        cell.name.clone(),
        word(scenario.pattern),
        word(cell.completion()),
        if scenario.aligned { "aligned" } else { "unaligned" }.into(),
        scenario.chunk.to_string(),
        scenario.card.depth[0].to_string(),
        scenario.profile.load.tasks.to_string(),
        scenario.profile.name.into(),
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
        measured.calls.to_string(),
        measured.why.clone().unwrap_or_default(),
    ]
}

/// Writes the table.
///
/// # Errors
/// [`SweepError::Output`].
pub fn write_table(sweep: &Sweep, path: &Path) -> Result<(), SweepError> {
    let text = || -> Result<Vec<u8>, csv::Error> {
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record(COLUMNS)?;
        sweep.findings.iter().try_for_each(|finding| table.write_record(fields(finding)))?;
        table.into_inner().map_err(|error| error.into_error().into())
    };
    let written = text().map_err(io::Error::from).and_then(|text| std::fs::write(path, text));
    written.map_err(|source| SweepError::Output { path: path.into(), source })
}
