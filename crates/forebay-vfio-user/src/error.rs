// SPDX-License-Identifier: Apache-2.0
//! Errors that end serving. What a client does wrong is answered to it and ends nothing.

use std::io;
use std::path::PathBuf;

use forebay_card::CardError;

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
    /// The card itself broke.
    #[error(transparent)]
    Card(#[from] CardError),
}
