// SPDX-License-Identifier: Apache-2.0
//! A pair of an address and a length, what a buffer is, and what became of it.

use forebay_bus::host::Refusal;

use crate::note::Said;

/// Where to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) addr: u64,
    pub(super) len: u32,
}

/// What ends a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Errors {
    pub(super) internal: bool,
    pub(super) slave: bool,
    pub(super) decode: bool,
}

impl Errors {
    /// That of a refusal by the host.
    pub(super) fn of(refusal: Refusal) -> Self {
        let decode = refusal == Refusal::Unsupported;
        Self { internal: false, slave: !decode, decode }
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self {
            internal: self.internal || other.internal,
            slave: self.slave || other.slave,
            decode: self.decode || other.decode,
        }
    }
}

/// What a buffer is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode {
    /// Packets follow each other in it.
    pub(super) through: bool,
    /// A packet may go on in the next one.
    pub(super) whole: bool,
}

/// A pair that has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Finished {
    pub(super) addr: u64,
    pub(super) bytes: u32,
    pub(super) said: Said,
    pub(super) stopped: bool,
    pub(super) errors: Errors,
}

/// Where bytes go, and the number of the stream at the card's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::front_end) enum Way {
    ToHost(usize),
    ToCard(usize),
}
