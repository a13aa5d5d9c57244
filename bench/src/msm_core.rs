// SPDX-License-Identifier: Apache-2.0
//! The MSM engine on scalars of several kinds: what each takes, by the card's own counters. Every result is verified.
//!
//! Points are in the card's memory when a multiplication that is measured begins, where the card has one.

use std::error::Error;
use std::time::Instant;

use forebay::Device;
use forebay_msm::{G1Affine, SCALAR_BYTES, Scalar, vectors, witness};
use forebay_msm_client::{Msm, MsmReport, ScalarMode, SieveReport};
use serde::Serialize;

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Card
    #[arg(long, default_value = "rtl:msm")]
    card: String,
    /// Numbers of points
    #[arg(long, value_delimiter = ',', default_value = "32768,262144")]
    points: Vec<usize>,
    /// Kinds of scalars
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Kind::ALL)]
    scalars: Vec<Kind>,
    /// Width of windows in bits; the quickest for the number of points if it is not given
    #[arg(long)]
    window_bits: Option<u32>,
    /// What is done to scalars
    #[arg(long, value_enum, value_delimiter = ',', default_value = "uniform")]
    mode: Vec<Mode>,
}

/// Scalars of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// Random
    Uniform,
    /// One random scalar everywhere
    Equal,
    /// Seven of ten are zero or one, the others random
    ZerosOnes,
    /// Random below 2^32
    Small,
    /// A hundred random ones
    Hot,
    /// Each twice in a row
    Pairs,
}

impl Kind {
    const ALL: [Self; 6] =
        [Self::Uniform, Self::Equal, Self::ZerosOnes, Self::Small, Self::Hot, Self::Pairs];
}

impl std::fmt::Display for Kind {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = clap::ValueEnum::to_possible_value(self);
        out.write_str(value.as_ref().map_or("", clap::builder::PossibleValue::get_name))
    }
}

/// [`ScalarMode`] as an argument.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Mode {
    Plain,
    Uniform,
    Sieve,
}

impl From<Mode> for ScalarMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Plain => Self::Plain,
            Mode::Uniform => Self::Uniform,
            Mode::Sieve => Self::Sieve,
        }
    }
}

/// The outcome.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    card: String,
    /// Card cycles come from a model rather than from the RTL.
    modelled: bool,
    verified: bool,
    rows: Vec<Row>,
    /// Of each size and mode but the sieve: the slowest kind of scalars over the fastest, without runs that summed points by class.
    worst_over_best: Vec<Spread>,
}

/// One multiplication.
#[derive(Debug, Serialize)]
struct Row {
    points: usize,
    scalars: Kind,
    mode: ScalarMode,
    window_bits: Vec<u32>,
    passes: usize,
    /// From the start of the run to its last sum.
    cycles: u64,
    /// Of an adder, while it filled buckets; without the reduction.
    fill_cycles_per_point: f64,
    /// All of them.
    cycles_per_point: f64,
    /// Cycles beyond those of filling: all reductions and read-outs.
    tail_cycles: f64,
    /// The same at 250 MHz.
    tail_milliseconds: f64,
    /// Points were summed by class beside, which is needed once, or for each run of others that are sieved.
    gathered: bool,
    /// What was sieved out, in the mode for it.
    sieve: Option<SieveReport>,
    /// From the first look at scalars to the result, with the host's wall time at the card's clock.
    elapsed_cycles: u64,
    additions: u64,
    hazard_cycles: u64,
    starved_cycles: u64,
    /// Of the simulation.
    wall_seconds: f64,
}

#[derive(Debug, Serialize)]
struct Spread {
    points: usize,
    mode: ScalarMode,
    fill: f64,
    all: f64,
}

/// Cycles of a millisecond.
const CYCLES_OF_A_MILLISECOND: f64 = 250_000.0;

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let device = Device::open(&args.card)?;
    let most = args.points.iter().max().copied().unwrap_or_default();
    let points = vectors::random_points(1, most);
    let mut rows = Vec::new();
    for count in &args.points {
        for mode in &args.mode {
            let msm =
                Msm::new(&device)?.in_mode((*mode).into()).with_window_bits(args.window_bits)?;
            let bases = msm.bases_unchecked(&points[..*count])?;
            // A card without a memory has them brought along.
            let _in_memory = msm.load(&bases)?;
            // The first one sums the points by class beside, if the card makes scalars uniform; what is sieved does so each time.
            let first = args.scalars.first().filter(|_| !matches!(mode, Mode::Plain));
            for kind in first.into_iter().chain(&args.scalars) {
                let scalars = kind.scalars(1, *count);
                let (report, seconds) = measured(&msm, &bases, &points[..*count], &scalars)?;
                rows.push(row(*count, *kind, &report, seconds)?);
                eprintln!("{}", serde_json::to_string(&rows.last())?);
            }
        }
    }
    Ok(Record {
        what: "the MSM engine, points in the card's memory; fill: cycles of an adder while it filled buckets",
        card: args.card.clone(),
        modelled: device.identity().modelled,
        verified: true,
        worst_over_best: spreads(&rows),
        rows,
    })
}

/// A multiplication that arkworks agrees with, and its wall time.
fn measured(
    msm: &Msm,
    bases: &forebay_msm_client::Bases,
    points: &[G1Affine],
    scalars: &[Scalar],
) -> Result<(MsmReport, f64), Box<dyn Error>> {
    let began = Instant::now();
    let (result, report) = msm.run(bases, scalars)?;
    let seconds = began.elapsed().as_secs_f64();
    if result != witness::msm(points, scalars)? {
        return Err("the result is not what arkworks says".into());
    }
    Ok((report, seconds))
}

#[expect(clippy::cast_precision_loss, reason = "counts of cycles are far below 2^52")]
fn row(
    points: usize,
    scalars: Kind,
    report: &MsmReport,
    wall_seconds: f64,
) -> Result<Row, Box<dyn Error>> {
    let engine = &report.engine;
    let fill = report.adder.fill_cycles_per_point;
    let tail = report.adder.active_cycles as f64 - fill * points as f64;
    Ok(Row {
        points,
        scalars,
        mode: engine.scalar_mode,
        window_bits: engine.window_bits.clone(),
        passes: engine.passes,
        cycles: report.adder.active_cycles,
        fill_cycles_per_point: fill,
        cycles_per_point: report.adder.cycles_per_point,
        tail_cycles: tail,
        tail_milliseconds: tail / CYCLES_OF_A_MILLISECOND,
        gathered: engine.gathered_runs > 0,
        sieve: engine.sieve,
        elapsed_cycles: report.masking.elapsed_cycles,
        additions: report.adder.additions,
        hazard_cycles: report.adder.hazard_cycles,
        starved_cycles: report.adder.starved_cycles,
        wall_seconds,
    })
}

fn spreads(rows: &[Row]) -> Vec<Spread> {
    let cases = rows.iter().map(|row| (row.points, row.mode));
    let mut cases: Vec<_> = cases.filter(|(_, mode)| *mode != ScalarMode::Sieve).collect();
    cases.dedup();
    let of = |(points, mode): (usize, ScalarMode), figure: fn(&Row) -> f64| {
        let alike = |row: &&Row| (row.points, row.mode) == (points, mode) && !row.gathered;
        let values = rows.iter().filter(alike).map(figure);
        let (least, most) = values
            .fold((f64::MAX, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)));
        most / least
    };
    cases
        .into_iter()
        .map(|(points, mode)| Spread {
            points,
            mode,
            fill: of((points, mode), |row| row.fill_cycles_per_point),
            all: of((points, mode), |row| row.cycles_per_point),
        })
        .collect()
}

impl Kind {
    /// So many of them.
    fn scalars(self, seed: u64, count: usize) -> Vec<Scalar> {
        let random = vectors::random_scalars(seed, count);
        let small = |value: &Scalar, bytes: usize| {
            let mut low = [0; SCALAR_BYTES];
            low[..bytes].copy_from_slice(&value[..bytes]);
            low
        };
        let of = |index: usize, value: &Scalar| match self {
            Self::Uniform => *value,
            Self::Equal => random[0],
            // The lowest byte decides: 179 of 256 are seven of ten.
            Self::ZerosOnes if value[0] < 179 => {
                let mut bit = [0; SCALAR_BYTES];
                bit[0] = value[1] & 1;
                bit
            }
            Self::ZerosOnes => *value,
            Self::Small => small(value, 4),
            Self::Hot => random[usize::from(value[0]) % 100 % count],
            Self::Pairs => random[index / 2],
        };
        random.iter().enumerate().map(|(index, value)| of(index, value)).collect()
    }
}
