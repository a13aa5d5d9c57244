// SPDX-License-Identifier: Apache-2.0
//! Signals that end the launcher, noticed while it waits, so that it can end the others first.

use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::GuestError;

/// Catches the signals from its making on, for as long as the process lives.
#[derive(Debug)]
pub struct Signals {
    readable: UnixStream,
    came: Arc<AtomicUsize>,
}

impl Signals {
    /// Begins to catch them.
    ///
    /// # Errors
    /// [`GuestError::Io`].
    pub fn catch() -> Result<Self, GuestError> {
        let failed = |error| GuestError::doing("catching signals")(error);
        let (readable, woken) = UnixStream::pair().map_err(failed)?;
        let came = Arc::new(AtomicUsize::new(0));
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            // Its number first, so that it is there when the stream wakes the reader.
            let number = usize::try_from(signal).unwrap_or_default();
            signal_hook::flag::register_usize(signal, Arc::clone(&came), number).map_err(failed)?;
            let woken = woken.try_clone().map_err(failed)?;
            signal_hook::low_level::pipe::register(signal, woken).map_err(failed)?;
        }
        Ok(Self { readable, came })
    }

    /// The signal that came, if one did.
    #[must_use]
    pub fn came(&self) -> Option<i32> {
        match self.came.load(Ordering::SeqCst) {
            0 => None,
            number => i32::try_from(number).ok(),
        }
    }
}

impl AsFd for Signals {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.readable.as_fd()
    }
}
