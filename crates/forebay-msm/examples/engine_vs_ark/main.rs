// SPDX-License-Identifier: Apache-2.0
//! The engine as a multiplication of its own, in every arithmetic, against arkworks' and, where it is there, gnark-crypto's.
//!
//! `cargo run --release -p forebay-msm --example engine_vs_ark -- [LOG2_POINTS] [ROUNDS] [GNARK]`
//!
//! `GNARK` is the program of `bench/gnark`. All take turns, in one process but for gnark, on the same points and scalars;
//! each uses all cores. The engine keeps its points, so their conversion is not in its time, and the sum of its buckets
//! is; `as a card` it is given points as a card is, for the card's windows, and buckets are read out and summed.
//!
//! `... --peak WAY [LOG2_POINTS]` does one multiplication by one arithmetic and prints how many MiB the process took at
//! most; the program asks that of itself for each, as memory of one is no other's.
//!
//! Prints one JSON object. Seconds are medians of the rounds; ratios are arkworks' time over the way's, median, least and most
//! of the rounds, by the wall's clock and by the processor's time for the process, which other work on the machine
//! changes less. Ends with an error if two results differ.

mod gnark;
mod timing;

use std::{env, error::Error};

use forebay_msm::{
    Arithmetic, BucketEngine, CARD_POINT_BYTES, G1Affine, Multiplier, Scalar, WindowPlan,
    affine_hex, curve, reduce, vectors, witness,
};
use gnark::Gnark;
use serde_json::{Value, json};
use timing::{Way, timed};

/// Points offered to the engine per call, as a transfer engine would deliver them.
const CHUNK_POINTS: usize = 1 << 15;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1).peekable();
    if args.next_if(|arg| arg == "--peak").is_some() {
        let name = args.next().ok_or("--peak wants the name of an arithmetic")?;
        return peak(&name, args.next().map_or(Ok(20), |text| text.parse())?);
    }
    let log2: u32 = args.next().map_or(Ok(20), |text| text.parse())?;
    let rounds: usize = args.next().map_or(Ok(5), |text| text.parse())?;
    let count = 1usize << log2;
    let points = vectors::random_points(1, count);
    let scalars = vectors::random_scalars(2, count);
    let mut gnark =
        args.next().map(|program| Gnark::start(&program, &points, &scalars)).transpose()?;

    let mut engines = Vec::new();
    for arithmetic in Arithmetic::ALL.into_iter().filter(|way| way.is_available()) {
        engines.push(Engine::new(arithmetic, &points)?);
    }
    let memory = peaks(log2)?;
    let mut ark = Way::new("arkworks");
    let mut other = Way::new("gnark-crypto");
    for _ in 0..rounds {
        let expected = ark.turn(|| Ok(timed(|| witness::msm(&points, &scalars))))??;
        for engine in &mut engines {
            engine.turn(&scalars, &expected)?;
        }
        if let Some(gnark) = &mut gnark {
            let found = other.turn(|| gnark.turn())?;
            if Some(found) != affine_hex(&expected) {
                return Err("gnark-crypto's result differs".into());
            }
        }
    }
    let ways = engines.iter().flat_map(|engine| [&engine.own, &engine.card]);
    let ways: Vec<Value> = ways
        .chain(gnark.is_some().then_some(&other))
        .chain([&ark])
        .map(|way| way.record(&ark))
        .collect();
    let record = json!({
        "what": "multiplication by the engine, its points kept, against ark-ec VariableBaseMSM and gnark-crypto MultiExp, in turn",
        "points": count,
        "threads": rayon::current_num_threads(),
        "rounds": rounds,
        "peak_mebibytes_of_one": memory,
        "ways": ways,
        "results_equal": true,
    });
    println!("{}", serde_json::to_string_pretty(&record)?);
    Ok(())
}

/// An engine, by itself and with the card's windows.
struct Engine {
    kept: Multiplier,
    carded: BucketEngine,
    points: Vec<u8>,
    own: Way,
    card: Way,
}

impl Engine {
    fn new(arithmetic: Arithmetic, points: &[G1Affine]) -> Result<Self, Box<dyn Error>> {
        let points = curve::to_card_points(points)?;
        let mut kept = Multiplier::with_arithmetic(arithmetic);
        kept.keep(&points)?;
        Ok(Self {
            kept,
            carded: BucketEngine::with_arithmetic(WindowPlan::standard(), arithmetic),
            points,
            own: Way::new(arithmetic.name()),
            card: Way::new(&format!("{} as a card", arithmetic.name())),
        })
    }

    fn turn(&mut self, scalars: &[Scalar], expected: &G1Affine) -> Result<(), Box<dyn Error>> {
        let Self { kept, carded, points, own, card } = self;
        let result = own.turn(|| Ok(timed(|| kept.multiply(scalars.as_flattened()))))??;
        let chunks = || {
            let chunks = points.chunks(CHUNK_POINTS * CARD_POINT_BYTES);
            chunks
                .zip(scalars.chunks(CHUNK_POINTS))
                .try_for_each(|(points, scalars)| carded.accumulate(points, scalars.as_flattened()))
                .and_then(|()| reduce::host_sum(&WindowPlan::standard(), &carded.drain()))
        };
        let through_buckets = card.turn(|| Ok(timed(chunks)))??;
        if [result, through_buckets] != [*expected; 2] {
            return Err(format!("the results of {} differ", own.name()).into());
        }
        Ok(())
    }
}

/// Prints the most that a process with one engine takes: points, scalars, the engine and a multiplication.
fn peak(name: &str, log2: u32) -> Result<(), Box<dyn Error>> {
    let arithmetic = Arithmetic::ALL
        .into_iter()
        .find(|way| way.name() == name)
        .ok_or_else(|| format!("there is no arithmetic {name}"))?;
    let points = vectors::random_points(1, 1 << log2);
    let scalars = vectors::random_scalars(2, 1 << log2);
    let mut kept = Multiplier::with_arithmetic(arithmetic);
    kept.keep(&curve::to_card_points(&points)?)?;
    drop(points);
    let _ = std::hint::black_box(kept.multiply(scalars.as_flattened())?);
    println!("{}", peak_mebibytes().ok_or("the system does not tell how much memory was taken")?);
    Ok(())
}

/// What [`peak`] prints of each arithmetic.
fn peaks(log2: u32) -> Result<Value, Box<dyn Error>> {
    let mut found = serde_json::Map::new();
    for way in Arithmetic::ALL.into_iter().filter(|way| way.is_available()) {
        let done = std::process::Command::new(env::current_exe()?)
            .args(["--peak", way.name(), &log2.to_string()])
            .output()?;
        if !done.status.success() {
            return Err(String::from_utf8_lossy(&done.stderr).into());
        }
        let text = String::from_utf8(done.stdout)?;
        found.insert(way.name().into(), text.trim().parse::<u64>()?.into());
    }
    Ok(found.into())
}

/// Largest resident size of this process so far, where the system tells it.
fn peak_mebibytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}
