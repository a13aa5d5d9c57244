// SPDX-License-Identifier: Apache-2.0
//! The contexts of programs: what the kernel says of each, and what is counted of it.

use forebay_regs::user::udma::{self, bad_hi::reason};

use super::access::CONTEXTS;
use super::door::Refused;
use super::tally::Tally;

/// Transfers that a context may have under way.
pub(super) const DEPTH: u32 = 8;
/// Reasons of refusals, from the first one on.
const REASONS: usize = udma::REFUSED.count() as usize;

/// A counter that stops at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count(u32);

impl Count {
    pub(super) const fn up(&mut self) {
        self.0 = self.0.saturating_add(1);
    }

    pub(super) const fn add(&mut self, more: u32) {
        self.0 = self.0.saturating_add(more);
    }

    pub(super) const fn get(self) -> u32 {
        self.0
    }
}

/// One of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    pub(super) on: bool,
    /// It was turned off with transfers that are not over: until they are, it is off whatever is written.
    doomed: bool,
    /// 0: none.
    pub(super) key: u64,
    /// Transfers that are not over, and records of refused starts.
    pub(super) count: u32,
    /// Bytes of the transfer that was started last.
    pub(super) bytes: u32,
    /// Whether the last transfer that ended has ended well; none before the first.
    pub(super) last: Option<bool>,
    /// With which address something went wrong last, and why.
    pub(super) bad: u64,
    pub(super) reason: u32,
    pub(super) starts: Count,
    pub(super) done: Count,
    pub(super) failures: Count,
    pub(super) strays: Count,
    pub(super) refused: [Count; REASONS],
    /// Descriptors of lists that never came to the door.
    pub(super) skipped: Count,
    /// How its list has gone so far, while it has one that is not over.
    pub(super) list: Option<Tally>,
}

impl Context {
    /// The kernel turns it on or off: whoever has it next has had no transfer.
    pub(super) const fn turn(&mut self, on: bool) {
        (self.on, self.last) = (on, None);
        self.doomed |= !on && self.count > 0;
    }

    /// Whether it may start something.
    pub(super) const fn may_start(&self) -> bool {
        self.on && !self.doomed
    }

    /// Tells what went wrong last, and with which address.
    pub(super) const fn blame(&mut self, Refused { reason, bad }: Refused) {
        (self.bad, self.reason) = (bad, reason);
    }

    /// A start of it is refused.
    pub(super) fn refuse(&mut self, refused: Refused) {
        self.blame(refused);
        if let Some(at) = refused.reason.checked_sub(reason::EMPTY) {
            self.refused[at as usize].up();
        }
    }

    /// A start of it is taken.
    pub(super) const fn take(&mut self, bytes: u32) {
        self.starts.up();
        self.bytes = bytes;
        self.count += 1;
    }

    /// Descriptor `item` of its list did not end well.
    pub(super) const fn note(&mut self, item: u32, reason: u32) {
        if let Some(tally) = &mut self.list {
            tally.note(item, reason);
        }
    }

    /// A transfer of it has ended; why not well, and with which address, if so.
    pub(super) const fn end(&mut self, failure: Option<Refused>) {
        self.last = Some(failure.is_none());
        match failure {
            Some(refused) => {
                self.blame(refused);
                self.failures.up();
            }
            None => self.done.up(),
        }
    }
}

/// All of them, and whom an interrupt tells what.
#[derive(Debug, Default)]
pub(super) struct Contexts {
    pub(super) all: [Context; CONTEXTS],
    /// A bit each.
    pub(super) pending: u32,
    pub(super) enable: u32,
}

impl Contexts {
    /// A place of the queue is free again; whether that is told.
    pub(super) const fn leave(&mut self, context: usize, tells: bool) {
        let own = &mut self.all[context];
        own.count -= 1;
        own.doomed &= own.count > 0;
        self.pending |= (tells as u32) << context;
    }

    pub(super) const fn line(&self) -> bool {
        self.pending & self.enable != 0
    }
}
