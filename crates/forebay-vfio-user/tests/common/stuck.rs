// SPDX-License-Identifier: Apache-2.0
//! A card on which one place never answers.

use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Layout, Stop};

/// Any card, but for that place.
pub(crate) struct Stuck {
    card: Box<dyn Card>,
    /// A store is stuck there of which nobody has been told.
    stored: bool,
}

/// The place.
pub(crate) const STUCK: u64 = 0x123_4560;
/// Cycles that a card has.
const BUDGET: u64 = 65_536;

impl Stuck {
    pub(crate) fn new(card: Box<dyn Card>) -> Self {
        Self { card, stored: false }
    }
}

impl Card for Stuck {
    fn body(&self) -> Body {
        self.card.body()
    }
    fn layout(&self) -> &'static Layout {
        self.card.layout()
    }
    fn host(&self) -> &HostMemory {
        self.card.host()
    }
    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        if offset == STUCK {
            return Err(CardError::MmioTimeout { bar, offset, cycles: BUDGET });
        }
        self.card.mmio_read(bar, offset, data)
    }
    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        if offset == STUCK {
            self.stored = true;
            return Ok(());
        }
        self.card.mmio_write(bar, offset, data)
    }
    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        if std::mem::take(&mut self.stored) {
            return Err(CardError::MmioTimeout {
                bar: Bar::Aperture,
                offset: STUCK,
                cycles: BUDGET,
            });
        }
        self.card.advance(cycles)
    }
    fn now(&self) -> u64 {
        self.card.now()
    }
    fn take_messages(&mut self) -> u32 {
        self.card.take_messages()
    }
    fn reset(&mut self) -> Result<(), CardError> {
        self.card.reset()
    }
}
