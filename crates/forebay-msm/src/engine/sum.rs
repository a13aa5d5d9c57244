// SPDX-License-Identifier: Apache-2.0
//! Sums of many operands as trees of affine additions.
//!
//! An affine addition needs an inversion, but thousands that do not depend on each other share one. So all
//! sums are formed side by side: neighbours that belong to one sum are added in pairs, then neighbours among
//! what is left, until each sum has one entry. How many operands a sum has does not matter: a thousand equal
//! digits are as many independent additions as a thousand different ones.

use super::{
    kernel::Kernel,
    operand::{Entry, Operand, Place, Sources},
};

/// Additions that share an inversion: enough to make it cheap, few enough for their operands to stay in the
/// core's own cache.
const BATCH: usize = 1 << 11;

/// Forms sums; keeps its memory from one use to the next.
#[derive(Debug)]
pub(super) struct Summer<K: Kernel> {
    /// Sums of pairs; those in use are the first `used`.
    sums: Vec<K::Point>,
    used: usize,
    pairs: Vec<[Operand; 2]>,
    neutral: Vec<usize>,
    scratch: K::Scratch,
}

impl<K: Kernel> Default for Summer<K> {
    fn default() -> Self {
        Self {
            sums: Vec::new(),
            used: 0,
            pairs: Vec::new(),
            neutral: Vec::new(),
            scratch: K::Scratch::default(),
        }
    }
}

impl<K: Kernel> Summer<K> {
    /// Forgets all sums.
    pub(super) fn clear(&mut self) {
        self.used = 0;
    }

    /// The places that operands may be in.
    pub(super) fn sources<'a>(
        &'a self,
        points: &'a [K::Point],
        buckets: &'a [K::Point],
    ) -> Sources<'a, K::Point> {
        Sources::new(points, buckets, &self.sums)
    }

    /// Adds up all entries with the same key, which must be neighbours. A key whose operands cancel out vanishes;
    /// whether one did.
    pub(super) fn sum(
        &mut self,
        entries: &mut Vec<Entry>,
        points: &[K::Point],
        buckets: &[K::Point],
    ) -> bool {
        let mut vanished = false;
        while self.halve(entries, points, buckets, &mut vanished) {}
        vanished
    }

    /// Adds neighbours with the same key in pairs; whether there were any.
    pub(super) fn halve(
        &mut self,
        entries: &mut Vec<Entry>,
        points: &[K::Point],
        buckets: &[K::Point],
        vanished: &mut bool,
    ) -> bool {
        let count = self.pair_up(entries);
        if count == 0 {
            return false;
        }
        let first = self.used;
        self.used += count;
        if self.sums.len() < self.used {
            self.sums.resize(self.used, K::Point::default());
        }
        let (before, sums) = self.sums.split_at_mut(first);
        let sources = Sources::new(points, buckets, before);
        // Batches of equal size, so that none has an inversion for little.
        let batch = count.div_ceil(count.div_ceil(BATCH));
        self.neutral.clear();
        for (number, pairs) in self.pairs[..count].chunks(batch).enumerate() {
            let known = self.neutral.len();
            let sums = &mut sums[number * batch..][..pairs.len()];
            K::add(&sources, pairs, sums, &mut self.neutral, &mut self.scratch);
            self.neutral[known..].iter_mut().for_each(|index| *index += first + number * batch);
        }
        if !self.neutral.is_empty() {
            *vanished = true;
            self.neutral.sort_unstable();
            let gone = |operand: Operand| {
                operand.place() == Place::Sum
                    && self.neutral.binary_search(&operand.index()).is_ok()
            };
            entries.retain(|entry| !gone(entry.operand));
        }
        true
    }

    /// Replaces neighbours with the same key by their sums to come; how many there will be.
    fn pair_up(&mut self, entries: &mut Vec<Entry>) -> usize {
        let most = entries.len() / 2 + 1;
        if self.pairs.len() < most {
            self.pairs.resize(most, [Operand::new(Place::Sum, 0, false); 2]);
        }
        let (mut read, mut kept, mut found) = (0, 0, 0);
        // Without a branch on the keys, which nobody could predict.
        while read + 1 < entries.len() {
            let (one, other) = (entries[read], entries[read + 1]);
            let same = one.key == other.key;
            self.pairs[found] = [one.operand, other.operand];
            let sum = Operand::new(Place::Sum, self.used + found, false);
            entries[kept] = Entry { operand: if same { sum } else { one.operand }, ..one };
            found += usize::from(same);
            kept += 1;
            read += 1 + usize::from(same);
        }
        if read < entries.len() {
            entries[kept] = entries[read];
            kept += 1;
        }
        entries.truncate(kept);
        found
    }
}
