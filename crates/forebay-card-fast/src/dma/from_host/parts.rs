// SPDX-License-Identifier: Apache-2.0
//! What passes through a reading half: requests, the bursts that they come to, the read that these share, and what has come.

use crate::dma::facts;

/// A request of which not all bursts have been issued.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) addr: u64,
    pub(super) left: u64,
    /// The cycle from which on its next burst is offered.
    pub(super) from: u64,
    /// It came as the burst before it left: only then its first burst may join that one's read.
    pub(super) joins: bool,
    /// Beats behind its last one.
    pub(super) tail: u64,
}

/// A burst that has been issued.
#[derive(Clone, Copy, Debug)]
pub(super) struct Burst {
    /// Where what has not come of it begins.
    pub(super) addr: u64,
    pub(super) bytes: u64,
    /// Beats behind its last one.
    pub(super) tail: u64,
    /// Its first beat is the last one of the burst before.
    pub(super) shared: bool,
    /// The burst behind it is in the same read.
    pub(super) goes_on: bool,
}

/// Bytes that have come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    pub(super) bytes: u64,
    pub(super) beats: u64,
    /// The first one of which has given room before.
    pub(super) shared: bool,
    pub(super) tail: u64,
    /// A burst ends with them.
    pub(super) ends: bool,
    /// So does a read.
    pub(super) ends_read: bool,
    pub(super) first: u64,
    pub(super) last: u64,
}

/// A read that is not on the bus yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    pub(super) addr: u64,
    pub(super) bytes: u64,
    /// The cycle in which it took in its last burst.
    pub(super) since: u64,
}

impl Hand {
    /// Whether a burst joins it that is there in that cycle. A read that has been on offer stays as it is.
    pub(super) const fn takes_in(&self, addr: u64, at: u64) -> bool {
        let follows = self.addr.wrapping_add(self.bytes) == addr;
        follows && !addr.is_multiple_of(facts::BURST_BYTES) && at <= self.since + 1
    }
}
