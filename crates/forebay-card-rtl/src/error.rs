// SPDX-License-Identifier: Apache-2.0
//! What can go wrong with a Verilated card and with no other.

use std::path::PathBuf;

use forebay_bus::CardError;

/// Errors of the Verilated body; at the seam they are [`CardError::Body`]. Each names the place and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RtlError {
    /// The Verilated library of a card is not there.
    #[error("{path}: no Verilated card there; run `make rtl`, or set FOREBAY_RTL_DIR to where it was built", path = path.display())]
    LibraryMissing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The Verilated library does not fit this program.
    #[error("{path}: {what}; rebuild it with `make rtl`", path = path.display())]
    LibraryMismatch {
        /// The library.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// The loader refused the library.
    #[error("{path}: cannot be loaded; rebuild it with `make rtl`", path = path.display())]
    LibraryLoad {
        /// The library.
        path: PathBuf,
        /// The loader's reason.
        source: libloading::Error,
    },
    /// The simulation ended itself, or the card broke a rule of its buses: a defect of the RTL, not of its user.
    #[error(
        "card `{variant}`, cycle {cycle}: {what}; the card is dead, open it again (with a waveform to see why)"
    )]
    Simulation {
        /// Card build.
        variant: String,
        /// Cycle in which it happened.
        cycle: u64,
        /// The failed assertion or the broken rule.
        what: String,
    },
}

impl From<RtlError> for CardError {
    fn from(error: RtlError) -> Self {
        Self::Body(Box::new(error))
    }
}
