// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with a scenario on a simulated card.

use forebay::ForebayError;
use forebay_bus::CardError;
use forebay_host_model::HostModelError;

/// A scenario that no build of the card can play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{parameter} is {value}; give {wanted}")]
pub struct Refused {
    /// What of the scenario: `card`, `depth`, `element_bytes`, `pair`, `pattern`, `chunk`, `pairs` or `aligned`.
    pub parameter: &'static str,
    /// What it is.
    pub value: String,
    /// What it may be.
    pub wanted: String,
}

/// Errors of a run on a simulated card. Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimedCardError {
    /// No build of the card can play it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The card cannot be made, or broke.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The library cannot use it.
    #[error(transparent)]
    Device(#[from] ForebayError),
    /// The host has ended in an error.
    #[error(transparent)]
    Model(#[from] HostModelError),
    /// The library that the RTL is in cannot be read.
    #[error("{}: {source}; build it again (`make rtl`)", path.display())]
    Library {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The card has another datapath than the build says, or it does not do what it was told.
    #[error(
        "the sink of the card {what}; build the cards and this program from the same sources (`make rtl`)"
    )]
    Sink {
        /// What it does.
        what: &'static str,
    },
}
