// SPDX-License-Identifier: Apache-2.0
//! Which plan is the quickest for so many points on a card.

use super::{
    CLASS_BITS, Correction, Geometry, MOST_WINDOWS, Pass, PassPlan, Preparation, SUM_BITS,
    WINDOW_BITS, Window, WindowKind, prepare,
};
use crate::MsmError;

/// Cycles of a step of the reduction beyond those of its additions: a passage and a half of the adder, and the memory's.
const STEP_CYCLES_BEYOND: u64 = 10;
/// Cycles from the start of a pass to its first record, and from its last sum to the next pass.
const PASS_CYCLES: u64 = 60;
/// Cycles that a sum takes to leave.
const SUM_CYCLES: u64 = 10;

impl PassPlan {
    /// The plan with the fewest cycles by [`PassPlan::cycles`].
    ///
    /// # Errors
    /// [`MsmError::NoPlan`] if no plan fits the card: without room for the points in its memory all windows have to fit the
    /// buckets at once.
    pub fn choose(
        card: &Geometry,
        points: usize,
        preparation: Preparation,
    ) -> Result<Self, MsmError> {
        let plans =
            WINDOW_BITS.filter_map(|width| Self::of_width(card, points, preparation, width));
        plans.min_by_key(|plan| plan.cycles(card, points)).ok_or(MsmError::NoPlan {
            points,
            buckets: card.buckets,
            records: card.records,
        })
    }

    /// The plan with windows of that width, the top one of what is left; none if it does not fit the card.
    #[must_use]
    pub fn of_width(
        card: &Geometry,
        points: usize,
        preparation: Preparation,
        width: u32,
    ) -> Option<Self> {
        let (mut windows, top) = cut(preparation.fold, width)?;
        let in_memory = points <= card.records;
        let all = windows.len();
        let room = (card.buckets >> (width - 1)).min(MOST_WINDOWS);
        let mut passes = Vec::new();
        if card.adders * room >= all && preparation.uniform != Some(Correction::Gathered) {
            // All at once, each adder with its part: the top window as wide as the others.
            let adders = card.adders.min(all);
            let each = all.div_ceil(adders);
            if all % each == 0 {
                passes.push(pass(0, each, all / each, false, width - 1, width - 1));
            }
        }
        if passes.is_empty() && in_memory && room > 0 {
            let signed = all - 1;
            let mut first = 0;
            while first < signed {
                let left = signed - first;
                if left >= card.adders * room {
                    passes.push(pass(first, room, card.adders, false, width - 1, width - 1));
                    first += card.adders * room;
                } else if left <= room && card.adders > 1 && !passes.is_empty() {
                    passes.push(pass(first, left, card.adders, true, width - 1, width - 1));
                    first = signed;
                } else {
                    let each = left.div_ceil(card.adders).min(room);
                    let adders = left / each;
                    passes.push(pass(first, each, adders, false, width - 1, width - 1));
                    first += each * adders;
                }
            }
            let copies = card.buckets.ilog2().checked_sub(top)?;
            // A record's number has no more bits to choose by, and more copies than that do not help.
            let copies = copies.min(4);
            passes.push(pass(
                signed,
                1,
                split_over(card, &passes),
                card.adders > 1 && !passes.is_empty(),
                top + copies,
                top,
            ));
            if preparation.uniform == Some(Correction::Gathered) {
                windows.push(Window { kind: WindowKind::Class, bits: CLASS_BITS, offset: 0 });
                if card.buckets < 1 << CLASS_BITS {
                    return None;
                }
                passes.push(pass(
                    all,
                    1,
                    split_over(card, &passes),
                    card.adders > 1,
                    CLASS_BITS,
                    CLASS_BITS,
                ));
            }
        }
        let fits = !passes.is_empty()
            && passes.len() <= MOST_WINDOWS
            && windows.len() <= MOST_WINDOWS
            && passes.iter().all(|pass| pass.windows << pass.bucket_bits <= card.buckets);
        fits.then_some(Self { windows, passes, preparation })
    }

    /// Cycles of a run, about: what the choice goes by. Of the data's way to the card nothing is in it.
    #[must_use]
    pub fn cycles(&self, card: &Geometry, points: usize) -> u64 {
        let step = 3 * u64::from(card.adder_latency) / 2 + STEP_CYCLES_BEYOND;
        let of_pass = |pass: &Pass| {
            let share = if pass.split { points.div_ceil(pass.adders) } else { points } as u64;
            let fill = share * pass.windows as u64;
            let buckets = (pass.windows as u64) << pass.bucket_bits;
            let weight = u64::from(pass.weight_bits);
            let steps = u64::from(pass.bucket_bits)
                + weight.saturating_sub(1)
                + 2 * weight.saturating_sub(1)
                + 1;
            let sums = (pass.windows * pass.adders) as u64 * SUM_CYCLES;
            PASS_CYCLES + fill + u64::from(card.adder_latency) + 4 * buckets + steps * step + sums
        };
        self.passes.iter().map(of_pass).sum()
    }
}

const fn pass(
    first: usize,
    windows: usize,
    adders: usize,
    split: bool,
    bucket_bits: u32,
    weight_bits: u32,
) -> Pass {
    Pass { first, windows, adders, split, bucket_bits, weight_bits }
}

/// Adders of a pass of one window. The first pass of a run takes its points from a stream, which is not split.
fn split_over(card: &Geometry, before: &[Pass]) -> usize {
    if before.is_empty() { 1 } else { card.adders }
}

/// Windows of that width up to the top of a scalar, and the bits of the top one's buckets.
fn cut(fold: bool, width: u32) -> Option<(Vec<Window>, u32)> {
    let most = prepare::most(fold);
    let mut windows = Vec::new();
    let mut offset = 0;
    loop {
        // What is left of the largest scalar above, and a carry.
        let left = prepare::shifted(&most, offset) + 1;
        if left <= 1 << (width - 1) {
            let bits = 64 - left.leading_zeros();
            if offset + bits > SUM_BITS {
                return None;
            }
            windows.push(Window { kind: WindowKind::Top, bits, offset });
            return Some((windows, left.next_power_of_two().ilog2()));
        }
        windows.push(Window { kind: WindowKind::Signed, bits: width, offset });
        offset += width;
    }
}
