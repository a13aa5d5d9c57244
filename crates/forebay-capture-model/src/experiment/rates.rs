// SPDX-License-Identifier: Apache-2.0
//! The five published rates, and the model's.

use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;

use crate::outcome::Binding;
use crate::{CaptureModelError, Prices, Setup, Sink, largest_rate};

/// A rate of the source: the largest without overflow, of one channel in 30 s.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Published {
    /// What it is of.
    pub name: &'static str,
    /// Samples a second. The source says "~" of those into a file.
    pub rate: u64,
    /// How the samples were captured.
    #[serde(skip)]
    pub setup: Setup,
}

/// The five of them.
#[must_use]
pub fn published() -> [Published; 5] {
    let small = Setup::small_buffers;
    let large = Setup::large_buffers;
    [
        Published { name: "small buffers", rate: 10_000_000, setup: small(Sink::Nothing) },
        Published { name: "small buffers, file", rate: 1_000_000, setup: small(Sink::File) },
        Published { name: "large buffers", rate: 40_000_000, setup: large(Sink::Nothing) },
        Published { name: "large buffers, file", rate: 4_000_000, setup: large(Sink::File) },
        Published {
            name: "large buffers, file, burst",
            rate: 40_000_000,
            setup: large(Sink::File).burst(),
        },
    ]
}

/// One of them as modelled.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Rate {
    /// As published.
    #[serde(flatten)]
    pub published: Published,
    /// Samples a second, modelled.
    pub modelled: u64,
    /// What allows no more.
    pub binding: Binding,
    /// How far the model is off, as a share of what was published.
    pub error: f64,
}

/// All of them, each the largest that loses nothing by any of these seeds.
///
/// # Errors
/// Prices that cannot be.
pub fn rates(prices: &Prices, seeds: Range<u64>) -> Result<Vec<Rate>, CaptureModelError> {
    published()
        .into_par_iter()
        .map(|published| {
            let limit = largest_rate(&published.setup, prices, seeds.clone())?;
            let error = limit.rate as f64 / published.rate as f64 - 1.0;
            Ok(Rate { published, modelled: limit.rate, binding: limit.binding, error })
        })
        .collect()
}
