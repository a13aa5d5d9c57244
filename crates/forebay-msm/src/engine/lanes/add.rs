// SPDX-License-Identifier: Apache-2.0
//! A batch of affine additions, a pair in each lane.

use std::{array, marker::PhantomData};

use ark_bls12_377::Fq;
use ark_ff::Field;

use super::{
    field::{Element, LIMBS, MOST_LANES, Row, Side, Word, carry, plus},
    twin::{self, Twin},
};
use crate::engine::operand::{Operand, Sources};

/// A point in memory: x and y.
pub(in crate::engine) type Point = [Row; 2];

/// How many steps before they are used operands are asked for: as many as memory needs.
const AHEAD: usize = 4;

const X: usize = 0;
const Y: usize = 1;

/// What the way back wants of two groups of pairs. All of the operands is in it: they are gathered once.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Step<W> {
    /// Numerators and denominators of the slopes.
    rise: Twin<W>,
    run: Twin<W>,
    /// Product of the denominators of all groups before, lane by lane.
    before: Twin<W>,
    /// The first points; limbs of y want carrying.
    x1: Twin<W>,
    y1: Twin<W>,
}

/// Operands of a group, as many of each side as a vector has lanes; the last pair of a batch fills lanes that are left.
struct Group<'a> {
    sides: [Side; 2],
    sources: PhantomData<&'a Point>,
}

impl<'a> Group<'a> {
    #[inline(always)]
    fn new<W: Word>(sources: &Sources<'a, Point>, pairs: &[[Operand; 2]], number: usize) -> Self {
        let first = number * W::LANES;
        let sides = match pairs.get(first..).and_then(<[_]>::first_chunk::<MOST_LANES>) {
            Some(own) => W::locate(sources, own),
            None => {
                let last = pairs.len() - 1;
                let mut own = [pairs[last]; MOST_LANES];
                for (lane, pair) in own.iter_mut().enumerate() {
                    *pair = pairs[(first + lane).min(last)];
                }
                W::locate(sources, &own)
            }
        };
        Self { sides, sources: PhantomData }
    }

    /// Rows of one coordinate of one side's operands.
    #[inline(always)]
    fn rows(&self, side: usize, coordinate: usize) -> [&'a Row; MOST_LANES] {
        let points = &self.sides[side].points;
        // SAFETY: these are addresses of points among the sources, which outlive the group ([`Word::locate`]).
        let row = |point: *const Point| unsafe { &(&*point)[coordinate] };
        let mut rows = [row(points[0]); MOST_LANES];
        for (own, point) in rows.iter_mut().zip(points) {
            *own = row(*point);
        }
        rows
    }

    /// Two groups, of which the second may be of the last pair alone.
    #[inline(always)]
    fn two<W: Word>(
        sources: &Sources<'a, Point>,
        pairs: &[[Operand; 2]],
        number: usize,
    ) -> [Self; 2] {
        [Self::new::<W>(sources, pairs, 2 * number), Self::new::<W>(sources, pairs, 2 * number + 1)]
    }

    /// One coordinate of one side's operands.
    #[inline(always)]
    fn load<W: Word>(&self, side: usize, coordinate: usize) -> Element<W> {
        W::load(self.rows(side, coordinate))
    }

    /// y of one side's operands, or `2p - y` where they are subtracted; its limbs want carrying.
    #[inline(always)]
    fn load_y<W: Word>(&self, side: usize) -> Element<W> {
        let mut y = self.load::<W>(side, Y);
        for (y, p) in y.iter_mut().zip(W::CONSTANTS.times(2)) {
            *y = W::choose(self.sides[side].negative, *y, W::all(p).minus(*y));
        }
        y
    }

    /// Asks for the operands.
    #[inline(always)]
    fn fetch<W: Word>(&self) {
        for side in &self.sides {
            side.points[..W::LANES].iter().copied().for_each(fetch);
        }
    }

    /// Rise and run of the slope where a pair may be an exception: of the tangent for the same point twice, and a run of one
    /// where the sum is the neutral element; lanes of the latter.
    #[inline(always)]
    fn tangents<W: Word>(&self, rise: &mut Element<W>, run: &mut Element<W>) -> u8 {
        let same = multiples_of_p(run);
        // Below 4.1 p, as y may be as large as 2 p.
        let double = carry(plus(&self.load_y::<W>(0), &self.load_y::<W>(1)));
        let neutral = same & multiples_of_p(&double);
        let square = W::square(&self.load::<W>(0, X));
        let tangent = carry(plus(&plus(&square, &square), &square));
        let one = one::<W>();
        for i in 0..LIMBS {
            rise[i] = W::choose(same, rise[i], tangent[i]);
            run[i] = W::choose(neutral, W::choose(same, run[i], double[i]), one[i]);
        }
        neutral
    }
}

/// Lanes whose value, of carried limbs, is 0 to 4 p.
#[inline(always)]
fn multiples_of_p<W: Word>(element: &Element<W>) -> u8 {
    let mut lanes = 0;
    for times in 0..=4 {
        let mut equal = u8::MAX;
        for (limb, value) in element.iter().zip(W::CONSTANTS.times(times)) {
            equal &= limb.equal(value);
        }
        lanes |= equal;
    }
    lanes
}

#[inline(always)]
fn fetch(point: *const Point) {
    for row in 0..2 {
        // SAFETY: fetching into the cache changes nothing that a program can see.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(point.cast::<Row>().wrapping_add(row).cast());
        }
    }
}

/// Adds all pairs into `sums`; numbers of those whose sum is the neutral element go to `neutral`.
///
/// Without `EXCEPTIONS` it does nothing and returns false if the formula has an exception in one of them.
#[inline(always)]
pub(super) fn add<W: Word, const EXCEPTIONS: bool>(
    sources: &Sources<'_, Point>,
    pairs: &[[Operand; 2]],
    sums: &mut [Point],
    neutral: &mut Vec<usize>,
    steps: &mut Vec<Step<W>>,
) -> bool {
    let count = pairs.len().div_ceil(2 * W::LANES);
    let one = [one::<W>(); 2];
    if steps.len() < count {
        steps.resize(count, Step { rise: one, run: one, before: one, x1: one, y1: one });
    }
    let steps = &mut steps[..count];
    let mut product = one;
    // Groups to come, whose operands are on their way.
    let mut ahead: [_; AHEAD] = array::from_fn(|number| Group::two::<W>(sources, pairs, number));
    ahead.iter().flatten().for_each(Group::fetch::<W>);
    for (number, step) in steps.iter_mut().enumerate() {
        let next = Group::two::<W>(sources, pairs, number + AHEAD);
        next.iter().for_each(Group::fetch::<W>);
        let groups = std::mem::replace(&mut ahead[number % AHEAD], next);
        step.x1 = load(&groups, 0, X);
        step.y1 = [groups[0].load_y(0), groups[1].load_y(0)];
        let y2 = [groups[0].load_y(1), groups[1].load_y(1)];
        step.rise = twin::carry(twin::difference(&y2, &step.y1, 2));
        step.run = twin::carry(twin::difference(&load(&groups, 1, X), &step.x1, 2));
        if EXCEPTIONS {
            for (twin, group) in groups.iter().enumerate() {
                let gone = group.tangents(&mut step.rise[twin], &mut step.run[twin]);
                let first = (2 * number + twin) * W::LANES;
                let own = (0..W::LANES).filter(|lane| gone >> lane & 1 == 1);
                neutral.extend(own.map(|lane| first + lane).filter(|pair| *pair < pairs.len()));
            }
        }
        step.before = product;
        product = twin::product(&product, &step.run);
    }
    // A product that is a multiple of p is 0 or p; that another ends like them costs only time.
    let ends_like_zero =
        product.iter().any(|twin| twin[0].equal(0) | twin[0].equal(W::CONSTANTS.p[0]) != 0);
    if !EXCEPTIONS && ends_like_zero {
        return false;
    }
    let mut inverse = inverses(&product);
    for (number, step) in steps.iter().enumerate().rev() {
        let this = twin::product(&inverse, &step.before);
        inverse = twin::product(&inverse, &step.run);
        let slope = twin::product(&step.rise, &this);
        // x2 - x1 + 2p, which is the run but for exceptions, and from it x1 + x2 + 2p.
        let apart = if EXCEPTIONS {
            let groups = Group::two::<W>(sources, pairs, number);
            twin::difference(&load(&groups, 1, X), &step.x1, 2)
        } else {
            step.run
        };
        let both = twin::plus(&apart, &twin::plus(&step.x1, &step.x1));
        // Coordinates are below 1.01 p, so what is reduced is between 0.9 p and 4.6 p.
        let x3 = twin::reduce(twin::difference(&twin::square(&slope), &both, 5));
        let fall = twin::carry(twin::difference(&step.x1, &x3, 2));
        let y3 = twin::reduce(twin::difference(&twin::product(&slope, &fall), &step.y1, 3));
        for twin in [0, 1] {
            let first = (2 * number + twin) * W::LANES;
            store(&x3[twin], &y3[twin], &mut sums[first.min(pairs.len())..]);
        }
    }
    true
}

/// One coordinate of one side of two groups.
#[inline(always)]
fn load<W: Word>(groups: &[Group<'_>; 2], side: usize, coordinate: usize) -> Twin<W> {
    [groups[0].load(side, coordinate), groups[1].load(side, coordinate)]
}

/// Stores points of all lanes, as many as there is room for.
#[inline(always)]
pub(super) fn store<W: Word>(x: &Element<W>, y: &Element<W>, sums: &mut [Point]) {
    W::store(x, sums.iter_mut().map(|point| &mut point[X]));
    W::store(y, sums.iter_mut().map(|point| &mut point[Y]));
}

/// The inverse of every lane.
pub(super) fn inverses<W: Word, const COUNT: usize>(
    elements: &[Element<W>; COUNT],
) -> [Element<W>; COUNT] {
    let mut rows = [[Row::default(); MOST_LANES]; COUNT];
    for (rows, element) in rows.iter_mut().zip(elements) {
        W::store(element, rows.iter_mut());
        // Lanes that there are not.
        rows[W::LANES..].fill(W::CONSTANTS.row(&Fq::ONE));
    }
    W::CONSTANTS.invert(rows.as_flattened_mut());
    rows.each_ref().map(|rows| W::load(rows.each_ref()))
}

/// One in every lane.
pub(super) fn one<W: Word>() -> Element<W> {
    W::CONSTANTS.row(&Fq::ONE).0.map(W::all)
}
