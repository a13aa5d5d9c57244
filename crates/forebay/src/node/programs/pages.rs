// SPDX-License-Identifier: Apache-2.0
//! Pages that are mapped, of the window and of ordinary memory.

use std::fs::File;
use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::io::Errno;
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap, mmap_anonymous, munmap};

use super::home::Home;
use crate::user_queue::sequence::MappedWord;

/// A mapping, shared with the card: it is reached by pointers only.
#[derive(Debug)]
pub(super) struct Pages {
    at: NonNull<u8>,
    bytes: usize,
    /// Of pages that a child has not.
    home: Option<Arc<Home>>,
}

// SAFETY: the mapping is this value's own, and every access is one that others may make at the same time.
unsafe impl Send for Pages {}
// SAFETY: as for `Send`.
unsafe impl Sync for Pages {}

impl Pages {
    /// Pages of a file, shared, and not inherited by children.
    pub(super) fn of_file(
        (file, home): (&File, &Arc<Home>),
        offset: u64,
        bytes: usize,
        rights: ProtFlags,
    ) -> Result<Self, Errno> {
        // SAFETY: the kernel chooses a place that nothing else has.
        let at = unsafe { mmap(ptr::null_mut(), bytes, rights, MapFlags::SHARED, file, offset) }?;
        Self::new(at.cast(), bytes, Some(Arc::clone(home)))
    }

    /// Fresh memory, all 0.
    pub(super) fn fresh(bytes: usize) -> Result<Self, Errno> {
        let rights = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: as for `of_file`.
        let at = unsafe { mmap_anonymous(ptr::null_mut(), bytes, rights, MapFlags::PRIVATE) }?;
        Self::new(at.cast(), bytes, None)
    }

    fn new(at: *mut u8, bytes: usize, home: Option<Arc<Home>>) -> Result<Self, Errno> {
        NonNull::new(at).map(|at| Self { at, bytes, home }).ok_or(Errno::FAULT)
    }

    /// From here on a child made by `fork` finds zeros there.
    pub(super) fn empty_in_children(&self) -> Result<(), Errno> {
        // SAFETY: it is this value's own, and changes nothing here.
        unsafe { madvise(self.at.as_ptr().cast(), self.bytes, Advice::LinuxWipeOnFork) }
    }

    /// Where they are, as the kernel sees it.
    pub(super) fn address(&self) -> u64 {
        self.at.as_ptr() as u64
    }

    /// Where so many bytes are, which lie inside; panics if they do not.
    fn place(&self, at: usize, bytes: usize) -> *mut u8 {
        assert!(at.checked_add(bytes).is_some_and(|end| end <= self.bytes), "{at}, {bytes}");
        // SAFETY: it is inside.
        unsafe { self.at.as_ptr().add(at) }
    }

    /// The word of the window there, with its line where it begins one.
    pub(super) fn word(&self, at: usize) -> MappedWord<'_> {
        let bytes = if at.is_multiple_of(64) {
            64
        } else if at.is_multiple_of(8) {
            8
        } else {
            4
        };
        // SAFETY: all of it is inside, and mapped for as long as this is borrowed; the kernel has mapped it for the accesses of the scheme in
        // force. An end of a region that is shorter than that is in its last page, all of which is mapped.
        unsafe { MappedWord::new(self.place(at, bytes.min(self.bytes - at))) }
    }

    /// Copies into it.
    pub(super) fn write(&self, at: usize, bytes: &[u8]) {
        let to = self.place(at, bytes.len());
        // SAFETY: so many bytes are there. The card may write them at the same time, as it may at any: whoever asks for that gets bytes of
        // either.
        unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    }

    /// Copies out of it.
    pub(super) fn read(&self, at: usize, into: &mut [u8]) {
        let from = self.place(at, into.len());
        // SAFETY: as for `write`.
        unsafe { into.as_mut_ptr().copy_from_nonoverlapping(from, into.len()) };
    }

    /// The 8 bytes there, all of one moment; what they tell of was written before.
    pub(super) fn atomic(&self, at: usize) -> u64 {
        assert!(at.is_multiple_of(8), "{at}");
        // SAFETY: it is inside and aligned.
        unsafe { AtomicU64::from_ptr(self.place(at, 8).cast()) }.load(Ordering::Acquire)
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        if self.home.as_ref().is_some_and(|home| !home.is_here()) {
            // By now something else may be in their place.
            return;
        }
        // SAFETY: it is this value's own, and nothing borrows it any more. A kernel that refuses keeps it mapped, which harms nobody.
        let _ = unsafe { munmap(self.at.as_ptr().cast(), self.bytes) };
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::FileExt;

    use super::*;
    use crate::user_queue::sequence::Word;

    fn home() -> Arc<Home> {
        Arc::new(Home::new().unwrap())
    }

    /// A regular file in the place of the window: what is stored is there.
    #[test]
    fn accesses_are_where_they_should_be_and_of_their_size() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(8192).unwrap();
        let rights = ProtFlags::READ | ProtFlags::WRITE;
        let pages = Pages::of_file((&file, &home()), 4096, 4096, rights).unwrap();
        pages.word(0).store(0x0403_0201);
        pages.word(8).store_wide::<0>(0x0807_0605_0403_0201);
        pages.word(64).store_wide::<56>(u64::MAX);
        pages.word(4092).store(7);
        let mut seen = [0; 8192];
        file.read_exact_at(&mut seen, 0).unwrap();
        let mut wanted = [0; 8192];
        wanted[4096..][..4].copy_from_slice(&[1, 2, 3, 4]);
        wanted[4104..][..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
        wanted[4096 + 120..][..8].fill(0xFF);
        wanted[8188] = 7;
        assert!(seen == wanted);
        assert_eq!((pages.word(0).load(), pages.word(12).load()), (0x0403_0201, 0x0807_0605));
        assert_eq!(pages.atomic(8), 0x0807_0605_0403_0201);
        if forebay_aperture::Instructions::Movdir64b.is_present() {
            pages.word(128).store_line(&[1, 2, 3, 4, 5, 6, 7, 8]);
            pages.word(0).store_fence();
            assert_eq!([0, 7].map(|word| pages.atomic(128 + 8 * word)), [1, 8]);
        }
    }

    /// A child has none of the pages of a queue, may have something else in their place, and keeps it when it drops the queue.
    #[test]
    fn a_child_is_told_from_its_parent_and_keeps_what_is_its_own() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(4096).unwrap();
        let rights = ProtFlags::READ | ProtFlags::WRITE;
        let home = home();
        let pages = Pages::of_file((&file, &home), 0, 4096, rights).unwrap();
        let at = pages.at.as_ptr();
        // SAFETY: as the maps of the kernel module are.
        unsafe { madvise(at.cast(), 4096, Advice::LinuxDontFork) }.unwrap();
        // SAFETY: until its end the child makes system calls and touches its own memory, and no more.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let flags = MapFlags::PRIVATE | MapFlags::FIXED;
            // SAFETY: nothing is there.
            let other = unsafe { mmap_anonymous(at.cast(), 4096, rights, flags) };
            let told = !home.is_here() && other.is_ok();
            drop(pages);
            // SAFETY: it was mapped above. Where it is not any more the child ends by a signal.
            let kept = unsafe { at.read_volatile() };
            // SAFETY: it ends the child.
            unsafe { libc::_exit(i32::from(!told || kept != 0)) };
        }
        let mut status = -1;
        // SAFETY: the status is this function's own.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert_eq!(status, 0, "how the child has ended");
        assert!(home.is_here());
        pages.word(0).store(7);
        assert_eq!(pages.word(0).load(), 7);
    }

    #[test]
    fn bytes_go_in_and_come_out() {
        let pages = Pages::fresh(4096).unwrap();
        pages.write(1, &[1, 2, 3]);
        let mut seen = [9; 5];
        pages.read(0, &mut seen);
        assert_eq!(seen, [0, 1, 2, 3, 0]);
    }
}
