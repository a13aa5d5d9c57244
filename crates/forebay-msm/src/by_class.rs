// SPDX-License-Identifier: Apache-2.0
//! The sum of points by their classes, `sum over i of (1 + i mod 1024) P_i`: what the sums of a run with uniform scalars are off by
//! for each rho ([`crate::passes`]).
//!
//! An addition for each point brings it to the sum of its class, and two for each class join those. Of a part that begins with class 1
//! the sum is that of a multiplication of its own, so sums of parts of whole rounds of classes add up.

use rayon::prelude::*;

use crate::passes::CLASSES;
use crate::{CARD_POINT_BYTES, CardPoint, ExtendedPoint, MsmError};

/// Points that one task takes: enough to make joining the classes cheap beside them.
const TASK: usize = 16 * CLASSES as usize;

/// The sum of points in the card's format, the first of which has number `first`, by their classes.
///
/// # Errors
/// [`MsmError::BufferSize`] for a part of a point, [`MsmError::FieldRange`] for a coordinate that is none.
pub fn by_class(points: &[u8], first: usize) -> Result<ExtendedPoint, MsmError> {
    let (records, rest) = points.as_chunks::<CARD_POINT_BYTES>();
    if !rest.is_empty() {
        let (actual, expected) = (points.len(), records.len() * CARD_POINT_BYTES);
        return Err(MsmError::BufferSize { what: "points by class", expected, actual });
    }
    let task = |(number, records): (usize, &[_])| of_task(records, first + number * TASK);
    let add = |mut sum: ExtendedPoint, other| {
        sum.add(&other);
        sum
    };
    let parts = records.par_chunks(TASK).enumerate().map(task);
    parts.try_reduce(|| ExtendedPoint::IDENTITY, |sum, other| Ok(add(sum, other)))
}

fn of_task(records: &[[u8; CARD_POINT_BYTES]], first: usize) -> Result<ExtendedPoint, MsmError> {
    const COUNT: usize = CLASSES as usize;
    let mut classes = vec![None::<ExtendedPoint>; COUNT];
    for (number, record) in (first..).zip(records) {
        let point = CardPoint::from_bytes(record, number)?;
        let class = &mut classes[number % COUNT];
        class.get_or_insert(ExtendedPoint::IDENTITY).add_card_point(&point, false);
    }
    // From the top: what has been met by then counts once more for each class.
    let (mut met, mut sum) = (ExtendedPoint::IDENTITY, ExtendedPoint::IDENTITY);
    let lowest = classes.iter().position(Option::is_some).unwrap_or_default();
    for class in classes[lowest..].iter().rev() {
        if let Some(class) = class {
            met.add(class);
        }
        sum.add(&met);
    }
    sum.add(&met.times(lowest as u64));
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use ark_bls12_377::{Fr, G1Affine};
    use ark_ff::{BigInteger, PrimeField};

    use super::*;
    use crate::curve::to_card_points;
    use crate::vectors::random_points;
    use crate::{Scalar, witness};

    /// By arkworks.
    fn expected(points: &[G1Affine], first: usize) -> G1Affine {
        let class = |number: usize| {
            let mut scalar = Scalar::default();
            let class = Fr::from(1 + (number % CLASSES as usize) as u64);
            scalar.copy_from_slice(&class.into_bigint().to_bytes_le());
            scalar
        };
        let scalars: Vec<_> = (first..first + points.len()).map(class).collect();
        witness::msm(points, &scalars).unwrap()
    }

    #[test]
    fn points_are_summed_by_their_classes_wherever_they_begin() {
        let mut points = random_points(8, TASK + 1500);
        points[3] = G1Affine::identity();
        points[5] = points[4];
        let records = to_card_points(&points).unwrap();
        for part in [0..0, 0..1, 1023..1025, 700..900, 0..2048, 5..TASK + 1500] {
            let bytes = part.start * CARD_POINT_BYTES..part.end * CARD_POINT_BYTES;
            let sum = by_class(&records[bytes], part.start).unwrap();
            assert_eq!(sum.to_affine(), expected(&points[part.clone()], part.start), "{part:?}");
        }
    }

    #[test]
    fn parts_of_points_and_coordinates_that_are_none_are_refused() {
        let mut records = to_card_points(&random_points(8, 3)).unwrap();
        let error = by_class(&records[..200], 0).unwrap_err();
        assert!(matches!(error, MsmError::BufferSize { actual: 200, .. }), "{error}");
        records[CARD_POINT_BYTES..][..48].fill(0xff);
        let error = by_class(&records, 10).unwrap_err();
        assert!(matches!(error, MsmError::FieldRange { index: 11, .. }), "{error}");
    }
}
