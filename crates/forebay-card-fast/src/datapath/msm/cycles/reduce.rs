// SPDX-License-Identifier: Apache-2.0
//! How long the buckets of a pass are summed (`fby_msm_reduce`): by their numbers alone, whatever is in them.

use super::facts::{SLOT_DISTANCE, STEP_CYCLES};
use super::shape::PassShape;

/// Cycles in which a lane with so many buckets sums those of a pass.
pub(super) fn cycles(pass: &PassShape, buckets: usize) -> u64 {
    let PassShape { windows, bucket_bits, weight_bits, .. } = *pass;
    let windows = windows as u64;
    let halve = |level: u32| {
        // A level has a part of the lowest buckets, and one of those that weigh with each higher bit.
        let parts = std::iter::once(0).chain((level + 1..weight_bits).map(|bit| 1 << bit));
        // A window alone may have more numbers than there are buckets; what is beyond is left out.
        let room = |part: u64| (buckets as u64).saturating_sub(part + (1 << level));
        step(windows * parts.map(|part| room(part).min(1 << level)).sum::<u64>())
    };
    // Each weight's level but the highest is doubled and joined, and then comes the bucket of all.
    let joins = (2 * u64::from(weight_bits)).saturating_sub(1);
    (0..bucket_bits).map(halve).sum::<u64>() + joins * step(windows) + 1
}

/// Cycles of so many additions that do not wait for each other: they go in blocks, which the second passages follow.
const fn step(additions: u64) -> u64 {
    let last = additions - 1;
    last / SLOT_DISTANCE * 2 * SLOT_DISTANCE + last % SLOT_DISTANCE + STEP_CYCLES
}
