// SPDX-License-Identifier: Apache-2.0
//! Which bucket a digit belongs to, and as which image of its point.
//!
//! Of six digits that differ by a power of `-w` one is `a + b w` with `0 <= b < a`. Those have buckets row by row: `a` in
//! row `a`, which has `a` of them.

use crate::engine::digits::Digit;

/// The digit `one + other w`.
#[inline(always)]
pub(super) fn digit(one: i32, other: i32) -> Digit {
    let negative = other < 0 || other == 0 && one < 0;
    let sign = if negative { -1 } else { 1 };
    let (one, other) = (sign * one, sign * other);
    // Now other is positive, or zero and one is not negative: three sixths of the plane.
    let (a, b, image, turned) = if one <= 0 {
        (other - one, -one, 1, false)
    } else if other < one {
        (one, other, 0, false)
    } else {
        (other, other - one, 2, true)
    };
    let (a, b) = (a.cast_unsigned(), b.cast_unsigned());
    // Numbers begin with one.
    Digit::new((a * a.wrapping_sub(1)) / 2 + b + u32::from(a > 0), image, negative != turned)
}

/// Buckets of that many rows.
pub(super) fn buckets(rows: usize) -> usize {
    rows * (rows + 1) / 2
}

/// Number of the first bucket of a row, which are counted from one.
fn first(row: usize) -> usize {
    buckets(row - 1)
}

/// Rows of that many buckets.
fn rows(buckets: usize) -> usize {
    (1..).take_while(|row| first(*row) < buckets).count()
}

/// Buckets by rising a, and it: those of a window that has so many.
pub(in crate::engine) fn by_first(buckets: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=rows(buckets)).flat_map(|a| (0..a).map(move |b| (a, first(a) + b)))
}

/// Buckets by rising b, and it, where it is not zero: those of a window that has so many.
pub(in crate::engine) fn by_second(buckets: usize) -> impl Iterator<Item = (usize, usize)> {
    let rows = rows(buckets);
    (1..rows).flat_map(move |b| (b + 1..=rows).map(move |a| (b, first(a) + b)))
}
