// SPDX-License-Identifier: Apache-2.0
//! Waking who waits for a register: whenever a transfer of this process ends, or the card interrupts.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::time::Duration;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::io::Errno;

use super::failure::{self, Call};
use crate::ForebayError;

/// Bytes of `struct forebay_events`.
const EVENTS_BYTES: usize = 16;

/// Something to wait on with a time limit.
#[derive(Debug)]
pub(super) struct Wakeup {
    transfers: OwnedFd,
    /// User interrupts, where the driver offers them.
    events: Option<(File, PathBuf)>,
}

impl Wakeup {
    pub(super) fn new(events: Option<(File, PathBuf)>) -> Result<Self, ForebayError> {
        let flags = EventfdFlags::NONBLOCK | EventfdFlags::CLOEXEC;
        let transfers = eventfd(0, flags).map_err(|error| wait_error(error.into()))?;
        Ok(Self { transfers, events })
    }

    /// A transfer has ended.
    pub(super) fn notify(&self) {
        // Refused only after 2^64 - 2 notices that nobody took, and then one more changes nothing.
        let _ = rustix::io::write(&self.transfers, &1_u64.to_ne_bytes());
    }

    /// Waits for a notice, at most `limit`.
    pub(super) fn wait(&self, limit: Duration) -> Result<(), ForebayError> {
        let mut sources = vec![PollFd::new(&self.transfers, PollFlags::IN)];
        sources.extend(self.events.as_ref().map(|(file, _)| PollFd::new(file, PollFlags::IN)));
        // Limits are far below what a timespec holds.
        let limit = Timespec::try_from(limit).unwrap_or_default();
        match poll(&mut sources, Some(&limit)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(wait_error(error.into())),
        }
        let heard: Vec<_> = sources.iter().map(|source| !source.revents().is_empty()).collect();
        if heard[0] {
            drain(&self.transfers, &mut [0; 8]).map_err(wait_error)?;
        }
        if let (Some(true), Some((file, path))) = (heard.get(1), &self.events) {
            let call = Call { what: "read of events", at: 0, bytes: EVENTS_BYTES as u64, done: 0 };
            drain(file, &mut [0; EVENTS_BYTES])
                .map_err(|error| failure::call(path, call, error))?;
        }
        Ok(())
    }
}

/// Takes what is there; another waiter may have been quicker.
fn drain(source: impl AsFd, into: &mut [u8]) -> io::Result<()> {
    match rustix::io::read(source, into) {
        Ok(_) | Err(Errno::AGAIN | Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

const fn wait_error(source: io::Error) -> ForebayError {
    ForebayError::System { what: "waiting for the end of a transfer", source }
}
