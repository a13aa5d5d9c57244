// SPDX-License-Identifier: Apache-2.0
//! Digits of a block's scalars, window by window.

use rayon::prelude::*;

use crate::{SCALAR_BYTES, Scalar, WindowPlan};

/// Scalars of a recoding task.
const STRIP: usize = 1 << 10;

/// Digits of a block, and which of them belong to neutral points.
pub(super) struct Digits {
    strips: Vec<Strip>,
    /// Window and digit of every digit that [`Self::strike`] has taken out.
    struck: Vec<(usize, i32)>,
}

/// Digits of up to [`STRIP`] scalars, one row per window.
struct Strip {
    rows: Vec<i32>,
    count: usize,
}

impl Digits {
    /// Cuts the scalars of a block on all cores.
    pub(super) fn new(plan: &WindowPlan, scalars: &[u8]) -> Self {
        let strips = scalars
            .par_chunks(STRIP * SCALAR_BYTES)
            .map(|scalars| Strip::new(plan, scalars))
            .collect();
        Self { strips, struck: Vec::new() }
    }

    /// Takes a scalar out: its point adds nothing to the buckets, though it has been added to them.
    pub(super) fn strike(&mut self, index: usize) {
        let Strip { rows, count } = &mut self.strips[index / STRIP];
        let own = rows[index % STRIP..].iter_mut().step_by(*count).enumerate();
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
    fn new(plan: &WindowPlan, scalars: &[u8]) -> Self {
        let count = scalars.len() / SCALAR_BYTES;
        let mut rows = vec![0; plan.window_count() * count];
        let mut digits = vec![0; plan.window_count()];
        let mut value: Scalar = [0; SCALAR_BYTES];
        for (i, scalar) in scalars.chunks_exact(SCALAR_BYTES).enumerate() {
            value.copy_from_slice(scalar);
            plan.recode(&value, &mut digits);
            for (window, digit) in digits.iter().enumerate() {
                rows[window * count + i] = *digit;
            }
        }
        Self { rows, count }
    }
}
