// SPDX-License-Identifier: Apache-2.0
//! Which bus addresses lead to which memory, and the copies between them and the card.
//!
//! Memory behind a mapping may be changed by others at any time: a guest's processors, another process. So no
//! reference to it is ever formed; every copy goes through raw volatile accesses, the widest that fit, so that
//! an aligned word is never seen half written.

use std::collections::BTreeMap;
use std::ptr::NonNull;
use std::sync::atomic::{Ordering, fence};

use super::{Access, DmaCounts, DmaFault, PAGE_BYTES, Refusal};

/// First bus address handed out; low addresses stay unmapped so that a null descriptor faults.
const FIRST_BUS_ADDRESS: u64 = 0x1_0000_0000;

/// Memory that the card may reach while the region is in a [`Map`].
pub(super) struct Region {
    pub(super) start: NonNull<u8>,
    pub(super) len: usize,
    pub(super) access: Access,
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
    next: u64,
    pub(super) counts: DmaCounts,
    pub(super) last_fault: Option<DmaFault>,
}

impl Map {
    /// Number of regions.
    pub(super) fn len(&self) -> usize {
        self.regions.len()
    }

    /// Adds a region at an address of the map's choice: behind all others, with the page offset of its memory.
    pub(super) fn insert(&mut self, region: Region) -> u64 {
        let base = self.next.max(FIRST_BUS_ADDRESS);
        let addr = base + region.start.as_ptr().addr() as u64 % PAGE_BYTES as u64;
        self.add(addr, region);
        addr
    }

    /// Adds a region at `addr`; `Err` is the address of one that is in its way.
    pub(super) fn insert_at(&mut self, addr: u64, region: Region) -> Result<(), u64> {
        let end = addr.saturating_add(region.len as u64);
        let below = self.regions.range(..end).next_back();
        if let Some((start, other)) = below
            && start + other.len as u64 > addr
        {
            return Err(*start);
        }
        self.add(addr, region);
        Ok(())
    }

    fn add(&mut self, addr: u64, region: Region) {
        let page = PAGE_BYTES as u64;
        // One whole unmapped page behind every mapping, as far as the map chooses the addresses.
        let behind = addr.saturating_add(region.len as u64).checked_next_multiple_of(page);
        self.next = self.next.max(behind.unwrap_or(u64::MAX).saturating_add(page));
        self.regions.insert(addr, region);
    }

    /// Removes the region that starts at `addr`.
    pub(super) fn remove(&mut self, addr: u64) {
        self.regions.remove(&addr);
    }

    /// The mapped memory at `addr`, at most `most` bytes of it, if it allows the access.
    fn piece(&self, addr: u64, most: usize, write: bool) -> Option<(NonNull<u8>, usize)> {
        let (start, region) = self.regions.range(..=addr).next_back()?;
        let offset = usize::try_from(addr - start).ok()?;
        let left = region.len.checked_sub(offset).filter(|left| *left > 0)?;
        // SAFETY: offset < len, so the pointer stays within the mapped memory.
        region.allows(write).then(|| (unsafe { region.start.add(offset) }, most.min(left)))
    }

    /// Whether all of the range is mapped for the access; one that is not counts as a fault.
    fn check(&mut self, addr: u64, bytes: usize, write: bool) -> Result<(), DmaFault> {
        let mut done = 0;
        while done < bytes {
            let at = addr.checked_add(done as u64);
            let Some((_, part)) = at.and_then(|at| self.piece(at, bytes - done, write)) else {
                return Err(self.refuse(DmaFault {
                    addr,
                    bytes,
                    write,
                    refusal: Refusal::Unsupported,
                }));
            };
            done += part;
        }
        Ok(())
    }

    /// Counts and keeps a fault.
    pub(super) fn refuse(&mut self, fault: DmaFault) -> DmaFault {
        self.counts.refused += 1;
        self.last_fault = Some(fault);
        fault
    }

    /// Reads for the card: all of it or nothing.
    pub(super) fn read(&mut self, addr: u64, out: &mut [u8]) -> Result<(), DmaFault> {
        self.check(addr, out.len(), false)?;
        let mut done = 0;
        while let Some((start, part)) =
            self.piece(addr + done as u64, out.len() - done, false).filter(|(_, part)| *part > 0)
        {
            // SAFETY: `piece` checked the range and the lock is held; `out` is ours, so it does not overlap
            // memory that is lent to the card.
            unsafe { load(start, &mut out[done..done + part]) };
            done += part;
        }
        fence(Ordering::Acquire);
        Ok(())
    }

    /// Writes for the card: all of it or nothing.
    pub(super) fn write(&mut self, addr: u64, data: &[u8]) -> Result<(), DmaFault> {
        self.check(addr, data.len(), true)?;
        // What the card wrote before must be seen before this: a completion word tells of data.
        fence(Ordering::Release);
        let mut done = 0;
        while let Some((start, part)) =
            self.piece(addr + done as u64, data.len() - done, true).filter(|(_, part)| *part > 0)
        {
            // SAFETY: as for `read`, in the other direction.
            unsafe { store(start, &data[done..done + part]) };
            done += part;
        }
        Ok(())
    }
}

/// Copies out of memory that others may write.
///
/// # Safety
/// `out.len()` bytes from `from` on must be readable, and no reference to them may exist.
unsafe fn load(from: NonNull<u8>, out: &mut [u8]) {
    let mut done = 0;
    while done < out.len() {
        let rest = &mut out[done..];
        // SAFETY: done < len, the caller vouches for len bytes; the casts are to types as aligned as the
        // address was found to be.
        done += unsafe {
            let at = from.add(done);
            match widest(at, rest.len()) {
                8 => put(rest, at.cast::<u64>().read_volatile().to_ne_bytes()),
                4 => put(rest, at.cast::<u32>().read_volatile().to_ne_bytes()),
                _ => put(rest, [at.read_volatile()]),
            }
        };
    }
}

/// Copies into memory that others may read and write.
///
/// # Safety
/// `data.len()` bytes from `to` on must be writable, and no reference to them may exist.
unsafe fn store(to: NonNull<u8>, data: &[u8]) {
    let mut done = 0;
    while done < data.len() {
        let rest = &data[done..];
        // SAFETY: as for `load`.
        done += unsafe {
            let at = to.add(done);
            match widest(at, rest.len()) {
                8 => {
                    at.cast::<u64>().write_volatile(u64::from_ne_bytes(take(rest)));
                    8
                }
                4 => {
                    at.cast::<u32>().write_volatile(u32::from_ne_bytes(take(rest)));
                    4
                }
                _ => {
                    at.write_volatile(rest[0]);
                    1
                }
            }
        };
    }
}

/// Size of the widest access that `at` is aligned for and that `left` bytes allow.
fn widest(at: NonNull<u8>, left: usize) -> usize {
    let fits = |size: usize| left >= size && at.addr().get().is_multiple_of(size);
    if fits(8) {
        8
    } else if fits(4) {
        4
    } else {
        1
    }
}

fn put<const N: usize>(out: &mut [u8], word: [u8; N]) -> usize {
    out[..N].copy_from_slice(&word);
    N
}

fn take<const N: usize>(data: &[u8]) -> [u8; N] {
    let mut word = [0; N];
    word.copy_from_slice(&data[..N]);
    word
}
