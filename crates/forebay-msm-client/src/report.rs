// SPDX-License-Identifier: Apache-2.0
//! Where the time of a multiplication went.

use std::time::Duration;

use serde::Serialize;

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

/// How busy the adder was.
#[derive(Clone, Debug, Serialize)]
pub struct AdderReport {
    /// Additions issued.
    pub additions: u64,
    /// Cycles from the start of each run to its last bucket write-back.
    pub active_cycles: u64,
    /// The card's cycles are those of a model, and so is everything here that is made of them.
    pub modelled: bool,
    /// Additions per active cycle.
    pub utilisation: f64,
    /// Active cycles per point.
    pub cycles_per_point: f64,
    /// Active cycles in which no pair was there to work on.
    pub starved_cycles: u64,
    /// Active cycles lost to buckets in flight.
    pub hazard_cycles: u64,
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
    pub(crate) fn new(
        points: usize,
        modelled: bool,
        active: u64,
        additions: u64,
        starved: u64,
        hazard: u64,
    ) -> Self {
        Self {
            additions,
            active_cycles: active,
            modelled,
            utilisation: ratio(additions, active),
            cycles_per_point: ratio(active, points as u64),
            starved_cycles: starved,
            hazard_cycles: hazard,
        }
    }
}

/// Quotient for people; 0 where there is nothing to divide by.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
