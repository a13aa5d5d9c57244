// SPDX-License-Identifier: Apache-2.0
//! `forebay wc-perf`.

mod hazards;
mod pace;
mod subject;
mod table;

use std::sync::Arc;
use std::time::Duration;

use forebay_write_combining::{Column, Measurement, Remark, Run};
use serde::Serialize;

use pace::Pace;
use subject::Subject;

use crate::args::WcPerfArgs;
use crate::error::CliError;
use crate::output;

/// One row of one column.
#[derive(Debug, Serialize)]
struct Row {
    bytes: u64,
    /// Gigabytes a second, of all of the time.
    rate: f64,
    /// The same as the source's program prints it.
    source_prints: f64,
    seconds: f64,
    /// Writes on the bus in a pass, or at the card; none where nobody counts them.
    writes: Option<f64>,
    remark: Option<Remark>,
}

/// What the command prints of one column.
#[derive(Debug, Serialize)]
struct RowsOutput {
    column: &'static str,
    /// None where it is the model of the published card.
    card: Option<String>,
    passes: u64,
    /// Times are those of a model of a processor.
    modelled: bool,
    rows: Vec<Row>,
}

impl Row {
    fn of(run: &Run) -> Self {
        Self {
            bytes: run.bytes,
            rate: run.rate(),
            source_prints: run.printed(),
            seconds: run.program_ps as f64 / 1e12,
            writes: run.writes.map(|writes| writes as f64 / run.passes as f64),
            remark: Remark::of(run),
        }
    }

    fn text(&self, verbose: bool) -> String {
        let Self { bytes, rate, seconds, writes, remark, .. } = self;
        if !verbose {
            return format!("{bytes}\t{rate:.6}");
        }
        let writes = writes.map_or_else(String::new, |writes| {
            let plural = if writes == 1.0 { "" } else { "s" };
            format!(", {writes} write{plural} on the bus")
        });
        let remark = remark.map_or_else(String::new, |remark| format!("\n  {}", remark.words()));
        format!(
            "time {seconds:.9} seconds for transfer of {bytes} bytes{writes}\n\
             bandwidth {rate:.6} GB/s{remark}"
        )
    }
}

/// The exit code.
pub(crate) fn run(args: &WcPerfArgs) -> Result<u8, CliError> {
    match &args.hazards {
        Some(Some(program)) => hazards::judge(program, args.orders, args.json),
        Some(None) => hazards::demonstrate(args.orders, args.json).map(|()| 0),
        None => measure(args).map(|()| 0),
    }
}

fn measure(args: &WcPerfArgs) -> Result<(), CliError> {
    let measurement = Measurement::new(args.integers, args.passes)?;
    let subject = Arc::new(Subject::of(args)?);
    let bytes: u64 = measurement.sizes().sum();
    let columns = if args.table { Column::ALL.len() as u64 } else { 1 };
    let limit = Duration::from_secs(args.timeout);
    let pace = Arc::new(Pace::new(limit, bytes * measurement.passes() * columns));
    if args.table {
        return table::run(args, &subject, measurement, &pace);
    }
    let column = match (args.lines, args.custom, args.write_combining) {
        (true, ..) => Column::Lines,
        (false, false, false) => Column::Burst,
        (false, false, true) => Column::BurstWc,
        (false, true, false) => Column::Custom,
        (false, true, true) => Column::CustomWc,
    };
    let passes = measurement.passes();
    let rows = pace.within(&subject, move |subject, pace| {
        let row = |bytes| Ok(Row::of(&subject.run(column, bytes, passes, pace)?));
        measurement.sizes().map(row).collect::<Result<Vec<_>, CliError>>()
    })?;
    if args.json {
        let (column, card, modelled) = (column.name(), subject.name(), subject.is_modelled());
        return output::json(&RowsOutput { column, card, passes, modelled, rows });
    }
    let lines: Vec<_> = rows.iter().map(|row| row.text(args.verbose)).collect();
    let (name, on, unit) = (column.name(), subject.on(), subject.unit());
    let title = format!("{name}{on}, {}; {unit}", in_words(passes));
    output::text(&format!("{title}\n{}", lines.join("\n")))
}

/// How many passes there are.
fn in_words(passes: u64) -> String {
    format!("{passes} pass{}", if passes == 1 { "" } else { "es" })
}
