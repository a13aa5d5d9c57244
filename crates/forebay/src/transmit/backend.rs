// SPDX-License-Identifier: Apache-2.0
//! The line between a transmission and what leads to the transmit engine.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use forebay_bus::Buffer;

use super::TransmitStats;
use crate::ForebayError;
use crate::capture::map::PartMut;

/// Memory of a free buffer, which is the program's meanwhile.
pub(crate) enum Memory {
    /// It is the card's when it was sent.
    Owned(Buffer),
    /// It is a driver's, which leaves it to the program until it was sent or given back.
    Mapped(PartMut),
}

impl Deref for Memory {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Owned(buffer) => buffer,
            Self::Mapped(part) => part,
        }
    }
}

impl DerefMut for Memory {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Owned(buffer) => buffer,
            Self::Mapped(part) => part,
        }
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

/// A buffer that the card has not.
#[derive(Debug)]
pub(crate) struct Free {
    /// Number of the buffer.
    pub index: u32,
    /// All of it.
    pub memory: Memory,
}

/// A program's transmit engine.
pub(crate) trait Backend: Send + Sync {
    /// Lets buffers be sent; harmless while they are.
    fn start(&self) -> Result<(), ForebayError>;

    /// Ends it; what the card has not begun is free and not sent. While nothing runs it does nothing.
    fn stop(&self) -> Result<(), ForebayError>;

    /// A free buffer; none if none is in that time.
    fn acquire(&self, limit: Duration) -> Result<Option<Free>, ForebayError>;

    /// Sends so many bytes of a buffer, 1 to all of it. It is free again if that fails.
    fn send(&self, buffer: Free, bytes: usize) -> Result<(), ForebayError>;

    /// Gives a buffer back that is not sent.
    fn release(&self, buffer: Free) -> Result<(), ForebayError>;

    /// Whether the card has taken all that was sent within that time, and without a stop.
    fn drain(&self, limit: Duration) -> Result<bool, ForebayError>;

    fn stats(&self) -> Result<TransmitStats, ForebayError>;

    /// Whether buffers are being sent, as far as is known.
    fn is_running(&self) -> bool;
}
