// SPDX-License-Identifier: Apache-2.0
//! Checks of the inputs before they go to a card, each naming the first offender.
//!
//! **Subgroup.** On G1 the endomorphism phi(x, y) = (omega x, y) acts as multiplication by `-u^2`,
//! `u` the curve's parameter. With `phi^2 + phi + 1 = 0` on the whole curve, `phi(P) = -u^2 P`
//! implies `(u^4 - u^2 + 1) P = r P = 0`, so comparing `u^2 P` with `-phi(P)` is an exact test at half
//! the length of multiplying by r.
//!
//! Many points are tested together first: every point falls into one of 256 buckets at random and
//! the 8 sums over "bit k of the bucket number is set" are tested exactly. A point outside the
//! subgroup spoils each such sum with probability at least 1/2; 8 rounds make 64 independent sums, so it
//! slips through with probability at most 2^-64 whatever the input, because the choice is drawn
//! anew in every call. Only when a sum fails are the points tested one by one.

use std::hash::{BuildHasher, RandomState};

use ark_bls12_377::{
    Config as Bls377, Fr, G1Affine, G1Projective,
    g1::{Config, G1SWAffine},
};
use ark_ec::{
    AffineRepr, CurveGroup, bls12::Bls12Config, scalar_mul::glv::GLVConfig,
    scalar_mul::variable_base::VariableBaseMSM,
};
use ark_ff::{AdditiveGroup, BigInt, BigInteger, PrimeField, Zero};
use rand_chacha::{
    ChaCha12Rng,
    rand_core::{Rng, SeedableRng},
};
use rayon::prelude::*;

use crate::{
    MsmError, Scalar,
    field::{fq_hex, hex_from_le, limbs_from_le},
};

/// The order r of the group, its lowest bits first.
pub const ORDER: [u64; 4] = Fr::MODULUS.0;

/// Fewer points than this are tested one by one: the 64 exact tests of a batch would dominate.
const BATCH_THRESHOLD: usize = 1024;
/// Rounds of the batch test; each is good for 8 bits of certainty.
const ROUNDS: usize = 8;

/// Checks that every point satisfies the curve equation (infinity does).
///
/// # Errors
/// [`MsmError::NotOnCurve`] with the index of the first point that does not.
pub fn check_on_curve(points: &[G1Affine]) -> Result<(), MsmError> {
    match points.par_iter().position_first(|point| !point.is_on_curve()) {
        None => Ok(()),
        Some(index) => Err(MsmError::NotOnCurve {
            index,
            x: fq_hex(&points[index].x),
            y: fq_hex(&points[index].y),
        }),
    }
}

/// Checks that every point, known to be on the curve, lies in the subgroup of order r.
///
/// # Errors
/// [`MsmError::NotInSubgroup`] with the index of the first point that does not.
pub fn check_subgroup(points: &[G1Affine]) -> Result<(), MsmError> {
    if points.len() >= BATCH_THRESHOLD {
        let share = points.len().div_ceil(rayon::current_num_threads()).max(BATCH_THRESHOLD);
        if points.par_chunks(share).all(batch_in_subgroup) {
            return Ok(());
        }
    }
    match points.par_iter().position_first(|point| !in_subgroup(point)) {
        None => Ok(()),
        Some(index) => Err(MsmError::NotInSubgroup { index, x: fq_hex(&points[index].x) }),
    }
}

/// [`check_on_curve`], then [`check_subgroup`].
///
/// # Errors
/// As those two.
pub fn check_points(points: &[G1Affine]) -> Result<(), MsmError> {
    check_on_curve(points)?;
    check_subgroup(points)
}

/// Exact test of one point on the curve.
#[must_use]
pub fn in_subgroup(point: &G1Affine) -> bool {
    if point.is_zero() {
        return true;
    }
    let once = times_parameter(&(*point).into());
    let twice = times_parameter(&once);
    let image = G1SWAffine::new_unchecked(point.x * Config::ENDO_COEFFS[0], point.y);
    (twice + image).is_zero()
}

/// `u * point`; u has 64 bits, seven of them set.
fn times_parameter(point: &G1Projective) -> G1Projective {
    let parameter = <Bls377 as Bls12Config>::X[0];
    let mut product = G1Projective::zero();
    for bit in (0..u64::BITS).rev() {
        product.double_in_place();
        if parameter >> bit & 1 == 1 {
            product += point;
        }
    }
    product
}

/// Batch test of the module's introduction; `true` is right up to 2^-64, `false` is certain.
fn batch_in_subgroup(points: &[G1Affine]) -> bool {
    let mut random = fresh_random();
    let mut choice = vec![0; points.len()];
    (0..ROUNDS).all(|_| {
        random.fill_bytes(&mut choice);
        let mut buckets = vec![G1Projective::ZERO_BUCKET; 256];
        for (point, bucket) in points.iter().zip(&choice) {
            buckets[usize::from(*bucket)] += point;
        }
        subset_sums(&buckets).iter().all(in_subgroup)
    })
}

/// Sum k adds up the buckets whose number has bit k set.
fn subset_sums(buckets: &[<G1Projective as VariableBaseMSM>::Bucket]) -> Vec<G1Affine> {
    let mut sums = [G1Projective::zero(); 8];
    for (number, bucket) in buckets.iter().enumerate() {
        for (bit, sum) in sums.iter_mut().enumerate() {
            if number >> bit & 1 == 1 {
                *sum += bucket;
            }
        }
    }
    G1Projective::normalize_batch(&sums)
}

/// A generator seeded from the operating system through the standard library's hash keys.
fn fresh_random() -> ChaCha12Rng {
    let mut seed = [0; 32];
    for (word, chunk) in seed.chunks_exact_mut(8).enumerate() {
        chunk.copy_from_slice(&RandomState::new().hash_one(word).to_le_bytes());
    }
    ChaCha12Rng::from_seed(seed)
}

/// Whether a scalar is below r.
#[must_use]
pub fn is_canonical(scalar: &Scalar) -> bool {
    BigInt::new(limbs_from_le(scalar)) < Fr::MODULUS
}

/// Checks that every scalar is below r.
///
/// # Errors
/// [`MsmError::ScalarTooLarge`] with the index of the first one that is not.
pub fn check_scalars(scalars: &[Scalar]) -> Result<(), MsmError> {
    match scalars.par_iter().position_first(|scalar| !is_canonical(scalar)) {
        None => Ok(()),
        Some(index) => Err(MsmError::ScalarTooLarge { index, value: hex_from_le(&scalars[index]) }),
    }
}

/// Brings every scalar below r; returns how many were changed.
pub fn reduce_scalars(scalars: &mut [Scalar]) -> usize {
    scalars
        .par_iter_mut()
        .filter(|scalar| !is_canonical(scalar))
        .map(|scalar| {
            let bytes = Fr::from_le_bytes_mod_order(scalar.as_slice()).into_bigint().to_bytes_le();
            scalar.copy_from_slice(&bytes);
        })
        .count()
}

#[cfg(test)]
mod tests {
    use ark_bls12_377::Fq;
    use ark_ff::Field;

    use super::*;
    use crate::vectors::{random_points, random_scalars};

    /// A point on the curve outside the subgroup: a random x almost never meets it.
    fn outside() -> G1Affine {
        (2u64..)
            .filter_map(|x| G1Affine::get_point_from_x_unchecked(Fq::from(x), false))
            .find(|point| !point.is_in_correct_subgroup_assuming_on_curve())
            .unwrap()
    }

    #[test]
    fn fast_test_agrees_with_multiplication_by_r() {
        let candidates =
            (2u64..60).filter_map(|x| G1Affine::get_point_from_x_unchecked(Fq::from(x), true));
        let mut seen = 0;
        for point in candidates.chain(random_points(5, 20)) {
            assert_eq!(in_subgroup(&point), point.is_in_correct_subgroup_assuming_on_curve());
            seen += 1;
        }
        assert!(seen > 40);
        assert!(in_subgroup(&G1Affine::identity()));
        // Points of small order, on which a careless test would slip.
        let small =
            [G1Affine::new_unchecked(-Fq::from(1u64), Fq::from(0u64)), outside().mul_by_r()];
        assert!(small.iter().all(|point| point.is_on_curve() && !in_subgroup(point)));
    }

    /// Multiplication by r without the scalar field's reduction.
    trait TimesOrder {
        fn mul_by_r(&self) -> G1Affine;
    }

    impl TimesOrder for G1Affine {
        fn mul_by_r(&self) -> G1Affine {
            let mut product = G1Projective::zero();
            for bit in (0..Fr::MODULUS_BIT_SIZE as usize).rev() {
                product.double_in_place();
                if Fr::MODULUS.get_bit(bit) {
                    product += self;
                }
            }
            product.into()
        }
    }

    #[test]
    fn first_bad_point_is_named() {
        for count in [10, BATCH_THRESHOLD, 5000] {
            let mut points = random_points(9, count);
            points[1] = G1Affine::identity();
            assert!(check_points(&points).is_ok());
            points[count - 1] = outside();
            points[count - 3] = outside();
            match check_points(&points) {
                Err(MsmError::NotInSubgroup { index, .. }) => assert_eq!(index, count - 3),
                other => panic!("{other:?}"),
            }
            points[5] = G1Affine::new_unchecked(points[5].x, points[6].y);
            match check_points(&points) {
                Err(MsmError::NotOnCurve { index: 5, .. }) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn batch_test_finds_points_that_cancel_out() {
        // The plain sum of all points would be in the subgroup.
        let mut points = random_points(9, 2000);
        points[100] = G1Affine::new_unchecked(-Fq::from(1u64), Fq::from(0u64));
        points[101] = points[100];
        assert!(!batch_in_subgroup(&points));
        assert!(matches!(check_subgroup(&points), Err(MsmError::NotInSubgroup { index: 100, .. })));
    }

    #[test]
    fn large_scalars_are_named_or_reduced() {
        let mut scalars = random_scalars(1, 100);
        assert!(check_scalars(&scalars).is_ok());
        let mut order = [0; 32];
        order.copy_from_slice(&Fr::MODULUS.to_bytes_le());
        scalars[40] = order;
        scalars[70] = [0xff; 32];
        match check_scalars(&scalars) {
            Err(MsmError::ScalarTooLarge { index: 40, value }) => {
                assert!(value.starts_with("0x12ab655e"), "{value}");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(reduce_scalars(&mut scalars), 2);
        assert!(check_scalars(&scalars).is_ok());
        assert_eq!(scalars[40], [0; 32]);
        let expected = Fr::from(2u64).pow([256]) - Fr::from(1u64);
        assert_eq!(Fr::from_le_bytes_mod_order(&scalars[70]), expected);
    }
}
