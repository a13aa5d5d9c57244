// SPDX-License-Identifier: Apache-2.0
//! One addition after the other in arkworks' field arithmetic, on any machine.

use ark_bls12_377::{Fq, G1Affine};
use ark_ff::{AdditiveGroup, Field, Zero};

use super::{
    inverse::inverse,
    kernel::Kernel,
    operand::{Operand, Sources},
};

/// The portable arithmetic.
#[derive(Debug)]
pub(super) struct Scalar;

/// What the second pass wants of a pair.
#[derive(Debug)]
pub(super) struct Step {
    /// Denominator of the slope.
    denominator: Fq,
    /// Product of the denominators of all pairs before.
    before: Fq,
}

impl Scalar {
    fn operand(sources: &Sources<'_, G1Affine>, operand: Operand) -> (Fq, Fq) {
        let point = sources.get(operand);
        (point.x, if operand.is_negative() { -point.y } else { point.y })
    }
}

impl Kernel for Scalar {
    type Point = G1Affine;
    type Scratch = Vec<Step>;

    fn point(point: &G1Affine) -> G1Affine {
        *point
    }

    fn affine(point: &G1Affine) -> G1Affine {
        *point
    }

    fn add(
        sources: &Sources<'_, G1Affine>,
        pairs: &[[Operand; 2]],
        sums: &mut [G1Affine],
        neutral: &mut Vec<usize>,
        steps: &mut Vec<Step>,
    ) {
        steps.clear();
        let mut product = Fq::ONE;
        for (number, pair) in pairs.iter().enumerate() {
            let [(x1, y1), (x2, y2)] = pair.map(|operand| Self::operand(sources, operand));
            let mut denominator = x2 - x1;
            if denominator.is_zero() {
                // The same point twice, unless it is one and its opposite.
                denominator = y1 + y2;
                if denominator.is_zero() {
                    neutral.push(number);
                    denominator = Fq::ONE;
                }
            }
            steps.push(Step { denominator, before: product });
            product *= denominator;
        }
        // No denominator is zero.
        let mut inverse = inverse(&product);
        for ((step, pair), sum) in steps.iter().zip(pairs).zip(sums).rev() {
            let [(x1, y1), (x2, y2)] = pair.map(|operand| Self::operand(sources, operand));
            let numerator = if x1 == x2 {
                let square = x1.square();
                square.double() + square
            } else {
                y2 - y1
            };
            let slope = numerator * inverse * step.before;
            inverse *= step.denominator;
            let x = slope.square() - x1 - x2;
            *sum = G1Affine::new_unchecked(x, slope * (x1 - x) - y1);
        }
    }
}
