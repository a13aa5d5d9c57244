// SPDX-License-Identifier: Apache-2.0
//! What PCI needs to know about a card, from the card's own registers.

use forebay_bus::{Bar, Card, CardError, CardExt};
use forebay_regs::user::{self, status};

/// Kind and size of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// MSI-X vectors.
    pub(crate) vectors: u16,
}

/// User interrupts that every card has.
const USER_VECTORS: u32 = 16;

impl Identity {
    /// Asks the card. Software that knows this DMA engine wants exactly one vector for each channel and each user
    /// interrupt.
    pub(crate) fn read(card: &mut dyn Card) -> Result<Self, CardError> {
        let base = user::STATUS.base();
        let magic = card.read32(Bar::User, base + status::MAGIC)?;
        if magic != status::magic::RESET {
            return Err(CardError::Identity {
                register: "MAGIC",
                value: magic,
                why: "this is not a card whose registers this program knows",
            });
        }
        let channels = card.read32(Bar::User, base + status::CHANNELS)?;
        let vectors = status::channels::NUM_H2C.get(channels)
            + status::channels::NUM_C2H.get(channels)
            + USER_VECTORS;
        let vectors = u16::try_from(vectors).map_err(|_| CardError::Identity {
            register: "CHANNELS",
            value: vectors,
            why: "there are at most 8 channels",
        })?;
        Ok(Self { vectors })
    }
}
