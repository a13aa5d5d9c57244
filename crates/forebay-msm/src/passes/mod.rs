// SPDX-License-Identifier: Apache-2.0
//! A multiplication in passes: which windows scalars are cut into, and which of them the card's adders do when.
//!
//! The card prepares each scalar once: to the scalar, made uniform or folded if that is wanted ([`prepare`]), it adds a constant
//! that has a one at the top bit of every signed window. A window's digit is then its field of the sum less half of its range, and
//! any window can be cut out alone. A [`PassPlan`] is all that the card has to be told: windows, passes and that constant; the
//! card gives back a sum for each window and adder, and [`PassPlan::join`] makes the result of them
//! (`docs/decisions/0024-msm-passes.md`).

mod choose;
mod crowd;
mod ones;
pub mod prepare;
pub mod rho;

use std::ops::RangeInclusive;

use crate::{ExtendedPoint, SCALAR_BYTES, Scalar};

/// Widths of a window, in bits.
pub const WINDOW_BITS: RangeInclusive<u32> = 2..=18;
/// Most windows of a plan, and most passes.
pub const MOST_WINDOWS: usize = 64;
/// Classes of records: scalar `i` made uniform has `1 + i mod CLASSES` times rho added to it.
pub const CLASSES: u32 = 1 << CLASS_BITS;
/// Bits of a class's number.
const CLASS_BITS: u32 = 10;
/// Bits of a prepared scalar below its sign.
const SUM_BITS: u32 = 255;
/// Cycles in which so many points come to the card, of which it takes no more in one.
const STREAMED: (u64, u64) = (9, 4);

/// What a window's digit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowKind {
    /// The field less half of its range.
    Signed,
    /// The field: nothing above it could take a carry.
    Top,
    /// The record's class: the window whose sum corrects what was made uniform.
    Class,
}

/// Where a window's field lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What its digit is.
    pub kind: WindowKind,
    /// Its width in bits; with none its digit is always 0.
    pub bits: u32,
    /// Its lowest bit.
    pub offset: u32,
}

impl Window {
    /// Whether it is a part of scalars; one of no bits only makes windows as many for each adder.
    pub(crate) const fn is_of_scalars(&self) -> bool {
        self.bits > 0 && !matches!(self.kind, WindowKind::Class)
    }
}

/// What the adders do in a pass. Window `g` of an adder has `2^bucket_bits` buckets from `g * 2^bucket_bits` on; the low
/// `weight_bits` of a bucket's number are its digit less one, those above them a copy of the window, which the record's number
/// chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// First window of the first adder.
    pub first: usize,
    /// Windows of each adder.
    pub windows: usize,
    /// Adders that take part.
    pub adders: usize,
    /// All of them have the same windows, each for its share of the points; else those of the next adder follow.
    pub split: bool,
    /// Bits of a bucket's number within its window.
    pub bucket_bits: u32,
    /// Of these, bits of the digit.
    pub weight_bits: u32,
}

impl Pass {
    /// First window of an adder.
    #[must_use]
    pub const fn first_of(&self, adder: usize) -> usize {
        if self.split { self.first } else { self.first + adder * self.windows }
    }
}

/// What a card is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Adders, which are also banks of its memory.
    pub adders: usize,
    /// Buckets of each adder.
    pub buckets: usize,
    /// Points that its memory has room for; 0 without one.
    pub records: usize,
    /// Depth of an adder, in cycles.
    pub adder_latency: u32,
    /// Additions of an adder that may wait for a bucket in flight.
    pub hold_depth: u32,
}

impl Geometry {
    /// Cycles from an addition to the next one of its bucket: beyond the adder's depth read, write and look-up.
    pub(crate) const fn bucket_cycles(&self) -> u32 {
        self.adder_latency + 7
    }
}

/// What is done to scalars before they are cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preparation {
    /// A multiple of rho is added to each; see [`Correction`] for what takes it off again.
    pub uniform: Option<Correction>,
    /// Of a scalar and its negative the smaller is taken.
    pub fold: bool,
}

/// Where the sum of all points by their classes comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// The host has it already.
    Known,
    /// From a window of its own: an addition for each point.
    Gathered,
}

/// Windows and passes of a multiplication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassPlan {
    windows: Vec<Window>,
    passes: Vec<Pass>,
    preparation: Preparation,
}

/// Result of a plan's sums.
#[derive(Clone, Copy, Debug)]
pub struct Joined {
    /// The sum of points by their prepared scalars.
    pub total: ExtendedPoint,
    /// The sum of points by their classes, if the plan gathers it.
    pub by_class: Option<ExtendedPoint>,
}

impl PassPlan {
    /// Windows, lowest first; that of the classes is the last one.
    #[must_use]
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// Passes in their order.
    #[must_use]
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// What is done to scalars before.
    #[must_use]
    pub const fn preparation(&self) -> Preparation {
        self.preparation
    }

    /// Windows of scalars, lowest first: those that have bits.
    #[must_use]
    pub fn of_scalars(&self) -> impl DoubleEndedIterator<Item = &Window> + Clone {
        self.windows.iter().filter(|window| window.is_of_scalars())
    }

    /// Bits of a prepared scalar that the windows cover.
    #[must_use]
    pub fn cover(&self) -> u32 {
        let ends = self.of_scalars().map(|window| window.offset + window.bits);
        ends.max().unwrap_or_default().min(SUM_BITS)
    }

    /// What the card adds to each scalar: a one at the top bit of every signed window.
    #[must_use]
    pub fn recode(&self) -> Scalar {
        let mut constant = [0; SCALAR_BYTES];
        for window in self.windows.iter().filter(|window| window.kind == WindowKind::Signed) {
            let bit = window.offset + window.bits - 1;
            constant[(bit / 8) as usize] |= 1 << (bit % 8);
        }
        constant
    }

    /// The windows whose sums come back, in their order.
    pub fn sums(&self) -> impl Iterator<Item = usize> {
        self.passes.iter().flat_map(|pass| {
            (0..pass.adders).flat_map(move |adder| {
                let first = pass.first_of(adder);
                first..first + pass.windows
            })
        })
    }

    /// Joins sums as they come back; a missing one counts as zero.
    #[must_use]
    pub fn join(&self, sums: &[ExtendedPoint]) -> Joined {
        let mut of_window = vec![ExtendedPoint::IDENTITY; self.windows.len()];
        for (window, sum) in self.sums().zip(sums) {
            of_window[window].add(sum);
        }
        let by_class = self.windows.iter().position(|window| window.kind == WindowKind::Class);
        let mut total = ExtendedPoint::IDENTITY;
        let mut at = self.of_scalars().map(|window| window.offset).max().unwrap_or_default();
        let windows = self.windows.iter().zip(&of_window).rev();
        for (window, sum) in windows.filter(|(window, _)| window.is_of_scalars()) {
            for _ in window.offset..at {
                total.double_in_place();
            }
            at = window.offset;
            total.add(sum);
        }
        Joined { total, by_class: by_class.map(|window| of_window[window]) }
    }
}

#[cfg(test)]
mod tests;
