// SPDX-License-Identifier: Apache-2.0
//! The model of cycles without a card: multiplications that are too large to be done.

use forebay_msm::passes::{Geometry, Pass, PassPlan};

use super::digits::Digits;
use super::{Arrival, Course, PassShape, Records, RunShape, Shape};

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
    let mut records = Alone(Digits::new(points as u64, &passes, card.buckets));
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
struct Alone(Digits);

impl Records for Alone {
    fn next(&mut self) -> Option<Arrival> {
        Some(Arrival::default())
    }

    fn is_enough(&self) -> bool {
        false
    }

    fn buckets(&self, pass: usize, lane: usize, first: usize, step: usize, out: &mut [u32]) {
        let windows = self.0.windows(pass);
        for (record, out) in out.chunks_mut(windows).enumerate() {
            let digits = self.0.of(pass, lane, first + record * step);
            out.iter_mut().zip(digits).for_each(|(out, (bucket, _))| *out = bucket);
        }
    }

    fn room(&self) -> usize {
        8
    }

    fn send(&mut self, _: usize) {}
}
