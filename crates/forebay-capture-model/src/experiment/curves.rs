// SPDX-License-Identifier: Apache-2.0
//! Overflows against the sample rate, as in the source's chart.

use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;

use crate::{CaptureModelError, Cause, Notice, Prices, Run, Setup, Sink};

const MEGA: u64 = 1_000_000;

/// Samples a second of the chart.
pub const RATES: [u64; 22] = [
    MEGA / 4,
    500_000,
    750_000,
    1_000_000,
    1_500_000,
    2_000_000,
    3_000_000,
    4_000_000,
    5_000_000,
    6_000_000,
    8_000_000,
    10_000_000,
    12_000_000,
    15_000_000,
    17_500_000,
    20_000_000,
    25_000_000,
    30_000_000,
    35_000_000,
    40_000_000,
    45_000_000,
    50_000_000,
];

/// Which buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Path {
    /// Scatter-gather, 32 of 4 KiB, uncached.
    SmallBuffers,
    /// Direct-register mode, 1,280 of 128 KiB, cached.
    LargeBuffers,
}

impl Path {
    /// Both.
    pub const ALL: [Self; 2] = [Self::SmallBuffers, Self::LargeBuffers];

    /// How it captures.
    #[must_use]
    pub const fn setup(self, sink: Sink, notice: Notice) -> Setup {
        let setup = match self {
            Self::SmallBuffers => Setup::small_buffers(sink),
            Self::LargeBuffers => Setup::large_buffers(sink),
        };
        Setup { notice, ..setup }
    }
}

/// What is lost at one rate: the mean of all runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Samples a second.
    pub rate: u64,
    /// Share of the samples that is lost.
    pub lost_share: f64,
    /// Of that, where free buffers were there and the engine had none.
    pub not_armed_share: f64,
    /// Overflows a second.
    pub gaps_per_second: f64,
    /// The longest overflow, in samples.
    pub longest_gap: u64,
}

/// One way at all rates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// Which buffers.
    pub path: Path,
    /// Where samples go.
    pub sink: Sink,
    /// How the host learns of full buffers.
    pub notice: Notice,
    /// By rate.
    pub points: Vec<Point>,
}

/// Two kinds of buffers, no load and a file, interrupt and polling, at all rates, a run for each of these seeds.
///
/// # Errors
/// Prices that cannot be.
pub fn curves(prices: &Prices, seeds: Range<u64>) -> Result<Vec<Curve>, CaptureModelError> {
    let mut all = Vec::new();
    for path in Path::ALL {
        for sink in [Sink::Nothing, Sink::File] {
            all.extend([Notice::Interrupt, Notice::Polling].map(|notice| (path, sink, notice)));
        }
    }
    all.into_par_iter()
        .map(|(path, sink, notice)| {
            let setup = path.setup(sink, notice);
            let points =
                RATES.into_par_iter().map(|rate| point(&setup, prices, rate, seeds.clone()));
            Ok(Curve { path, sink, notice, points: points.collect::<Result<_, _>>()? })
        })
        .collect()
}

fn point(
    setup: &Setup,
    prices: &Prices,
    rate: u64,
    seeds: Range<u64>,
) -> Result<Point, CaptureModelError> {
    let mut point =
        Point { rate, lost_share: 0.0, not_armed_share: 0.0, gaps_per_second: 0.0, longest_gap: 0 };
    let share = 1.0 / (seeds.end - seeds.start) as f64;
    for seed in seeds {
        let outcome = Run::new(setup, prices, rate, seed)?.finish();
        point.lost_share += outcome.lost_share() * share;
        let not_armed = outcome.lost[Cause::NotArmed as usize] as f64;
        point.not_armed_share += not_armed / outcome.produced.max(1) as f64 * share;
        point.gaps_per_second += outcome.gaps_per_second() * share;
        let longest = outcome.gaps.iter().map(|gap| gap.lost).max();
        point.longest_gap = point.longest_gap.max(longest.unwrap_or(0));
    }
    Ok(point)
}
