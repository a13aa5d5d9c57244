// SPDX-License-Identifier: Apache-2.0
//! How long the buckets of a pass are summed (`fby_msm_reduce`): by their numbers alone, whatever is in them.

use super::facts::{SLOT_DISTANCE, STEP_CYCLES};
use super::shape::PassShape;

/// Cycles in which a lane with so many buckets sums those of a pass.
pub(super) fn cycles(pass: &PassShape, buckets: usize) -> u64 {
    let PassShape { windows, bucket_bits, weight_bits, .. } = *pass;
    let (windows, buckets) = (windows as u64, buckets as u64);
    let is_whole = windows << bucket_bits <= buckets;
    let halve = |level: u32| {
        if is_whole {
            // A level has its part of the lowest buckets, and of those that weigh with a higher bit.
            step(windows * parts(level, weight_bits).count() as u64 * (1 << level))
        } else {
            cut_step(level, parts(level, weight_bits), buckets)
        }
    };
    // Each weight's level but the highest is doubled and joined, and then comes the bucket of all.
    let joins = (2 * u64::from(weight_bits)).saturating_sub(1);
    (0..bucket_bits).map(halve).sum::<u64>() + joins * step(windows) + 1
}

/// First buckets of the parts that have additions of a level.
fn parts(level: u32, weight_bits: u32) -> impl Iterator<Item = u64> {
    std::iter::once(0).chain((level + 1..weight_bits).map(|bit| 1 << bit))
}

/// Cycles of so many additions that do not wait for each other: they go in blocks, which the second passages follow.
const fn step(additions: u64) -> u64 {
    let last = additions - 1;
    last / SLOT_DISTANCE * 2 * SLOT_DISTANCE + last % SLOT_DISTANCE + STEP_CYCLES
}

/// The same of a level of the only window, which has more numbers than there are buckets: the first addition of a part that would be
/// beyond them takes a cycle, and ends the part.
fn cut_step(level: u32, parts: impl Iterator<Item = u64>, buckets: u64) -> u64 {
    const { assert!(SLOT_DISTANCE <= u128::BITS as u64) };
    // Whether a first passage began, of each cycle before this one, the last in bit 0.
    let mut began: u128 = 0;
    let (mut cycle, mut last) = (0, 0);
    for part in parts {
        let first = part + (1 << level);
        let mut left = buckets.saturating_sub(first).min(1 << level);
        let is_cut = left < 1 << level;
        while left > 0 {
            let begins = began >> (SLOT_DISTANCE - 1) & 1 == 0;
            began = began << 1 | u128::from(begins);
            if begins {
                last = cycle;
                left -= 1;
            }
            cycle += 1;
        }
        if is_cut {
            began <<= 1;
            cycle += 1;
        }
    }
    last + STEP_CYCLES
}
