// SPDX-License-Identifier: Apache-2.0
//! What an engine has between the store that starts it and its end: one list, or several that are linked.

use std::collections::VecDeque;

use forebay_bus::{CardError, HostMemory, host::Shared};
use forebay_regs::poll_wb;

use super::list::{List, put, word};

/// Descriptors of a run at most: what the word counts.
pub(super) const RUN_DESCRIPTORS: usize = 1 << 20;

/// The word in which the engine tells how many descriptors of its run are done.
pub(super) struct Word(Shared);

impl Word {
    pub(super) fn new(host: &HostMemory) -> Result<Self, CardError> {
        host.share(64).map(Self)
    }

    pub(super) fn addr(&self) -> u64 {
        self.0.addr()
    }

    pub(super) fn clear(&self) {
        put(&self.0, 0, &[0; 4]);
    }

    /// Descriptors that are done, and whether the run has failed.
    pub(super) fn progress(&self) -> (usize, bool) {
        let word = word(&self.0, 0);
        (poll_wb::word::COUNT.get(word) as usize, poll_wb::word::ERROR.is_set(word))
    }
}

/// A list of a run.
pub(super) struct Listed {
    pub(super) list: List,
    /// Descriptors of the run before it.
    from: usize,
}

impl Listed {
    /// Descriptors of the run up to its last.
    pub(super) const fn end(&self) -> usize {
        self.from + self.list.len()
    }

    /// Descriptors of it that are done when so many of the run are.
    pub(super) fn done(&self, count: usize) -> usize {
        count.saturating_sub(self.from).min(self.list.len())
    }

    /// Whether it is the one that the run works on when so many descriptors are done.
    pub(super) const fn is_at(&self, count: usize) -> bool {
        self.from <= count && count < self.end()
    }
}

/// The lists of a run, each of a transfer of its own, in order. None: the engine is idle.
#[derive(Default)]
pub(super) struct Run {
    pub(super) lists: VecDeque<Listed>,
    /// Counts at which the engine has stopped if it had fetched the stop before that was taken away.
    stops: VecDeque<usize>,
    /// A doorbell began it.
    pub(super) rung: bool,
}

impl Run {
    pub(super) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Descriptors of the whole run.
    pub(super) fn end(&self) -> usize {
        self.lists.back().map_or(0, Listed::end)
    }

    /// Its only list so far, which a doorbell has begun or a list in memory is to.
    pub(super) fn begin(&mut self, list: List, rung: bool) {
        self.stops.clear();
        self.rung = rung;
        self.lists.push_back(Listed { list, from: 0 });
    }

    /// Writes what is left of the list that has begun, so many descriptors at a time.
    pub(super) fn write_rest(&mut self, step: usize) {
        let Some(last) = self.lists.back_mut() else { return };
        self.stops.extend(std::iter::from_fn(|| last.list.write_on(step)));
    }

    /// Has the engine go on with `list` behind the last one.
    pub(super) fn link(&mut self, list: List) {
        let from = self.end();
        if let Some(last) = self.lists.back() {
            last.list.link(&list);
            self.stops.push_back(from);
        }
        self.lists.push_back(Listed { list, from });
    }

    /// Whether the engine may have stopped with so many descriptors done, since it did not see what was put behind them.
    pub(super) fn may_end_at(&mut self, count: usize) -> bool {
        while self.stops.front().is_some_and(|stop| *stop < count) {
            self.stops.pop_front();
        }
        self.stops.front() == Some(&count)
    }
}
