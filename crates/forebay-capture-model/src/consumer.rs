// SPDX-License-Identifier: Apache-2.0
//! The thread that takes buffers: what it does, until when, and what its time has gone on.

use forebay_host_model::Time;

use crate::card::Filled;
use crate::outcome::{Binding, Spent};

/// What the thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// Has not begun.
    Absent,
    /// Nothing, until a handler wakes it, or looks again and again until there is something.
    Waits,
    /// Gets the processor, or has seen something.
    Comes,
    /// Has a buffer, and takes its data.
    Takes(Filled),
    /// Writes what it has taken.
    Writes,
}

/// The thread.
#[derive(Clone, Debug)]
pub(crate) struct Consumer {
    pub(crate) doing: Doing,
    /// When that ends.
    pub(crate) until: Time,
    spent: Spent,
    /// Since it last had nothing to do.
    behind: Spent,
    /// What most of the present doing goes on.
    present: Option<Binding>,
}

impl Consumer {
    /// One that has not begun, and will then.
    pub(crate) fn absent(until: Time) -> Self {
        Self {
            doing: Doing::Absent,
            until,
            spent: Spent::default(),
            behind: Spent::default(),
            present: None,
        }
    }

    /// Does that from then on, for so long, which goes on these things.
    pub(crate) fn begin(&mut self, doing: Doing, until: Time, parts: &[(Binding, Time)]) {
        let mut present = Spent::default();
        for (part, time) in parts {
            self.spent.add(*part, *time);
            self.behind.add(*part, *time);
            present.add(*part, *time);
        }
        self.present = present.most();
        self.doing = doing;
        self.until = until;
    }

    /// There is nothing for it to do.
    pub(crate) fn wait(&mut self) {
        self.doing = Doing::Waits;
        self.until = Time::NEVER;
        self.behind = Spent::default();
        self.present = None;
    }

    pub(crate) const fn spent(&self) -> Spent {
        self.spent
    }

    /// Why it has not emptied the buffers.
    pub(crate) fn behind_by(&self) -> Option<Binding> {
        self.behind.most()
    }

    /// What keeps it from looking at the engine.
    pub(crate) const fn kept_by(&self) -> Option<Binding> {
        self.present
    }
}
