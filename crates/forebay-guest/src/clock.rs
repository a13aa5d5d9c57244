// SPDX-License-Identifier: Apache-2.0
//! Durations as system calls want them.

use std::io;
use std::time::Duration;

use rustix::event::Timespec;
use rustix::io::Errno;

/// A duration for `poll`; ones too long for it become its longest.
pub(crate) fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: duration.subsec_nanos().into(),
    }
}

/// A wait that a signal cut short has waited long enough: its caller looks again.
pub(crate) fn interrupted_is_fine(result: Result<usize, Errno>) -> io::Result<()> {
    match result {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
