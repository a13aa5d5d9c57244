// SPDX-License-Identifier: Apache-2.0
//! A free buffer in the hands of a program.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::TransmitError;
use super::backend::{Backend, Free};
use crate::ForebayError;

/// A buffer to be filled and sent; its bytes, of which the program before has left what it left, are what it derefs to. Dropping it gives it back unsent. It keeps the
/// transmission alive.
pub struct TransmitBuffer {
    backend: Arc<dyn Backend>,
    /// None once it was sent or given back.
    free: Option<Free>,
}

impl TransmitBuffer {
    pub(super) const fn new(backend: Arc<dyn Backend>, free: Free) -> Self {
        Self { backend, free: Some(free) }
    }

    /// Which of the buffers it is, from 0.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.free.as_ref().map_or(0, |free| free.index)
    }

    /// Sends its first bytes as a packet of the stream, behind all that was sent before: at once, or when the transmission is started.
    ///
    /// # Errors
    /// [`TransmitError::Bytes`], and [`TransmitError::Engine`] and [`TransmitError::Reset`] until [`Transmit::start`](super::Transmit::start) begins anew; it was not sent then,
    /// and is free.
    pub fn send(mut self, bytes: usize) -> Result<(), ForebayError> {
        let most = self.len();
        if bytes == 0 || bytes > most {
            return Err(TransmitError::Bytes { bytes, most }.into());
        }
        let Some(free) = self.free.take() else { return Ok(()) };
        self.backend.send(free, bytes)
    }

    /// Gives it back unsent, as dropping it does.
    ///
    /// # Errors
    /// What using the card can end in; it is given back all the same.
    pub fn release(mut self) -> Result<(), ForebayError> {
        self.give_back()
    }

    fn give_back(&mut self) -> Result<(), ForebayError> {
        self.free.take().map_or(Ok(()), |free| self.backend.release(free))
    }
}

impl Deref for TransmitBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.free.as_ref().map_or(&[], |free| &free.memory)
    }
}

impl DerefMut for TransmitBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.free.as_mut().map_or(&mut [], |free| &mut free.memory)
    }
}

impl Drop for TransmitBuffer {
    fn drop(&mut self) {
        // What went wrong with the card shows at the next call.
        let _ = self.give_back();
    }
}

impl fmt::Debug for TransmitBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransmitBuffer").field("free", &self.free).finish_non_exhaustive()
    }
}
