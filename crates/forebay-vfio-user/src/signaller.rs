// SPDX-License-Identifier: Apache-2.0
//! Adding to a client's eventfd without ever waiting.
//!
//! `write` waits while the counter is full, unless the file is non-blocking; but that flag, and the counter, are shared with
//! the client, who can change both between any check and the write. The kernel itself never waits: it adds what fits. It does
//! so on behalf of a program when an asynchronous operation ends that names an eventfd (`IOCB_FLAG_RESFD`). Here that is a
//! read of no bytes from an empty file, which has ended when `io_submit` returns.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::sync::OnceLock;

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::Errno;

/// Reads into one buffer.
const OPCODE_PREAD: u16 = 0;
const FLAG_RESFD: u32 = 1;

/// `struct iocb` of the kernel. What is always 0 here keeps it independent of the byte order, in which it differs.
#[repr(C)]
#[derive(Default)]
struct Operation {
    data: u64,
    key_and_flags: [u32; 2],
    opcode: u16,
    priority: i16,
    file: i32,
    buffer: u64,
    bytes: u64,
    offset: i64,
    reserved: u64,
    flags: u32,
    eventfd: i32,
}

/// `struct io_event` of the kernel.
#[repr(C)]
#[derive(Default)]
struct Ended {
    data: u64,
    operation: u64,
    result: i64,
    result2: i64,
}

/// Operations under way at one time: one for each thread that signals.
const OPERATIONS: libc::c_long = 64;

/// The process's, made when it is first needed. It is never taken back: that takes the kernel longer than a whole test.
static SHARED: OnceLock<Result<Signaller, Errno>> = OnceLock::new();

/// A context of the kernel for asynchronous operations, and the file they read.
pub(crate) struct Signaller {
    context: libc::c_ulong,
    empty: OwnedFd,
}

impl Signaller {
    /// The process's.
    pub(crate) fn shared() -> Result<&'static Self, Errno> {
        SHARED.get_or_init(Self::new).as_ref().map_err(|errno| *errno)
    }

    fn new() -> Result<Self, Errno> {
        let empty = memfd_create("nothing", MemfdFlags::CLOEXEC)?;
        let mut context: libc::c_ulong = 0;
        // SAFETY: it writes one word, to a place of that size that lives through the call.
        check(unsafe { libc::syscall(libc::SYS_io_setup, OPERATIONS, &raw mut context) })?;
        Ok(Self { context, empty })
    }

    /// Adds one to an eventfd, if it has room for it; what is no eventfd is `EINVAL`.
    pub(crate) fn signal(&self, eventfd: BorrowedFd<'_>) -> Result<(), Errno> {
        let mut operation = Operation {
            opcode: OPCODE_PREAD,
            file: self.empty.as_raw_fd(),
            flags: FLAG_RESFD,
            eventfd: eventfd.as_raw_fd(),
            ..Operation::default()
        };
        let operations = [&raw mut operation];
        // SAFETY: one pointer to one operation, both alive through the call; its buffer of no bytes is never touched.
        let begun =
            unsafe { libc::syscall(libc::SYS_io_submit, self.context, 1, operations.as_ptr()) };
        check(begun)?;
        let mut ended = Ended::default();
        let at_once = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // Makes room for the next one: it has ended already, as has whichever another thread takes in its place.
        // SAFETY: room for one event, and both live through the call.
        unsafe {
            libc::syscall(
                libc::SYS_io_getevents,
                self.context,
                1,
                1,
                &raw mut ended,
                &raw const at_once,
            )
        };
        Ok(())
    }
}

fn check(result: libc::c_long) -> Result<(), Errno> {
    let error = || Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO);
    if result < 0 { Err(error()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;

    use rustix::event::{EventfdFlags, eventfd};
    use rustix::io::{read, write};

    use super::*;

    #[test]
    fn each_signal_adds_one_and_a_full_counter_takes_no_more() {
        let signaller = Signaller::shared().unwrap();
        let event = eventfd(0, EventfdFlags::empty()).unwrap();
        let mut count = [0; 8];
        for _ in 0..5000 {
            signaller.signal(event.as_fd()).unwrap();
        }
        read(&event, &mut count).unwrap();
        assert_eq!(u64::from_ne_bytes(count), 5000);
        write(&event, &(u64::MAX - 1).to_ne_bytes()).unwrap();
        for _ in 0..3 {
            signaller.signal(event.as_fd()).unwrap();
        }
        read(&event, &mut count).unwrap();
        assert_eq!(u64::from_ne_bytes(count), u64::MAX);
    }

    #[test]
    fn what_is_no_eventfd_is_refused() {
        let signaller = Signaller::shared().unwrap();
        let other = memfd_create("x", MemfdFlags::CLOEXEC).unwrap();
        assert_eq!(signaller.signal(other.as_fd()), Err(Errno::INVAL));
    }
}
