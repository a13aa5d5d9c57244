// SPDX-License-Identifier: Apache-2.0
//! All windows of an engine in one arithmetic, on all cores.

use std::{
    fmt::Debug,
    sync::{Mutex, PoisonError},
};

use ark_bls12_377::{G1Affine, G1Projective};
use ark_ff::{AdditiveGroup, Zero};
use rayon::prelude::*;

use super::{
    KEPT_BLOCK,
    digits::Digits,
    eisenstein::{by_first, by_second},
    kernel::Kernel,
    points::Points,
    window::{Parts, Window, Worker},
};
use crate::{BUCKET_BYTES, MsmError};

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

    /// Sums the buckets of each window by their weights and empties them.
    fn weighted(&mut self) -> Vec<Parts>;

    /// Sums the first kept points by digits of windows that have so many buckets each, which are buckets of Eisenstein
    /// integers `a + b w`: for each window the sum by a, and that by b.
    fn multiply(&mut self, digits: Digits, buckets: &[usize]) -> Vec<[Parts; 2]>;
}

/// Windows, and points that are kept.
#[derive(Debug)]
pub(super) struct Filler<K: Kernel> {
    windows: Vec<Window<K>>,
    kept: Points<K>,
    /// Memory that no core uses at the moment.
    idle: Mutex<Vec<Worker<K>>>,
}

impl<K: Kernel> Filler<K> {
    /// One without windows, whose kept points have so many images each.
    pub(super) fn new(images: usize) -> Self {
        Self { windows: Vec::new(), kept: Points::none(images), idle: Mutex::new(Vec::new()) }
    }

    /// Works on windows in parallel.
    fn each<W: Send, T: Send>(
        windows: impl IndexedParallelIterator<Item = W>,
        idle: &Mutex<Vec<Worker<K>>>,
        work: impl Fn(usize, W, &mut Worker<K>) -> T + Sync + Send,
    ) -> Vec<T> {
        let lend = || idle.lock().unwrap_or_else(PoisonError::into_inner);
        let on = |(number, window)| {
            let mut worker = lend().pop().unwrap_or_default();
            let outcome = work(number, window, &mut worker);
            lend().push(worker);
            outcome
        };
        windows.with_max_len(1).enumerate().map(on).collect()
    }

    /// Adds points by their digits.
    fn fill(
        windows: &mut [Window<K>],
        idle: &Mutex<Vec<Worker<K>>>,
        points: &[K::Point],
        images: usize,
        digits: &Digits,
    ) -> Vec<u64> {
        Self::each(windows.par_iter_mut(), idle, |number, window, worker| {
            let mut adds = window.add(points, images, digits.of(number), worker);
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
        self.windows.resize_with(buckets.len(), Window::default);
        self.windows.iter_mut().zip(buckets).for_each(|(window, buckets)| window.begin(*buckets));
    }

    fn add(
        &mut self,
        points: &[u8],
        mut digits: Digits,
        first: usize,
    ) -> Result<Vec<u64>, MsmError> {
        let points = Points::<K>::parse(points, first, 1)?;
        points.neutral().iter().for_each(|index| digits.strike(*index));
        let points = points.of(0..digits.count());
        Ok(Self::fill(&mut self.windows, &self.idle, points, 1, &digits))
    }

    fn keep(&mut self, place: usize, points: &[u8], first: usize) -> Result<(), MsmError> {
        self.kept.put(place, Points::parse(points, first, self.kept.images())?);
        Ok(())
    }

    fn truncate(&mut self, end: usize) {
        self.kept.truncate(end);
    }

    fn add_kept(&mut self, place: usize, mut digits: Digits) -> Vec<u64> {
        let Self { windows, kept, idle } = self;
        let places = place..place + digits.count();
        kept.reach(places.end);
        kept.neutral_of(&places).iter().for_each(|index| digits.strike(*index - place));
        Self::fill(windows, idle, kept.of(places), kept.images(), &digits)
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

    fn weighted(&mut self) -> Vec<Parts> {
        Self::each(self.windows.par_iter_mut(), &self.idle, |_, window, worker| {
            let parts = window.weighted((1..).zip(0..window.count()), worker);
            window.clear();
            parts
        })
    }

    fn multiply(&mut self, mut digits: Digits, buckets: &[usize]) -> Vec<[Parts; 2]> {
        let Self { kept, idle, .. } = self;
        kept.neutral_of(&(0..digits.count())).iter().for_each(|index| digits.strike(*index));
        Self::each(buckets.par_iter(), idle, |number, buckets, worker| {
            let mut window = worker.window(*buckets);
            for (places, digits) in digits.blocks_of(number, KEPT_BLOCK) {
                window.add(kept.of(places), kept.images(), digits, worker);
            }
            let sums = [
                window.weighted(by_first(*buckets), worker),
                window.weighted(by_second(*buckets), worker),
            ];
            worker.leave(window);
            sums
        })
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
