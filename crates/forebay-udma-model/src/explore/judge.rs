// SPDX-License-Identifier: Apache-2.0
//! The properties, and what breaks them.

use super::rights::{Rights, VICTIM};
use crate::Start;
use crate::program::Call;
use crate::scheme::PAGE_BYTES;

/// What has to hold of every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Property {
    /// Authority: what starts was said, source and destination, by a process that may read the one and write the other.
    S1,
    /// No mixing: all accesses that led to a start are of one call.
    S2,
    /// Truth: a process is told that its transfer has started if and only if it has, attempt by attempt.
    S3,
    /// At most one start for a call.
    S4,
    /// Extent: both ends stay in the page whose address was said.
    S5,
    /// Lifetime: what a process has said before it was revoked starts nothing.
    S6,
    /// Alone from here on, a process comes to an end in a bounded number of accesses.
    L1,
}

impl Property {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::S1, Self::S2, Self::S3, Self::S4, Self::S5, Self::S6, Self::L1];

    /// What has happened where it is broken.
    #[must_use]
    pub const fn broken_text(self) -> &'static str {
        match self {
            Self::S1 => {
                "a transfer starts whose source and destination were not both said by a process that may read the one and write the other"
            }
            Self::S2 => "accesses of two processes have led to one transfer",
            Self::S3 => {
                "a process is told that its transfer has started and it has not, or that it has not and it has"
            }
            Self::S4 => "one call has started its transfer more than once",
            Self::S5 => "a transfer leaves the page whose address was said",
            Self::S6 => "what a revoked process has said starts a transfer",
            Self::L1 => "a process that is alone from here on never comes to an end",
        }
    }
}

/// Which properties this start breaks by itself.
#[must_use]
pub fn broken_by(start: &Start, rights: Rights, revoked: bool) -> Vec<Property> {
    let (src, dst, bytes) = (start.src, start.dst, start.size.value);
    let has_right = |actor: u8| {
        let said = rights.has_said(src.by, actor) && rights.has_said(dst.by, actor);
        said && rights.of(actor, src.value).0 && rights.of(actor, dst.value).1
    };
    let stays =
        |address: u64| bytes > 0 && (address + bytes - 1) / PAGE_BYTES == address / PAGE_BYTES;
    let verdicts = [
        (Property::S1, (0..2).any(has_right)),
        (Property::S2, start.by.is_one()),
        (Property::S5, stays(src.value) && stays(dst.value)),
        (Property::S6, !(revoked && start.by.has(VICTIM))),
    ];
    verdicts.into_iter().filter(|(_, holds)| !holds).map(|(property, _)| property).collect()
}

/// Whether this start is what the call asked for, and the call has said where from and where to.
#[must_use]
pub fn is_own(start: &Start, call: &Call, dst: u64) -> bool {
    let said = start.src.by.has(call.actor) && start.dst.by.has(call.actor);
    let wanted = (call.src, dst, u64::from(call.size));
    said && (start.src.value, start.dst.value, start.size.value) == wanted
}
