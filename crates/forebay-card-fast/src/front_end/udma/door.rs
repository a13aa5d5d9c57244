// SPDX-License-Identifier: Apache-2.0
//! The door: whether a start may be, and if not, why.

use forebay_regs::desc;
use forebay_regs::user::udma::bad_hi::reason;

use super::access::Start;
use super::job::Record;
use super::lists::{ITEM_BYTES, MOST_ITEMS};
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
    pub(super) passed: Result<Passed, Refused>,
    /// Where a record of it goes, if one is wanted and there is a place for it.
    pub(super) record: Option<Record>,
}

/// What passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    Transfer(Transfer),
    /// A list, and where on the bus it is.
    List(u64),
}

/// What the door goes by.
#[derive(Debug)]
pub(super) struct Door<'a> {
    pub(super) slots: &'a Slots,
    /// Addresses are those of host memory, and not of slots.
    pub(super) direct: bool,
    pub(super) paths: Paths,
    /// The context is enabled, and the front end works.
    pub(super) on: bool,
    /// It has as many transfers under way as it may.
    pub(super) full: bool,
    /// It has a list that is not over.
    pub(super) has_list: bool,
}

const fn refused(reason: u32, bad: u64) -> Refused {
    Refused { reason, bad }
}

impl Door<'_> {
    /// The first reason that applies, in the order of the decision, or the transfer.
    pub(super) fn judge(&self, start: &Start) -> Judged {
        let record = self.of_no_address(start).and_then(|()| self.record(start));
        let passed = match record {
            Ok(_) if start.list => self.list(start).map(Passed::List),
            Ok(_) => self.transfer(start).map(Passed::Transfer),
            Err(refused) => Err(refused),
        };
        let record = record.ok().flatten().filter(|_| !self.full);
        Judged { passed, record }
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
        if self.direct {
            return Ok(Found::direct(address));
        }
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

    /// Where the list is.
    fn list(&self, start: &Start) -> Result<u64, Refused> {
        let list = self.find(start, start.src)?;
        let too_long = start.size > MOST_ITEMS || !list.holds(start.size * ITEM_BYTES);
        let aligned = start.src.is_multiple_of(ITEM_BYTES.into());
        let checks = [
            (!list.slot.readable(), reason::UNREADABLE),
            (too_long, reason::EXTENT),
            (list.slot.card() || !aligned, reason::PATH),
            // Its record is the only one that tells of its places.
            (self.full || self.has_list, reason::FULL),
        ];
        let wrong = checks.into_iter().find(|(wrong, _)| *wrong);
        wrong.map_or(Ok(list.bus()), |(_, reason)| Err(refused(reason, start.src)))
    }
}

#[cfg(test)]
#[path = "tests/door.rs"]
mod tests;
