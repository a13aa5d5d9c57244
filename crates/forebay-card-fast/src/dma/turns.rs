// SPDX-License-Identifier: Apache-2.0
//! Whose data goes next on a bus (`fby_axi_arb_wr`): addresses are chosen ahead of their data, one in a cycle.

use std::collections::VecDeque;

/// Bursts that are chosen and whose data has not begun.
const AHEAD: usize = 4;

/// The bursts that have been chosen, in order.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// Whose each is, and from which cycle on its data may go.
    chosen: VecDeque<(usize, u64)>,
    /// The first cycle in which the next one may be chosen.
    free: u64,
}

impl Turns {
    /// Chooses a burst if there is room.
    pub(crate) fn choose(&mut self, now: u64, whose: usize) -> bool {
        let may = self.free <= now && self.chosen.len() < AHEAD;
        if may {
            self.chosen.push_back((whose, now + 1));
            self.free = now + 1;
        }
        may
    }

    /// When one may be chosen, if that hangs on nobody.
    pub(crate) fn next_choice(&self) -> Option<u64> {
        (self.chosen.len() < AHEAD).then_some(self.free)
    }

    /// From which cycle on data may go of the one whose turn it is, if it is theirs.
    pub(crate) fn turn(&self, whose: usize) -> Option<u64> {
        self.chosen.front().filter(|(other, _)| *other == whose).map(|(_, from)| *from)
    }

    /// The data of the one whose turn it is begins.
    pub(crate) fn begin(&mut self) {
        self.chosen.pop_front();
    }

    /// Nothing more comes of them.
    pub(crate) fn forget(&mut self, whose: usize) {
        self.chosen.retain(|(other, _)| *other != whose);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_goes_in_the_order_of_the_choice() {
        let mut turns = Turns::default();
        assert!(turns.choose(3, 7) && !turns.choose(3, 8) && turns.choose(4, 8));
        assert_eq!((turns.turn(7), turns.turn(8)), (Some(4), None));
        turns.begin();
        assert_eq!((turns.turn(7), turns.turn(8)), (None, Some(5)));
        assert!(turns.choose(5, 7) && turns.choose(6, 7) && turns.choose(7, 9));
        assert_eq!((turns.choose(9, 9), turns.next_choice()), (false, None), "no room");
        turns.forget(7);
        turns.begin();
        assert_eq!((turns.turn(9), turns.next_choice()), (Some(8), Some(8)));
    }
}
