// SPDX-License-Identifier: Apache-2.0
//! What a kernel does to the front end's registers.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::ops::Range;

use forebay_regs::user::udma::{self, bad_hi, context_control, context_status, slot_rights};

use super::Programs;
use crate::ForebayError;
use crate::registers::Registers;
use crate::user_queue::{Reason, Rights, SLOT_BYTES, UserQueueStats};

/// Bits of a key.
const KEY_BITS: u32 = 60;

impl Programs {
    pub(super) fn write(&self, register: u32, value: u32) -> Result<(), ForebayError> {
        self.core().write(self.page + register, value)
    }

    /// A register of a context; `core` is locked, so that nobody selects another one.
    fn of(&self, mut core: impl Registers, index: u32, register: u32) -> Result<u32, ForebayError> {
        core.write(self.page + udma::CONTEXT, index)?;
        core.read(self.page + register)
    }

    /// Lets a context start something; its key.
    pub(super) fn turn_on(&self, index: u32) -> Result<u64, ForebayError> {
        // The standard library's own way to numbers that nobody guesses; 0 is no key.
        let random = RandomState::new().build_hasher().finish();
        let key = (random >> (u64::BITS - KEY_BITS)).max(1);
        let mut core = self.core();
        core.write(self.page + udma::CONTEXT, index)?;
        core.write(self.page + udma::KEY_LO, low(key))?;
        core.write(self.page + udma::KEY_HI, low(key >> u32::BITS))?;
        core.write(self.page + udma::CONTEXT_CONTROL, context_control::ON.mask())?;
        Ok(key)
    }

    /// The other way round: what waits is dropped, and what a mover has comes to its end.
    pub(super) fn turn_off(&self, index: u32) -> Result<(), ForebayError> {
        {
            let mut core = self.core();
            core.write(self.page + udma::CONTEXT, index)?;
            core.write(self.page + udma::CONTEXT_CONTROL, 0)?;
        }
        self.rest(index)
    }

    /// Waits until a context has nothing under way.
    pub(super) fn rest(&self, index: u32) -> Result<(), ForebayError> {
        let mut watch = self.core().begin_wait()?;
        loop {
            let status = self.of(self.core(), index, udma::CONTEXT_STATUS)?;
            if !context_status::BUSY.is_set(status) {
                return Ok(());
            }
            self.core().go_on_waiting(&mut watch, "CONTEXT_STATUS of user-level DMA", status)?;
        }
    }

    /// Puts memory into the table, a slot for each page; `slots` begin at bus address `bus`.
    pub(super) fn fill(
        &self,
        slots: Range<usize>,
        bus: u64,
        bytes: u64,
        (rights, owner): (Rights, u32),
    ) -> Result<(), ForebayError> {
        for (page, slot) in (0..).zip(slots) {
            let at = page * SLOT_BYTES;
            self.slot(slot, bus + at, rights.bits() | slot_rights::OWNER.put(owner), bytes - at)?;
        }
        Ok(())
    }

    /// Takes slots out of the table.
    pub(super) fn clear(&self, slots: Range<usize>) -> Result<(), ForebayError> {
        slots.into_iter().try_for_each(|slot| self.slot(slot, 0, 0, 0))
    }

    /// The table cannot be read back, so that whoever knows a slot says all of it.
    pub(super) fn slot(
        &self,
        slot: usize,
        bus: u64,
        rights: u32,
        bytes: u64,
    ) -> Result<(), ForebayError> {
        let mut core = self.core();
        // No card has so many slots, nor a region so many bytes that move.
        core.write(self.page + udma::SLOT, low(slot as u64))?;
        core.write(self.page + udma::SLOT_ADDR_LO, low(bus))?;
        core.write(self.page + udma::SLOT_ADDR_HI, low(bus >> u32::BITS))?;
        core.write(self.page + udma::SLOT_RIGHTS, rights)?;
        core.write(self.page + udma::SLOT_BYTES, low(bytes.min(u32::MAX.into())))
    }

    /// Counters of a context since the card's reset.
    pub(super) fn stats(&self, index: u32) -> Result<UserQueueStats, ForebayError> {
        let mut core = self.core();
        core.write(self.page + udma::CONTEXT, index)?;
        let mut read = |register| core.read(self.page + register);
        let status = read(udma::CONTEXT_STATUS)?;
        let high = read(udma::BAD_HI)?;
        let address =
            u64::from(bad_hi::ADDR.get(high)) << u32::BITS | u64::from(read(udma::BAD_LO)?);
        let mut stats = UserQueueStats {
            starts: read(udma::STARTS)?,
            done: read(udma::DONE)?,
            failed: read(udma::FAILED)?,
            strays: read(udma::STRAYS)?,
            refused: [0; Reason::REFUSALS.len()],
            bad: Reason::numbered(bad_hi::REASON.get(high)).map(|reason| (address, reason)),
            under_way: context_status::COUNT.get(status),
            skipped: read(udma::SKIPPED)?,
        };
        for (at, count) in (0..).zip(&mut stats.refused) {
            *count = read(udma::REFUSED.at(at))?;
        }
        Ok(stats)
    }
}

/// Bits 31:0.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is asked for")]
pub(super) const fn low(value: u64) -> u32 {
    value as u32
}
