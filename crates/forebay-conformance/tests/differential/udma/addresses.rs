// SPDX-License-Identifier: Apache-2.0
//! What shadow addresses are: those of slots, or of host memory; and where a program reaches them.

use forebay_bus::host::{Bus, Interposer};
use forebay_bus::{Bar, DmaFault};
use forebay_regs::card;
use forebay_regs::user::udma::scheme::number as scheme;

use super::CONTEXTS;
use crate::pair::{ARENA_BYTES, Side};

/// What shadow addresses are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Addresses {
    Slots,
    Memory,
}

impl Addresses {
    pub(super) const fn build(self) -> &'static str {
        match self {
            Self::Slots => "loopback-udma",
            Self::Memory => "loopback-udma-direct",
        }
    }

    /// Whether a scheme has all of its addresses from shadow addresses, where that matters.
    pub(super) const fn has(self, number: u32) -> bool {
        matches!(self, Self::Slots) || !matches!(number, scheme::SHRIMP1 | scheme::PORTAL)
    }
}

/// Where the host's memory is that has a shadow by its address: below 4 GiB, as simulated hosts do not have theirs.
pub(super) const LOW: u64 = (1 << DIRECT_BITS) - ARENA_BYTES as u64;
/// Bits of an address in the upper window, below those of the context.
pub(super) const DIRECT_BITS: u32 = card::UPPER_WINDOW_BITS - CONTEXTS.ilog2();

/// The memory, at other addresses.
struct Moved(u64);

impl Interposer for Moved {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        next.read(addr.wrapping_add(self.0), out)
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        next.write(addr.wrapping_add(self.0), data)
    }
}

/// What of the card is at a place of the window, or of the upper one.
pub(super) fn reached(place: u64) -> (Bar, u64) {
    if place >> card::UPPER_WINDOW_BITS == 0 {
        (Bar::User, u64::from(card::PROGRAM_WINDOW_BASE) + place)
    } else {
        (Bar::Aperture, place)
    }
}

/// Puts the memory of a side, which begins at `arena`, where its addresses have a shadow.
pub(super) fn move_memory(side: &Side, arena: u64) {
    side.card.host().interpose(Box::new(Moved(arena.wrapping_sub(LOW))));
}
