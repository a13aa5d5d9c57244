// SPDX-License-Identifier: Apache-2.0
//! Digits of a block's points, window by window.

use std::ops::Range;

use rayon::prelude::*;

use crate::{Scalar, WindowPlan};

/// A digit of a point: its bucket, which of the point's images is added to that, and whether it is subtracted; in 32 bits,
/// because a block has millions of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Digit(u32);

const NEGATIVE_BIT: u32 = 31;
const IMAGE_BIT: u32 = 29;
const NUMBER_MASK: u32 = (1 << IMAGE_BIT) - 1;

impl Digit {
    /// Adds an image of the point to the bucket with a number, counted from one; the number zero adds nothing.
    #[inline(always)]
    pub(super) fn new(number: u32, image: u32, negative: bool) -> Self {
        Self(u32::from(negative) << NEGATIVE_BIT | image << IMAGE_BIT | number)
    }

    /// Number of its bucket counted from one, or zero.
    #[inline(always)]
    pub(super) fn number(self) -> usize {
        (self.0 & NUMBER_MASK) as usize
    }

    #[inline(always)]
    pub(super) fn image(self) -> usize {
        (self.0 >> IMAGE_BIT & 3) as usize
    }

    #[inline(always)]
    pub(super) fn is_negative(self) -> bool {
        self.0 >> NEGATIVE_BIT == 1
    }
}

/// A signed digit of a point that is its only image.
impl From<i32> for Digit {
    #[inline(always)]
    fn from(digit: i32) -> Self {
        Self::new(digit.unsigned_abs(), 0, digit < 0)
    }
}

/// Points of a cutting task.
const STRIP: usize = 1 << 10;

/// Digits of a block, and which of them belong to neutral points.
pub(super) struct Digits {
    strips: Vec<Strip>,
    /// Window and digit of every digit that [`Self::strike`] has taken out.
    struck: Vec<(usize, Digit)>,
}

/// Digits of up to [`STRIP`] points, one row per window.
struct Strip {
    rows: Vec<Digit>,
    count: usize,
}

impl Digits {
    /// Cuts the scalars of a block on all cores.
    pub(super) fn new(plan: &WindowPlan, scalars: &[u8]) -> Self {
        let scalars: &[Scalar] = scalars.as_chunks().0;
        Self::cut(plan.window_count(), scalars.len(), |index, digits| {
            plan.recode(&scalars[index], digits);
        })
    }

    /// Digits of that many windows and points, on all cores: `cut` gives those of a point by its place in the block.
    pub(super) fn cut(
        windows: usize,
        count: usize,
        cut: impl Fn(usize, &mut [i32]) + Sync,
    ) -> Self {
        Self::rows(windows, count, |points, rows| {
            let count = points.len();
            let mut digits = vec![0; windows];
            for (i, point) in points.enumerate() {
                cut(point, &mut digits);
                for (window, digit) in digits.iter().enumerate() {
                    rows[window * count + i] = (*digit).into();
                }
            }
        })
    }

    /// Digits of that many windows and points, on all cores: `cut` gives those of a range of points, a row for each window.
    pub(super) fn rows(
        windows: usize,
        count: usize,
        cut: impl Fn(Range<usize>, &mut [Digit]) + Sync,
    ) -> Self {
        let strip = |first: usize| {
            let points = first..count.min(first + STRIP);
            let mut rows = vec![Digit::default(); windows * points.len()];
            let count = points.len();
            cut(points, &mut rows);
            Strip { rows, count }
        };
        let firsts: Vec<_> = (0..count).step_by(STRIP).collect();
        Self { strips: firsts.into_par_iter().map(strip).collect(), struck: Vec::new() }
    }

    /// Points that it has digits of.
    pub(super) fn count(&self) -> usize {
        self.strips.iter().map(|strip| strip.count).sum()
    }

    /// Takes a scalar out: its point adds nothing to the buckets, though it has been added to them.
    pub(super) fn strike(&mut self, index: usize) {
        let Strip { rows, count } = &mut self.strips[index / STRIP];
        let own = rows.iter_mut().skip(index % STRIP).step_by(*count).enumerate();
        self.struck.extend(own.map(|(window, digit)| (window, std::mem::take(digit))));
    }

    /// Digits of one window in the order of the points, in pieces.
    pub(super) fn of(&self, window: usize) -> impl Iterator<Item = &[Digit]> + Clone {
        self.strips.iter().map(move |strip| strip.row(window))
    }

    /// Digits of one window in blocks of so many points, a multiple of [`STRIP`]: places of the points, and their digits as [`Self::of`]
    /// gives them.
    pub(super) fn blocks_of(
        &self,
        window: usize,
        points: usize,
    ) -> impl Iterator<Item = (Range<usize>, impl Iterator<Item = &[Digit]> + Clone)> {
        self.strips.chunks(points / STRIP).enumerate().map(move |(block, strips)| {
            let first = block * points;
            let count: usize = strips.iter().map(|strip| strip.count).sum();
            (first..first + count, strips.iter().map(move |strip| strip.row(window)))
        })
    }

    /// Digits of one window that were taken out.
    pub(super) fn struck(&self, window: usize) -> impl Iterator<Item = Digit> {
        let own = self.struck.iter().filter(move |(of, digit)| *of == window && digit.number() > 0);
        own.map(|(_, digit)| *digit)
    }
}

impl Strip {
    fn row(&self, window: usize) -> &[Digit] {
        &self.rows[window * self.count..][..self.count]
    }
}
