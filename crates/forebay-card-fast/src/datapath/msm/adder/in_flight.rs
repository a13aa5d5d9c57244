// SPDX-License-Identifier: Apache-2.0
//! Which buckets somebody has: the RTL's bit for each of them, and when it is given back.

use super::facts::TAKEN_CYCLES;

/// Slots for the cycles in which buckets are given back: more than an operation takes.
const SLOTS: usize = 256;
const _: () = assert!(SLOTS as u64 > TAKEN_CYCLES);
/// In a slot: no bucket is given back in that cycle.
const NOBODY: u32 = u32::MAX;
/// Bits of a word.
const BITS: usize = u64::BITS as usize;

/// The buckets of an adder.
#[derive(Debug)]
pub(super) struct InFlight {
    /// A bit for each bucket that somebody has. It is small, and so stays in the processor's nearest cache: buckets come in no order.
    taken: Vec<u64>,
    /// The bucket that is given back in each of the next cycles, by the cycle's number modulo how many slots there are.
    back_in: [u32; SLOTS],
    /// What is due before that cycle is given back.
    clock: u64,
}

impl InFlight {
    /// Of so many buckets none.
    pub(super) fn new(buckets: usize) -> Self {
        Self { taken: vec![0; buckets.div_ceil(BITS)], back_in: [NOBODY; SLOTS], clock: 0 }
    }

    /// Gives back what is due up to that cycle, and tells which bucket that is in the cycle itself. Cycles come in order.
    #[inline]
    pub(super) fn give_back(&mut self, cycle: u64) -> Option<u32> {
        if self.clock < cycle {
            // Nobody has a bucket for longer than there are slots.
            for at in self.clock.max(cycle.saturating_sub(SLOTS as u64))..cycle {
                self.give_back_in(at);
            }
        }
        self.clock = cycle + 1;
        self.give_back_in(cycle)
    }

    #[inline]
    fn give_back_in(&mut self, cycle: u64) -> Option<u32> {
        let bucket = std::mem::replace(self.slot(cycle), NOBODY);
        if bucket == NOBODY {
            return None;
        }
        self.taken[bucket as usize / BITS] &= !(1 << (bucket as usize % BITS));
        Some(bucket)
    }

    /// Somebody has that bucket.
    #[inline]
    pub(super) fn has(&self, bucket: u32) -> bool {
        self.taken[bucket as usize / BITS] >> (bucket as usize % BITS) & 1 == 1
    }

    /// Somebody takes that bucket.
    #[inline]
    pub(super) fn take(&mut self, bucket: u32) {
        self.taken[bucket as usize / BITS] |= 1 << (bucket as usize % BITS);
    }

    /// A bucket that somebody has is given back in that cycle, in which no other one is.
    #[inline]
    pub(super) fn back_in(&mut self, cycle: u64, bucket: u32) {
        *self.slot(cycle) = bucket;
    }

    /// The first cycle after that one in which a bucket is given back of which `is` holds, as far as is known.
    pub(super) fn next(&self, cycle: u64, is: impl Fn(u32) -> bool) -> Option<u64> {
        (cycle + 1..=cycle + TAKEN_CYCLES).find(|at| {
            let bucket = self.back_in[Self::number(*at)];
            bucket != NOBODY && is(bucket)
        })
    }

    #[inline]
    fn slot(&mut self, cycle: u64) -> &mut u32 {
        &mut self.back_in[Self::number(cycle)]
    }

    #[expect(clippy::cast_possible_truncation, reason = "modulo a small power of two")]
    #[inline]
    const fn number(cycle: u64) -> usize {
        cycle as usize % SLOTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_somebodys_until_its_cycle_and_told_in_it_alone() {
        let mut buckets = InFlight::new(200);
        buckets.take(130);
        buckets.take(199);
        buckets.back_in(TAKEN_CYCLES, 130);
        assert_eq!(buckets.next(0, |bucket| bucket == 130), Some(TAKEN_CYCLES));
        assert_eq!(buckets.next(0, |bucket| bucket == 199), None, "nobody knows when");
        assert_eq!(buckets.next(TAKEN_CYCLES, |bucket| bucket == 130), None, "not after it");
        assert_eq!(buckets.give_back(TAKEN_CYCLES - 1), None);
        assert!(buckets.has(130));
        assert_eq!(buckets.give_back(TAKEN_CYCLES), Some(130));
        assert!(!buckets.has(130) && buckets.has(199) && !buckets.has(2));
        assert_eq!(buckets.give_back(TAKEN_CYCLES + 1), None);
    }

    #[test]
    fn what_was_due_in_cycles_that_nobody_asked_for_is_given_back() {
        for later in [1, TAKEN_CYCLES, SLOTS as u64, 3 * SLOTS as u64 + 1] {
            let mut buckets = InFlight::new(3);
            assert_eq!(buckets.give_back(1000), None);
            for (bucket, cycle) in [(0, 1001), (1, 1002), (2, 1000 + TAKEN_CYCLES)] {
                buckets.take(bucket);
                buckets.back_in(cycle, bucket);
            }
            let at = 1000 + later;
            let told = [(0, 1001), (2, 1000 + TAKEN_CYCLES)];
            let told = told.iter().find(|(_, cycle)| *cycle == at).map(|(bucket, _)| *bucket);
            assert_eq!(buckets.give_back(at), told, "{later}");
            let has: Vec<_> = (0..3).map(|bucket| buckets.has(bucket)).collect();
            assert_eq!(has, [false, at < 1002, at < 1000 + TAKEN_CYCLES], "{later}");
        }
    }
}
