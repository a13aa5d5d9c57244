// SPDX-License-Identifier: Apache-2.0
//! A context that a program has.

use crate::user_queue::{Scheme, UserQueueStats};

/// What was granted.
pub(super) struct Context {
    pub scheme: Scheme,
    pub index: u32,
    /// Number of the grant.
    pub grant: u64,
    pub key: u64,
    /// Counters when it was granted.
    pub since: UserQueueStats,
}

impl Context {
    /// What of these counters is its own.
    pub(super) fn own(&self, now: UserQueueStats) -> UserQueueStats {
        let since = &self.since;
        let mut refused = now.refused;
        for (count, before) in refused.iter_mut().zip(since.refused) {
            *count = count.wrapping_sub(before);
        }
        let own = UserQueueStats {
            starts: now.starts.wrapping_sub(since.starts),
            done: now.done.wrapping_sub(since.done),
            failed: now.failed.wrapping_sub(since.failed),
            strays: now.strays.wrapping_sub(since.strays),
            skipped: now.skipped.wrapping_sub(since.skipped),
            refused,
            ..now
        };
        // The last bad address is an earlier owner's where nothing has gone wrong since.
        let is_own = own.failed > 0 || own.all_refused() > 0;
        UserQueueStats { bad: now.bad.filter(|_| is_own), ..own }
    }
}
