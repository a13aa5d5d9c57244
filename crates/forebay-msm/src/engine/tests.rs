// SPDX-License-Identifier: Apache-2.0
//! Every arithmetic's additions against arkworks, exceptions among them.

use ark_bls12_377::{Fq, G1Affine};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{AdditiveGroup, Field};
use proptest::prelude::*;

use super::{
    kernel::Kernel,
    operand::{Operand, Place, Sources},
    scalar::Scalar,
};
use crate::{CardPoint, curve, vectors::random_points};

/// Converts points of a card, the neutral element and that of order 2 among them, and compares every one.
fn conversions_are_right<K: Kernel>() {
    let mut points = random_points(5, 30);
    points[3] = G1Affine::identity();
    points[8] = order_two();
    points[29] = G1Affine::identity();
    for count in [1, 4, 8, 9, 23, 30] {
        let cards: Vec<_> = points[..count]
            .iter()
            .map(|point| CardPoint::from_edwards(&curve::to_edwards(point).unwrap()))
            .collect();
        let mut own = vec![K::Point::default(); count];
        let neutral = K::convert(&cards, &mut own);
        let zeros = (0..count).filter(|number| points[*number].is_zero());
        assert_eq!(neutral, zeros.collect::<Vec<_>>());
        for (number, (point, own)) in points.iter().zip(&own).enumerate() {
            assert!(point.is_zero() || K::affine(own) == *point, "{number} of {count}");
        }
    }
    // y is one, x is not zero: no point of the curve. It spoils no other.
    let mut cards: Vec<_> = points[10..20]
        .iter()
        .map(|point| CardPoint::from_edwards(&curve::to_edwards(point).unwrap()))
        .collect();
    cards[4] = CardPoint { y_minus_x: -Fq::ONE, y_plus_x: Fq::from(3u64), two_dxy: Fq::ONE };
    let mut own = vec![K::Point::default(); cards.len()];
    K::convert(&cards, &mut own);
    for number in (0..cards.len()).filter(|number| *number != 4) {
        assert_eq!(K::affine(&own[number]), points[10 + number], "{number}");
    }
}

/// The point of order 2 that the card knows.
fn order_two() -> G1Affine {
    G1Affine::new_unchecked(-Fq::ONE, Fq::ZERO)
}

/// Adds pairs of points, each with its sign, and compares every sum.
fn additions_are_right<K: Kernel>(points: &[G1Affine], pairs: &[[(usize, bool); 2]]) {
    let own: Vec<_> = points.iter().map(K::point).collect();
    // All three places, in turn.
    let place = |index: usize| [Place::Point, Place::Bucket, Place::Sum][index % 3];
    let operands: Vec<_> = pairs
        .iter()
        .map(|pair| pair.map(|(index, negative)| Operand::new(place(index), index, negative)))
        .collect();
    let mut sums = vec![K::Point::default(); pairs.len()];
    let mut neutral = Vec::new();
    let sources = Sources::new(&own, &own, &own);
    K::add(&sources, &operands, &mut sums, &mut neutral, &mut K::Scratch::default());
    for (number, (pair, sum)) in pairs.iter().zip(&sums).enumerate() {
        let [one, other] =
            pair.map(|(index, negative)| if negative { -points[index] } else { points[index] });
        let expected = (one + other).into_affine();
        assert_eq!(neutral.contains(&number), expected.is_zero(), "{number}: {pair:?}");
        if !expected.is_zero() {
            assert_eq!(K::affine(sum), expected, "{number}: {pair:?}");
        }
    }
    for (point, own) in points.iter().zip(&own) {
        assert_eq!(K::affine(own), *point);
        assert_eq!(K::affine(&K::negated(own)), -*point);
    }
}

/// Calls a function of every arithmetic that this machine has.
macro_rules! in_every_arithmetic {
    ($check:ident($($argument:expr),*)) => {
        $check::<Scalar>($($argument),*);
        #[cfg(forebay_lanes)]
        {
            use super::{Arithmetic, lanes};
            if Arithmetic::Fma.is_available() {
                $check::<lanes::Fma>($($argument),*);
            }
            if Arithmetic::Ifma.is_available() {
                $check::<lanes::Ifma>($($argument),*);
            }
        }
    };
}

#[test]
fn points_of_a_card_become_weierstrass_points() {
    in_every_arithmetic!(conversions_are_right());
}

#[test]
fn pairs_of_different_points() {
    let points = random_points(1, 50);
    for count in [1, 2, 7, 8, 9, 16, 25, 48] {
        let pairs: Vec<_> = (0..count).map(|i| [(i, i % 2 == 1), (i + 1, i % 3 == 1)]).collect();
        in_every_arithmetic!(additions_are_right(&points, &pairs));
    }
}

#[test]
fn exceptions_among_others() {
    let mut points = random_points(2, 20);
    // Twice this is the neutral element.
    points.push(order_two());
    let rest = (0..17).map(|i| [(i, false), (i + 1, true)]);
    for exceptions in [
        vec![[(3, false), (3, false)]],
        vec![[(3, true), (3, true)]],
        vec![[(4, false), (4, true)]],
        vec![[(20, false), (20, false)], [(20, true), (5, false)]],
        vec![[(1, false), (1, false)], [(2, true), (2, false)], [(1, false), (1, true)]],
    ] {
        in_every_arithmetic!(additions_are_right(&points, &exceptions));
        let pairs: Vec<_> = rest.clone().chain(exceptions).chain(rest.clone()).collect();
        in_every_arithmetic!(additions_are_right(&points, &pairs));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_pairs(
        seed in any::<u64>(),
        pairs in prop::collection::vec([(0..40_usize, any::<bool>()), (0..40_usize, any::<bool>())], 1..200),
    ) {
        let points = random_points(seed, 40);
        in_every_arithmetic!(additions_are_right(&points, &pairs));
    }
}
