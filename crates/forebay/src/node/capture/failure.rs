// SPDX-License-Identifier: Apache-2.0
//! Error numbers of the capture node, as errors of this library.

use std::path::Path;

use forebay_regs::user::s2mm::dmasr;
use rustix::io::Errno;

use super::abi::{self, Setup, Stats};
use crate::ForebayError;
use crate::capture::{CaptureError, CaptureOptions, EngineFault};

/// A call that failed.
pub(super) fn call(path: &Path, what: &'static str, errno: Errno) -> ForebayError {
    let path = path.to_owned();
    let next = match errno {
        Errno::CANCELED => return CaptureError::Reset.into(),
        Errno::NODEV => return ForebayError::CardGone { path },
        Errno::BUSY => return ForebayError::Busy { path },
        Errno::IO => {
            "the engine does not do what it is told, and the driver resets the card: begin again behind that; the kernel log says more"
        }
        Errno::NOTTY => "this is not a capture node of the forebay module",
        _ => "the kernel log says more",
    };
    ForebayError::NodeIo { path, what, at: 0, bytes: 0, done: 0, source: errno.into(), next }
}

/// Buffers that were not made; `told` is what the kernel could make instead.
pub(super) fn setup(
    path: &Path,
    (options, told): (&CaptureOptions, &Setup),
    errno: Errno,
) -> ForebayError {
    let CaptureOptions { buffers, bytes, .. } = *options;
    match errno {
        Errno::INVAL => CaptureError::Length { bytes, most: abi::MOST_BYTES }.into(),
        Errno::NOMEM => {
            let (fits, of) = (told.buffers.into(), told.bytes);
            CaptureError::NoMemory { buffers, bytes, fits, of, source: None }.into()
        }
        errno => call(path, "making buffers", errno),
    }
}

/// Why the engine has ended, by what the driver has kept of it.
pub(super) fn engine(stats: &Stats) -> ForebayError {
    let status = stats.status;
    let halted =
        if dmasr::HALTED.is_set(status) { EngineFault::Halted } else { EngineFault::Astray };
    let cause = EngineFault::of(status).unwrap_or(halted);
    CaptureError::Engine { cause, status }.into()
}
