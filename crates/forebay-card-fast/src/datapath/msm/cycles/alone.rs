// SPDX-License-Identifier: Apache-2.0
//! The model of cycles without a card: multiplications that are too large to be done.

use forebay_msm::passes::{Geometry, Pass, PassPlan, Window, WindowKind};

use super::digits::Digits;
use super::{Arrival, Course, NO_BUCKET, PassShape, Records, RunShape, Shape};

/// What the engine counts of a multiplication, as its events do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineCycles {
    /// From its start to its last sum.
    pub active: u64,
    /// Additions, of all adders.
    pub additions: u64,
    /// Cycles in which an adder fills buckets, over all adders.
    pub fill: u64,
    /// Cycles in which an adder sums them, over all adders.
    pub reduce: u64,
}

/// Cycles of a multiplication of so many points by the engine of an open card, as the native card counts them: digits are as any,
/// which is what scalars that were made uniform have; points are in the card's memory in `banks` banks, whatever room it has; scalars
/// come as fast as they are taken, a beat of two in two cycles; sums go as they come.
#[must_use]
pub fn engine_cycles(
    card: &Geometry,
    banks: usize,
    plan: &PassPlan,
    points: usize,
) -> EngineCycles {
    let shape = Shape { adders: card.adders, banks, buckets: card.buckets };
    let pass = |pass: &Pass| PassShape {
        windows: pass.windows,
        bucket_bits: pass.bucket_bits,
        weight_bits: pass.weight_bits,
        adders: pass.adders,
        split: pass.split,
    };
    let passes: Vec<_> = plan.passes().iter().map(pass).collect();
    let mut records = Alone { digits: Digits::new(points as u64, &passes, card.buckets), plan };
    let mut course = Course::new(0, &shape, RunShape { points, slot: 0, resident: true }, passes);
    while !course.is_over() {
        course.advance(u64::MAX, &mut records);
    }
    let counts = course.counts;
    EngineCycles {
        active: counts.active,
        additions: counts.adds,
        fill: counts.fill,
        reduce: counts.reduce,
    }
}

/// Records that are always there, and a stream of sums that takes all.
struct Alone<'a> {
    digits: Digits,
    plan: &'a PassPlan,
}

impl Alone<'_> {
    /// The windows of a lane in a pass.
    fn windows(&self, pass: usize, lane: usize) -> &[Window] {
        let windows = self.digits.windows(pass);
        let Pass { first, split, .. } = self.plan.passes()[pass];
        &self.plan.windows()[first + if split { 0 } else { lane * windows }..][..windows]
    }
}

/// A window of no bits is there for the sake of the others: all of its digits are zero.
fn is_empty(window: &Window) -> bool {
    window.bits == 0 && window.kind != WindowKind::Class
}

impl Records for Alone<'_> {
    fn next(&mut self) -> Option<Arrival> {
        Some(Arrival::default())
    }

    fn is_enough(&self) -> bool {
        false
    }

    fn buckets(&self, pass: usize, lane: usize, first: usize, step: usize, out: &mut [u32]) {
        let windows = self.windows(pass, lane);
        for (record, out) in out.chunks_mut(windows.len()).enumerate() {
            let digits = self.digits.of(pass, lane, first + record * step);
            for ((out, window), (bucket, _)) in out.iter_mut().zip(windows).zip(digits) {
                *out = if is_empty(window) { NO_BUCKET } else { bucket };
            }
        }
    }

    fn room(&self) -> usize {
        8
    }

    fn send(&mut self, _: usize) {}
}
