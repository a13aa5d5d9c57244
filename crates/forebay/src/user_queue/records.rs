// SPDX-License-Identifier: Apache-2.0
//! Records of a queue under the portal: memory of its own in which the card tells how transfers and lists have ended.

use super::backend::Backend;
use super::completion::{PENDING, said_by};
use super::{Cookie, Region, Rights};
use crate::ForebayError;

/// Bytes from the record of a line to the next one's: a line of the cache.
const LINE_BYTES: usize = 64;
/// The same of the transfers of a list, which are started together.
const ITEM_BYTES: usize = size_of::<u64>();

/// A place for each line that may be under way, for the list, and for each of its descriptors.
pub(super) struct Records {
    region: Region,
    depth: usize,
}

/// Where a record comes: a byte of the memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordPlace(usize);

impl Records {
    pub(super) fn register(backend: &dyn Backend, queue: u64) -> Result<Self, ForebayError> {
        let grant = backend.grant();
        let [depth, items] = [grant.depth, grant.batch].map(|count| count as usize);
        let (bytes, rights) = ((depth + 1) * LINE_BYTES + items * ITEM_BYTES, Rights::WRITE);
        let region = Region::new(backend.register(bytes, rights)?, queue, bytes, rights);
        Ok(Self { region, depth })
    }

    /// That of a line, by how many were before it.
    pub(super) const fn of_line(&self, line: usize) -> RecordPlace {
        RecordPlace(line % self.depth * LINE_BYTES)
    }

    /// That of a list.
    pub(super) const fn of_list(&self) -> RecordPlace {
        RecordPlace(self.depth * LINE_BYTES)
    }

    /// That of a descriptor of the list.
    pub(super) const fn of_item(&self, number: usize) -> RecordPlace {
        RecordPlace((self.depth + 1) * LINE_BYTES + number * ITEM_BYTES)
    }

    /// Makes ready for a record; the slot address that the card is given for it.
    pub(super) fn expect(&self, place: RecordPlace) -> Result<u64, ForebayError> {
        self.region.memory.write(place.0, &PENDING.to_le_bytes())?;
        Ok(self.region.memory.slot_address() + place.0 as u64)
    }

    /// What the record there says, if it is that of this cookie and has come.
    pub(super) fn said(
        &self,
        place: RecordPlace,
        cookie: Cookie,
    ) -> Result<Option<u32>, ForebayError> {
        Ok(said_by(self.region.memory.word(place.0)?, cookie))
    }
}
