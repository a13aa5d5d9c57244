// SPDX-License-Identifier: Apache-2.0
//! Packets with CHDR headers out of buffers.

use forebay::capture::chdr::{Demultiplexer, Parser};

use crate::Status;
use crate::guard::{Failure, call, clear, end, given, put};

/// Finds packets in a stream of bytes, and follows their numbers.
pub struct Packets {
    parser: Parser,
    streams: Demultiplexer,
}

/// A packet.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PacketInfo {
    /// What it carries, valid until the next call with the same handle.
    pub data: *const u8,
    /// How many bytes.
    pub bytes: usize,
    /// Time of its first sample, with `has_time`.
    pub time: u64,
    /// Whom it is for.
    pub endpoint: u16,
    /// Number of the packet of its endpoint.
    pub sequence: u16,
    /// Packets of its endpoint that are missing ahead of it.
    pub missing: u16,
    /// It says when its first sample is.
    pub has_time: bool,
    /// A burst ends with it.
    pub end_of_burst: bool,
}

/// What a handle of the caller is.
///
/// # Safety
/// It is NULL, or valid and nobody else's during the call.
unsafe fn handle<'a>(packets: *mut Packets) -> Result<&'a mut Packets, Failure> {
    // SAFETY: by the caller.
    unsafe { packets.as_mut() }
        .ok_or_else(|| Failure::Argument("packets is NULL; give a pointer".into()))
}

/// Begins to look for packets whose lines have so many bytes: 64 on cards of this project.
///
/// # Safety
/// `packets` has room for a pointer, which `forebay_packets_close` ends. One thread uses it at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_packets_open(line: usize, packets: *mut *mut Packets) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { clear(packets, "packets") }?;
        let (parser, streams) = (Parser::new(line), Demultiplexer::default());
        let opened = Box::into_raw(Box::new(Packets { parser, streams }));
        // SAFETY: by the caller.
        unsafe { put(packets, "packets", opened) }?;
        Ok(Status::Ok)
    })
}

/// Ends it. NULL is none.
///
/// # Safety
/// `packets` came from `forebay_packets_open`, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_packets_close(packets: *mut Packets) {
    // SAFETY: by the caller.
    unsafe { end(packets) };
}

/// Adds what comes next in the stream; it is copied.
///
/// # Safety
/// `packets` is valid; `data` has so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_packets_push(
    packets: *mut Packets,
    data: *const u8,
    bytes: usize,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let packets = unsafe { handle(packets) }?;
        if bytes > 0 {
            // SAFETY: by the caller.
            let first = unsafe { given(data, "data") }?;
            // SAFETY: by the caller; it is not NULL here.
            packets.parser.push(unsafe { std::slice::from_raw_parts(first, bytes) });
        }
        Ok(Status::Ok)
    })
}

/// The next packet, if all of it is there; else `FOREBAY_STATUS_NOTHING`. `FOREBAY_STATUS_ARGUMENT` for bytes that are no packet, until `forebay_packets_restart`.
///
/// # Safety
/// `packets` is valid; `info` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_packets_next(
    packets: *mut Packets,
    info: *mut PacketInfo,
) -> Status {
    call(|| {
        // SAFETY: by the caller. Looked at first: a packet that cannot be told would be lost.
        unsafe { given(info, "info") }?;
        // SAFETY: by the caller.
        let Packets { parser, streams } = unsafe { handle(packets) }?;
        let next = parser.next().map_err(|error| Failure::Argument(error.to_string()))?;
        let Some(packet) = next else { return Ok(Status::Nothing) };
        let told = PacketInfo {
            data: packet.payload.as_ptr(),
            bytes: packet.payload.len(),
            time: packet.time.unwrap_or(0),
            endpoint: packet.header.endpoint,
            sequence: packet.header.sequence,
            missing: streams.missing(&packet.header),
            has_time: packet.time.is_some(),
            end_of_burst: packet.header.end_of_burst,
        };
        // SAFETY: by the caller.
        unsafe { put(info, "info", told) }?;
        Ok(Status::Ok)
    })
}

/// Forgets what is there: the next byte begins a packet, and numbers count from 0.
///
/// # Safety
/// `packets` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_packets_restart(packets: *mut Packets) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let Packets { parser, streams } = unsafe { handle(packets) }?;
        parser.restart();
        streams.restart();
        Ok(Status::Ok)
    })
}
