// SPDX-License-Identifier: Apache-2.0
//! How long the buckets of a pass are summed (`fby_msm_reduce`): by their numbers alone, whatever is in them.

use super::facts::{SLOT_DISTANCE, STEP_CYCLES};
use super::shape::PassShape;

/// Cycles in which a lane sums its buckets.
pub(super) fn cycles(pass: &PassShape) -> u64 {
    let PassShape { windows, bucket_bits, weight_bits, .. } = *pass;
    let step = |additions: u64| step(windows as u64 * additions);
    // A level has its part of the lowest buckets, and of those that weigh with a higher bit.
    let parts = |level: u32| 1 + u64::from(weight_bits.saturating_sub(1 + level));
    let halve: u64 = (0..bucket_bits).map(|level| step(parts(level) << level)).sum();
    // Each weight's level but the highest is doubled and joined, and then comes the bucket of all.
    let joins = (2 * u64::from(weight_bits)).saturating_sub(1);
    halve + joins * step(1) + 1
}

/// Cycles of so many additions that do not wait for each other: they go in blocks, which the second passages follow.
const fn step(additions: u64) -> u64 {
    let last = additions - 1;
    last / SLOT_DISTANCE * 2 * SLOT_DISTANCE + last % SLOT_DISTANCE + STEP_CYCLES
}
