// SPDX-License-Identifier: Apache-2.0
//! Multiplication on toy cards agrees with arkworks, whatever is multiplied.

use forebay::Device;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors, random_points};
use forebay_msm::{Fq, G1Affine, Scalar, WindowPlan, witness};
use forebay_msm_client::{Bases, Msm, MsmClientError};

use crate::Fixture;

/// Client, bases and a vector of `count` pairs.
pub(crate) fn prepare(
    device: &Device,
    distribution: Distribution,
    count: usize,
) -> (Msm, Bases, Vectors) {
    let msm = Msm::new(device).unwrap();
    let (seed, window_bits) = (9 + count as u64, WindowPlan::for_points(count).bits().to_vec());
    let spec = VectorSpec { seed, count, distribution, window_bits };
    let vectors = Vectors::generate(&spec).unwrap();
    let bases = msm.bases(&vectors.points).unwrap();
    (msm, bases, vectors)
}

/// The device multiplies.
pub(crate) fn works(device: &Device) {
    let (msm, bases, v) = prepare(device, Distribution::Uniform, 9);
    assert_eq!(msm.run(&bases, &v.scalars).unwrap().0, v.result);
}

/// The number `value` as a scalar.
pub(crate) fn scalar(value: u64) -> Scalar {
    let mut scalar = [0; 32];
    scalar[..8].copy_from_slice(&value.to_le_bytes());
    scalar
}

/// The product is what arkworks says.
fn agrees(device: &Device, distribution: Distribution, count: usize) {
    let what = format!("{count} of {}", distribution.name());
    let (msm, bases, v) = prepare(device, distribution, count);
    let (result, report) = msm.run(&bases, &v.scalars).unwrap();
    assert_eq!(result, v.result, "{what}");
    assert_eq!(report.points, count, "{what}");
}

pub(crate) fn products_of_every_size_agree(fixture: &Fixture) {
    let device = fixture.open();
    for count in [0, 1, 2, 3, 63, 64, 65, fixture.rounds(777, 131)] {
        agrees(&device, Distribution::Uniform, count);
    }
}

pub(crate) fn products_of_every_distribution_agree(fixture: &Fixture) {
    let device = fixture.open();
    for distribution in Distribution::ALL {
        agrees(&device, distribution, 65);
    }
}

pub(crate) fn infinities_and_opposite_points(fixture: &Fixture) {
    let device = fixture.open();
    let msm = Msm::new(&device).unwrap();
    let base = random_points(78, 6);
    let (p, q, none) = (base[0], base[1], G1Affine::identity());
    for (what, points, scalars) in [
        ("infinity alone", vec![none], vec![3]),
        ("infinity first", vec![none, p], vec![3, 3]),
        ("infinities between", vec![p, none, q, none, p], vec![1, 4095, 2, 1, 3]),
        ("opposite points", vec![p, -p], vec![1234, 1234]),
        ("a point twice", vec![p, p], vec![77, 77]),
        ("opposite points among others", vec![p, q, -p, base[2]], vec![9, 8, 9, 0]),
        ("one point, every scalar equal", vec![q; 70], vec![4095; 70]),
    ] {
        let scalars: Vec<_> = scalars.into_iter().map(scalar).collect();
        let bases = msm.bases(&points).unwrap();
        let (result, report) = msm.run(&bases, &scalars).unwrap();
        assert_eq!(result, witness::msm(&points, &scalars).unwrap(), "{what}");
        assert_eq!(report.points, points.len(), "{what}");
    }
}

/// Slices of one vector of scalars, each with the product expected.
fn batch_of<'a>(v: &'a Vectors, lengths: &[usize]) -> (Vec<&'a [Scalar]>, Vec<G1Affine>) {
    let start = |length: usize| (v.scalars.len() - length) / 2;
    let batch: Vec<_> =
        lengths.iter().map(|length| &v.scalars[start(*length)..start(*length) + length]).collect();
    let expected = batch
        .iter()
        .map(|scalars| witness::msm(&v.points[..scalars.len()], scalars).unwrap())
        .collect();
    (batch, expected)
}

pub(crate) fn every_product_of_a_batch_is_its_own(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 120);
    let (batch, expected) = batch_of(&v, &[120, 1, 0, 0, 63, 64, 3, 119, 0]);
    let (results, report) = msm.run_batch(&bases, &batch).unwrap();
    assert_eq!(results, expected);
    assert_eq!(report.points, 370);
    let (none, _) = msm.run_batch(&bases, &[]).unwrap();
    assert!(none.is_empty());
}

pub(crate) fn a_batch_after_an_error_is_right(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 70);
    let (batch, expected) = batch_of(&v, &[70, 9, 33]);
    // Nobody has checked these, and the first run is found to be wrong while the second one is under way.
    let mut points = v.points.clone();
    points[3].x += Fq::from(1_u64);
    let wrong = msm.bases_unchecked(&points).unwrap();
    let error = fixture.fails(&device, || msm.run_batch(&wrong, &batch));
    assert!(matches!(error, MsmClientError::BadSum { .. }), "{error:?}");
    assert_eq!(msm.run_batch(&bases, &batch).unwrap().0, expected);
}
