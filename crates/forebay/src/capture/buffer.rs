// SPDX-License-Identifier: Apache-2.0
//! A full buffer in the hands of a program.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::backend::{Backend, Filled};
use crate::ForebayError;

/// What is told of a full buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BufferInfo {
    /// Hardware time of its first sample, in cycles of the card's clock.
    pub stamp: u64,
    /// Samples lost since the buffer taken before it: ahead of the packets that begin in it, and ahead of those that were overwritten.
    pub lost: u64,
    /// Bytes of full buffers that were overwritten since the one taken before it.
    pub overwritten: u64,
    /// Buffers that the card had ended before it since the start. Numbers of overwritten ones are missing.
    pub sequence: u32,
    /// A packet ended with its last byte.
    pub end_of_packet: bool,
    /// A burst did.
    pub end_of_burst: bool,
    /// Samples were lost behind it.
    pub overrun: bool,
    /// It was cut short: stopped, or by an error.
    pub stopped: bool,
}

/// A full buffer; its bytes are what it derefs to. Dropping it gives it back, in whatever order. It keeps the capture alive.
pub struct CaptureBuffer {
    backend: Arc<dyn Backend>,
    /// None once it was given back.
    filled: Option<Filled>,
}

impl CaptureBuffer {
    pub(super) const fn new(backend: Arc<dyn Backend>, filled: Filled) -> Self {
        Self { backend, filled: Some(filled) }
    }

    /// What is told of it.
    #[must_use]
    pub fn info(&self) -> BufferInfo {
        self.filled.as_ref().map_or_else(BufferInfo::default, |filled| filled.info)
    }

    /// Which of the buffers it is, from 0.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.filled.as_ref().map_or(0, |filled| filled.index)
    }

    /// Gives it back, as dropping it does.
    ///
    /// # Errors
    /// What arming it again can end in; it is given back all the same.
    pub fn release(mut self) -> Result<(), ForebayError> {
        self.give_back()
    }

    fn give_back(&mut self) -> Result<(), ForebayError> {
        let Some(Filled { index, memory, .. }) = self.filled.take() else { return Ok(()) };
        self.backend.release(index, memory)
    }
}

impl Deref for CaptureBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.filled.as_ref().map_or(&[], |filled| &filled.memory[..filled.bytes])
    }
}

impl Drop for CaptureBuffer {
    fn drop(&mut self) {
        // What went wrong with the card shows at the next call.
        let _ = self.give_back();
    }
}

impl fmt::Debug for CaptureBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CaptureBuffer").field("filled", &self.filled).finish_non_exhaustive()
    }
}
