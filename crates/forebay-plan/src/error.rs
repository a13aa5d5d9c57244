// SPDX-License-Identifier: Apache-2.0
//! Plans that there is nothing to say about.

/// What is wrong with a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// One stream waits for no other.
    #[error("{given} streams; give two or more, since one alone waits for no other")]
    Streams {
        /// How many there are.
        given: usize,
    },
    /// A number of a stream that has to be at least one.
    #[error("stream {stream}: {what} is 0; give 1 or more")]
    ZeroOfStream {
        /// The stream.
        stream: usize,
        /// Which number.
        what: &'static str,
    },
    /// A number of the order that has to be at least one.
    #[error("{what} is 0; give 1 or more elements")]
    Zero {
        /// Which number.
        what: &'static str,
    },
    /// A piece of a stream that is not there.
    #[error("piece {piece} is of stream {stream}, but there are {given}; count them from 0")]
    NoSuchStream {
        /// Number of the piece, from 0.
        piece: usize,
        /// The stream that it names.
        stream: usize,
        /// Streams that there are.
        given: usize,
    },
    /// More bytes than can be counted.
    #[error(
        "stream {stream}: {elements} elements of {element_bytes} bytes are more than 2^62 bytes; give fewer"
    )]
    TooLong {
        /// The stream.
        stream: usize,
        /// Elements of it.
        elements: u64,
        /// Bytes of each.
        element_bytes: u64,
    },
    /// A FIFO that is deeper than can be counted.
    #[error("stream {stream}: {depth} entries and {ahead} ahead are more than 2^62; give fewer")]
    TooDeep {
        /// The stream.
        stream: usize,
        /// Entries of its FIFO.
        depth: u64,
        /// Entries taken ahead.
        ahead: u64,
    },
    /// More pieces than are looked through.
    #[error(
        "{pieces} pieces are more than the {most} that are looked through; give a larger chunk or fewer elements"
    )]
    TooManyPieces {
        /// How many there are.
        pieces: u64,
        /// How many there may be.
        most: u64,
    },
}
