// SPDX-License-Identifier: Apache-2.0
//! Descriptors whose closing waits.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::net::sockopt::set_socket_linger;

/// A socket whose closing waits for an hour, since its other end does not read; the last one who has it waits.
pub(crate) fn lingering(other_end: &TcpListener) -> (OwnedFd, TcpStream) {
    let socket = TcpStream::connect(other_end.local_addr().unwrap()).unwrap();
    let (peer, _) = other_end.accept().unwrap();
    socket.set_nonblocking(true).unwrap();
    while (&socket).write(&[0; 65536]).is_ok() {}
    socket.set_nonblocking(false).unwrap();
    set_socket_linger(&socket, Some(Duration::from_secs(3600))).unwrap();
    (socket.into(), peer)
}
