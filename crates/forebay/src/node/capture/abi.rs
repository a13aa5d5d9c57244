// SPDX-License-Identifier: Apache-2.0
//! What the library uses of the kernel module's interface for capture, `driver/uapi/forebay_capture.h`; a test holds the two together.

use std::fs::File;

use rustix::io::Result;
use rustix::ioctl::{Getter, NoArg, Opcode, Setter, Updater, ioctl, opcode};

use super::super::abi::GROUP;
use crate::capture::CaptureOptions;

const SETUP: Opcode = opcode::read_write::<Setup>(GROUP, 0x40);
const START: Opcode = opcode::none(GROUP, 0x41);
const STOP: Opcode = opcode::none(GROUP, 0x42);
const NEXT: Opcode = opcode::read_write::<Next>(GROUP, 0x43);
const RELEASE: Opcode = opcode::write::<u32>(GROUP, 0x44);
const STATS: Opcode = opcode::read::<Stats>(GROUP, 0x46);

/// `enum forebay_cap_policy`.
pub(super) const POLICY_GAP: u32 = 0;
pub(super) const POLICY_OVERWRITE: u32 = 1;
/// `forebay_cap_setup.flags`: packets follow each other in a buffer.
pub(super) const THROUGH: u32 = 1 << 0;
/// Buffers at most.
pub(super) const MOST_BUFFERS: u32 = 4096;
/// Bytes of one at most.
pub(super) const MOST_BYTES: u32 = (64 << 20) - CaptureOptions::MULTIPLE;
/// `forebay_cap_buffer.flags`.
pub(super) const EOP: u32 = 1 << 0;
pub(super) const EOB: u32 = 1 << 1;
pub(super) const OVERRUN: u32 = 1 << 2;
pub(super) const STOPPED: u32 = 1 << 3;
/// `forebay_cap_stats.flags`: it runs.
pub(super) const RUNS: u32 = 1 << 0;

/// `struct forebay_cap_setup`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Setup {
    pub buffers: u32,
    pub bytes: u32,
    pub flags: u32,
    pub policy: u32,
    pub map_bytes: u32,
    pub reserved: u32,
}

/// `struct forebay_cap_buffer`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Buffer {
    pub stamp: u64,
    pub lost: u64,
    pub overwritten: u64,
    pub index: u32,
    pub bytes: u32,
    pub sequence: u32,
    pub flags: u32,
}

/// `struct forebay_cap_next`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Next {
    timeout_ms: u32,
    reserved: u32,
    buffer: Buffer,
}

/// `struct forebay_cap_stats`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stats {
    pub buffers: u64,
    pub bytes: u64,
    pub lost: u64,
    pub gaps: u64,
    pub overwritten: u64,
    pub interrupts: u64,
    pub polls: u64,
    pub armed: u32,
    pub full: u32,
    pub taken: u32,
    pub exported: u32,
    pub errors: u32,
    pub status: u32,
    pub flags: u32,
    pub reserved: u32,
}

/// Makes buffers; what the kernel says of them also where there is no memory for them.
pub(super) fn setup(file: &File, wanted: Setup) -> (Result<()>, Setup) {
    let mut setup = wanted;
    // SAFETY: the opcode's size is that of `Setup`, which any bytes are a value of; other kinds of file refuse it.
    let made = unsafe { ioctl(file, Updater::<SETUP, Setup>::new(&mut setup)) };
    (made, setup)
}

/// Lets the card fill buffers.
pub(super) fn start(file: &File) -> Result<()> {
    // SAFETY: it has no argument, and writes to no buffer that the program has.
    unsafe { ioctl(file, NoArg::<START>::new()) }
}

/// Ends that.
pub(super) fn stop(file: &File) -> Result<()> {
    // SAFETY: as for `start`.
    unsafe { ioctl(file, NoArg::<STOP>::new()) }
}

/// Takes the next full buffer, which comes within so many milliseconds.
pub(super) fn next(file: &File, timeout_ms: u32) -> Result<Buffer> {
    let mut next = Next { timeout_ms, ..Next::default() };
    // SAFETY: as for `setup`.
    unsafe { ioctl(file, Updater::<NEXT, Next>::new(&mut next)) }?;
    Ok(next.buffer)
}

/// Gives a buffer back.
pub(super) fn release(file: &File, index: u32) -> Result<()> {
    // SAFETY: the opcode's size is that of the number, which the kernel only reads.
    unsafe { ioctl(file, Setter::<RELEASE, u32>::new(index)) }
}

/// What became of it so far.
pub(super) fn stats(file: &File) -> Result<Stats> {
    // SAFETY: as for `setup`.
    unsafe { ioctl(file, Getter::<STATS, Stats>::new()) }
}

#[cfg(test)]
mod tests {
    use super::super::super::abi::tests::{HEADER, fields, same, value};
    use super::super::super::stream::FOREVER;
    use super::*;

    #[test]
    fn numbers_are_those_of_the_header() {
        for (name, own) in [
            ("GAP", POLICY_GAP),
            ("OVERWRITE", POLICY_OVERWRITE),
            ("BUFFERS", MOST_BUFFERS),
            ("FOREVER", FOREVER),
        ] {
            assert_eq!(value(&format!("FOREBAY_CAP_{name}")), Some(own), "{name}");
        }
        for (name, own) in [
            ("THROUGH", THROUGH),
            ("EOP", EOP),
            ("EOB", EOB),
            ("OVERRUN", OVERRUN),
            ("STOPPED", STOPPED),
            ("RUNS", RUNS),
        ] {
            assert!(own.is_power_of_two());
            let line = format!("#define FOREBAY_CAP_{name} (1u << {})\n", own.trailing_zeros());
            assert!(HEADER.contains(&line), "{line}");
        }
        // Of what only a comment tells.
        let (mib, rest) = (MOST_BYTES.div_ceil(1 << 20), CaptureOptions::MULTIPLE);
        assert_eq!(MOST_BYTES, (mib << 20) - rest);
        assert!(HEADER.contains(&format!("the card's beat ({rest})")));
        assert!(HEADER.contains(&format!("longer than it can be told ({mib} MiB - {rest})")));
        for (name, number, own) in [
            ("SETUP _IOWR(FOREBAY_IOC, 0x40, struct forebay_cap_setup)", 0x40, SETUP),
            ("START _IO(FOREBAY_IOC, 0x41)", 0x41, START),
            ("STOP _IO(FOREBAY_IOC, 0x42)", 0x42, STOP),
            ("NEXT _IOWR(FOREBAY_IOC, 0x43, struct forebay_cap_next)", 0x43, NEXT),
            ("RELEASE _IOW(FOREBAY_IOC, 0x44, __u32)", 0x44, RELEASE),
            ("STATS _IOR(FOREBAY_IOC, 0x46, struct forebay_cap_stats)", 0x46, STATS),
        ] {
            let line = format!("FOREBAY_IOC_CAP_{name}");
            assert!(HEADER.contains(&line), "{line}");
            assert_eq!(own & 0xffff, Opcode::from(GROUP) << 8 | number, "{line}");
        }
    }

    #[test]
    fn structures_are_those_of_the_header() {
        same!("forebay_cap_setup", Setup { buffers, bytes, flags, policy, map_bytes, reserved });
        same!(
            "forebay_cap_buffer",
            Buffer { stamp, lost, overwritten, index, bytes, sequence, flags }
        );
        same!("forebay_cap_next", Next { timeout_ms, reserved, buffer });
        same!(
            "forebay_cap_stats",
            Stats {
                buffers,
                bytes,
                lost,
                gaps,
                overwritten,
                interrupts,
                polls,
                armed,
                full,
                taken,
                exported,
                errors,
                status,
                flags,
                reserved
            }
        );
    }
}
