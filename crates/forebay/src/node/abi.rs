// SPDX-License-Identifier: Apache-2.0
//! What the library uses of the kernel module's interface, `driver/uapi/forebay.h`; a test holds the two together.

use std::fs::File;

use rustix::ioctl::{Getter, Opcode, Setter, Updater, ioctl, opcode};

/// The interface that this library was written for.
pub(super) const ABI: u32 = 4;
pub(super) const GROUP: u8 = 0xfb;
const INFO: Opcode = opcode::read::<Info>(GROUP, 0x00);
const SET_COMPLETION: Opcode = opcode::write::<Completion>(GROUP, 0x02);
const LAST_ERROR: Opcode = opcode::read::<LastError>(GROUP, 0x03);
const PACKETS: Opcode = opcode::read::<Packets>(GROUP, 0x04);
const STALL: Opcode = opcode::read::<LastStall>(GROUP, 0x05);
const LIST: Opcode = opcode::read_write::<List>(GROUP, 0x06);
const APERTURE: Opcode = opcode::read_write::<Aperture>(GROUP, 0x10);

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

/// Pieces of a list at most.
pub(super) const MAX_PIECES: usize = 1024;

/// `struct forebay_piece`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct Piece {
    addr: u64,
    bytes: u64,
    card_addr: u64,
}

/// `struct forebay_list`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct List {
    pieces: u64,
    count: u32,
    reserved: u32,
    done: u64,
}

/// `enum forebay_caching`.
pub(super) const CACHING_UNCACHED: u32 = 0;
pub(super) const CACHING_WRITE_COMBINING: u32 = 1;

/// `struct forebay_aperture`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Aperture {
    caching: u32,
    reserved: u32,
    bytes: u64,
}

/// No stream port.
pub(super) const NO_PORT: u32 = 0xffff_ffff;
/// `forebay_info.flags` and `forebay_blocked.flags`: a stream; from card to host.
pub(super) const INFO_STREAM: u32 = 1 << 0;
pub(super) const INFO_C2H: u32 = 1 << 1;
/// `forebay_fifo.flags`.
pub(super) const FIFO_FULL: u32 = 1 << 0;
pub(super) const FIFO_STARVING: u32 = 1 << 1;
const STALL_PORTS: usize = 8;
const STALL_DATAPATHS: usize = 4;
const STALL_CHANNELS: usize = 8;

/// `struct forebay_fifo`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fifo {
    pub held: u32,
    pub depth: u32,
    pub flags: u32,
    pub reserved: u32,
}

/// `struct forebay_blocked`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Blocked {
    pub channel: u32,
    pub flags: u32,
    pub port: u32,
    pub reserved: u32,
    pub descriptor: u64,
    pub total: u64,
    pub card_addr: u64,
    pub bytes: u64,
}

/// `struct forebay_stall`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastStall {
    pub seq: u64,
    pub waited_ms: u32,
    pub lacking: u32,
    pub num_fifos: u32,
    pub num_datapaths: u32,
    pub num_blocked: u32,
    pub reserved: u32,
    pub datapaths: [u32; STALL_DATAPATHS],
    pub fifos: [Fifo; STALL_PORTS],
    pub blocked: [Blocked; STALL_CHANNELS],
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
    pub(in crate::node) const DEADLOCK: u32 = 11;
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

/// Moves pieces of memory, each to its card address, one after the other; of a channel to the card. Gives how many bytes were moved.
pub(super) fn write_list(file: &File, pieces: &[(&[u8], u64)]) -> rustix::io::Result<usize> {
    let pieces: Vec<_> = pieces
        .iter()
        .map(|(bytes, card_addr)| Piece {
            addr: bytes.as_ptr() as u64,
            bytes: bytes.len() as u64,
            card_addr: *card_addr,
        })
        .collect();
    let count = u32::try_from(pieces.len()).unwrap_or(u32::MAX);
    let mut list = List { pieces: pieces.as_ptr() as u64, count, reserved: 0, done: 0 };
    // SAFETY: the opcode's size is that of `List`. The kernel reads the pieces and the memory that they name, which is borrowed until
    // it returns; a channel to the card writes to none of it.
    unsafe { ioctl(file, Updater::<LIST, List>::new(&mut list)) }?;
    Ok(usize::try_from(list.done).unwrap_or(usize::MAX))
}

/// Says how what is mapped of the file from now on is cached. Gives the bytes of the aperture.
pub(super) fn set_caching(file: &File, caching: u32) -> rustix::io::Result<u64> {
    let mut aperture = Aperture { caching, ..Aperture::default() };
    // SAFETY: the opcode's size is that of `Aperture`, which any bytes are a value of; other kinds of file refuse it.
    unsafe { ioctl(file, Updater::<APERTURE, Aperture>::new(&mut aperture)) }?;
    Ok(aperture.bytes)
}

/// Who waited for whom when the last transfer of the file was given up that got nowhere.
pub(super) fn last_stall(file: &File) -> rustix::io::Result<LastStall> {
    // SAFETY: as for `info`.
    unsafe { ioctl(file, Getter::<STALL, LastStall>::new()) }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The header with the parts that it includes.
    pub(in crate::node) const HEADER: &str = concat!(
        include_str!("../../../../driver/uapi/forebay.h"),
        include_str!("../../../../driver/uapi/forebay_capture.h"),
        include_str!("../../../../driver/uapi/forebay_transmit.h")
    );

    /// The number after `name` in the header, whether it is a macro or a value of an enumeration.
    pub(in crate::node) fn value(name: &str) -> Option<u32> {
        let mut words = HEADER.split_whitespace().skip_while(|word| *word != name).skip(1);
        let first = words.next()?;
        let text = if first == "=" { words.next()? } else { first };
        let text = text.trim_end_matches(',');
        text.strip_prefix("0x")
            .map_or_else(|| text.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())
    }

    /// Bytes of a type of the header.
    fn bytes_of(kind: &str) -> usize {
        match kind {
            "__u64" => 8,
            "__u32" => 4,
            structure => {
                fields(structure.strip_prefix("struct ").unwrap()).iter().map(|of| of.0).sum()
            }
        }
    }

    /// The fields of a structure of the header, as (bytes, name).
    pub(in crate::node) fn fields(structure: &str) -> Vec<(usize, &'static str)> {
        let start = HEADER.find(&format!("\nstruct {structure} {{")).unwrap();
        let body = &HEADER[start..start + HEADER[start..].find("\n};").unwrap()];
        body.lines()
            .filter_map(|line| {
                let (kind, name) = line.trim().strip_suffix(';')?.rsplit_once(' ')?;
                let (name, many) = match name.split_once('[') {
                    Some((name, count)) => {
                        let count = count.trim_end_matches(']');
                        (name, count.parse().ok().or_else(|| value(count)).unwrap())
                    }
                    None => (name, 1),
                };
                Some((bytes_of(kind) * usize::try_from(many).unwrap(), name))
            })
            .collect()
    }

    /// A structure of the header and the one of this library have the same fields in the same places.
    macro_rules! same {
        ($structure:literal, $own:ident { $($field:ident),* }) => {
            let mut place = 0;
            let mut theirs = Vec::new();
            for (bytes, name) in fields($structure) {
                theirs.push((place, name));
                place += bytes;
            }
            assert_eq!(theirs, [$((std::mem::offset_of!($own, $field), stringify!($field))),*]);
            assert_eq!(place, std::mem::size_of::<$own>(), $structure);
        };
    }
    pub(in crate::node) use same;

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
            ("FOREBAY_CAUSE_DEADLOCK", cause::DEADLOCK),
            ("FOREBAY_NO_PORT", NO_PORT),
            ("FOREBAY_MAX_PIECES", u32::try_from(MAX_PIECES).unwrap()),
            ("FOREBAY_STALL_PORTS", u32::try_from(STALL_PORTS).unwrap()),
            ("FOREBAY_STALL_DATAPATHS", u32::try_from(STALL_DATAPATHS).unwrap()),
            ("FOREBAY_CACHING_UNCACHED", CACHING_UNCACHED),
            ("FOREBAY_CACHING_WRITE_COMBINING", CACHING_WRITE_COMBINING),
            ("FOREBAY_STALL_CHANNELS", u32::try_from(STALL_CHANNELS).unwrap()),
        ] {
            assert_eq!(value(name), Some(own), "{name}");
        }
        for (name, own) in [
            ("FOREBAY_INFO_STREAM", INFO_STREAM),
            ("FOREBAY_INFO_C2H", INFO_C2H),
            ("FOREBAY_FIFO_FULL", FIFO_FULL),
            ("FOREBAY_FIFO_STARVING", FIFO_STARVING),
        ] {
            assert!(own.is_power_of_two());
            let line = format!("#define {name} (1u << {})\n", own.trailing_zeros());
            assert!(HEADER.contains(&line), "{line}");
        }
        for (line, own) in [
            ("FOREBAY_IOC_INFO _IOR(FOREBAY_IOC, 0x00, struct forebay_info)", INFO),
            (
                "FOREBAY_IOC_SET_COMPLETION _IOW(FOREBAY_IOC, 0x02, struct forebay_completion)",
                SET_COMPLETION,
            ),
            ("FOREBAY_IOC_LAST_ERROR _IOR(FOREBAY_IOC, 0x03, struct forebay_error)", LAST_ERROR),
            ("FOREBAY_IOC_PACKETS _IOR(FOREBAY_IOC, 0x04, struct forebay_packets)", PACKETS),
            ("FOREBAY_IOC_STALL _IOR(FOREBAY_IOC, 0x05, struct forebay_stall)", STALL),
            ("FOREBAY_IOC_LIST _IOWR(FOREBAY_IOC, 0x06, struct forebay_list)", LIST),
            ("FOREBAY_IOC_APERTURE _IOWR(FOREBAY_IOC, 0x10, struct forebay_aperture)", APERTURE),
        ] {
            assert!(HEADER.contains(line), "{line}");
            let digits = &line.split_once(", 0x").unwrap().1[..2];
            let number = Opcode::from_str_radix(digits, 16).unwrap();
            assert_eq!(own & 0xffff, Opcode::from(GROUP) << 8 | number, "{line}");
        }
    }

    #[test]
    fn structures_are_those_of_the_header() {
        same!("forebay_info", Info { abi, flags, channel, resets, max_bytes });
        same!("forebay_completion", Completion { mode, spin_us, timeout_ms, reserved });
        same!("forebay_packets", Packets { ended });
        same!("forebay_piece", Piece { addr, bytes, card_addr });
        same!("forebay_aperture", Aperture { caching, reserved, bytes });
        same!("forebay_list", List { pieces, count, reserved, done });
        same!("forebay_fifo", Fifo { held, depth, flags, reserved });
        same!(
            "forebay_blocked",
            Blocked { channel, flags, port, reserved, descriptor, total, card_addr, bytes }
        );
        same!(
            "forebay_stall",
            LastStall {
                seq,
                waited_ms,
                lacking,
                num_fifos,
                num_datapaths,
                num_blocked,
                reserved,
                datapaths,
                fifos,
                blocked
            }
        );
        same!("forebay_error", LastError { cause, status, descriptor, done, card_addr, seq });
    }
}
