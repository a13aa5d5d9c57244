// SPDX-License-Identifier: Apache-2.0
//! The generator.

use ark_bls12_377::{Fr, G1Affine, G1Projective};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInteger, PrimeField, Zero};
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};

use super::{Distribution, VectorSpec, Vectors};
use crate::{MsmError, SCALAR_BYTES, Scalar, WindowPlan, check::is_canonical, witness};

/// Stream of the generator that the points come from; scalars use stream 0.
const POINT_STREAM: u64 = 1;
/// Points normalised together.
const BATCH: usize = 4096;

impl Vectors {
    /// Makes the vector of a spec.
    ///
    /// # Errors
    /// [`MsmError::BadWindows`] for an impossible window table.
    pub fn generate(spec: &VectorSpec) -> Result<Self, MsmError> {
        let plan = WindowPlan::new(&spec.window_bits)?;
        let points = random_points(spec.seed, spec.count);
        let mut scalars = distributed_scalars(spec);
        for scalar in &mut scalars {
            cut(scalar, plan.scalar_bits());
        }
        let buckets = expected_buckets(&plan, &points, &scalars);
        let result = witness::msm(&points, &scalars)?;
        Ok(Self { spec: spec.clone(), points, scalars, buckets, result })
    }
}

/// Uniform scalars below r; the same seed always gives the same sequence, and a longer request
/// starts with the shorter one.
#[must_use]
pub fn random_scalars(seed: u64, count: usize) -> Vec<Scalar> {
    let mut random = ChaCha20Rng::seed_from_u64(seed);
    (0..count).map(|_| uniform(&mut random)).collect()
}

/// Distinct subgroup points in the same sense: a random start and a random step on multiples of the
/// generator, which costs one addition per point.
#[must_use]
pub fn random_points(seed: u64, count: usize) -> Vec<G1Affine> {
    let mut random = ChaCha20Rng::seed_from_u64(seed);
    random.set_stream(POINT_STREAM);
    let mut multiple = || {
        let factor = Fr::from_le_bytes_mod_order(&uniform(&mut random));
        G1Affine::generator() * factor
    };
    let mut point = multiple();
    let step: G1Affine = multiple().into();
    let mut points = Vec::with_capacity(count);
    while points.len() < count {
        let batch: Vec<G1Projective> = (0..BATCH.min(count - points.len()))
            .map(|_| {
                let current = point;
                point += step;
                current
            })
            .collect();
        points.extend(G1Projective::normalize_batch(&batch));
    }
    points
}

/// One scalar by rejection: 253 random bits until they are below r.
fn uniform(random: &mut ChaCha20Rng) -> Scalar {
    let mut scalar = [0; SCALAR_BYTES];
    loop {
        random.fill_bytes(&mut scalar);
        cut(&mut scalar, Fr::MODULUS_BIT_SIZE);
        if is_canonical(&scalar) {
            return scalar;
        }
    }
}

/// Clears all bits from `bits` up.
fn cut(scalar: &mut Scalar, bits: u32) {
    for (i, byte) in scalar.iter_mut().enumerate() {
        let kept = (bits as usize).saturating_sub(8 * i).min(8);
        *byte &= if kept == 8 { 0xff } else { (1u8 << kept) - 1 };
    }
}

/// Scalars of a spec before they are cut to the plan.
fn distributed_scalars(spec: &VectorSpec) -> Vec<Scalar> {
    let mut one = [0; SCALAR_BYTES];
    one[0] = 1;
    match spec.distribution {
        Distribution::Uniform => random_scalars(spec.seed, spec.count),
        Distribution::Zeros => vec![[0; SCALAR_BYTES]; spec.count],
        Distribution::Ones => vec![one; spec.count],
        Distribution::Equal => {
            let value = random_scalars(spec.seed, 1);
            value.into_iter().cycle().take(spec.count).collect()
        }
        Distribution::RMinusOne => {
            let mut value = [0; SCALAR_BYTES];
            value.copy_from_slice(&(-Fr::from(1u64)).into_bigint().to_bytes_le());
            vec![value; spec.count]
        }
        Distribution::Sparse => {
            let mut scalars = random_scalars(spec.seed, spec.count);
            for (i, scalar) in scalars.iter_mut().enumerate() {
                if i % 8 != 3 {
                    *scalar = [0; SCALAR_BYTES];
                }
            }
            scalars
        }
        Distribution::Small => {
            let mut scalars = random_scalars(spec.seed, spec.count);
            for scalar in &mut scalars {
                scalar[1..].fill(0);
            }
            scalars
        }
    }
}

/// Buckets by arkworks' projective arithmetic.
fn expected_buckets(
    plan: &WindowPlan,
    points: &[G1Affine],
    scalars: &[Scalar],
) -> Vec<Option<G1Affine>> {
    let mut sums = vec![G1Projective::zero(); plan.bucket_count()];
    let mut hit = vec![false; plan.bucket_count()];
    let mut digits = vec![0; plan.window_count()];
    for (point, scalar) in points.iter().zip(scalars) {
        plan.recode(scalar, &mut digits);
        for (window, digit) in digits.iter().enumerate() {
            if let Some(bucket) = plan.bucket_of(window, *digit) {
                hit[bucket] = true;
                if *digit < 0 {
                    sums[bucket] -= point;
                } else {
                    sums[bucket] += point;
                }
            }
        }
    }
    let affine = G1Projective::normalize_batch(&sums);
    affine.into_iter().zip(hit).map(|(point, hit)| hit.then_some(point)).collect()
}
