// SPDX-License-Identifier: Apache-2.0
//! The line between a capture and what leads to the capture engine.

use std::fmt;
use std::ops::Deref;
use std::time::Duration;

use forebay_bus::Buffer;

use super::map::Part;
use super::{BufferInfo, CaptureStats};
use crate::ForebayError;

/// Memory of a full buffer, which the card leaves alone meanwhile.
pub(crate) enum Memory {
    /// It was the card's until it was full.
    Owned(Buffer),
    /// It is a driver's, which leaves it as it is until it is given back.
    Mapped(Part),
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

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

/// A buffer that the card has finished.
#[derive(Debug)]
pub(crate) struct Filled {
    /// Number of the buffer.
    pub index: u32,
    /// All of it.
    pub memory: Memory,
    /// How much of it the card has written.
    pub bytes: usize,
    pub info: BufferInfo,
}

/// A program's capture engine.
pub(crate) trait Backend: Send + Sync {
    /// Lets buffers be filled; harmless while they are.
    fn start(&self) -> Result<(), ForebayError>;

    /// Ends it; what was taken from the stream can be had. Harmless while nothing runs.
    fn stop(&self) -> Result<(), ForebayError>;

    /// The oldest full buffer; none if none comes in that time, or nothing runs.
    fn next(&self, limit: Duration) -> Result<Option<Filled>, ForebayError>;

    /// Gives a buffer back.
    fn release(&self, index: u32, memory: Memory) -> Result<(), ForebayError>;

    fn stats(&self) -> Result<CaptureStats, ForebayError>;

    /// Whether buffers are being filled, as far as is known.
    fn is_running(&self) -> bool;
}
