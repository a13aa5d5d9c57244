// SPDX-License-Identifier: Apache-2.0
//! The socket that clients connect to; its file goes when it is dropped.

use std::fs;
use std::io::ErrorKind;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::ServeError;
use crate::descriptors::{Closer, is_room};
use crate::report::line;

/// A listening socket.
#[derive(Debug)]
pub struct Listener {
    /// Closed by the closer's thread: clients that were not accepted may have sent descriptors, whose closing waits.
    socket: Arc<UnixListener>,
    path: PathBuf,
    /// Which file it is.
    file: Option<(u64, u64)>,
    /// Goes behind the socket.
    _closer: Closer,
}

impl Listener {
    /// Listens at `path`. A socket that a dead server left there is replaced.
    ///
    /// # Errors
    /// [`ServeError::Listen`], also when another server listens there.
    pub fn bind(path: &Path) -> Result<Self, ServeError> {
        let failed = |source| ServeError::Listen { path: path.to_owned(), source };
        let is_socket = fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket());
        if is_socket {
            // Connecting as a client would be would take the other server's only client away. A datagram socket cannot
            // connect to it, but is told whether there is anybody.
            let probe = UnixDatagram::unbound().and_then(|socket| socket.connect(path));
            match probe {
                Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                    fs::remove_file(path).map_err(failed)?;
                }
                _ => return Err(failed(ErrorKind::AddrInUse.into())),
            }
        }
        let socket = UnixListener::bind(path).map_err(failed)?;
        socket.set_nonblocking(true).map_err(failed)?;
        let socket = Arc::new(socket);
        let _closer = Closer::new(Arc::clone(&socket));
        Ok(Self { socket, path: path.to_owned(), file: identity(path), _closer })
    }

    /// Waits for a client; `None` when `stop` becomes readable first. While clients that have gone have left too little room
    /// for the descriptors of another, none is served.
    ///
    /// # Errors
    /// [`ServeError::Listen`].
    pub fn accept(&self, stop: BorrowedFd<'_>) -> Result<Option<UnixStream>, ServeError> {
        let failed = |source| ServeError::Listen { path: self.path.clone(), source };
        let mut told = false;
        loop {
            let room = is_room();
            if !room && !told {
                line(
                    "too many descriptors of clients that have gone wait to be closed; \
                     the next client is served when fewer do, or by a server that is started again",
                );
                told = true;
            }
            if self.wait(stop, room).map_err(|errno| failed(errno.into()))? {
                return Ok(None);
            }
            if !room {
                continue;
            }
            match self.socket.accept() {
                Ok((client, _)) => return Ok(Some(client)),
                // A client that went before it was accepted.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Waits for a stop, which it tells, and for a client if there is room for one, else for another look.
    fn wait(&self, stop: BorrowedFd<'_>, room: bool) -> Result<bool, Errno> {
        const LOOK_AGAIN: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
        let mut fds = [
            PollFd::from_borrowed_fd(stop, PollFlags::IN),
            PollFd::from_borrowed_fd(self.socket.as_fd(), PollFlags::IN),
        ];
        let watched = if room { &mut fds[..] } else { &mut fds[..1] };
        match poll(watched, (!room).then_some(&LOOK_AGAIN)) {
            Err(Errno::INTR) => Ok(false),
            Err(errno) => Err(errno),
            Ok(_) => Ok(!fds[0].revents().is_empty()),
        }
    }
}

/// Device and number of a file; the number of a socket is nobody else's while it is open.
fn identity(path: &Path) -> Option<(u64, u64)> {
    fs::symlink_metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

impl Drop for Listener {
    fn drop(&mut self) {
        // If somebody has taken the file away already, that is as good; what is in its place is theirs.
        if identity(&self.path) == self.file {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_left_behind_is_replaced_and_one_in_use_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("card");
        drop(UnixListener::bind(&path).unwrap());
        let listener = Listener::bind(&path).unwrap();
        assert!(matches!(Listener::bind(&path), Err(ServeError::Listen { .. })));
        let waiting = listener.socket.accept();
        assert!(waiting.is_err(), "the second has not come as a client");
        drop(listener);
        assert!(!path.exists());
    }

    #[test]
    fn a_socket_that_somebody_else_has_put_in_its_place_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("card");
        let first = Listener::bind(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let second = Listener::bind(&path).unwrap();
        drop(first);
        assert!(path.exists(), "the second is still served there");
        drop(second);
        assert!(!path.exists());
    }
}
