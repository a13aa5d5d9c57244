// SPDX-License-Identifier: Apache-2.0
//! The multi-scalar product by arkworks: an opinion that shares no code with the card or its model.

use ark_bls12_377::{Fr, G1Affine, G1Projective};
use ark_ec::VariableBaseMSM;
use ark_ff::{BigInt, PrimeField};
use rayon::prelude::*;

use crate::{MsmError, Scalar, field::limbs_from_le};

/// Sum of `scalars[i] * points[i]` by `ark_ec::VariableBaseMSM`.
///
/// Scalars of r or more are reduced first, because arkworks takes only reduced ones.
///
/// # Errors
/// [`MsmError::LengthMismatch`] for unequal numbers.
pub fn msm(points: &[G1Affine], scalars: &[Scalar]) -> Result<G1Affine, MsmError> {
    if points.len() != scalars.len() {
        return Err(MsmError::LengthMismatch { points: points.len(), scalars: scalars.len() });
    }
    let scalars: Vec<BigInt<4>> = scalars.par_iter().map(reduced).collect();
    Ok(G1Projective::msm_bigint(points, &scalars).into())
}

/// Scalar as an integer below r.
fn reduced(scalar: &Scalar) -> BigInt<4> {
    let value = BigInt::new(limbs_from_le(scalar));
    if value < Fr::MODULUS { value } else { Fr::from_le_bytes_mod_order(scalar).into_bigint() }
}
