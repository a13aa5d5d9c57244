// SPDX-License-Identifier: Apache-2.0
//! The native card against `ark-ec`'s `VariableBaseMSM`: same machine, same cores, same process, in turn.

use std::error::Error;
use std::time::Instant;

use forebay::Device;
use forebay_msm::{G1Affine, Scalar, vectors, witness};
use forebay_msm_client::Msm;
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
    /// Median ratio with bases resident: DMA, buckets, read-out and host sum on one side, the MSM on the other.
    ratio: f64,
    /// The same for each round.
    ratios: Vec<f64>,
    /// Median ratio when the conversion of the bases is counted as well.
    ratio_with_preparation: f64,
    /// Peak resident memory of the card's side, input included, in MiB.
    peak_mebibytes: u64,
    results_equal: bool,
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let count = 1 << args.log_points;
    let points = vectors::random_points(1, count);
    let device = Device::open("fast:msm")?;
    let msm = Msm::new(&device)?;
    let mut peak_mebibytes = 0;
    let mut rounds = Vec::new();
    let mut results_equal = true;
    for round in 0..args.rounds {
        let scalars = vectors::random_scalars(round as u64, count);
        let (result, prepare, card) = on_card(&msm, &points, &scalars)?;
        if round == 0 {
            peak_mebibytes = peak_mebibytes_so_far()?;
        }
        let began = Instant::now();
        let witness = witness::msm(&points, &scalars)?;
        let ark = began.elapsed().as_secs_f64();
        results_equal &= witness == result;
        rounds.push((ark / card, ark / (card + prepare)));
    }
    Ok(Record {
        what: "fast:msm against ark-ec VariableBaseMSM, in turn in one process",
        points: count,
        threads: std::thread::available_parallelism()?.get(),
        rounds: args.rounds,
        ratio: median(rounds.iter().map(|round| round.0)),
        ratios: rounds.iter().map(|round| round.0).collect(),
        ratio_with_preparation: median(rounds.iter().map(|round| round.1)),
        peak_mebibytes,
        results_equal,
    })
}

/// Result, seconds to prepare the bases, seconds for the multiplication.
fn on_card(
    msm: &Msm,
    points: &[G1Affine],
    scalars: &[Scalar],
) -> Result<(G1Affine, f64, f64), Box<dyn Error>> {
    let began = Instant::now();
    let bases = msm.bases_unchecked(points)?;
    let prepare = began.elapsed().as_secs_f64();
    let began = Instant::now();
    let (result, _) = msm.run(&bases, scalars)?;
    Ok((result, prepare, began.elapsed().as_secs_f64()))
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
