// SPDX-License-Identifier: Apache-2.0
//! Scalars that cost nothing or one addition by right: zeros, and ones of either sign. Who sends a card the others alone has to
//! count them, and to bring their points together (`docs/decisions/0025-sieve.md`).

use rayon::prelude::*;

use crate::check::ORDER;
use crate::field::limbs_from_le;
use crate::{CardPointBytes, Scalar};

/// What a scalar costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Nothing.
    Zero,
    /// An addition: 1, or r - 1, whose point is subtracted.
    One,
    /// A whole multiplication. So does what is not below r: what it is a residue of is not looked at.
    Other,
}

impl Sort {
    /// That of a scalar.
    #[must_use]
    pub fn of(scalar: &Scalar) -> Self {
        const MINUS_ONE: [u64; 4] = [ORDER[0] - 1, ORDER[1], ORDER[2], ORDER[3]];
        match limbs_from_le(scalar) {
            [0, 0, 0, 0] => Self::Zero,
            [1, 0, 0, 0] | MINUS_ONE => Self::One,
            _ => Self::Other,
        }
    }
}

/// How many scalars are of each sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Zeros.
    pub zeros: usize,
    /// Ones of either sign.
    pub ones: usize,
    /// All others.
    pub others: usize,
}

impl Tally {
    /// That of scalars.
    #[must_use]
    pub fn of(scalars: &[Scalar]) -> Self {
        let mut tally = Self::default();
        for scalar in scalars {
            *match Sort::of(scalar) {
                Sort::Zero => &mut tally.zeros,
                Sort::One => &mut tally.ones,
                Sort::Other => &mut tally.others,
            } += 1;
        }
        tally
    }

    /// That of each so many scalars.
    #[must_use]
    pub fn of_blocks(scalars: &[Scalar], block: usize) -> Vec<Self> {
        scalars.par_chunks(block).map(Self::of).collect()
    }

    /// Those that are kept.
    #[must_use]
    pub const fn kept(&self, kept: Kept) -> usize {
        match kept {
            Kept::Ones => self.ones,
            Kept::Others => self.others,
            Kept::NotZeros => self.ones + self.others,
        }
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |sum, more| Self {
            zeros: sum.zeros + more.zeros,
            ones: sum.ones + more.ones,
            others: sum.others + more.others,
        })
    }
}

/// What stays in a sieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Ones of either sign.
    Ones,
    /// What is neither zero nor one.
    Others,
    /// All but zeros.
    NotZeros,
}

impl Kept {
    fn keeps(self, scalar: &Scalar) -> bool {
        match (self, Sort::of(scalar)) {
            (Self::Ones, sort) => sort == Sort::One,
            (Self::Others, sort) => sort == Sort::Other,
            (Self::NotZeros, sort) => sort != Sort::Zero,
        }
    }
}

/// Scalars that have been counted, and their points.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Scalars.
    pub scalars: &'a [Scalar],
    /// Points, of which there may be more.
    pub points: &'a [CardPointBytes],
    /// Their tally.
    pub tally: Tally,
}

/// Copies those that are kept, and their points, in their order. There is room for as many of both as the tallies say.
pub fn pick<'a>(
    kept: Kept,
    blocks: impl IntoIterator<Item = Block<'a>>,
    mut scalars: &mut [Scalar],
    mut points: &mut [CardPointBytes],
) {
    let mut tasks = Vec::new();
    for block in blocks {
        let count = block.tally.kept(kept);
        let (own_scalars, own_points);
        (own_scalars, scalars) = scalars.split_at_mut(count);
        (own_points, points) = points.split_at_mut(count);
        tasks.push((block, own_scalars, own_points));
    }
    tasks.into_par_iter().for_each(|(block, scalars, points)| {
        let pairs = block.scalars.iter().zip(block.points);
        let kept = pairs.filter(|(scalar, _)| kept.keeps(scalar));
        for ((scalar, point), room) in kept.zip(scalars.iter_mut().zip(points)) {
            (*room.0, *room.1) = (*scalar, *point);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::random_scalars;
    use crate::{CARD_POINT_BYTES, SCALAR_BYTES};

    fn small(value: u8) -> Scalar {
        let mut scalar = [0; SCALAR_BYTES];
        scalar[0] = value;
        scalar
    }

    /// The order and a number from -1 to 1 beside it.
    fn order(beside: i8) -> Scalar {
        let mut scalar = [0; SCALAR_BYTES];
        for (bytes, limb) in scalar.chunks_mut(8).zip(ORDER) {
            bytes.copy_from_slice(&limb.to_le_bytes());
        }
        scalar[0] = scalar[0].checked_add_signed(beside).unwrap();
        scalar
    }

    #[test]
    fn a_one_in_any_other_place_is_an_other() {
        let sorts = |scalars: &[Scalar]| scalars.iter().map(Sort::of).collect::<Vec<_>>();
        let [zero, one, minus_one] = [small(0), small(1), order(-1)];
        assert_eq!(sorts(&[zero, one, minus_one]), [Sort::Zero, Sort::One, Sort::One]);
        for bit in 1..8 * SCALAR_BYTES {
            let mut scalar = zero;
            scalar[bit / 8] = 1 << (bit % 8);
            let mut beside_one = scalar;
            beside_one[0] |= 1;
            let mut beside_minus_one = minus_one;
            beside_minus_one[bit / 8] ^= 1 << (bit % 8);
            let others = [scalar, beside_one, beside_minus_one];
            assert_eq!(sorts(&others), [Sort::Other; 3], "bit {bit}");
        }
        // Those of r and more are residues of theirs, which is for others to find out.
        assert_eq!(sorts(&[order(0), order(1), [0xff; SCALAR_BYTES]]), [Sort::Other; 3]);
    }

    /// Scalars of all sorts, and as points numbers that nothing else has.
    fn input(count: usize) -> (Vec<Scalar>, Vec<CardPointBytes>) {
        let mut scalars = random_scalars(1, count);
        for (number, scalar) in scalars.iter_mut().enumerate() {
            match number * number % 7 {
                0 | 1 => *scalar = small(0),
                2 => *scalar = small(1),
                4 if number % 2 == 0 => *scalar = order(-1),
                _ => {}
            }
        }
        let point = |number: usize| {
            let mut point = [0; CARD_POINT_BYTES];
            point[CARD_POINT_BYTES - 8..].copy_from_slice(&number.to_le_bytes());
            point
        };
        (scalars, (0..count).map(point).collect())
    }

    #[test]
    fn what_is_kept_keeps_its_point_and_its_order() {
        const BLOCK: usize = 16;
        for count in [0, 1, 15, 16, 17, 1000] {
            let (scalars, mut points) = input(count);
            let tallies = Tally::of_blocks(&scalars, BLOCK);
            let total: Tally = tallies.iter().copied().sum();
            assert_eq!(total, Tally::of(&scalars));
            assert_eq!(total.zeros + total.ones + total.others, count);
            // Points that no scalar is for.
            points.extend([[0xee; CARD_POINT_BYTES]; 20]);
            for kept in [Kept::Ones, Kept::Others, Kept::NotZeros] {
                let blocks = scalars.chunks(BLOCK).zip(points.chunks(BLOCK)).zip(&tallies);
                let blocks = blocks.map(|((scalars, points), tally)| Block {
                    scalars,
                    points,
                    tally: *tally,
                });
                let room = total.kept(kept);
                let mut picked = vec![[0xcc; SCALAR_BYTES]; room];
                let mut with = vec![[0xcc; CARD_POINT_BYTES]; room];
                pick(kept, blocks, &mut picked, &mut with);
                let wanted = |scalar: &Scalar| match kept {
                    Kept::Ones => [small(1), order(-1)].contains(scalar),
                    Kept::Others => ![small(0), small(1), order(-1)].contains(scalar),
                    Kept::NotZeros => *scalar != small(0),
                };
                let expected: (Vec<_>, Vec<_>) =
                    scalars.iter().zip(&points).filter(|(scalar, _)| wanted(scalar)).unzip();
                assert_eq!((picked, with), expected, "{kept:?} of {count}");
            }
        }
    }
}
