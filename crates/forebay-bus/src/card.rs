// SPDX-License-Identifier: Apache-2.0
//! The trait that every body of the card implements.

use forebay_regs::{Layout, card};

use crate::{CardError, HostMemory};

/// An access stays within an aligned line of this many bytes: a beat of the card's buses.
const LINE_BYTES: u64 = 64;
/// No BAR is larger than that.
const MOST_BAR_BYTES: u64 = 1 << 36;
/// How far the block of DMA registers goes; where it has a BAR for itself, that has just this size.
pub(crate) const DMA_BLOCK_BYTES: u64 = card::DMA_BAR_BYTES as u64;

/// What a host reaches of a card. Offsets count from its beginning; in which PCI BAR that is, and where, is a matter of the
/// card's [`Layout`]: [`Bar::place`] and [`Bar::find`] translate for those who speak PCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bar {
    /// The card's own registers: status block, pages of the plugs, stream ports.
    User,
    /// The block of DMA registers, with the table of messages.
    Dma,
    /// The aperture: the card's own address space (memory and stream ports).
    Aperture,
}

impl Bar {
    /// Refuses an access of a shape that the BAR does not take: see [`Card::mmio_read`].
    ///
    /// # Errors
    /// [`CardError::MmioSize`].
    pub fn check_access(self, offset: u64, bytes: usize) -> Result<(), CardError> {
        let size = bytes as u64;
        let fits = match self {
            Self::User => matches!(size, 4 | 8) && offset.is_multiple_of(size),
            // What is behind the block is, in some layouts, something else's.
            Self::Dma => {
                matches!(size, 4 | 8) && offset.is_multiple_of(size) && offset < DMA_BLOCK_BYTES
            }
            Self::Aperture => size > 0 && offset % LINE_BYTES + size <= LINE_BYTES,
        };
        if fits && offset < MOST_BAR_BYTES {
            Ok(())
        } else {
            Err(CardError::MmioSize { bar: self, offset, bytes })
        }
    }
}

/// What a card is made of. Host code must not branch on it; reports name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// RTL under Verilator: cycles are exact.
    Rtl,
    /// Native model: results are exact, cycles are modelled.
    Fast,
}

/// Why [`Card::advance`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing left to do: no cycle will change anything until the next MMIO access.
    Idle,
    /// A message-signalled interrupt arrived; see [`Card::take_messages`].
    Message,
    /// All cycles asked for have passed and the card is still busy.
    Budget,
}

/// A card, simulated or real.
///
/// A bus lies between it and its host: a store leaves and nobody waits for it, a read is a round trip behind every store before it.
/// How long that takes is the body's: one without a link takes stores and answers reads at once.
pub trait Card: Send {
    /// What the card is made of.
    fn body(&self) -> Body;

    /// How it lies on its bus. Only who speaks PCI for a card needs it: accesses name what they reach, see [`Bar`].
    fn layout(&self) -> &'static Layout;

    /// The host memory the card's DMA reaches. Clones of the handle see the same memory.
    fn host(&self) -> &HostMemory;

    /// Reads `data.len()` bytes at `offset` of `bar`: 4 or 8 aligned bytes of registers, up to 64 within one aligned
    /// 64-byte line of the aperture. Registers are words of 4 bytes: 8 are two of them, the low one first.
    ///
    /// # Errors
    /// [`CardError::MmioSize`] for a shape the BAR does not take, [`CardError::MmioTimeout`] when the card
    /// does not answer this, or a store before it, within its budget of cycles; `data` is then all ones, as on a real bus.
    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError>;

    /// Writes `data` at `offset` of `bar`; shapes as for [`Card::mmio_read`]. The store has left when this returns, and is at
    /// the card later, behind all that left before it, whichever BAR it is for. No time passes, unless the card has no room
    /// for it.
    ///
    /// # Errors
    /// [`CardError::MmioSize`]; [`CardError::MmioTimeout`] when the card has no room and a store before this one gets no answer.
    /// Of this one that is told by what lets time pass next.
    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError>;

    /// Lets at most `cycles` card clock cycles pass; comes back early when the card is idle, with no store on its way to it,
    /// or has sent a message.
    ///
    /// # Errors
    /// When the body itself broke, or [`CardError::MmioTimeout`] for a store that got no answer; a card that misbehaves reports
    /// through registers.
    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError>;

    /// Card clock cycles since the card was created, those of the bus with them. The card's own clock need not run while
    /// it has nothing to do.
    fn now(&self) -> u64;

    /// MSI-X vectors signalled since the last call, as a bit mask by vector number.
    fn take_messages(&mut self) -> u32;

    /// Power-on state: registers, FIFOs and buckets as after configuration. Mappings stay, and what is in the card's memory. When this is over host memory is
    /// its owner's: what the card had begun to write has been written, and it reads and writes nothing more that it was told
    /// to before. Stores that are on their way to it are lost. The bus is not reset: data that the card has asked for still come, and are none of the fresh card's business.
    ///
    /// # Errors
    /// See [`Card::advance`].
    fn reset(&mut self) -> Result<(), CardError>;
}

/// 32-bit register access on any card.
pub trait CardExt: Card {
    /// Reads a 32-bit register.
    ///
    /// # Errors
    /// See [`Card::mmio_read`].
    fn read32(&mut self, bar: Bar, offset: impl Into<u64>) -> Result<u32, CardError> {
        let mut word = [0; 4];
        self.mmio_read(bar, offset.into(), &mut word)?;
        Ok(u32::from_le_bytes(word))
    }

    /// Writes a 32-bit register.
    ///
    /// # Errors
    /// See [`Card::mmio_write`].
    fn write32(&mut self, bar: Bar, offset: impl Into<u64>, value: u32) -> Result<(), CardError> {
        self.mmio_write(bar, offset.into(), &value.to_le_bytes())
    }
}

impl<C: Card + ?Sized> CardExt for C {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_a_bar_does_not_take_are_refused_with_place_and_size() {
        for (bar, offset, bytes) in [
            (Bar::User, 0x10, 4),
            (Bar::Dma, 0x18, 8),
            (Bar::Aperture, 0x3c, 4),
            (Bar::Aperture, 0x40, 64),
        ] {
            bar.check_access(offset, bytes).expect("taken");
        }
        for (bar, offset, bytes) in [
            (Bar::User, 0x12, 4),
            (Bar::User, 0, 2),
            (Bar::Dma, 4, 8),
            (Bar::Dma, 0, 16),
            (Bar::Dma, 0, 0),
            (Bar::Dma, 0x1_0000, 4),
            (Bar::Aperture, 0x3d, 4),
            (Bar::Aperture, 0, 0),
            (Bar::Aperture, 1 << 36, 4),
        ] {
            let error = bar.check_access(offset, bytes).expect_err("refused");
            assert!(error.to_string().contains(&format!("{offset:#x}")), "{error}");
        }
    }
}
