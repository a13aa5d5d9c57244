// SPDX-License-Identifier: Apache-2.0
//! Buckets of one window and the additions into them.

use std::arch::x86_64::{__mmask8, _MM_HINT_T0, _mm_prefetch, _mm512_mask_blend_epi64};

use super::{
    LANES,
    field::{LIMBS, ONE, TO_CARD, Vector, add, broadcast, join, mul, sub},
    group::{Group, Points, Row, load, unload},
};
use crate::BUCKET_BYTES;

/// Groups with fewer digits than this are not worth a vector of their own.
const FEW: usize = 4;

/// One bucket: X, Y, Z, T.
type Bucket = [Row; 4];

/// The neutral element.
const IDENTITY: Bucket = [Row([0; LIMBS]), Row(ONE), Row(ONE), Row([0; LIMBS])];

/// Buckets of one window.
#[derive(Debug)]
pub(in crate::engine) struct Window {
    /// The buckets and, last, the spare one for idle lanes.
    buckets: Vec<Bucket>,
    /// Which buckets have been added to.
    hit: Vec<bool>,
}

/// A point put aside until a group of distinct buckets is together.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    point: usize,
    bucket: usize,
    negative: bool,
}

/// Up to eight waiting points with distinct buckets.
struct Queue {
    entries: [Waiting; LANES],
    length: usize,
}

/// The buckets and signs of a group's lanes.
#[derive(Clone, Copy)]
struct Lanes {
    buckets: [usize; LANES],
    negative: __mmask8,
}

impl Window {
    pub(in crate::engine) fn new(buckets: usize) -> Self {
        Self { buckets: vec![IDENTITY; buckets + 1], hit: vec![false; buckets] }
    }

    /// Adds a strip; returns the number of additions.
    pub(in crate::engine) fn add(&mut self, points: &Points, digits: &[i32]) -> u64 {
        // SAFETY: a window of this arithmetic is made only where the processor has the instructions
        // (`is_available`).
        unsafe { self.add_strip(points, digits) }
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn add_strip(&mut self, points: &Points, digits: &[i32]) -> u64 {
        let mut queue = Queue::new(self.spare());
        let mut adds = 0;
        let mut previous: Option<(usize, Lanes)> = None;
        for (number, digits) in digits.chunks(LANES).enumerate() {
            let current = self.assign(points, number, digits, &mut queue, &mut adds);
            // One group behind, so that its buckets have arrived in the cache.
            if let Some((number, lanes)) = previous.take() {
                self.add_group(&points.0[number], &lanes);
            }
            previous = current.map(|lanes| (number, lanes));
        }
        if let Some((number, lanes)) = previous {
            self.add_group(&points.0[number], &lanes);
        }
        self.flush(points, &mut queue);
        adds
    }

    /// Number of the spare bucket.
    fn spare(&self) -> usize {
        self.hit.len()
    }

    /// Gives the digits of a group their lanes; doublets and stragglers go to the queue.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn assign(
        &mut self,
        points: &Points,
        number: usize,
        digits: &[i32],
        queue: &mut Queue,
        adds: &mut u64,
    ) -> Option<Lanes> {
        let spare = self.spare();
        let mut lanes = Lanes { buckets: [spare; LANES], negative: 0 };
        let few = digits.iter().filter(|digit| **digit != 0).count() < FEW;
        let mut used = false;
        for (lane, digit) in digits.iter().enumerate() {
            if *digit == 0 {
                continue;
            }
            *adds += 1;
            let bucket = digit.unsigned_abs() as usize - 1;
            self.hit[bucket] = true;
            if few || lanes.buckets.contains(&bucket) {
                let point = number * LANES + lane;
                self.enqueue(points, queue, Waiting { point, bucket, negative: *digit < 0 });
                continue;
            }
            used = true;
            lanes.buckets[lane] = bucket;
            lanes.negative |= u8::from(*digit < 0) << lane;
            for row in &self.buckets[bucket] {
                _mm_prefetch::<_MM_HINT_T0>(row.0.as_ptr().cast());
            }
        }
        used.then_some(lanes)
    }

    /// Puts a point aside; works the queue off when it is full or has the bucket already.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn enqueue(&mut self, points: &Points, queue: &mut Queue, entry: Waiting) {
        if queue.length == LANES || queue.contains(entry.bucket) {
            self.flush(points, queue);
        }
        queue.entries[queue.length] = entry;
        queue.length += 1;
    }

    /// Adds everything in the queue.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn flush(&mut self, points: &Points, queue: &mut Queue) {
        if queue.length == 0 {
            return;
        }
        let mut rows = [[Row([0; LIMBS]); LANES]; 3];
        let mut lanes = Lanes { buckets: [self.spare(); LANES], negative: 0 };
        for (lane, entry) in queue.entries[..queue.length].iter().enumerate() {
            for (rows, row) in rows.iter_mut().zip(points.point(entry.point)) {
                rows[lane] = row;
            }
            lanes.buckets[lane] = entry.bucket;
            lanes.negative |= u8::from(entry.negative) << lane;
        }
        queue.length = 0;
        let group = Group(rows.each_ref().map(|rows| load(rows.each_ref())));
        self.add_group(&group, &lanes);
    }

    /// Eight mixed additions, 7 products each.
    ///
    /// Products are below 1.01 p, so with the 2p that `sub` adds every factor stays below 4.1 p.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn add_group(&mut self, group: &Group, lanes: &Lanes) {
        let [x, y, z, t] = self.load(lanes);
        let [minus, plus, product] = &group.0;
        let negative = lanes.negative;
        let a = mul(&sub(&y, &x), &blend(negative, minus, plus));
        let b = mul(&add(&y, &x), &blend(negative, plus, minus));
        let c = mul(&t, product);
        let d = add(&z, &z);
        let e = sub(&b, &a);
        let h = add(&b, &a);
        // Negating the point changes the sign of c, which exchanges f and g.
        let (difference, sum) = (sub(&d, &c), add(&d, &c));
        let f = blend(negative, &difference, &sum);
        let g = blend(negative, &sum, &difference);
        self.store(lanes, &[mul(&e, &f), mul(&g, &h), mul(&f, &g), mul(&e, &h)]);
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn load(&self, lanes: &Lanes) -> [Vector; 4] {
        let buckets = lanes.buckets.map(|bucket| &self.buckets[bucket]);
        [0, 1, 2, 3].map(|slot| load(buckets.map(|bucket| &bucket[slot])))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn store(&mut self, lanes: &Lanes, coordinates: &[Vector; 4]) {
        for (slot, vector) in coordinates.iter().enumerate() {
            for (row, bucket) in unload(vector).into_iter().zip(lanes.buckets) {
                self.buckets[bucket][slot] = row;
            }
        }
    }

    /// Writes all buckets and empties them.
    pub(in crate::engine) fn drain(&mut self, out: &mut [u8]) {
        // SAFETY: as in `add`.
        unsafe { self.drain_all(out) };
        self.buckets.fill(IDENTITY);
        self.hit.fill(false);
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn drain_all(&self, out: &mut [u8]) {
        let factor = broadcast(&TO_CARD);
        for (number, out) in out.chunks_mut(LANES * BUCKET_BYTES).enumerate() {
            let first = number * LANES;
            let mut lanes = Lanes { buckets: [self.spare(); LANES], negative: 0 };
            for (lane, bucket) in lanes.buckets.iter_mut().enumerate() {
                *bucket = (first + lane).min(self.spare());
            }
            let coordinates = self.load(&lanes).map(|vector| unload(&mul(&vector, &factor)));
            for (lane, out) in out.chunks_exact_mut(BUCKET_BYTES).enumerate() {
                if self.hit[first + lane] {
                    let words = coordinates.iter().flat_map(|rows| join(&rows[lane].0));
                    for (word, out) in words.zip(out.chunks_exact_mut(8)) {
                        out.copy_from_slice(&word.to_le_bytes());
                    }
                }
            }
        }
    }
}

impl Queue {
    fn new(spare: usize) -> Self {
        let idle = Waiting { point: 0, bucket: spare, negative: false };
        Self { entries: [idle; LANES], length: 0 }
    }

    fn contains(&self, bucket: usize) -> bool {
        self.entries[..self.length].iter().any(|entry| entry.bucket == bucket)
    }
}

/// `one` where the mask is set, otherwise `zero`.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn blend(mask: __mmask8, zero: &Vector, one: &Vector) -> Vector {
    let mut result = zero.0;
    for (limb, one) in result.iter_mut().zip(one.0) {
        *limb = _mm512_mask_blend_epi64(mask, *limb, one);
    }
    Vector(result)
}
