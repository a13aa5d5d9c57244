// SPDX-License-Identifier: Apache-2.0
//! A word of the window of a card in this process.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use forebay_bus::{Bar, CardExt};
use forebay_regs::card::PROGRAM_WINDOW_BASE;

use super::super::core::Core;
use crate::ForebayError;
use crate::user_queue::sequence::Word;

/// What a sequence's accesses go to. One that fails is answered all ones, as on a real bus, and is told afterwards.
pub(super) struct Window<'a> {
    core: &'a Mutex<Core>,
    failed: RefCell<Option<ForebayError>>,
}

/// A word of it.
#[derive(Clone, Copy)]
pub(super) struct CardWord<'a> {
    window: &'a Window<'a>,
    /// From the beginning of the window.
    offset: u32,
}

impl<'a> Window<'a> {
    pub(super) const fn new(core: &'a Mutex<Core>) -> Self {
        Self { core, failed: RefCell::new(None) }
    }

    pub(super) const fn word(&'a self, offset: u32) -> CardWord<'a> {
        CardWord { window: self, offset }
    }

    /// What a sequence has found, unless one of its accesses failed.
    pub(super) fn told<T>(self, answer: T) -> Result<T, ForebayError> {
        self.failed.into_inner().map_or(Ok(answer), Err)
    }
}

impl CardWord<'_> {
    /// Others get at the card between two accesses.
    fn access(self, at: u32, how: impl FnOnce(&mut Core, u32) -> Result<u32, ForebayError>) -> u32 {
        let mut core = self.window.core.lock().unwrap_or_else(PoisonError::into_inner);
        how(&mut core, PROGRAM_WINDOW_BASE + self.offset + at).unwrap_or_else(|error| {
            self.window.failed.borrow_mut().get_or_insert(error);
            u32::MAX
        })
    }

    fn store_bytes(self, at: u32, bytes: &[u8]) {
        self.access(at, |core, at| {
            core.card.mmio_write(Bar::User, at.into(), bytes)?;
            Ok(0)
        });
    }
}

impl Word for CardWord<'_> {
    fn store(self, value: u32) {
        self.store_bytes(0, &value.to_le_bytes());
    }

    fn store_wide<const AT: u32>(self, value: u64) {
        self.store_bytes(AT, &value.to_le_bytes());
    }

    fn store_line(self, line: &[u64; 8]) {
        let mut bytes = [0; 64];
        for (piece, word) in bytes.chunks_exact_mut(8).zip(line) {
            piece.copy_from_slice(&word.to_le_bytes());
        }
        self.store_bytes(0, &bytes);
    }

    fn load(self) -> u32 {
        self.access(0, |core, at| Ok(core.card.read32(Bar::User, at)?))
    }

    /// Accesses of a card in this process are in order.
    fn fence(self) {}

    fn store_fence(self) {}
}
