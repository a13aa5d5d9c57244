// SPDX-License-Identifier: Apache-2.0
//! Error numbers of the transmit node, as errors of this library.

use std::path::Path;

use rustix::io::Errno;

use super::super::stream;
use super::abi::{self, Setup, Stats};
use crate::ForebayError;
use crate::transmit::{TransmitError, TransmitOptions};

/// A call that failed.
pub(super) fn call(path: &Path, what: &'static str, errno: Errno) -> ForebayError {
    stream::failure(path, what, errno, TransmitError::Reset)
}

/// Buffers that were not made; `told` is what the kernel could make instead.
pub(super) fn setup(
    path: &Path,
    (options, told): (&TransmitOptions, &Setup),
    errno: Errno,
) -> ForebayError {
    let TransmitOptions { buffers, bytes } = *options;
    match errno {
        Errno::INVAL => TransmitError::Length { bytes, most: abi::MOST_BYTES }.into(),
        Errno::NOMEM => {
            let (fits, of) = (told.buffers.into(), told.bytes);
            TransmitError::NoMemory { buffers, bytes, fits, of, source: None }.into()
        }
        errno => call(path, "making buffers to send from", errno),
    }
}

/// Why the engine has ended, by what the driver has kept of it.
pub(super) fn engine(stats: &Stats) -> ForebayError {
    let status = stats.status;
    let cause = stream::cause(status);
    TransmitError::Engine { cause, status }.into()
}
