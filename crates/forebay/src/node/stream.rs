// SPDX-License-Identifier: Apache-2.0
//! What the nodes of capture and of transmission have in common: how they wait, and what their error numbers mean.

use std::path::Path;
use std::time::{Duration, Instant};

use forebay_regs::user::s2mm::dmasr;
use rustix::io::{Errno, Result};

use crate::ForebayError;
use crate::capture::EngineFault;

/// A wait for ever, in the driver's unit.
pub(super) const FOREVER: u32 = 0xffff_ffff;

/// So long, in the driver's unit: begun ones are whole ones, and what is beyond it is for ever.
fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(FOREVER)
}

/// Waits for something by a call that is told how long; none if it has not come by then, or will not.
pub(super) fn wait<T>(limit: Duration, call: impl Fn(u32) -> Result<T>) -> Result<Option<T>> {
    let begun = Instant::now();
    loop {
        match call(millis(limit.saturating_sub(begun.elapsed()))) {
            Ok(came) => return Ok(Some(came)),
            Err(Errno::AGAIN | Errno::TIMEDOUT | Errno::NODATA) => return Ok(None),
            // A signal takes none of the caller's time away.
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
    }
}

/// A call of a node that failed; what a reset of the card is to its caller.
pub(super) fn failure(
    path: &Path,
    what: &'static str,
    errno: Errno,
    reset: impl Into<ForebayError>,
) -> ForebayError {
    let path = path.to_owned();
    let next = match errno {
        Errno::CANCELED => return reset.into(),
        Errno::NODEV => return ForebayError::CardGone { path },
        Errno::BUSY => return ForebayError::Busy { path },
        Errno::IO => {
            "the engine does not do what it is told, and the driver resets the card: begin again behind that; the kernel log says more"
        }
        Errno::NOTTY => "this is not such a node of the forebay module",
        _ => "the kernel log says more",
    };
    ForebayError::NodeIo { path, what, at: 0, bytes: 0, done: 0, source: errno.into(), next }
}

/// Why an engine has ended, by the status register that the driver has kept of it.
pub(super) fn cause(status: u32) -> EngineFault {
    let halted =
        if dmasr::HALTED.is_set(status) { EngineFault::Halted } else { EngineFault::Astray };
    EngineFault::of(status).unwrap_or(halted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_whole_milliseconds_and_no_time_is_none() {
        let times = [
            (Duration::ZERO, 0),
            (Duration::from_nanos(1), 1),
            (Duration::from_millis(20), 20),
            (Duration::from_micros(20_001), 21),
            (Duration::MAX, FOREVER),
        ];
        for (time, wanted) in times {
            assert_eq!(millis(time), wanted, "{time:?}");
        }
    }
}
