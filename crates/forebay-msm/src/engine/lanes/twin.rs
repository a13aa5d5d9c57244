// SPDX-License-Identifier: Apache-2.0
//! Two elements side by side: while the last carries of one product are on their way the multipliers have the next to do.

use super::field::{self, Element, Word};

pub(super) type Twin<W> = [Element<W>; 2];

#[inline(always)]
pub(super) fn product<W: Word>(x: &Twin<W>, y: &Twin<W>) -> Twin<W> {
    [W::product(&x[0], &y[0]), W::product(&x[1], &y[1])]
}

#[inline(always)]
pub(super) fn square<W: Word>(x: &Twin<W>) -> Twin<W> {
    [W::square(&x[0]), W::square(&x[1])]
}

#[inline(always)]
pub(super) fn carry<W: Word>(x: Twin<W>) -> Twin<W> {
    [field::carry(x[0]), field::carry(x[1])]
}

#[inline(always)]
pub(super) fn reduce<W: Word>(x: Twin<W>) -> Twin<W> {
    [field::reduce(x[0]), field::reduce(x[1])]
}

#[inline(always)]
pub(super) fn plus<W: Word>(x: &Twin<W>, y: &Twin<W>) -> Twin<W> {
    [field::plus(&x[0], &y[0]), field::plus(&x[1], &y[1])]
}

#[inline(always)]
pub(super) fn difference<W: Word>(x: &Twin<W>, y: &Twin<W>, multiple: u64) -> Twin<W> {
    [field::difference(&x[0], &y[0], multiple), field::difference(&x[1], &y[1], multiple)]
}
