// SPDX-License-Identifier: Apache-2.0
//! What came of a step of a run on a card.

use std::fmt;

use serde::Serialize;

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct OnCard {
    /// Of a load.
    pub(super) answer: Option<u32>,
    /// What has other bytes than before.
    pub(super) moved: Vec<Moved>,
}

/// Bytes that have come from somewhere else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Moved {
    /// Where they are: page and offset.
    pub(super) to: String,
    pub(super) bytes: usize,
    /// The first eight of them: before, each page has its own name and the offset in every eight.
    pub(super) holds: String,
}

impl fmt::Display for Moved {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { to, bytes, holds } = self;
        write!(text, "{bytes} bytes at {to} now begin with \"{holds}\"")
    }
}
