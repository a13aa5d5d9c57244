// SPDX-License-Identifier: Apache-2.0
//! Bytes of a channel on their way from its reading to its writing half: how many have passed, and when.

use std::collections::VecDeque;

/// Bytes that have passed, and what of them has been taken.
#[derive(Debug, Default)]
pub(crate) struct Outs {
    /// So many bytes in all were through in that cycle.
    passed: VecDeque<(u64, u64)>,
    total: u64,
    taken: u64,
}

impl Outs {
    /// Bytes pass in that cycle, which is no earlier than that of those before.
    pub(crate) fn pass(&mut self, bytes: u64, at: u64) {
        self.total += bytes;
        self.passed.push_back((self.total, at));
    }

    /// The cycle in which the next `bytes` were through, if they are known.
    pub(crate) fn through(&mut self, bytes: u64) -> Option<u64> {
        let end = self.taken + bytes;
        while self.passed.len() > 1 && self.passed.front().is_some_and(|(total, _)| *total < end) {
            self.passed.pop_front();
        }
        self.passed.front().filter(|(total, _)| *total >= end).map(|(_, at)| *at)
    }

    /// The first bytes that are there and when, at most so many.
    pub(crate) fn front(&mut self) -> Option<(u64, u64)> {
        while self.passed.front().is_some_and(|(total, _)| *total <= self.taken) {
            self.passed.pop_front();
        }
        self.passed.front().map(|(total, at)| (total - self.taken, *at))
    }

    /// The next bytes are taken.
    pub(crate) fn take(&mut self, bytes: u64) {
        self.taken += bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_through_when_the_last_of_them_is() {
        let mut outs = Outs::default();
        outs.pass(100, 5);
        outs.pass(50, 9);
        assert_eq!(
            (outs.through(100), outs.through(101), outs.through(151)),
            (Some(5), Some(9), None)
        );
        outs.take(100);
        assert_eq!(
            (outs.front(), outs.through(50), outs.through(51)),
            (Some((50, 9)), Some(9), None)
        );
        outs.take(50);
        assert_eq!(outs.front(), None);
    }
}
