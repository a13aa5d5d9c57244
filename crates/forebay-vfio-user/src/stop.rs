// SPDX-License-Identifier: Apache-2.0
//! The wish that the server ends.

use std::os::fd::BorrowedFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// A descriptor that becomes readable when the server is to end.
#[derive(Clone, Copy)]
pub(crate) struct StopSign<'a>(pub(crate) BorrowedFd<'a>);

impl StopSign<'_> {
    /// Whether somebody wants it to end. Does not wait.
    pub(crate) fn is_up(self) -> bool {
        let mut watched = [PollFd::from_borrowed_fd(self.0, PollFlags::IN)];
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        loop {
            match poll(&mut watched, Some(&at_once)) {
                Err(Errno::INTR) => {}
                // A server that cannot be stopped is worse than one that stops.
                other => return other != Ok(0),
            }
        }
    }
}
