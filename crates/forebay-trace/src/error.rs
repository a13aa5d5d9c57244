// SPDX-License-Identifier: Apache-2.0
//! Errors of traces.

use std::io;

use forebay_bus::CardError;

use crate::replay::Difference;

/// What is wrong with a trace, or with its replay.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// Reading or writing failed.
    #[error("trace: {0}; check the file and the space left for it")]
    Io(#[from] io::Error),
    /// It does not begin like a trace.
    #[error("this is no trace; `forebay serve --record FILE` writes them")]
    NotATrace,
    /// Another version of the format.
    #[error(
        "trace of format {found}, this program reads format {known}; replay it with the program that wrote it"
    )]
    Version {
        /// The file's.
        found: u8,
        /// Ours.
        known: u8,
    },
    /// A transaction that cannot be read.
    #[error("transaction {index}: {source}; the trace is damaged, or its recording was killed")]
    Damaged {
        /// Its number, from 1; 0 is the header.
        index: u64,
        /// What the decoder says.
        source: postcard::Error,
    },
    /// A transaction that says nothing sensible.
    #[error("transaction {index}: {what}; the trace is damaged")]
    Senseless {
        /// Its number, from 1; 0 is the header.
        index: u64,
        /// What is wrong.
        what: String,
    },
    /// A transaction that could not be encoded.
    #[error(
        "transaction {index} cannot be written: {source}; see whether there is room for the trace, then record again"
    )]
    Encode {
        /// Its number.
        index: u64,
        /// What the encoder says.
        source: postcard::Error,
    },
    /// A trace that could not be written to its end was ended once more.
    #[error(
        "the trace is not whole, as was told when it ended; record again where there is room for it"
    )]
    NotWhole,
    /// The replay went otherwise.
    #[error("{0}")]
    Differs(Difference),
    /// The card for the replay.
    #[error(transparent)]
    Card(#[from] CardError),
}
