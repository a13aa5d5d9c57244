// SPDX-License-Identifier: Apache-2.0
//! What can go wrong with a transmission, and with the air.

use forebay_bus::{CardError, DmaFault};

use super::TransmitOptions;
use crate::capture::EngineFault;
use crate::capture::chdr::MOST_SAMPLES;

/// Errors of a [`Transmit`](super::Transmit) and of the [`Air`](super::Air). Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TransmitError {
    /// A buffer of a length that the engine cannot send.
    #[error(
        "buffers of {bytes} bytes: the engine sends from buffers of a multiple of {} bytes, up to {most}; choose one",
        TransmitOptions::MULTIPLE
    )]
    Length {
        /// What was asked for.
        bytes: u32,
        /// The most bytes of a buffer.
        most: u32,
    },
    /// Too few buffers.
    #[error("{buffers} buffers: nothing is sent without one; ask for more")]
    Buffers {
        /// What was asked for.
        buffers: u32,
    },
    /// More buffers than a driver takes.
    #[error("{buffers} buffers: the driver takes {most} at most; ask for fewer, larger ones")]
    TooMany {
        /// What was asked for.
        buffers: u32,
        /// The most.
        most: u32,
    },
    /// More memory than there is.
    #[error(
        "{buffers} buffers to send from, of {bytes} bytes, are more memory than there is{}; {fits} of {of} bytes would fit",
        source.as_ref().map(|why| format!(" ({why})")).unwrap_or_default()
    )]
    NoMemory {
        /// How many were asked for.
        buffers: u32,
        /// Bytes of each.
        bytes: u32,
        /// How many would fit.
        fits: u64,
        /// Bytes of each of these: a driver finds room for shorter ones where there is none for longer ones.
        of: u32,
        /// The system's reason, where it was asked.
        source: Option<CardError>,
    },
    /// Somebody sends already.
    #[error(
        "the card sends already: drop that transmission and every buffer taken from it, or use it"
    )]
    Busy,
    /// Memory of a simulated host.
    #[error(transparent)]
    Memory(#[from] DmaFault),
    /// A number of bytes that a buffer cannot send.
    #[error(
        "{bytes} bytes of a buffer: it sends 1 to {most}; the buffer is free again, and was not sent"
    )]
    Bytes {
        /// How many were to be sent.
        bytes: usize,
        /// How many it has.
        most: usize,
    },
    /// A number of samples that no packet has.
    #[error(
        "a packet of {samples} samples: it has 1 to {MOST_SAMPLES}; it has no number yet, ask again for one of so many"
    )]
    Samples {
        /// How many it was to have.
        samples: u64,
    },
    /// What was sent waits for a start.
    #[error("{queued} buffers wait to be sent, and nothing runs: start it, then drain it")]
    NotStarted {
        /// How many.
        queued: u32,
    },
    /// The engine has ended with an error.
    #[error(
        "the transmit engine ended with an error: {cause}; DMASR {status:#010x}; what it had not begun was not sent, start it again"
    )]
    Engine {
        /// What it says.
        cause: EngineFault,
        /// Its status register.
        status: u32,
    },
    /// The card or its transmit engine was reset, or the card recovered.
    #[error(
        "the transmit engine was reset while it ran: what it had not sent is gone; start it again"
    )]
    Reset,
    /// What is set at rest was to be set while something is sent.
    #[error(
        "a packet is in the card, or a burst on the air (TX_STATUS {status:#010x}): wait until all is sent, or clear the air"
    )]
    OnAir {
        /// Status register of the datapath's part.
        status: u32,
    },
    /// The air was to be cleared, and somebody sends.
    #[error(
        "packets come again and again while the air is cleared (TX_STATUS {status:#010x}): stop the transmission, then clear it"
    )]
    StillComes {
        /// Status register of the datapath's part.
        status: u32,
    },
    /// A channel that is not there.
    #[error("channel {channel}: there are 0 to {last}; take one of them")]
    Channel {
        /// What was asked for.
        channel: u32,
        /// The last one.
        last: u32,
    },
}
