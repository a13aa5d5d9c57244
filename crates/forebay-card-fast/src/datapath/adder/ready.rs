// SPDX-License-Identifier: Apache-2.0
//! Operations that have their bucket and wait for the issue register, oldest first (`fby_msm_ready`).

use super::facts::READY_DEPTH;

const _: () = assert!(READY_DEPTH.is_power_of_two());

/// A short queue of buckets.
#[derive(Debug, Default)]
pub(super) struct Ready {
    buckets: [u32; READY_DEPTH],
    first: usize,
    count: usize,
}

impl Ready {
    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// What is put in now and in the next cycle both finds a place.
    pub(super) const fn has_room(&self) -> bool {
        self.count + 2 <= READY_DEPTH
    }

    #[inline]
    pub(super) const fn push(&mut self, bucket: u32) {
        self.buckets[(self.first + self.count) % READY_DEPTH] = bucket;
        self.count += 1;
    }

    /// The oldest one leaves. There is one.
    #[inline]
    pub(super) const fn pop(&mut self) -> u32 {
        let bucket = self.buckets[self.first];
        self.first = (self.first + 1) % READY_DEPTH;
        self.count -= 1;
        bucket
    }
}
