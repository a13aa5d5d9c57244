// SPDX-License-Identifier: Apache-2.0
//! What can go wrong with a capture, and with the signal source.

use forebay_bus::{CardError, DmaFault};
use forebay_regs::user::s2mm::dmasr;

use super::CaptureOptions;

/// Errors of a [`Capture`](super::Capture) and of a [`Source`](super::Source). Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CaptureError {
    /// A buffer of a length that the engine cannot fill.
    #[error(
        "buffers of {bytes} bytes: the engine fills buffers of a multiple of {} bytes, up to {most}; choose one",
        CaptureOptions::MULTIPLE
    )]
    Length {
        /// What was asked for.
        bytes: u32,
        /// The most bytes of a buffer.
        most: u32,
    },
    /// Too few buffers.
    #[error("{buffers} buffers: this policy takes {least} at least; ask for more")]
    Buffers {
        /// What was asked for.
        buffers: u32,
        /// The fewest.
        least: u32,
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
        "{buffers} buffers of {bytes} bytes are more memory than there is{}; {fits} of {of} bytes would fit",
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
    /// Somebody captures already.
    #[error(
        "the card captures already: drop that capture and every buffer taken from it, or use it"
    )]
    Busy,
    /// Nothing to fill.
    #[error("each of the {buffers} buffers is held: give one back, then start")]
    AllHeld {
        /// How many there are.
        buffers: u32,
    },
    /// Memory of a simulated host.
    #[error(transparent)]
    Memory(#[from] DmaFault),
    /// The engine has ended with an error.
    #[error(
        "the capture engine ended with an error: {cause}; DMASR {status:#010x}; full buffers come before this, start it again"
    )]
    Engine {
        /// What it says.
        cause: EngineFault,
        /// Its status register.
        status: u32,
    },
    /// The card or its capture engine was reset, or the card recovered.
    #[error(
        "the capture engine was reset while it ran: what was under way is gone; start it again"
    )]
    Reset,
    /// A rate that the card's clock cannot make.
    #[error(
        "{asked} samples/s: the card's clock of {clock_hz} Hz makes rates of up to half of it, to within {} of them; the nearest is {nearest} samples/s",
        super::Rate::TOLERANCE
    )]
    Rate {
        /// Samples per second asked for.
        asked: f64,
        /// Frequency of the card's clock.
        clock_hz: u64,
        /// The nearest rate that can be had.
        nearest: f64,
    },
    /// A signal that the source does not make.
    #[error("{what} {value}: the source takes {wanted}")]
    Signal {
        /// What of it.
        what: &'static str,
        /// The value asked for.
        value: u64,
        /// What it can be.
        wanted: &'static str,
    },
    /// The time of a burst is over; nothing was captured.
    #[error(
        "the burst was to begin at {at}, and it is {now} already (cycles of the card's clock): nothing was captured; begin it later"
    )]
    Late {
        /// When it was to begin, or to be over.
        at: u64,
        /// Hardware time behind the refusal.
        now: u64,
    },
    /// A burst is armed or runs.
    #[error("a burst is armed or runs (STATUS {status:#010x}): wait until it is over, or stop it")]
    SourceBusy {
        /// Status register of the source.
        status: u32,
    },
    /// The source did not take the command.
    #[error("the source refused to begin (STATUS {status:#010x}): {next}")]
    Refused {
        /// Status register of the source.
        status: u32,
        /// What to do.
        next: &'static str,
    },
}

/// Why a capture or transmit engine has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineFault {
    /// A packet did not fit, or the engine was told what it cannot do.
    #[error("internal error, such as a packet longer than its buffer")]
    Internal,
    /// Whoever is at a host address refused.
    #[error("an access to host memory was refused")]
    Refused,
    /// Nobody is at a host address.
    #[error("nobody is at a host address")]
    Decode,
    /// A record of another buffer than the one that was next.
    #[error("the record of another buffer than the one that was next")]
    Record,
    /// It has come to rest without an error.
    #[error("somebody else has stopped it")]
    Halted,
    /// The driver has given it up, and resets the card.
    #[error("it did what it was not told; the kernel log says more")]
    Astray,
}

impl EngineFault {
    /// What an engine's status register names; none if it names nothing.
    pub(crate) fn of(status: u32) -> Option<Self> {
        let causes = [
            (dmasr::INT_ERR, Self::Internal),
            (dmasr::SLV_ERR, Self::Refused),
            (dmasr::DEC_ERR, Self::Decode),
        ];
        causes.into_iter().find(|(bit, _)| bit.is_set(status)).map(|(_, cause)| cause)
    }
}
