// SPDX-License-Identifier: Apache-2.0
//! What can go wrong at the card seam.

use std::path::PathBuf;

use crate::Bar;

/// Errors of the card seam. Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CardError {
    /// The access has a shape the BAR does not take.
    #[error(
        "{bar} at {offset:#x}: access of {bytes} bytes refused; registers take 4 or 8 aligned bytes and stores of an aligned \
         line of 64, the aperture stores of up to 64 bytes within one 64-byte line and reads of up to 4096 within one page, and no BAR goes on behind 64 GiB"
    )]
    MmioSize {
        /// What was accessed.
        bar: Bar,
        /// Byte offset within it.
        offset: u64,
        /// Size of the access.
        bytes: usize,
    },
    /// The card did not answer an MMIO access within its budget.
    #[error(
        "{bar} at {offset:#x}: no answer within {cycles} card cycles; the block behind it is stuck, reset the card"
    )]
    MmioTimeout {
        /// What was accessed.
        bar: Bar,
        /// Byte offset within it.
        offset: u64,
        /// Cycles waited.
        cycles: u64,
    },
    /// No card can work behind such a link.
    #[error("link parameter {parameter} is {value}; give {wanted}")]
    Link {
        /// Its name.
        parameter: &'static str,
        /// What it is.
        value: u64,
        /// What it may be.
        wanted: &'static str,
    },
    /// No card build of that name.
    #[error("card `{name}` is not known; known are {known}")]
    UnknownCard {
        /// The name asked for.
        name: String,
        /// Names that exist.
        known: String,
    },
    /// The datapath of a card met input that it makes nothing of. The card left it out and works on.
    #[error(transparent)]
    Input(Box<dyn std::error::Error + Send + Sync>),
    /// What only one kind of body can end in: it was not there, did not fit, or broke.
    #[error(transparent)]
    Body(Box<dyn std::error::Error + Send + Sync>),
    /// A waveform was asked for that this body cannot write.
    #[error("waveform {path}: {why}", path = path.display())]
    Waveform {
        /// The file asked for.
        path: PathBuf,
        /// Why not, and what to do.
        why: String,
    },
    /// Host memory could not be had.
    #[error("{bytes} bytes of host memory: {source}; use a smaller buffer or chunk")]
    HostMemory {
        /// Bytes asked for.
        bytes: usize,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The card's own configuration registers contradict each other.
    #[error(
        "card register {register} reads {value:#x}: {why}; the card was not built for this program, build both from one state"
    )]
    Identity {
        /// Register name.
        register: &'static str,
        /// Value read.
        value: u32,
        /// What was expected.
        why: &'static str,
    },
}
