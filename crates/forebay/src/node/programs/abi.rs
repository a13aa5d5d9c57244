// SPDX-License-Identifier: Apache-2.0
//! What the library uses of the kernel module's interface for user-level DMA, `driver/uapi/forebay.h`; a test holds the two together.

use std::fs::File;

use rustix::io::Result;
use rustix::ioctl::{Getter, NoArg, Opcode, Setter, Updater, ioctl, opcode};

use super::super::abi::GROUP;

const GET: Opcode = opcode::read::<Context>(GROUP, 0x30);
const REGISTER: Opcode = opcode::read_write::<Region>(GROUP, 0x31);
const UNREGISTER: Opcode = opcode::write::<Unregister>(GROUP, 0x32);
const PARTNER: Opcode = opcode::write::<Partner>(GROUP, 0x33);
const START: Opcode = opcode::read_write::<Start>(GROUP, 0x34);
const WAIT: Opcode = opcode::write::<Wait>(GROUP, 0x35);
const STATS: Opcode = opcode::read::<Stats>(GROUP, 0x36);
const BLANK: Opcode = opcode::none(GROUP, 0x37);

/// `forebay_udma_context.flags`: addresses are those of memory.
pub(super) const DIRECT: u32 = 1 << 2;

/// `forebay_udma_region.first_slot` of a region without a context.
pub(super) const NO_SLOT: u32 = 0xffff_ffff;
/// Offsets of maps.
pub(super) const MAP_CONTEXT: u64 = 0x0;
pub(super) const MAP_PORTAL: u64 = 0x1000;
pub(super) const MAP_SHADOW: u64 = 0x80_0000;
/// Reasons for which a start is refused.
const REFUSALS: usize = 8;

/// `struct forebay_udma_context`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    pub scheme: u32,
    pub context: u32,
    pub key: u64,
    pub contexts: u32,
    pub slots: u32,
    pub depth: u32,
    pub flags: u32,
    pub batch: u32,
    pub reserved: u32,
}

/// `struct forebay_udma_region`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Region {
    pub addr: u64,
    pub bytes: u64,
    pub rights: u32,
    pub region: u32,
    pub first_slot: u32,
    pub reserved: u32,
}

/// `struct forebay_udma_unregister`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Unregister {
    region: u32,
    reserved: u32,
}

/// `struct forebay_udma_partner`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Partner {
    first: u32,
    partner: u32,
    count: u32,
    reserved: u32,
}

/// `struct forebay_udma_start`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    pub src: u64,
    pub dst: u64,
    pub bytes: u64,
    pub done: u64,
    pub reason: u32,
    pub reserved: u32,
}

/// `struct forebay_udma_wait`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Wait {
    timeout_ms: u32,
    reserved: u32,
}

/// `struct forebay_udma_stats`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stats {
    pub starts: u32,
    pub done: u32,
    pub failed: u32,
    pub strays: u32,
    pub refused: [u32; REFUSALS],
    pub bad_address: u64,
    pub bad_reason: u32,
    pub under_way: u32,
    pub skipped: u32,
    reserved: u32,
}

/// A context, or the one that the file has.
pub(super) fn get(file: &File) -> Result<Context> {
    // SAFETY: the opcode's size is that of `Context`, which any bytes are a value of; other kinds of file refuse it.
    unsafe { ioctl(file, Getter::<GET, Context>::new()) }
}

/// Makes memory at that address a region.
pub(super) fn register(file: &File, addr: u64, bytes: u64, rights: u32) -> Result<Region> {
    let mut region = Region { addr, bytes, rights, ..Region::default() };
    // SAFETY: as for `get`. The kernel pins the memory, which the caller uses by pointers alone as long as it is registered.
    unsafe { ioctl(file, Updater::<REGISTER, Region>::new(&mut region)) }?;
    Ok(region)
}

/// Ends a region.
pub(super) fn unregister(file: &File, region: u32) -> Result<()> {
    let which = Unregister { region, reserved: 0 };
    // SAFETY: the opcode's size is that of `Unregister`, which the kernel only reads.
    unsafe { ioctl(file, Setter::<UNREGISTER, Unregister>::new(which)) }
}

/// Makes one slot the partner of another.
pub(super) fn partner(file: &File, first: u32, partner: u32) -> Result<()> {
    let pair = Partner { first, partner, count: 1, reserved: 0 };
    // SAFETY: the opcode's size is that of `Partner`, which the kernel only reads.
    unsafe { ioctl(file, Setter::<PARTNER, Partner>::new(pair)) }
}

/// A transfer by the kernel; what it says of it also where the call fails.
pub(super) fn start(file: &File, src: u64, dst: u64, bytes: u64) -> (Result<()>, Start) {
    let mut start = Start { src, dst, bytes, ..Start::default() };
    // SAFETY: as for `get`. Both ends are memory that the file has registered, or the kernel refuses them.
    let told = unsafe { ioctl(file, Updater::<START, Start>::new(&mut start)) };
    (told, start)
}

/// Sleeps until a transfer has ended.
pub(super) fn wait(file: &File, timeout_ms: u32) -> Result<()> {
    let wait = Wait { timeout_ms, reserved: 0 };
    // SAFETY: the opcode's size is that of `Wait`, which the kernel only reads.
    unsafe { ioctl(file, Setter::<WAIT, Wait>::new(wait)) }
}

/// What the card has counted.
pub(super) fn stats(file: &File) -> Result<Stats> {
    // SAFETY: as for `get`.
    unsafe { ioctl(file, Getter::<STATS, Stats>::new()) }
}

/// Has a touch of what has ended be one of a blank page.
pub(super) fn blank(file: &File) -> Result<()> {
    // SAFETY: it has no argument, and changes nothing that is mapped.
    unsafe { ioctl(file, NoArg::<BLANK>::new()) }
}

#[cfg(test)]
mod tests {
    use super::super::super::abi::tests::{HEADER, fields, same, value};
    use super::*;
    use crate::user_queue::{Rights, Scheme};

    #[test]
    fn numbers_are_those_of_the_header() {
        for (name, own) in [
            ("FOREBAY_UDMA_NO_SLOT", u64::from(NO_SLOT)),
            ("FOREBAY_UDMA_MAP_CONTEXT", MAP_CONTEXT),
            ("FOREBAY_UDMA_MAP_PORTAL", MAP_PORTAL),
            ("FOREBAY_UDMA_REFUSALS", REFUSALS as u64),
        ] {
            assert_eq!(value(name).map(u64::from), Some(own), "{name}");
        }
        // A comment names it, too.
        assert!(HEADER.contains(&format!("#define FOREBAY_UDMA_MAP_SHADOW {MAP_SHADOW:#x}\n")));
        let bit = DIRECT.trailing_zeros();
        assert!(HEADER.contains(&format!("#define FOREBAY_UDMA_DIRECT (1u << {bit})\n")));
        for scheme in Scheme::ALL {
            let Some(own) = scheme.number() else { continue };
            let name = format!("FOREBAY_UDMA_{}", scheme.name().to_uppercase());
            assert_eq!(value(&name), Some(own), "{name}");
        }
        for (name, right) in [("READ", Rights::READ), ("WRITE", Rights::WRITE)] {
            let bit = right.bits().trailing_zeros();
            assert!(HEADER.contains(&format!("#define FOREBAY_UDMA_{name} (1u << {bit})\n")));
        }
        for (name, number, own) in [
            ("GET _IOR(FOREBAY_IOC, 0x30, struct forebay_udma_context)", 0x30, GET),
            ("REGISTER _IOWR(FOREBAY_IOC, 0x31, struct forebay_udma_region)", 0x31, REGISTER),
            (
                "UNREGISTER _IOW(FOREBAY_IOC, 0x32, struct forebay_udma_unregister)",
                0x32,
                UNREGISTER,
            ),
            ("PARTNER _IOW(FOREBAY_IOC, 0x33, struct forebay_udma_partner)", 0x33, PARTNER),
            ("START _IOWR(FOREBAY_IOC, 0x34, struct forebay_udma_start)", 0x34, START),
            ("WAIT _IOW(FOREBAY_IOC, 0x35, struct forebay_udma_wait)", 0x35, WAIT),
            ("STATS _IOR(FOREBAY_IOC, 0x36, struct forebay_udma_stats)", 0x36, STATS),
            ("BLANK _IO(FOREBAY_IOC, 0x37)", 0x37, BLANK),
        ] {
            let line = format!("FOREBAY_IOC_UDMA_{name}");
            assert!(HEADER.contains(&line), "{line}");
            assert_eq!(own & 0xffff, Opcode::from(GROUP) << 8 | number, "{line}");
        }
    }

    #[test]
    fn structures_are_those_of_the_header() {
        same!(
            "forebay_udma_context",
            Context { scheme, context, key, contexts, slots, depth, flags, batch, reserved }
        );
        same!("forebay_udma_region", Region { addr, bytes, rights, region, first_slot, reserved });
        same!("forebay_udma_unregister", Unregister { region, reserved });
        same!("forebay_udma_partner", Partner { first, partner, count, reserved });
        same!("forebay_udma_start", Start { src, dst, bytes, done, reason, reserved });
        same!("forebay_udma_wait", Wait { timeout_ms, reserved });
        same!(
            "forebay_udma_stats",
            Stats {
                starts,
                done,
                failed,
                strays,
                refused,
                bad_address,
                bad_reason,
                under_way,
                skipped,
                reserved
            }
        );
    }
}
