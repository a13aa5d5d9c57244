// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with a question.

use std::path::PathBuf;

use forebay_write_combining::WriteCombiningError;

/// Errors of a program that cannot be judged. Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HazardError {
    /// A range that cannot be.
    #[error("range `{range}`: {what}")]
    Range {
        /// Its name.
        range: String,
        /// What is wrong with it, and what to give instead.
        what: String,
    },
    /// An access to a range, or an address, that is not in the map.
    #[error("{place}: there is no range `{range}`; the map has {known}")]
    NoRange {
        /// The access.
        place: String,
        /// The name or address that it gives.
        range: String,
        /// Those that there are.
        known: String,
    },
    /// An access that does not lie in its range.
    #[error(
        "{place}: {bytes} bytes at {offset:#x} are not within `{range}`, which has {size:#x}; give 1 or more that are"
    )]
    Outside {
        /// The access.
        place: String,
        /// The range.
        range: String,
        /// Where the access begins, from the beginning of the range.
        offset: u64,
        /// Its bytes.
        bytes: u64,
        /// Bytes of the range.
        size: u64,
    },
    /// More than is judged in reasonable time.
    #[error("the program has more than {most} {what}; judge a part of it")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// The most that may be.
        most: usize,
    },
    /// A tap of which the program was taken already.
    #[error("the program was taken from this tap before; make another tap for another program")]
    Ended,
    /// A number of orders that is none.
    #[error("{seeds} random orders; give 1 to {most}")]
    Seeds {
        /// As given.
        seeds: u64,
        /// The most that may be.
        most: u64,
    },
    /// A program file that cannot be read.
    #[error("{path}: {source}; give a program in TOML", path = path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A program file that is longer than any program that is judged, or does not end.
    #[error("{path}: more than {most} bytes; judge a part of it", path = path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// Bytes that it may have.
        most: u64,
    },
    /// A program file that is none.
    #[error("{path}: {what}; see the README of forebay-hazards for what a program may say", path = path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the line.
        what: String,
    },
    /// The model of the processor.
    #[error(transparent)]
    Processor(#[from] WriteCombiningError),
}
