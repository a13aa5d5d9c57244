// SPDX-License-Identifier: Apache-2.0
//! What the card counts of a context.

use super::Reason;

/// Counters of a queue's context since it was opened; in a context that others share, theirs are among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UserQueueStats {
    /// Starts that were taken.
    pub starts: u32,
    /// Transfers that arrived whole.
    pub done: u32,
    /// Transfers that were taken and did not.
    pub failed: u32,
    /// Accesses that the scheme had no use for.
    pub strays: u32,
    /// Starts that were refused, in the order of [`Reason::REFUSALS`].
    pub refused: [u32; Reason::REFUSALS.len()],
    /// Slot address of the last start that was refused or failed, and why.
    pub bad: Option<(u64, Reason)>,
    /// Transfers that are not over.
    pub under_way: u32,
    /// Transfers of lists that were never begun, because their list could not be read on or was called off.
    pub skipped: u32,
}

impl UserQueueStats {
    /// Refused starts, of all reasons.
    #[must_use]
    pub fn all_refused(&self) -> u32 {
        self.refused.iter().fold(0, |sum, one| sum.wrapping_add(*one))
    }

    /// Transfers that are over.
    pub(super) const fn ended(&self) -> u32 {
        self.done.wrapping_add(self.failed)
    }
}
