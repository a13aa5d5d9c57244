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
    digits::Digits,
    kernel::Kernel,
    window::{Window, Worker},
};
use crate::{BUCKET_BYTES, CARD_POINT_BYTES, CardPoint, MsmError, SCALAR_BYTES, WindowPlan};

/// Points of a parsing task, which share an inversion.
const STRIP: usize = 1 << 10;

/// What an engine does in its arithmetic.
pub(super) trait Fill: Debug + Send + Sync {
    /// Adds a block, whose first point has number `first` in errors; returns the number of additions.
    fn add(
        &mut self,
        plan: &WindowPlan,
        points: &[u8],
        scalars: &[u8],
        first: usize,
    ) -> Result<u64, MsmError>;

    /// Keeps points for [`Self::add_kept`].
    fn keep(&mut self, points: &[u8]) -> Result<(), MsmError>;

    /// Adds a block of kept points, from number `first` on; returns the number of additions.
    fn add_kept(&mut self, plan: &WindowPlan, first: usize, scalars: &[u8]) -> u64;

    /// Writes all buckets and empties them.
    fn drain(&mut self, plan: &WindowPlan, out: &mut [u8]);

    /// Sums all buckets by their weights and empties them.
    fn sum(&mut self, plan: &WindowPlan) -> G1Affine;
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
}

impl<K: Kernel> Filler<K> {
    /// Empty buckets for the windows of a plan.
    pub(super) fn new(plan: &WindowPlan) -> Self {
        let sizes = (0..plan.window_count()).map(|window| plan.buckets_in(window));
        Self {
            windows: sizes.map(Window::new).collect(),
            kept: Points { points: Vec::new(), neutral: Vec::new() },
            idle: Mutex::new(Vec::new()),
        }
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
    ) -> u64 {
        let adds = Self::each(windows, idle, |number, window, worker| {
            let mut adds = window.add(points, digits.of(number), worker);
            for digit in digits.struck(number) {
                window.add_neutral(digit);
                adds += 1;
            }
            adds
        });
        adds.iter().sum()
    }
}

impl<K: Kernel> Fill for Filler<K> {
    fn add(
        &mut self,
        plan: &WindowPlan,
        points: &[u8],
        scalars: &[u8],
        first: usize,
    ) -> Result<u64, MsmError> {
        let points = Points::<K>::parse(points, first)?;
        let mut digits = Digits::new(plan, scalars);
        points.neutral.iter().for_each(|index| digits.strike(*index));
        Ok(Self::fill(&mut self.windows, &self.idle, &points.points, &digits))
    }

    fn keep(&mut self, points: &[u8]) -> Result<(), MsmError> {
        self.kept = Points::parse(points, 0)?;
        Ok(())
    }

    fn add_kept(&mut self, plan: &WindowPlan, first: usize, scalars: &[u8]) -> u64 {
        let Self { windows, kept, idle } = self;
        let end = first + scalars.len() / SCALAR_BYTES;
        let mut digits = Digits::new(plan, scalars);
        let [from, to] = [first, end].map(|n| kept.neutral.partition_point(|index| *index < n));
        kept.neutral[from..to].iter().for_each(|index| digits.strike(*index - first));
        Self::fill(windows, idle, &kept.points[first..end], &digits)
    }

    fn drain(&mut self, plan: &WindowPlan, out: &mut [u8]) {
        let mut rest = out;
        let mut outputs = Vec::with_capacity(self.windows.len());
        for window in 0..self.windows.len() {
            let (output, tail) = rest.split_at_mut(plan.buckets_in(window) * BUCKET_BYTES);
            outputs.push(output);
            rest = tail;
        }
        self.windows.par_iter_mut().zip(outputs).for_each(|(window, out)| window.drain(out));
    }

    fn sum(&mut self, plan: &WindowPlan) -> G1Affine {
        let parts =
            Self::each(&mut self.windows, &self.idle, |_, window, worker| window.weighted(worker));
        let mut bits: Vec<G1Projective> = Vec::new();
        for (window, parts) in parts.iter().enumerate() {
            for (bit, point) in parts {
                let bit = (plan.offset(window) + bit) as usize;
                bits.resize(bits.len().max(bit + 1), G1Projective::zero());
                bits[bit] += point;
            }
        }
        let mut result = G1Projective::zero();
        for bit in bits.iter().rev() {
            result.double_in_place();
            result += bit;
        }
        result.into()
    }
}
