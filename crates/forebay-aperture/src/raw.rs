// SPDX-License-Identifier: Apache-2.0
//! The instructions; all that is unsafe is in here.

use std::arch::asm;
use std::arch::x86_64::{
    __cpuid_count, __m128i, _mm_loadu_si128, _mm_mfence, _mm_sfence, _mm_stream_si128,
    _mm256_loadu_si256, _mm256_stream_si256,
};
use std::marker::PhantomData;
use std::ptr::NonNull;

use forebay_write_combining::{LINE_BYTES, aligned_stores};
use memmap2::MmapRaw;

use crate::Instructions;
use crate::instructions::whole_lines;

/// Memory that may be read and written for as long as `'a`, by nobody else unless it is shared by nature, as a card's is. It stays in its thread, as
/// stores past the caches are fenced by the processor that has done them.
#[derive(Debug)]
pub(crate) struct Span<'a> {
    base: NonNull<u8>,
    bytes: usize,
    memory: PhantomData<&'a mut [u8]>,
}

impl<'a> Span<'a> {
    pub(crate) fn of_slice(memory: &'a mut [u8]) -> Self {
        let bytes = memory.len();
        Self { base: NonNull::from(memory).cast(), bytes, memory: PhantomData }
    }

    /// The mapping must be writable.
    pub(crate) fn of_mapping(mapping: &'a mut MmapRaw) -> Self {
        let base = NonNull::new(mapping.as_mut_ptr()).unwrap_or(NonNull::dangling());
        Self { base, bytes: mapping.len(), memory: PhantomData }
    }

    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Where a range begins; it panics, as an index does, where that is not all inside.
    fn place(&mut self, offset: usize, bytes: usize) -> *mut u8 {
        assert!(offset <= self.bytes && bytes <= self.bytes - offset, "{bytes} at {offset}");
        // SAFETY: no further than the end of the memory.
        unsafe { self.base.as_ptr().add(offset) }
    }

    /// Ordinary stores of aligned words of four bytes in a loop that nothing unrolls, with bytes in front and behind.
    pub(crate) fn burst(&mut self, offset: usize, data: &[u8]) {
        let to = self.place(offset, data.len());
        for (at, width) in aligned_stores(to as u64, data.len(), 4) {
            // SAFETY: the store lies inside the range, is aligned to its width, and its bytes are those of `data` there.
            unsafe { store_word(to.add(at), data.as_ptr().add(at), width) };
        }
    }

    /// The C library's copy.
    pub(crate) fn libc(&mut self, offset: usize, data: &[u8]) {
        let to = self.place(offset, data.len());
        // SAFETY: both are of that length, and `data` is no part of memory that is borrowed mutably, or shared with a card.
        unsafe { to.copy_from_nonoverlapping(data.as_ptr(), data.len()) };
        // What is behind the memory sees the stores, so none may be left out.
        std::hint::black_box(to);
    }

    /// Whole aligned lines by those instructions, which the processor must have; what is in front and behind by the widest aligned stores.
    pub(crate) fn lines(&mut self, offset: usize, data: &[u8], by: Instructions) {
        assert!(by.is_present(), "{by}");
        let to = self.place(offset, data.len());
        let (head, lines) = whole_lines(to as u64, data.len());
        let tail = head + lines * LINE_BYTES;
        self.part(offset, &data[..head], by.part_store_bytes());
        // SAFETY: so many whole lines are in both from there on, the destination's first is aligned, and the processor has what it takes.
        unsafe {
            let (to, from) = (to.add(head), data.as_ptr().add(head));
            match by {
                Instructions::Plain => lines_plain(to, from, lines),
                Instructions::Sse2 => lines_sse2(to, from, lines),
                Instructions::Avx => lines_avx(to, from, lines),
                Instructions::Avx512 => lines_avx512(to, from, lines),
                Instructions::Movdir64b => lines_movdir64b(to, from, lines),
            }
        }
        self.part(offset + tail, &data[tail..], by.part_store_bytes());
    }

    /// A part of a line, by stores that are no wider than that.
    fn part(&mut self, offset: usize, data: &[u8], widest: usize) {
        let to = self.place(offset, data.len());
        for (at, width) in aligned_stores(to as u64, data.len(), widest) {
            // SAFETY: the store lies inside the range, is aligned to its width, and its bytes are those of `data` there. Stores as wide
            // as vectors are of instructions that the processor has.
            unsafe {
                let (to, from) = (to.add(at), data.as_ptr().add(at));
                match width {
                    32 => stream_avx(to, from),
                    16 => stream_sse2(to, from),
                    _ => store_word(to, from, width),
                }
            }
        }
    }

    /// Loads of aligned words of eight bytes, with narrower ones in front and behind.
    pub(crate) fn read(&mut self, offset: usize, into: &mut [u8]) {
        let from = self.place(offset, into.len());
        for (at, width) in aligned_stores(from as u64, into.len(), 8) {
            // SAFETY: the load lies inside the range and is aligned to its width, and so many bytes of `into` are there.
            unsafe { load_word(into.as_mut_ptr().add(at), from.add(at), width) };
        }
    }
}

/// All stores before it have left the processor before any behind it.
pub(crate) fn store_fence() {
    // SAFETY: every processor of this architecture has it, and it touches nothing.
    unsafe { _mm_sfence() };
}

/// All stores before it have left the processor before anything is read behind it.
pub(crate) fn full_fence() {
    // SAFETY: as for `store_fence`.
    unsafe { _mm_mfence() };
}

/// Leaf of the extended features.
const FEATURES_LEAF: u32 = 7;

/// ECX of that leaf; 0 where there is none.
#[allow(unused_unsafe, reason = "to older compilers the question is unsafe")]
pub(crate) fn extended_features() -> u32 {
    // SAFETY: every processor of this architecture answers.
    let ask = |leaf| unsafe { __cpuid_count(leaf, 0) };
    if ask(0).eax >= FEATURES_LEAF { ask(FEATURES_LEAF).ecx } else { 0 }
}

/// # Safety
/// `to` is aligned to the width, and both are of so many bytes: 1, 2, 4 or 8.
unsafe fn store_word(to: *mut u8, from: *const u8, width: usize) {
    // SAFETY: as the caller promises.
    unsafe {
        match width {
            8 => to.cast::<u64>().write_volatile(from.cast::<u64>().read_unaligned()),
            4 => to.cast::<u32>().write_volatile(from.cast::<u32>().read_unaligned()),
            2 => to.cast::<u16>().write_volatile(from.cast::<u16>().read_unaligned()),
            _ => to.write_volatile(from.read()),
        }
    }
}

/// # Safety
/// `from` is aligned to the width, and both are of so many bytes: 1, 2, 4 or 8.
unsafe fn load_word(to: *mut u8, from: *const u8, width: usize) {
    // SAFETY: as the caller promises.
    unsafe {
        match width {
            8 => to.cast::<u64>().write_unaligned(from.cast::<u64>().read_volatile()),
            4 => to.cast::<u32>().write_unaligned(from.cast::<u32>().read_volatile()),
            2 => to.cast::<u16>().write_unaligned(from.cast::<u16>().read_volatile()),
            _ => to.write(from.read_volatile()),
        }
    }
}

/// # Safety
/// `to` is aligned to a line, and both are of so many lines.
unsafe fn lines_plain(to: *mut u8, from: *const u8, lines: usize) {
    for at in (0..lines * LINE_BYTES).step_by(8) {
        // SAFETY: as the caller promises.
        unsafe { store_word(to.add(at), from.add(at), 8) };
    }
}

/// # Safety
/// As for [`lines_plain`].
unsafe fn lines_sse2(to: *mut u8, from: *const u8, lines: usize) {
    for at in (0..lines * LINE_BYTES).step_by(16) {
        // SAFETY: as the caller promises.
        unsafe { stream_sse2(to.add(at), from.add(at)) };
    }
}

/// # Safety
/// As for [`lines_plain`], and the processor has AVX.
#[target_feature(enable = "avx")]
unsafe fn lines_avx(to: *mut u8, from: *const u8, lines: usize) {
    for at in (0..lines * LINE_BYTES).step_by(32) {
        // SAFETY: as the caller promises.
        unsafe { stream_avx(to.add(at), from.add(at)) };
    }
}

/// # Safety
/// As for [`lines_plain`], and the processor has AVX-512.
unsafe fn lines_avx512(to: *mut u8, from: *const u8, lines: usize) {
    for at in (0..lines * LINE_BYTES).step_by(LINE_BYTES) {
        // SAFETY: it copies one line, as the caller promises. The register is one of those whose upper part slows nothing down that
        // comes later. The compilers that this project is for do not all know these instructions.
        unsafe {
            asm!(
                "vmovdqu64 zmm16, [{from}]",
                "vmovntdq [{to}], zmm16",
                to = in(reg) to.add(at),
                from = in(reg) from.add(at),
                out("xmm16") _,
                options(nostack, preserves_flags),
            );
        }
    }
}

/// # Safety
/// As for [`lines_plain`], and the processor has MOVDIR64B.
unsafe fn lines_movdir64b(to: *mut u8, from: *const u8, lines: usize) {
    for at in (0..lines * LINE_BYTES).step_by(LINE_BYTES) {
        // SAFETY: it copies one line, as the caller promises. Its destination is the address in the register.
        unsafe {
            asm!(
                "movdir64b {to}, [{from}]",
                to = in(reg) to.add(at),
                from = in(reg) from.add(at),
                options(nostack, preserves_flags),
            );
        }
    }
}

/// # Safety
/// `to` is aligned to 16 bytes, and both are of so many.
#[inline]
unsafe fn stream_sse2(to: *mut u8, from: *const u8) {
    // SAFETY: as the caller promises.
    unsafe { _mm_stream_si128(to.cast::<__m128i>(), _mm_loadu_si128(from.cast())) };
}

/// # Safety
/// `to` is aligned to 32 bytes, both are of so many, and the processor has AVX.
#[inline]
#[target_feature(enable = "avx")]
unsafe fn stream_avx(to: *mut u8, from: *const u8) {
    // SAFETY: as the caller promises.
    unsafe { _mm256_stream_si256(to.cast(), _mm256_loadu_si256(from.cast())) };
}
