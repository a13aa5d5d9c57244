// SPDX-License-Identifier: Apache-2.0
//! Operations that wait for a bucket in flight (`fby_msm_hold`).

/// A pool of slots. Which one an operation is in decides who goes first of those that wait for one bucket.
#[derive(Debug)]
pub(super) struct Hold<const DEPTH: usize> {
    slots: [Option<u32>; DEPTH],
    count: usize,
}

impl<const DEPTH: usize> Hold<DEPTH> {
    pub(super) const fn new() -> Self {
        Self { slots: [None; DEPTH], count: 0 }
    }

    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// What is put in now and in the next cycle both finds a slot.
    pub(super) const fn has_room(&self) -> bool {
        self.count + 2 <= DEPTH
    }

    /// The lowest free slot, which is the caller's to fill or to forget.
    pub(super) fn free_slot(&self) -> Option<usize> {
        self.slots.iter().position(Option::is_none)
    }

    /// Puts an operation into a free slot.
    pub(super) fn put(&mut self, slot: usize, bucket: u32) {
        self.slots[slot] = Some(bucket);
        self.count += 1;
    }

    /// Takes an operation on that bucket out of the lowest slot that has one; whether there was one.
    pub(super) fn take(&mut self, bucket: u32) -> bool {
        let slot = self.slots.iter_mut().find(|slot| **slot == Some(bucket));
        let found = slot.map(Option::take).is_some();
        self.count -= usize::from(found);
        found
    }

    /// An operation on that bucket is inside.
    pub(super) fn has(&self, bucket: u32) -> bool {
        // Slots are filled from the first one on: behind the last operation there is nothing to look for.
        self.slots.iter().flatten().take(self.count).any(|held| *held == bucket)
    }
}
