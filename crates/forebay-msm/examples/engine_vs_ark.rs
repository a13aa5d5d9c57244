// SPDX-License-Identifier: Apache-2.0
//! Bucket engine plus host sum against arkworks' own MSM, same inputs, same process, same cores.
//!
//! `cargo run --release -p forebay-msm --example engine_vs_ark -- [LOG2_POINTS] [ROUNDS] [scalar]`
//!
//! `scalar` measures the portable arithmetic on a machine that has a faster one.
//!
//! Prints one JSON object: seconds of every phase (best of the rounds) and the ratio
//! arkworks / (engine + drain + host sum). Ends with an error if the results differ.

use std::{env, error::Error, time::Instant};

use forebay_msm::{Arithmetic, BucketEngine, WindowPlan, check, curve, reduce, vectors, witness};

/// Bytes offered to the engine per call, as a transfer engine would deliver them.
const CHUNK_POINTS: usize = 1 << 15;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let log2: u32 = args.next().map_or(Ok(20), |text| text.parse())?;
    let rounds: u32 = args.next().map_or(Ok(3), |text| text.parse())?;
    let arithmetic = match args.next().as_deref() {
        None => Arithmetic::best(),
        Some("scalar") => Arithmetic::Scalar,
        Some(other) => {
            return Err(format!("unknown arithmetic {other}, only `scalar` is known").into());
        }
    };
    let count = 1usize << log2;
    let points = vectors::random_points(1, count);
    let scalars = vectors::random_scalars(2, count);

    let (check_seconds, checked) = timed(|| check::check_points(&points));
    checked?;
    let (convert_seconds, card_points) = timed(|| curve::to_card_points(&points));
    let card_points = card_points?;

    let plan = WindowPlan::standard();
    let mut engine = BucketEngine::with_arithmetic(plan.clone(), arithmetic);
    let mut best = [f64::INFINITY; 4];
    for _ in 0..rounds {
        let (fill, filled) = timed(|| {
            card_points
                .chunks(CHUNK_POINTS * forebay_msm::CARD_POINT_BYTES)
                .zip(scalars.chunks(CHUNK_POINTS))
                .try_for_each(|(points, scalars)| engine.accumulate(points, scalars.as_flattened()))
        });
        filled?;
        let (drain, buckets) = timed(|| engine.drain());
        let (sum, result) = timed(|| reduce::host_sum(&plan, &buckets));
        let (ark, expected) = timed(|| witness::msm(&points, &scalars));
        if result? != expected? {
            return Err("the results differ".into());
        }
        for (best, seconds) in best.iter_mut().zip([fill, drain, sum, ark]) {
            *best = best.min(seconds);
        }
    }
    let [fill, drain, sum, ark] = best;
    println!(
        "{{\"points\":{count},\"threads\":{},\"arithmetic\":\"{}\",\"check_seconds\":{check_seconds:.3},\
         \"convert_seconds\":{convert_seconds:.3},\"fill_seconds\":{fill:.3},\"drain_seconds\":{drain:.4},\
         \"host_sum_seconds\":{sum:.4},\"ark_seconds\":{ark:.3},\"ratio\":{:.2},\"peak_mib\":{}}}",
        rayon::current_num_threads(),
        engine.arithmetic().name(),
        ark / (fill + drain + sum),
        peak_mib().unwrap_or(0),
    );
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let value = work();
    (start.elapsed().as_secs_f64(), value)
}

/// Largest resident size of this process so far, where the system tells it.
fn peak_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}
