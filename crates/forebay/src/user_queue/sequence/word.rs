// SPDX-License-Identifier: Apache-2.0
//! What a sequence is made of: accesses to words of the window, and what it was told.

/// Codes of section 4.1 of FORTH TR-182.
pub(crate) const OK1: u32 = 1;
pub(crate) const OK2: u32 = 2;
pub(crate) const OK3: u32 = 3;
/// What a context page answers of a start that was refused.
pub(crate) const MINUS_ONE: u32 = u32::MAX;

/// A place of the window.
pub(crate) trait Word: Copy {
    /// One store of 4 bytes.
    fn store(self, value: u32);
    /// One store of 8 bytes, so many bytes behind it.
    fn store_wide<const AT: u32>(self, value: u64);
    /// One store of 64 bytes.
    fn store_line(self, line: &[u64; 8]);
    /// One load of 4 bytes.
    fn load(self) -> u32;
    /// Accesses before it are made before those behind it.
    fn fence(self);
    /// What was stored into memory before it is there before what is stored behind it.
    fn store_fence(self);
}

/// What a sequence was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Which access it was, from 1; 0: the last, with which a transfer has started.
    pub at: u32,
    /// The word.
    pub word: u32,
}

impl Answer {
    /// It has started.
    #[inline(always)]
    pub(crate) const fn taken(word: u32) -> Self {
        Self { at: 0, word }
    }

    /// Access `at` was answered no.
    #[inline(always)]
    pub(crate) const fn no(at: u32, word: u32) -> Self {
        Self { at, word }
    }

    /// By the last access.
    #[inline(always)]
    pub(crate) const fn last(at: u32, word: u32, expected: u32) -> Self {
        if word == expected { Self::taken(word) } else { Self::no(at, word) }
    }

    /// Whether a transfer has started.
    pub(crate) const fn is_taken(self) -> bool {
        self.at == 0
    }
}
