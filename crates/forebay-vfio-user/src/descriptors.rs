// SPDX-License-Identifier: Apache-2.0
//! File descriptors that a client sends. They can be anything, also a file whose closing waits: a socket that lingers, a
//! file of a file system that a process of the client's serves. So what is not known to be harmless is closed by a thread
//! of its own.

use std::fs::read_dir;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

use forebay_bus::host::MemoryFile;
use rustix::fs::readlink;
use rustix::io::Errno;
use rustix::process::{Resource, getrlimit};

use crate::wire::MAX_FDS;

/// Descriptors that may wait to be closed. A client that piles up more is not read until fewer do, and not for long.
pub(crate) const MAX_WAITING: usize = 64;
/// Most descriptors that the system lets anybody send at once. All of them are taken: what has no room here the system would
/// close in this thread, however long that takes.
pub(crate) const MAX_SENT_FDS: usize = 253;

/// Descriptors that serving a client may take: those that wait, that come in one call, that belong to a message, and as many
/// again as are its vectors' and the server's own.
const CLIENT_MOST: usize = MAX_WAITING + MAX_SENT_FDS + MAX_FDS + 64;

/// Whether the process can open what serving a client may take. Clients that have gone may have left descriptors whose closing
/// still waits; and what comes when there is no room, the system closes in the thread that receives it.
pub(crate) fn is_room() -> bool {
    // No limit is more than anybody has.
    let limit = getrlimit(Resource::Nofile).current.map_or(usize::MAX, saturated);
    fits(read_dir("/proc/self/fd").map(Iterator::count), limit)
}

fn fits(open: io::Result<usize>, limit: usize) -> bool {
    // Where the limit is low, half of it must do.
    let wanted = CLIENT_MOST.min(limit / 2);
    match open {
        Ok(open) => open <= limit - wanted,
        // Not one could be opened to count them. Where they cannot be counted for another reason, as without /proc, there is
        // room as far as anybody knows: no client would ever be served otherwise.
        Err(error) => !matches!(Errno::from_io_error(&error), Some(Errno::MFILE | Errno::NFILE)),
    }
}

fn saturated(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

/// What the kernel calls every eventfd. A file's name begins with a slash.
const EVENTFD: &[u8] = b"anon_inode:[eventfd]";

/// Closes descriptors of one client. Its thread ends with it, or when the last of them lets itself be closed.
#[derive(Debug)]
pub(crate) struct Closer {
    queue: Sender<OwnedFd>,
    waiting: Arc<AtomicUsize>,
}

impl Closer {
    /// Its thread begins before the client can have used up what one needs, and lets `last` go behind all descriptors.
    pub(crate) fn new(last: impl Send + 'static) -> Self {
        let waiting = Arc::default();
        Self { queue: Self::start(Arc::clone(&waiting), last), waiting }
    }

    /// How many wait to be closed.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    fn close(&self, fd: OwnedFd) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        // Without a thread there is nobody to take it, and it is closed here after all.
        if self.queue.send(fd).is_err() {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn start(waiting: Arc<AtomicUsize>, last: impl Send + 'static) -> Sender<OwnedFd> {
        let (queue, coming) = channel();
        let thread = Builder::new().name("close".into()).spawn(move || {
            for fd in coming {
                drop(fd);
                waiting.fetch_sub(1, Ordering::Relaxed);
            }
            drop(last);
        });
        // It is waited for by nobody: that is what it is for.
        drop(thread);
        queue
    }
}

/// A descriptor from the client, not yet known for what it is.
pub(crate) struct ClientFd {
    /// Gone once it was taken.
    fd: Option<OwnedFd>,
    closer: Rc<Closer>,
}

impl ClientFd {
    pub(crate) fn new(fd: OwnedFd, closer: &Rc<Closer>) -> Self {
        Self { fd: Some(fd), closer: Rc::clone(closer) }
    }

    /// Takes it for an eventfd; anything else is `EINVAL`.
    pub(crate) fn eventfd(mut self) -> Result<OwnedFd, Errno> {
        let fd = self.fd.take_if(|fd| is_eventfd(fd).unwrap_or(false));
        fd.ok_or(Errno::INVAL)
    }

    /// Takes it for memory that can be mapped.
    pub(crate) fn memory(mut self) -> Option<MemoryFile> {
        match MemoryFile::new(self.fd.take()?) {
            Ok(file) => Some(file),
            Err(other) => {
                self.fd = Some(other);
                None
            }
        }
    }
}

impl Drop for ClientFd {
    fn drop(&mut self) {
        match self.fd.take() {
            Some(fd) if is_harmless(&fd) => drop(fd),
            Some(fd) => self.closer.close(fd),
            None => {}
        }
    }
}

impl std::fmt::Debug for ClientFd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.fd.fmt(f)
    }
}

/// Closing it cannot wait for anybody.
fn is_harmless(fd: &OwnedFd) -> bool {
    is_eventfd(fd).unwrap_or(false) || MemoryFile::is_one(fd.as_fd())
}

fn is_eventfd(fd: &OwnedFd) -> Result<bool, Errno> {
    let link = readlink(format!("/proc/self/fd/{}", fd.as_raw_fd()), Vec::new())?;
    Ok(link.as_bytes() == EVENTFD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_unless_too_many_are_known_to_be_open() {
        const LIMIT: usize = 4 * CLIENT_MOST;
        assert!(fits(Ok(LIMIT - CLIENT_MOST), LIMIT));
        assert!(!fits(Ok(LIMIT - CLIENT_MOST + 1), LIMIT));
        assert!(fits(Ok(100), 200));
        assert!(!fits(Ok(101), 200));
        for full in [Errno::MFILE, Errno::NFILE] {
            assert!(!fits(Err(full.into()), LIMIT));
        }
        assert!(fits(Err(Errno::NOENT.into()), LIMIT));
    }
}
