// SPDX-License-Identifier: Apache-2.0
//! The two faces of BLS12-377 G1 and the map between them.
//!
//! Files hold Weierstrass points (`y^2 = x^3 + 1`), the card computes on the birationally equivalent
//! twisted Edwards curve `-x^2 + y^2 = 1 + d x^2 y^2` with the constants of `ark-bls12-377`.
//! With `s = 1/sqrt(3)` (the Montgomery curve's B) and `m = s (x + 1)` the map is
//! `(x, y) -> (beta (x + 1) / y, (m - 1) / (m + 1))`.
//!
//! Infinity maps to (0, 1) and (-1, 0) to (0, -1). Four points have no image (`y = 0` with
//! `x != -1`, or `m = -1`); all have even order, so subgroup points always have one.

use std::sync::LazyLock;

use ark_bls12_377::{
    Fq, G1Affine, G1Projective, G1TEAffine,
    g1::{Config, TE_GENERATOR_X},
};
use ark_ec::{
    AffineRepr,
    twisted_edwards::{MontCurveConfig, TECurveConfig},
};
use ark_ff::{AdditiveGroup, Field, One, Zero, serial_batch_inversion_and_mul};
use rayon::prelude::*;

use crate::{
    CardPointBytes, MsmError,
    field::{FQ_BYTES, canonical_from_bytes, fq_hex, hex_from_le, write_bytes},
};

/// Size of one point in the card's format: `y - x`, `y + x`, `2dxy`, 48 bytes each.
pub const CARD_POINT_BYTES: usize = 3 * FQ_BYTES;

/// Points per inversion and per parallel task; the inversion costs about as much as 500 products.
const BATCH: usize = 2048;

/// Constants of the map, derived once from arkworks' curve parameters.
struct MapConstants {
    /// `s`, coefficient B of the Montgomery curve.
    s: Fq,
    /// `1 / s`.
    s_inv: Fq,
    /// Scale of x; fixed by the image of the generator.
    beta: Fq,
    /// `2 beta / s`.
    two_beta_s_inv: Fq,
    /// `2 d`.
    two_d: Fq,
}

static MAP: LazyLock<MapConstants> = LazyLock::new(|| {
    let s = <Config as MontCurveConfig>::COEFF_B;
    let generator = G1Affine::generator();
    let inverse = |value: Fq| match value.inverse() {
        Some(inverse) => inverse,
        None => unreachable!("curve constants are not zero"),
    };
    let (s_inv, beta) =
        (inverse(s), TE_GENERATOR_X * generator.y * inverse(generator.x + Fq::one()));
    MapConstants {
        s,
        s_inv,
        beta,
        two_beta_s_inv: beta.double() * s_inv,
        two_d: <Config as TECurveConfig>::COEFF_D.double(),
    }
});

/// `2 d` of the twisted Edwards curve.
pub(crate) fn two_d() -> Fq {
    MAP.two_d
}

/// A base as the card's adder wants it: the affine Edwards point (x, y) as `y - x`, `y + x`, `2dxy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardPoint {
    /// `y - x`.
    pub y_minus_x: Fq,
    /// `y + x`.
    pub y_plus_x: Fq,
    /// `2 d x y`.
    pub two_dxy: Fq,
}

impl CardPoint {
    /// The neutral element, (x, y) = (0, 1).
    pub const IDENTITY: Self = Self { y_minus_x: Fq::ONE, y_plus_x: Fq::ONE, two_dxy: Fq::ZERO };

    /// Precomputes an affine Edwards point.
    #[must_use]
    pub fn from_edwards(point: &G1TEAffine) -> Self {
        let (x, y) = (point.x, point.y);
        Self { y_minus_x: y - x, y_plus_x: y + x, two_dxy: x * y * MAP.two_d }
    }

    /// Whether x is zero, as only the points of order 1 and 2 have it.
    #[cfg(forebay_lanes)]
    pub(crate) fn has_no_x(&self) -> bool {
        self.y_minus_x == self.y_plus_x
    }

    /// The affine Edwards point.
    pub fn to_edwards(&self) -> G1TEAffine {
        let half = Fq::from(2u64).inverse().unwrap_or_default();
        G1TEAffine::new_unchecked(
            (self.y_plus_x - self.y_minus_x) * half,
            (self.y_plus_x + self.y_minus_x) * half,
        )
    }

    /// The card's 144 bytes.
    #[must_use]
    pub fn to_bytes(&self) -> CardPointBytes {
        let mut bytes = [0; CARD_POINT_BYTES];
        write_bytes(&self.y_minus_x, &mut bytes[..FQ_BYTES]);
        write_bytes(&self.y_plus_x, &mut bytes[FQ_BYTES..2 * FQ_BYTES]);
        write_bytes(&self.two_dxy, &mut bytes[2 * FQ_BYTES..]);
        bytes
    }

    /// Reads points back to back, of which the first has number `first` in errors.
    ///
    /// # Errors
    /// As [`Self::from_bytes`].
    pub(crate) fn parse(bytes: &[u8], first: usize) -> Result<Vec<Self>, MsmError> {
        let records = bytes.as_chunks().0.iter().enumerate();
        records.map(|(offset, record)| Self::from_bytes(record, first + offset)).collect()
    }

    /// Reads the card's 144 bytes; `index` is only used to name the point in the error.
    ///
    /// # Errors
    /// [`MsmError::FieldRange`] for a coordinate that is not below p. Whether the three values
    /// belong to one curve point is not checked.
    pub fn from_bytes(bytes: &CardPointBytes, index: usize) -> Result<Self, MsmError> {
        let coordinate = |slot: usize, name: &'static str| {
            let raw = &bytes[slot * FQ_BYTES..(slot + 1) * FQ_BYTES];
            canonical_from_bytes(raw).ok_or_else(|| MsmError::FieldRange {
                what: "card point",
                index,
                coordinate: name,
                value: hex_from_le(raw),
                limit: "p",
            })
        };
        Ok(Self {
            y_minus_x: coordinate(0, "y - x")?,
            y_plus_x: coordinate(1, "y + x")?,
            two_dxy: coordinate(2, "2dxy")?,
        })
    }
}

/// Denominator of the map's common fraction; zero where the general formula has no value.
fn denominator(point: &G1Affine) -> Fq {
    point.y * (MAP.s * (point.x + Fq::one()) + Fq::one())
}

/// The image for a known inverse of [`denominator`].
fn image(point: &G1Affine, inverse: &Fq) -> G1TEAffine {
    let x1 = point.x + Fq::one();
    let m = MAP.s * x1;
    G1TEAffine::new_unchecked(
        MAP.beta * x1 * (m + Fq::one()) * inverse,
        (m - Fq::one()) * point.y * inverse,
    )
}

/// The image where [`denominator`] is zero: infinity and (-1, 0) have one, nothing else does.
fn special_image(point: &G1Affine) -> Option<G1TEAffine> {
    if point.is_zero() {
        Some(G1TEAffine::new_unchecked(Fq::ZERO, Fq::ONE))
    } else if point.y.is_zero() && (point.x + Fq::one()).is_zero() {
        Some(G1TEAffine::new_unchecked(Fq::ZERO, -Fq::ONE))
    } else {
        None
    }
}

/// Image of one Weierstrass point on the twisted Edwards curve; `None` for the four points without one.
#[must_use]
pub fn to_edwards(point: &G1Affine) -> Option<G1TEAffine> {
    if point.is_zero() {
        return special_image(point);
    }
    match denominator(point).inverse() {
        Some(inverse) => Some(image(point, &inverse)),
        None => special_image(point),
    }
}

/// Weierstrass point of an affine Edwards point (inverse of [`to_edwards`]).
pub fn from_edwards(point: &G1TEAffine) -> G1Affine {
    let inverse = ((Fq::one() - point.y) * point.x).inverse().unwrap_or_default();
    preimage(point, &inverse)
}

/// The Weierstrass point for the inverse of `(1 - y) x`, or 0 where that product is 0.
fn preimage(point: &G1TEAffine, inverse: &Fq) -> G1Affine {
    if inverse.is_zero() {
        // x = 0 leaves (0, 1), infinity, and (0, -1), the point (-1, 0) of order 2.
        return if point.y.is_one() {
            G1Affine::identity()
        } else {
            G1Affine::new_unchecked(-Fq::ONE, Fq::ZERO)
        };
    }
    let sum = (Fq::one() + point.y) * inverse;
    let m = sum * point.x;
    G1Affine::new_unchecked(m * MAP.s_inv - Fq::one(), MAP.beta * sum * MAP.s_inv)
}

/// Converts Weierstrass points into the card's format, on all cores, into a buffer of the caller
/// (for example a DMA buffer).
///
/// `out` takes [`CARD_POINT_BYTES`] per point. Points are taken as they are; see
/// [`crate::check::check_points`].
///
/// # Errors
/// [`MsmError::BufferSize`] unless `out` has exactly the right size;
/// [`MsmError::NoEdwardsImage`] for the first of the four points that have no image.
pub fn write_card_points(points: &[G1Affine], out: &mut [u8]) -> Result<(), MsmError> {
    let expected = points.len() * CARD_POINT_BYTES;
    if out.len() != expected {
        return Err(MsmError::BufferSize { what: "card points", expected, actual: out.len() });
    }
    let failures: Vec<Result<(), MsmError>> = points
        .par_chunks(BATCH)
        .zip(out.par_chunks_mut(BATCH * CARD_POINT_BYTES))
        .enumerate()
        .map(|(batch, (points, out))| write_batch(points, out, batch * BATCH))
        .collect();
    failures.into_iter().collect()
}

/// One batch of [`write_card_points`] with one shared inversion.
fn write_batch(points: &[G1Affine], out: &mut [u8], first: usize) -> Result<(), MsmError> {
    let mut inverses: Vec<Fq> = points.iter().map(denominator).collect();
    for (inverse, point) in inverses.iter_mut().zip(points) {
        if point.is_zero() {
            *inverse = Fq::ZERO;
        }
    }
    serial_batch_inversion_and_mul(&mut inverses, &Fq::one());
    for (offset, (point, inverse)) in points.iter().zip(&inverses).enumerate() {
        let edwards = if inverse.is_zero() {
            special_image(point).ok_or_else(|| MsmError::NoEdwardsImage {
                index: first + offset,
                x: fq_hex(&point.x),
            })?
        } else {
            image(point, inverse)
        };
        out[offset * CARD_POINT_BYTES..(offset + 1) * CARD_POINT_BYTES]
            .copy_from_slice(&CardPoint::from_edwards(&edwards).to_bytes());
    }
    Ok(())
}

/// Converts Weierstrass points into the card's format: [`CARD_POINT_BYTES`] bytes each, back to back.
///
/// # Errors
/// As [`write_card_points`].
pub fn to_card_points(points: &[G1Affine]) -> Result<Vec<u8>, MsmError> {
    let mut bytes = vec![0; points.len() * CARD_POINT_BYTES];
    write_card_points(points, &mut bytes)?;
    Ok(bytes)
}

/// Converts points in the card's format back into Weierstrass form, on all cores.
///
/// # Errors
/// [`MsmError::BufferSize`] for a partial record, [`MsmError::FieldRange`] for a coordinate >= p.
/// Curve membership is not checked.
pub fn from_card_points(bytes: &[u8]) -> Result<Vec<G1Affine>, MsmError> {
    let whole = bytes.len() / CARD_POINT_BYTES * CARD_POINT_BYTES;
    if bytes.len() != whole {
        return Err(MsmError::BufferSize {
            what: "card points",
            expected: whole,
            actual: bytes.len(),
        });
    }
    let batches: Vec<Result<Vec<G1Affine>, MsmError>> = bytes
        .par_chunks(BATCH * CARD_POINT_BYTES)
        .enumerate()
        .map(|(batch, bytes)| read_batch(bytes, batch * BATCH))
        .collect();
    let mut points = Vec::with_capacity(bytes.len() / CARD_POINT_BYTES);
    for batch in batches {
        points.extend(batch?);
    }
    Ok(points)
}

/// One batch of [`from_card_points`] with one shared inversion.
fn read_batch(bytes: &[u8], first: usize) -> Result<Vec<G1Affine>, MsmError> {
    Ok(weierstrass_of_cards(&CardPoint::parse(bytes, first)?))
}

/// Weierstrass points of points in the card's format, with one inversion.
pub(crate) fn weierstrass_of_cards(cards: &[CardPoint]) -> Vec<G1Affine> {
    // Twice x and y, which saves halving: with them the inverse is that of 4 (1 - y) x.
    let two = Fq::from(2u64);
    let doubles =
        |card: &CardPoint| (card.y_plus_x - card.y_minus_x, card.y_plus_x + card.y_minus_x);
    let mut inverses: Vec<Fq> = cards
        .iter()
        .map(|card| {
            let (x, y) = doubles(card);
            (two - y) * x
        })
        .collect();
    serial_batch_inversion_and_mul(&mut inverses, &Fq::one());
    let points = cards.iter().zip(&inverses).map(|(card, inverse)| {
        if inverse.is_zero() {
            return preimage(&card.to_edwards(), inverse);
        }
        let (x, y) = doubles(card);
        let half_sum = (two + y) * inverse;
        let m = half_sum * x;
        let [for_x, for_y] = weierstrass_factors();
        G1Affine::new_unchecked(m * for_x - Fq::one(), half_sum * for_y)
    });
    points.collect()
}

/// What m and half of the common fraction are multiplied by to be x + 1 and y.
pub(crate) fn weierstrass_factors() -> [Fq; 2] {
    [MAP.s_inv, MAP.two_beta_s_inv]
}

/// X, Y, Z and T of a Weierstrass point's image, without an inversion; all zero for the four points without one.
pub(crate) fn extended_image(point: &G1Affine) -> [Fq; 4] {
    if let Some(G1TEAffine { x, y }) = special_image(point) {
        return [x, y, Fq::one(), x * y];
    }
    let x1 = point.x + Fq::one();
    let m = MAP.s * x1;
    let (below, above) = (m - Fq::one(), m + Fq::one());
    let u = MAP.beta * x1;
    [u * above, below * point.y, point.y * above, u * below]
}

/// Weierstrass form of an extended Edwards point.
pub(crate) fn weierstrass_of(x: &Fq, y: &Fq, z: &Fq) -> G1Affine {
    let inverse = z.inverse().unwrap_or_default();
    from_edwards(&G1TEAffine::new_unchecked(*x * inverse, *y * inverse))
}

/// Affine coordinates of a result as printed by the tools: big-endian hexadecimal with `0x`,
/// `None` for infinity.
#[must_use]
pub fn affine_hex(point: &G1Affine) -> Option<(String, String)> {
    (!point.is_zero()).then(|| (fq_hex(&point.x), fq_hex(&point.y)))
}

/// Normalises a projective result.
pub fn to_affine(point: &G1Projective) -> G1Affine {
    (*point).into()
}

#[cfg(test)]
mod tests {
    use ark_bls12_377::Fr;
    use ark_ec::CurveGroup;

    use super::*;
    use crate::vectors::random_points;

    /// The four points without an image: y = 0 with x != -1, and m = -1.
    fn exceptional() -> Vec<G1Affine> {
        let mut points = Vec::new();
        // x^2 - x + 1 = 0 beside x = -1 solves x^3 = -1.
        let root = (-Fq::from(3u64)).sqrt().unwrap();
        let half = Fq::from(2u64).inverse().unwrap();
        for x in [(Fq::one() + root) * half, (Fq::one() - root) * half] {
            points.push(G1Affine::new_unchecked(x, Fq::ZERO));
        }
        let x = -MAP.s_inv - Fq::one();
        let (low, high) = G1Affine::get_ys_from_x_unchecked(x).unwrap();
        points.extend([low, high].map(|y| G1Affine::new_unchecked(x, y)));
        points
    }

    #[test]
    fn map_agrees_with_arkworks_constants() {
        let generator = to_edwards(&G1Affine::generator()).unwrap();
        assert_eq!(generator, <Config as TECurveConfig>::GENERATOR);
        assert!(generator.is_on_curve());
    }

    #[test]
    fn map_is_a_homomorphism_and_invertible() {
        let points = random_points(7, 20);
        for pair in points.windows(2) {
            let sum: G1Affine = (pair[0] + pair[1]).into();
            let images = [pair[0], pair[1], sum].map(|p| to_edwards(&p).unwrap());
            assert!(images.iter().all(G1TEAffine::is_on_curve));
            assert_eq!((images[0] + images[1]).into_affine(), images[2]);
            assert_eq!(from_edwards(&images[2]), sum);
        }
    }

    #[test]
    fn infinity_and_the_point_of_order_two_have_images() {
        let infinity = to_edwards(&G1Affine::identity()).unwrap();
        assert_eq!((infinity.x, infinity.y), (Fq::ZERO, Fq::ONE));
        assert_eq!(CardPoint::from_edwards(&infinity), CardPoint::IDENTITY);
        assert_eq!(from_edwards(&infinity), G1Affine::identity());
        let two = G1Affine::new_unchecked(-Fq::ONE, Fq::ZERO);
        let image = to_edwards(&two).unwrap();
        assert_eq!((image.x, image.y), (Fq::ZERO, -Fq::ONE));
        assert_eq!(from_edwards(&image), two);
    }

    #[test]
    fn points_without_image_are_named() {
        for point in exceptional() {
            assert!(point.is_on_curve());
            assert_eq!(to_edwards(&point), None);
            let mut points = random_points(3, 3000);
            points[2500] = point;
            match to_card_points(&points) {
                Err(MsmError::NoEdwardsImage { index: 2500, .. }) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn batch_conversion_goes_both_ways() {
        let mut points = random_points(11, 5000);
        points[0] = G1Affine::identity();
        points[4096] = G1Affine::identity();
        let bytes = to_card_points(&points).unwrap();
        assert_eq!(bytes.len(), 5000 * CARD_POINT_BYTES);
        assert_eq!(bytes[..CARD_POINT_BYTES], CardPoint::IDENTITY.to_bytes());
        for i in [1, 2047, 2048, 4999] {
            let expected = CardPoint::from_edwards(&to_edwards(&points[i]).unwrap()).to_bytes();
            assert_eq!(bytes[i * CARD_POINT_BYTES..][..CARD_POINT_BYTES], expected, "point {i}");
        }
        assert_eq!(from_card_points(&bytes).unwrap(), points);
    }

    #[test]
    fn wrong_buffers_and_values_are_refused() {
        let points = random_points(1, 2);
        let mut short = [0; 2 * CARD_POINT_BYTES - 1];
        let result = write_card_points(&points, &mut short);
        assert!(matches!(result, Err(MsmError::BufferSize { expected: 288, actual: 287, .. })));
        let mut bytes = to_card_points(&points).unwrap();
        bytes[CARD_POINT_BYTES + 2 * FQ_BYTES - 1] = 0xff;
        match from_card_points(&bytes) {
            Err(MsmError::FieldRange { index: 1, coordinate: "y + x", .. }) => {}
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn card_coordinates_are_montgomery_bytes() {
        // One in Montgomery form is R = 2^384 mod p; arkworks keeps exactly that inside.
        let mut bytes = [0; FQ_BYTES];
        write_bytes(&Fq::ONE, &mut bytes);
        let expected = Fq::from(2u64).pow([384]);
        assert_eq!(canonical_from_bytes(&bytes), Some(Fq::ONE));
        assert_eq!(hex_from_le(&bytes), fq_hex(&expected));
    }

    #[test]
    fn printed_coordinates_are_big_endian_integers() {
        let (x, _) = affine_hex(&G1Affine::generator()).unwrap();
        assert!(x.starts_with("0x008848defe740a67c8fc6225bf87ff5485951e2caa9d41bb"), "{x}");
        assert_eq!(x.len(), 98);
        assert_eq!(affine_hex(&G1Affine::identity()), None);
        let double = G1Affine::generator() * Fr::from(2u64);
        assert!(!to_affine(&double).is_zero());
    }
}
