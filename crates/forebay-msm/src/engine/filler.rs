// SPDX-License-Identifier: Apache-2.0
//! All windows of an engine in one arithmetic, on all cores.

use std::{
    fmt::Debug,
    ops::Range,
    sync::{Mutex, PoisonError},
};

use ark_bls12_377::{G1Affine, G1Projective};
use ark_ff::{AdditiveGroup, Zero};
use rayon::prelude::*;

use super::{
    digits::Digits,
    kernel::Kernel,
    window::{Window, Worker},
};
use crate::{BUCKET_BYTES, CARD_POINT_BYTES, CardPoint, MsmError};

/// Points of a parsing task, which share an inversion.
const STRIP: usize = 1 << 10;

/// What an engine does in its arithmetic.
pub(super) trait Fill: Debug + Send + Sync {
    /// Has empty windows of so many buckets each, in place of those it had.
    fn begin(&mut self, buckets: &[usize]);

    /// Adds a block by its digits, whose first point has number `first` in errors; additions of each window.
    fn add(&mut self, points: &[u8], digits: Digits, first: usize) -> Result<Vec<u64>, MsmError>;

    /// Keeps points for [`Self::add_kept`] from that place on; the first has number `first` in errors.
    fn keep(&mut self, place: usize, points: &[u8], first: usize) -> Result<(), MsmError>;

    /// Keeps those before that place only.
    fn truncate(&mut self, end: usize);

    /// Adds a block of kept points, from that place on; additions of each window.
    fn add_kept(&mut self, place: usize, digits: Digits) -> Vec<u64>;

    /// Writes all buckets, window by window, and empties them.
    fn drain(&mut self, out: &mut [u8]);

    /// Sums the buckets of each window by their weights and empties them: parts as [`Window::weighted`] gives them.
    fn weighted(&mut self) -> Vec<Vec<(u32, G1Affine)>>;
}

/// Windows, and points that are kept.
#[derive(Debug)]
pub(super) struct Filler<K: Kernel> {
    windows: Vec<Window<K>>,
    kept: Points<K>,
    /// Memory that no core uses at the moment.
    idle: Mutex<Vec<Worker<K>>>,
}

/// Points in an arithmetic's form; those of `neutral`, in rising order, are the neutral element.
#[derive(Debug)]
struct Points<K: Kernel> {
    points: Vec<K::Point>,
    neutral: Vec<usize>,
}

impl<K: Kernel> Points<K> {
    /// Parses card points on all cores; `first` is the number of the first one.
    fn parse(bytes: &[u8], first: usize) -> Result<Self, MsmError> {
        let mut points = vec![K::Point::default(); bytes.len() / CARD_POINT_BYTES];
        let strips = points
            .par_chunks_mut(STRIP)
            .zip(bytes.par_chunks(STRIP * CARD_POINT_BYTES))
            .enumerate()
            .map(|(strip, (points, bytes))| {
                let cards = CardPoint::parse(bytes, first + strip * STRIP)?;
                let neutral = K::convert(&cards, points).into_iter();
                Ok(neutral.map(|number| strip * STRIP + number).collect())
            })
            .collect::<Result<Vec<Vec<_>>, MsmError>>()?;
        Ok(Self { points, neutral: strips.concat() })
    }

    /// Those of `neutral` in a range.
    fn neutral_in(&self, places: &Range<usize>) -> Range<usize> {
        let [from, to] = [places.start, places.end]
            .map(|place| self.neutral.partition_point(|index| *index < place));
        from..to
    }

    /// Has something in all places before that one: what nobody has put in is neutral.
    fn reach(&mut self, end: usize) {
        let known = self.points.len();
        if known < end {
            self.neutral.extend(known..end);
            self.points.resize(end, K::Point::default());
        }
    }

    /// Puts others in from that place on.
    fn put(&mut self, place: usize, others: Self) {
        let places = place..place + others.points.len();
        if place == 0 && places.end >= self.points.len() {
            *self = others;
            return;
        }
        self.reach(places.end);
        let replaced = self.neutral_in(&places);
        self.neutral.splice(replaced, others.neutral.iter().map(|index| place + index));
        self.points[places].copy_from_slice(&others.points);
    }
}

impl<K: Kernel> Filler<K> {
    /// One without windows.
    pub(super) fn new() -> Self {
        let kept = Points { points: Vec::new(), neutral: Vec::new() };
        Self { windows: Vec::new(), kept, idle: Mutex::new(Vec::new()) }
    }

    /// Works on every window, windows in parallel.
    fn each<T: Send>(
        windows: &mut [Window<K>],
        idle: &Mutex<Vec<Worker<K>>>,
        work: impl Fn(usize, &mut Window<K>, &mut Worker<K>) -> T + Sync,
    ) -> Vec<T> {
        let lend = || idle.lock().unwrap_or_else(PoisonError::into_inner);
        let on = |(number, window)| {
            let mut worker = lend().pop().unwrap_or_default();
            let outcome = work(number, window, &mut worker);
            lend().push(worker);
            outcome
        };
        windows.par_iter_mut().with_max_len(1).enumerate().map(on).collect()
    }

    /// Adds points by their digits.
    fn fill(
        windows: &mut [Window<K>],
        idle: &Mutex<Vec<Worker<K>>>,
        points: &[K::Point],
        digits: &Digits,
    ) -> Vec<u64> {
        Self::each(windows, idle, |number, window, worker| {
            let mut adds = window.add(points, digits.of(number), worker);
            for digit in digits.struck(number) {
                window.add_neutral(digit);
                adds += 1;
            }
            adds
        })
    }
}

impl<K: Kernel> Fill for Filler<K> {
    fn begin(&mut self, buckets: &[usize]) {
        self.windows = buckets.iter().copied().map(Window::new).collect();
    }

    fn add(
        &mut self,
        points: &[u8],
        mut digits: Digits,
        first: usize,
    ) -> Result<Vec<u64>, MsmError> {
        let points = Points::<K>::parse(points, first)?;
        points.neutral.iter().for_each(|index| digits.strike(*index));
        Ok(Self::fill(&mut self.windows, &self.idle, &points.points, &digits))
    }

    fn keep(&mut self, place: usize, points: &[u8], first: usize) -> Result<(), MsmError> {
        self.kept.put(place, Points::parse(points, first)?);
        Ok(())
    }

    fn truncate(&mut self, end: usize) {
        self.kept.points.truncate(end);
        self.kept.neutral.retain(|index| *index < end);
    }

    fn add_kept(&mut self, place: usize, mut digits: Digits) -> Vec<u64> {
        let Self { windows, kept, idle } = self;
        let places = place..place + digits.count();
        kept.reach(places.end);
        let neutral = kept.neutral_in(&places);
        kept.neutral[neutral].iter().for_each(|index| digits.strike(*index - place));
        Self::fill(windows, idle, &kept.points[places], &digits)
    }

    fn drain(&mut self, out: &mut [u8]) {
        let mut rest = out;
        let mut outputs = Vec::with_capacity(self.windows.len());
        for window in &self.windows {
            let (output, tail) = rest.split_at_mut(window.count() * BUCKET_BYTES);
            outputs.push(output);
            rest = tail;
        }
        self.windows.par_iter_mut().zip(outputs).for_each(|(window, out)| window.drain(out));
    }

    fn weighted(&mut self) -> Vec<Vec<(u32, G1Affine)>> {
        Self::each(&mut self.windows, &self.idle, |_, window, worker| window.weighted(worker))
    }
}

/// Sum of parts, `2^bit` times a point each.
pub(super) fn join(parts: impl Iterator<Item = (u32, G1Affine)>) -> G1Affine {
    let mut bits: Vec<G1Projective> = Vec::new();
    for (bit, point) in parts {
        let bit = bit as usize;
        bits.resize(bits.len().max(bit + 1), G1Projective::zero());
        bits[bit] += point;
    }
    let mut result = G1Projective::zero();
    for bit in bits.iter().rev() {
        result.double_in_place();
        result += bit;
    }
    result.into()
}
