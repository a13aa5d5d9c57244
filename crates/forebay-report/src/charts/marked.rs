// SPDX-License-Identifier: Apache-2.0
//! An axis with labels at places of our own.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::Ranged;

/// A straight axis.
pub(crate) struct Marked {
    axis: RangedCoordf64,
    marks: Vec<f64>,
}

impl Marked {
    /// With these labels, as far as they are on it.
    pub(crate) fn new(range: Range<f64>, marks: impl IntoIterator<Item = f64>) -> Self {
        let marks = marks.into_iter().filter(|mark| (range.start..=range.end).contains(mark));
        Self { marks: marks.collect(), axis: range.into() }
    }
}

impl Ranged for Marked {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.axis.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.marks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.axis.range()
    }
}
