// SPDX-License-Identifier: Apache-2.0
//! Memory that the kernel module has registered.

use std::sync::Arc;

use rustix::mm::ProtFlags;

use super::pages::Pages;
use super::{Node, abi, failure};
use crate::ForebayError;
use crate::user_queue::backend::Memory;
use crate::user_queue::sequence::MappedWord;
use crate::user_queue::{Rights, SLOT_BYTES, Scheme, UserQueueError};

/// Pinned memory, and its shadow.
pub(super) struct NodeMemory {
    node: Arc<Node>,
    /// Number of the region; none when it was given back.
    number: Option<u32>,
    slot_address: u64,
    shadow: Option<Pages>,
    memory: Pages,
}

impl NodeMemory {
    pub(super) fn register(
        node: &Arc<Node>,
        scheme: Scheme,
        (bytes, rights): (usize, Rights),
    ) -> Result<Self, ForebayError> {
        let failed = |errno| failure::register(node, bytes, errno);
        let memory = Pages::fresh(bytes).map_err(failed)?;
        let region = abi::register(&node.file, memory.address(), bytes as u64, rights.bits());
        let region = region.map_err(failed)?;
        let slot_address = match region.first_slot {
            abi::NO_SLOT => 0,
            slot => u64::from(slot) * SLOT_BYTES,
        };
        let node = Arc::clone(node);
        let mut own =
            Self { node, number: Some(region.region), slot_address, shadow: None, memory };
        // From here on dropping it gives it back.
        if !matches!(scheme, Scheme::Portal | Scheme::Kernel) {
            let rights = if scheme.tells_no_role() && !own.node.direct {
                Rights::READ | Rights::WRITE
            } else {
                rights
            };
            let at = abi::MAP_SHADOW + slot_address;
            let whole = bytes.next_multiple_of(usize::try_from(SLOT_BYTES).unwrap_or(bytes));
            let shadow =
                Pages::of_file((&own.node.file, &own.node.home), at, whole, protection(rights));
            own.shadow =
                Some(shadow.map_err(|errno| {
                    failure::call(&own.node.path, "mapping shadow pages", errno)
                })?);
        }
        Ok(own)
    }

    /// The shadow of a byte.
    pub(super) fn shadow(&self, at: u64) -> Result<MappedWord<'_>, ForebayError> {
        let foreign = UserQueueError::ForeignRegion { what: "memory", offset: at };
        let (Some(shadow), Ok(at)) = (&self.shadow, usize::try_from(at)) else {
            return Err(foreign.into());
        };
        Ok(shadow.word(at))
    }

    /// Where a byte is for the kernel.
    pub(super) fn address(&self, at: u64) -> u64 {
        self.memory.address() + at
    }
}

fn protection(rights: Rights) -> ProtFlags {
    let of = |right, flag| if rights.has(right) { flag } else { ProtFlags::empty() };
    of(Rights::READ, ProtFlags::READ) | of(Rights::WRITE, ProtFlags::WRITE)
}

impl Memory for NodeMemory {
    fn slot_address(&self) -> u64 {
        self.slot_address
    }

    fn write(&self, at: usize, bytes: &[u8]) -> Result<(), ForebayError> {
        self.memory.write(at, bytes);
        Ok(())
    }

    fn read(&self, at: usize, into: &mut [u8]) -> Result<(), ForebayError> {
        self.memory.read(at, into);
        Ok(())
    }

    fn word(&self, at: usize) -> Result<u64, ForebayError> {
        Ok(self.memory.atomic(at))
    }

    /// The kernel holds the pages for as long as the card may use them, whatever this program does to its map.
    fn unregister(&mut self) -> Result<(), ForebayError> {
        let Some(number) = self.number.take() else { return Ok(()) };
        let given = abi::unregister(&self.node.file, number);
        given.map_err(|errno| failure::call(&self.node.path, "giving memory back", errno))
    }
}
