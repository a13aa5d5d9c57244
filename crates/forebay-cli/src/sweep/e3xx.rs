// SPDX-License-Identifier: Apache-2.0
//! `forebay sweep --preset e3xx`: capture on the radio of the source, modelled.

mod charts;
mod tables;
mod text;

use std::fs;
use std::num::NonZeroUsize;
use std::ops::Range;

use forebay_capture_model::experiment::{
    Ablation, Choice, Curve, Move, Rate, ablations, choices, curves, rates, sensitivity,
};
use forebay_capture_model::{CaptureModelError, Price, Prices, Spec};
use forebay_sweep::{MOST_RUNS, SweepError};
use rayon::ThreadPoolBuilder;
use serde::Serialize;

use crate::args::SweepArgs;
use crate::error::CliError;
use crate::output;
use crate::progress::during;

/// Its name.
pub(crate) const NAME: &str = "e3xx";
/// Runs of each setting if nobody says otherwise.
const RUNS: u64 = 3;

/// Everything that was found.
#[derive(Debug, Serialize)]
struct Found {
    name: &'static str,
    /// Every rate, loss and latency is that of a model, but for those that are called published.
    modelled: bool,
    first_seed: u64,
    runs: u64,
    prices: [Spec; Price::ALL.len()],
    rates: Vec<Rate>,
    overflows: Vec<Curve>,
    ablations: Vec<Ablation>,
    buffers: Vec<Choice>,
    sensitivity: Vec<Move>,
    tables: Vec<String>,
    pictures: Vec<String>,
}

pub(super) fn run(args: &SweepArgs) -> Result<(), CliError> {
    let runs = args.runs.unwrap_or(RUNS);
    if !(1..=MOST_RUNS).contains(&runs) {
        return Err(SweepError::Runs { runs }.into());
    }
    if !args.time_line.is_empty() {
        return Err(CliError::NoTimeLine { preset: NAME });
    }
    let at = |source| SweepError::Output { path: args.out.clone(), source };
    fs::create_dir_all(&args.out).map_err(at)?;
    let first = args.seed.unwrap_or(0).wrapping_mul(runs).min(u64::MAX - runs);
    let jobs = args.jobs.map_or(0, NonZeroUsize::get);
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|source| CliError::Jobs { jobs, source })?;
    let mut found = during("modelling", None, || pool.install(|| find(first..first + runs)))?;
    found.tables = output::paths(tables::write(&found, &args.out)?);
    found.pictures = output::paths(charts::write(&found, &args.out)?);
    let json = args.out.join("results.json");
    let text = serde_json::to_string_pretty(&found).map_err(std::io::Error::from)?;
    fs::write(&json, text).map_err(|source| SweepError::Output { path: json, source })?;
    if args.json { output::json(&found) } else { output::text(&text::of(&found)) }
}

fn find(seeds: Range<u64>) -> Result<Found, CaptureModelError> {
    let prices = Prices::default();
    Ok(Found {
        name: NAME,
        modelled: true,
        first_seed: seeds.start,
        runs: seeds.end - seeds.start,
        prices: Price::SPECS,
        rates: rates(&prices, seeds.clone())?,
        overflows: curves(&prices, seeds.clone())?,
        ablations: ablations(&prices, seeds.clone())?,
        buffers: choices(&prices, seeds.start)?,
        sensitivity: sensitivity(&prices, seeds.start)?,
        tables: Vec::new(),
        pictures: Vec::new(),
    })
}

/// Millions of samples a second.
fn msps(rate: u64) -> f64 {
    rate as f64 / 1e6
}
