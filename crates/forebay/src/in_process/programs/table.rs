// SPDX-License-Identifier: Apache-2.0
//! Who has which context and which slots.

use std::collections::HashMap;
use std::ops::Range;

use crate::user_queue::Scheme;

/// Contexts and slots of a card.
pub(super) struct Table {
    /// That of all who have a context.
    scheme: Option<Scheme>,
    /// Context of each grant.
    grants: HashMap<u64, u32>,
    /// Region of each slot.
    slots: Vec<Option<u64>>,
    /// Grant and slots of each region.
    regions: HashMap<u64, (u64, Range<usize>)>,
    next: u64,
}

impl Table {
    pub(super) fn new(slots: usize) -> Self {
        let (grants, regions) = (HashMap::new(), HashMap::new());
        Self { scheme: None, grants, slots: vec![None; slots], regions, next: 0 }
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// The scheme that is in force.
    pub(super) const fn scheme(&self) -> Option<Scheme> {
        self.scheme
    }

    /// The first context that nobody has, of so many; under a scheme that looks at none, the first for all. And whether it is new.
    pub(super) fn free_context(&self, scheme: Scheme, contexts: u32) -> Option<(u32, bool)> {
        let is_free = |index: &u32| !self.is_used(*index);
        if scheme.is_shared() {
            return Some((0, is_free(&0)));
        }
        (0..contexts).find(is_free).map(|index| (index, true))
    }

    /// Notes who has it; gives the number of the grant.
    pub(super) fn enter(&mut self, scheme: Scheme, index: u32) -> u64 {
        let grant = self.number();
        self.scheme = Some(scheme);
        self.grants.insert(grant, index);
        grant
    }

    /// The other way round; gives the slots that the grant still has.
    pub(super) fn leave(&mut self, grant: u64) -> Vec<Range<usize>> {
        self.grants.remove(&grant);
        if self.grants.is_empty() {
            self.scheme = None;
        }
        let of_it = self.regions.iter().filter(|(_, (owner, _))| *owner == grant);
        let regions: Vec<_> = of_it.map(|(region, _)| *region).collect();
        regions.into_iter().filter_map(|region| self.give_back(region)).collect()
    }

    pub(super) fn is_used(&self, index: u32) -> bool {
        self.grants.values().any(|used| *used == index)
    }

    /// So many slots one behind the other for a region; where there are none, how many at most.
    pub(super) fn take(&mut self, grant: u64, wanted: usize) -> Result<(u64, Range<usize>), usize> {
        let mut most = 0;
        let mut run = 0..0;
        for (slot, owner) in self.slots.iter().enumerate() {
            run = if owner.is_some() { slot + 1..slot + 1 } else { run.start..slot + 1 };
            most = most.max(run.len());
            if run.len() == wanted {
                let region = self.number();
                self.slots[run.clone()].fill(Some(region));
                self.regions.insert(region, (grant, run.clone()));
                return Ok((region, run));
            }
        }
        Err(most)
    }

    /// The slots of a region, which are free again; none if they were taken away before.
    pub(super) fn give_back(&mut self, region: u64) -> Option<Range<usize>> {
        let (_, slots) = self.regions.remove(&region)?;
        self.slots[slots.clone()].fill(None);
        Some(slots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_taken_in_a_row_and_given_back_once() {
        let mut table = Table::new(4);
        let (first, slots) = table.take(1, 2).unwrap();
        assert_eq!(slots, 0..2);
        assert_eq!(table.take(1, 3), Err(2));
        let (second, slots) = table.take(2, 2).unwrap();
        assert_eq!(slots, 2..4);
        assert_eq!(table.give_back(first), Some(0..2));
        assert_eq!(table.give_back(first), None);
        assert_eq!(table.take(1, 3), Err(2), "not one behind the other");
        assert!(table.leave(2).into_iter().eq([(2, 4)].map(|(from, to)| from..to)));
        assert_eq!(table.give_back(second), None, "they went with their owner");
        assert_eq!(table.take(1, 4).unwrap().1, 0..4);
    }

    #[test]
    fn a_context_is_one_programs_unless_the_scheme_looks_at_none() {
        let mut table = Table::new(0);
        for index in 0..3 {
            assert_eq!(table.free_context(Scheme::Portal, 3), Some((index, true)));
            table.enter(Scheme::Portal, index);
        }
        assert_eq!(table.free_context(Scheme::Portal, 3), None);
        table.leave(2);
        assert_eq!(table.free_context(Scheme::Portal, 3), Some((1, true)));
        assert_eq!(table.scheme(), Some(Scheme::Portal));
        table.leave(1);
        table.leave(3);
        assert_eq!(table.scheme(), None);
        for is_new in [true, false, false] {
            assert_eq!(table.free_context(Scheme::Repeat5, 1), Some((0, is_new)));
            table.enter(Scheme::Repeat5, 0);
        }
    }
}
