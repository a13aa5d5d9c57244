// SPDX-License-Identifier: Apache-2.0
//! Multiplications of points that stay, without a card.

use ark_bls12_377::G1Affine;

use super::{
    Arithmetic,
    digits::Digits,
    eisenstein::{IMAGES, Windows, image},
    filler::{Fill, join},
    filler_of, whole_records,
};
use crate::{CARD_POINT_BYTES, MsmError, SCALAR_BYTES, Scalar, check::check_scalars};

/// Keeps points, and multiplies them with scalars as often as it is told to.
///
/// The points have to be in the subgroup of order r, as [`crate::check`] finds out: it uses that the curve's endomorphism
/// multiplies those by a number. For each it keeps three points in the arithmetic's own form, 384 bytes with vectors.
#[derive(Debug)]
pub struct Multiplier {
    arithmetic: Arithmetic,
    filler: Box<dyn Fill>,
    kept: usize,
}

impl Default for Multiplier {
    fn default() -> Self {
        Self::with_arithmetic(Arithmetic::best())
    }
}

impl Multiplier {
    /// One without points. An arithmetic that is not available falls back to [`Arithmetic::Scalar`], see
    /// [`Self::arithmetic`].
    #[must_use]
    pub fn with_arithmetic(arithmetic: Arithmetic) -> Self {
        let (arithmetic, filler) = filler_of(arithmetic, IMAGES);
        Self { arithmetic, filler, kept: 0 }
    }

    /// The arithmetic in use.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// Keeps points, [`CARD_POINT_BYTES`] each, in place of those kept before. After an error those are still kept.
    ///
    /// # Errors
    /// [`MsmError::BufferSize`] for a partial record, [`MsmError::FieldRange`] for a coordinate >= p.
    pub fn keep(&mut self, points: &[u8]) -> Result<(), MsmError> {
        let count = whole_records("card points", points.len(), CARD_POINT_BYTES)?;
        self.filler.keep(0, points, 0)?;
        self.filler.truncate(count);
        self.kept = count;
        Ok(())
    }

    /// The sum of the first kept points, each times its scalar.
    ///
    /// # Errors
    /// [`MsmError::BufferSize`] for a partial record, [`MsmError::LengthMismatch`] for more scalars than points,
    /// [`MsmError::ScalarTooLarge`] for a scalar >= r.
    pub fn multiply(&mut self, scalars: &[u8]) -> Result<G1Affine, MsmError> {
        let count = whole_records("scalars", scalars.len(), SCALAR_BYTES)?;
        if count > self.kept {
            return Err(MsmError::LengthMismatch { points: self.kept, scalars: count });
        }
        let scalars: &[Scalar] = scalars.as_chunks().0;
        check_scalars(scalars)?;
        let windows = Windows::for_points(count);
        let digits = Digits::rows(windows.count(), count, |points, rows| {
            windows.cut(&scalars[points], rows);
        });
        let of_windows = self.filler.multiply(digits, &windows.buckets()).into_iter().enumerate();
        let parts = of_windows.flat_map(|(window, [first, second])| {
            let second = second.into_iter().map(|(bit, point)| (bit, image(&point)));
            let offset = windows.offset(window);
            first.into_iter().chain(second).map(move |(bit, point)| (offset + bit, point))
        });
        Ok(join(parts))
    }
}
