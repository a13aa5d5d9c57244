// SPDX-License-Identifier: Apache-2.0
//! What an arithmetic must be able to do.

use std::fmt::Debug;

use ark_bls12_377::G1Affine;
use ark_ec::AffineRepr;

use super::{
    eisenstein,
    operand::{Operand, Sources},
};
use crate::{CardPoint, curve};

/// An arithmetic of affine Weierstrass points.
///
/// The neutral element is no operand and no point: whoever holds points keeps it apart.
pub(super) trait Kernel: Debug + Send + Sync + 'static {
    /// A point other than the neutral element.
    type Point: Copy + Debug + Default + Send + Sync;
    /// Memory that one call leaves to the next.
    type Scratch: Debug + Default + Send;

    /// Converts points of a card, of which the neutral element becomes nothing of use; numbers of those, in rising order.
    fn convert(cards: &[CardPoint], points: &mut [Self::Point]) -> Vec<usize> {
        let affine = curve::weierstrass_of_cards(cards);
        points.iter_mut().zip(&affine).for_each(|(point, affine)| *point = Self::point(affine));
        let neutral = affine.iter().enumerate().filter(|(_, point)| point.is_zero());
        neutral.map(|(number, _)| number).collect()
    }

    /// w times points, none of which is the neutral element, into as many others (see [`eisenstein`]).
    fn images(points: &[Self::Point], images: &mut [Self::Point]) {
        for (image, point) in images.iter_mut().zip(points) {
            *image = Self::point(&eisenstein::image(&Self::affine(point)));
        }
    }

    /// A point of the curve in this arithmetic's form.
    fn point(point: &G1Affine) -> Self::Point;

    /// The point that [`Self::point`] was given, or another if it is a sum.
    fn affine(point: &Self::Point) -> G1Affine;

    /// `-point`.
    fn negated(point: &Self::Point) -> Self::Point {
        Self::point(&-Self::affine(point))
    }

    /// Adds the operands of every pair, one inversion for all. Where a sum is the neutral element its index goes
    /// to `neutral`, and what is written as the sum is of no use.
    fn add(
        sources: &Sources<'_, Self::Point>,
        pairs: &[[Operand; 2]],
        sums: &mut [Self::Point],
        neutral: &mut Vec<usize>,
        scratch: &mut Self::Scratch,
    );
}
