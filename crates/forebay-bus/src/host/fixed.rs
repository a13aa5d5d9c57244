// SPDX-License-Identifier: Apache-2.0
//! Memory of another process, such as a guest's RAM, at bus addresses that the other process chose.

use std::fs::File;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::ptr::NonNull;

use memmap2::{MmapOptions, MmapRaw};
use rustix::fs::{SealFlags, fcntl_get_seals, fstatfs};

use super::map::Region;
use super::{Access, HostMemory};

/// Why memory could not be mapped for the card.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// The range is empty or wraps around the end of the address space.
    #[error("mapping of {len:#x} bytes at {addr:#x} is empty or wraps; give a range that exists")]
    Range {
        /// First bus address.
        addr: u64,
        /// Bytes.
        len: u64,
    },
    /// Part of the range is mapped already.
    #[error(
        "mapping of {len:#x} bytes at {addr:#x} overlaps the one at {other:#x}; unmap that one first"
    )]
    Overlap {
        /// First bus address.
        addr: u64,
        /// Bytes.
        len: u64,
        /// First bus address of the mapping in the way.
        other: u64,
    },
    /// The file is shorter than the mapping.
    #[error("file of {file:#x} bytes does not hold {len:#x} bytes at {offset:#x}; map what it has")]
    ShortFile {
        /// Bytes the file has.
        file: u64,
        /// Offset within the file.
        offset: u64,
        /// Bytes asked for.
        len: u64,
    },
    /// The system refused.
    #[error(
        "mapping {len:#x} bytes of guest memory: {source}; share it as a mappable file (memfd)"
    )]
    System {
        /// Bytes asked for.
        len: u64,
        /// Its reason.
        source: std::io::Error,
    },
}

/// A file whose pages are memory: a memfd, or a file on tmpfs or hugetlbfs.
///
/// The pages of any other file come from a disk or from a process, and may be as long in coming as that process likes: an
/// access by the card would hold up everybody who waits for the lock.
#[derive(Debug)]
pub struct MemoryFile {
    file: File,
    /// Nobody can take pages away that are mapped.
    keeps_pages: bool,
}

/// `f_type` of tmpfs, of which a memfd is one.
const TMPFS: i64 = 0x0102_1994;

impl MemoryFile {
    /// Whether a descriptor is one. Never waits: only these file systems know seals.
    #[must_use]
    pub fn is_one(fd: BorrowedFd<'_>) -> bool {
        fcntl_get_seals(fd).is_ok()
    }

    /// Takes a descriptor over.
    ///
    /// # Errors
    /// One that is none comes back: its closing may wait for others.
    pub fn new(fd: OwnedFd) -> Result<Self, OwnedFd> {
        let Ok(seals) = fcntl_get_seals(&fd) else { return Err(fd) };
        // A seal can only be added, so this holds for good. Huge pages can be given back by whoever has the file, sealed or
        // not, and there may be none to come instead.
        let small = fstatfs(fd.as_fd()).is_ok_and(|about| about.f_type == TMPFS);
        let keeps_pages = seals.contains(SealFlags::SHRINK) && small;
        Ok(Self { file: File::from(fd), keeps_pages })
    }

    /// Makes sure that it is long enough for `len` bytes at `offset`.
    ///
    /// # Errors
    /// [`MapError::ShortFile`], [`MapError::System`].
    pub fn holds(&self, offset: u64, len: u64) -> Result<(), MapError> {
        let system = |source| MapError::System { len, source };
        let has = self.file.metadata().map_err(system)?.len();
        let end = offset.checked_add(len).filter(|end| *end <= has);
        end.map(|_| ()).ok_or(MapError::ShortFile { file: has, offset, len })
    }
}

/// A file mapped at a fixed bus address; the card reaches it until this is dropped.
///
/// Whoever sent the file may shorten it meanwhile. Touching what is gone would end this process with SIGBUS, so only a file
/// that is sealed against that, such as the memfd that QEMU makes, is accessed directly. All others are accessed by way of
/// the kernel, and what is gone is refused as if it were not mapped.
#[derive(Debug)]
pub struct FixedMapping {
    memory: HostMemory,
    addr: u64,
    // Unmapped after `Drop` has taken the region out.
    _pages: MmapRaw,
}

impl FixedMapping {
    /// Maps `len` bytes at `offset` of `file` at bus address `addr`.
    ///
    /// # Errors
    /// [`MapError`].
    pub fn new(
        memory: &HostMemory,
        addr: u64,
        (memory_file, offset, len): (&MemoryFile, u64, u64),
        access: Access,
    ) -> Result<Self, MapError> {
        let range = MapError::Range { addr, len };
        let Ok(bytes) = usize::try_from(len) else { return Err(range) };
        // It may go up to the last address.
        if len == 0 || addr.checked_add(len - 1).is_none() {
            return Err(range);
        }
        let system = |source| MapError::System { len, source };
        let MemoryFile { file, keeps_pages } = memory_file;
        let fleeting = !keeps_pages;
        memory_file.holds(offset, len)?;
        let mut options = MmapOptions::new();
        options.offset(offset).len(bytes);
        let pages = match access {
            Access::Read => options.map_raw_read_only(file),
            Access::Write | Access::ReadWrite => options.map_raw(file),
        };
        let pages = pages.map_err(system)?;
        let Some(start) = NonNull::new(pages.as_mut_ptr()) else { return Err(range) };
        memory
            .lock()
            .map
            .insert_at(addr, Region { start, len: bytes, access, fleeting })
            .map_err(|other| MapError::Overlap { addr, len, other })?;
        Ok(Self { memory: memory.clone(), addr, _pages: pages })
    }

    /// First bus address.
    #[must_use]
    pub fn addr(&self) -> u64 {
        self.addr
    }
}

impl Drop for FixedMapping {
    fn drop(&mut self) {
        self.memory.lock().map.remove(self.addr);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::os::unix::fs::FileExt;

    use rustix::fs::{MemfdFlags, fcntl_add_seals, memfd_create};

    use super::*;
    use crate::host::{DmaFault, Refusal};

    /// A file that takes no seals.
    fn file(len: u64) -> File {
        memfd(len, SealFlags::empty())
    }

    fn map(
        memory: &HostMemory,
        addr: u64,
        file: &File,
        len: u64,
    ) -> Result<FixedMapping, MapError> {
        let file = MemoryFile::new(OwnedFd::from(file.try_clone().unwrap())).unwrap();
        FixedMapping::new(memory, addr, (&file, 4096, len), Access::ReadWrite)
    }

    #[test]
    fn card_and_file_see_each_other_at_the_address_asked_for() {
        let memory = HostMemory::new();
        let mut file = file(0x3000);
        let mapping = map(&memory, 0x8000, &file, 0x2000).unwrap();
        memory.dma_write(0x8ffd, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]).unwrap();
        let mut seen = Vec::new();
        file.read_to_end(&mut seen).unwrap();
        assert_eq!(seen[0x1ffd..0x200c], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        file.write_all_at(&[0xaa, 0xbb], 0x1000).unwrap();
        let mut word = [0; 2];
        memory.dma_read(0x8000, &mut word).unwrap();
        assert_eq!(word, [0xaa, 0xbb]);
        drop(mapping);
        assert!(memory.dma_read(0x8000, &mut word).is_err(), "gone with its mapping");
    }

    #[test]
    fn an_access_may_cross_into_the_next_mapping_but_not_into_a_hole() {
        let memory = HostMemory::new();
        let (low, high) = (file(0x2000), file(0x2000));
        let _low = map(&memory, 0x8000, &low, 0x1000).unwrap();
        let above = map(&memory, 0x9000, &high, 0x1000).unwrap();
        memory.dma_write(0x8ffc, &[7; 8]).unwrap();
        let mut word = [0; 4];
        high.read_exact_at(&mut word, 0x1000).unwrap();
        assert_eq!(word, [7; 4]);
        drop(above);
        assert!(memory.dma_write(0x8ffc, &[9; 8]).is_err());
        low.read_exact_at(&mut word, 0x1ffc).unwrap();
        assert_eq!(word, [7; 4], "a refused write writes nothing");
    }

    #[test]
    fn what_cannot_be_mapped_is_refused_by_name() {
        let memory = HostMemory::new();
        let file = file(0x3000);
        let _first = map(&memory, 0x8000, &file, 0x2000).unwrap();
        for addr in [0x7000, 0x8000, 0x9000] {
            let error = map(&memory, addr, &file, 0x2000).unwrap_err();
            assert!(matches!(error, MapError::Overlap { other: 0x8000, .. }), "{error}");
        }
        assert!(matches!(map(&memory, 0, &file, 0x2001), Err(MapError::ShortFile { .. })));
        assert!(matches!(map(&memory, 0, &file, 0), Err(MapError::Range { .. })));
        assert!(matches!(map(&memory, u64::MAX - 1, &file, 0x1000), Err(MapError::Range { .. })));
        map(&memory, 0x6000, &file, 0x2000).unwrap();
        map(&memory, 0xa000, &file, 0x2000).unwrap();
    }

    #[test]
    fn memory_up_to_the_last_address_is_reached_and_nothing_is_behind_it() {
        const TOP: u64 = u64::MAX - 0xfff;
        let memory = HostMemory::new();
        let (file, below) = (file(0x3000), file(0x3000));
        let top = map(&memory, TOP, &file, 0x1000).unwrap();
        memory.dma_write(u64::MAX - 7, &[1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        let mut seen = [0; 8];
        file.read_exact_at(&mut seen, 0x1ff8).unwrap();
        assert_eq!(seen, [1, 2, 3, 4, 5, 6, 7, 8]);
        let mut last = [0];
        memory.dma_read(u64::MAX, &mut last).unwrap();
        assert_eq!(last, [8]);
        // Addresses do not go on at 0.
        let _zero = map(&memory, 0, &below, 0x1000).unwrap();
        assert!(memory.dma_read(u64::MAX, &mut [0; 2]).is_err());
        assert!(memory.dma_write(u64::MAX - 3, &[9; 8]).is_err());
        // Nothing over it, and all of it or nothing.
        for (addr, len) in [(TOP, 0x1000), (TOP - 0x1000, 0x2000), (u64::MAX, 1)] {
            let error = map(&memory, addr, &below, len).unwrap_err();
            assert!(matches!(error, MapError::Overlap { other: TOP, .. }), "{error}");
        }
        for (addr, len) in [(TOP, 0x1001), (u64::MAX, 2), (TOP - 0x1000, 0x2001), (2, u64::MAX)] {
            let error = map(&memory, addr, &below, len).unwrap_err();
            let expected = format!("mapping of {len:#x} bytes at {addr:#x} is empty or wraps");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
        let next = map(&memory, TOP - 0x1000, &below, 0x1000).unwrap();
        memory.dma_write(TOP - 4, &[7; 8]).unwrap();
        // Memory whose place is not asked for still finds one.
        let shared = memory.share(64).unwrap();
        memory.dma_write(shared.addr(), &[3; 64]).unwrap();
        assert!(shared.addr() < TOP - 0x1000);
        drop((top, next));
        assert!(memory.dma_read(u64::MAX, &mut last).is_err());
        map(&memory, TOP - 0x1000, &file, 0x2000).unwrap();
    }

    #[test]
    fn memory_that_is_placed_keeps_clear_of_memory_that_lies_where_it_was_asked_for() {
        let memory = HostMemory::new();
        let file = file(0x20_0000);
        let first = memory.share(1).unwrap().addr();
        // In the way of what comes next: one that touches, one a page behind, one further off.
        let page = 0x1000;
        let _fixed = [1, 3, 5].map(|n| map(&memory, first + n * page, &file, page).unwrap());
        let placed: Vec<_> = (0..4).map(|n| memory.share(100 + n * 0x1000).unwrap()).collect();
        for shared in &placed {
            assert!(memory.dma_read(shared.addr() - 1, &mut [0]).is_err(), "{:#x}", shared.addr());
            let bytes = shared.bytes as u64;
            assert!(memory.dma_read(shared.addr() + bytes, &mut [0]).is_err(), "guarded");
            assert!(memory.dma_read(shared.addr() + bytes + page - 1, &mut [0]).is_err());
        }
    }

    #[test]
    fn memory_without_bytes_keeps_its_place() {
        let memory = HostMemory::new();
        let empty = memory.share(0).unwrap();
        let at = empty.addr();
        let error = map(&memory, at, &file(0x2000), 0x1000).unwrap_err();
        assert!(matches!(error, MapError::Overlap { other, .. } if other == at), "{error}");
        drop(empty);
        let _fixed = map(&memory, at, &file(0x2000), 0x1000).unwrap();
        memory.dma_write(at, &[1]).unwrap();
    }

    fn memfd(len: u64, seals: SealFlags) -> File {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let file = File::from(memfd_create("ram", flags).unwrap());
        file.set_len(len).unwrap();
        fcntl_add_seals(&file, seals).unwrap();
        file
    }

    #[test]
    fn what_a_shortened_file_has_lost_is_refused_and_the_rest_is_reached() {
        for file in [file(0x4000), memfd(0x4000, SealFlags::GROW)] {
            let memory = HostMemory::new();
            // Pages 1 to 3 of the file.
            let _mapping = map(&memory, 0x8000, &file, 0x3000).unwrap();
            memory.dma_write(0x8000, &[5; 0x3000]).unwrap();
            file.set_len(0x2000).unwrap();
            let mut out = [0; 16];
            memory.dma_read(0x8ff0, &mut out).unwrap();
            assert_eq!(out, [5; 16]);
            memory.dma_write(0x8ff0, &[6; 16]).unwrap();
            for (addr, bytes) in [(0x9000, 1), (0x9ffc, 8), (0x8ffc, 8), (0xaff8, 8)] {
                let read = memory.dma_read(addr, &mut out[..bytes]).unwrap_err();
                let written = memory.dma_write(addr, &[7; 8][..bytes]).unwrap_err();
                for (fault, write) in [(read, false), (written, true)] {
                    let refusal = Refusal::Unsupported;
                    assert_eq!(fault, DmaFault { addr, bytes, write, refusal });
                }
            }
            assert_eq!(memory.counts().refused, 8);
            assert_eq!(file.metadata().unwrap().len(), 0x2000, "not made longer by a write");
        }
    }

    #[test]
    fn a_file_that_comes_back_is_reached_again() {
        let memory = HostMemory::new();
        let file = file(0x2000);
        let _mapping = map(&memory, 0x8000, &file, 0x1000).unwrap();
        file.set_len(0).unwrap();
        assert!(memory.dma_write(0x8000, &[1; 8]).is_err());
        file.set_len(0x2000).unwrap();
        memory.dma_write(0x8008, &[2; 8]).unwrap();
        let mut out = [9; 16];
        memory.dma_read(0x8000, &mut out).unwrap();
        assert_eq!(out, [0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn only_a_file_sealed_against_it_is_taken_to_keep_its_length() {
        let fleeting = |file: &File| {
            let memory = HostMemory::new();
            let _mapping = map(&memory, 0x8000, file, 0x1000).unwrap();
            let inner = memory.lock();
            inner.map.is_fleeting(0x8000)
        };
        assert_eq!(fleeting(&file(0x2000)), Some(true));
        assert_eq!(fleeting(&memfd(0x2000, SealFlags::GROW)), Some(true));
        assert_eq!(fleeting(&memfd(0x2000, SealFlags::SHRINK)), Some(false));
    }

    #[test]
    fn huge_pages_can_go_although_the_file_is_sealed() {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING | MemfdFlags::HUGETLB;
        let huge = memfd_create("huge", flags).unwrap();
        fcntl_add_seals(&huge, SealFlags::SHRINK).unwrap();
        assert!(!MemoryFile::new(huge).unwrap().keeps_pages);
    }

    #[test]
    fn what_is_not_memory_comes_back() {
        let (reader, _writer) = std::io::pipe().unwrap();
        let null = File::open("/dev/null").unwrap();
        for fd in [OwnedFd::from(reader), null.into()] {
            assert!(!MemoryFile::is_one(fd.as_fd()));
            assert!(MemoryFile::new(fd).is_err());
        }
        assert!(MemoryFile::is_one(file(0x1000).as_fd()));
    }
}
