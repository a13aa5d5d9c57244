// SPDX-License-Identifier: Apache-2.0
//! Scalars as Eisenstein integers, and their digits.
//!
//! The curve has an endomorphism `w(x, y) = (beta x, y)` with `w^2 + w + 1 = 0`, which multiplies the points of order r by a
//! number. So a scalar may be any `a + b w` that is the same modulo r, and the one nearest to zero has 126 bits in each of its
//! parts where the scalar has 253. A window takes as many bits of both. Of its digits six each, which differ by a power
//! of `-w`, are one digit of six points that cost nothing: they share a bucket, and a window has a third of the buckets that
//! signed digits of as many bits have.

mod digit;
mod nearest;
#[cfg(test)]
mod tests;
mod windows;

use ark_bls12_377::{Fq, G1Affine, g1};
use ark_ec::scalar_mul::glv::GLVConfig;

pub(super) use digit::{by_first, by_second};
pub(super) use windows::Windows;

/// Images of a point that a digit may mean: the point, and w and w^2 times it.
pub(super) const IMAGES: usize = 3;

/// beta.
pub(super) const IMAGE_FACTOR: Fq = <g1::Config as GLVConfig>::ENDO_COEFFS[0];

/// w times a point, which is not the neutral element.
pub(super) fn image(point: &G1Affine) -> G1Affine {
    G1Affine::new_unchecked(point.x * IMAGE_FACTOR, point.y)
}
