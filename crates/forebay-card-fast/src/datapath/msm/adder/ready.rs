// SPDX-License-Identifier: Apache-2.0
//! Operations that have their bucket and wait for the issue register, oldest first (`fby_msm_ready`).

/// A short queue of buckets; its depth is a power of two.
#[derive(Debug)]
pub(super) struct Ready<const DEPTH: usize> {
    buckets: [u32; DEPTH],
    first: usize,
    count: usize,
}

impl<const DEPTH: usize> Ready<DEPTH> {
    pub(super) const fn new() -> Self {
        const { assert!(DEPTH.is_power_of_two()) };
        Self { buckets: [0; DEPTH], first: 0, count: 0 }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// What is put in now and in the next cycle both finds a place.
    pub(super) const fn has_room(&self) -> bool {
        self.count + 2 <= DEPTH
    }

    #[inline]
    pub(super) const fn push(&mut self, bucket: u32) {
        self.buckets[(self.first + self.count) % DEPTH] = bucket;
        self.count += 1;
    }

    /// The oldest one leaves. There is one.
    #[inline]
    pub(super) const fn pop(&mut self) -> u32 {
        let bucket = self.buckets[self.first];
        self.first = (self.first + 1) % DEPTH;
        self.count -= 1;
        bucket
    }
}
