// SPDX-License-Identifier: Apache-2.0
//! What software may rely on when it starts, stops, restarts and resets a card at any moment
//! ([decision 0010](../../../docs/decisions/0010-cancellation.md)), as a model that never knows which body of the card it is
//! held against; and random schedules that try it.
//!
//! A [`Schedule`] is what software and bus do; [`play`] does it to a loopback card and compares, whenever a channel is at
//! rest and at the end: every byte on both sides in order, counts, results, poll-mode word, messages, that the card has
//! touched nothing that was not its own, and that it works afterwards. A schedule that fails is made as short as it
//! can be.

mod bus;
mod check;
mod end;
mod library;
mod loss;
mod phase;
mod player;
mod receive;
mod run;
mod schedule;
mod shrink;
mod stream;
mod traffic;
mod trial;
mod trouble;

pub use library::{Tally, play as play_library};
pub use phase::{Coverage, Hit, KINDS, PHASES, Phase, Row};
pub use player::play;
pub use schedule::{CHANNELS, Chain, Link, Piece, Schedule, Step, Trouble, schedules};
pub use shrink::Failure;
pub use trial::{Trial, Verdict, open};

/// What can end a schedule early.
#[derive(Debug, thiserror::Error)]
pub enum HostileError {
    /// The card's body failed.
    #[error(transparent)]
    Card(#[from] forebay_bus::CardError),
    /// The schedule's own memory was used wrongly.
    #[error(transparent)]
    Memory(#[from] forebay_bus::DmaFault),
    /// A promise was broken.
    #[error("{0}")]
    Broken(String),
}
