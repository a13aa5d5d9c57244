// SPDX-License-Identifier: Apache-2.0
//! The table of registered memory: a slot for each page, which only the kernel writes.

use forebay_regs::user::udma::slot_rights;

use super::access::{PAGE_BITS, SLOTS};

/// A slot; one that nobody has written is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slot {
    /// Where its memory is on the bus.
    pub(super) address: u64,
    /// As `SLOT_RIGHTS` has it.
    pub(super) rights: u32,
    /// Bytes of its region from its beginning on; 0: nothing is there.
    pub(super) bytes: u32,
}

impl Slot {
    /// The page of host memory that an address is in: page tables have let the program say it.
    const fn page_of(address: u64) -> Self {
        let rights = slot_rights::READ.mask() | slot_rights::WRITE.mask();
        Self { address: address - offset(address) as u64, rights, bytes: 1 << PAGE_BITS }
    }

    pub(super) const fn readable(&self) -> bool {
        slot_rights::READ.is_set(self.rights)
    }

    pub(super) const fn writable(&self) -> bool {
        slot_rights::WRITE.is_set(self.rights)
    }

    /// Whether its memory is the card's.
    pub(super) const fn card(&self) -> bool {
        slot_rights::CARD.is_set(self.rights)
    }
}

/// A place in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) slot: Slot,
    /// From its beginning.
    pub(super) offset: u32,
}

impl Found {
    /// Whether so many bytes from here on are in the registered region.
    pub(super) const fn holds(&self, bytes: u32) -> bool {
        self.offset as u64 + bytes as u64 <= self.slot.bytes as u64
    }

    /// Where that is on the bus.
    pub(super) const fn bus(&self) -> u64 {
        self.slot.address.wrapping_add(self.offset as u64)
    }
}

impl Found {
    /// An address of host memory.
    pub(super) const fn direct(address: u64) -> Self {
        Self { slot: Slot::page_of(address), offset: offset(address) }
    }
}

/// All slots.
#[derive(Debug)]
pub(super) struct Slots(Vec<Slot>);

impl Slots {
    pub(super) fn new() -> Self {
        Self(vec![Slot::default(); SLOTS])
    }

    /// Puts a slot into the table; there is nothing behind its end.
    pub(super) fn set(&mut self, index: u32, slot: Slot) {
        if let Some(old) = self.0.get_mut(index as usize) {
            *old = slot;
        }
    }

    fn at(&self, address: u64) -> Option<Slot> {
        usize::try_from(address >> PAGE_BITS).ok().and_then(|index| self.0.get(index)).copied()
    }

    /// What a slot address of a context is; none if it is in no slot of that context.
    pub(super) fn find(&self, context: usize, address: u64) -> Option<Found> {
        let own = |slot: &Slot| slot_rights::OWNER.get(slot.rights) as usize == context;
        let slot = self.at(address).filter(|slot| slot.bytes > 0 && own(slot))?;
        Some(Found { slot, offset: offset(address) })
    }

    /// The same place in the partner of an address's slot; that of slot 0 where there is no such slot.
    pub(super) fn partner(&self, address: u64) -> u64 {
        let partner = self.at(address).map_or(0, |slot| slot_rights::PARTNER.get(slot.rights));
        u64::from(partner) << PAGE_BITS | u64::from(offset(address))
    }
}

/// Offset of a slot address in its page.
const fn offset(address: u64) -> u32 {
    (address & ((1 << PAGE_BITS) - 1)) as u32
}
