// SPDX-License-Identifier: Apache-2.0
//! Digits of a block's points, window by window.

use std::ops::Range;

use rayon::prelude::*;

use crate::{Scalar, WindowPlan};

/// Points of a cutting task.
const STRIP: usize = 1 << 10;

/// Digits of a block, and which of them belong to neutral points.
pub(super) struct Digits {
    strips: Vec<Strip>,
    /// Window and digit of every digit that [`Self::strike`] has taken out.
    struck: Vec<(usize, i32)>,
}

/// Digits of up to [`STRIP`] points, one row per window.
struct Strip {
    rows: Vec<i32>,
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
        let strip = |first: usize| Strip::new(windows, first..count.min(first + STRIP), &cut);
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
    pub(super) fn of(&self, window: usize) -> impl Iterator<Item = &[i32]> + Clone {
        self.strips.iter().map(move |strip| &strip.rows[window * strip.count..][..strip.count])
    }

    /// Digits of one window that were taken out.
    pub(super) fn struck(&self, window: usize) -> impl Iterator<Item = i32> {
        let own = self.struck.iter().filter(move |(of, digit)| *of == window && *digit != 0);
        own.map(|(_, digit)| *digit)
    }
}

impl Strip {
    fn new(windows: usize, points: Range<usize>, cut: &impl Fn(usize, &mut [i32])) -> Self {
        let count = points.len();
        let mut rows = vec![0; windows * count];
        let mut digits = vec![0; windows];
        for (i, point) in points.enumerate() {
            cut(point, &mut digits);
            for (window, digit) in digits.iter().enumerate() {
                rows[window * count + i] = *digit;
            }
        }
        Self { rows, count }
    }
}
