// SPDX-License-Identifier: Apache-2.0
//! Which bus addresses lead to which memory.

use std::collections::BTreeMap;
use std::ptr::NonNull;
use std::sync::atomic::{Ordering, fence};

use super::copy::{self, Gone};
use super::{Access, DmaCounts, DmaFault, PAGE_BYTES, Refusal};

/// First bus address handed out; low addresses stay unmapped so that a null descriptor faults.
const FIRST_BUS_ADDRESS: u64 = 0x1_0000_0000;

/// Memory that the card may reach while the region is in a [`Map`].
pub(super) struct Region {
    pub(super) start: NonNull<u8>,
    pub(super) len: usize,
    pub(super) access: Access,
    /// Whether the memory may go while it is mapped, since somebody else can shorten the file behind it.
    pub(super) fleeting: bool,
}

// SAFETY: a region is only dereferenced under the map's lock, and the rule of the `host` module keeps the memory
// behind it alive and free of conflicting borrows for as long as it is in the map.
unsafe impl Send for Region {}

impl Region {
    fn allows(&self, write: bool) -> bool {
        self.access != if write { Access::Read } else { Access::Write }
    }
}

/// All regions by bus address. They never overlap.
#[derive(Default)]
pub(super) struct Map {
    regions: BTreeMap<u64, Region>,
    /// Behind all whose place was chosen here, and behind the page that guards the last of them.
    next: u64,
    pub(super) counts: DmaCounts,
    pub(super) last_fault: Option<DmaFault>,
}

impl Map {
    /// Number of regions.
    pub(super) fn len(&self) -> usize {
        self.regions.len()
    }

    /// Whether the memory of the region at `addr` may go, if there is one.
    #[cfg(test)]
    pub(super) fn is_fleeting(&self, addr: u64) -> Option<bool> {
        self.regions.get(&addr).map(|region| region.fleeting)
    }

    /// Adds a region at an address of the map's choice: with the page offset of its memory, and with a whole unmapped page on either
    /// side. No process has so much memory that addresses run out.
    pub(super) fn insert(&mut self, region: Region) -> u64 {
        let page = PAGE_BYTES as u64;
        let behind = |last: u64| (last - last % page).saturating_add(2 * page);
        let within = region.start.as_ptr().addr() as u64 % page;
        let mut base = self.next.max(FIRST_BUS_ADDRESS);
        loop {
            let addr = base.saturating_add(within);
            let last = last(addr, region.len);
            match self.last_mapped(last.saturating_add(page)) {
                // Somebody has chosen that place for memory of his own.
                Some(mapped) if mapped >= base - page && behind(mapped) > base => {
                    base = behind(mapped);
                }
                _ => {
                    self.next = behind(last);
                    self.regions.insert(addr, region);
                    return addr;
                }
            }
        }
    }

    /// The last mapped address of all regions that begin up to `until`.
    fn last_mapped(&self, until: u64) -> Option<u64> {
        let (start, region) = self.regions.range(..=until).next_back()?;
        Some(last(*start, region.len))
    }

    /// Adds a region at `addr`; `Err` is the address of one that is in its way.
    pub(super) fn insert_at(&mut self, addr: u64, region: Region) -> Result<(), u64> {
        let below = self.regions.range(..=last(addr, region.len)).next_back();
        // One without bytes has its place as well: it is known by it.
        if let Some((start, other)) = below
            && last(*start, other.len) >= addr
        {
            return Err(*start);
        }
        self.regions.insert(addr, region);
        Ok(())
    }

    /// Removes the region that starts at `addr`.
    pub(super) fn remove(&mut self, addr: u64) {
        self.regions.remove(&addr);
    }

    /// The mapped memory at `addr`, at most `most` bytes of it, if it allows the access.
    fn piece(&self, addr: u64, most: usize, write: bool) -> Option<Piece> {
        let (start, region) = self.regions.range(..=addr).next_back()?;
        let offset = usize::try_from(addr - start).ok()?;
        let left = region.len.checked_sub(offset).filter(|left| *left > 0)?;
        region.allows(write).then(|| Piece {
            // SAFETY: offset < len, so the pointer stays within the mapped memory.
            start: unsafe { region.start.add(offset) },
            bytes: most.min(left),
            fleeting: region.fleeting,
        })
    }

    /// Calls `copy` for each piece of the range, with the offset of it within the range.
    fn pieces(
        &self,
        (addr, bytes): (u64, usize),
        write: bool,
        mut copy: impl FnMut(&Piece, usize) -> Result<(), Gone>,
    ) -> Result<(), Gone> {
        let mut done = 0;
        while done < bytes {
            let at = addr.checked_add(done as u64).ok_or(Gone)?;
            let piece = self.piece(at, bytes - done, write).ok_or(Gone)?;
            copy(&piece, done)?;
            done += piece.bytes;
        }
        Ok(())
    }

    /// Counts and keeps a fault.
    pub(super) fn refuse(&mut self, fault: DmaFault) -> DmaFault {
        self.counts.refused += 1;
        self.last_fault = Some(fault);
        fault
    }

    /// Refuses what is not mapped.
    pub(super) fn unsupported(&mut self, addr: u64, bytes: usize, write: bool) -> DmaFault {
        self.refuse(DmaFault { addr, bytes, write, refusal: Refusal::Unsupported })
    }

    /// Reads for the card: all of it or nothing, unless memory goes while it is read.
    pub(super) fn read(&mut self, addr: u64, out: &mut [u8]) -> Result<(), DmaFault> {
        let range = (addr, out.len());
        let read = self.pieces(range, false, |_, _| Ok(())).and_then(|()| {
            self.pieces(range, false, |piece, done| {
                let out = &mut out[done..done + piece.bytes];
                // SAFETY: `piece` checked the range and the lock is held; `out` is ours, so it does not overlap
                // memory that is lent to the card.
                unsafe {
                    if piece.fleeting {
                        copy::try_load(piece.start, out)
                    } else {
                        copy::load(piece.start, out);
                        Ok(())
                    }
                }
            })
        });
        fence(Ordering::Acquire);
        read.map_err(|Gone| self.unsupported(addr, out.len(), false))
    }

    /// Writes for the card: all of it or nothing, unless memory goes while it is written.
    pub(super) fn write(&mut self, addr: u64, data: &[u8]) -> Result<(), DmaFault> {
        let range = (addr, data.len());
        // What the card wrote before must be seen before this: a completion word tells of data.
        fence(Ordering::Release);
        let written = self.pieces(range, true, |_, _| Ok(())).and_then(|()| {
            self.pieces(range, true, |piece, done| {
                let data = &data[done..done + piece.bytes];
                // SAFETY: as for `read`, in the other direction.
                unsafe {
                    if piece.fleeting {
                        copy::try_store(piece.start, data)
                    } else {
                        copy::store(piece.start, data);
                        Ok(())
                    }
                }
            })
        });
        written.map_err(|Gone| self.unsupported(addr, data.len(), true))
    }
}

/// The last address of a region, its first where it has no bytes. It may be the last that there is: what is behind it has no number.
fn last(addr: u64, bytes: usize) -> u64 {
    addr.saturating_add((bytes as u64).saturating_sub(1))
}

/// A part of an access that lies within one region.
struct Piece {
    start: NonNull<u8>,
    bytes: usize,
    fleeting: bool,
}
