// SPDX-License-Identifier: Apache-2.0
//! The native card against `ark-ec`'s `VariableBaseMSM`: same machine, same cores, same process, in turn.

use std::error::Error;
use std::time::Instant;

use forebay::Device;
use forebay_msm::{vectors, witness};
use forebay_msm_client::{Bases, Msm};
use serde::Serialize;

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Binary logarithm of the number of points
    #[arg(long, default_value_t = 20)]
    log_points: u32,
    /// Rounds of both, one after the other
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

/// The outcome; ratios are arkworks' time over the card's, so above 1 the card is faster.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    points: usize,
    threads: usize,
    rounds: usize,
    /// Median ratio with the bases in the card's memory: scalars by DMA, passes, sums and the model of cycles on one side, the MSM on
    /// the other.
    ratio: f64,
    /// The same for each round.
    ratios: Vec<f64>,
    /// Ratio of the first round, before which the bases are converted; they go to the card in it.
    ratio_of_first: f64,
    /// Peak resident memory of the card's side, input included, in MiB.
    peak_mebibytes: u64,
    results_equal: bool,
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let count = 1 << args.log_points;
    let points = vectors::random_points(1, count);
    let device = Device::open("fast:msm")?;
    let msm = Msm::new(&device)?;
    let mut peak_mebibytes = None;
    let mut results_equal = true;
    // Each on its turn: seconds of the card and of arkworks.
    let mut round = |seed: u64, bases: &Bases| -> Result<(f64, f64), Box<dyn Error>> {
        let scalars = vectors::random_scalars(seed, count);
        let (result, card) = timed(|| Ok(msm.run(bases, &scalars)?.0))?;
        // Before arkworks takes memory of its own.
        peak_mebibytes = peak_mebibytes.or(Some(peak_mebibytes_so_far()?));
        let (witness, ark) = timed(|| Ok(witness::msm(&points, &scalars)?))?;
        results_equal &= witness == result;
        Ok((card, ark))
    };
    let (bases, prepare) = timed(|| Ok(msm.bases_unchecked(&points)?))?;
    let (card, ark) = round(0, &bases)?;
    let ratio_of_first = ark / (prepare + card);
    let ratios = (1..=args.rounds as u64)
        .map(|seed| round(seed, &bases).map(|(card, ark)| ark / card))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Record {
        what: "fast:msm against ark-ec VariableBaseMSM, in turn in one process",
        points: count,
        threads: std::thread::available_parallelism()?.get(),
        rounds: args.rounds,
        ratio: median(ratios.iter().copied()),
        ratios,
        ratio_of_first,
        peak_mebibytes: peak_mebibytes.unwrap_or_default(),
        results_equal,
    })
}

/// What it gives, and the seconds that it takes.
fn timed<T>(work: impl FnOnce() -> Result<T, Box<dyn Error>>) -> Result<(T, f64), Box<dyn Error>> {
    let began = Instant::now();
    let made = work()?;
    Ok((made, began.elapsed().as_secs_f64()))
}

/// The kernel's own account of the process' largest resident size.
fn peak_mebibytes_so_far() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .ok_or("no VmHWM in /proc/self/status")?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kibibytes / 1024)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
