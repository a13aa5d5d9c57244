// SPDX-License-Identifier: Apache-2.0
//! Twisted Edwards points in extended coordinates: what a bucket holds.

use ark_bls12_377::{Fq, G1Affine, G1TEAffine, g1::Config};
use ark_ec::twisted_edwards::TECurveConfig;
use ark_ff::{AdditiveGroup, Field, Zero};

use crate::{
    CardPoint, MsmError,
    curve::{extended_image, two_d, weierstrass_of},
    field::{FQ_BYTES, hex_from_le, lazy_from_bytes, write_bytes},
};

/// Size of one bucket in the card's read-out: X, Y, Z, T, 48 bytes each.
pub const BUCKET_BYTES: usize = 4 * FQ_BYTES;

/// One bucket of the card's read-out.
pub type BucketBytes = [u8; BUCKET_BYTES];

const COORDINATES: [&str; 4] = ["X", "Y", "Z", "T"];

/// Point (X/Z, Y/Z) with T = XY/Z on the curve -x^2 + y^2 = 1 + d x^2 y^2.
#[derive(Debug, Clone, Copy)]
pub struct ExtendedPoint {
    /// X.
    pub x: Fq,
    /// Y.
    pub y: Fq,
    /// Z, never zero for subgroup points.
    pub z: Fq,
    /// T = XY/Z.
    pub t: Fq,
}

impl ExtendedPoint {
    /// The neutral element (0, 1, 1, 0).
    pub const IDENTITY: Self = Self { x: Fq::ZERO, y: Fq::ONE, z: Fq::ONE, t: Fq::ZERO };

    /// Extended form of an affine Edwards point.
    #[must_use]
    pub fn from_edwards(point: &G1TEAffine) -> Self {
        Self { x: point.x, y: point.y, z: Fq::ONE, t: point.x * point.y }
    }

    /// Extended form of a Weierstrass point. The four points of even order that have no image become no point:
    /// [`Self::check`] refuses it.
    #[must_use]
    pub fn from_weierstrass(point: &G1Affine) -> Self {
        let [x, y, z, t] = extended_image(point);
        Self { x, y, z, t }
    }

    /// Reads a bucket of the read-out; coordinates may be anything below 2p.
    /// Returns `None` for an empty bucket (all bytes zero); `index` only names the bucket in errors.
    ///
    /// # Errors
    /// [`MsmError::FieldRange`] for a coordinate of 2p or more.
    pub fn from_bytes(bytes: &BucketBytes, index: usize) -> Result<Option<Self>, MsmError> {
        if bytes.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let mut values = [Fq::ZERO; 4];
        for ((value, raw), name) in
            values.iter_mut().zip(bytes.chunks_exact(FQ_BYTES)).zip(COORDINATES)
        {
            *value = lazy_from_bytes(raw).ok_or_else(|| MsmError::FieldRange {
                what: "bucket",
                index,
                coordinate: name,
                value: hex_from_le(raw),
                limit: "2p",
            })?;
        }
        let [x, y, z, t] = values;
        Ok(Some(Self { x, y, z, t }))
    }

    /// The card's 192 bytes, coordinates below p.
    #[must_use]
    pub fn to_bytes(&self) -> BucketBytes {
        let mut bytes = [0; BUCKET_BYTES];
        for (value, out) in
            [self.x, self.y, self.z, self.t].iter().zip(bytes.chunks_exact_mut(FQ_BYTES))
        {
            write_bytes(value, out);
        }
        bytes
    }

    /// Checks both equations of an extended point; `index` only names the bucket in the error.
    ///
    /// # Errors
    /// [`MsmError::BadBucket`] with the equation that fails.
    pub fn check(&self, index: usize) -> Result<(), MsmError> {
        let fail = |reason| Err(MsmError::BadBucket { index, reason });
        if self.z.is_zero() {
            return fail("Z is zero");
        }
        if self.x * self.y != self.z * self.t {
            return fail("XY differs from ZT");
        }
        let d = <Config as TECurveConfig>::COEFF_D;
        if self.y.square() - self.x.square() != self.z.square() + d * self.t.square() {
            return fail("the curve equation does not hold");
        }
        Ok(())
    }

    /// Adds a precomputed affine point, or subtracts it. 7 products; the card's own formula.
    #[inline]
    pub fn add_card_point(&mut self, point: &CardPoint, negate: bool) {
        let (a, b, c) = if negate {
            (&point.y_plus_x, &point.y_minus_x, -point.two_dxy)
        } else {
            (&point.y_minus_x, &point.y_plus_x, point.two_dxy)
        };
        let pa = (self.y - self.x) * a;
        let pb = (self.y + self.x) * b;
        let pc = self.t * c;
        self.finish(pa, pb, pc, self.z.double());
    }

    /// Adds another extended point. 9 products.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        let pa = (self.y - self.x) * (other.y - other.x);
        let pb = (self.y + self.x) * (other.y + other.x);
        let pc = self.t * two_d() * other.t;
        let pd = self.z.double() * other.z;
        self.finish(pa, pb, pc, pd);
    }

    /// Common tail of the unified addition.
    #[inline]
    fn finish(&mut self, pa: Fq, pb: Fq, pc: Fq, pd: Fq) {
        let (e, f, g, h) = (pb - pa, pd - pc, pd + pc, pb + pa);
        *self = Self { x: e * f, y: g * h, z: f * g, t: e * h };
    }

    /// Doubles the point.
    pub fn double_in_place(&mut self) {
        let a = self.x.square();
        let b = self.y.square();
        let e = (self.x + self.y).square() - a - b;
        let g = b - a;
        let f = g - self.z.square().double();
        let h = -(a + b);
        *self = Self { x: e * f, y: g * h, z: f * g, t: e * h };
    }

    /// `times * self` by double-and-add; for small factors.
    #[must_use]
    pub fn times(&self, times: u64) -> Self {
        let mut product = Self::IDENTITY;
        for bit in (0..u64::BITS - times.leading_zeros()).rev() {
            product.double_in_place();
            if times >> bit & 1 == 1 {
                product.add(self);
            }
        }
        product
    }

    /// Weierstrass form.
    pub fn to_affine(&self) -> G1Affine {
        weierstrass_of(&self.x, &self.y, &self.z)
    }

    /// Whether two points are the same group element, whatever their Z.
    #[must_use]
    pub fn same_point(&self, other: &Self) -> bool {
        self.x * other.z == other.x * self.z && self.y * other.z == other.y * self.z
    }
}
