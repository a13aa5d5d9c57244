// SPDX-License-Identifier: Apache-2.0
//! A card that two have: the library, and a test that lets its time pass or resets it meanwhile.

use std::sync::{Arc, Mutex, MutexGuard};

use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Layout, Stop};

/// Clones are the same card.
#[derive(Clone)]
pub(crate) struct Handle {
    card: Arc<Mutex<Box<dyn Card>>>,
    memory: HostMemory,
    layout: &'static Layout,
}

impl Handle {
    pub(crate) fn new(card: Box<dyn Card>) -> Self {
        let (memory, layout) = (card.host().clone(), card.layout());
        Self { card: Arc::new(Mutex::new(card)), memory, layout }
    }

    /// The card, for the caller alone until it lets go.
    pub(crate) fn card(&self) -> MutexGuard<'_, Box<dyn Card>> {
        self.card.lock().unwrap()
    }
}

impl Card for Handle {
    fn body(&self) -> Body {
        self.card().body()
    }

    fn layout(&self) -> &'static Layout {
        self.layout
    }

    fn host(&self) -> &HostMemory {
        &self.memory
    }

    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        self.card().mmio_read(bar, offset, data)
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        self.card().mmio_write(bar, offset, data)
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        self.card().advance(cycles)
    }

    fn now(&self) -> u64 {
        self.card().now()
    }

    fn take_messages(&mut self) -> u32 {
        self.card().take_messages()
    }

    fn reset(&mut self) -> Result<(), CardError> {
        self.card().reset()
    }
}
