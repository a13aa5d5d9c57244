// SPDX-License-Identifier: Apache-2.0
//! Buckets of one window: filling, reading out, and their weighted sum.

use ark_bls12_377::G1Affine;

use super::{
    digits::Digit,
    kernel::Kernel,
    operand::{Entry, Operand, Place, Sources},
    sum::Summer,
};
use crate::{BUCKET_BYTES, ExtendedPoint};

/// Entries that are summed together: with more of them fewer inversions are half empty, with less of them their
/// sums stay in the cache.
const CHUNK: usize = 1 << 14;

/// Parts of a sum: `2^bit * point` each.
pub(super) type Parts = Vec<(u32, G1Affine)>;

/// What a bucket holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing was added to it.
    Empty,
    /// What was added to it cancels out.
    Neutral,
    /// A point.
    Point,
}

/// Buckets of one window; a point counts where its state says so.
#[derive(Debug)]
pub(super) struct Window<K: Kernel> {
    buckets: Vec<K::Point>,
    states: Vec<State>,
}

/// Memory for work on a window, for one after the other.
#[derive(Debug)]
pub(super) struct Worker<K: Kernel> {
    summer: Summer<K>,
    /// Where the entries of each bucket begin, while they are sorted.
    places: Vec<u32>,
    sorted: Vec<Entry>,
    chunk: Vec<Entry>,
    left: Option<Window<K>>,
}

impl<K: Kernel> Worker<K> {
    /// An empty window, in the memory of the one that was left last.
    pub(super) fn window(&mut self, buckets: usize) -> Window<K> {
        let mut window = self.left.take().unwrap_or_default();
        window.begin(buckets);
        window
    }

    /// Leaves a window that is not needed any more.
    pub(super) fn leave(&mut self, window: Window<K>) {
        self.left = Some(window);
    }
}

impl<K: Kernel> Default for Worker<K> {
    fn default() -> Self {
        Self {
            summer: Summer::default(),
            places: Vec::new(),
            sorted: Vec::new(),
            chunk: Vec::new(),
            left: None,
        }
    }
}

impl<K: Kernel> Default for Window<K> {
    fn default() -> Self {
        Self { buckets: Vec::new(), states: Vec::new() }
    }
}

impl<K: Kernel> Window<K> {
    /// Has so many buckets, all of them empty, in the memory that it has.
    pub(super) fn begin(&mut self, buckets: usize) {
        self.buckets.resize(buckets, K::Point::default());
        self.states.resize(buckets, State::Empty);
        self.clear();
    }

    /// Number of its buckets.
    pub(super) fn count(&self) -> usize {
        self.buckets.len()
    }

    /// Adds a block's points by their digits; returns the number of additions. Each point's images are side by side.
    pub(super) fn add<'a>(
        &mut self,
        points: &[K::Point],
        images: usize,
        digits: impl Iterator<Item = &'a [Digit]> + Clone,
        worker: &mut Worker<K>,
    ) -> u64 {
        let adds = self.sort(digits, images, worker);
        let Worker { summer, sorted, chunk, .. } = worker;
        for piece in sorted.chunks(CHUNK) {
            chunk.clear();
            // Where a piece ends within a bucket the next one goes on with what this one has left there.
            if let Some(entry) = piece.first()
                && entry.operand.place() != Place::Bucket
                && self.states[entry.key as usize] == State::Point
            {
                chunk.push(Entry { operand: bucket(entry.key as usize), ..*entry });
            }
            chunk.extend_from_slice(piece);
            summer.clear();
            if summer.sum(chunk, points, &self.buckets) {
                piece.iter().for_each(|entry| self.states[entry.key as usize] = State::Neutral);
            }
            self.store(&summer.sources(points, &[]), chunk);
        }
        adds
    }

    /// A neutral point was added to a digit's bucket.
    pub(super) fn add_neutral(&mut self, digit: Digit) {
        let state = &mut self.states[digit.number() - 1];
        if *state == State::Empty {
            *state = State::Neutral;
        }
    }

    /// Brings the digits that are not zero, and the buckets they meet, into the buckets' order.
    fn sort<'a>(
        &self,
        digits: impl Iterator<Item = &'a [Digit]> + Clone,
        images: usize,
        worker: &mut Worker<K>,
    ) -> u64 {
        let Worker { places, sorted, .. } = worker;
        places.clear();
        // Digits by magnitude; zeros, too, which saves a branch.
        places.resize(self.buckets.len() + 1, 0);
        let mut count = 0;
        for digit in digits.clone().flatten() {
            places[digit.number()] += 1;
            count += 1;
        }
        let adds = count - places[0] as usize;
        let mut next = 0;
        let blank = Entry { key: 0, operand: bucket(0) };
        sorted.clear();
        sorted.resize(adds + self.buckets.len(), blank);
        for (number, place) in places[1..].iter_mut().enumerate() {
            let here = *place;
            *place = next;
            if here > 0 && self.states[number] == State::Point {
                sorted[next as usize] = Entry { key: key(number), operand: bucket(number) };
                *place += 1;
                next += 1;
            }
            next += here;
        }
        sorted.truncate(next as usize);
        for (index, digit) in digits.flatten().enumerate() {
            let number = digit.number();
            if number > 0 {
                let place = &mut places[number];
                let index = index * images + digit.image();
                let operand = Operand::new(Place::Point, index, digit.is_negative());
                sorted[*place as usize] = Entry { key: key(number - 1), operand };
                *place += 1;
            }
        }
        adds as u64
    }

    /// Keeps the sums, each of whose keys is a bucket.
    fn store(&mut self, sources: &Sources<'_, K::Point>, sums: &[Entry]) {
        for Entry { key, operand } in sums {
            let key = *key as usize;
            self.states[key] = State::Point;
            // What is still in its bucket stays there.
            if operand.place() != Place::Bucket {
                let point = sources.get(*operand);
                self.buckets[key] = if operand.is_negative() { K::negated(point) } else { *point };
            }
        }
    }

    /// Writes all buckets and empties them.
    pub(super) fn drain(&mut self, out: &mut [u8]) {
        let buckets = self.buckets.iter().zip(&self.states).zip(out.chunks_exact_mut(BUCKET_BYTES));
        for ((point, state), row) in buckets {
            let point = match state {
                State::Empty => continue,
                State::Neutral => ExtendedPoint::IDENTITY,
                State::Point => ExtendedPoint::from_weierstrass(&K::affine(point)),
            };
            row.copy_from_slice(&point.to_bytes());
        }
        self.clear();
    }

    /// Empties all buckets.
    pub(super) fn clear(&mut self) {
        self.states.fill(State::Empty);
    }

    /// The sum of buckets by weights. `weights` are weights and numbers of buckets,
    /// by rising weight.
    ///
    /// What has a weight goes into the part of every bit of it. While the summands are added up in pairs by ever
    /// higher bits of their weights, those that meet an odd number are the summands of that bit.
    pub(super) fn weighted(
        &self,
        weights: impl Iterator<Item = (usize, usize)>,
        worker: &mut Worker<K>,
    ) -> Parts {
        let Worker { summer, sorted: parts, chunk: left, .. } = worker;
        summer.clear();
        parts.clear();
        left.clear();
        let occupied = weights.filter(|(_, number)| self.states[*number] == State::Point);
        left.extend(
            occupied.map(|(weight, number)| Entry { key: key(weight), operand: bucket(number) }),
        );
        summer.sum(left, &[], &self.buckets);
        let mut bit = 0;
        while !left.is_empty() {
            let odd = left.iter().filter(|entry| entry.key & 1 == 1);
            parts.extend(odd.map(|entry| Entry { key: bit, ..*entry }));
            left.iter_mut().for_each(|entry| entry.key >>= 1);
            left.retain(|entry| entry.key > 0);
            summer.halve(left, &[], &self.buckets, &mut false);
            bit += 1;
        }
        summer.sum(parts, &[], &self.buckets);
        let sources = summer.sources(&[], &self.buckets);
        parts.iter().map(|part| (part.key, K::affine(sources.get(part.operand)))).collect()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a window has at most 2^20 buckets")]
fn key(number: usize) -> u32 {
    number as u32
}

/// A bucket as an operand.
fn bucket(number: usize) -> Operand {
    Operand::new(Place::Bucket, number, false)
}
