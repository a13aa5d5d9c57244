// SPDX-License-Identifier: Apache-2.0
//! How a list goes: what its record says.

use forebay_regs::batch_record::result;
use forebay_regs::user::udma::bad_hi::reason;

/// Counted from a list's line to its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    good: u32,
    /// The first of the list that did not end well, and why.
    first: Option<(u32, u32)>,
}

impl Tally {
    /// One has ended well.
    pub(super) const fn good(&mut self) {
        self.good += 1;
    }

    /// Descriptor `item` has not; the first reason that is told of one stays.
    pub(super) const fn note(&mut self, item: u32, reason: u32) {
        match self.first {
            Some((first, _)) if first <= item => {}
            _ => self.first = Some((item, reason)),
        }
    }

    /// The lower half of the record.
    pub(super) const fn says(&self) -> u32 {
        let (first, reason) = match self.first {
            Some(first) => first,
            None => (0, reason::DONE),
        };
        result::GOOD.put(self.good) | result::FIRST.put(first) | result::REASON.put(reason)
    }
}
