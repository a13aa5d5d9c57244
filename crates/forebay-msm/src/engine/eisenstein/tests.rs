// SPDX-License-Identifier: Apache-2.0
//! Scalars and digits against arkworks' arithmetic modulo r.

use std::collections::HashSet;

use ark_bls12_377::{Fr, g1};
use ark_ec::{CurveGroup, scalar_mul::glv::GLVConfig};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField};
use proptest::prelude::*;

use super::{
    by_first, by_second,
    digit::{buckets, digit},
    image,
    nearest::{MOST, nearest},
    windows::Windows,
};
use crate::{Scalar, engine::digits::Digit, vectors::random_points};

const W: Fr = <g1::Config as GLVConfig>::LAMBDA;

fn scalar(value: Fr) -> Scalar {
    value.into_bigint().to_bytes_le().try_into().unwrap()
}

/// Scalars at the edges: around 0, r, halves and thirds of X and of multiples of it.
fn edges() -> Vec<Fr> {
    let x = -W;
    let parts =
        [Fr::ZERO, x, x / Fr::from(2u64), x / Fr::from(3u64), Fr::from(1u64) / Fr::from(2u64)];
    let multiples = parts.iter().flat_map(|one| parts.iter().map(move |other| *one + x * other));
    let near = |value: Fr| (-3i64..=3).map(move |off| value + Fr::from(off));
    multiples.flat_map(|value| [value, -value]).flat_map(near).collect()
}

fn whole(number: i128) -> Fr {
    let value = Fr::from(number.unsigned_abs());
    if number < 0 { -value } else { value }
}

fn nearest_is_right(value: Fr) {
    let [a, b] = nearest(&scalar(value));
    assert_eq!(whole(a) + whole(b) * W, value, "{a} + {b} w");
    let most = [a, b, a - b].map(i128::unsigned_abs);
    assert!(most.iter().all(|part| *part <= MOST), "{value}: {a} + {b} w");
}

/// What a digit stands for, by the digits of all buckets.
fn meaning(digit: Digit, first: &[(usize, usize)]) -> Fr {
    if digit.number() == 0 {
        return Fr::ZERO;
    }
    let (a, number) = first[digit.number() - 1];
    let b = number - a * (a - 1) / 2;
    let value = (Fr::from(a as u64) + Fr::from(b as u64) * W) * W.pow([digit.image() as u64]);
    if digit.is_negative() { -value } else { value }
}

/// Cuts a scalar and puts it together again.
fn cutting_is_right(windows: &Windows, value: Fr) {
    let mut digits = vec![Digit::default(); windows.count()];
    windows.cut(&[scalar(value)], &mut digits);
    let mut sum = Fr::ZERO;
    for (window, digit) in digits.iter().enumerate() {
        let buckets = windows.buckets()[window];
        assert!(digit.number() <= buckets, "window {window} of {value}: {digit:?}");
        let first: Vec<_> = by_first(buckets).collect();
        sum += meaning(*digit, &first) * Fr::from(2u64).pow([u64::from(windows.offset(window))]);
    }
    assert_eq!(sum, value);
}

#[test]
fn the_endomorphism_multiplies_by_w() {
    let point = random_points(1, 1)[0];
    assert_eq!(image(&point), (point * W).into_affine());
}

#[test]
fn scalars_at_the_edges_have_nearest_parts() {
    edges().into_iter().for_each(nearest_is_right);
}

#[test]
fn scalars_at_the_edges_are_cut_in_windows_of_every_width() {
    for count in [1, 1 << 9, 1 << 13, 1 << 18] {
        let windows = Windows::for_points(count);
        edges().into_iter().step_by(5).for_each(|value| cutting_is_right(&windows, value));
    }
}

#[test]
fn digits_mean_what_they_are_made_of_and_six_share_a_bucket() {
    let first: Vec<_> = by_first(buckets(80)).collect();
    let mut seen = HashSet::new();
    for (one, other) in (-40..=40).flat_map(|one| (-40..=40).map(move |other| (one, other))) {
        let digit = digit(one, other);
        assert_eq!(digit.number() == 0, (one, other) == (0, 0));
        let expected = whole(one.into()) + whole(other.into()) * W;
        assert_eq!(meaning(digit, &first), expected, "{one} + {other} w");
        let own = (digit.number(), digit.image(), digit.is_negative());
        assert!(seen.insert(own), "{one} + {other} w: {own:?} again");
    }
}

#[test]
fn both_orders_have_every_bucket_that_counts_once() {
    for rows in [1, 2, 3, 341] {
        let count = buckets(rows);
        let first: Vec<_> = by_first(count).collect();
        assert!(first.iter().map(|(_, number)| *number).eq(0..count));
        let second: Vec<_> = by_second(count).collect();
        assert!([&first, &second].iter().all(|order| order.is_sorted_by_key(|(key, _)| *key)));
        let mut left: HashSet<_> = (0..count).collect();
        for (b, number) in second {
            let a = first[number].0;
            assert_eq!(a * (a - 1) / 2 + b, number);
            assert!(left.remove(&number));
        }
        // Those of b = 0.
        assert_eq!(left.len(), rows);
    }
}

#[test]
fn windows_are_few_for_many_points() {
    let windows = |count| Windows::for_points(count).count();
    assert_eq!([1, 1 << 15, 1 << 20, 1 << 24].map(windows), [42, 18, 14, 12]);
}

proptest! {
    #[test]
    fn any_scalar_has_nearest_parts(words in any::<[u64; 4]>()) {
        nearest_is_right(Fr::from_le_bytes_mod_order(&words.map(u64::to_le_bytes).concat()));
    }

    #[test]
    fn any_scalar_is_cut(words in any::<[u64; 4]>(), log2 in 0..16_u32) {
        let value = Fr::from_le_bytes_mod_order(&words.map(u64::to_le_bytes).concat());
        cutting_is_right(&Windows::for_points(1 << log2), value);
    }
}
