// SPDX-License-Identifier: Apache-2.0
//! What the library uses of the kernel module's interface for transmission, `driver/uapi/forebay_transmit.h`; a test holds the two together.

use std::fs::File;

use rustix::io::Result;
use rustix::ioctl::{Getter, NoArg, Opcode, Setter, Updater, ioctl, opcode};

use super::super::abi::GROUP;
use crate::transmit::TransmitOptions;

const SETUP: Opcode = opcode::read_write::<Setup>(GROUP, 0x50);
const START: Opcode = opcode::none(GROUP, 0x51);
const STOP: Opcode = opcode::none(GROUP, 0x52);
const TAKE: Opcode = opcode::read_write::<Take>(GROUP, 0x53);
const QUEUE: Opcode = opcode::write::<Queue>(GROUP, 0x54);
const RELEASE: Opcode = opcode::write::<u32>(GROUP, 0x55);
const DRAIN: Opcode = opcode::write::<u32>(GROUP, 0x56);
const STATS: Opcode = opcode::read::<Stats>(GROUP, 0x57);

/// Buffers at most.
pub(super) const MOST_BUFFERS: u32 = 4096;
/// Bytes of one at most.
pub(super) const MOST_BYTES: u32 = (64 << 20) - TransmitOptions::MULTIPLE;
/// `forebay_tx_stats.flags`: it runs.
pub(super) const RUNS: u32 = 1 << 0;

/// `struct forebay_tx_setup`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Setup {
    pub buffers: u32,
    pub bytes: u32,
    pub flags: u32,
    pub map_bytes: u32,
    pub reserved: [u32; 2],
}

/// `struct forebay_tx_take`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Take {
    timeout_ms: u32,
    index: u32,
}

/// `struct forebay_tx_queue`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Queue {
    index: u32,
    bytes: u32,
}

/// `struct forebay_tx_stats`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stats {
    pub buffers: u64,
    pub bytes: u64,
    pub cut: u64,
    pub interrupts: u64,
    pub polls: u64,
    pub free: u32,
    pub taken: u32,
    pub queued: u32,
    pub armed: u32,
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

/// Lets the card send buffers.
pub(super) fn start(file: &File) -> Result<()> {
    // SAFETY: it has no argument, and writes to no buffer that the program has.
    unsafe { ioctl(file, NoArg::<START>::new()) }
}

/// Ends that.
pub(super) fn stop(file: &File) -> Result<()> {
    // SAFETY: as for `start`.
    unsafe { ioctl(file, NoArg::<STOP>::new()) }
}

/// Takes a free buffer, which there is within so many milliseconds.
pub(super) fn take(file: &File, timeout_ms: u32) -> Result<u32> {
    let mut take = Take { timeout_ms, ..Take::default() };
    // SAFETY: as for `setup`.
    unsafe { ioctl(file, Updater::<TAKE, Take>::new(&mut take)) }?;
    Ok(take.index)
}

/// Sends so many bytes of a buffer.
pub(super) fn queue(file: &File, index: u32, bytes: u32) -> Result<()> {
    // SAFETY: the opcode's size is that of `Queue`, which the kernel only reads.
    unsafe { ioctl(file, Setter::<QUEUE, Queue>::new(Queue { index, bytes })) }
}

/// Gives a buffer back unsent.
pub(super) fn release(file: &File, index: u32) -> Result<()> {
    // SAFETY: the opcode's size is that of the number, which the kernel only reads.
    unsafe { ioctl(file, Setter::<RELEASE, u32>::new(index)) }
}

/// Waits until the card has taken everything, for so many milliseconds at most.
pub(super) fn drain(file: &File, timeout_ms: u32) -> Result<()> {
    // SAFETY: as for `release`.
    unsafe { ioctl(file, Setter::<DRAIN, u32>::new(timeout_ms)) }
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
        for (name, own) in [("BUFFERS", MOST_BUFFERS), ("FOREVER", FOREVER)] {
            assert_eq!(value(&format!("FOREBAY_TX_{name}")), Some(own), "{name}");
        }
        assert_eq!(RUNS, 1);
        assert!(HEADER.contains("#define FOREBAY_TX_RUNS (1u << 0)\n"));
        // Of what only a comment tells.
        let (mib, rest) = (MOST_BYTES.div_ceil(1 << 20), TransmitOptions::MULTIPLE);
        assert_eq!(MOST_BYTES, (mib << 20) - rest);
        for (name, number, own) in [
            ("SETUP _IOWR(FOREBAY_IOC, 0x50, struct forebay_tx_setup)", 0x50, SETUP),
            ("START _IO(FOREBAY_IOC, 0x51)", 0x51, START),
            ("STOP _IO(FOREBAY_IOC, 0x52)", 0x52, STOP),
            ("TAKE _IOWR(FOREBAY_IOC, 0x53, struct forebay_tx_take)", 0x53, TAKE),
            ("QUEUE _IOW(FOREBAY_IOC, 0x54, struct forebay_tx_queue)", 0x54, QUEUE),
            ("RELEASE _IOW(FOREBAY_IOC, 0x55, __u32)", 0x55, RELEASE),
            ("DRAIN _IOW(FOREBAY_IOC, 0x56, __u32)", 0x56, DRAIN),
            ("STATS _IOR(FOREBAY_IOC, 0x57, struct forebay_tx_stats)", 0x57, STATS),
        ] {
            let line = format!("FOREBAY_IOC_TX_{name}");
            assert!(HEADER.contains(&line), "{line}");
            assert_eq!(own & 0xffff, Opcode::from(GROUP) << 8 | number, "{line}");
        }
    }

    #[test]
    fn structures_are_those_of_the_header() {
        same!("forebay_tx_setup", Setup { buffers, bytes, flags, map_bytes, reserved });
        same!("forebay_tx_take", Take { timeout_ms, index });
        same!("forebay_tx_queue", Queue { index, bytes });
        same!(
            "forebay_tx_stats",
            Stats {
                buffers,
                bytes,
                cut,
                interrupts,
                polls,
                free,
                taken,
                queued,
                armed,
                errors,
                status,
                flags,
                reserved
            }
        );
    }
}
