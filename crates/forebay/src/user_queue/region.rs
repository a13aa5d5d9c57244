// SPDX-License-Identifier: Apache-2.0
//! Registered memory: what transfers may come from and go to.

use std::fmt;
use std::ops::BitOr;

use super::backend::Memory;
use super::sequence::SLOT_BYTES;
use super::{Move, UserQueueError};
use crate::ForebayError;

/// What the card may do with a region.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Rights(u32);

impl Rights {
    /// It may be a source.
    pub const READ: Self = Self(1 << 0);
    /// It may be a destination.
    pub const WRITE: Self = Self(1 << 1);

    /// Whether all of these are among them.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// As the kernel's interface and the card's table have them.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}

impl BitOr for Rights {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl fmt::Debug for Rights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.has(Self::READ), self.has(Self::WRITE)) {
            (true, true) => "READ | WRITE",
            (true, false) => "READ",
            (false, true) => "WRITE",
            (false, false) => "none",
        })
    }
}

/// Memory that a queue has registered: pinned, with a place in the card's table, until it is given back or dropped.
///
/// The card may read and write it at any time, so there is no slice of it: bytes are copied in and out.
pub struct Region {
    pub(crate) memory: Box<dyn Memory>,
    /// The queue.
    pub(crate) queue: u64,
    bytes: u64,
    rights: Rights,
}

/// A byte of a region.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    pub(crate) region: &'a Region,
    pub(crate) offset: u64,
}

impl Region {
    pub(crate) fn new(memory: Box<dyn Memory>, queue: u64, bytes: usize, rights: Rights) -> Self {
        Self { memory, queue, bytes: bytes as u64, rights }
    }

    /// Its length in bytes. A transfer does not go beyond it, to the byte.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What the card may do with it.
    #[must_use]
    pub const fn rights(&self) -> Rights {
        self.rights
    }

    /// Its byte `offset`, for [`UserQueue::submit`](super::UserQueue::submit).
    #[must_use]
    pub const fn at(&self, offset: u64) -> Place<'_> {
        Place { region: self, offset }
    }

    /// Copies bytes into it.
    ///
    /// # Errors
    /// [`UserQueueError::Outside`], with nothing written.
    pub fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), ForebayError> {
        self.memory.write(self.place("access", offset, bytes.len() as u64)?, bytes)
    }

    /// Copies bytes out of it.
    ///
    /// # Errors
    /// [`UserQueueError::Outside`], with nothing read.
    pub fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), ForebayError> {
        self.memory.read(self.place("access", offset, into.len() as u64)?, into)
    }

    /// Gives the memory back: what the context has under way comes to its end first.
    ///
    /// # Errors
    /// What the kernel says when a transfer does not end: the memory then stays pinned until the card is reset.
    pub fn unregister(mut self) -> Result<(), ForebayError> {
        self.memory.unregister()
    }

    /// The offset, where all of the bytes are inside.
    fn place(&self, what: &'static str, offset: u64, bytes: u64) -> Result<usize, UserQueueError> {
        let len = self.bytes;
        let inside = offset.checked_add(bytes).is_some_and(|end| end <= len);
        let place = usize::try_from(offset).ok().filter(|_| inside);
        place.ok_or(UserQueueError::Outside { what, offset, bytes, len })
    }
}

impl Drop for Region {
    /// As [`Region::unregister`], with nobody to tell.
    fn drop(&mut self) {
        let _ = self.memory.unregister();
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Region")
            .field("bytes", &self.bytes)
            .field("rights", &self.rights)
            .field("slot_address", &self.memory.slot_address())
            .finish_non_exhaustive()
    }
}

impl Place<'_> {
    pub(crate) fn slot_address(&self) -> u64 {
        self.region.memory.slot_address() + self.offset
    }
}

impl Move<'_> {
    /// What the library can tell without the card: a mistake that would end a program by a signal among them.
    pub(crate) fn check(
        &self,
        queue: u64,
        alignment: u64,
        scheme: super::Scheme,
    ) -> Result<(), UserQueueError> {
        if self.bytes == 0 {
            return Err(UserQueueError::Empty { to: self.to.offset });
        }
        let ends = [
            ("source", self.from, Rights::READ, "`Rights::READ`"),
            ("destination", self.to, Rights::WRITE, "`Rights::WRITE`"),
        ];
        for (what, Place { region, offset }, right, need) in ends {
            if region.queue != queue {
                return Err(UserQueueError::ForeignRegion { what, offset });
            }
            if !region.rights.has(right) {
                return Err(UserQueueError::NoRight { what, offset, need });
            }
            region.place(what, offset, self.bytes.into())?;
            if !offset.is_multiple_of(alignment) {
                let multiple = alignment;
                return Err(UserQueueError::Unaligned { what, offset, scheme, multiple });
            }
        }
        let [from, to] = [self.from.offset, self.to.offset];
        if scheme == super::Scheme::Shrimp1 && from % SLOT_BYTES != to % SLOT_BYTES {
            return Err(UserQueueError::NotPartner { from, to });
        }
        Ok(())
    }
}
