// SPDX-License-Identifier: Apache-2.0
//! The end of a transfer.

use std::fmt;

use super::records::RecordPlace;
use crate::ForebayError;

/// Number of a transfer of a queue; they count up, and begin anew behind the last of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cookie(pub(crate) u32);

impl Cookie {
    /// The number.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Cookie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What has become of a transfer.
#[derive(Debug)]
pub struct Completion {
    /// Which one.
    pub cookie: Cookie,
    /// The bytes, all of which have arrived; or why not.
    pub outcome: Result<u32, ForebayError>,
}

/// A transfer whose end has not been seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub cookie: Cookie,
    pub bytes: u32,
    /// Where its record comes; of the portal alone.
    pub record: Option<RecordPlace>,
    /// Ends of the context with which it is over, by the starts at the first look at the counters.
    pub over_at: Option<u32>,
    /// Which of a list it is, if one line has started several.
    pub item: Option<Item>,
}

/// A transfer of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// Its place in the list, from 0.
    pub number: u32,
    /// None of the list is behind it.
    pub last: bool,
    /// The list's own cookie.
    pub list: Cookie,
}

/// What is in a record's place until it comes: no reason is that large.
pub(super) const PENDING: u64 = u64::MAX;

/// What a record says, if it is that of this cookie and has come: of a transfer the reason, of a list how it went.
pub(super) fn said_by(record: u64, cookie: Cookie) -> Option<u32> {
    let [cookie_word, says] = [record >> 32, record & 0xFFFF_FFFF];
    let has_come = record != PENDING && cookie_word == u64::from(cookie.0);
    u32::try_from(says).ok().filter(|_| has_come)
}
