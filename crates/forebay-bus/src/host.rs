// SPDX-License-Identifier: Apache-2.0
//! Simulated host memory behind an IOMMU-like mapping.
//!
//! The card addresses host memory by bus addresses that exist only while something is mapped. An access
//! outside a mapping, or against its direction, is refused, counted and kept as the last fault; it is never
//! performed. Mappings whose address is chosen here are separated by unmapped guard pages, so that an overrun by
//! one byte is caught; a [`FixedMapping`] lies where it was asked for.
//!
//! All `unsafe` of the DMA path is in `map.rs` and `copy.rs` beside this. The rule that makes it sound: a mapping is made either
//! from a borrow that outlives it ([`HostMemory::scope`], [`HostMemory::scope_mut`]) or from memory it owns
//! ([`Lease`], [`LeaseMut`], [`Shared`], [`FixedMapping`]), it is removed before that borrow or ownership ends, and
//! removal takes the same lock as every access by the card.

mod bus;
mod copy;
mod fixed;
mod map;

use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use memmap2::MmapMut;

use crate::CardError;
pub use bus::{Bus, Interposer, Purpose};
pub use fixed::{FixedMapping, MapError, MemoryFile};
use map::{Map, Region};

/// Size of a host page; mappings keep the page offset of the memory behind them.
pub const PAGE_BYTES: usize = 4096;

/// What the card may do with a mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The card may read (host to card).
    Read,
    /// The card may write (card to host).
    Write,
    /// Both: descriptors and write-back words.
    ReadWrite,
}

/// What the completion of a refused access tells the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Unsupported request: nothing is mapped there for it.
    Unsupported,
    /// Completer abort.
    Abort,
    /// The completion came poisoned.
    Poisoned,
    /// No completion comes. The card waits for it until it is reset.
    Unanswered,
}

impl Refusal {
    const fn reason(self) -> &'static str {
        match self {
            Self::Unsupported => "not mapped for it; check the descriptor's address and length",
            Self::Abort => "the completer aborted it; the fault was injected",
            Self::Poisoned => "the completion was poisoned; the fault was injected",
            Self::Unanswered => "it is never answered; the fault was injected",
        }
    }
}

/// DMA accesses so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DmaCounts {
    /// Reads asked for.
    pub reads: u64,
    /// Writes asked for.
    pub writes: u64,
    /// Refused ones of either kind.
    pub refused: u64,
}

/// A refused DMA access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "DMA {} of {bytes} bytes at bus address {addr:#x} refused: {}",
    if *write { "write" } else { "read" }, refusal.reason()
)]
pub struct DmaFault {
    /// First bus address of the access.
    pub addr: u64,
    /// Bytes asked for.
    pub bytes: usize,
    /// Whether it was a write.
    pub write: bool,
    /// What the card is told.
    pub refusal: Refusal,
}

/// Page-aligned, zero-initialised memory for DMA.
#[derive(Debug)]
pub struct Buffer {
    /// One byte where none was asked for: the system maps nothing else.
    memory: MmapMut,
    bytes: usize,
}

impl Buffer {
    /// Allocates `bytes` bytes, at least one page is reserved.
    ///
    /// # Errors
    /// [`CardError::HostMemory`] when the system has none left.
    pub fn new(bytes: usize) -> Result<Self, CardError> {
        MmapMut::map_anon(bytes.max(1))
            .map(|memory| Self { memory, bytes })
            .map_err(|source| CardError::HostMemory { bytes, source })
    }
}

impl std::ops::Deref for Buffer {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.memory[..self.bytes]
    }
}

impl std::ops::DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.memory[..self.bytes]
    }
}

/// Everything behind the lock.
#[derive(Default)]
struct Inner {
    map: Map,
    /// The first is nearest to the card.
    interposers: Vec<Box<dyn Interposer>>,
}

#[derive(Default)]
struct Handle {
    inner: Mutex<Inner>,
    cycle: AtomicU64,
}

/// A handle on the simulated host memory; clones share it.
#[derive(Clone, Default)]
pub struct HostMemory(Arc<Handle>);

impl HostMemory {
    /// Memory with nothing mapped.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn insert(&self, start: NonNull<u8>, len: usize, access: Access) -> Mapping {
        let addr = self.lock().map.insert(Region { start, len, access, fleeting: false });
        Mapping { memory: self.clone(), addr }
    }

    /// Puts something between the card and the memory, on the memory's side of what was put there before.
    pub fn interpose(&self, interposer: Box<dyn Interposer>) {
        self.lock().interposers.push(interposer);
    }

    /// Card side: tells which card cycle the accesses that follow belong to.
    pub fn set_cycle(&self, cycle: u64) {
        self.0.cycle.store(cycle, Ordering::Relaxed);
    }

    /// Performs an access of the card along its whole way.
    fn access<R>(&self, purpose: Purpose, body: impl FnOnce(&mut Bus<'_>) -> R) -> R {
        let cycle = self.0.cycle.load(Ordering::Relaxed);
        let Inner { map, interposers } = &mut *self.lock();
        body(&mut Bus { map, interposers, cycle, purpose, late: &mut 0 })
    }

    /// Maps `bytes` for reading by the card while `body` runs; `body` gets the bus address.
    pub fn scope<R>(&self, bytes: &[u8], body: impl FnOnce(u64) -> R) -> R {
        let mapping = self.insert(NonNull::from(bytes).cast(), bytes.len(), Access::Read);
        body(mapping.addr)
    }

    /// Maps `bytes` for writing by the card while `body` runs; `body` gets the bus address.
    pub fn scope_mut<R>(&self, bytes: &mut [u8], body: impl FnOnce(u64) -> R) -> R {
        let len = bytes.len();
        let mapping = self.insert(NonNull::from(bytes).cast(), len, Access::Write);
        body(mapping.addr)
    }

    /// Maps a shared buffer for reading by the card until the lease is dropped.
    #[must_use]
    pub fn lend(&self, buffer: Arc<Buffer>) -> Lease {
        let mapping = self.insert(NonNull::from(&**buffer).cast(), buffer.len(), Access::Read);
        Lease { mapping, _buffer: buffer }
    }

    /// Maps a buffer for writing by the card until it is taken back out of the lease.
    #[must_use]
    pub fn lend_mut(&self, mut buffer: Buffer) -> LeaseMut {
        let len = buffer.len();
        let mapping = self.insert(NonNull::from(&mut *buffer).cast(), len, Access::Write);
        LeaseMut { mapping, buffer }
    }

    /// Maps a buffer for reading by the card, and for nobody else, until it is taken back out of the lease.
    #[must_use]
    pub fn lend_to_read(&self, buffer: Buffer) -> LeaseMut {
        let mapping = self.insert(NonNull::from(&*buffer).cast(), buffer.len(), Access::Read);
        LeaseMut { mapping, buffer }
    }

    /// Allocates memory that both sides use while it is mapped: descriptors and write-back words.
    ///
    /// # Errors
    /// [`CardError::HostMemory`] when the system has none left.
    pub fn share(&self, bytes: usize) -> Result<Shared, CardError> {
        let mut buffer = Buffer::new(bytes)?;
        let mapping = self.insert(NonNull::from(&mut *buffer).cast(), bytes, Access::ReadWrite);
        Ok(Shared { mapping, bytes, _buffer: buffer })
    }

    /// Card side: reads `out.len()` bytes at bus address `addr`.
    ///
    /// # Errors
    /// [`DmaFault`] when not all of it is mapped for reading; nothing is read then. Also when another process
    /// takes the memory away, see [`FixedMapping`]; then a part may have been read.
    pub fn dma_read(&self, addr: u64, out: &mut [u8]) -> Result<(), DmaFault> {
        self.dma_read_for(Purpose::Data, addr, out).map(drop)
    }

    /// [`HostMemory::dma_read`], saying what for. Returns how many card cycles later than usual the data come.
    ///
    /// # Errors
    /// See there.
    pub fn dma_read_for(
        &self,
        purpose: Purpose,
        addr: u64,
        out: &mut [u8],
    ) -> Result<u64, DmaFault> {
        self.access(purpose, |bus| {
            bus.map.counts.reads += 1;
            bus.read(addr, out).map(|()| bus.late())
        })
    }

    /// Card side: writes `data` at bus address `addr`.
    ///
    /// # Errors
    /// [`DmaFault`] when not all of it is mapped for writing; nothing is written then. Also when another process
    /// takes the memory away, see [`FixedMapping`]; then a part may have been written.
    pub fn dma_write(&self, addr: u64, data: &[u8]) -> Result<(), DmaFault> {
        self.dma_write_for(Purpose::Data, addr, data)
    }

    /// [`HostMemory::dma_write`], saying what for.
    ///
    /// # Errors
    /// See there.
    pub fn dma_write_for(&self, purpose: Purpose, addr: u64, data: &[u8]) -> Result<(), DmaFault> {
        self.access(purpose, |bus| {
            bus.map.counts.writes += 1;
            bus.write(addr, data)
        })
    }

    /// Refused accesses so far, and the last of them.
    #[must_use]
    pub fn faults(&self) -> (u64, Option<DmaFault>) {
        let inner = self.lock();
        (inner.map.counts.refused, inner.map.last_fault)
    }

    /// Accesses by the card so far.
    #[must_use]
    pub fn counts(&self) -> DmaCounts {
        self.lock().map.counts
    }
}

impl std::fmt::Debug for HostMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let inner = self.lock();
        f.debug_struct("HostMemory")
            .field("mappings", &inner.map.len())
            .field("faults", &inner.map.counts.refused)
            .finish()
    }
}

/// One mapping; gone when dropped.
#[derive(Debug)]
struct Mapping {
    memory: HostMemory,
    addr: u64,
}

impl Drop for Mapping {
    fn drop(&mut self) {
        self.memory.lock().map.remove(self.addr);
    }
}

/// A shared buffer the card may read.
#[derive(Debug)]
pub struct Lease {
    // Declared before the buffer: fields drop in order, so the mapping goes first.
    mapping: Mapping,
    _buffer: Arc<Buffer>,
}

impl Lease {
    /// Bus address of the buffer's first byte.
    #[must_use]
    pub fn addr(&self) -> u64 {
        self.mapping.addr
    }
}

/// A buffer that is the card's alone: to write it, or to read it.
#[derive(Debug)]
pub struct LeaseMut {
    mapping: Mapping,
    buffer: Buffer,
}

impl LeaseMut {
    /// Bus address of the buffer's first byte.
    #[must_use]
    pub fn addr(&self) -> u64 {
        self.mapping.addr
    }

    /// Ends the lease and gives the buffer back.
    #[must_use]
    pub fn into_buffer(self) -> Buffer {
        drop(self.mapping);
        self.buffer
    }
}

/// Memory that host and card both use while mapped; the host goes through the same lock as the card.
#[derive(Debug)]
pub struct Shared {
    mapping: Mapping,
    bytes: usize,
    _buffer: Buffer,
}

impl Shared {
    /// Bus address of the first byte.
    #[must_use]
    pub fn addr(&self) -> u64 {
        self.mapping.addr
    }

    /// Host side: reads at byte `offset`.
    ///
    /// # Errors
    /// [`DmaFault`] when the range is outside; it counts as a fault, since it is a defect of the caller.
    pub fn read(&self, offset: usize, out: &mut [u8]) -> Result<(), DmaFault> {
        let mut inner = self.mapping.memory.lock();
        match self.place(offset, out.len()) {
            Ok(addr) => inner.map.read(addr, out),
            Err(addr) => Err(inner.map.unsupported(addr, out.len(), false)),
        }
    }

    /// Host side: writes at byte `offset`.
    ///
    /// # Errors
    /// See [`Shared::read`].
    pub fn write(&self, offset: usize, data: &[u8]) -> Result<(), DmaFault> {
        let mut inner = self.mapping.memory.lock();
        match self.place(offset, data.len()) {
            Ok(addr) => inner.map.write(addr, data),
            Err(addr) => Err(inner.map.unsupported(addr, data.len(), true)),
        }
    }

    /// The bus address of that byte; an error where the range does not lie within this memory. Behind the page that guards
    /// it there may be memory of somebody else.
    fn place(&self, offset: usize, bytes: usize) -> Result<u64, u64> {
        let addr = self.mapping.addr.saturating_add(offset as u64);
        let inside = offset.checked_add(bytes).is_some_and(|end| end <= self.bytes);
        if inside { Ok(addr) } else { Err(addr) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_maps_exactly_the_slice_and_only_meanwhile() {
        let memory = HostMemory::new();
        let bytes: Vec<u8> = (0..100).collect();
        let mut out = [0; 10];
        let addr = memory.scope(&bytes, |addr| {
            memory.dma_read(addr + 90, &mut out).unwrap();
            assert_eq!(out, bytes[90..]);
            let past = memory.dma_read(addr + 91, &mut out).unwrap_err();
            assert_eq!((past.addr, past.bytes, past.write), (addr + 91, 10, false));
            assert!(memory.dma_read(addr - 1, &mut out).is_err());
            assert!(memory.dma_write(addr, &[1]).is_err(), "a source must not be writable");
            addr
        });
        assert!(memory.dma_read(addr, &mut out).is_err());
        assert_eq!(memory.faults().0, 4);
        assert_eq!(out, bytes[90..], "a refused read must not touch the destination");
    }

    #[test]
    fn a_writable_scope_takes_writes_and_refuses_reads() {
        let memory = HostMemory::new();
        let mut bytes = vec![0; 8];
        memory.scope_mut(&mut bytes, |addr| {
            memory.dma_write(addr + 4, &[1, 2, 3, 4]).unwrap();
            assert!(memory.dma_write(addr + 5, &[1, 2, 3, 4]).is_err());
            assert!(memory.dma_read(addr, &mut [0]).is_err());
        });
        assert_eq!(bytes, [0, 0, 0, 0, 1, 2, 3, 4]);
    }

    #[test]
    fn leases_keep_the_page_offset_and_do_not_touch() {
        let memory = HostMemory::new();
        let first = memory.lend(Arc::new(Buffer::new(PAGE_BYTES).unwrap()));
        let second = memory.lend_mut(Buffer::new(PAGE_BYTES).unwrap());
        assert_eq!(first.addr() % PAGE_BYTES as u64, 0);
        assert!(
            second.addr() >= first.addr() + 2 * PAGE_BYTES as u64,
            "a guard page must lie between"
        );
        memory.dma_write(second.addr(), &[7]).unwrap();
        assert_eq!(second.into_buffer()[0], 7);
    }

    #[test]
    fn a_buffer_has_the_bytes_that_were_asked_for_also_none() {
        let memory = HostMemory::new();
        for bytes in [0, 1, PAGE_BYTES, PAGE_BYTES + 1] {
            let buffer = Buffer::new(bytes).unwrap();
            assert_eq!(buffer.len(), bytes);
            let lease = memory.lend_mut(buffer);
            assert!(
                memory.dma_write(lease.addr() + bytes as u64, &[1]).is_err(),
                "{bytes}: behind it"
            );
        }
    }

    #[test]
    fn shared_memory_is_seen_by_both_sides() {
        let memory = HostMemory::new();
        let words = memory.share(64).unwrap();
        words.write(60, &[1, 2, 3, 4]).unwrap();
        let mut seen = [0; 4];
        memory.dma_read(words.addr() + 60, &mut seen).unwrap();
        assert_eq!(seen, [1, 2, 3, 4]);
        assert!(words.write(61, &[0; 4]).is_err());
    }

    #[test]
    fn shared_memory_ends_where_it_ends_also_for_an_offset_that_leads_into_other_memory() {
        let memory = HostMemory::new();
        let ours = memory.share(64).unwrap();
        let other = memory.share(64).unwrap();
        other.write(0, &[7; 64]).unwrap();
        let beyond = usize::try_from(other.addr() - ours.addr()).unwrap();
        for offset in [beyond, beyond + 60, 64, 61, usize::MAX - 3, usize::MAX] {
            let mut seen = [9; 4];
            let refused = ours.read(offset, &mut seen).unwrap_err();
            assert_eq!((refused.bytes, refused.write, seen), (4, false, [9; 4]), "{offset:#x}");
            let refused = ours.write(offset, &[1; 4]).unwrap_err();
            assert_eq!((refused.bytes, refused.write), (4, true), "{offset:#x}");
        }
        let mut seen = [0; 64];
        other.read(0, &mut seen).unwrap();
        assert_eq!(seen, [7; 64]);
        assert_eq!(memory.counts().refused, 12);
    }
}
