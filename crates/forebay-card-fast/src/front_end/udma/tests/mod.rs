// SPDX-License-Identifier: Apache-2.0
//! The front end as a kernel and its programs see it: page, window, host memory.

mod direct;
mod hostile;
mod lists;
mod page;
mod programs;

use forebay_bus::host::Shared;
use forebay_bus::{HostMemory, LinkParams};
use forebay_regs::udma_window::{CONTEXT_PAGE, PORTAL_PAGE, SHADOW_PAGE};
use forebay_regs::user::udma::{self, context_control, slot_rights};

use super::access::SLOTS;
use super::*;

/// Bytes of a page of registered memory.
const PAGE_BYTES: usize = 0x1000;
const PAGE: u64 = PAGE_BYTES as u64;

/// What may be done with a slot's memory.
const READ: u32 = slot_rights::READ.mask();
const WRITE: u32 = slot_rights::WRITE.mask();
const CARD: u32 = slot_rights::CARD.mask();

struct Bench {
    udma: Udma,
    fabric: Fabric,
    memory: Shared,
}

impl Bench {
    /// With so many pages of host memory that are full of `guard`.
    fn new(pages: usize, guard: u8) -> Self {
        Self::of_build("loopback-udma", pages, guard)
    }

    /// The front end of a build.
    fn of_build(build: &str, pages: usize, guard: u8) -> Self {
        let build = Build::find(build).unwrap();
        let host = HostMemory::new();
        let memory = host.share(pages * PAGE_BYTES).unwrap();
        memory.write(0, &vec![guard; pages * PAGE_BYTES]).unwrap();
        let fabric = Fabric::new(&build, 1, host, LinkParams::default());
        Self { udma: Udma::new(&build), fabric, memory }
    }

    // What the kernel does.

    fn write(&mut self, register: u32, value: u32) {
        assert!(self.udma.write(Bar::User, UDMA.page + register, value), "{register:#x}");
    }

    fn read(&mut self, register: u32) -> u32 {
        self.udma.read(Bar::User, UDMA.page + register).unwrap()
    }

    /// The register of a context.
    fn of(&mut self, context: u32, register: u32) -> u32 {
        self.write(udma::CONTEXT, context);
        self.read(register)
    }

    fn turn(&mut self, context: u32, on: bool) {
        self.write(udma::CONTEXT, context);
        self.write(udma::CONTEXT_CONTROL, context_control::ON.put(on.into()));
    }

    fn key(&mut self, context: u32, key: u64) {
        self.write(udma::CONTEXT, context);
        self.write(udma::KEY_LO, low(key));
        self.write(udma::KEY_HI, low(key >> 32));
    }

    /// Puts `address` of the bus into the table.
    fn slot_at(&mut self, slot: u32, address: u64, bytes: u32, rights: u32, owner: u32) {
        self.write(udma::SLOT, slot);
        self.write(udma::SLOT_ADDR_LO, low(address));
        self.write(udma::SLOT_ADDR_HI, low(address >> 32));
        self.write(udma::SLOT_RIGHTS, rights | slot_rights::OWNER.put(owner));
        self.write(udma::SLOT_BYTES, bytes);
    }

    /// The same of a page of the host memory.
    fn slot(&mut self, slot: u32, page: u64, bytes: u32, rights: u32, owner: u32) {
        let address = self.memory.addr() + page * PAGE;
        self.slot_at(slot, address, bytes, rights, owner);
    }

    /// Reason and address of what went wrong last in a context.
    fn bad(&mut self, context: u32) -> (u32, u64) {
        let high = self.of(context, udma::BAD_HI);
        let low = self.read(udma::BAD_LO);
        let address = u64::from(udma::bad_hi::ADDR.get(high)) << 32 | u64::from(low);
        (udma::bad_hi::REASON.get(high), address)
    }

    /// Starts, ends well, ends that failed.
    fn counts(&mut self, context: u32) -> [u32; 3] {
        [udma::STARTS, udma::DONE, udma::FAILED].map(|register| self.of(context, register))
    }

    /// Refused starts of a context, of all reasons.
    fn refused(&mut self, context: u32) -> u32 {
        (0..udma::REFUSED.count()).map(|n| self.of(context, udma::REFUSED.at(n))).sum()
    }

    // What programs do.

    fn load(&mut self, offset: u32) -> u32 {
        self.udma.window_read(offset).unwrap()
    }

    fn store(&mut self, offset: u32, value: u32) {
        assert!(self.udma.window_write(offset, value), "{offset:#x}");
    }

    /// A line to the portal of a context.
    fn line(&mut self, context: u32, start: &Start) {
        assert!(self.udma.window_store(PORTAL_PAGE.at(context), &line(start)));
    }

    // What the card does.

    fn step(&mut self) -> bool {
        let step = self.udma.step(&mut self.fabric);
        if let Some(next) = step.next {
            self.fabric.now = next;
        }
        step.moved || step.next.is_some()
    }

    fn rest(&mut self) {
        while self.step() {}
        assert!(!self.udma.busy());
    }

    fn bytes(&self, at: u64, bytes: usize) -> Vec<u8> {
        let mut out = vec![0; bytes];
        self.memory.read(usize::try_from(at).unwrap(), &mut out).unwrap();
        out
    }
}

/// Where in the window the shadow of a slot address is.
fn shadow(context: u32, address: u64) -> u32 {
    let slots = u32::try_from(SLOTS).unwrap();
    SHADOW_PAGE.at(context * slots) + low(address)
}

const fn at(slot: u64, offset: u64) -> u64 {
    slot * PAGE + offset
}

/// A line of the portal that asks for that.
fn line(start: &Start) -> Vec<u8> {
    let fourth = u64::from(start.cookie) << 32 | u64::from(start.size);
    let control = u64::from(start.record) | u64::from(start.list) << 1;
    let words = [start.src, start.dst, start.record_address, fourth, 0, 0, 0, control];
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn low(value: u64) -> u32 {
    u32::try_from(value & 0xFFFF_FFFF).unwrap()
}
