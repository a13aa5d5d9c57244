// SPDX-License-Identifier: Apache-2.0
//! The door: whether a start may be, and if not, why.

use forebay_regs::desc;
use forebay_regs::user::udma::bad_hi::reason;

use super::access::Start;
use super::engine::Record;
use super::slots::{Found, Slots};
use crate::front_end::transfer::{Paths, Transfer};

/// Bytes of the longest transfer: what the movers take.
const MOST_BYTES: u32 = desc::length::BYTES.max();

/// Why a start is refused, and the slot address with which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refused {
    pub(super) reason: u32,
    pub(super) bad: u64,
}

/// What the door makes of a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    pub(super) transfer: Result<Transfer, Refused>,
    /// Where a record of it goes, if one is wanted and there is a place for it.
    pub(super) record: Option<Record>,
}

/// What the door goes by.
#[derive(Debug)]
pub(super) struct Door<'a> {
    pub(super) slots: &'a Slots,
    pub(super) paths: Paths,
    /// The context is enabled, and the front end works.
    pub(super) on: bool,
    /// It has as many transfers under way as it may.
    pub(super) full: bool,
}

const fn refused(reason: u32, bad: u64) -> Refused {
    Refused { reason, bad }
}

impl Door<'_> {
    /// The first reason that applies, in the order of the decision, or the transfer.
    pub(super) fn judge(&self, start: &Start) -> Judged {
        let record = self.of_no_address(start).and_then(|()| self.record(start));
        let transfer = match record {
            Ok(_) => self.transfer(start),
            Err(refused) => Err(refused),
        };
        let record = record.ok().flatten().filter(|_| !self.full);
        Judged { transfer, record }
    }

    fn of_no_address(&self, start: &Start) -> Result<(), Refused> {
        if !self.on {
            return Err(refused(reason::OFF, start.src));
        }
        if start.size == 0 {
            return Err(refused(reason::EMPTY, start.src));
        }
        Ok(())
    }

    fn find(&self, start: &Start, address: u64) -> Result<Found, Refused> {
        self.slots.find(start.context, address).ok_or(refused(reason::SLOT, address))
    }

    /// Where the record goes, if one is wanted.
    fn record(&self, start: &Start) -> Result<Option<Record>, Refused> {
        if !start.record {
            return Ok(None);
        }
        let at = start.record_address;
        let found = self.find(start, at)?;
        let wrong = if !found.slot.writable() {
            Some(reason::UNWRITABLE)
        } else if !found.holds(Record::BYTES) {
            Some(reason::EXTENT)
        } else if found.slot.card() || !at.is_multiple_of(Record::BYTES.into()) {
            Some(reason::PATH)
        } else {
            None
        };
        let record = Record { slot_address: at, bus: found.bus(), cookie: start.cookie };
        wrong.map_or(Ok(Some(record)), |reason| Err(refused(reason, at)))
    }

    fn transfer(&self, start: &Start) -> Result<Transfer, Refused> {
        let src = self.find(start, start.src)?;
        let dst = self.find(start, start.dst)?;
        let (src_card, dst_card) = (src.slot.card(), dst.slot.card());
        let checks = [
            (!src.slot.readable(), reason::UNREADABLE, start.src),
            (!dst.slot.writable(), reason::UNWRITABLE, start.dst),
            (!src.holds(start.size), reason::EXTENT, start.src),
            (!dst.holds(start.size), reason::EXTENT, start.dst),
            (start.size > MOST_BYTES, reason::EXTENT, start.src),
            (!self.paths.has(src_card, dst_card), reason::PATH, start.dst),
            (self.full, reason::FULL, start.src),
        ];
        if let Some((_, reason, bad)) = checks.into_iter().find(|(wrong, ..)| *wrong) {
            return Err(refused(reason, bad));
        }
        Ok(Transfer { src: src.bus(), dst: dst.bus(), bytes: start.size, src_card, dst_card })
    }
}

#[cfg(test)]
#[path = "tests/door.rs"]
mod tests;
