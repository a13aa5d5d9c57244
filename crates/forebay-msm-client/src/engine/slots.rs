// SPDX-License-Identifier: Apache-2.0
//! Which points lie where in the card's memory: segments of base sets side by side, the one that was used longest ago makes room.

use std::ops::Range;
use std::sync::{Arc, Weak};

use crate::bases::Segment;

/// Segments begin at a multiple of that many slots: a burst of the card's memory.
const ALIGNMENT: usize = 16;

/// The memory of a card.
#[derive(Debug)]
pub(super) struct Slots {
    /// Points in each slot.
    banks: usize,
    slots: usize,
    /// Ordered by when they were used.
    held: Vec<Held>,
}

/// A segment in it.
#[derive(Debug)]
struct Held {
    segment: Weak<Segment>,
    slots: Range<usize>,
    /// Points that are there, from the first on.
    points: usize,
}

impl Held {
    fn is(&self, segment: &Arc<Segment>) -> bool {
        std::ptr::eq(self.segment.as_ptr(), Arc::as_ptr(segment))
    }
}

impl Slots {
    /// An empty memory of so many points in so many banks; none without a bank.
    pub(super) fn new(records: usize, banks: usize) -> Self {
        let slots = records.checked_div(banks).unwrap_or_default();
        Self { banks, slots, held: Vec::new() }
    }

    /// Nothing of what it held is there any more.
    pub(super) fn forget(&mut self) {
        self.held.clear();
    }

    /// Where the first `points` of a segment are, if they all are there.
    pub(super) fn find(&mut self, segment: &Arc<Segment>, points: usize) -> Option<usize> {
        let at = self.held.iter().position(|held| held.is(segment) && held.points >= points)?;
        let held = self.held.remove(at);
        let slot = held.slots.start;
        self.held.push(held);
        Some(slot)
    }

    /// Where the first `points` of a segment are to be put; from then on they are there. None if the memory is too small.
    pub(super) fn place(&mut self, segment: &Arc<Segment>, points: usize) -> Option<usize> {
        let wanted = segment.points().div_ceil(self.banks.max(1));
        self.held.retain(|held| !held.is(segment) && held.segment.strong_count() > 0);
        let start = loop {
            if let Some(start) = self.gap(wanted) {
                break start;
            }
            if self.held.is_empty() {
                return None;
            }
            self.held.remove(0);
        };
        let segment = Arc::downgrade(segment);
        self.held.push(Held { segment, slots: start..start + wanted, points });
        Some(start)
    }

    /// The first gap of so many slots.
    fn gap(&self, wanted: usize) -> Option<usize> {
        let mut held: Vec<_> = self.held.iter().map(|held| held.slots.clone()).collect();
        held.sort_unstable_by_key(|slots| slots.start);
        let mut start = 0;
        for slots in held {
            if start + wanted <= slots.start {
                break;
            }
            start = slots.end.next_multiple_of(ALIGNMENT);
        }
        (start + wanted <= self.slots).then_some(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bases::Bases;

    fn segment(points: usize) -> Arc<Segment> {
        let points = forebay_msm::vectors::random_points(1, points);
        Arc::clone(&Bases::new(&points, usize::MAX).unwrap().segments()[0])
    }

    #[test]
    fn segments_lie_side_by_side_and_the_one_used_longest_ago_makes_room() {
        let mut slots = Slots::new(300, 3);
        let [a, b, c] = [150, 60, 90].map(segment);
        assert_eq!(slots.find(&a, 1), None);
        assert_eq!((slots.place(&a, 100), slots.place(&b, 60)), (Some(0), Some(64)));
        assert_eq!((slots.find(&a, 100), slots.find(&a, 101)), (Some(0), None), "a part of it");
        // No room for the third: b was used before a.
        assert_eq!(slots.place(&c, 90), Some(64));
        assert_eq!(
            (slots.find(&b, 1), slots.find(&a, 1), slots.find(&c, 90)),
            (None, Some(0), Some(64))
        );
        assert_eq!(slots.place(&a, 150), Some(0), "the rest of it comes where it was");
        assert_eq!((slots.find(&a, 150), slots.find(&c, 1)), (Some(0), Some(64)));
    }

    #[test]
    fn what_nobody_has_any_more_makes_room_first() {
        let mut slots = Slots::new(210, 1);
        let [a, b, c] = [100, 90, 90].map(segment);
        assert_eq!((slots.place(&a, 100), slots.place(&b, 90)), (Some(0), Some(112)));
        drop(b);
        assert_eq!(slots.place(&c, 90), Some(112));
        assert_eq!(slots.find(&a, 100), Some(0));
        slots.forget();
        assert_eq!(slots.find(&a, 100), None);
    }

    #[test]
    fn a_segment_larger_than_the_memory_has_no_place() {
        let a = segment(31);
        assert_eq!(Slots::new(30, 3).place(&a, 31), None);
        assert_eq!(Slots::new(0, 0).place(&a, 1), None);
    }
}
