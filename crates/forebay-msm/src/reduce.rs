// SPDX-License-Identifier: Apache-2.0
//! Host sum: from the buckets that the card read out to the result.
//!
//! The sum of a window is `sum over m of m * bucket[m]`, taken from the top bucket down with a
//! running sum. A gap of empty buckets adds the running sum as often as the gap is long, which
//! double-and-add does in a few steps, so a nearly empty window costs nearly nothing. The windows
//! are then joined from the top down with one doubling per scalar bit.

use ark_bls12_377::G1Affine;
use rayon::prelude::*;

use crate::{BUCKET_BYTES, ExtendedPoint, MsmError, WindowPlan};

/// Gaps shorter than this are walked one by one: double-and-add costs about as much.
const SHORT_GAP: u64 = 8;

/// Weighted sum of every window, lowest window first, on all cores.
///
/// `buckets` is the card's read-out: [`BUCKET_BYTES`] per bucket in the plan's order.
///
/// # Errors
/// [`MsmError::BufferSize`] for a wrong length, [`MsmError::FieldRange`] for a coordinate >= 2p.
pub fn window_sums(plan: &WindowPlan, buckets: &[u8]) -> Result<Vec<ExtendedPoint>, MsmError> {
    let expected = plan.bucket_count() * BUCKET_BYTES;
    if buckets.len() != expected {
        return Err(MsmError::BufferSize {
            what: "bucket read-out",
            expected,
            actual: buckets.len(),
        });
    }
    (0..plan.window_count())
        .into_par_iter()
        .map(|window| {
            let base = plan.base(window);
            let end = base + plan.buckets_in(window);
            window_sum(&buckets[base * BUCKET_BYTES..end * BUCKET_BYTES], base)
        })
        .collect()
}

/// Weighted sum of one window whose first bucket has number `base`.
fn window_sum(buckets: &[u8], base: usize) -> Result<ExtendedPoint, MsmError> {
    let mut running = ExtendedPoint::IDENTITY;
    let mut sum = ExtendedPoint::IDENTITY;
    let mut occupied = false;
    let mut gap = 0;
    for (offset, chunk) in buckets.chunks_exact(BUCKET_BYTES).enumerate().rev() {
        let mut record = [0; BUCKET_BYTES];
        record.copy_from_slice(chunk);
        if let Some(point) = ExtendedPoint::from_bytes(&record, base + offset)? {
            add_multiple(&mut sum, &running, gap);
            gap = 0;
            running.add(&point);
            occupied = true;
        }
        gap += u64::from(occupied);
    }
    add_multiple(&mut sum, &running, gap);
    Ok(sum)
}

/// `sum += times * point`.
fn add_multiple(sum: &mut ExtendedPoint, point: &ExtendedPoint, times: u64) {
    if times < SHORT_GAP {
        for _ in 0..times {
            sum.add(point);
        }
    } else {
        sum.add(&point.times(times));
    }
}

/// Joins window sums: `sum over w of 2^offset(w) * sums[w]`.
///
/// Missing windows count as zero.
#[must_use]
pub fn join_windows(plan: &WindowPlan, sums: &[ExtendedPoint]) -> ExtendedPoint {
    let mut result = ExtendedPoint::IDENTITY;
    for (bits, sum) in plan.bits().iter().zip(sums).rev() {
        for _ in 0..*bits {
            result.double_in_place();
        }
        result.add(sum);
    }
    result
}

/// The result of a run: host sum of the card's read-out, as a Weierstrass point.
///
/// # Errors
/// As [`window_sums`]; [`MsmError::BadBucket`] or
/// [`MsmError::BadSum`] when the sum is no curve point.
pub fn host_sum(plan: &WindowPlan, buckets: &[u8]) -> Result<G1Affine, MsmError> {
    let sums = window_sums(plan, buckets)?;
    let result = join_windows(plan, &sums);
    if result.check(0).is_err() {
        return Err(first_bad_bucket(plan, buckets));
    }
    Ok(result.to_affine())
}

/// Names the bucket that spoilt a sum; only runs once a sum has failed its check.
fn first_bad_bucket(plan: &WindowPlan, buckets: &[u8]) -> MsmError {
    match check_buckets(plan, buckets) {
        Err(error) => error,
        Ok(()) => MsmError::BadSum,
    }
}

/// Checks that every bucket is empty or a curve point.
///
/// # Errors
/// The first bad bucket by number, as [`MsmError::BadBucket`] or [`MsmError::FieldRange`];
/// [`MsmError::BufferSize`] for a wrong length.
pub fn check_buckets(plan: &WindowPlan, buckets: &[u8]) -> Result<(), MsmError> {
    let expected = plan.bucket_count() * BUCKET_BYTES;
    if buckets.len() != expected {
        return Err(MsmError::BufferSize {
            what: "bucket read-out",
            expected,
            actual: buckets.len(),
        });
    }
    let check = |(index, chunk): (usize, &[u8])| {
        let mut record = [0; BUCKET_BYTES];
        record.copy_from_slice(chunk);
        ExtendedPoint::from_bytes(&record, index)?.map_or(Ok(()), |point| point.check(index))
    };
    let first =
        buckets.par_chunks_exact(BUCKET_BYTES).enumerate().map(check).find_first(Result::is_err);
    first.unwrap_or(Ok(()))
}
