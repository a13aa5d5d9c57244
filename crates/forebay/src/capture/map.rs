// SPDX-License-Identifier: Apache-2.0
//! Buffers that a driver has mapped for reading, all of them at once.

use std::fs::File;
use std::ops::{Deref, Range};
use std::ptr::{self, NonNull};
use std::slice;
use std::sync::Arc;

use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

/// A mapping of a file from its beginning on.
#[derive(Debug)]
pub(crate) struct Map {
    at: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the mapping is this value's own, and nobody writes through it.
unsafe impl Send for Map {}
// SAFETY: as for `Send`.
unsafe impl Sync for Map {}

impl Map {
    /// The first bytes of a file, shared, for reading only.
    pub(crate) fn of_file(file: &File, bytes: usize) -> Result<Self, Errno> {
        let (rights, kind) = (ProtFlags::READ, MapFlags::SHARED);
        // SAFETY: the kernel chooses a place that nothing else has.
        let at = unsafe { mmap(ptr::null_mut(), bytes, rights, kind, file, 0) }?;
        NonNull::new(at.cast()).map(|at| Self { at, bytes }).ok_or(Errno::FAULT)
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: it is this value's own, and nothing borrows it any more. A kernel that refuses keeps it mapped, which harms nobody.
        let _ = unsafe { munmap(self.at.as_ptr().cast(), self.bytes) };
    }
}

/// A part of a mapping that nobody writes to.
#[derive(Debug)]
pub(crate) struct Part {
    map: Arc<Map>,
    bytes: Range<usize>,
}

impl Part {
    /// A part that lies inside; panics if it does not.
    ///
    /// # Safety
    /// What is there does not change for as long as this lives.
    pub(crate) unsafe fn new(map: &Arc<Map>, bytes: Range<usize>) -> Self {
        assert!(bytes.start <= bytes.end && bytes.end <= map.bytes, "{bytes:?} of {}", map.bytes);
        Self { map: Arc::clone(map), bytes }
    }
}

impl Deref for Part {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: it is inside of what is mapped for as long as this is borrowed, and does not change by the promise to `new`.
        unsafe {
            slice::from_raw_parts(self.map.at.as_ptr().add(self.bytes.start), self.bytes.len())
        }
    }
}
