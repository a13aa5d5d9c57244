// SPDX-License-Identifier: Apache-2.0
//! Multi-scalar multiplication through the whole card agrees with arkworks.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::{on_every_card, open};
use forebay::Device;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors, random_points};
use forebay_msm::{G1Affine, Scalar, WindowPlan, witness};
use forebay_msm_client::{Msm, MsmClientError};
use proptest::prelude::*;

/// A vector for the windows of `plan`.
fn vectors(plan: &WindowPlan, distribution: Distribution, count: usize, seed: u64) -> Vectors {
    let window_bits = plan.bits().to_vec();
    Vectors::generate(&VectorSpec { seed, count, distribution, window_bits }).unwrap()
}

/// The number `value` as a scalar.
fn scalar(value: u64) -> Scalar {
    let mut scalar = [0; 32];
    scalar[..8].copy_from_slice(&value.to_le_bytes());
    scalar
}

/// r - `value`, from r - 1 that the generator knows.
fn minus(value: u8) -> Scalar {
    let plan = WindowPlan::standard();
    let mut scalar = vectors(&plan, Distribution::RMinusOne, 1, 0).scalars[0];
    // r ends in ...0001, so that r - 1 ends in zero bytes and a subtraction borrows.
    let mut left = value - 1;
    for byte in &mut scalar {
        let (digit, borrow) = byte.overflowing_sub(left);
        *byte = digit;
        left = u8::from(borrow);
    }
    scalar
}

/// Compares one product with arkworks.
fn check(msm: &Msm, points: &[G1Affine], scalars: &[Scalar], what: &str) {
    let bases = msm.bases(points).unwrap();
    let (result, report) = msm.run(&bases, scalars).unwrap();
    assert_eq!(result, witness::msm(points, scalars).unwrap(), "{what}");
    assert_eq!(report.points, points.len(), "{what}");
}

/// Whether `body` is quick enough for many points.
fn is_fast(body: &str) -> bool {
    body == "fast"
}

fn toy_products_of_every_size_agree(body: &str) {
    let device = open(body, "msm-toy");
    let msm = Msm::new(&device).unwrap();
    assert_eq!(*msm.plan(), WindowPlan::toy());
    let last = if is_fast(body) { 777 } else { 131 };
    for count in [0, 1, 2, 3, 63, 64, last] {
        let v = vectors(msm.plan(), Distribution::Uniform, count, count as u64);
        let bases = msm.bases(&v.points).unwrap();
        let read_out = msm.buckets(&bases, &v.scalars).unwrap();
        assert_eq!(v.first_difference(&read_out).unwrap(), None, "{body}: {count} pairs");
        check(&msm, &v.points, &v.scalars, &format!("{body}: {count} pairs"));
    }
}

fn toy_products_of_every_distribution_agree(body: &str) {
    let device = open(body, "msm-toy");
    let msm = Msm::new(&device).unwrap();
    for distribution in Distribution::ALL {
        let v = vectors(msm.plan(), distribution, 65, 9);
        let bases = msm.bases(&v.points).unwrap();
        let read_out = msm.buckets(&bases, &v.scalars).unwrap();
        let what = format!("{body}: {}", distribution.name());
        assert_eq!(v.first_difference(&read_out).unwrap(), None, "{what}");
        check(&msm, &v.points, &v.scalars, &what);
    }
}

fn full_products_agree(body: &str) {
    let device = open(body, "msm");
    let msm = Msm::new(&device).unwrap();
    assert_eq!(*msm.plan(), WindowPlan::standard());
    // The read-out of the RTL alone is 209 thousand cycles.
    let (counts, distributions): (&[_], &[_]) = if is_fast(body) {
        (&[0, 1, 2, 3, 63, 64, 777], &Distribution::ALL)
    } else {
        (&[1, 200], &[Distribution::RMinusOne])
    };
    for count in counts {
        let v = vectors(msm.plan(), Distribution::Uniform, *count, 1 + *count as u64);
        check(&msm, &v.points, &v.scalars, &format!("{body}: {count} pairs"));
    }
    for distribution in distributions {
        let v = vectors(msm.plan(), *distribution, 65, 10);
        check(&msm, &v.points, &v.scalars, &format!("{body}: {}", distribution.name()));
    }
}

fn infinities_and_cancelling_scalars_on_the_full_card(body: &str) {
    let device = open(body, "msm");
    let msm = Msm::new(&device).unwrap();
    let base = random_points(77, 8);
    // The same point twice with s and r - s gives infinity; infinity gives nothing.
    let points = [base[0], base[0], G1Affine::identity(), G1Affine::identity()];
    let scalars = [scalar(5), minus(5), scalar(5), minus(1)];
    let bases = msm.bases(&points).unwrap();
    let (result, _) = msm.run(&bases, &scalars).unwrap();
    assert_eq!(result, G1Affine::identity(), "{body}: cancelled");
    if is_fast(body) {
        check(&msm, &[G1Affine::identity()], &[minus(1)], "infinity alone");
        let mut points = base.clone();
        points[3] = G1Affine::identity();
        points[5] = points[4];
        points[6] = -points[4];
        let scalars = [200, 0, 7, 9, 3, 3, 3, 255]
            .map(|value| if value == 0 { scalar(0) } else { minus(value) });
        check(&msm, &points, &scalars, "mixed");
    }
}

fn infinities_and_opposite_points_on_the_toy_card(body: &str) {
    let device = open(body, "msm-toy");
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
        check(&msm, &points, &scalars, &format!("{body}: {what}"));
    }
}

/// Prefixes of one vector of scalars, each with the product expected.
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

fn every_product_of_a_batch_is_its_own(body: &str) {
    let device = open(body, "msm-toy");
    let msm = Msm::new(&device).unwrap();
    let v = vectors(msm.plan(), Distribution::Uniform, 120, 21);
    let bases = msm.bases(&v.points).unwrap();
    let (batch, expected) = batch_of(&v, &[120, 1, 0, 0, 63, 64, 3, 119, 0]);
    let (results, report) = msm.run_batch(&bases, &batch).unwrap();
    assert_eq!(results, expected, "{body}");
    assert_eq!(report.points, 370);
    let (none, _) = msm.run_batch(&bases, &[]).unwrap();
    assert!(none.is_empty(), "{body}");
}

fn a_batch_after_an_error_is_right(body: &str) {
    let device = open(body, "msm-toy");
    let msm = Msm::new(&device).unwrap();
    let v = vectors(msm.plan(), Distribution::Uniform, 70, 22);
    let bases = msm.bases(&v.points).unwrap();
    let (mut batch, expected) = batch_of(&v, &[70, 9, 33]);
    let wide = [scalar(1 << 12)];
    batch.insert(2, &wide);
    // The third run is refused while the first two are under way.
    let error = msm.run_batch(&bases, &batch).unwrap_err();
    assert!(matches!(error, MsmClientError::ScalarWidth { index: 0, bits: 12 }), "{error}");
    batch.remove(2);
    let (results, _) = msm.run_batch(&bases, &batch).unwrap();
    assert_eq!(results, expected, "{body}");
}

fn the_report_adds_up(body: &str) {
    let device = open(body, "msm-toy");
    let msm = Msm::new(&device).unwrap();
    let v = vectors(msm.plan(), Distribution::Ones, 100, 23);
    let bases = msm.bases(&v.points).unwrap();
    let (_, report) = msm.run(&bases, &v.scalars).unwrap();
    // The scalar 1 has one digit that is not zero.
    assert_eq!(report.adder.additions, 100, "{body}");
    assert!(report.adder.active_cycles >= 100, "{report:?}");
    // The model of the native card has no adder that could be idle.
    let utilisation = report.adder.utilisation;
    assert_eq!(utilisation.is_none(), body == "fast", "{report:?}");
    assert!(utilisation.is_none_or(|part| part > 0.0 && part < 1.0), "{report:?}");
    assert!(report.card_cycles >= report.adder.active_cycles, "{report:?}");
    let names: Vec<_> = report.phases.iter().map(|phase| phase.name).collect();
    assert_eq!(names, ["prepare", "transfer", "compute", "read back", "host sum"]);
}

on_every_card!(
    toy_products_of_every_size_agree,
    toy_products_of_every_distribution_agree,
    full_products_agree,
    infinities_and_cancelling_scalars_on_the_full_card,
    infinities_and_opposite_points_on_the_toy_card,
    every_product_of_a_batch_is_its_own,
    a_batch_after_an_error_is_right,
    the_report_adds_up,
);

fn distributions() -> impl Strategy<Value = Distribution> {
    prop::sample::select(Distribution::ALL.to_vec())
}

fn property(device: &Device, distribution: Distribution, count: usize, seed: u64) {
    let msm = Msm::new(device).unwrap();
    let mut v = vectors(msm.plan(), distribution, count, seed);
    // Some infinities and repetitions, where the seed says so.
    for (index, point) in v.points.iter_mut().enumerate() {
        if (seed >> (index % 60)) & 0x1F == 0x1F {
            *point = G1Affine::identity();
        }
    }
    if count > 2 && seed & 1 == 1 {
        v.points[1] = v.points[0];
        v.points[2] = -v.points[0];
    }
    let what = format!("{} of {}, seed {seed}", count, distribution.name());
    check(&msm, &v.points, &v.scalars, &what);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_product_on_the_full_card(distribution in distributions(), count in 0..600_usize, seed: u64) {
        property(&open("fast", "msm"), distribution, count, seed);
    }

    #[test]
    fn any_product_on_the_toy_card(distribution in distributions(), count in 0..600_usize, seed: u64) {
        property(&open("fast", "msm-toy"), distribution, count, seed);
    }
}
