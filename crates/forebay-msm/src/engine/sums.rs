// SPDX-License-Identifier: Apache-2.0
//! A sum for each window, by digits that the caller cuts: what a card with passes leaves of a window.

use std::ops::Range;

use super::{
    Arithmetic, BLOCK, KEPT_BLOCK,
    digits::Digits,
    filler::{Fill, join},
    filler_of, whole_records,
};
use crate::{CARD_POINT_BYTES, ExtendedPoint, MsmError};

/// Windows with their buckets, and points that are kept by their places.
#[derive(Debug)]
pub struct WindowSums {
    filler: Box<dyn Fill>,
    /// Additions into each window.
    adds: Vec<u64>,
}

impl Default for WindowSums {
    fn default() -> Self {
        Self::with_arithmetic(Arithmetic::best())
    }
}

impl WindowSums {
    /// One without windows and points. An arithmetic that is not available falls back to [`Arithmetic::Scalar`].
    #[must_use]
    pub fn with_arithmetic(arithmetic: Arithmetic) -> Self {
        Self { filler: filler_of(arithmetic, 1).1, adds: Vec::new() }
    }

    /// Has empty windows of so many buckets each, in place of those it had.
    pub fn begin(&mut self, buckets: &[usize]) {
        self.filler.begin(buckets);
        self.adds = vec![0; buckets.len()];
    }

    /// Keeps points, [`CARD_POINT_BYTES`] each, from that place on; the first one has number `first` in errors. Where none
    /// was kept is the neutral element.
    ///
    /// # Errors
    /// [`MsmError::BufferSize`] for a partial record, [`MsmError::FieldRange`] for a coordinate >= p; then none is kept.
    pub fn keep(&mut self, place: usize, points: &[u8], first: usize) -> Result<(), MsmError> {
        whole_records("card points", points.len(), CARD_POINT_BYTES)?;
        self.filler.keep(place, points, first)
    }

    /// Adds points, [`CARD_POINT_BYTES`] each. `cut` gives the digits of one of them, by its place in the call, for all windows: at
    /// most as large as the window has buckets. The first one has number `first` in errors.
    ///
    /// # Errors
    /// As [`Self::keep`]; then a part of the points is added.
    pub fn add(
        &mut self,
        points: &[u8],
        first: usize,
        cut: impl Fn(usize, &mut [i32]) + Sync,
    ) -> Result<(), MsmError> {
        let count = whole_records("card points", points.len(), CARD_POINT_BYTES)?;
        for block in blocks(0..count, BLOCK) {
            let bytes = &points[block.start * CARD_POINT_BYTES..block.end * CARD_POINT_BYTES];
            let digits = self.digits(&block, |index, digits| cut(index, digits));
            let adds = self.filler.add(bytes, digits, first + block.start)?;
            self.count(&adds);
        }
        Ok(())
    }

    /// Adds kept points, `cut` as in [`Self::add`].
    pub fn add_kept(&mut self, places: Range<usize>, cut: impl Fn(usize, &mut [i32]) + Sync) {
        let first = places.start;
        for block in blocks(places, KEPT_BLOCK) {
            let digits = self.digits(&block, |place, digits| cut(place - first, digits));
            let adds = self.filler.add_kept(block.start, digits);
            self.count(&adds);
        }
    }

    /// Takes the sum of each window, none where nothing was added to it, and leaves the windows empty.
    pub fn take(&mut self) -> Vec<Option<ExtendedPoint>> {
        let parts = self.filler.weighted().into_iter();
        let adds = self.adds.iter_mut().map(std::mem::take);
        let sum = |(parts, adds): (Vec<_>, u64)| {
            (adds > 0).then(|| ExtendedPoint::from_weierstrass(&join(parts.into_iter())))
        };
        parts.zip(adds).map(sum).collect()
    }

    fn digits(&self, block: &Range<usize>, cut: impl Fn(usize, &mut [i32]) + Sync) -> Digits {
        Digits::cut(self.adds.len(), block.len(), |index, digits| {
            cut(block.start + index, digits);
        })
    }

    fn count(&mut self, adds: &[u64]) {
        self.adds.iter_mut().zip(adds).for_each(|(all, adds)| *all += adds);
    }
}

/// A range in blocks of that size.
fn blocks(range: Range<usize>, size: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range.step_by(size).map(move |first| first..end.min(first + size))
}
