// SPDX-License-Identifier: Apache-2.0
//! Packets of samples that are to be sent.

use std::slice;

use forebay::capture::chdr::{self, Outgoing};

use crate::Status;
use crate::guard::{Failure, call, given, null, put};

/// Bytes of a packet ahead of its samples.
pub const PACKET_HEADER: usize = 64;
/// The most samples of a packet.
pub const PACKET_SAMPLES: usize = 4096;
// The header of C has numbers where it would have names that it does not know.
const _: () = assert!(PACKET_HEADER == chdr::LINE_BYTES && PACKET_SAMPLES == chdr::MOST_SAMPLES);

/// What a packet of samples says of itself.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PacketHeader {
    /// Time of its first sample, with `has_time`; else the next moment that has no sample yet.
    pub time: u64,
    /// Whom it is for: the endpoint of `forebay_air_configure`, and the number of the channel.
    pub endpoint: u16,
    /// Its number among those of that endpoint, 0 behind `forebay_air_clear`, modulo 2^16. One with another number is sent, and counted as a skip.
    pub sequence: u16,
    /// It says when its first sample is.
    pub has_time: bool,
    /// A burst ends with it.
    pub end_of_burst: bool,
}

/// Bytes that a packet of so many samples takes in a buffer: header, samples of 4 bytes, and padding to a multiple of 64; 0 for no samples, and for more than `FOREBAY_PACKET_SAMPLES`.
#[unsafe(no_mangle)]
pub extern "C" fn forebay_packet_room(samples: usize) -> usize {
    if (1..=PACKET_SAMPLES).contains(&samples) { chdr::packet_bytes(samples) } else { 0 }
}

/// Writes a packet of `count` samples at the beginning of `room`; in `written` are the bytes that it takes there, and the next one may follow. With `samples` NULL their place is left as it is, from
/// `FOREBAY_PACKET_HEADER` on, for the caller to fill.
///
/// # Safety
/// `room` has `room_bytes` bytes, or as many as the packet takes; `samples` is NULL or has `count` samples of 4 bytes and none of them is in `room`; `header` is valid; `written` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_packet_write(
    room: *mut u8,
    room_bytes: usize,
    header: *const PacketHeader,
    samples: *const std::ffi::c_void,
    count: usize,
    written: *mut usize,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let header = unsafe { given(header, "header") }?;
        if room.is_null() {
            return Err(null("room"));
        }
        // SAFETY: by the caller.
        unsafe { put(written, "written", 0) }?;
        // Of a room without end, as SIZE_MAX says, what the packet takes.
        let room_bytes = room_bytes.min(forebay_packet_room(count));
        // SAFETY: it is not NULL here, and has so many bytes by the caller.
        let room = unsafe { slice::from_raw_parts_mut(room, room_bytes) };
        let packet = Outgoing {
            endpoint: header.endpoint,
            sequence: header.sequence,
            time: header.has_time.then_some(header.time),
            end_of_burst: header.end_of_burst,
        };
        let place = packet.begin(room, count);
        let place = place.map_err(|error| Failure::Argument(error.to_string()))?;
        if !samples.is_null() {
            // SAFETY: it is not NULL, and has as many bytes by the caller; so many are no more than a packet has.
            let samples = unsafe { slice::from_raw_parts(samples.cast::<u8>(), place.len()) };
            place.copy_from_slice(samples);
        }
        // SAFETY: by the caller.
        unsafe { put(written, "written", chdr::packet_bytes(count)) }?;
        Ok(Status::Ok)
    })
}
