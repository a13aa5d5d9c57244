// SPDX-License-Identifier: Apache-2.0
//! Registered memory of a card in this process.

use std::mem;
use std::ops::Range;
use std::sync::Arc;

use forebay_bus::host::Shared;

use super::Programs;
use crate::ForebayError;
use crate::user_queue::backend::Memory;
use crate::user_queue::{Rights, SLOT_BYTES, UserQueueError};

/// Memory that the card may use, with its slots.
pub(super) struct CardMemory {
    programs: Arc<Programs>,
    memory: Arc<Shared>,
    bytes: u64,
    rights: Rights,
    /// Number of the region, its slots and its context; none without a context, or when it was given back.
    listed: Option<Listed>,
}

/// A region of the table.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub region: u64,
    pub slots: Range<usize>,
    pub context: u32,
}

impl CardMemory {
    pub(super) fn new(
        programs: Arc<Programs>,
        memory: Shared,
        (bytes, rights): (u64, Rights),
        listed: Option<Listed>,
    ) -> Self {
        Self { programs, memory: Arc::new(memory), bytes, rights, listed }
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) const fn rights(&self) -> Rights {
        self.rights
    }

    /// Where it is on the bus.
    pub(super) fn bus(&self) -> u64 {
        self.memory.addr()
    }
}

impl Memory for CardMemory {
    fn slot_address(&self) -> u64 {
        self.listed.as_ref().map_or(0, |listed| listed.slots.start as u64 * SLOT_BYTES)
    }

    fn write(&self, at: usize, bytes: &[u8]) -> Result<(), ForebayError> {
        Ok(self.memory.write(at, bytes).map_err(UserQueueError::from)?)
    }

    fn read(&self, at: usize, into: &mut [u8]) -> Result<(), ForebayError> {
        Ok(self.memory.read(at, into).map_err(UserQueueError::from)?)
    }

    fn word(&self, at: usize) -> Result<u64, ForebayError> {
        let mut word = [0; 8];
        self.read(at, &mut word)?;
        Ok(u64::from_le_bytes(word))
    }

    fn unregister(&mut self) -> Result<(), ForebayError> {
        let Some(Listed { region, context, .. }) = self.listed.take() else { return Ok(()) };
        let mut table = self.programs.table();
        // With its context they went away, and came to rest.
        let Some(slots) = table.give_back(region) else { return Ok(()) };
        let rested = self.programs.clear(slots).and_then(|()| self.programs.rest(context));
        if rested.is_err() {
            // The card may still use it, so it stays.
            mem::forget(Arc::clone(&self.memory));
        }
        rested
    }
}
