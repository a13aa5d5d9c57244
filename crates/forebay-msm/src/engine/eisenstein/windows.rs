// SPDX-License-Identifier: Apache-2.0
//! Widths of the windows, and the digits of a scalar in them.

use super::{
    digit::{buckets, digit},
    nearest::{MOST, nearest},
};
use crate::{Scalar, engine::digits::Digit};

/// Bits of each part that windows cover; the top one has what is above, too.
const BITS: u32 = 126;
/// Numbers of windows.
const FEWEST: u32 = 12;
const MOST_WINDOWS: u32 = 42;

/// Windows for a number of points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct Windows {
    /// Bits of each part.
    bits: Vec<u32>,
}

impl Windows {
    /// As many windows as pay for so many points: one costs an addition a point, and two a bucket when they are summed.
    pub(in crate::engine) fn for_points(count: usize) -> Self {
        let plans = (FEWEST..=MOST_WINDOWS).map(Self::even);
        let cost = |plan: &Self| plan.bits.len() * count + 2 * plan.used();
        plans.min_by_key(cost).unwrap_or_else(|| Self::even(MOST_WINDOWS))
    }

    /// So many windows, as even as can be.
    fn even(windows: u32) -> Self {
        let (width, wider) = (BITS / windows, BITS % windows);
        Self { bits: (0..windows).map(|window| width + u32::from(window < wider)).collect() }
    }

    /// Buckets that there are digits for.
    fn used(&self) -> usize {
        self.bits.iter().map(|bits| (1 << (2 * bits)) / 6).sum()
    }

    pub(in crate::engine) fn count(&self) -> usize {
        self.bits.len()
    }

    /// First bit of a window.
    pub(in crate::engine) fn offset(&self, window: usize) -> u32 {
        self.bits[..window].iter().sum()
    }

    /// Number of buckets of every window.
    pub(in crate::engine) fn buckets(&self) -> Vec<usize> {
        let rows = |(window, bits): (usize, &u32)| {
            if window + 1 == self.count() {
                // A carry changes both parts by two at most.
                (MOST >> self.offset(window)) as usize + 5
            } else {
                (2 << bits) / 3
            }
        };
        self.bits.iter().enumerate().map(|window| buckets(rows(window))).collect()
    }

    /// Cuts scalars below r into digits: a row of them for each window, lowest window first.
    pub(in crate::engine) fn cut(&self, scalars: &[Scalar], rows: &mut [Digit]) {
        let mut parts = Parts::of(scalars);
        let rows = rows.chunks_exact_mut(scalars.len().max(1));
        let mut offset = 0;
        for ((window, bits), row) in self.bits.iter().enumerate().zip(rows) {
            if window + 1 == self.count() {
                parts.take(offset, u128::BITS - offset);
                parts.cut(row, |values| (values, [0; 2]));
            } else {
                parts.take(offset, *bits);
                parts.cut(row, |values| centred(values, *bits));
            }
            offset += bits;
        }
    }
}

/// Both parts of many scalars, and what the next window has of them: each by itself in a row, so that the compiler makes vectors of
/// them.
struct Parts {
    /// Lower and upper half of each part.
    halves: [[Vec<u64>; 2]; 2],
    values: [Vec<i32>; 2],
    carries: [Vec<i32>; 2],
}

impl Parts {
    fn of(scalars: &[Scalar]) -> Self {
        let count = scalars.len();
        let halves = || [0; 2].map(|_| vec![0; count]);
        let numbers = || [0; 2].map(|_| vec![0; count]);
        let mut parts =
            Self { halves: [halves(), halves()], values: numbers(), carries: numbers() };
        for (number, scalar) in scalars.iter().enumerate() {
            for (part, halves) in nearest(scalar).into_iter().zip(&mut parts.halves) {
                [halves[0][number], halves[1][number]] = split(part);
            }
        }
        parts
    }

    /// Has the bits of a window as the next values; with a sign if they are the last ones.
    fn take(&mut self, offset: u32, bits: u32) {
        let half = u64::BITS;
        let signed = offset + bits == u128::BITS;
        for (halves, values) in self.halves.iter().zip(&mut self.values) {
            match offset {
                0 => fields(halves, values, bits, signed, |low, _| low),
                1..64 => fields(halves, values, bits, signed, |low, high| {
                    low >> offset | high << (half - offset)
                }),
                _ => fields(halves, values, bits, signed, |_, high| high >> (offset - half)),
            }
        }
    }

    /// Makes digits of the values, and of what `centred` leaves over the carries of the next window.
    fn cut(&mut self, row: &mut [Digit], centred: impl Fn([i32; 2]) -> ([i32; 2], [i32; 2])) {
        let [ones, others] = &self.values;
        let [of_one, of_other] = &mut self.carries;
        let carries = of_one.iter_mut().zip(of_other);
        for (((one, other), carries), own) in ones.iter().zip(others).zip(carries).zip(row) {
            let ([one, other], over) = centred([*one + *carries.0, *other + *carries.1]);
            *own = digit(one, other);
            [*carries.0, *carries.1] = over;
        }
    }
}

/// The lowest bits of what `field` makes of both halves.
#[expect(clippy::cast_possible_truncation, reason = "the lowest bits are wanted")]
#[inline(always)]
fn fields(
    [low, high]: &[Vec<u64>; 2],
    values: &mut [i32],
    bits: u32,
    signed: bool,
    field: impl Fn(u64, u64) -> u64,
) {
    let left = i32::BITS - bits;
    for ((value, low), high) in values.iter_mut().zip(low).zip(high) {
        let word = (field(*low, *high) as u32) << left;
        *value = if signed { word.cast_signed() >> left } else { (word >> left).cast_signed() };
    }
}

/// Lower and upper half.
#[expect(clippy::cast_possible_truncation, reason = "it is what a half is")]
fn split(part: i128) -> [u64; 2] {
    let part = part.cast_unsigned();
    [part as u64, (part >> u64::BITS) as u64]
}

/// Of the digits that are the same modulo `2^bits` the one nearest to zero, and the carries that it leaves; `values` are those bits
/// of both parts, or a little more or less.
///
/// Without a branch, which nobody could predict.
#[inline(always)]
fn centred(values: [i32; 2], bits: u32) -> ([i32; 2], [i32; 2]) {
    let carries = values.map(|value| i32::from(value > 1 << (bits - 1)));
    let [one, other] = [values[0] - (carries[0] << bits), values[1] - (carries[1] << bits)];
    // It is far from zero where the signs differ; then one step brings the larger part to the other side.
    let sign = if one > other { 1 } else { -1 };
    let (apart, sum) = (sign * (one - other), sign * (one + other));
    let far = i32::from(3 * apart + sum.abs() > 2 << bits);
    let of_one = far & i32::from(sum >= 0);
    let steps = [sign * of_one, sign * (of_one - far)];
    (
        [one - (steps[0] << bits), other - (steps[1] << bits)],
        [carries[0] + steps[0], carries[1] + steps[1]],
    )
}
