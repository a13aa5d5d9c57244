// SPDX-License-Identifier: Apache-2.0
//! When the entries of a stream port came: the core may look at them later than its cycles say that it did.

use std::collections::VecDeque;

/// From the cycle in which an entry is written to the first one in which it is at the FIFO's output (`fby_fifo`).
const FIFO_CYCLES: u64 = 1;

/// Entries of a stream port, oldest first, as so many that came together.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    groups: VecDeque<Group>,
    entries: usize,
}

#[derive(Debug)]
struct Group {
    entries: usize,
    /// The first cycle in which they could be seen.
    seen_from: u64,
}

impl Arrivals {
    /// The stream port holds so many entries now.
    pub(super) fn note(&mut self, held: usize, now: u64) {
        if let Some(entries) = held.checked_sub(self.entries).filter(|entries| *entries > 0) {
            self.groups.push_back(Group { entries, seen_from: now + FIFO_CYCLES });
            self.entries = held;
        }
        // Some were thrown away.
        while held < self.entries {
            self.take();
        }
    }

    /// The oldest entry goes; the first cycle in which it could be seen.
    pub(super) fn take(&mut self) -> u64 {
        let Some(group) = self.groups.front_mut() else { return 0 };
        let seen_from = group.seen_from;
        group.entries -= 1;
        if group.entries == 0 {
            self.groups.pop_front();
        }
        self.entries -= 1;
        seen_from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_entry_has_the_time_at_which_it_came() {
        let mut arrivals = Arrivals::default();
        arrivals.note(2, 10);
        arrivals.note(2, 20);
        arrivals.note(3, 30);
        assert_eq!([arrivals.take(), arrivals.take()], [11, 11]);
        arrivals.note(3, 40);
        assert_eq!([arrivals.take(), arrivals.take(), arrivals.take()], [31, 41, 41]);
    }

    #[test]
    fn entries_that_were_thrown_away_are_the_oldest() {
        let mut arrivals = Arrivals::default();
        arrivals.note(5, 10);
        arrivals.note(6, 20);
        arrivals.note(1, 30);
        assert_eq!(arrivals.take(), 21);
        arrivals.note(0, 40);
        arrivals.note(1, 50);
        assert_eq!(arrivals.take(), 51);
    }
}
