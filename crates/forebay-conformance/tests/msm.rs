// SPDX-License-Identifier: Apache-2.0
//! Multi-scalar multiplication through the whole card agrees with arkworks: all buckets of the full card, and what chance brings.
//! Promises that toy cards show, on every card there is: `forebay-library-tests`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::sync::atomic::{AtomicU32, Ordering};

use common::spoiled::spoiled_card;
use common::{STALL_CYCLES, card, on_every_card, open};
use forebay::Device;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors, random_points};
use forebay_msm::{G1Affine, Scalar, WindowPlan, witness};
use forebay_msm_client::{Msm, MsmClientError, ScalarMode};
use proptest::prelude::*;

/// A vector of so many pairs.
fn vectors(distribution: Distribution, count: usize, seed: u64) -> Vectors {
    let window_bits = WindowPlan::for_points(count).bits().to_vec();
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
    let mut scalar = vectors(Distribution::RMinusOne, 1, 0).scalars[0];
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

fn full_products_agree(body: &str) {
    let device = open(body, "msm");
    let msm = Msm::new(&device).unwrap();
    // The RTL takes seconds for what the native card does at once.
    let (counts, distributions): (&[_], &[_]) = if is_fast(body) {
        (&[0, 1, 2, 3, 63, 64, 777], &Distribution::ALL)
    } else {
        (&[1, 200], &[Distribution::RMinusOne])
    };
    for count in counts {
        let v = vectors(Distribution::Uniform, *count, 1 + *count as u64);
        check(&msm, &v.points, &v.scalars, &format!("{body}: {count} pairs"));
    }
    for distribution in distributions {
        let v = vectors(*distribution, 65, 10);
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

/// Both full cards: in both modes, twice, so that points are on the card the second time.
#[test]
fn full_products_agree_twice_and_in_both_modes() {
    for variant in ["msm", "msm1"] {
        let device = open("fast", variant);
        for mode in ScalarMode::ALL {
            let msm = Msm::new(&device).unwrap().in_mode(mode);
            for (count, distribution) in [
                (0, Distribution::Uniform),
                (1, Distribution::RMinusOne),
                (2, Distribution::Sparse),
                (31, Distribution::Zeros),
                (1000, Distribution::Uniform),
                (1000, Distribution::Equal),
                (1000, Distribution::Small),
                (1000, Distribution::Ones),
            ] {
                let what = format!("{variant}, {mode:?}, {count} of {}", distribution.name());
                let v = vectors(distribution, count, 1 + count as u64);
                let bases = msm.bases(&v.points).unwrap();
                for again in [false, true] {
                    let (result, report) = msm.run(&bases, &v.scalars).unwrap();
                    assert_eq!(result, v.result, "{what}, {again}");
                    let resident = report.engine.resident_runs > 0;
                    assert_eq!(resident, again && count > 0, "{what}");
                }
            }
        }
    }
}

/// A point repeated as often as there are buckets, with one scalar: each addition meets the same bucket in all windows but for the
/// classes, whose sum the card gathers in the first run.
#[test]
fn one_point_as_often_as_there_are_buckets() {
    let count = 1 << 15;
    let device = open("fast", "msm");
    let msm = Msm::new(&device).unwrap();
    let (points, scalars) = (vec![random_points(5, 1)[0]; count], vec![minus(3); count]);
    let bases = msm.bases(&points).unwrap();
    let expected = witness::msm(&points, &scalars).unwrap();
    for gathered in [1, 0] {
        let (result, report) = msm.run(&bases, &scalars).unwrap();
        assert_eq!(result, expected);
        let cycles = report.adder.cycles_per_point;
        assert!(cycles < 12.0, "{cycles} cycles per point");
        assert_eq!(report.engine.gathered_runs, gathered);
    }
}

/// What STATUS reads, look by look: before a batch, before its plan and before its run the card is ready, then it is done
/// and its memory has failed.
#[test]
fn a_memory_that_fails_is_an_error_and_no_product() {
    use forebay_regs::user::{MSM, msm::STATUS, msm::status};
    const READY: u32 = status::START_READY.mask();
    const DONE: u32 = READY | 1 << status::RUNS_DONE.lsb() | status::MEMORY_ERROR.mask();
    let (place, looks) = (u64::from(MSM.base() + STATUS), AtomicU32::new(0));
    let status = move || if looks.fetch_add(1, Ordering::Relaxed) < 3 { READY } else { DONE };
    let card = spoiled_card(card("fast", "msm-toy"), move |at| (at == place).then(&status));
    let msm = Msm::new(&Device::from_card(card, STALL_CYCLES).unwrap()).unwrap();
    let v = vectors(Distribution::Uniform, 9, 1);
    let error = msm.run(&msm.bases(&v.points).unwrap(), &v.scalars).unwrap_err();
    assert!(matches!(error, MsmClientError::MemoryError), "{error:?}");
    assert!(error.to_string().contains("memory"), "{error}");
}

on_every_card!(full_products_agree, infinities_and_cancelling_scalars_on_the_full_card);

fn distributions() -> impl Strategy<Value = Distribution> {
    prop::sample::select(Distribution::ALL.to_vec())
}

fn property(device: &Device, distribution: Distribution, count: usize, seed: u64) {
    let msm = Msm::new(device).unwrap();
    let mut v = vectors(distribution, count, seed);
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
    fn any_product_on_a_toy_card_of_three_adders(distribution in distributions(), count in 0..600_usize, seed: u64) {
        property(&open("fast", "msm-toy"), distribution, count, seed);
    }

    #[test]
    fn any_product_on_a_toy_card_without_a_memory(distribution in distributions(), count in 0..300_usize, seed: u64) {
        property(&open("fast", "msm1-toy"), distribution, count, seed);
    }
}
