// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with an access.

use crate::Instructions;
use crate::instructions::present_names;

/// Errors of this crate. Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApertureError {
    /// The first byte is not in the aperture.
    #[error(
        "offset {offset:#x} is outside the aperture of {aperture:#x} bytes; give one below that"
    )]
    Outside {
        /// Where the access begins.
        offset: u64,
        /// Bytes of the aperture.
        aperture: u64,
    },
    /// The access begins in the aperture and ends behind it. Nothing of it was done.
    #[error(
        "{bytes} bytes at {offset:#x} go past the end of the aperture of {aperture:#x} bytes, and none was moved; {room} fit there"
    )]
    PastEnd {
        /// Where the access begins.
        offset: u64,
        /// Its bytes.
        bytes: u64,
        /// Bytes of the aperture.
        aperture: u64,
        /// Bytes from there to the end.
        room: u64,
    },
    /// The processor does not have the instructions that were asked for. Nothing was written.
    #[error("this processor has no {asked}; it has {}", present_names())]
    NoInstructions {
        /// What was asked for.
        asked: Instructions,
    },
}

/// Refuses an access that is not all inside; gives its offset as a place in memory.
pub(crate) fn check_range(offset: u64, bytes: usize, aperture: u64) -> Result<(), ApertureError> {
    let bytes = bytes as u64;
    match aperture.checked_sub(offset) {
        Some(room) if bytes <= room => Ok(()),
        Some(room) if room > 0 => Err(ApertureError::PastEnd { offset, bytes, aperture, room }),
        _ => Err(ApertureError::Outside { offset, aperture }),
    }
}
