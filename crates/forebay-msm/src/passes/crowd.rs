// SPDX-License-Identifier: Apache-2.0
//! Whether multiples of a rho come back to a bucket while it is in flight.
//!
//! An addition whose bucket is in flight waits in the hold pool of its adder; when the pool is full, the adder waits. Of equal scalars
//! the digits of a window go round its circle by the same step from record to record. Where `b` steps end less than one arc from where
//! they began, record `i + b` often has the bucket of record `i`, and so has every other: a share of `1 - distance / arc` of all.
//!
//! A digit and its negative share a bucket, too: records `i` and `j` meet when `i + j` is what turns one into the other, so all around
//! the middle between them meet at about the same time. That depends on the scalar, which is not known here; but it happens for so many
//! sums `i + j` as there are steps, however far, that come back.

use ark_bls12_377::Fr;
use ark_ff::{AdditiveGroup, PrimeField};

use super::rho::{Circle, Rho};
use super::{CLASSES, Geometry, Pass, PassPlan};

/// Part of a hold pool that equal scalars may fill on average.
const PART_OF_THE_POOL: f64 = 1.0 / 8.0;
/// Steps that may come back, by their shares.
const MOST_RETURNS: f64 = 0.5;
/// Where windows are so small that random scalars do so as well, so many times as often as those.
const TIMES_RANDOM: f64 = 6.0;

/// Sums over the windows that an adder has in a pass.
#[derive(Default)]
struct Crowd {
    /// Additions that wait, times windows.
    waiting: f64,
    /// Steps that come back, by their shares.
    returning: f64,
}

impl Crowd {
    /// A share of the additions of a window comes back so many cycles before its bucket is free, or long after that.
    fn count(&mut self, share: f64, cycles: f64) {
        self.waiting += share * cycles.max(0.0);
        self.returning += share;
    }
}

impl PassPlan {
    /// The first window of an adder in a pass in which too many additions would wait, or steps come back, if all scalars of a run of so
    /// many points were equal and made uniform by `rho`.
    #[must_use]
    pub fn crowd(&self, card: &Geometry, rho: &Rho, points: usize) -> Option<usize> {
        let records = points.min(CLASSES as usize);
        self.passes.iter().find_map(|pass| {
            let lanes = if pass.split { 1 } else { pass.adders };
            let mut firsts = (0..lanes).map(|adder| pass.first_of(adder));
            firsts.find(|first| self.is_crowded(card, pass, *first, rho, records))
        })
    }

    fn is_crowded(
        &self,
        card: &Geometry,
        pass: &Pass,
        first: usize,
        rho: &Rho,
        records: usize,
    ) -> bool {
        // An adder does the windows of a record one after the other, and of a split pass's records its share.
        let each = pass.windows as f64;
        let stride = if pass.split { pass.adders } else { 1 };
        let step = rho.value() * Fr::from(stride as u64);
        let in_flight = f64::from(card.bucket_cycles());
        let (mut equal, mut random) = (Crowd::default(), Crowd::default());
        let windows = &self.windows[first..first + pass.windows];
        for window in windows.iter().filter(|window| window.is_of_scalars()) {
            let circle = Circle::of(window);
            let (mut multiple, mut left) = (Fr::ZERO, in_flight);
            for _ in 1..records / stride {
                multiple += step;
                left -= each;
                equal.count(circle.share_that_returns(&multiple.into_bigint()), left);
                random.count(1.0 / circle.arcs(), left);
            }
        }
        let pool = f64::from(card.hold_depth) * PART_OF_THE_POOL;
        equal.waiting / each > pool.max(TIMES_RANDOM * random.waiting / each)
            || equal.returning / each > MOST_RETURNS.max(TIMES_RANDOM * random.returning / each)
    }
}

#[cfg(test)]
mod tests {
    use ark_ff::Field;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::passes::prepare::prepare;
    use crate::passes::{Correction, Preparation};
    use crate::{SCALAR_BYTES, Scalar};

    const CARD: Geometry = Geometry {
        adders: 3,
        buckets: 1 << 15,
        records: 3 << 19,
        adder_latency: 130,
        hold_depth: 16,
    };

    fn plan(width: u32, points: usize) -> PassPlan {
        let preparation = Preparation { uniform: Some(Correction::Known), fold: false };
        PassPlan::of_width(&CARD, points, preparation, width).unwrap()
    }

    fn random_rhos(seed: u64) -> impl Iterator<Item = Rho> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        std::iter::repeat_with(move || {
            let mut bytes = [0; Rho::RANDOM_BYTES];
            random.fill_bytes(&mut bytes);
            Rho::from_random(&bytes)
        })
    }

    #[test]
    fn a_rho_that_comes_back_soon_is_refused_and_few_others() {
        let plan = plan(16, 1 << 18);
        for steps in [2, 36, 100] {
            let near = Fr::from(steps).inverse().unwrap();
            let rho = Rho::from_value(near);
            assert!(plan.crowd(&CARD, &rho, 1 << 18).is_some(), "{steps}");
            assert_eq!(plan.crowd(&CARD, &rho, 1), None, "one record meets nobody");
        }
        // A pass for each three windows where an adder has the buckets of one.
        let cards = [(CARD, [5, 11, 16]), (Geometry { buckets: 64, ..CARD }, [5, 6, 7])];
        for (card, widths) in cards {
            for width in widths {
                let preparation = Preparation { uniform: Some(Correction::Known), fold: false };
                let plan = PassPlan::of_width(&card, 3000, preparation, width).unwrap();
                let refused =
                    random_rhos(1).take(200).filter(|rho| plan.crowd(&card, rho, 3000).is_some());
                let refused = refused.count();
                assert!(refused < 160, "{refused} of 200, windows of {width} bits");
            }
        }
    }

    /// Additions that wait when all scalars are equal, counted digit by digit.
    #[test]
    fn of_equal_scalars_no_more_wait_than_the_hold_pool_takes() {
        let plan = plan(16, 1 << 18);
        let in_flight = CARD.bucket_cycles() as usize;
        let scalar: Scalar = [7; SCALAR_BYTES].map(|byte| byte & 0x0f);
        let mut counted = 0;
        for rho in random_rhos(2).filter(|rho| plan.crowd(&CARD, rho, 1 << 18).is_none()).take(5) {
            let value = rho.value();
            let prepared: Vec<_> = (0..CLASSES as usize)
                .map(|number| prepare(&scalar, number, Some(&value), false))
                .collect();
            for pass in plan.passes() {
                let step = if pass.split { pass.adders } else { 1 };
                for first in (0..pass.adders).map(|adder| pass.first_of(adder)) {
                    let window = &plan.windows()[first];
                    let digits: Vec<_> = (0..prepared.len())
                        .step_by(step)
                        .map(|number| plan.digit(window, number, &prepared[number]).unsigned_abs())
                        .collect();
                    let waiting: usize = (0..digits.len())
                        .map(|at| {
                            let before = digits[..at].iter().rev().take(in_flight - 1);
                            let same = before.enumerate().find(|(_, digit)| **digit == digits[at]);
                            same.map_or(0, |(distance, _)| in_flight - 1 - distance)
                        })
                        .sum();
                    // Digits and their negatives share a bucket, and each reflection is twice as many.
                    assert!(waiting <= digits.len() * CARD.hold_depth as usize, "{window:?}");
                    counted += 1;
                }
            }
        }
        assert_eq!(counted, 5 * plan.passes().iter().map(|pass| pass.adders).sum::<usize>());
    }
}
