// SPDX-License-Identifier: Apache-2.0
//! The arithmetics of this module as [`Kernel`]s.

use ark_bls12_377::G1Affine;
use ark_ec::AffineRepr;

use super::{
    add::{Point, Step, add},
    field::Word,
    fma::{Fma, Four},
    ifma::{Eight, Ifma},
    parse::{convert, images},
};
use crate::{
    CardPoint, curve,
    engine::{
        kernel::Kernel,
        operand::{Operand, Sources},
    },
};

/// Makes a kernel of an arithmetic, its vectors and the instructions that they are made of.
macro_rules! kernel {
    ($arithmetic:ty, $word:ty, $features:literal) => {
        impl Kernel for $arithmetic {
            type Point = Point;
            type Scratch = Vec<Step<$word>>;

            fn convert(cards: &[CardPoint], points: &mut [Point]) -> Vec<usize> {
                #[target_feature(enable = $features)]
                fn convert_all(cards: &[CardPoint], points: &mut [Point]) -> bool {
                    convert::<$word>(cards, points)
                }
                // SAFETY: the arithmetic is used only where the processor has the instructions (`is_available`).
                let done = unsafe { convert_all(cards, points) };
                let left = cards.iter().zip(points).enumerate();
                let left = left.filter(|(_, (card, _))| !done || card.has_no_x());
                let neutral = left.filter_map(|(number, (card, point))| {
                    let affine = curve::weierstrass_of_cards(std::slice::from_ref(card))[0];
                    *point = Self::point(&affine);
                    affine.is_zero().then_some(number)
                });
                neutral.collect()
            }

            fn images(points: &[Point], of_points: &mut [Point]) {
                #[target_feature(enable = $features)]
                fn images_all(points: &[Point], of_points: &mut [Point]) {
                    images::<$word>(points, of_points);
                }
                // SAFETY: the arithmetic is used only where the processor has the instructions (`is_available`).
                unsafe { images_all(points, of_points) }
            }

            fn point(point: &G1Affine) -> Point {
                [point.x, point.y].map(|value| <$word>::CONSTANTS.row(&value))
            }

            fn affine(point: &Point) -> G1Affine {
                let [x, y] = point.each_ref().map(|row| <$word>::CONSTANTS.value(row));
                G1Affine::new_unchecked(x, y)
            }

            fn add(
                sources: &Sources<'_, Point>,
                pairs: &[[Operand; 2]],
                sums: &mut [Point],
                neutral: &mut Vec<usize>,
                steps: &mut Vec<Step<$word>>,
            ) {
                #[target_feature(enable = $features)]
                fn add_all<const EXCEPTIONS: bool>(
                    sources: &Sources<'_, Point>,
                    pairs: &[[Operand; 2]],
                    sums: &mut [Point],
                    neutral: &mut Vec<usize>,
                    steps: &mut Vec<Step<$word>>,
                ) -> bool {
                    add::<_, EXCEPTIONS>(sources, pairs, sums, neutral, steps)
                }
                // SAFETY: the arithmetic is used only where the processor has the instructions (`is_available`).
                unsafe {
                    if !add_all::<false>(sources, pairs, sums, neutral, steps) {
                        add_all::<true>(sources, pairs, sums, neutral, steps);
                    }
                }
            }
        }
    };
}

kernel!(Ifma, Eight, "avx512f,avx512ifma");
kernel!(Fma, Four, "avx2,fma");
