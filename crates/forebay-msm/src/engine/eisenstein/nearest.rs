// SPDX-License-Identifier: Apache-2.0
//! The Eisenstein integer nearest to zero among those that are a scalar modulo r.
//!
//! w is `-X` modulo `r = X^2 - X + 1`, so those that are zero modulo r are the sums of multiples of `X + w` and of w times
//! that, `-1 + (X - 1) w`.

use ark_bls12_377::{Fr, g1};
use ark_ec::scalar_mul::glv::GLVConfig;
use ark_ff::PrimeField;

use crate::{Scalar, field::limbs_from_le};

/// The square of the curve's parameter, 127 bits.
const X: u128 = {
    let limbs = <g1::Config as GLVConfig>::SCALAR_DECOMP_COEFFS[0].1.0;
    limbs[0] as u128 | (limbs[1] as u128) << 64
};
#[expect(clippy::cast_possible_wrap, reason = "it has 127 bits")]
const SIGNED_X: i128 = X as i128;

/// `2^253 / X`, rounded down.
const INVERSE: u128 = {
    let (mut rest, mut quotient, mut bit) = (0, 0, 0);
    while bit <= Fr::MODULUS_BIT_SIZE {
        rest = rest << 1 | (bit == 0) as u128;
        quotient <<= 1;
        if rest >= X {
            rest -= X;
            quotient |= 1;
        }
        bit += 1;
    }
    quotient
};

/// The larger part of one in size, at most.
pub(super) const MOST: u128 = 2 * X / 3 + 2;

/// Both parts of the nearest one to zero of a scalar below r.
pub(super) fn nearest(scalar: &Scalar) -> [i128; 2] {
    let [a, b, c, d] = limbs_from_le::<4>(scalar).map(u128::from);
    let (lower, upper) = (a | b << 64, c | d << 64);
    // Too small by at most two.
    let quotient = upper_half(upper << 3 | lower >> 125, INVERSE);
    let rest = lower.wrapping_sub(quotient.wrapping_mul(X));
    let more = u128::from(rest > X / 2) + u128::from(rest > X / 2 + X);
    let one = rest.wrapping_sub(more * X).cast_signed();
    let other = -(quotient + more).cast_signed();
    // The scalar is `one + other w`, and other is 0 to -X.
    let far = i128::from(other < -(SIGNED_X / 2));
    hexagon([one - far, other + far * (SIGNED_X - 1)])
}

/// Of parts that are no greater than half of X, those nearest to zero.
fn hexagon([one, other]: [i128; 2]) -> [i128; 2] {
    // It is far from zero where the signs differ; then one step brings the larger part to the other side.
    let sign = if one > other { 1 } else { -1 };
    let (apart, sum) = (sign * (one - other), sign * (one + other));
    if apart + sum.abs() / 2 + apart / 2 <= SIGNED_X {
        [one, other]
    } else if sum >= 0 {
        [one - sign * SIGNED_X, other - sign]
    } else {
        [one - sign, other + sign * (SIGNED_X - 1)]
    }
}

/// The upper half of a product.
fn upper_half(x: u128, y: u128) -> u128 {
    const MASK: u128 = u64::MAX as u128;
    let ([x0, x1], [y0, y1]) = ([x & MASK, x >> 64], [y & MASK, y >> 64]);
    let (low, high) = (x0 * y1 + ((x0 * y0) >> 64), x1 * y0);
    x1 * y1 + (low >> 64) + (high >> 64) + (((low & MASK) + (high & MASK)) >> 64)
}
