// SPDX-License-Identifier: Apache-2.0
//! A card some of whose registers are broken for good: no reset mends them.

use forebay_bus::{Bar, Card, CardError, HostMemory, Layout, Stop};

/// What the word at an offset of the user BAR reads instead, if it is one of those that are broken.
type Instead = Box<dyn Fn(u64) -> Option<u32> + Send>;

/// A card with broken registers in its user BAR. They take writes as they did.
pub(crate) struct Spoiled {
    card: Box<dyn Card>,
    instead: Instead,
}

impl Spoiled {
    pub(crate) fn new(
        card: Box<dyn Card>,
        instead: impl Fn(u64) -> Option<u32> + Send + 'static,
    ) -> Self {
        Self { card, instead: Box::new(instead) }
    }
}

impl Card for Spoiled {
    fn body(&self) -> forebay_bus::Body {
        self.card.body()
    }

    fn layout(&self) -> &'static Layout {
        self.card.layout()
    }

    fn host(&self) -> &HostMemory {
        self.card.host()
    }

    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        self.card.mmio_read(bar, offset, data)?;
        if bar == Bar::User {
            for (at, word) in (offset..).step_by(4).zip(data.chunks_exact_mut(4)) {
                if let Some(value) = (self.instead)(at) {
                    word.copy_from_slice(&value.to_le_bytes());
                }
            }
        }
        Ok(())
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        self.card.mmio_write(bar, offset, data)
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
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
