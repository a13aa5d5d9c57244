// SPDX-License-Identifier: Apache-2.0
//! [`HookedCard`]: a card that does one thing otherwise, for good.

use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Layout, Stop};

/// What becomes of the accesses to a card and of its time. By default what the card makes of them.
pub trait Hook: Send {
    /// See [`Card::mmio_read`].
    ///
    /// # Errors
    /// Those of the card, and what the hook makes up.
    fn read(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &mut [u8],
    ) -> Result<(), CardError> {
        card.mmio_read(bar, offset, data)
    }

    /// See [`Card::mmio_write`].
    ///
    /// # Errors
    /// Those of the card, and what the hook makes up.
    fn write(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &[u8],
    ) -> Result<(), CardError> {
        card.mmio_write(bar, offset, data)
    }

    /// See [`Card::advance`].
    ///
    /// # Errors
    /// Those of the card, and what the hook makes up.
    fn advance(&mut self, card: &mut dyn Card, cycles: u64) -> Result<Stop, CardError> {
        card.advance(cycles)
    }
}

/// A card with a [`Hook`] in front. No reset takes it off: what the page of faults provokes ends with one, what is broken
/// does not.
pub struct HookedCard<H> {
    card: Box<dyn Card>,
    hook: H,
}

impl<H: Hook> HookedCard<H> {
    /// Puts the hook in front of `card`.
    #[must_use]
    pub fn new(card: Box<dyn Card>, hook: H) -> Self {
        Self { card, hook }
    }
}

impl<H: Hook> Card for HookedCard<H> {
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
        let done = self.hook.read(&mut *self.card, bar, offset, data);
        // A hook that fails a read need not say what a host gets then.
        done.inspect_err(|_| data.fill(0xff))
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        self.hook.write(&mut *self.card, bar, offset, data)
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        self.hook.advance(&mut *self.card, cycles)
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

impl<H> std::fmt::Debug for HookedCard<H> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HookedCard").field("body", &self.card.body()).finish_non_exhaustive()
    }
}
