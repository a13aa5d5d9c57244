// SPDX-License-Identifier: Apache-2.0
//! Which prices move which of the published rates.

use rayon::prelude::*;
use serde::Serialize;

use super::published;
use crate::price::{Basis, Price, Prices, Unit};
use crate::{CaptureModelError, largest_rate};

/// A price at an end of its range, and what becomes of the five rates.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Move {
    /// Which price.
    pub price: &'static str,
    /// What kind of figure its default is.
    pub basis: Basis,
    /// What it is put to, and its unit.
    pub value: f64,
    /// Of that.
    pub unit: Unit,
    /// The five rates in samples a second, in the order of [`published`](super::published()).
    pub rates: [u64; 5],
    /// Each to that of the defaults.
    pub ratios: [f64; 5],
}

/// Each price at both ends, all others as they are, by one seed.
///
/// # Errors
/// Prices that cannot be.
pub fn sensitivity(prices: &Prices, seed: u64) -> Result<Vec<Move>, CaptureModelError> {
    let base = limits(prices, seed)?;
    let ends: Vec<_> = Price::SPECS
        .into_iter()
        .flat_map(|spec| [spec.low, spec.high].map(|value| (spec, value)))
        .filter(|(spec, value)| (value - spec.default).abs() > f64::EPSILON)
        .collect();
    ends.into_par_iter()
        .map(|(spec, value)| {
            let rates = limits(&prices.clone().with(spec.price, value)?, seed)?;
            let mut ratios = [0.0; 5];
            for (ratio, (rate, base)) in ratios.iter_mut().zip(rates.into_iter().zip(base)) {
                *ratio = rate as f64 / base as f64;
            }
            Ok(Move { price: spec.name, basis: spec.basis, value, unit: spec.unit, rates, ratios })
        })
        .collect()
}

/// The five rates by one run each.
fn limits(prices: &Prices, seed: u64) -> Result<[u64; 5], CaptureModelError> {
    let mut rates = [0; 5];
    for (rate, published) in rates.iter_mut().zip(published()) {
        *rate = largest_rate(&published.setup, prices, seed..seed + 1)?.rate;
    }
    Ok(rates)
}
