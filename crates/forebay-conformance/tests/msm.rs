// SPDX-License-Identifier: Apache-2.0
//! Multi-scalar multiplication through the whole card agrees with arkworks: all buckets of the full card, and what chance brings.
//! Promises that toy cards show, on every card there is: `forebay-library-tests`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::sync::atomic::{AtomicU32, Ordering};

use common::spoiled::spoiled_card;
use common::{STALL_CYCLES, card, on_every_card, open};
use forebay::Device;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors, random_points, random_scalars};
use forebay_msm::{G1Affine, MsmError, Scalar, WindowPlan, witness};
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

/// Both full cards: in every mode, twice, so that points are on the card the second time.
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
                    let engine = report.engine;
                    // What is sieved is sent each time.
                    let whole = engine.sieve.is_none_or(|sieve| sieve.sieved == 0);
                    assert_eq!(engine.resident_runs > 0, again && count > 0 && whole, "{what}");
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

/// A product of a card whose STATUS reads so when it looks for the end of its run, and when it leaves the card; before that the card is
/// ready for a batch, its plan and its run.
fn told(at_its_end: u32, behind_it: u32) -> MsmClientError {
    use forebay_regs::user::{MSM, msm::STATUS, msm::status::START_READY};
    let place = u64::from(MSM.base() + STATUS);
    let looks = AtomicU32::new(0);
    let status = move || match looks.fetch_add(1, Ordering::Relaxed) {
        ..3 => START_READY.mask(),
        3 => at_its_end,
        _ => behind_it,
    };
    let card = spoiled_card(card("fast", "msm-toy"), move |at| (at == place).then(&status));
    let msm = Msm::new(&Device::from_card(card, STALL_CYCLES).unwrap()).unwrap();
    let v = vectors(Distribution::Uniform, 9, 1);
    msm.run(&msm.bases(&v.points).unwrap(), &v.scalars).unwrap_err()
}

#[test]
fn what_the_card_says_of_a_run_is_an_error_and_no_product() {
    use forebay_regs::user::msm::status;
    const DONE: u32 = status::START_READY.mask() | 1 << status::RUNS_DONE.lsb();
    const ONE_MORE: u32 = DONE + (1 << status::RUNS_DONE.lsb());
    let error = told(DONE | status::MEMORY_ERROR.mask(), DONE);
    assert!(matches!(error, MsmClientError::MemoryError), "{error:?}");
    assert!(error.to_string().contains("memory"), "{error}");
    let error = told(DONE | status::SCALAR_CUT.mask(), DONE);
    assert!(matches!(error, MsmClientError::ScalarCut { bits: 253 }), "{error:?}");
    for behind_it in [ONE_MORE, DONE | status::BUSY.mask()] {
        let error = told(DONE, behind_it);
        assert!(matches!(error, MsmClientError::NotAlone { expected: 1, .. }), "{error:?}");
        assert!(error.to_string().contains("one program at a time"), "{error}");
    }
}

/// Events that jump to any number, or go back, are in the report as they are, and in no product.
#[test]
fn events_that_lie_spoil_no_product() {
    use forebay_regs::{plug::EVENT, user::MSM};
    let events = u64::from(MSM.base() + EVENT.at(0))..u64::from(MSM.base() + EVENT.at(16));
    for lie in [u64::MAX - 5, 1 << 63] {
        for looks_before in [0, 12, 30] {
            let (events, looks) = (events.clone(), AtomicU32::new(0));
            let card = spoiled_card(card("fast", "msm-toy"), move |at| {
                if !events.contains(&at) {
                    return None;
                }
                let lie =
                    if looks.fetch_add(1, Ordering::Relaxed) < looks_before { 7 } else { lie };
                let word = if at % 8 == 4 { lie >> 32 } else { lie & u64::from(u32::MAX) };
                Some(u32::try_from(word).unwrap())
            });
            let msm = Msm::new(&Device::from_card(card, STALL_CYCLES).unwrap()).unwrap();
            let v = vectors(Distribution::Uniform, 9, 1);
            let bases = msm.bases(&v.points).unwrap();
            for _ in 0..2 {
                assert_eq!(msm.run(&bases, &v.scalars).unwrap().0, v.result);
            }
        }
    }
}

/// Points of a client of another card: the right product, or the error that says how many points had to have room.
#[test]
fn bases_of_another_card() {
    let cards = ["msm1-toy", "msm-toy", "msm"].map(|name| Msm::new(&open("fast", name)).unwrap());
    let (points, scalars) = (random_points(4, 3100), random_scalars(5, 3100));
    for (from, to) in (0..3).flat_map(|from| (0..3).map(move |to| (from, to))) {
        let bases = cards[from].bases_unchecked(&points).unwrap();
        for count in [3100, 10] {
            let scalars = &scalars[..count];
            match cards[to].run(&bases, scalars) {
                Ok((product, _)) => {
                    assert_eq!(product, witness::msm(&points[..count], scalars).unwrap());
                }
                Err(MsmClientError::Input(MsmError::NoPlan {
                    points: 3100,
                    records: 3072,
                    ..
                })) => {}
                Err(error) => panic!("{from} to {to}, {count}: {error}"),
            }
        }
    }
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
