// SPDX-License-Identifier: Apache-2.0
//! Fills all buckets natively: what the card's core does between the first pair and the read-out.
//!
//! Pairs arrive in chunks of any size and are worked off in blocks. A block is recoded once; then
//! every window is one parallel task that walks the block's digits and adds into its own buckets,
//! so no bucket is ever shared between cores and a window's buckets stay in the core's own cache.

use rayon::prelude::*;

use crate::{
    BUCKET_BYTES, CARD_POINT_BYTES, CardPoint, ExtendedPoint, MsmError, SCALAR_BYTES, WindowPlan,
};

/// Points per block: small enough that a block's points and digits stay in the shared cache.
const BLOCK: usize = 1 << 14;
/// Points per recoding task.
const STRIP: usize = 1 << 10;

/// What an engine has done since it was made or last drained.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EngineCounts {
    /// Pairs taken.
    pub pairs: u64,
    /// Additions into buckets.
    pub adds: u64,
    /// Zero digits, which cost no addition.
    pub zero_digits: u64,
}

/// All buckets of one run.
#[derive(Debug)]
pub struct BucketEngine {
    plan: WindowPlan,
    windows: Vec<Vec<Option<ExtendedPoint>>>,
    counts: EngineCounts,
}

/// Digits of up to [`STRIP`] points, one row per window.
struct Strip {
    points: Vec<CardPoint>,
    digits: Vec<i32>,
}

impl BucketEngine {
    /// An engine with empty buckets.
    #[must_use]
    pub fn new(plan: WindowPlan) -> Self {
        let windows =
            (0..plan.window_count()).map(|window| vec![None; plan.buckets_in(window)]).collect();
        Self { plan, windows, counts: EngineCounts::default() }
    }

    /// The plan in use.
    #[must_use]
    pub fn plan(&self) -> &WindowPlan {
        &self.plan
    }

    /// Counters since the last drain.
    #[must_use]
    pub fn counts(&self) -> EngineCounts {
        self.counts
    }

    /// Adds pairs of the run: `points` holds [`CARD_POINT_BYTES`] per pair, `scalars`
    /// [`SCALAR_BYTES`] per pair. May be called with chunks of any number of whole pairs.
    /// After an error the buckets hold an unknown part of this call's pairs: drain and start again.
    ///
    /// # Errors
    /// [`MsmError::BufferSize`] for partial records, [`MsmError::LengthMismatch`] for unequal
    /// numbers, [`MsmError::FieldRange`] for a coordinate >= p (index counted within this call).
    pub fn accumulate(&mut self, points: &[u8], scalars: &[u8]) -> Result<(), MsmError> {
        let count = whole_records("card points", points.len(), CARD_POINT_BYTES)?;
        let scalar_count = whole_records("scalars", scalars.len(), SCALAR_BYTES)?;
        if count != scalar_count {
            return Err(MsmError::LengthMismatch { points: count, scalars: scalar_count });
        }
        for (block, (points, scalars)) in points
            .chunks(BLOCK * CARD_POINT_BYTES)
            .zip(scalars.chunks(BLOCK * SCALAR_BYTES))
            .enumerate()
        {
            self.accumulate_block(points, scalars, block * BLOCK)?;
        }
        Ok(())
    }

    fn accumulate_block(
        &mut self,
        points: &[u8],
        scalars: &[u8],
        first: usize,
    ) -> Result<(), MsmError> {
        let plan = &self.plan;
        let strips = points
            .par_chunks(STRIP * CARD_POINT_BYTES)
            .zip(scalars.par_chunks(STRIP * SCALAR_BYTES))
            .enumerate()
            .map(|(strip, (points, scalars))| {
                Strip::new(plan, points, scalars, first + strip * STRIP)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let adds: u64 = self
            .windows
            .par_iter_mut()
            .enumerate()
            .map(|(window, buckets)| {
                strips.iter().map(|strip| strip.add_into(window, buckets)).sum::<u64>()
            })
            .sum();
        let pairs = (points.len() / CARD_POINT_BYTES) as u64;
        self.counts.pairs += pairs;
        self.counts.adds += adds;
        self.counts.zero_digits += pairs * self.windows.len() as u64 - adds;
        Ok(())
    }

    /// Takes all buckets in the card's read-out format ([`BUCKET_BYTES`] each, plan order, empty
    /// buckets all zero) and leaves the engine empty for the next run.
    #[must_use]
    pub fn drain(&mut self) -> Vec<u8> {
        let mut bytes = vec![0; self.plan.bucket_count() * BUCKET_BYTES];
        let mut rest = bytes.as_mut_slice();
        for window in &mut self.windows {
            let (rows, tail) = rest.split_at_mut(window.len() * BUCKET_BYTES);
            rest = tail;
            for (bucket, row) in window.iter_mut().zip(rows.chunks_exact_mut(BUCKET_BYTES)) {
                if let Some(point) = bucket.take() {
                    row.copy_from_slice(&point.to_bytes());
                }
            }
        }
        self.counts = EngineCounts::default();
        bytes
    }
}

/// Number of records in a buffer that must hold whole ones.
fn whole_records(what: &'static str, bytes: usize, record: usize) -> Result<usize, MsmError> {
    if bytes % record == 0 {
        Ok(bytes / record)
    } else {
        Err(MsmError::BufferSize { what, expected: bytes / record * record, actual: bytes })
    }
}

impl Strip {
    fn new(
        plan: &WindowPlan,
        points: &[u8],
        scalars: &[u8],
        first: usize,
    ) -> Result<Self, MsmError> {
        let count = points.len() / CARD_POINT_BYTES;
        let mut strip = Self {
            points: Vec::with_capacity(count),
            digits: vec![0; plan.window_count() * count],
        };
        let mut row = vec![0; plan.window_count()];
        for (i, (point, scalar)) in points
            .chunks_exact(CARD_POINT_BYTES)
            .zip(scalars.chunks_exact(SCALAR_BYTES))
            .enumerate()
        {
            let mut record = [0; CARD_POINT_BYTES];
            record.copy_from_slice(point);
            strip.points.push(CardPoint::from_bytes(&record, first + i)?);
            let mut value = [0; SCALAR_BYTES];
            value.copy_from_slice(scalar);
            plan.recode(&value, &mut row);
            for (window, digit) in row.iter().enumerate() {
                strip.digits[window * count + i] = *digit;
            }
        }
        Ok(strip)
    }

    /// Adds one window's digits into its buckets; returns the number of additions.
    fn add_into(&self, window: usize, buckets: &mut [Option<ExtendedPoint>]) -> u64 {
        let count = self.points.len();
        let mut adds = 0;
        for (digit, point) in self.digits[window * count..][..count].iter().zip(&self.points) {
            if *digit != 0 {
                let bucket = &mut buckets[digit.unsigned_abs() as usize - 1];
                bucket.get_or_insert(ExtendedPoint::IDENTITY).add_card_point(point, *digit < 0);
                adds += 1;
            }
        }
        adds
    }
}
