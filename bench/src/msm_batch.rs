// SPDX-License-Identifier: Apache-2.0
//! Multiplications back to back, again and again: how much of the host's work lies behind the card's.
//!
//! The source of this design measures itself like that, with four of 2^26 points ten times. Every result is verified.

use std::error::Error;

use forebay::Device;
use forebay_msm::{Scalar, vectors, witness};
use forebay_msm_client::{Msm, MsmReport, Repeats};
use serde::Serialize;

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Binary logarithm of the number of points of each multiplication
    #[arg(long, default_value_t = 20)]
    log_points: u32,
    /// Card
    #[arg(long, default_value = "fast:msm")]
    card: String,
    /// Multiplications back to back
    #[arg(long, default_value_t = 4)]
    batch: usize,
    /// Repetitions of that
    #[arg(long, default_value_t = 10)]
    repeat: usize,
}

/// The outcome.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    card: String,
    /// Card cycles come from a model rather than from the RTL.
    modelled: bool,
    threads: usize,
    batch: usize,
    verified: bool,
    #[serde(flatten)]
    repeats: Repeats,
    /// The repetition whose elapsed cycles are the median.
    median: Option<MsmReport>,
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let count = 1 << args.log_points;
    let points = vectors::random_points(1, count);
    let scalars: Vec<_> =
        (1..).take(args.batch).map(|seed| vectors::random_scalars(seed, count)).collect();
    let batch: Vec<&[Scalar]> = scalars.iter().map(Vec::as_slice).collect();
    let device = Device::open(&args.card)?;
    let msm = Msm::new(&device)?;
    let bases = msm.bases_unchecked(&points)?;
    let (mut results, mut reports) = (Vec::new(), Vec::new());
    for _ in 0..args.repeat {
        let (points, report) = msm.run_batch(&bases, &batch)?;
        results.push(points);
        reports.push(report);
    }
    for (index, scalars) in batch.iter().enumerate() {
        let witness = witness::msm(&points, scalars)?;
        if results.iter().any(|results| results[index] != witness) {
            return Err(format!("multiplication {index} is not what arkworks says").into());
        }
    }
    let repeats = Repeats::of(&reports);
    let median = repeats.median().map(|index| reports.swap_remove(index));
    Ok(Record {
        what: "multiplications back to back; cycles of the host are its wall time at the card clock",
        card: args.card.clone(),
        modelled: device.identity().modelled,
        threads: std::thread::available_parallelism()?.get(),
        batch: args.batch,
        verified: true,
        repeats,
        median,
    })
}
