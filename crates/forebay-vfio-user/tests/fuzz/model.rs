// SPDX-License-Identifier: Apache-2.0
//! What must hold: which maps there are, and which pages of the client's files may change.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::os::unix::fs::FileExt;

use crate::common::{EEXIST, EINVAL, ENODEV, ENOTSUP, loose_memory, memory};
use crate::step::{FILES, PAGES, SEALED_FILES};

const PAGE: u64 = 0x1000;

/// A range that is mapped; the last address is in it.
struct Map {
    addr: u64,
    last: u64,
    /// File and first page within it.
    behind: Option<(usize, u64)>,
    readable: bool,
    writable: bool,
}

impl Map {
    /// Guest address, file and page of everything with a file behind it.
    fn pages(&self) -> impl Iterator<Item = (u64, usize, u64)> + '_ {
        self.behind.into_iter().flat_map(move |(file, first)| {
            (0..=(self.last - self.addr) / PAGE)
                .map(move |n| (self.addr + n * PAGE, file, first + n))
        })
    }
}

pub(crate) struct Model {
    pub(crate) files: Vec<File>,
    /// What the files held when they were last looked at.
    seen: Vec<Vec<u8>>,
    maps: Vec<Map>,
    bus_master: bool,
    /// Pages of files that the card could have written since.
    touchable: BTreeSet<(usize, u64)>,
    /// Bytes of the aperture that the client has written where no transfer leads, since the last reset.
    pub(crate) aperture: BTreeMap<u64, u8>,
}

/// What an unmap must do.
pub(crate) struct Unmapped {
    /// Bytes that go, or why none do.
    pub(crate) removed: Result<u64, u32>,
    /// How its range lies to the maps, for the count.
    pub(crate) overlap: &'static str,
}

impl Model {
    pub(crate) fn new() -> Self {
        let make =
            |n| if n < SEALED_FILES { memory(PAGES * PAGE) } else { loose_memory(PAGES * PAGE) };
        let files: Vec<File> = (0..FILES).map(make).collect();
        let seen = files.iter().map(|_| vec![0; usize::try_from(PAGES * PAGE).unwrap()]).collect();
        Self {
            files,
            seen,
            maps: Vec::new(),
            bus_master: false,
            touchable: BTreeSet::new(),
            aperture: BTreeMap::new(),
        }
    }

    /// The last address of a range of whole pages.
    fn last(addr: u64, size: u64) -> Option<u64> {
        let last = addr.checked_add(size.checked_sub(1)?)?;
        (addr.is_multiple_of(PAGE) && size.is_multiple_of(PAGE)).then_some(last)
    }

    /// Takes a map, or says why it must not be taken. The number behind the last file is no memory.
    pub(crate) fn map(
        &mut self,
        (addr, size): (u64, u64),
        offset: u64,
        flags: u32,
        file: Option<usize>,
    ) -> Result<(), u32> {
        let Some(last) = Self::last(addr, size) else { return Err(EINVAL) };
        if flags > 3 || !offset.is_multiple_of(PAGE) {
            return Err(EINVAL);
        }
        let taken = self.maps.iter().any(|map| map.addr <= last && addr <= map.last);
        if taken {
            return Err(EEXIST);
        }
        let file = file.filter(|_| flags != 0);
        if let Some(file) = file {
            let has = self.files.get(file).ok_or(ENODEV)?.metadata().unwrap().len();
            if offset.checked_add(size).is_none_or(|end| end > has) {
                return Err(EINVAL);
            }
        }
        let behind = file.map(|file| (file, offset / PAGE));
        let (readable, writable) = (flags & 1 != 0, flags & 2 != 0);
        self.maps.push(Map { addr, last, behind, readable, writable });
        self.touch_reachable();
        Ok(())
    }

    /// Removes what an unmap must remove.
    pub(crate) fn unmap(&mut self, addr: u64, size: u64, flags: u32) -> Unmapped {
        let refused = |errno, overlap| Unmapped { removed: Err(errno), overlap };
        let last = match (flags, addr, size) {
            (0, ..) => match Self::last(addr, size) {
                Some(last) => last,
                None => return refused(EINVAL, "no range"),
            },
            (2, 0, 0) => u64::MAX,
            (1, ..) => return refused(ENOTSUP, "other flags"),
            _ => return refused(EINVAL, "other flags"),
        };
        let inside = |map: &Map| addr <= map.addr && map.last <= last;
        let touched = |map: &Map| map.addr <= last && addr <= map.last;
        let mut cut = self.maps.iter().filter(|map| touched(map) && !inside(map));
        if let Some(map) = cut.next() {
            let overlap = match (map.addr < addr, map.last > last, cut.next()) {
                (.., Some(_)) => "cuts two maps",
                (true, true, None) => "out of the middle of a map",
                (true, false, None) => "cuts the end of a map",
                _ => "cuts the begin of a map",
            };
            return refused(EINVAL, overlap);
        }
        let gone: Vec<Map> = self.maps.extract_if(.., |map| inside(map)).collect();
        let overlap = match &gone[..] {
            [] => "holds no map",
            [map] if (map.addr, map.last) == (addr, last) => "is a map",
            [_] => "holds a map",
            _ => "holds several maps",
        };
        Unmapped { removed: Ok(gone.iter().map(|map| map.last - map.addr + 1).sum()), overlap }
    }

    /// Whether the file is behind a map.
    pub(crate) fn is_mapped(&self, file: usize) -> bool {
        self.maps.iter().any(|map| map.behind.is_some_and(|(behind, _)| behind == file))
    }

    /// What the client has written to the aperture and reads back.
    pub(crate) fn known(&self, offset: u64, count: u32) -> impl Iterator<Item = (usize, u8)> + '_ {
        let end = offset.saturating_add(count.into());
        let inside = self.aperture.range(offset..end);
        inside.map(move |(at, byte)| (usize::try_from(at - offset).unwrap(), *byte))
    }

    /// The session is over.
    pub(crate) fn clear(&mut self) {
        self.maps.clear();
        self.bus_master = false;
    }

    /// What the command register says: without the bit the card reaches nothing.
    pub(crate) fn set_bus_master(&mut self, on: bool) {
        self.bus_master = on;
        self.touch_reachable();
    }

    fn touch_reachable(&mut self) {
        if self.bus_master {
            let writable = self.maps.iter().filter(|map| map.writable);
            self.touchable
                .extend(writable.flat_map(Map::pages).map(|(_, file, page)| (file, page)));
        }
    }

    /// A page that the card can read, with its place: guest address, file, offset.
    pub(crate) fn readable_page(&self) -> Option<(u64, usize, u64)> {
        let readable = self.maps.iter().filter(|map| map.readable);
        let there = |file: usize, page: u64| self.seen[file].len() as u64 > page * PAGE;
        let mut pages = readable.flat_map(Map::pages);
        let found = pages.find(|(_, file, page)| there(*file, *page));
        found.map(|(addr, file, page)| (addr, file, page * PAGE))
    }

    /// The client writes to its own memory.
    pub(crate) fn write(&mut self, file: usize, offset: u64, data: &[u8]) {
        self.files[file].write_all_at(data, offset).unwrap();
        let at = usize::try_from(offset).unwrap();
        self.seen[file][at..at + data.len()].copy_from_slice(data);
    }

    /// The client changes the length of its own memory.
    pub(crate) fn resize(&mut self, file: usize, pages: u64) {
        self.look();
        self.files[file].set_len(pages * PAGE).unwrap();
        self.seen[file].resize(usize::try_from(pages * PAGE).unwrap(), 0);
    }

    /// Looks at every byte; what was written that could not have been is a failure. From now on only what is
    /// reachable now can change.
    pub(crate) fn look(&mut self) {
        for (number, (file, seen)) in self.files.iter().zip(&mut self.seen).enumerate() {
            let mut now = vec![0; seen.len()];
            file.read_exact_at(&mut now, 0).unwrap();
            assert_eq!(
                file.metadata().unwrap().len(),
                seen.len() as u64,
                "length of file {number}"
            );
            for (page, (now, seen)) in (0..).zip(now.chunks(4096).zip(seen.chunks(4096))) {
                let allowed = now == seen || self.touchable.contains(&(number, page));
                assert!(
                    allowed,
                    "page {page} of file {number} was written while nothing led there"
                );
            }
            *seen = now;
        }
        self.touchable.clear();
        self.touch_reachable();
    }
}
