// SPDX-License-Identifier: Apache-2.0
//! Guest memory: what the client has mapped for the card.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use forebay_bus::host::{Bus, FixedMapping, Interposer, MapError, Refusal};
use forebay_bus::{Access, DmaFault, HostMemory};
use rustix::io::Errno;

use crate::descriptors::ClientFd;
use crate::report::Limited;
use crate::request::{DmaMap, DmaUnmap};
use crate::wire::MAX_MAPS;

/// Granule of addresses, sizes and offsets.
pub(crate) const PAGE_BYTES: u64 = forebay_bus::PAGE_BYTES as u64;
/// Most bytes of files that are mapped at one time, which cost nothing but addresses: a quarter of what Linux gives a process
/// on x86-64, so that the server keeps enough for itself.
const MOST_BYTES: u64 = 1 << 45;

/// A range the client has told of.
struct Range {
    size: u64,
    /// Not there for a range without a file, which the card cannot reach.
    mapping: Option<FixedMapping>,
}

/// All ranges by address.
pub(crate) struct GuestMemory {
    host: HostMemory,
    ranges: BTreeMap<u64, Range>,
    /// Bytes of those with a file.
    mapped: u64,
    bus_master: Arc<AtomicBool>,
    /// Files that were refused.
    refused: u64,
    refused_lines: Limited,
}

impl GuestMemory {
    /// No guest memory; the card's way to it is closed until [`GuestMemory::set_bus_master`] opens it.
    pub(crate) fn new(host: HostMemory) -> Self {
        let bus_master = Arc::new(AtomicBool::new(false));
        host.interpose(Box::new(Gate(Arc::clone(&bus_master))));
        Self {
            host,
            ranges: BTreeMap::new(),
            mapped: 0,
            bus_master,
            refused: 0,
            refused_lines: Limited::default(),
        }
    }

    /// Lets the card's requests through, or refuses them all.
    pub(crate) fn set_bus_master(&self, on: bool) {
        self.bus_master.store(on, Ordering::Relaxed);
    }

    /// Adds a range; tells what the card may do with it, which is nothing where there is no file.
    pub(crate) fn map(
        &mut self,
        map: &DmaMap,
        fd: Option<ClientFd>,
    ) -> Result<Option<Access>, Errno> {
        let aligned = [map.addr, map.size, map.offset].iter().all(|v| v.is_multiple_of(PAGE_BYTES));
        if map.size == 0 || !aligned {
            return Err(Errno::INVAL);
        }
        // The last address: a range may well reach to the end of the address space.
        let last = map.addr.checked_add(map.size - 1).ok_or(Errno::INVAL)?;
        let below = self.ranges.range(..=last).next_back();
        if below.is_some_and(|(addr, range)| addr + (range.size - 1) >= map.addr) {
            return Err(Errno::EXIST);
        }
        if self.ranges.len() >= MAX_MAPS {
            return Err(Errno::NOSPC);
        }
        let access = match (map.readable, map.writable) {
            (true, true) => Some(Access::ReadWrite),
            (true, false) => Some(Access::Read),
            (false, true) => Some(Access::Write),
            (false, false) => None,
        };
        let access = access.filter(|_| fd.is_some());
        let mapping = match (fd, access) {
            (Some(fd), Some(access)) => {
                let Some(file) = fd.memory() else { return Err(self.refuse_file(map)) };
                // What the file does not have is no range, however large.
                file.holds(map.offset, map.size).map_err(errno)?;
                if map.size > MOST_BYTES - self.mapped {
                    return Err(self.refuse_size(map));
                }
                let file = (&file, map.offset, map.size);
                Some(FixedMapping::new(&self.host, map.addr, file, access).map_err(errno)?)
            }
            _ => None,
        };
        self.mapped += if mapping.is_some() { map.size } else { 0 };
        self.ranges.insert(map.addr, Range { size: map.size, mapping });
        Ok(access)
    }

    fn refuse_file(&mut self, map: &DmaMap) -> Errno {
        self.refuse(
            map,
            "its file is neither a memfd nor on tmpfs or hugetlbfs; use memory-backend-memfd, or a file in /dev/shm",
        );
        Errno::NODEV
    }

    fn refuse_size(&mut self, map: &DmaMap) -> Errno {
        let mapped = self.mapped;
        self.refuse(
            map,
            &format!("with {mapped:#x} bytes there already, more than {MOST_BYTES:#x}; use less"),
        );
        Errno::NOMEM
    }

    /// Tells a person why a guest does not start: what its client makes of the answer is a number.
    fn refuse(&mut self, map: &DmaMap, why: &str) {
        self.refused += 1;
        let (size, addr) = (map.size, map.addr);
        self.refused_lines.tell(self.refused, || {
            format!("guest memory of {size:#x} bytes at {addr:#x} refused: {why}")
        });
    }

    /// Removes what was asked for and tells which ranges those were, with their sizes: any number of whole ranges, also
    /// none. The card cannot reach them any more when this returns. One that would be cut stays, and all others with
    /// it: what is left of it could not be named any more by who mapped it.
    pub(crate) fn unmap(&mut self, wanted: DmaUnmap) -> Result<Vec<(u64, u64)>, Errno> {
        let (addr, size) = match wanted {
            DmaUnmap::All => return Ok(self.clear()),
            DmaUnmap::Range { addr, size } => (addr, size),
        };
        let aligned = [addr, size].iter().all(|v| v.is_multiple_of(PAGE_BYTES));
        if size == 0 || !aligned {
            return Err(Errno::INVAL);
        }
        let last = addr.checked_add(size - 1).ok_or(Errno::INVAL)?;
        let below = self.ranges.range(..addr).next_back();
        let inside = self.ranges.range(addr..=last).next_back();
        let ends_behind =
            |range: Option<(&u64, &Range)>, at| range.is_some_and(|(a, r)| a + (r.size - 1) > at);
        if addr > 0 && ends_behind(below, addr - 1) || ends_behind(inside, last) {
            return Err(Errno::INVAL);
        }
        let inside: Vec<u64> = self.ranges.range(addr..=last).map(|(addr, _)| *addr).collect();
        let gone: Vec<_> =
            inside.iter().filter_map(|addr| self.ranges.remove_entry(addr)).collect();
        Ok(self.give_up(gone))
    }

    /// Removes all ranges and tells which they were.
    pub(crate) fn clear(&mut self) -> Vec<(u64, u64)> {
        let gone = std::mem::take(&mut self.ranges);
        self.give_up(gone)
    }

    /// Addresses and sizes of ranges that are given up here.
    fn give_up(&mut self, gone: impl IntoIterator<Item = (u64, Range)>) -> Vec<(u64, u64)> {
        let sizes = gone.into_iter().map(|(addr, range)| {
            self.mapped -= range.mapping.map_or(0, |_| range.size);
            (addr, range.size)
        });
        sizes.collect()
    }
}

fn errno(error: MapError) -> Errno {
    match error {
        MapError::Overlap { .. } => Errno::EXIST,
        MapError::System { source, .. } => {
            source.raw_os_error().map_or(Errno::NOMEM, Errno::from_raw_os_error)
        }
        _ => Errno::INVAL,
    }
}

/// The bus master bit: without it no request of the card gets anywhere.
struct Gate(Arc<AtomicBool>);

impl Gate {
    fn check(
        &self,
        addr: u64,
        bytes: usize,
        write: bool,
        next: &mut Bus<'_>,
    ) -> Result<(), DmaFault> {
        if self.0.load(Ordering::Relaxed) {
            return Ok(());
        }
        Err(next.refuse(DmaFault { addr, bytes, write, refusal: Refusal::Unsupported }))
    }
}

impl Interposer for Gate {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        self.check(addr, out.len(), false, next)?;
        next.read(addr, out)
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        self.check(addr, data.len(), true, next)?;
        next.write(addr, data)
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use rustix::fs::{MemfdFlags, ftruncate, memfd_create};

    use super::*;
    use crate::descriptors::Closer;

    fn guest() -> GuestMemory {
        GuestMemory::new(HostMemory::new())
    }

    fn map(addr: u64, size: u64) -> DmaMap {
        DmaMap { readable: true, writable: true, offset: 0, addr, size }
    }

    fn file(bytes: u64) -> ClientFd {
        let memory = memfd_create("ram", MemfdFlags::CLOEXEC).unwrap();
        ftruncate(&memory, bytes).unwrap();
        ClientFd::new(memory, &Rc::new(Closer::new(())))
    }

    #[test]
    fn files_without_end_take_no_more_addresses_than_the_server_can_spare() {
        const BYTES: u64 = MOST_BYTES / 4;
        let mut guest = guest();
        for place in 0..4 {
            guest.map(&map(place * BYTES, BYTES), Some(file(BYTES))).unwrap();
        }
        let more = map(4 * BYTES, PAGE_BYTES);
        assert_eq!(guest.map(&more, Some(file(PAGE_BYTES))), Err(Errno::NOMEM));
        let no_range = guest.map(&map(4 * BYTES, 2 * MOST_BYTES), Some(file(PAGE_BYTES)));
        assert_eq!(no_range, Err(Errno::INVAL), "the file does not have it");
        guest.map(&map(5 * BYTES, BYTES), None).expect("without a file it takes none");
        assert_eq!(unmap(&mut guest, 5 * BYTES, BYTES), Ok(vec![(5 * BYTES, BYTES)]));
        assert_eq!(guest.map(&more, Some(file(PAGE_BYTES))), Err(Errno::NOMEM));
        assert_eq!(unmap(&mut guest, BYTES, BYTES), Ok(vec![(BYTES, BYTES)]));
        guest.map(&more, Some(file(PAGE_BYTES))).unwrap();
        guest.clear();
        guest.map(&map(0, MOST_BYTES), Some(file(MOST_BYTES))).unwrap();
    }

    /// A guest with three ranges of memory: two that touch, a hole, one more.
    fn three_ranges() -> GuestMemory {
        let mut guest = guest();
        guest.set_bus_master(true);
        for (addr, size) in RANGES {
            guest.map(&map(addr, size), Some(file(size))).unwrap();
        }
        guest
    }

    const RANGES: [(u64, u64); 3] = [(0x2000, 0x1000), (0x3000, 0x2000), (0x7000, 0x1000)];

    /// Pages below 0xa000 that the card reaches.
    fn reached(guest: &GuestMemory) -> Vec<u64> {
        let reads = |page: &u64| guest.host.dma_read(page * 0x1000, &mut [0; 0x1000]).is_ok();
        (0..10).filter(reads).collect()
    }

    fn unmap(guest: &mut GuestMemory, addr: u64, size: u64) -> Result<Vec<(u64, u64)>, Errno> {
        guest.unmap(DmaUnmap::Range { addr, size })
    }

    #[test]
    fn only_mapped_memory_is_reached_and_only_as_bus_master() {
        let mut guest = guest();
        guest.map(&map(0x1000, 0x1000), Some(file(0x1000))).unwrap();
        assert!(guest.host.dma_write(0x1ffc, &[1; 4]).is_err(), "not yet a bus master");
        guest.set_bus_master(true);
        guest.host.dma_write(0x1ffc, &[1; 4]).unwrap();
        assert!(guest.host.dma_write(0x1ffd, &[1; 4]).is_err());
        assert_eq!(unmap(&mut guest, 0x1000, 0x1000), Ok(vec![(0x1000, 0x1000)]));
        assert!(guest.host.dma_read(0x1ffc, &mut [0; 4]).is_err());
        assert_eq!(guest.host.counts().refused, 3);
    }

    #[test]
    fn a_range_without_a_file_is_taken_but_not_reached() {
        let mut guest = guest();
        guest.set_bus_master(true);
        guest.map(&map(0xf000_0000, 0x1000), None).unwrap();
        assert!(guest.host.dma_read(0xf000_0000, &mut [0; 4]).is_err());
        assert_eq!(guest.map(&map(0xf000_0000, 0x1000), None), Err(Errno::EXIST));
        assert_eq!(unmap(&mut guest, 0xf000_0000, 0x1000), Ok(vec![(0xf000_0000, 0x1000)]));
        assert_eq!(unmap(&mut guest, 0xf000_0000, 0x1000), Ok(vec![]), "nothing is there any more");
    }

    #[test]
    fn ranges_must_be_whole_pages_that_the_file_has_and_free() {
        let mut guest = guest();
        for (addr, size) in
            [(0x1001, 0x1000), (0x1000, 0x1001), (0x1000, 0), (u64::MAX - 0xfff, 0x2000)]
        {
            assert_eq!(guest.map(&map(addr, size), Some(file(0x4000))), Err(Errno::INVAL));
        }
        assert_eq!(guest.map(&map(0, 0x5000), Some(file(0x4000))), Err(Errno::INVAL));
        guest.map(&map(0x4000, 0x2000), Some(file(0x2000))).unwrap();
        for (addr, size) in [(0x3000, 0x2000), (0x4000, 0x2000), (0x5000, 0x1000), (0x5000, 0x2000)]
        {
            assert_eq!(
                guest.map(&map(addr, size), None),
                Err(Errno::EXIST),
                "{size:#x} at {addr:#x}"
            );
        }
        guest.map(&map(0x3000, 0x1000), None).unwrap();
        guest.map(&map(0x6000, 0x1000), None).unwrap();
    }

    #[test]
    fn the_last_page_of_all_can_be_mapped() {
        const TOP: u64 = u64::MAX - 0xfff;
        let mut guest = guest();
        guest.set_bus_master(true);
        guest.map(&map(TOP, 0x1000), Some(file(0x1000))).unwrap();
        guest.host.dma_write(u64::MAX - 3, &[1, 2, 3, 4]).unwrap();
        let mut last = [0; 2];
        guest.host.dma_read(u64::MAX - 1, &mut last).unwrap();
        assert_eq!(last, [3, 4]);
        assert!(guest.host.dma_read(u64::MAX, &mut last).is_err(), "a byte behind the last");
        for (addr, size) in [(TOP, 0x1000), (TOP - 0x1000, 0x2000)] {
            assert_eq!(guest.map(&map(addr, size), None), Err(Errno::EXIST), "{size:#x}");
            assert_eq!(guest.map(&map(addr, size + 0x1000), None), Err(Errno::INVAL), "{size:#x}");
            assert_eq!(guest.map(&map(addr, size + 1), None), Err(Errno::INVAL), "{size:#x}");
        }
        guest.map(&map(TOP - 0x1000, 0x1000), None).unwrap();
        assert_eq!(unmap(&mut guest, TOP, 0x2000), Err(Errno::INVAL), "behind the end");
        assert_eq!(unmap(&mut guest, TOP, 0x1000), Ok(vec![(TOP, 0x1000)]));
        assert_eq!(unmap(&mut guest, TOP, 0x1000), Ok(vec![]));
        let half = 1 << 63;
        guest.clear();
        guest.map(&map(0, half), None).unwrap();
        guest.map(&map(half, half), None).unwrap();
        assert_eq!(guest.map(&map(0x1000, 0x1000), None), Err(Errno::EXIST));
        assert_eq!(guest.unmap(DmaUnmap::All), Ok(vec![(0, half), (half, half)]));
    }

    #[test]
    fn an_unmap_removes_every_range_inside_and_nothing_else() {
        let cases: [(u64, u64, &[u64], &[u64]); 11] = [
            // From, bytes: which ranges go, which pages are left.
            (0x0000, 0x2000, &[], &[2, 3, 4, 7]),
            (0x5000, 0x2000, &[], &[2, 3, 4, 7]),
            (0x8000, 0x1000, &[], &[2, 3, 4, 7]),
            (0x3000, 0x2000, &[0x3000], &[2, 7]),
            (0x1000, 0x2000, &[0x2000], &[3, 4, 7]),
            (0x5000, 0x4000, &[0x7000], &[2, 3, 4]),
            (0x2000, 0x3000, &[0x2000, 0x3000], &[7]),
            (0x3000, 0x5000, &[0x3000, 0x7000], &[2]),
            (0x2000, 0x6000, &[0x2000, 0x3000, 0x7000], &[]),
            (0x0000, 1 << 63, &[0x2000, 0x3000, 0x7000], &[]),
            // The upper half, up to the very last address.
            (1 << 63, 1 << 63, &[], &[2, 3, 4, 7]),
        ];
        for (addr, size, gone, left) in cases {
            let mut guest = three_ranges();
            let gone = RANGES.iter().filter(|(addr, _)| gone.contains(addr)).copied().collect();
            assert_eq!(unmap(&mut guest, addr, size), Ok(gone), "{size:#x} at {addr:#x}");
            assert_eq!(reached(&guest), left, "{size:#x} at {addr:#x}");
        }
    }

    #[test]
    fn an_unmap_that_cuts_a_range_or_is_no_range_removes_nothing() {
        let cuts = [(0x3000, 0x1000), (0x4000, 0x1000), (0x4000, 0x4000), (0x2000, 0x2000)];
        let shapes = [(0x2000, 0), (0, 0), (0x2001, 0x1000), (0x2000, 0x1001)];
        let wraps = [(u64::MAX - 0xfff, 0x2000), (0x2000, u64::MAX - 0xfff)];
        for (addr, size) in cuts.into_iter().chain(shapes).chain(wraps) {
            let mut guest = three_ranges();
            let refused = unmap(&mut guest, addr, size);
            assert_eq!(refused, Err(Errno::INVAL), "{size:#x} at {addr:#x}");
            assert_eq!(reached(&guest), [2, 3, 4, 7], "{size:#x} at {addr:#x}");
        }
        let mut guest = guest();
        guest.map(&map(0x2000, 0x3000), Some(file(0x3000))).unwrap();
        assert_eq!(unmap(&mut guest, 0x3000, 0x1000), Err(Errno::INVAL), "out of the middle");
    }

    #[test]
    fn all_ranges_go_at_once_and_their_room_is_free_again() {
        let mut guest = three_ranges();
        assert_eq!(guest.unmap(DmaUnmap::All), Ok(RANGES.to_vec()));
        assert!(reached(&guest).is_empty());
        assert_eq!(guest.unmap(DmaUnmap::All), Ok(vec![]));
        guest.map(&map(0x1000, 0x8000), Some(file(0x8000))).unwrap();
        assert_eq!(reached(&guest), [1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
