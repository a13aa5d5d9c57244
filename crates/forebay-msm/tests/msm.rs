// SPDX-License-Identifier: Apache-2.0
//! Engine and host sum against arkworks, for every arithmetic, over sizes and distributions.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use ark_ec::AffineRepr;
use ark_ff::{BigInteger, Field, PrimeField};
use forebay_msm::{
    Arithmetic, BUCKET_BYTES, BucketEngine, CARD_POINT_BYTES, ExtendedPoint, Fr, G1Affine,
    MsmError, Multiplier, SCALAR_BYTES, Scalar, WindowPlan, curve, reduce,
    vectors::{Distribution, VectorSpec, Vectors, random_points, random_scalars},
    witness,
};
use proptest::prelude::*;

/// Every arithmetic that this machine has; the scalar one always.
fn arithmetics() -> Vec<Arithmetic> {
    Arithmetic::ALL.into_iter().filter(|arithmetic| arithmetic.is_available()).collect()
}

/// Runs a whole product with chunks of `chunk` pairs.
fn product(
    arithmetic: Arithmetic,
    points: &[G1Affine],
    scalars: &[Scalar],
    chunk: usize,
) -> G1Affine {
    let plan = WindowPlan::standard();
    let mut engine = BucketEngine::with_arithmetic(plan.clone(), arithmetic);
    assert_eq!(engine.arithmetic(), arithmetic);
    let bytes = curve::to_card_points(points).unwrap();
    for (points, scalars) in bytes.chunks(chunk * CARD_POINT_BYTES).zip(scalars.chunks(chunk)) {
        engine.accumulate(points, scalars.as_flattened()).unwrap();
    }
    let counts = engine.counts();
    assert_eq!(counts.pairs, points.len() as u64);
    assert_eq!(counts.adds + counts.zero_digits, 20 * points.len() as u64);
    reduce::host_sum(&plan, &engine.drain()).unwrap()
}

fn scalar_bytes(value: Fr) -> Scalar {
    let mut scalar = [0; SCALAR_BYTES];
    scalar.copy_from_slice(&value.into_bigint().to_bytes_le());
    scalar
}

#[test]
fn sizes_agree_with_arkworks() {
    for arithmetic in arithmetics() {
        for count in [0, 1, 2, 7, 8, 9, 777, 1023, 1025, 3001] {
            let points = random_points(count as u64, count);
            let scalars = random_scalars(count as u64, count);
            let expected = witness::msm(&points, &scalars).unwrap();
            assert_eq!(
                product(arithmetic, &points, &scalars, 1000),
                expected,
                "{arithmetic:?} {count}"
            );
        }
    }
}

#[test]
fn more_than_one_block_agrees_with_arkworks() {
    let count = (1 << 15) + 777;
    let (points, scalars) = (random_points(1, count), random_scalars(2, count));
    let expected = witness::msm(&points, &scalars).unwrap();
    for arithmetic in arithmetics() {
        assert_eq!(product(arithmetic, &points, &scalars, count), expected, "{arithmetic:?}");
    }
}

/// A multiplier that keeps points.
fn multiplier(arithmetic: Arithmetic, points: &[u8]) -> Multiplier {
    let mut multiplier = Multiplier::with_arithmetic(arithmetic);
    assert_eq!(multiplier.arithmetic(), arithmetic);
    multiplier.keep(points).unwrap();
    multiplier
}

#[test]
fn kept_points_are_multiplied_again_and_again() {
    let count = 3001;
    let mut points = random_points(1, count);
    points[7] = G1Affine::identity();
    let bytes = curve::to_card_points(&points).unwrap();
    for arithmetic in arithmetics() {
        let mut multiplier = multiplier(arithmetic, &bytes);
        for (seed, used) in [(1, count), (2, 8), (3, 0), (4, 2000), (5, count)] {
            let scalars = random_scalars(seed, used);
            let expected = witness::msm(&points[..used], &scalars).unwrap();
            let product = multiplier.multiply(scalars.as_flattened()).unwrap();
            assert_eq!(product, expected, "{arithmetic:?} {used}");
        }
        let many = multiplier.multiply(random_scalars(1, count + 1).as_flattened());
        assert!(matches!(many, Err(MsmError::LengthMismatch { points: 3001, scalars: 3002 })));
        let partial = multiplier.multiply(&[0; SCALAR_BYTES + 1]);
        assert!(matches!(partial, Err(MsmError::BufferSize { what: "scalars", .. })));
        let mut scalars = random_scalars(1, 9);
        scalars[4] = Fr::MODULUS.to_bytes_le().try_into().unwrap();
        let large = multiplier.multiply(scalars.as_flattened());
        assert!(matches!(large, Err(MsmError::ScalarTooLarge { index: 4, .. })));
        multiplier.keep(&bytes[..CARD_POINT_BYTES]).unwrap();
        let many = multiplier.multiply(random_scalars(1, 2).as_flattened());
        assert!(matches!(many, Err(MsmError::LengthMismatch { points: 1, scalars: 2 })));
        // What is refused leaves what was kept.
        assert!(multiplier.keep(&bytes[1..]).is_err());
        assert!(multiplier.keep(&[0xff; 2 * CARD_POINT_BYTES]).is_err());
        let scalars = random_scalars(1, 1);
        let expected = witness::msm(&points[..1], &scalars).unwrap();
        let product = multiplier.multiply(scalars.as_flattened()).unwrap();
        assert_eq!(product, expected, "{arithmetic:?}");
    }
}

#[test]
fn extreme_scalars_of_kept_points_agree_with_arkworks() {
    let order = Fr::MODULUS;
    let half = Fr::from(2u64).inverse().unwrap();
    let mut values = vec![Fr::from(0u64), Fr::from(1u64), half, -half];
    values.extend((0..order.num_bits()).map(|bit| Fr::from(2u64).pow([u64::from(bit)])));
    let negatives: Vec<_> = values.iter().map(|value| -*value).collect();
    values.extend(negatives);
    let scalars: Vec<_> = values.into_iter().map(scalar_bytes).collect();
    let points = random_points(4, scalars.len());
    let expected = witness::msm(&points, &scalars).unwrap();
    // Every point and its opposite with the same digits: all buckets cancel out.
    let mut cancelling = points.clone();
    cancelling.extend(points.iter().map(|point| -*point));
    let twice = [scalars.clone(), scalars.clone()].concat();
    for arithmetic in arithmetics() {
        let bytes = curve::to_card_points(&points).unwrap();
        let product = multiplier(arithmetic, &bytes).multiply(scalars.as_flattened()).unwrap();
        assert_eq!(product, expected, "{arithmetic:?}");
        let bytes = curve::to_card_points(&cancelling).unwrap();
        let mut multiplier = multiplier(arithmetic, &bytes);
        let product = multiplier.multiply(twice.as_flattened()).unwrap();
        assert!(product.is_zero(), "{arithmetic:?}");
        let product = multiplier.multiply(scalars.as_flattened()).unwrap();
        assert_eq!(product, expected, "{arithmetic:?}: nothing is left of the last one");
    }
}

#[test]
fn equal_points_and_equal_scalars_work() {
    let count = 1 << 15;
    let distinct = random_points(6, count);
    let scalar = random_scalars(7, 1)[0];
    let equal = vec![distinct[0]; count];
    let mut opposite = equal.clone();
    opposite.iter_mut().step_by(2).for_each(|point| *point = -*point);
    let cases = [
        (equal.clone(), random_scalars(8, count)),
        (equal, vec![scalar; count]),
        (distinct.clone(), vec![scalar; count]),
        (opposite.clone(), vec![scalar; count]),
        (opposite, random_scalars(9, count)),
    ];
    for (case, (points, scalars)) in cases.iter().enumerate() {
        let expected = witness::msm(points, scalars).unwrap();
        let bytes = curve::to_card_points(points).unwrap();
        for arithmetic in arithmetics() {
            let result = multiplier(arithmetic, &bytes).multiply(scalars.as_flattened()).unwrap();
            assert_eq!(result, expected, "{arithmetic:?} {case}");
            assert_eq!(
                product(arithmetic, points, scalars, 5000),
                expected,
                "{arithmetic:?} {case}"
            );
        }
    }
}

#[test]
fn infinities_and_cancelling_scalars_work() {
    let base = random_points(3, 8);
    let scalar = random_scalars(4, 1)[0];
    let negated = scalar_bytes(-Fr::from_le_bytes_mod_order(&scalar));
    let mut points = vec![base[0]; 2];
    points.extend([G1Affine::identity(), G1Affine::identity()]);
    for arithmetic in arithmetics() {
        let result = product(arithmetic, &points, &[scalar, negated, scalar, scalar], 64);
        assert!(result.is_zero(), "{arithmetic:?}");
        let mut points = base.clone();
        points[3] = G1Affine::identity();
        points[5] = points[4];
        points[6] = -points[4];
        let scalars = vec![scalar; 8];
        let expected = witness::msm(&points, &scalars).unwrap();
        assert_eq!(product(arithmetic, &points, &scalars, 8), expected, "{arithmetic:?}");
    }
}

#[test]
fn buckets_of_every_distribution_are_exact() {
    for window_bits in [vec![3; 4], vec![2, 5], WindowPlan::standard().bits().to_vec()] {
        for distribution in Distribution::ALL {
            let spec =
                VectorSpec { seed: 5, count: 300, distribution, window_bits: window_bits.clone() };
            let vectors = Vectors::generate(&spec).unwrap();
            let plan = vectors.plan().unwrap();
            let points = curve::to_card_points(&vectors.points).unwrap();
            for arithmetic in arithmetics() {
                let mut engine = BucketEngine::with_arithmetic(plan.clone(), arithmetic);
                engine.accumulate(&points, vectors.scalars.as_flattened()).unwrap();
                let buckets = engine.drain();
                assert_eq!(
                    vectors.first_difference(&buckets).unwrap(),
                    None,
                    "{arithmetic:?} {spec:?}"
                );
                assert_eq!(reduce::host_sum(&plan, &buckets).unwrap(), vectors.result);
                reduce::check_buckets(&plan, &buckets).unwrap();
            }
        }
    }
}

#[test]
fn drain_leaves_the_engine_empty() {
    let (points, scalars) = (random_points(1, 50), random_scalars(2, 50));
    let bytes = curve::to_card_points(&points).unwrap();
    for arithmetic in arithmetics() {
        let mut engine = BucketEngine::with_arithmetic(WindowPlan::standard(), arithmetic);
        engine.accumulate(&bytes, scalars.as_flattened()).unwrap();
        assert!(engine.drain().iter().any(|byte| *byte != 0));
        assert_eq!(engine.counts().pairs, 0);
        assert!(engine.drain().iter().all(|byte| *byte == 0));
    }
}

#[test]
fn bad_buffers_are_refused() {
    let points = curve::to_card_points(&random_points(1, 20)).unwrap();
    let scalars = random_scalars(1, 20);
    let scalars = scalars.as_flattened();
    for arithmetic in arithmetics() {
        let mut engine = BucketEngine::with_arithmetic(WindowPlan::standard(), arithmetic);
        let partial = engine.accumulate(&points[1..], scalars);
        assert!(matches!(partial, Err(MsmError::BufferSize { what: "card points", .. })));
        let partial = engine.accumulate(&points, &scalars[1..]);
        assert!(matches!(partial, Err(MsmError::BufferSize { what: "scalars", .. })));
        let unequal = engine.accumulate(&points, &scalars[SCALAR_BYTES..]);
        assert!(matches!(unequal, Err(MsmError::LengthMismatch { points: 20, scalars: 19 })));
        let mut damaged = points.clone();
        damaged[13 * CARD_POINT_BYTES + 47] = 0xff;
        match engine.accumulate(&damaged, scalars) {
            Err(MsmError::FieldRange { index: 13, coordinate: "y - x", .. }) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn damaged_buckets_are_named() {
    let plan = WindowPlan::toy();
    let spec = VectorSpec {
        seed: 1,
        count: 40,
        distribution: Distribution::Uniform,
        window_bits: plan.bits().to_vec(),
    };
    let vectors = Vectors::generate(&spec).unwrap();
    let mut engine = BucketEngine::new(plan.clone());
    let points = curve::to_card_points(&vectors.points).unwrap();
    engine.accumulate(&points, vectors.scalars.as_flattened()).unwrap();
    let good = engine.drain();

    let mut damaged = good.clone();
    damaged[6 * BUCKET_BYTES] ^= 1;
    assert!(matches!(reduce::host_sum(&plan, &damaged), Err(MsmError::BadBucket { index: 6, .. })));
    assert!(matches!(
        vectors.first_difference(&damaged),
        Err(MsmError::BadBucket { index: 6, .. })
    ));

    let mut swapped = good.clone();
    swapped.copy_within(7 * BUCKET_BYTES..8 * BUCKET_BYTES, 9 * BUCKET_BYTES);
    let difference = vectors.first_difference(&swapped).unwrap().unwrap();
    assert_eq!((difference.index, difference.place.window, difference.place.magnitude), (9, 2, 2));
    assert_eq!(difference.actual, vectors.buckets[7]);

    let mut out_of_range = good.clone();
    out_of_range[3 * BUCKET_BYTES + 47] = 0xff;
    match reduce::host_sum(&plan, &out_of_range) {
        Err(MsmError::FieldRange {
            what: "bucket",
            index: 3,
            coordinate: "X",
            limit: "2p",
            ..
        }) => {}
        other => panic!("{other:?}"),
    }
    assert!(matches!(reduce::host_sum(&plan, &good[1..]), Err(MsmError::BufferSize { .. })));
}

/// A bucket's coordinates plus p each: the same point as the card may leave it.
fn lazily(bucket: &[u8]) -> Vec<u8> {
    let p = ark_bls12_377::Fq::MODULUS;
    let mut out = Vec::new();
    for coordinate in bucket.chunks_exact(48) {
        let mut carry = 0u128;
        for (word, add) in coordinate.chunks_exact(8).zip(p.0) {
            let sum =
                u128::from(u64::from_le_bytes(word.try_into().unwrap())) + u128::from(add) + carry;
            out.extend_from_slice(&sum.to_le_bytes()[..8]);
            carry = sum >> 64;
        }
    }
    out
}

#[test]
fn coordinates_between_p_and_2p_are_understood() {
    let (points, scalars) = (random_points(1, 60), random_scalars(2, 60));
    let plan = WindowPlan::standard();
    let mut engine = BucketEngine::with_arithmetic(plan.clone(), Arithmetic::Scalar);
    engine.accumulate(&curve::to_card_points(&points).unwrap(), scalars.as_flattened()).unwrap();
    let mut buckets = engine.drain();
    for bucket in buckets.chunks_exact_mut(BUCKET_BYTES) {
        if bucket.iter().any(|byte| *byte != 0) {
            let lazy = lazily(bucket);
            bucket.copy_from_slice(&lazy);
        }
    }
    assert_eq!(
        reduce::host_sum(&plan, &buckets).unwrap(),
        witness::msm(&points, &scalars).unwrap()
    );
}

#[test]
fn times_counts_repeated_additions() {
    let point = ExtendedPoint::from_edwards(&curve::to_edwards(&random_points(1, 1)[0]).unwrap());
    let mut sum = ExtendedPoint::IDENTITY;
    for factor in 0..40 {
        assert!(point.times(factor).same_point(&sum), "{factor}");
        sum.add(&point);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_product_agrees_with_arkworks(
        seed in any::<u64>(),
        count in 0usize..600,
        chunk in 1usize..700,
        pick in 0usize..Distribution::ALL.len(),
        repeat in 1usize..50,
        bits in prop::collection::vec(2u32..=16, 1..=16),
    ) {
        let distribution = Distribution::ALL[pick];
        let spec = VectorSpec { seed, count, distribution, window_bits: bits };
        let mut vectors = Vectors::generate(&spec).unwrap();
        // Repeated points meet in one bucket: doublings inside the unified formula.
        for i in 0..vectors.points.len() {
            vectors.points[i] = vectors.points[i / repeat * repeat];
        }
        let plan = vectors.plan().unwrap();
        let expected = witness::msm(&vectors.points, &vectors.scalars).unwrap();
        let points = curve::to_card_points(&vectors.points).unwrap();
        for arithmetic in arithmetics() {
            let mut engine = BucketEngine::with_arithmetic(plan.clone(), arithmetic);
            for (points, scalars) in
                points.chunks(chunk * CARD_POINT_BYTES).zip(vectors.scalars.chunks(chunk))
            {
                engine.accumulate(points, scalars.as_flattened()).unwrap();
            }
            prop_assert_eq!(reduce::host_sum(&plan, &engine.drain()).unwrap(), expected);
            let product = multiplier(arithmetic, &points).multiply(vectors.scalars.as_flattened());
            prop_assert_eq!(product.unwrap(), expected);
        }
    }
}
