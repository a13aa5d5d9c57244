// SPDX-License-Identifier: Apache-2.0
//! A card on which one place never answers.

use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Layout, Stop};

/// Any card, but for that place.
pub(crate) struct Stuck(pub(crate) Box<dyn Card>);

/// The place.
pub(crate) const STUCK: u64 = 0x123_4560;

impl Card for Stuck {
    fn body(&self) -> Body {
        self.0.body()
    }
    fn layout(&self) -> &'static Layout {
        self.0.layout()
    }
    fn host(&self) -> &HostMemory {
        self.0.host()
    }
    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        if offset == STUCK {
            return Err(CardError::MmioTimeout { bar, offset, cycles: 65_536 });
        }
        self.0.mmio_read(bar, offset, data)
    }
    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        if offset == STUCK {
            return Err(CardError::MmioTimeout { bar, offset, cycles: 65_536 });
        }
        self.0.mmio_write(bar, offset, data)
    }
    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        self.0.advance(cycles)
    }
    fn now(&self) -> u64 {
        self.0.now()
    }
    fn take_messages(&mut self) -> u32 {
        self.0.take_messages()
    }
    fn reset(&mut self) -> Result<(), CardError> {
        self.0.reset()
    }
}
