// SPDX-License-Identifier: Apache-2.0
//! Which rho makes scalars uniform: the screen.
//!
//! Scalars that are all `s` become `s + k rho` for the classes `k`, and so do, for one who knows the classes and chooses
//! `s - k x`, scalars with the rho `rho - x`. The multiples of a rho are spread over the buckets of a window unless rho is near a fraction
//! with a small denominator there. The window with its lowest bit at `o` and `b` bits has a digit for each arc of `2^o` of a
//! circle of `2^(o+b)`, the top window one of the circle of r. A rho clusters if in some window more of its multiples lie in one arc,
//! wherever that begins, than [`most_in_an_arc`] allows: about what chance brings.
//!
//! **What it guarantees.** Of a rho that passes and any `s`, the classes in one bucket of a window are at most four times that (eight
//! with folded scalars): `s + k rho` is `k rho` turned by `s`, or by `s - r` where it went past r, two arcs; a bucket holds a digit and its
//! negative, twice as many; and folding reflects some, twice as many again. Chance alone has one draw in twenty cluster somewhere with
//! sixteen windows and one in three with fifty; scalars chosen without knowing rho do not change that.

use ark_bls12_377::Fr;
use ark_ff::{AdditiveGroup, BigInteger, PrimeField};

use super::{CLASSES, PassPlan, Window, WindowKind};
use crate::{ExtendedPoint, G1Projective, Scalar};

/// A rho. Nothing prints it: who knows it can choose scalars that are slow, or see what the card is asked in time and order.
#[derive(Clone, Copy)]
pub struct Rho(Fr);

impl std::fmt::Debug for Rho {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rho(secret)")
    }
}

impl Rho {
    /// Random bytes that a rho is made of: so many that each is as likely as any other, but for 2^-128.
    pub const RANDOM_BYTES: usize = 48;

    /// That of random bytes.
    #[must_use]
    pub fn from_random(bytes: &[u8; Self::RANDOM_BYTES]) -> Self {
        Self(Fr::from_le_bytes_mod_order(bytes))
    }

    #[cfg(test)]
    pub(super) const fn from_value(value: Fr) -> Self {
        Self(value)
    }

    pub(super) const fn value(&self) -> Fr {
        self.0
    }

    /// As the card takes it.
    #[must_use]
    pub fn to_bytes(&self) -> Scalar {
        let mut bytes = Scalar::default();
        bytes.copy_from_slice(&self.0.into_bigint().to_bytes_le());
        bytes
    }

    /// What a run's sum is without `rho` times the sum of its points by their classes.
    pub fn take_off(&self, sum: &ExtendedPoint, by_class: &ExtendedPoint) -> G1Projective {
        G1Projective::from(sum.to_affine()) - by_class.to_affine() * self.0
    }
}

/// Where a rho clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// The window.
    pub window: usize,
    /// Multiples in one arc.
    pub multiples: usize,
    /// Multiples that would have been well.
    pub most: usize,
}

impl PassPlan {
    /// The first window in which the multiples of `rho` that a run of so many points needs cluster.
    #[must_use]
    pub fn cluster(&self, rho: &Rho, points: usize) -> Option<Cluster> {
        let mut multiple = Fr::ZERO;
        let count = points.min(CLASSES as usize);
        let next = |_| {
            multiple += rho.0;
            multiple.into_bigint()
        };
        let multiples: Vec<_> = (0..count).map(next).collect();
        let windows = self.windows.iter().enumerate();
        let mut scalars = windows.filter(|(_, window)| window.is_of_scalars());
        scalars.find_map(|(number, window)| {
            let Circle { end, circle, arc } = Circle::of(window);
            let places = multiples.iter().map(|multiple| fraction(multiple, end)).collect();
            let (multiples, most) =
                (fullest(places, circle, arc), most_in_an_arc(count, circle, arc));
            (multiples > most).then_some(Cluster { window: number, multiples, most })
        })
    }
}

/// The circle that a window's digits go round, as the top 64 bits of what is left of a value modulo it.
pub(super) struct Circle {
    /// The bit above it.
    end: u32,
    /// Its length.
    circle: u128,
    /// The length of a digit's arc.
    arc: u128,
}

impl Circle {
    pub(super) fn of(window: &Window) -> Self {
        let (end, circle) = match window.kind {
            WindowKind::Top => {
                let end = Fr::MODULUS_BIT_SIZE;
                (end, u128::from(fraction(&Fr::MODULUS, end)))
            }
            WindowKind::Signed | WindowKind::Class => (window.offset + window.bits, 1 << u64::BITS),
        };
        Self { end, circle, arc: 1_u128 << (u64::BITS - (end - window.offset)) }
    }

    /// Digits.
    #[expect(clippy::cast_precision_loss, reason = "a share of a circle")]
    pub(super) fn arcs(&self) -> f64 {
        self.circle as f64 / self.arc as f64
    }

    /// Of all places on the circle, those that a step of that value leaves in their arc.
    #[expect(clippy::cast_precision_loss, reason = "a share of an arc")]
    pub(super) fn share_that_returns(&self, step: &ark_ff::BigInt<4>) -> f64 {
        let place = u128::from(fraction(step, self.end));
        let distance = place.min(self.circle.saturating_sub(place));
        (1.0 - distance as f64 / self.arc as f64).max(0.0)
    }
}

/// The 64 bits of a value below bit `end`; what is below bit 0 is zero.
fn fraction(value: &ark_ff::BigInt<4>, end: u32) -> u64 {
    match end.checked_sub(u64::BITS) {
        Some(from) => (*value >> from).0[0],
        None => value.0[0] << (u64::BITS - end),
    }
}

/// Places in the fullest arc of the circle.
fn fullest(mut places: Vec<u64>, circle: u128, arc: u128) -> usize {
    places.sort_unstable();
    let count = places.len();
    let mut end = 0;
    let mut most = 0;
    for (begin, place) in places.iter().enumerate() {
        let until = u128::from(*place) + arc;
        let at = |number: usize| {
            let turns = (number / count) as u128;
            u128::from(places[number % count]) + turns * circle
        };
        while end < begin + count && at(end) < until {
            end += 1;
        }
        most = most.max(end - begin);
    }
    most
}

/// How many of `count` multiples may lie in one arc: with `e` expected there, `e + 6 sqrt(e) + 4`.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a limit of small numbers"
)]
fn most_in_an_arc(count: usize, circle: u128, arc: u128) -> usize {
    let expected = count as f64 * arc as f64 / circle as f64;
    (expected + 6.0 * expected.sqrt() + 4.0) as usize
}

#[cfg(test)]
mod tests {
    use ark_bls12_377::Fr;
    use ark_ff::{Field, PrimeField};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::check;
    use crate::passes::prepare::prepare;
    use crate::passes::{Correction, Geometry, Preparation};

    const CARD: Geometry = Geometry {
        adders: 3,
        buckets: 1 << 15,
        records: 3 << 19,
        adder_latency: 184,
        hold_depth: 16,
    };

    fn plan(fold: bool, width: u32) -> PassPlan {
        let preparation = Preparation { uniform: Some(Correction::Known), fold };
        PassPlan::of_width(&CARD, 1 << 20, preparation, width).unwrap()
    }

    fn draws(seed: u64) -> impl Iterator<Item = Fr> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        std::iter::repeat_with(move || {
            let mut bytes = [0; 48];
            random.fill_bytes(&mut bytes);
            Fr::from_le_bytes_mod_order(&bytes)
        })
    }

    #[test]
    fn few_draws_cluster() {
        for (fold, width, most) in [(false, 16, 20), (true, 13, 30), (true, 8, 60), (false, 5, 90)]
        {
            let plan = plan(fold, width);
            let clustered =
                draws(1).take(200).filter(|rho| plan.cluster(&Rho(*rho), 1 << 20).is_some());
            let clustered = clustered.count();
            assert!(clustered <= most, "{clustered} of 200, fold {fold}, width {width}");
        }
    }

    /// Rhos near a fraction with a small denominator: in the top window, and in any other.
    #[test]
    fn what_clusters_is_refused() {
        let plan = plan(false, 16);
        let fraction = |of: u64| Fr::from(of).inverse().unwrap();
        for rho in [Fr::from(0), Fr::from(1), -Fr::from(1), fraction(3), Fr::from(2) * fraction(7)]
        {
            assert!(plan.cluster(&Rho(rho), 1 << 20).is_some(), "{rho}");
            assert_eq!(plan.cluster(&Rho(rho), 1), None, "one multiple is no cluster");
        }
        let near = Fr::from(2).pow([plan.windows().last().unwrap().offset.into()]);
        let cluster = plan.cluster(&Rho(near), 1 << 20).unwrap();
        assert!(cluster.multiples > cluster.most, "{cluster:?}");
    }

    /// The promise of the module: for any scalar that all are.
    #[test]
    fn equal_scalars_fill_no_bucket_with_more_than_four_arcs_or_eight() {
        let mut random = draws(3);
        for (fold, width) in [(false, 16), (true, 13), (false, 5)] {
            let plan = plan(fold, width);
            let rho =
                random.by_ref().find(|rho| plan.cluster(&Rho(*rho), 1 << 20).is_none()).unwrap();
            let scalars = random.by_ref().take(20).chain([Fr::from(0), -Fr::from(1)]);
            for scalar in scalars.collect::<Vec<_>>() {
                fills_evenly(&plan, &rho, &scalar, fold);
            }
        }
    }

    #[test]
    fn a_rho_is_not_printed_and_is_taken_off() {
        let rho = Rho::from_random(&[7; Rho::RANDOM_BYTES]);
        assert_eq!(format!("{rho:?}"), "Rho(secret)");
        assert_eq!(rho.to_bytes(), Rho(Fr::from_le_bytes_mod_order(&rho.to_bytes())).to_bytes());
        let points = crate::vectors::random_points(4, 2);
        let [sum, by_class] = [0, 1].map(|at: usize| ExtendedPoint::from_weierstrass(&points[at]));
        assert_eq!(rho.take_off(&sum, &by_class), points[0] - points[1] * rho.0);
    }

    fn fills_evenly(plan: &PassPlan, rho: &Fr, scalar: &Fr, fold: bool) {
        let mut bytes = Scalar::default();
        bytes.copy_from_slice(&scalar.into_bigint().to_bytes_le());
        assert!(check::is_canonical(&bytes));
        let prepared: Vec<_> =
            (0..CLASSES as usize).map(|number| prepare(&bytes, number, Some(rho), fold)).collect();
        for window in plan.of_scalars() {
            let mut buckets = vec![0; 1 << window.bits];
            for (number, prepared) in prepared.iter().enumerate() {
                buckets[plan.digit(window, number, prepared).unsigned_abs() as usize] += 1;
            }
            let circle = match window.kind {
                WindowKind::Top => Fr::MODULUS_BIT_SIZE - window.offset,
                _ => window.bits,
            };
            let most = most_in_an_arc(CLASSES as usize, 1 << circle, 1);
            let arcs = if fold { 8 } else { 4 };
            // The circle of r is shorter than that of its bits by less than half.
            let bound = arcs * 2 * most;
            assert!(buckets.iter().all(|bucket| *bucket <= bound), "{window:?}");
        }
    }
}
