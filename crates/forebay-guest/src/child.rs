// SPDX-License-Identifier: Apache-2.0
//! A process that never outlives the launcher, and that can be waited for together with others.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{
    PidfdFlags, Signal, getpid, getppid, pidfd_open, pidfd_send_signal,
    set_parent_process_death_signal,
};

use crate::GuestError;
use crate::clock;

/// Time that a process has to end after it was asked to.
const GRACE: Duration = Duration::from_secs(5);

/// A running or ended process.
#[derive(Debug)]
pub(crate) struct Child {
    name: &'static str,
    inner: std::process::Child,
    /// Readable once the process has ended, whoever looks.
    handle: OwnedFd,
}

impl Child {
    /// Starts a process that the kernel ends if this one dies, by whatever cause.
    pub(crate) fn start(name: &'static str, command: &mut Command) -> Result<Self, GuestError> {
        let launcher = getpid();
        // SAFETY: between fork and exec the closure only makes two system calls; it neither allocates nor takes a lock.
        unsafe {
            command.pre_exec(move || {
                set_parent_process_death_signal(Some(Signal::KILL))?;
                // The launcher may have died before the line above: then no signal would come.
                if getppid() == Some(launcher) {
                    Ok(())
                } else {
                    Err(rustix::io::Errno::SRCH.into())
                }
            });
        }
        let place = command.get_program().to_string_lossy().into_owned();
        let inner = command.spawn().map_err(GuestError::doing(&place))?;
        let handle = rustix::process::Pid::from_child(&inner);
        let handle = pidfd_open(handle, PidfdFlags::empty())
            .map_err(|error| GuestError::doing(name)(error.into()))?;
        Ok(Self { name, inner, handle })
    }

    /// The pipe from its standard output, if it was given one.
    pub(crate) fn take_output(&mut self) -> Option<std::process::ChildStdout> {
        self.inner.stdout.take()
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&mut self) -> Result<Option<ExitStatus>, GuestError> {
        self.inner.try_wait().map_err(GuestError::doing(self.name))
    }

    /// Waits for its end, no longer than this.
    pub(crate) fn wait(&mut self, limit: Duration) -> Result<Option<ExitStatus>, GuestError> {
        let deadline = Instant::now() + limit;
        loop {
            if let Some(status) = self.ended()? {
                return Ok(Some(status));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            let mut watched = [PollFd::new(&self.handle, PollFlags::IN)];
            clock::interrupted_is_fine(poll(&mut watched, Some(&clock::timespec(left))))
                .map_err(GuestError::doing(self.name))?;
        }
    }

    /// Ends it: asked first, so that QEMU gives the terminal back, then forced.
    pub(crate) fn end(&mut self) {
        // Failures here mean that it has ended already, which is what is wanted.
        for signal in [Signal::TERM, Signal::KILL] {
            if !matches!(self.ended(), Ok(None)) {
                return;
            }
            let _ = pidfd_send_signal(&self.handle, signal);
            let _ = self.wait(GRACE);
        }
    }
}

impl AsFd for Child {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_seen_with_its_status() {
        let mut child =
            Child::start("sh", Command::new("sh").args(["-c", "exit 3"])).expect("started");
        let status = child.wait(Duration::from_secs(20)).expect("waited").expect("ended");
        assert_eq!(status.code(), Some(3));
    }

    #[test]
    fn one_that_does_not_listen_is_ended_all_the_same() {
        let mut child = Child::start("sleep", Command::new("sleep").arg("1000")).expect("started");
        assert_eq!(child.wait(Duration::from_millis(1)).expect("waited"), None);
        child.end();
        assert!(child.ended().expect("asked").is_some());
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = Child::start("x", &mut Command::new("/nowhere/x")).expect_err("not there");
        assert!(error.to_string().contains("/nowhere/x"), "{error}");
    }
}
