// SPDX-License-Identifier: Apache-2.0
//! `forebay sweep`.

mod e3xx;

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use comfy_table::{CellAlignment, Table, presets};
use forebay_report::write_report;
use forebay_sweep::{
    MODEL, PRESETS, Plan, Progress, Recording, Store, Stuck, Summary, Sweep, SweepError, Watch,
    difference, rounded, sweep, write_json, write_summary, write_table,
};
use serde::Serialize;

use crate::args::SweepArgs;
use crate::error::CliError;
use crate::output;
use crate::progress::{Done, during};
use crate::stop::set_on_signals;

/// What the command prints.
#[derive(Debug, Serialize)]
struct SweepOutput {
    name: String,
    /// Every time is that of a model.
    modelled: bool,
    model: &'static str,
    /// Settings that were known from before.
    found: usize,
    summary: Summary,
    report: String,
    pictures: Vec<String>,
    traces: Vec<String>,
}

/// Names of sweeps, for the help.
pub(crate) fn presets() -> String {
    [&PRESETS[..], &[e3xx::NAME]].concat().join(", ")
}

pub(crate) fn run(args: &SweepArgs) -> Result<(), CliError> {
    if args.preset.as_deref() == Some(e3xx::NAME) {
        return e3xx::run(args);
    }
    let watch = Watch::default();
    set_on_signals(&watch.stop)?;
    let plan = plan(args)?;
    let wanted = wanted(args, &plan)?;
    let mut store = Store::open(&args.out, MODEL)?;
    let work = Progress::of(&plan, &store, MODEL);
    let jobs = args.jobs.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let done = Done { count: &watch.done, total: work.calls, unit: "calls", note: None };
    let swept = during("modelling", Some(done), || sweep(&plan, &mut store, MODEL, jobs, &watch))?;
    let output = during("reporting", None, || report(args, &swept, wanted, work.found))?;
    if args.json { output::json(&output) } else { output::text(&output.text()) }
}

fn plan(args: &SweepArgs) -> Result<Plan, CliError> {
    let plan = match (&args.preset, &args.file) {
        (Some(preset), _) => match Plan::preset(preset, args.runs, args.seed.unwrap_or(0)) {
            Err(SweepError::UnknownPreset { name }) => {
                return Err(CliError::NoPreset { name, known: presets() });
            }
            plan => plan?,
        },
        (None, Some(file)) => Plan::from_file(file, args.runs, args.seed)?,
        (None, None) => Plan { name: String::new(), cells: Vec::new() },
    };
    Ok(plan)
}

/// Runs that are asked for by name: told before anything is modelled.
fn wanted(args: &SweepArgs, plan: &Plan) -> Result<Vec<(String, u64)>, CliError> {
    let each = args.time_line.iter().map(|one| {
        let cell = plan.find(&one.cell)?;
        if one.run >= cell.runs {
            let (cell, run, last) = (cell.name.clone(), one.run, cell.runs - 1);
            return Err(CliError::NoSuchRun { cell, run, last });
        }
        Ok((cell.name.clone(), one.run))
    });
    each.collect()
}

/// Writes everything.
fn report(
    args: &SweepArgs,
    sweep: &Sweep,
    wanted: Vec<(String, u64)>,
    found: usize,
) -> Result<SweepOutput, CliError> {
    let out = &args.out;
    write_table(sweep, &out.join("results.csv"))?;
    write_json(sweep, MODEL, &out.join("results.json"))?;
    let summary = sweep.summary();
    write_summary(&summary, out)?;
    let mut recordings: Vec<_> = sweep
        .worth_recording()
        .into_iter()
        .map(|(cell, run, about)| Recording::of(cell, run, about))
        .collect::<Result<_, _>>()?;
    for (name, run) in wanted {
        let finding = sweep.findings.iter().find(|finding| finding.cell.name == name);
        let recording = finding.map(|finding| {
            Recording::of(&finding.cell, run, format!("asked for: {name}, run {run}"))
        });
        recordings.extend(recording.transpose()?);
    }
    let written = write_report(sweep, &recordings, out)?;
    Ok(SweepOutput {
        name: sweep.name.clone(),
        modelled: true,
        model: MODEL,
        found,
        summary,
        report: output::path(&written.page),
        pictures: output::paths(written.pictures),
        traces: output::paths(written.traces),
    })
}

impl SweepOutput {
    fn text(&self) -> String {
        let Self { name, found, summary, report, .. } = self;
        let [never, sometimes] = summary.deadlocked;
        let mut text = format!(
            "{name}: {} settings ({found} known from before), {} runs, {} calls; modelled\n\
             {never} settings never end, {sometimes} do not always end\n",
            summary.cells, summary.runs, summary.calls
        );
        for one in &summary.stuck {
            let Stuck { subject, order, fifo, never, sometimes, cell, planned, .. } = one;
            let of = if subject.is_empty() { String::new() } else { format!(" ({subject})") };
            text += &format!(
                "  {order}{of}, FIFO {fifo}: {never} never, {sometimes} not always; {cell}: {planned}\n"
            );
        }
        if !summary.steps.is_empty() {
            let mut table = Table::new();
            table.load_preset(presets::NOTHING);
            table.set_header(["step", "published ms", "modelled ms", "error %"]);
            for step in &summary.steps {
                let error = (step.mean_ms / step.published_ms - 1.0) * 100.0;
                table.add_row([
                    step.name.to_owned(),
                    format!("{:.2}", step.published_ms),
                    format!("{:.2}", step.mean_ms),
                    difference(error, 1),
                ]);
            }
            for (cell, ms, _) in &summary.lists {
                let row = [cell.clone(), "-".into(), format!("{ms:.2}"), String::new()];
                table.add_row(row);
            }
            for column in 1..4 {
                if let Some(column) = table.column_mut(column) {
                    column.set_cell_alignment(CellAlignment::Right);
                }
            }
            text += &format!("\n{table}\n");
        }
        for gain in &summary.gains {
            let load = if gain.loaded { "loaded" } else { "idle" };
            text +=
                &format!("\n4096 entries for 1024, {load}: {} % less", rounded(gain.percent, 2));
        }
        format!("{text}\nreport: {report}")
    }
}
