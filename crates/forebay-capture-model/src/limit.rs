// SPDX-License-Identifier: Apache-2.0
//! The largest rate without a gap.

use std::ops::Range;

use serde::Serialize;

use crate::outcome::Binding;
use crate::run::most_rate;
use crate::{CaptureModelError, Prices, Run, Setup};

/// Rates are looked for to this share of them, and to a step of so many samples a second.
const NEAR: u64 = 500;
const STEP: u64 = 1_000;

/// The largest rate of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limit {
    /// Samples a second.
    pub rate: u64,
    /// What allows no more.
    pub binding: Binding,
}

/// The largest rate at which none of these seeds loses a sample, to 0.2 %, by halving; and what bound where the next larger one did.
///
/// # Errors
/// A setup or prices that cannot be, or that lose samples at any rate.
pub fn largest_rate(
    setup: &Setup,
    prices: &Prices,
    seeds: Range<u64>,
) -> Result<Limit, CaptureModelError> {
    let (rate, binding) = most_rate(prices);
    let mut limit = Limit { rate, binding };
    for seed in seeds {
        // A seed that loses nothing at the limit of those before has no smaller one.
        if let Some(binding) = loses(setup, prices, limit.rate, seed)? {
            limit = halve(setup, prices, seed, Limit { rate: limit.rate, binding })?;
        }
    }
    Ok(limit)
}

/// What binds when a sample is lost, if one is.
fn loses(
    setup: &Setup,
    prices: &Prices,
    rate: u64,
    seed: u64,
) -> Result<Option<Binding>, CaptureModelError> {
    let mut run = Run::new(setup, prices, rate, seed)?;
    run.until_lost();
    Ok(run.binding())
}

/// The limit of a seed that loses samples at this one.
fn halve(
    setup: &Setup,
    prices: &Prices,
    seed: u64,
    bad: Limit,
) -> Result<Limit, CaptureModelError> {
    let (mut good, mut bad) = (STEP, bad);
    if bad.rate <= STEP || loses(setup, prices, STEP, seed)?.is_some() {
        return Err(CaptureModelError::NoRate { least: STEP.min(bad.rate) });
    }
    while bad.rate - good > STEP.max(good / NEAR) {
        let rate = good.midpoint(bad.rate);
        match loses(setup, prices, rate, seed)? {
            Some(binding) => bad = Limit { rate, binding },
            None => good = rate,
        }
    }
    Ok(Limit { rate: good, binding: bad.binding })
}
