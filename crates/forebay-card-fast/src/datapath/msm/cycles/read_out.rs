// SPDX-License-Identifier: Apache-2.0
//! The sums of a pass on their way out (`fby_msm_readout` of each lane, `fby_msm_collect`).

use super::facts::{SUM_BEATS, SUM_CYCLES};
use super::records::Records;

/// A read-out: the sums of the first lane, then those of the next one.
#[derive(Debug)]
pub(super) struct ReadOut {
    /// Cycles in which the lanes have summed their buckets, of those that have not read out all.
    summed_at: std::vec::IntoIter<u64>,
    windows: usize,
    /// Beats that the lane under way still has.
    left: usize,
    /// The first cycle in which the next beat is there.
    from: u64,
}

impl ReadOut {
    /// One of so many windows of each lane, which has its sums in a cycle each.
    pub(super) fn new(windows: usize, summed_at: Vec<u64>) -> Self {
        let mut read_out = Self { summed_at: summed_at.into_iter(), windows, left: 0, from: 0 };
        read_out.turn(0);
        read_out
    }

    /// All beats are gone.
    pub(super) const fn is_over(&self) -> bool {
        self.left == 0
    }

    /// The first cycle in which the next beat is there.
    pub(super) const fn from(&self) -> u64 {
        self.from
    }

    /// Goes on from cycle `clock` to `until`, or until something was sent; whether something was.
    pub(super) fn advance(
        &mut self,
        clock: &mut u64,
        until: u64,
        records: &mut impl Records,
    ) -> bool {
        *clock = self.from.min(until).max(*clock);
        let of_sum = (self.left - 1) % SUM_BEATS + 1;
        let most = usize::try_from(until - *clock).unwrap_or(usize::MAX);
        let beats = of_sum.min(records.room()).min(most);
        if beats == 0 {
            *clock = until;
            return false;
        }
        records.send(beats);
        self.left -= beats;
        *clock += beats as u64;
        if self.left == 0 {
            self.turn(*clock);
        } else if beats == of_sum {
            self.from = *clock - 1 + SUM_CYCLES;
        }
        true
    }

    /// The next lane's turn comes in cycle `clock`.
    fn turn(&mut self, clock: u64) {
        if let Some(summed_at) = self.summed_at.next() {
            self.left = self.windows * SUM_BEATS;
            self.from = clock.max(summed_at + SUM_CYCLES);
        }
    }
}
