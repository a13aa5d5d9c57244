// SPDX-License-Identifier: Apache-2.0
//! What may stand between the card and host memory.

use forebay_regs::card;

use super::DmaFault;
use super::map::Map;

/// What the card wants an access for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The bytes of a transfer.
    Data,
    /// Descriptors.
    Descriptor,
    /// Results of streams and poll-mode words.
    WriteBack,
}

impl Purpose {
    /// The purpose with that number on the card's bus, if there is one.
    #[must_use]
    pub const fn from_number(number: u32) -> Option<Self> {
        Some(match number {
            card::PURPOSE_DATA => Self::Data,
            card::PURPOSE_DESCRIPTOR => Self::Descriptor,
            card::PURPOSE_STATUS_WORD => Self::WriteBack,
            _ => return None,
        })
    }

    /// Its number on the card's bus (`card_purpose_e` in `regs/card.rdl`).
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::Data => card::PURPOSE_DATA,
            Self::Descriptor => card::PURPOSE_DESCRIPTOR,
            Self::WriteBack => card::PURPOSE_STATUS_WORD,
        }
    }
}

/// Sees every DMA access of the card and decides what becomes of it: hands it on, changes it, or answers in the
/// memory's place.
///
/// An implementation runs under the memory's lock: it must not call the [`HostMemory`](super::HostMemory) that
/// it stands in, only the `next` it is given.
pub trait Interposer: Send {
    /// The card reads `out.len()` bytes at `addr`.
    ///
    /// # Errors
    /// The fault that the card shall see.
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        next.read(addr, out)
    }

    /// The card writes `data` at `addr`.
    ///
    /// # Errors
    /// The fault that the card shall see.
    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        next.write(addr, data)
    }
}

/// The way from the card to memory that is left behind an [`Interposer`].
pub struct Bus<'a> {
    pub(super) map: &'a mut Map,
    pub(super) interposers: &'a mut [Box<dyn Interposer>],
    pub(super) cycle: u64,
    pub(super) purpose: Purpose,
    pub(super) late: &'a mut u64,
}

impl Bus<'_> {
    /// The card cycle of the access.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// What the card wants the access for.
    #[must_use]
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Lets the data of a read come that many card cycles later. A body without a clock takes no notice.
    pub fn delay(&mut self, cycles: u64) {
        *self.late = self.late.saturating_add(cycles);
    }

    /// How many card cycles later than usual the data of the read come, by what has seen it so far.
    #[must_use]
    pub fn late(&self) -> u64 {
        *self.late
    }

    /// Hands a read on.
    ///
    /// # Errors
    /// [`DmaFault`] when not all of it is mapped for reading, or what the next interposer says.
    pub fn read(&mut self, addr: u64, out: &mut [u8]) -> Result<(), DmaFault> {
        match self.interposers.split_first_mut() {
            Some((first, rest)) => first.read(
                addr,
                out,
                &mut Bus {
                    map: self.map,
                    interposers: rest,
                    cycle: self.cycle,
                    purpose: self.purpose,
                    late: self.late,
                },
            ),
            None => self.map.read(addr, out),
        }
    }

    /// Hands a write on.
    ///
    /// # Errors
    /// [`DmaFault`] when not all of it is mapped for writing, or what the next interposer says.
    pub fn write(&mut self, addr: u64, data: &[u8]) -> Result<(), DmaFault> {
        match self.interposers.split_first_mut() {
            Some((first, rest)) => first.write(
                addr,
                data,
                &mut Bus {
                    map: self.map,
                    interposers: rest,
                    cycle: self.cycle,
                    purpose: self.purpose,
                    late: self.late,
                },
            ),
            None => self.map.write(addr, data),
        }
    }

    /// Counts a refusal as the memory counts its own, and returns it.
    pub fn refuse(&mut self, fault: DmaFault) -> DmaFault {
        self.map.refuse(fault)
    }
}
