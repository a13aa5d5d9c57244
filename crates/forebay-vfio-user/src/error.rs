// SPDX-License-Identifier: Apache-2.0
//! Errors that end serving. What a client does wrong is answered to it and ends nothing.

use std::io;
use std::path::PathBuf;

use forebay_bus::CardError;

/// Why serving ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The socket to listen on.
    #[error("socket {path}: {source}; choose a path in a writable directory that no server uses", path = path.display())]
    Listen {
        /// Its path.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The socket of a client.
    #[error("connection to the client: {0}; the client must start again")]
    Client(#[source] io::Error),
    /// The client sent a header whose size is smaller than a header.
    #[error(
        "message of {size} bytes, less than its own header; the client is out of step and must start again"
    )]
    Desync {
        /// The size it gave.
        size: u32,
    },
    /// The client sent descriptors faster than they can be closed.
    #[error(
        "{waiting} descriptors of the client wait to be closed; it must send memory and eventfds only, and start again"
    )]
    Descriptors {
        /// How many.
        waiting: usize,
    },
    /// Clients could not be told of messages.
    #[error(
        "asynchronous I/O, by which eventfds are signalled: {0}; allow io_setup to this process, or raise fs.aio-max-nr"
    )]
    Signals(#[source] io::Error),
    /// The card itself broke.
    #[error(transparent)]
    Card(#[from] CardError),
}
