// SPDX-License-Identifier: Apache-2.0
//! Guest memory: what the client has mapped for the card.

use std::collections::BTreeMap;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use forebay_card::host::{Bus, FixedMapping, Interposer, MapError, Refusal};
use forebay_card::{Access, DmaFault, HostMemory};
use rustix::io::Errno;

use crate::request::DmaMap;
use crate::wire::MAX_MAPS;

/// Granule of addresses, sizes and offsets.
pub(crate) const PAGE_BYTES: u64 = forebay_card::PAGE_BYTES as u64;

/// A range the client has told of.
struct Range {
    size: u64,
    /// Not there for a range without a file, which the card cannot reach.
    _mapping: Option<FixedMapping>,
}

/// All ranges by address.
pub(crate) struct GuestMemory {
    host: HostMemory,
    ranges: BTreeMap<u64, Range>,
    bus_master: Arc<AtomicBool>,
}

impl GuestMemory {
    /// No guest memory; the card's way to it is closed until [`GuestMemory::set_bus_master`] opens it.
    pub(crate) fn new(host: HostMemory) -> Self {
        let bus_master = Arc::new(AtomicBool::new(false));
        host.interpose(Box::new(Gate(Arc::clone(&bus_master))));
        Self { host, ranges: BTreeMap::new(), bus_master }
    }

    /// Lets the card's requests through, or refuses them all.
    pub(crate) fn set_bus_master(&self, on: bool) {
        self.bus_master.store(on, Ordering::Relaxed);
    }

    /// Adds a range; tells what the card may do with it, which is nothing where there is no file.
    pub(crate) fn map(
        &mut self,
        map: &DmaMap,
        fd: Option<OwnedFd>,
    ) -> Result<Option<Access>, Errno> {
        let end = map.addr.checked_add(map.size).ok_or(Errno::INVAL)?;
        let aligned = [map.addr, map.size, map.offset].iter().all(|v| v.is_multiple_of(PAGE_BYTES));
        if map.size == 0 || !aligned {
            return Err(Errno::INVAL);
        }
        let below = self.ranges.range(..end).next_back();
        if below.is_some_and(|(addr, range)| addr + range.size > map.addr) {
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
                let file = (fd, map.offset, map.size);
                Some(FixedMapping::new(&self.host, map.addr, file, access).map_err(errno)?)
            }
            _ => None,
        };
        self.ranges.insert(map.addr, Range { size: map.size, _mapping: mapping });
        Ok(access)
    }

    /// Removes exactly this range. The card cannot reach it any more when this returns.
    pub(crate) fn unmap(&mut self, addr: u64, size: u64) -> Result<(), Errno> {
        match self.ranges.get(&addr) {
            Some(range) if range.size == size => {
                self.ranges.remove(&addr);
                Ok(())
            }
            _ => Err(Errno::NOENT),
        }
    }

    /// Removes all ranges.
    pub(crate) fn clear(&mut self) {
        self.ranges.clear();
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
    use std::os::fd::OwnedFd;

    use super::*;

    fn guest() -> GuestMemory {
        GuestMemory::new(HostMemory::new())
    }

    fn map(addr: u64, size: u64) -> DmaMap {
        DmaMap { readable: true, writable: true, offset: 0, addr, size }
    }

    fn file(bytes: u64) -> OwnedFd {
        let file = tempfile::tempfile().unwrap();
        file.set_len(bytes).unwrap();
        file.into()
    }

    #[test]
    fn only_mapped_memory_is_reached_and_only_as_bus_master() {
        let mut guest = guest();
        guest.map(&map(0x1000, 0x1000), Some(file(0x1000))).unwrap();
        assert!(guest.host.dma_write(0x1ffc, &[1; 4]).is_err(), "not yet a bus master");
        guest.set_bus_master(true);
        guest.host.dma_write(0x1ffc, &[1; 4]).unwrap();
        assert!(guest.host.dma_write(0x1ffd, &[1; 4]).is_err());
        guest.unmap(0x1000, 0x1000).unwrap();
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
        guest.unmap(0xf000_0000, 0x1000).unwrap();
        assert_eq!(guest.unmap(0xf000_0000, 0x1000), Err(Errno::NOENT));
    }

    #[test]
    fn ranges_must_be_whole_pages_that_the_file_has_and_match_exactly() {
        let mut guest = guest();
        for (addr, size) in
            [(0x1001, 0x1000), (0x1000, 0x1001), (0x1000, 0), (u64::MAX - 0xfff, 0x1000)]
        {
            assert_eq!(guest.map(&map(addr, size), Some(file(0x4000))), Err(Errno::INVAL));
        }
        assert_eq!(guest.map(&map(0, 0x5000), Some(file(0x4000))), Err(Errno::INVAL));
        guest.map(&map(0x4000, 0x2000), Some(file(0x2000))).unwrap();
        assert_eq!(guest.unmap(0x4000, 0x1000), Err(Errno::NOENT));
        assert_eq!(guest.unmap(0x5000, 0x1000), Err(Errno::NOENT));
        assert_eq!(guest.map(&map(0x3000, 0x2000), None), Err(Errno::EXIST));
    }
}
