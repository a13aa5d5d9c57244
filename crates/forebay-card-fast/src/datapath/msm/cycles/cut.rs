// SPDX-License-Identifier: Apache-2.0
//! When digits set out (`fby_msm_cut`): one a cycle, as long as its queue has room for all that are on their way.

use super::facts::{CUT_CYCLES, CUT_DEPTH, CUT_WAY};

/// Operations outstanding up to which there is room whatever the digits on the way are.
const SAFE: usize = CUT_DEPTH - 1 - CUT_WAY;
/// Digits that begin within the cycles in which a zero is on its way, as a power of two.
const ZEROS: usize = (CUT_WAY + 1).next_power_of_two();

/// Digits of a lane in a pass.
#[derive(Debug, Default)]
pub(super) struct Cut {
    /// When the last digit set out.
    started_at: u64,
    /// When operations left the queue, by their number modulo its depth.
    left_at: [u64; CUT_DEPTH],
    operations: usize,
    /// When zeros set out.
    zero_at: [u64; ZEROS],
    zeros: usize,
}

impl Cut {
    /// When the last digit set out.
    pub(super) const fn started_at(&self) -> u64 {
        self.started_at
    }

    /// The first cycle in which nothing is on its way, if all operations have left.
    pub(super) const fn rests_from(&self) -> u64 {
        if self.started_at == 0 { 0 } else { self.offers_from() }
    }

    /// The next digit sets out, in cycle `from` at the earliest; when it does.
    #[inline]
    pub(super) fn start(&mut self, from: u64) -> u64 {
        let mut cycle = from.max(self.started_at + 1);
        if self.left_at[self.operations.wrapping_sub(SAFE) % CUT_DEPTH] >= cycle {
            while self.outstanding(cycle) >= CUT_DEPTH {
                cycle += 1;
            }
        }
        self.started_at = cycle;
        cycle
    }

    /// The digit that has set out is zero.
    #[inline]
    pub(super) const fn zero(&mut self) {
        self.zero_at[self.zeros % ZEROS] = self.started_at;
        self.zeros += 1;
    }

    /// The first cycle in which the operation of the digit that has set out can leave the queue.
    #[inline]
    pub(super) const fn offers_from(&self) -> u64 {
        self.started_at + CUT_CYCLES
    }

    /// It leaves.
    #[inline]
    pub(super) const fn leave(&mut self, cycle: u64) {
        self.left_at[self.operations % CUT_DEPTH] = cycle;
        self.operations += 1;
    }

    /// Digits that have set out before that cycle and not ended.
    fn outstanding(&self, cycle: u64) -> usize {
        let waiting = self.left_at.iter().filter(|left| **left >= cycle).count();
        let zeros =
            self.zero_at.iter().filter(|zero| **zero > 0 && **zero + CUT_WAY as u64 >= cycle);
        waiting + zeros.count()
    }
}
