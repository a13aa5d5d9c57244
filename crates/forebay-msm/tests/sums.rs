// SPDX-License-Identifier: Apache-2.0
//! Sums of windows by digits given directly against arkworks, for every arithmetic, with points given and points kept.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_msm::{
    Arithmetic, CARD_POINT_BYTES, ExtendedPoint, Fr, G1Affine, G1Projective, MsmError, WindowSums,
    curve, vectors::random_points,
};

/// Buckets of the windows.
const WINDOWS: [usize; 3] = [1, 8, 300];

/// Digit of a point in a window, anything that fits.
fn digit(point: usize, window: usize) -> i32 {
    let most = i32::try_from(WINDOWS[window]).unwrap();
    let any = i32::try_from((point * 7919 + window * 104_729) % 100_003).unwrap();
    any % (2 * most + 1) - most
}

fn cut(point: usize, digits: &mut [i32]) {
    digits.iter_mut().enumerate().for_each(|(window, own)| *own = digit(point, window));
}

/// Points in which some are neutral, equal or opposite.
fn points(seed: u64, count: usize) -> Vec<G1Affine> {
    let mut points = random_points(seed, count);
    for index in (0..count).step_by(11) {
        points[index] = G1Affine::identity();
    }
    for index in (3..count).step_by(13) {
        points[index] = -points[index - 1];
    }
    points
}

fn expected(points: &[G1Affine], window: usize) -> G1Projective {
    let times = |point: usize| {
        let digit = digit(point, window);
        let times = Fr::from(digit.unsigned_abs());
        if digit < 0 { -times } else { times }
    };
    points.iter().enumerate().map(|(index, point)| *point * times(index)).sum()
}

fn every_arithmetic(check: impl Fn(WindowSums)) {
    for arithmetic in Arithmetic::ALL.into_iter().filter(|arithmetic| arithmetic.is_available()) {
        check(WindowSums::with_arithmetic(arithmetic));
    }
}

fn assert_sums(sums: &[Option<ExtendedPoint>], points: &[G1Affine]) {
    assert_eq!(sums.len(), WINDOWS.len());
    for (window, sum) in sums.iter().enumerate() {
        let sum = sum.map(|sum| G1Projective::from(sum.to_affine()));
        assert_eq!(sum, Some(expected(points, window)), "{window}");
    }
}

#[test]
fn each_window_has_the_sum_of_its_digits() {
    let points = points(1, 700);
    let bytes = curve::to_card_points(&points).unwrap();
    every_arithmetic(|mut sums| {
        sums.begin(&WINDOWS);
        let (front, behind) = bytes.split_at(300 * CARD_POINT_BYTES);
        sums.add(front, 0, cut).unwrap();
        sums.add(behind, 300, |point, digits| cut(300 + point, digits)).unwrap();
        assert_sums(&sums.take(), &points);
        assert!(sums.take().iter().all(Option::is_none), "they are taken");
    });
}

#[test]
fn points_that_are_kept_are_found_at_their_places() {
    let points = points(2, 400);
    let bytes = curve::to_card_points(&points).unwrap();
    every_arithmetic(|mut sums| {
        // Neutral points, before there is a window.
        sums.keep(50, &bytes[..100 * CARD_POINT_BYTES], 0).unwrap();
        sums.add_kept(50..150, |_, _| {});
        // Over what is there, beyond it, and in between.
        sums.keep(1000, &bytes[200 * CARD_POINT_BYTES..], 0).unwrap();
        sums.keep(60, &bytes[..200 * CARD_POINT_BYTES], 0).unwrap();
        sums.begin(&WINDOWS);
        sums.add_kept(60..260, cut);
        sums.add_kept(1000..1200, |point, digits| cut(200 + point, digits));
        assert_sums(&sums.take(), &points);
        // Where none was kept is the neutral element, which is added like any other.
        sums.begin(&[4]);
        sums.add_kept(400..900, |_, digits| digits.fill(2));
        sums.add_kept(5000..5001, |_, digits| digits.fill(-4));
        assert_eq!(sums.take()[0].unwrap().to_affine(), G1Affine::identity());
        sums.add_kept(60..260, |_, digits| digits.fill(0));
        assert!(sums.take()[0].is_none(), "a digit of zero adds nothing");
    });
}

#[test]
fn a_coordinate_that_is_none_is_refused_with_its_number() {
    let mut bytes = curve::to_card_points(&points(3, 9)).unwrap();
    bytes[7 * CARD_POINT_BYTES..][..48].fill(0xFF);
    every_arithmetic(|mut sums| {
        sums.begin(&WINDOWS);
        for outcome in [sums.add(&bytes, 1000, cut), sums.keep(5, &bytes, 1000)] {
            assert!(
                matches!(outcome, Err(MsmError::FieldRange { index: 1007, .. })),
                "{outcome:?}"
            );
        }
        let outcome = sums.keep(0, &bytes[1..], 0);
        assert!(matches!(outcome, Err(MsmError::BufferSize { .. })), "{outcome:?}");
    });
}
