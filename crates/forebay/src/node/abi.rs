// SPDX-License-Identifier: Apache-2.0
//! What the library uses of the kernel module's interface, `driver/uapi/forebay.h`; a test holds the two together.

use std::fs::File;

use rustix::ioctl::{Getter, Opcode, Setter, ioctl, opcode};

/// The interface that this library was written for.
pub(super) const ABI: u32 = 3;
const GROUP: u8 = 0xfb;
const INFO: Opcode = opcode::read::<Info>(GROUP, 0x00);
const SET_COMPLETION: Opcode = opcode::write::<Completion>(GROUP, 0x02);
const LAST_ERROR: Opcode = opcode::read::<LastError>(GROUP, 0x03);
const PACKETS: Opcode = opcode::read::<Packets>(GROUP, 0x04);

/// Sleep until the interrupt.
pub(super) const COMPLETE_IRQ: u32 = 0;
/// Spin first.
pub(super) const COMPLETE_POLL: u32 = 1;

/// `struct forebay_info`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Info {
    pub abi: u32,
    pub flags: u32,
    pub channel: u32,
    pub resets: u32,
    pub max_bytes: u64,
}

/// `struct forebay_completion`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Completion {
    pub mode: u32,
    pub spin_us: u32,
    pub timeout_ms: u32,
    pub reserved: u32,
}

/// `struct forebay_error`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastError {
    pub cause: u32,
    pub status: u32,
    pub descriptor: u64,
    pub done: u64,
    pub card_addr: u64,
    pub seq: u64,
}

/// `struct forebay_packets`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Packets {
    pub ended: u64,
}

/// `enum forebay_cause`.
pub(super) mod cause {
    pub(in crate::node) const DESC_FETCH: u32 = 1;
    pub(in crate::node) const BAD_MAGIC: u32 = 2;
    pub(in crate::node) const LENGTH: u32 = 3;
    pub(in crate::node) const READ: u32 = 4;
    pub(in crate::node) const WRITE: u32 = 5;
    pub(in crate::node) const TIMEOUT: u32 = 6;
    pub(in crate::node) const ABORTED: u32 = 7;
    pub(in crate::node) const GONE: u32 = 8;
    pub(in crate::node) const RESET: u32 = 10;
}

/// What the channel behind a node is.
pub(super) fn info(file: &File) -> rustix::io::Result<Info> {
    // SAFETY: the opcode's size is that of `Info`, which any bytes are a value of; other kinds of file refuse it.
    unsafe { ioctl(file, Getter::<INFO, Info>::new()) }
}

/// Says how the file is to wait.
pub(super) fn set_completion(file: &File, completion: Completion) -> rustix::io::Result<()> {
    // SAFETY: the opcode's size is that of `Completion`, which the kernel only reads.
    unsafe { ioctl(file, Setter::<SET_COMPLETION, Completion>::new(completion)) }
}

/// Why the last failed transfer of the file failed.
pub(super) fn last_error(file: &File) -> rustix::io::Result<LastError> {
    // SAFETY: as for `info`.
    unsafe { ioctl(file, Getter::<LAST_ERROR, LastError>::new()) }
}

/// How many packets of a stream to the host have ended in the reads of the file.
pub(super) fn packets(file: &File) -> rustix::io::Result<Packets> {
    // SAFETY: as for `info`.
    unsafe { ioctl(file, Getter::<PACKETS, Packets>::new()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = include_str!("../../../../driver/uapi/forebay.h");

    /// The number after `name` in the header, whether it is a macro or a value of an enumeration.
    fn value(name: &str) -> Option<u32> {
        let mut words = HEADER.split_whitespace().skip_while(|word| *word != name).skip(1);
        let first = words.next()?;
        let text = if first == "=" { words.next()? } else { first };
        let text = text.trim_end_matches(',');
        text.strip_prefix("0x")
            .map_or_else(|| text.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())
    }

    /// The fields of a structure of the header, as (bytes, name).
    fn fields(structure: &str) -> Vec<(usize, &'static str)> {
        let start = HEADER.find(&format!("\nstruct {structure} {{")).unwrap();
        let body = &HEADER[start..start + HEADER[start..].find("\n};").unwrap()];
        body.lines()
            .filter_map(|line| {
                let (kind, name) = line.trim().strip_suffix(';')?.split_once(' ')?;
                Some((if kind == "__u64" { 8 } else { 4 }, name))
            })
            .collect()
    }

    #[test]
    fn numbers_are_those_of_the_header() {
        for (name, own) in [
            ("FOREBAY_ABI", ABI),
            ("FOREBAY_IOC", u32::from(GROUP)),
            ("FOREBAY_COMPLETE_IRQ", COMPLETE_IRQ),
            ("FOREBAY_COMPLETE_POLL", COMPLETE_POLL),
            ("FOREBAY_CAUSE_DESC_FETCH", cause::DESC_FETCH),
            ("FOREBAY_CAUSE_BAD_MAGIC", cause::BAD_MAGIC),
            ("FOREBAY_CAUSE_LENGTH", cause::LENGTH),
            ("FOREBAY_CAUSE_READ", cause::READ),
            ("FOREBAY_CAUSE_WRITE", cause::WRITE),
            ("FOREBAY_CAUSE_TIMEOUT", cause::TIMEOUT),
            ("FOREBAY_CAUSE_ABORTED", cause::ABORTED),
            ("FOREBAY_CAUSE_GONE", cause::GONE),
            ("FOREBAY_CAUSE_RESET", cause::RESET),
        ] {
            assert_eq!(value(name), Some(own), "{name}");
        }
        for (line, own) in [
            ("FOREBAY_IOC_INFO _IOR(FOREBAY_IOC, 0x00, struct forebay_info)", INFO),
            (
                "FOREBAY_IOC_SET_COMPLETION _IOW(FOREBAY_IOC, 0x02, struct forebay_completion)",
                SET_COMPLETION,
            ),
            ("FOREBAY_IOC_LAST_ERROR _IOR(FOREBAY_IOC, 0x03, struct forebay_error)", LAST_ERROR),
            ("FOREBAY_IOC_PACKETS _IOR(FOREBAY_IOC, 0x04, struct forebay_packets)", PACKETS),
        ] {
            assert!(HEADER.contains(line), "{line}");
            let number = line.split_once(", 0x").unwrap().1[..2].parse::<Opcode>().unwrap();
            assert_eq!(own & 0xffff, Opcode::from(GROUP) << 8 | number, "{line}");
        }
    }

    #[test]
    fn structures_are_those_of_the_header() {
        use std::mem::{offset_of, size_of};
        macro_rules! same {
            ($structure:literal, $own:ident { $($field:ident),* }) => {
                let mut place = 0;
                let mut theirs = Vec::new();
                for (bytes, name) in fields($structure) {
                    theirs.push((place, name));
                    place += bytes;
                }
                assert_eq!(theirs, [$((offset_of!($own, $field), stringify!($field))),*]);
                assert_eq!(place, size_of::<$own>(), $structure);
            };
        }
        same!("forebay_info", Info { abi, flags, channel, resets, max_bytes });
        same!("forebay_completion", Completion { mode, spin_us, timeout_ms, reserved });
        same!("forebay_packets", Packets { ended });
        same!("forebay_error", LastError { cause, status, descriptor, done, card_addr, seq });
    }
}
