// SPDX-License-Identifier: Apache-2.0
//! When stores arrive and lines leave.

use std::collections::VecDeque;

use crate::Processor;

/// All that the times to come depend on, each from now on; what is over is 0.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct Ahead {
    commit: u64,
    waiting: Vec<u64>,
    uncached: u64,
    draining: Vec<u64>,
    leaving: Vec<(u64, u64)>,
}

/// Times of one processor, in picoseconds. What would be later than the last of them, after 213 days, is at the last.
#[derive(Debug)]
pub(crate) struct Clock {
    processor: Processor,
    /// Where the program is.
    pub(crate) now_ps: u64,
    /// When the last store arrived in its buffer.
    committed_ps: u64,
    /// The same of those before it that may still wait.
    waiting: VecDeque<u64>,
    /// When the last uncached store has left.
    uncached_ps: u64,
    /// When each of the last lines reaches the card, as many as the queue has places.
    draining: VecDeque<u64>,
    /// Lines that were taken lately, and when they may be opened again.
    leaving: VecDeque<(u64, u64)>,
}

impl Clock {
    pub(crate) fn new(processor: Processor) -> Self {
        Self {
            processor,
            now_ps: 0,
            committed_ps: 0,
            waiting: VecDeque::new(),
            uncached_ps: 0,
            draining: VecDeque::new(),
            leaving: VecDeque::new(),
        }
    }

    /// The program works for so long.
    pub(crate) const fn work(&mut self, ps: u64) {
        self.now_ps = self.now_ps.saturating_add(ps);
    }

    /// A store finds a place among those that wait. Returns when it arrives at the earliest.
    pub(crate) fn store(&mut self) -> u64 {
        if self.waiting.len() as u64 == self.processor.store_buffer {
            // It waits for the oldest of them.
            self.now_ps = self.now_ps.max(self.waiting.pop_front().unwrap_or(0));
        }
        self.now_ps.max(self.committed_ps.saturating_add(self.processor.commit_ps))
    }

    /// The store has arrived.
    pub(crate) fn commit(&mut self, at_ps: u64) {
        self.committed_ps = at_ps;
        self.waiting.push_back(at_ps);
    }

    /// When a store may open that line.
    pub(crate) fn line_free(&self, line: u64) -> u64 {
        let of_line = self.leaving.iter().rev().find(|(leaving, _)| *leaving == line);
        of_line.map_or(0, |(_, until_ps)| *until_ps)
    }

    /// A line wants to leave. Returns when its buffer may hold another.
    pub(crate) fn leave(&mut self, line: u64, at_ps: u64) -> u64 {
        let Processor { queue, drain_ps, hand_over_ps, same_line_ps, .. } = self.processor;
        let mut taken_ps = at_ps;
        if self.draining.len() as u64 == queue {
            taken_ps = taken_ps.max(self.draining.pop_front().unwrap_or(0));
        }
        let before_ps = self.draining.back().copied().unwrap_or(0);
        self.draining.push_back(before_ps.max(taken_ps).saturating_add(drain_ps));
        while self.leaving.front().is_some_and(|(_, until_ps)| *until_ps <= self.committed_ps) {
            self.leaving.pop_front();
        }
        self.leaving.push_back((line, taken_ps.saturating_add(same_line_ps)));
        taken_ps.saturating_add(hand_over_ps)
    }

    /// An uncached store; the program goes on while it leaves, up to the next one.
    pub(crate) fn uncached(&mut self) {
        self.now_ps = self.now_ps.max(self.uncached_ps);
        self.uncached_ps = self.now_ps.saturating_add(self.processor.uncached_store_ps);
    }

    /// Everything before has left.
    pub(crate) fn settle(&mut self) {
        let lines = self.leaving.iter().map(|(_, until_ps)| *until_ps);
        let all = lines.chain([self.now_ps, self.committed_ps, self.uncached_ps]);
        self.now_ps = all.max().unwrap_or(self.now_ps);
        self.waiting.clear();
        self.leaving.clear();
    }

    /// When the last line is at the card.
    pub(crate) fn drained_ps(&self) -> u64 {
        self.draining.back().copied().unwrap_or(0).max(self.uncached_ps)
    }

    /// A read, behind nothing.
    pub(crate) const fn read(&mut self) {
        self.now_ps = self.now_ps.saturating_add(self.processor.read_ps);
    }

    pub(crate) fn ahead(&self) -> Ahead {
        let from_now = |ps: &u64| ps.saturating_sub(self.now_ps);
        let leaving = self.leaving.iter().map(|(line, until_ps)| (*line, from_now(until_ps)));
        Ahead {
            commit: from_now(&self.committed_ps.saturating_add(self.processor.commit_ps)),
            waiting: self.waiting.iter().map(from_now).collect(),
            uncached: from_now(&self.uncached_ps),
            draining: self.draining.iter().map(from_now).collect(),
            leaving: leaving.filter(|(_, until)| *until > 0).collect(),
        }
    }
}
