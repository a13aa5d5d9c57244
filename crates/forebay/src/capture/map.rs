// SPDX-License-Identifier: Apache-2.0
//! Buffers that a driver has mapped, all of them at once.

use std::fs::File;
use std::ops::{Deref, DerefMut, Range};
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

/// What a mapping is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rights {
    Read,
    /// Reading as well.
    Write,
}

// SAFETY: the mapping is this value's own, and parts that are written to are each one owner's.
unsafe impl Send for Map {}
// SAFETY: as for `Send`.
unsafe impl Sync for Map {}

impl Map {
    /// The first bytes of a file, shared.
    pub(crate) fn of_file(file: &File, bytes: usize, rights: Rights) -> Result<Self, Errno> {
        let kind = MapFlags::SHARED;
        let rights = match rights {
            Rights::Read => ProtFlags::READ,
            Rights::Write => ProtFlags::READ | ProtFlags::WRITE,
        };
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

/// A part of a mapping for writing that has one owner.
#[derive(Debug)]
pub(crate) struct PartMut(Part);

impl PartMut {
    /// A part that lies inside; panics if it does not.
    ///
    /// # Safety
    /// The mapping is for writing, and for as long as this lives nobody else reads or writes what is there, nor has a part of it.
    pub(crate) unsafe fn new(map: &Arc<Map>, bytes: Range<usize>) -> Self {
        // SAFETY: what is there changes by this value alone, which borrows it for that.
        Self(unsafe { Part::new(map, bytes) })
    }
}

impl Deref for PartMut {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for PartMut {
    fn deref_mut(&mut self) -> &mut [u8] {
        let Part { map, bytes } = &self.0;
        // SAFETY: it is inside of what is mapped for as long as this is borrowed; it can be written, and is nobody else's by the promise to `new`.
        unsafe { slice::from_raw_parts_mut(map.at.as_ptr().add(bytes.start), bytes.len()) }
    }
}
