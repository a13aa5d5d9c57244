// SPDX-License-Identifier: Apache-2.0
//! Card points to Weierstrass points, a point in each lane.

use ark_bls12_377::Fq;

use super::{
    add::{Point, inverses, one, store},
    field::{Element, LIMBS, MOST_LANES, Row, Word, carry, difference, plus, reduce},
};
use crate::{CardPoint, curve, engine::eisenstein};

/// What the way back wants of a group of points.
struct Step<W> {
    /// Twice x and twice y of the Edwards point.
    x: Element<W>,
    y: Element<W>,
    denominator: Element<W>,
    /// Product of the denominators of all groups before, lane by lane.
    before: Element<W>,
}

/// The same element in every lane.
fn constant<W: Word>(value: &Fq) -> Element<W> {
    W::CONSTANTS.row(value).0.map(W::all)
}

/// Converts points with one inversion, by the formulas of [`curve::weierstrass_of_cards`], but for those whose x is zero:
/// what they become has no use. Whether that went well: what is no point of the curve may have no inverse.
#[inline(always)]
pub(super) fn convert<W: Word>(cards: &[CardPoint], points: &mut [Point]) -> bool {
    let (one, own_form) = (one::<W>(), constant(&W::CONSTANTS.own_form()));
    let two = plus(&one, &one);
    let mut product = one;
    let mut steps = Vec::with_capacity(cards.len().div_ceil(W::LANES));
    for group in cards.chunks(W::LANES) {
        let minus = W::product(&load(group, |card| &card.y_minus_x), &own_form);
        let sum = W::product(&load(group, |card| &card.y_plus_x), &own_form);
        // Products are below 1.6 p.
        let x = carry(difference(&sum, &minus, 2));
        let y = carry(plus(&sum, &minus));
        let mut denominator = W::product(&carry(difference(&two, &y, 4)), &x);
        let mut unusable = 0;
        for (lane, card) in group.iter().enumerate() {
            unusable |= u8::from(card.has_no_x()) << lane;
        }
        for (limb, one) in denominator.iter_mut().zip(one) {
            *limb = W::choose(unusable, *limb, one);
        }
        steps.push(Step { x, y, denominator, before: product });
        product = W::product(&product, &denominator);
    }
    if product[0].equal(0) | product[0].equal(W::CONSTANTS.p[0]) != 0 {
        return false;
    }
    let [mut inverse] = inverses(&[product]);
    let [for_x, for_y] = curve::weierstrass_factors().map(|factor| constant::<W>(&factor));
    for (step, points) in steps.iter().zip(points.chunks_mut(W::LANES)).rev() {
        let this = W::product(&inverse, &step.before);
        inverse = W::product(&inverse, &step.denominator);
        let half_sum = W::product(&carry(plus(&two, &step.y)), &this);
        let x = W::product(&W::product(&half_sum, &step.x), &for_x);
        let y = W::product(&half_sum, &for_y);
        store(
            &reduce(difference(&x, &one, 2)),
            &reduce(difference(&y, &[W::all(0); LIMBS], 1)),
            points,
        );
    }
    true
}

/// w times points, into as many others (see [`eisenstein`]).
#[inline(always)]
pub(super) fn images<W: Word>(points: &[Point], images: &mut [Point]) {
    let factor = constant::<W>(&eisenstein::IMAGE_FACTOR);
    for (points, images) in points.chunks(W::LANES).zip(images.chunks_mut(W::LANES)) {
        let mut rows = [[&points[0][0]; MOST_LANES], [&points[0][1]; MOST_LANES]];
        for (lane, point) in points.iter().enumerate() {
            for (rows, row) in rows.iter_mut().zip(point) {
                rows[lane] = row;
            }
        }
        let [x, y] = [W::load(rows[0]), W::load(rows[1])];
        let x = W::product(&x, &factor);
        store(&reduce(difference(&x, &[W::all(0); LIMBS], 1)), &y, images);
    }
}

/// One coordinate of a group's points as it is; lanes beyond the last have that of the last.
#[inline(always)]
fn load<W: Word>(group: &[CardPoint], coordinate: impl Fn(&CardPoint) -> &Fq) -> Element<W> {
    let last = group.len() - 1;
    let mut rows = [Row::default(); MOST_LANES];
    for (lane, row) in rows.iter_mut().enumerate().take(W::LANES) {
        *row = W::CONSTANTS.halved_row(coordinate(&group[lane.min(last)]));
    }
    W::load(rows.each_ref())
}
