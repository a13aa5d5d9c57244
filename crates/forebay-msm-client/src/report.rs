// SPDX-License-Identifier: Apache-2.0
//! Where the time of a multiplication went.

use std::time::Duration;

use serde::Serialize;

use crate::mode::ScalarMode;
use crate::schedule::{Masking, RunReport};

/// One phase of a run. Phases of the card overlap: data still travels while the adder works.
#[derive(Clone, Debug, Serialize)]
pub struct Phase {
    /// Name of the phase.
    pub name: &'static str,
    /// Card cycles it took; none for work of the host alone.
    pub card_cycles: Option<u64>,
    /// What those cycles mean at the card clock.
    pub card_seconds: Option<f64>,
    /// Wall time in which the host waited for this phase, beyond the phases before it.
    pub wall_seconds: f64,
}

/// How busy the adders were.
#[derive(Clone, Debug, Serialize)]
pub struct AdderReport {
    /// How many there are.
    pub adders: u32,
    /// Additions issued, by all.
    pub additions: u64,
    /// Cycles of the card's work on runs: from the start of each to its last sum.
    pub active_cycles: u64,
    /// The card's cycles are those of a model, and so is everything here that is made of them.
    pub modelled: bool,
    /// Additions of an adder per active cycle.
    pub utilisation: f64,
    /// Active cycles per point.
    pub cycles_per_point: f64,
    /// Cycles per point in which buckets were filled, of an adder on average.
    pub fill_cycles_per_point: f64,
    /// Cycles in which buckets were summed, over all adders.
    pub reduce_cycles: u64,
    /// Cycles in which an adder had nothing to work on, over all adders.
    pub starved_cycles: u64,
    /// Cycles lost to buckets in flight, over all adders.
    pub hazard_cycles: u64,
}

/// What was found in the scalars of a batch, and what was made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SieveReport {
    /// Zeros.
    pub zeros: usize,
    /// Ones of either sign: 1 and r - 1.
    pub ones: usize,
    /// All others.
    pub others: usize,
    /// Multiplications that were sieved: where that would not have been sooner all points were multiplied as they are.
    pub sieved: usize,
    /// Points that were dropped for their zeros. All others are a run's.
    pub dropped: usize,
    /// Points that were summed in runs of ones: where those are few they stay with the others.
    pub ones_apart: usize,
}

/// What the card was told, and how its points came.
#[derive(Clone, Debug, Serialize)]
pub struct EngineReport {
    /// What was done to scalars before they were cut.
    pub scalar_mode: ScalarMode,
    /// What was sieved out, in the mode for it.
    pub sieve: Option<SieveReport>,
    /// Of a scalar and its negative the smaller was taken.
    pub folded: bool,
    /// Widths of the windows in bits, lowest first; those of ones where there is nothing else.
    pub window_bits: Vec<u32>,
    /// Passes over the points.
    pub passes: usize,
    /// Runs of the card: more than multiplications where points were cut into parts, or passes into runs.
    pub runs: usize,
    /// Runs whose points were in the card's memory.
    pub resident_runs: usize,
    /// Runs that only brought points there.
    pub load_runs: usize,
    /// Card cycles of those, which are in no other figure.
    pub load_cycles: u64,
    /// Runs that summed their points by class as well.
    pub gathered_runs: usize,
}

/// What one multiplication, or one batch, took.
#[derive(Clone, Debug, Serialize)]
pub struct MsmReport {
    /// Points summed over the batch.
    pub points: usize,
    /// Card cycles from before the first start to after the last read-out.
    pub card_cycles: u64,
    /// Card clock in hertz.
    pub clock_hz: u64,
    /// Phases in order.
    pub phases: Vec<Phase>,
    /// The adder.
    pub adder: AdderReport,
    /// Each run of the batch.
    pub runs: Vec<RunReport>,
    /// How much of the host's work lies behind the card's.
    pub masking: Masking,
    /// How the card did it.
    pub engine: EngineReport,
}

/// What a batch has taken so far, by phase.
#[derive(Default)]
pub(crate) struct Spent {
    pub sieve: Duration,
    pub transfer: Duration,
    pub transfer_cycles: u64,
    pub compute: Duration,
    pub read_back: Duration,
    pub host_sum: Duration,
}

/// What was counted of the adders.
pub(crate) struct Adding {
    pub adders: u32,
    pub active: u64,
    pub additions: u64,
    pub starved: u64,
    pub hazard: u64,
    pub fill: u64,
    pub reduce: u64,
}

/// Counted between two looks. A count that somebody else has cleared meanwhile, which every program may, counts from there.
pub(crate) const fn counted(now: u64, before: u64) -> u64 {
    if now < before { now } else { now - before }
}

impl Phase {
    pub(crate) const fn host(name: &'static str, wall: Duration) -> Self {
        Self { name, card_cycles: None, card_seconds: None, wall_seconds: wall.as_secs_f64() }
    }

    pub(crate) fn card(name: &'static str, cycles: u64, clock_hz: u64, wall: Duration) -> Self {
        let seconds = ratio(cycles, clock_hz);
        Self {
            name,
            card_cycles: Some(cycles),
            card_seconds: Some(seconds),
            wall_seconds: wall.as_secs_f64(),
        }
    }
}

impl AdderReport {
    pub(crate) fn new(points: usize, modelled: bool, of: &Adding) -> Self {
        let points = points as u64;
        let adders = u64::from(of.adders);
        Self {
            adders: of.adders,
            additions: of.additions,
            active_cycles: of.active,
            modelled,
            utilisation: ratio(of.additions, adders.saturating_mul(of.active)),
            cycles_per_point: ratio(of.active, points),
            fill_cycles_per_point: ratio(of.fill, adders.saturating_mul(points)),
            reduce_cycles: of.reduce,
            starved_cycles: of.starved,
            hazard_cycles: of.hazard,
        }
    }
}

/// Quotient for people; 0 where there is nothing to divide by.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
