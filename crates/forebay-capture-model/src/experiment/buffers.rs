// SPDX-License-Identifier: Apache-2.0
//! How large buffers should be, and how many: how late samples are, against the largest rate without a gap.

use forebay_host_model::Time;
use rayon::prelude::*;
use serde::Serialize;

use super::Path;
use crate::outcome::Binding;
use crate::{CaptureModelError, Notice, Prices, Run, Setup, Sink, largest_rate};

const KIB: u64 = 1_024;
const SIZES: [u64; 5] = [4 * KIB, 16 * KIB, 128 * KIB, 1_024 * KIB, 4_096 * KIB];
const TOTALS: [u64; 4] = [128 * KIB, 1_024 * KIB, 16_384 * KIB, 163_840 * KIB];

/// A size and a number of buffers, and what comes of it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Choice {
    /// Engine and copy.
    pub path: Path,
    /// Where samples go.
    pub sink: Sink,
    /// Bytes of a buffer.
    pub bytes: u64,
    /// How many there are.
    pub count: u64,
    /// The largest rate without a gap, in samples a second.
    pub rate: u64,
    /// What allows no more.
    pub binding: Binding,
    /// From a buffer's first sample until its reader has it, at nine tenths of that rate.
    pub mean_latency: Time,
    /// The longest of a run.
    pub most_latency: Time,
}

/// All of them that have two buffers or more, by one seed.
///
/// # Errors
/// Prices that cannot be.
pub fn choices(prices: &Prices, seed: u64) -> Result<Vec<Choice>, CaptureModelError> {
    let mut all = Vec::new();
    for path in Path::ALL {
        for sink in [Sink::Nothing, Sink::File] {
            for total in TOTALS {
                let fits = SIZES.into_iter().filter(|bytes| 2 * bytes <= total);
                all.extend(fits.map(|bytes| (path, sink, bytes, total / bytes)));
            }
        }
    }
    all.into_par_iter()
        .map(|(path, sink, bytes, count)| {
            let setup = Setup { bytes, count, ..path.setup(sink, Notice::Interrupt) };
            let limit = largest_rate(&setup, prices, seed..seed + 1)?;
            let run = Run::new(&setup, prices, limit.rate / 10 * 9, seed)?;
            let latency = run.finish().latency.unwrap_or_default();
            Ok(Choice {
                path,
                sink,
                bytes,
                count,
                rate: limit.rate,
                binding: limit.binding,
                mean_latency: latency.mean,
                most_latency: latency.most,
            })
        })
        .collect()
}
