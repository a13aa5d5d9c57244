// SPDX-License-Identifier: Apache-2.0
//! Error numbers of the capture node, as errors of this library.

use std::path::Path;

use rustix::io::Errno;

use super::super::stream;
use super::abi::{self, Setup, Stats};
use crate::ForebayError;
use crate::capture::{CaptureError, CaptureOptions};

/// A call that failed.
pub(super) fn call(path: &Path, what: &'static str, errno: Errno) -> ForebayError {
    stream::failure(path, what, errno, CaptureError::Reset)
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
    let cause = stream::cause(status);
    CaptureError::Engine { cause, status }.into()
}
