// SPDX-License-Identifier: Apache-2.0
//! What PCI needs to know about a card, from its layout and its own registers.

use forebay_bus::{Bar, Card, CardError, CardExt, Layout};
use forebay_regs::card::USER_LINES;
use forebay_regs::user::{self, status};

/// What a card is to PCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// Ids, and where the parts of the card are.
    pub(crate) layout: &'static Layout,
    /// MSI-X vectors.
    pub(crate) vectors: u16,
}

impl Identity {
    /// Asks the card. Software that knows this DMA engine wants exactly one vector for each channel and each user
    /// interrupt, and has them as far as the layout goes.
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
        let wanted = status::channels::NUM_H2C.get(channels)
            + status::channels::NUM_C2H.get(channels)
            + USER_LINES;
        let layout = card.layout();
        let vectors = u16::try_from(wanted.min(layout.vectors)).unwrap_or(u16::MAX);
        Ok(Self { layout, vectors })
    }
}
