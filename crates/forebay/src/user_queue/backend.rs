// SPDX-License-Identifier: Apache-2.0
//! The line between a queue and what leads to the card: what a kernel gives a program, and the accesses that the program then makes itself.

use std::time::Duration;

use super::sequence::{Answer, Line};
use super::{Place, Reason, Rights, Scheme, UserQueueStats};
use crate::ForebayError;

/// What a kernel has granted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grant {
    pub scheme: Scheme,
    /// Number of the context; others have it too where the scheme looks at none.
    pub context: u32,
    /// Transfers that it may have under way.
    pub depth: u32,
    /// Descriptors of a list that one line of the portal starts, at most; 0: a line starts one transfer.
    pub batch: u32,
}

/// Registered memory.
pub(crate) trait Memory: Send + Sync + std::any::Any {
    /// The slot address of its first byte.
    fn slot_address(&self) -> u64;

    /// Copies into it; all of it is inside.
    fn write(&self, at: usize, bytes: &[u8]) -> Result<(), ForebayError>;

    /// Copies out of it; all of it is inside.
    fn read(&self, at: usize, into: &mut [u8]) -> Result<(), ForebayError>;

    /// The 8 bytes there, all of one moment; on a multiple of 8.
    fn word(&self, at: usize) -> Result<u64, ForebayError>;

    /// Gives it back; again it does nothing.
    fn unregister(&mut self) -> Result<(), ForebayError>;
}

/// One end of a transfer: memory, and the byte of it.
pub(crate) type End<'a> = (&'a dyn Memory, u64);

/// How the kernel's own way has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copied {
    pub done: u64,
    pub reason: Option<Reason>,
}

/// A wait for an end.
pub(crate) trait Wait {
    /// Sleeps until something may have changed. False: nothing more will, or the time is over.
    fn sleep(&mut self) -> Result<bool, ForebayError>;
}

/// A program's part of a card.
pub(crate) trait Backend: Send + Sync {
    fn grant(&self) -> Grant;

    /// So many bytes of fresh memory, not 0, with some rights.
    fn register(&self, bytes: usize, rights: Rights) -> Result<Box<dyn Memory>, ForebayError>;

    /// One attempt by shadow addresses; both ends lie in memory of this backend.
    fn attempt(&self, from: End<'_>, to: End<'_>, size: u32) -> Result<Answer, ForebayError>;

    /// One line into the portal.
    fn line(&self, line: &Line) -> Result<(), ForebayError>;

    /// What the context's page answers: bytes left, 0 or all ones.
    fn left(&self) -> Result<u32, ForebayError>;

    /// This thread is about to start transfers, which some schemes want to be known.
    fn enter(&self) -> Result<(), ForebayError>;

    /// Makes a slot the partner of another, which is of that memory.
    fn pair(&self, from: &dyn Memory, slot: u64, partner: u64) -> Result<(), ForebayError>;

    /// A transfer by the kernel, which is over when this returns.
    fn copy(&self, from: Place<'_>, to: Place<'_>, bytes: u32) -> Result<Copied, ForebayError>;

    /// What the card has counted.
    fn stats(&self) -> Result<UserQueueStats, ForebayError>;

    /// Begins to wait, so long at most.
    fn wait(&self, limit: Duration) -> Result<Box<dyn Wait>, ForebayError>;

    /// Time passes by itself, so that looking again is of use.
    fn has_own_time(&self) -> bool;
}
