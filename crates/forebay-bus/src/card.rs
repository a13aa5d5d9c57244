// SPDX-License-Identifier: Apache-2.0
//! The trait that every body of the card implements.

use forebay_regs::{Layout, card};

use crate::{CardError, HostMemory};

/// A store stays within an aligned line of this many bytes: a beat of the card's buses.
const LINE_BYTES: u64 = 64;
/// A read stays within an aligned block of this many bytes: no burst of the card's buses crosses its end.
const MOST_READ_BYTES: u64 = 4096;
/// No BAR is larger than that: cards tell places in them by 36 bits.
const MOST_BAR_BYTES: u64 = 2 << card::UPPER_WINDOW_BITS;
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
    /// Refuses a read of a shape that the BAR of a card of that layout does not take, or behind its end: see [`Card::mmio_read`].
    ///
    /// # Errors
    /// [`CardError::MmioSize`].
    pub fn check_read(self, layout: &Layout, offset: u64, bytes: usize) -> Result<(), CardError> {
        self.check_shape(layout, offset, bytes, MOST_READ_BYTES, matches!(bytes, 4 | 8))
    }

    /// Refuses a store of a shape that the BAR of a card of that layout does not take, or behind its end: see [`Card::mmio_write`].
    ///
    /// # Errors
    /// [`CardError::MmioSize`].
    pub fn check_write(self, layout: &Layout, offset: u64, bytes: usize) -> Result<(), CardError> {
        let of_registers = matches!(bytes, 4 | 8) || bytes as u64 == LINE_BYTES;
        self.check_shape(layout, offset, bytes, LINE_BYTES, of_registers)
    }

    /// `block`: what an access of the aperture crosses no boundary of; `of_registers`: whether registers take that size.
    fn check_shape(
        self,
        layout: &Layout,
        offset: u64,
        bytes: usize,
        block: u64,
        of_registers: bool,
    ) -> Result<(), CardError> {
        let size = bytes as u64;
        let fits = match self {
            Self::User => of_registers && offset.is_multiple_of(size),
            // What is behind the block is, in some layouts, something else's.
            Self::Dma => of_registers && offset.is_multiple_of(size) && offset < DMA_BLOCK_BYTES,
            Self::Aperture => (1..=block).contains(&size) && offset % block + size <= block,
        };
        let (_, place) = self.place(layout, offset);
        if fits && place < MOST_BAR_BYTES {
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

    /// Reads `data.len()` bytes at `offset` of `bar`: 4 or 8 aligned bytes of registers, up to 4096 within one aligned page
    /// of 4096 bytes of the aperture. Registers are words of 4 bytes: 8 are two of them, the low one first. A processor asks
    /// for 64 bytes at most; for more ask another device, or the host's own copy engine, in one request of the bus.
    ///
    /// # Errors
    /// [`CardError::MmioSize`] for a shape the BAR does not take, [`CardError::MmioTimeout`] when the card
    /// does not answer this, or a store before it, within its budget of cycles. Whatever the error, `data` is then all ones, as on a
    /// real bus.
    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError>;

    /// Writes `data` at `offset` of `bar`: 4 or 8 aligned bytes of registers, an aligned line of 64 bytes of a page that takes such as one
    /// store (the card counts an error where none does), up to 64 within one line of the aperture. The store has left when this returns, and is at
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

/// Accesses of the shapes that callers need most, on any card.
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

    /// Reads any number of bytes of the aperture, with as few requests as it takes; they go one after another.
    ///
    /// # Errors
    /// See [`Card::mmio_read`].
    fn read_aperture(&mut self, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        let mut at = offset;
        let mut rest = data;
        while !rest.is_empty() {
            let room = MOST_READ_BYTES - at % MOST_READ_BYTES;
            let (part, behind) =
                rest.split_at_mut(rest.len().min(usize::try_from(room).unwrap_or(1)));
            self.mmio_read(Bar::Aperture, at, part)?;
            at += part.len() as u64;
            rest = behind;
        }
        Ok(())
    }
}

impl<C: Card + ?Sized> CardExt for C {}

#[cfg(test)]
mod tests {
    use forebay_regs::cards::layout::{SHELL, XDMA};

    use super::*;

    #[test]
    fn what_lies_in_front_in_the_bar_takes_from_its_end() {
        let end = MOST_BAR_BYTES - u64::from(SHELL.user_offset);
        for (bar, layout, end) in [
            (Bar::User, &XDMA, MOST_BAR_BYTES),
            (Bar::User, &SHELL, end),
            (Bar::Aperture, &SHELL, MOST_BAR_BYTES),
        ] {
            for bytes in [4, 8] {
                let last = end - bytes as u64;
                bar.check_read(layout, last, bytes).expect("taken");
                bar.check_write(layout, last, bytes).expect("taken");
                let error = bar.check_read(layout, end, bytes).expect_err("behind it");
                assert!(error.to_string().contains("no BAR goes on behind 64 GiB"), "{error}");
                bar.check_write(layout, end, bytes).expect_err("behind it");
            }
        }
        assert_ne!(end, MOST_BAR_BYTES);
    }

    #[test]
    fn shapes_that_a_bar_does_not_take_are_refused_with_place_and_size() {
        for (bar, offset, bytes) in [
            (Bar::User, 0x10, 4),
            (Bar::Dma, 0x18, 8),
            (Bar::Aperture, 0x3c, 4),
            (Bar::Aperture, 0x40, 64),
        ] {
            bar.check_read(&XDMA, offset, bytes).expect("taken");
            bar.check_write(&XDMA, offset, bytes).expect("taken");
        }
        for (bar, offset) in [(Bar::User, 0x1000), (Bar::Dma, 0xffc0)] {
            bar.check_write(&XDMA, offset, 64).expect("a line");
            bar.check_read(&XDMA, offset, 64).expect_err("longer than a register");
        }
        for (offset, bytes) in [(0x3d, 4), (0x1000, 4096), (0x1001, 4095)] {
            Bar::Aperture.check_read(&XDMA, offset, bytes).expect("taken");
            Bar::Aperture.check_write(&XDMA, offset, bytes).expect_err("longer than a line");
        }
        for (bar, offset, bytes) in [
            (Bar::User, 0x12, 4),
            (Bar::User, 0, 2),
            (Bar::Dma, 4, 8),
            (Bar::Dma, 0, 16),
            (Bar::Dma, 0, 0),
            (Bar::Dma, 0, 32),
            (Bar::Dma, 0x20, 64),
            (Bar::User, 0x1038, 64),
            (Bar::User, 0, 128),
            (Bar::Dma, 0x1_0000, 4),
            (Bar::Dma, 0x1_0000, 64),
            (Bar::Aperture, 0xffd, 4),
            (Bar::Aperture, 0, 4097),
            (Bar::Aperture, 0, 0),
            (Bar::Aperture, 1 << 36, 4),
            (Bar::Aperture, 1, usize::MAX),
        ] {
            for refused in
                [bar.check_read(&XDMA, offset, bytes), bar.check_write(&XDMA, offset, bytes)]
            {
                let error = refused.expect_err("refused");
                assert!(error.to_string().contains(&format!("{offset:#x}")), "{error}");
            }
        }
    }
}
