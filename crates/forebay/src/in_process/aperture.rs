// SPDX-License-Identifier: Apache-2.0
//! The card behind a modelled processor.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_aperture::{Endpoint, Refusal};
use forebay_bus::Bar;

use super::core::Core;

/// The aperture of a card in this process; others get at the card between two accesses.
pub(super) struct CardAperture(pub(super) Arc<Mutex<Core>>);

impl CardAperture {
    fn core(&self) -> MutexGuard<'_, Core> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Endpoint for CardAperture {
    fn write(&mut self, offset: u64, data: &[u8]) -> Result<(), Refusal> {
        Ok(self.core().card.mmio_write(Bar::Aperture, offset, data)?)
    }

    fn read(&mut self, offset: u64, into: &mut [u8]) -> Result<(), Refusal> {
        Ok(self.core().card.mmio_read(Bar::Aperture, offset, into)?)
    }
}
