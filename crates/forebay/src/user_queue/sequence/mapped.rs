// SPDX-License-Identifier: Apache-2.0
//! Words of pages that are mapped: each access is one instruction, written down as such. A compiler may make two of a volatile access of 8
//! bytes, and without optimisation it makes a call of each; of an instruction it makes an instruction.

use std::arch::asm;
use std::marker::PhantomData;

use super::Word;

/// A word of a mapped page, with the rest of its aligned line of 64 bytes if it begins one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MappedWord<'a> {
    at: *mut u8,
    page: PhantomData<&'a ()>,
}

impl MappedWord<'_> {
    /// # Safety
    /// For as long as the value lives `at` is mapped for the kinds of access that are made, and on a multiple of their size; it is no memory
    /// that the language knows of.
    pub(crate) const unsafe fn new(at: *mut u8) -> Self {
        Self { at, page: PhantomData }
    }
}

// Without `nomem` the compiler takes each for an access of any memory: what a program has written is written before it, and nothing is read
// ahead of it.
impl Word for MappedWord<'_> {
    #[inline(always)]
    fn store(self, value: u32) {
        // SAFETY: as was promised when it was made.
        unsafe {
            asm!("mov dword ptr [{at}], {value:e}", at = in(reg) self.at, value = in(reg) value, options(nostack, preserves_flags));
        }
    }

    #[inline(always)]
    fn store_wide<const AT: u32>(self, value: u64) {
        // SAFETY: as for `store`.
        unsafe {
            asm!("mov qword ptr [{at} + {by}], {value}", at = in(reg) self.at, by = const AT, value = in(reg) value, options(nostack, preserves_flags));
        }
    }

    #[inline(always)]
    fn store_line(self, line: &[u64; 8]) {
        // SAFETY: as for `store`, and whoever asks for it has the instruction. Its destination is the address in the register.
        unsafe {
            asm!("movdir64b {at}, [{line}]", at = in(reg) self.at, line = in(reg) line, options(nostack, preserves_flags));
        }
    }

    #[inline(always)]
    fn load(self) -> u32 {
        let value;
        // SAFETY: as for `store`.
        unsafe {
            asm!("mov {value:e}, dword ptr [{at}]", at = in(reg) self.at, value = out(reg) value, options(nostack, preserves_flags));
        }
        value
    }

    #[inline(always)]
    fn fence(self) {
        // SAFETY: it touches nothing.
        unsafe { asm!("mfence", options(nostack, preserves_flags)) };
    }

    #[inline(always)]
    fn store_fence(self) {
        // SAFETY: as for `fence`.
        unsafe { asm!("sfence", options(nostack, preserves_flags)) };
    }
}
