// SPDX-License-Identifier: Apache-2.0
//! One operation a cycle for the digits that are not zero (`fby_msm_dispatch`), from what the source offers.
//!
//! ```text
//!   head (offered) --> next (waits) --> current --> operation
//! ```

use super::counts::Counts;
use super::pair::{Pair, Supply};
use super::source::Source;

/// An operation, by its bucket, in the output register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    pub(super) bucket: u32,
    /// The first cycle in which it can go on.
    pub(super) from: u64,
}

/// Pairs from the source to the operation.
#[derive(Debug)]
pub(super) struct Dispatch {
    source: Source,
    /// Pairs that the source has not offered.
    left: usize,
    /// The three pairs, by the places they are in.
    pairs: [Pair; 3],
    head: usize,
    next: usize,
    current: usize,
    /// The first cycle in which the head can be taken, if there is one.
    head_from: Option<u64>,
    /// The cycle in which the next pair was taken from the source, if there is one.
    next_at: Option<u64>,
    /// Operations of the current pair that are gone, and the first cycle for the next one.
    gone: usize,
    current_from: u64,
    pub(super) operation: Option<Operation>,
    /// The cycle in which the last pair of the run was taken from the source.
    pub(super) last_at: Option<u64>,
}

impl Dispatch {
    /// That of a run of so many pairs that begins in cycle `began`.
    pub(super) fn new(began: u64, pairs: usize) -> Self {
        Self {
            source: Source::new(began),
            left: pairs,
            pairs: [Pair::EMPTY; 3],
            head: 0,
            next: 1,
            current: 2,
            head_from: None,
            next_at: None,
            gone: 0,
            current_from: 0,
            operation: None,
            last_at: (pairs == 0).then_some(began),
        }
    }

    /// Operations of the current pair that can go one after the other from that cycle on.
    pub(super) fn stream(&self, cycle: u64) -> &[u32] {
        let current = &self.pairs[self.current];
        let from = if self.current_from <= cycle { self.gone } else { current.count };
        &current.buckets[from..current.count]
    }

    /// Whether the current pair has no operation left.
    fn is_spent(&self) -> bool {
        self.gone == self.pairs[self.current].count
    }

    /// Nothing of the run is left here.
    pub(super) fn is_over(&self) -> bool {
        self.last_at.is_some()
            && self.operation.is_none()
            && self.next_at.is_none()
            && self.is_spent()
    }

    /// The operation goes on in that cycle, if it can.
    pub(super) fn fire(&mut self, cycle: u64) -> Option<u32> {
        let fired = self.operation.take_if(|operation| operation.from <= cycle)?;
        Some(fired.bucket)
    }

    /// What happens in that cycle behind the operation, after [`Dispatch::fire`].
    pub(super) fn cycle(&mut self, cycle: u64, supply: &mut impl Supply, counts: &mut Counts) {
        if self.operation.is_none() && !self.stream(cycle).is_empty() {
            let bucket = self.pairs[self.current].buckets[self.gone];
            self.operation = Some(Operation { bucket, from: cycle + 1 });
            self.gone += 1;
        }
        self.turn(cycle);
        self.take_pairs(cycle, cycle + 1, supply, counts);
    }

    /// So many operations of [`Dispatch::stream`] have gone in the cycles from `from` on, one in each; `operation` is in the output
    /// register now.
    pub(super) fn streamed(
        &mut self,
        (from, cycles): (u64, usize),
        operation: u32,
        supply: &mut impl Supply,
        counts: &mut Counts,
    ) {
        let end = from + cycles as u64;
        self.gone += cycles;
        self.operation = Some(Operation { bucket: operation, from: end });
        if self.is_spent() {
            self.take_pairs(from, end - 1, supply, counts);
            self.turn(end - 1);
            self.take_pairs(end - 1, end, supply, counts);
        } else {
            self.take_pairs(from, end, supply, counts);
        }
    }

    /// The next pair becomes the current one where that is spent.
    fn turn(&mut self, cycle: u64) {
        if self.is_spent() && self.next_at.is_some_and(|at| at < cycle) {
            std::mem::swap(&mut self.current, &mut self.next);
            self.next_at = None;
            self.gone = 0;
            self.current_from = cycle + 1;
        }
    }

    /// Takes from the source in the cycles from `from` to `to` what it offers and there is room for: pairs of zeros are dropped.
    fn take_pairs(&mut self, from: u64, to: u64, supply: &mut impl Supply, counts: &mut Counts) {
        loop {
            if self.head_from.is_none() && self.left > 0 {
                let arrival = supply.next(&mut self.pairs[self.head]);
                self.head_from = arrival.map(|arrival| self.source.offer(&arrival));
            }
            let Some(cycle) = self.head_from.map(|head| head.max(from)) else { return };
            let count = self.pairs[self.head].count;
            if cycle >= to || count > 0 && self.next_at.is_some() {
                return;
            }
            self.head_from = None;
            self.left -= 1;
            if self.left == 0 {
                self.last_at = Some(cycle);
            }
            self.source.take(cycle);
            counts.pairs += 1;
            counts.zero_digits += (supply.windows() - count) as u64;
            if count > 0 {
                std::mem::swap(&mut self.next, &mut self.head);
                self.next_at = Some(cycle);
            }
        }
    }

    /// The first cycle from `cycle` on in which something could happen here; with `room` the operation can go on.
    pub(super) fn next_event(&self, cycle: u64, room: bool) -> u64 {
        let operation = match self.operation {
            Some(operation) if room => operation.from,
            None if !self.is_spent() => self.current_from,
            _ => u64::MAX,
        };
        let turn = self.next_at.filter(|_| self.is_spent()).map_or(u64::MAX, |at| at + 1);
        let fits = self.next_at.is_none() || self.pairs[self.head].count == 0;
        let head = self.head_from.filter(|_| fits).unwrap_or(u64::MAX);
        operation.min(turn).min(head).max(cycle)
    }
}
