// SPDX-License-Identifier: Apache-2.0
//! Fills all buckets natively: what the card's core does between the first pair and the read-out.
//!
//! Pairs arrive in chunks of any size and are worked off in blocks. A block is recoded once; then every window
//! is one parallel task, so no bucket is ever shared between cores: it sorts the block's points by their digits
//! and adds up those of each bucket, with what is in the bucket already, as trees of affine additions on the
//! Weierstrass curve, many of which share an inversion (`engine/sum.rs`). Buckets leave in the card's format.
//!
//! Arithmetics differ in how they do a batch of additions ([`Arithmetic`]). All give the same group elements,
//! though not the same coordinates.
//!
//! [`Multiplier`] is a multiplication of its own, with points that it keeps and windows of its own. Where somebody else cuts
//! the digits, [`WindowSums`] has a sum for each window.

mod arithmetic;
mod digits;
mod eisenstein;
mod filler;
mod inverse;
mod kernel;
#[cfg(forebay_lanes)]
#[expect(clippy::incompatible_msrv, reason = "the build script leaves it out on older compilers")]
mod lanes;
mod multiplier;
mod operand;
mod points;
mod scalar;
mod sum;
mod sums;
#[cfg(test)]
mod tests;
mod window;

use crate::{BUCKET_BYTES, CARD_POINT_BYTES, MsmError, SCALAR_BYTES, WindowPlan};
pub use arithmetic::Arithmetic;
use digits::Digits;
use filler::{Fill, Filler};
pub use multiplier::Multiplier;
pub use sums::WindowSums;

/// Points per block: many for each bucket, so that sorting and buckets cost little, and few enough for the block's
/// points to stay in the shared cache.
const BLOCK: usize = 1 << 17;
/// Kept points per block: they come from memory in any case. More make fewer returns to each bucket, and fewer are sorted in a core's
/// own cache.
const KEPT_BLOCK: usize = 1 << 18;

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
    arithmetic: Arithmetic,
    filler: Box<dyn Fill>,
    counts: EngineCounts,
}

impl BucketEngine {
    /// An engine with empty buckets and the best arithmetic.
    #[must_use]
    pub fn new(plan: WindowPlan) -> Self {
        Self::with_arithmetic(plan, Arithmetic::best())
    }

    /// An engine with a chosen arithmetic; one that is not available falls back to
    /// [`Arithmetic::Scalar`], see [`Self::arithmetic`].
    #[must_use]
    pub fn with_arithmetic(plan: WindowPlan, arithmetic: Arithmetic) -> Self {
        let (arithmetic, mut filler) = filler_of(arithmetic, 1);
        let windows = 0..plan.window_count();
        filler.begin(&windows.map(|window| plan.buckets_in(window)).collect::<Vec<_>>());
        Self { plan, arithmetic, filler, counts: EngineCounts::default() }
    }

    /// The plan in use.
    #[must_use]
    pub fn plan(&self) -> &WindowPlan {
        &self.plan
    }

    /// The arithmetic in use.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// Counters since the last drain.
    #[must_use]
    pub fn counts(&self) -> EngineCounts {
        self.counts
    }

    /// Adds pairs of the run: `points` holds [`CARD_POINT_BYTES`] per pair, `scalars`
    /// [`SCALAR_BYTES`] per pair. May be called with chunks of any number of whole pairs; a few
    /// thousand pairs or more per call keep all cores busy.
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
            let digits = Digits::new(&self.plan, scalars);
            let adds = self.filler.add(points, digits, block * BLOCK)?;
            self.count(points.len() / CARD_POINT_BYTES, &adds);
        }
        Ok(())
    }

    fn count(&mut self, pairs: usize, adds: &[u64]) {
        let (pairs, adds) = (pairs as u64, adds.iter().sum::<u64>());
        self.counts.pairs += pairs;
        self.counts.adds += adds;
        self.counts.zero_digits += pairs * self.plan.window_count() as u64 - adds;
    }

    /// Takes all buckets in the card's read-out format ([`BUCKET_BYTES`] each, plan order, empty
    /// buckets all zero) and leaves the engine empty for the next run.
    ///
    /// A bucket that has been added to is not empty, even if its points cancel out.
    #[must_use]
    pub fn drain(&mut self) -> Vec<u8> {
        self.counts = EngineCounts::default();
        let mut bytes = vec![0; self.plan.bucket_count() * BUCKET_BYTES];
        self.filler.drain(&mut bytes);
        bytes
    }
}

/// A filler of that arithmetic, or of the one that every machine has, whose kept points have so many images each.
fn filler_of(arithmetic: Arithmetic, images: usize) -> (Arithmetic, Box<dyn Fill>) {
    match arithmetic {
        #[cfg(forebay_lanes)]
        Arithmetic::Ifma if arithmetic.is_available() => {
            (arithmetic, Box::new(Filler::<lanes::Ifma>::new(images)))
        }
        #[cfg(forebay_lanes)]
        Arithmetic::Fma if arithmetic.is_available() => {
            (arithmetic, Box::new(Filler::<lanes::Fma>::new(images)))
        }
        _ => (Arithmetic::Scalar, Box::new(Filler::<scalar::Scalar>::new(images))),
    }
}

/// Number of records in a buffer that must hold whole ones.
fn whole_records(what: &'static str, bytes: usize, record: usize) -> Result<usize, MsmError> {
    if bytes.is_multiple_of(record) {
        Ok(bytes / record)
    } else {
        Err(MsmError::BufferSize { what, expected: bytes / record * record, actual: bytes })
    }
}
