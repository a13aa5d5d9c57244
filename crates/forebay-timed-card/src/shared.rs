// SPDX-License-Identifier: Apache-2.0
//! A card that two have: the library, and who lets time pass while that does nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Layout, Stop};

/// A handle on a card.
#[derive(Clone)]
pub(crate) struct SharedCard {
    card: Arc<Mutex<Told>>,
    memory: HostMemory,
    layout: &'static Layout,
    body: Body,
}

/// The card, and its messages that the library has not taken.
struct Told {
    card: Box<dyn Card>,
    messages: u32,
    /// All that there ever were.
    ever: u32,
}

impl Told {
    fn hear(&mut self) {
        let messages = self.card.take_messages();
        self.messages |= messages;
        self.ever |= messages;
    }
}

impl SharedCard {
    pub(crate) fn new(card: Box<dyn Card>) -> Self {
        let (memory, layout, body) = (card.host().clone(), card.layout(), card.body());
        let card = Arc::new(Mutex::new(Told { card, messages: 0, ever: 0 }));
        Self { card, memory, layout, body }
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.card.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether that message has come, whoever has taken it.
    pub(crate) fn has_heard(&self, vector: u32) -> bool {
        self.told().ever >> vector & 1 == 1
    }
}

impl Card for SharedCard {
    fn body(&self) -> Body {
        self.body
    }

    fn layout(&self) -> &'static Layout {
        self.layout
    }

    fn host(&self) -> &HostMemory {
        &self.memory
    }

    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        self.told().card.mmio_read(bar, offset, data)
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        self.told().card.mmio_write(bar, offset, data)
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        let mut told = self.told();
        let stop = told.card.advance(cycles)?;
        told.hear();
        Ok(stop)
    }

    fn now(&self) -> u64 {
        self.told().card.now()
    }

    fn take_messages(&mut self) -> u32 {
        let mut told = self.told();
        told.hear();
        std::mem::take(&mut told.messages)
    }

    fn reset(&mut self) -> Result<(), CardError> {
        self.told().card.reset()
    }
}
