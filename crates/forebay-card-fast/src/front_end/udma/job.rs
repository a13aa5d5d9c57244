// SPDX-License-Identifier: Apache-2.0
//! What the door hands to the engine.

use crate::front_end::transfer::Transfer;

/// A completion record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// Where it goes, as the program says it and on the bus.
    pub(super) slot_address: u64,
    pub(super) bus: u64,
    pub(super) cookie: u32,
}

impl Record {
    pub(super) const BYTES: u32 = 8;

    pub(super) const fn bytes(&self, says: u32) -> [u8; Self::BYTES as usize] {
        ((self.cookie as u64) << 32 | says as u64).to_le_bytes()
    }
}

/// What has a place in the queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) context: usize,
    pub(super) work: Work,
    pub(super) record: Option<Record>,
    /// Which of its context's list it is, if it is one.
    pub(super) item: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Work {
    /// A transfer, and its source as the program says it.
    Move(Transfer, u64),
    /// A start that was refused for this reason: only its record.
    Refused(u32),
    /// A transfer from this source whose context was turned off while it waited.
    Dropped(u64),
    /// The end of a list: why it ended, and with which of its descriptors if that was before its own end.
    ListEnds(u32, u64),
}

impl Job {
    /// The source of a transfer as the program says it, or where a list is.
    pub(super) const fn source(&self) -> Option<u64> {
        match self.work {
            Work::Move(_, source) | Work::Dropped(source) | Work::ListEnds(_, source) => {
                Some(source)
            }
            Work::Refused(_) => None,
        }
    }
}
