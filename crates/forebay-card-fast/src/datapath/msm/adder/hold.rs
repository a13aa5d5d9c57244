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

    /// Takes out of the lowest slot that has one an operation of which `goes` holds.
    pub(super) fn take(&mut self, goes: impl Fn(u32) -> bool) -> Option<u32> {
        let bucket = self.slots.iter_mut().find_map(|slot| slot.take_if(|bucket| goes(*bucket)))?;
        self.count -= 1;
        Some(bucket)
    }

    /// What is inside.
    pub(super) fn buckets(&self) -> impl Iterator<Item = u32> {
        self.slots.iter().flatten().copied()
    }
}
