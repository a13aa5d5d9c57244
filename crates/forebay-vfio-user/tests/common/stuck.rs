// SPDX-License-Identifier: Apache-2.0
//! A card on which one place never answers.

use forebay_bus::{Bar, Card, CardError, Stop};
use forebay_faults::{Hook, HookedCard};

/// The place.
pub(crate) const STUCK: u64 = 0x123_4560;
/// Cycles that a card has.
const BUDGET: u64 = 65_536;

#[derive(Default)]
struct Place {
    /// A store is stuck there of which nobody has been told.
    stored: bool,
}

impl Hook for Place {
    fn read(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &mut [u8],
    ) -> Result<(), CardError> {
        if offset == STUCK {
            return Err(CardError::MmioTimeout { bar, offset, cycles: BUDGET });
        }
        card.mmio_read(bar, offset, data)
    }

    fn write(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &[u8],
    ) -> Result<(), CardError> {
        if offset == STUCK {
            self.stored = true;
            return Ok(());
        }
        card.mmio_write(bar, offset, data)
    }

    fn advance(&mut self, card: &mut dyn Card, cycles: u64) -> Result<Stop, CardError> {
        if std::mem::take(&mut self.stored) {
            let (bar, offset) = (Bar::Aperture, STUCK);
            return Err(CardError::MmioTimeout { bar, offset, cycles: BUDGET });
        }
        card.advance(cycles)
    }
}

/// Any card, but for that place.
pub(crate) fn stuck(card: Box<dyn Card>) -> Box<dyn Card> {
    Box::new(HookedCard::new(card, Place::default()))
}
