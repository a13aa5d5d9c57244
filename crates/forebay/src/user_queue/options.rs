// SPDX-License-Identifier: Apache-2.0
//! How a queue waits, and what it does when it may not start transfers itself.

use std::time::Duration;

/// How to open a [`UserQueue`](super::UserQueue).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserQueueOptions {
    /// Go through the kernel when no context is free. [`UserQueue::scheme`](super::UserQueue::scheme) tells.
    pub fallback: bool,
    /// Behind a driver: how long to look for an end before sleeping until the card's interrupt.
    pub spin: Duration,
    /// Behind a driver: how long to wait for an end at most. Of a card in this process [`Patience`](crate::Patience) says.
    pub timeout: Duration,
    /// Attempts of a start at most, where others may have one told no.
    pub tries: u32,
    /// Store a line of the portal in pieces of 8 bytes also where one store would do.
    pub pieces: bool,
}

impl Default for UserQueueOptions {
    /// Falls back, spins for 50 us, waits for half a minute, tries 100 times.
    fn default() -> Self {
        Self {
            fallback: true,
            spin: Duration::from_micros(50),
            timeout: crate::patience::UNSET_HOST_TIME,
            tries: 100,
            pieces: false,
        }
    }
}
