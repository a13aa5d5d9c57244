// SPDX-License-Identifier: Apache-2.0
//! `forebay wc-perf`.

mod hazards;
mod table;

use forebay_write_combining::{Column, Measurement, Processor, Remark, Run};
use serde::Serialize;

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
    /// Writes on the bus in a pass.
    writes: u64,
    remark: Option<Remark>,
}

/// What the command prints of one column.
#[derive(Debug, Serialize)]
struct RowsOutput {
    column: &'static str,
    passes: u64,
    /// Every time is that of a model.
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
            writes: run.writes / run.passes,
            remark: Remark::of(run),
        }
    }

    fn text(&self, verbose: bool) -> String {
        let Self { bytes, rate, seconds, writes, remark, .. } = self;
        if !verbose {
            return format!("{bytes}\t{rate:.6}");
        }
        let remark = remark.map_or_else(String::new, |remark| format!("\n  {}", remark.words()));
        format!(
            "time {seconds:.9} seconds for transfer of {bytes} bytes, {writes} writes on the bus\n\
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
    if args.table {
        return table::run(args, measurement);
    }
    let column = match (args.custom, args.write_combining) {
        (false, false) => Column::Burst,
        (false, true) => Column::BurstWc,
        (true, false) => Column::Custom,
        (true, true) => Column::CustomWc,
    };
    let passes = measurement.passes();
    let rows = measurement.sizes().map(|bytes| {
        let run = Run::of(Processor::F1, column, bytes, passes)?;
        Ok(Row::of(&run))
    });
    let rows = rows.collect::<Result<Vec<_>, CliError>>()?;
    if args.json {
        return output::json(&RowsOutput { column: column.name(), passes, modelled: true, rows });
    }
    let lines: Vec<_> = rows.iter().map(|row| row.text(args.verbose)).collect();
    let title = format!("{}, {passes} passes; GB/s, modelled", column.name());
    output::text(&format!("{title}\n{}", lines.join("\n")))
}
