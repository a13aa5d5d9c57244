// SPDX-License-Identifier: Apache-2.0
//! What a host in virtual time wants of a card.

use std::fmt;

use serde::Serialize;

use crate::{HostModelError, Time};

/// Streams that a card takes: scalars, points.
pub const STREAMS: usize = 2;
/// Channels that a card may have.
pub const CHANNELS: usize = 4;

/// Where a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Target {
    /// The FIFO of that stream.
    Stream(usize),
    /// Memory that always takes data.
    Memory,
}

/// A piece of a transfer that goes to one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it goes.
    pub target: Target,
    /// Elements of the stream; nothing on memory.
    pub elements: u64,
    /// Its bytes.
    pub bytes: u64,
    /// Offset in a page of its first byte in host memory.
    pub offset: u64,
    /// Descriptors that it has.
    pub descriptors: u64,
}

/// What one start of a channel moves: `first`, then `second`, and that `rounds` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The channel.
    pub channel: usize,
    /// First of each round.
    pub first: Piece,
    /// Second of each round.
    pub second: Option<Piece>,
    /// How often.
    pub rounds: u64,
}

impl Transfer {
    /// One piece.
    #[must_use]
    pub const fn of(channel: usize, piece: Piece) -> Self {
        Self { channel, first: piece, second: None, rounds: 1 }
    }

    /// All pieces in order.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        let Self { first, second, rounds, .. } = *self;
        (0..rounds).flat_map(move |_| std::iter::once(first).chain(second))
    }

    /// How many pieces.
    pub(crate) fn count(&self) -> u64 {
        (1 + u64::from(self.second.is_some())) * self.rounds
    }

    /// A sum over all pieces.
    #[must_use]
    pub fn sum(&self, of: impl Fn(&Piece) -> u64) -> u64 {
        (of(&self.first) + self.second.as_ref().map_or(0, &of)) * self.rounds
    }
}

/// Why [`TimedCard::advance`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// What that channel was given has ended: from `at` on the host can see it.
    Ended {
        /// The channel.
        channel: usize,
        /// When the message, or the word in memory, was at the host.
        at: Time,
    },
    /// The time asked for has come.
    Reached,
    /// Nothing will ever move again unless the host does something.
    Stuck,
}

/// What a card has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Work {
    /// Bytes that have arrived, by stream.
    pub bytes: [u64; STREAMS],
    /// Bytes that have arrived in memory.
    pub memory_bytes: u64,
    /// Pairs that the core has taken.
    pub pairs: u64,
    /// Time in which the core has worked.
    pub core: Time,
}

/// Why nothing moves any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deadlock {
    /// Since when.
    pub at: Time,
    /// The stream whose FIFO is full, where one is.
    pub full: Option<usize>,
    /// Elements in the FIFOs.
    pub held: [u64; STREAMS],
    /// What waits for what.
    pub why: String,
}

impl fmt::Display for Deadlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// A card whose time a host in virtual time lets pass. Times never go back.
pub trait TimedCard {
    /// Gives a channel something to move; the write that starts it leaves the host at `at`.
    ///
    /// # Errors
    /// [`HostModelError::ChannelBusy`], [`HostModelError::StreamBusy`], [`HostModelError::Parameter`] for a transfer that there is no
    /// place for.
    fn start(&mut self, at: Time, transfer: Transfer) -> Result<(), HostModelError>;

    /// Gives a channel that is under way what it goes on with, in memory from `at` on: false if it does not see that, since it has ended
    /// or has fetched its end already. Then it is to be started with it once it has ended.
    ///
    /// # Errors
    /// Those of [`TimedCard::start`].
    fn link(&mut self, at: Time, transfer: Transfer) -> Result<bool, HostModelError>;

    /// Lets time pass until then, or until a channel has ended.
    ///
    /// # Errors
    /// What a body ends in.
    fn advance(&mut self, until: Time) -> Result<Progress, HostModelError>;

    /// What it has done so far.
    fn work(&self) -> Work;

    /// When its core has taken, or will have taken, all pairs that have arrived.
    fn core_done(&self) -> Time;

    /// Elements in its FIFOs.
    fn held(&self) -> [u64; STREAMS];

    /// Says why nothing moves.
    fn explain(&self) -> Deadlock;
}
