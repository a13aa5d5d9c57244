// SPDX-License-Identifier: Apache-2.0
//! What can go wrong with a multiplication beside what can go wrong on the way to the card.

use std::ops::RangeInclusive;

use forebay::{Datapath, ForebayError};
use forebay_msm::MsmError;

/// Errors of a multiplication on a card. Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MsmClientError {
    /// The device failed, or what carries its transfers.
    #[error(transparent)]
    Device(#[from] ForebayError),
    /// Points, scalars or windows are not usable.
    #[error(transparent)]
    Input(#[from] MsmError),
    /// The card has no MSM datapath, or one of a version that this library does not know.
    #[error(
        "the card's datapath is {datapath}, not an MSM that this program knows; open a card that has it, such as `rtl:msm`"
    )]
    NoMsm {
        /// The datapath it has.
        datapath: Datapath,
    },
    /// Windows of a width that no plan for the card has.
    #[error(
        "no plan for this card has windows of {bits} bits at most; choose {from} to {to}, or none for those that are quickest",
        from = widths.start(), to = widths.end()
    )]
    WindowBits {
        /// Bits asked for.
        bits: u32,
        /// Those that there are plans of.
        widths: RangeInclusive<u32>,
    },
    /// The datapath and this library disagree about a run.
    #[error(
        "MSM datapath: {what} is {seen}, expected {expected}; run `forebay describe` and report it"
    )]
    Datapath {
        /// What was looked at.
        what: &'static str,
        /// Value seen.
        seen: u64,
        /// Value expected.
        expected: u64,
    },
    /// A stream port holds data that no run has asked for.
    #[error(
        "stream port {port} holds {entries} entries before the run begins; they would be taken for its input and \
         were discarded, run again"
    )]
    Leftover {
        /// The stream port.
        port: u32,
        /// Entries in its FIFO.
        entries: u32,
    },
    /// The card cut a scalar that had fitted its windows when it left.
    #[error(
        "the card met a scalar with bits above the {bits} that its windows cover, and cut it: the result would be wrong; \
         nothing may write to the scalars or into the card's windows during a run"
    )]
    ScalarCut {
        /// Bits covered.
        bits: u32,
    },
    /// The card's memory failed.
    #[error(
        "the card's memory answered with an error in a run: the result would be wrong; run again, and if it happens again \
         look at the card's memory (its temperature, its supply), or use a card without"
    )]
    MemoryError,
    /// Somebody else has used the datapath in the middle of a batch.
    #[error(
        "the card has done, or is at, runs of somebody else beside those of this batch (RUNS_DONE {seen}, {expected} with its own): the \
         result may be wrong; let one program at a time use the card's datapath, and run again"
    )]
    NotAlone {
        /// `RUNS_DONE` at the end.
        seen: u32,
        /// What it is after the batch's own runs.
        expected: u32,
    },
    /// A sum that the card gave is no point.
    #[error(
        "sum {number} of a run is no point of the curve ({}); run again, and if it happens again check that the points are on the curve \
         and in the subgroup",
        what_fails(error)
    )]
    BadSum {
        /// Number of the sum, in the order in which they come.
        number: usize,
        /// What is wrong with it.
        error: MsmError,
    },
    /// The operating system has no random numbers.
    #[error(
        "no random numbers to make scalars uniform with: {0}; see why the operating system has none, or use scalar mode `plain`"
    )]
    Random(getrandom::Error),
    /// Random numbers that are none.
    #[error(
        "each of {draws} random numbers clusters in window {window}, which chance does not bring; \
         see where the operating system's random numbers come from, or use scalar mode `plain`"
    )]
    Clusters {
        /// Numbers drawn.
        draws: usize,
        /// Window in which the last one clusters.
        window: usize,
    },
    /// Numbers of points and scalars differ.
    #[error(
        "{points} points but {scalars} scalars; give as many of one as of the other, or use --count"
    )]
    LengthMismatch {
        /// Points.
        points: usize,
        /// Scalars.
        scalars: usize,
    },
}

/// What is wrong with a sum, without what one would do about a bucket.
fn what_fails(error: &MsmError) -> String {
    match error {
        MsmError::BadBucket { reason, .. } => (*reason).into(),
        other => other.to_string(),
    }
}
