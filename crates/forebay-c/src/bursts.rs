// SPDX-License-Identifier: Apache-2.0
//! Bursts that are sent.

use std::time::Duration;

use forebay::capture::chdr::Outgoing;
use forebay::{BurstEventKind, Bursts, Device, Rate};

use crate::guard::{Failure, call, clear, end, given, null, put};
use crate::{PacketHeader, Status};

/// What became of a burst.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It had no sample for a moment: told once for each hole.
    Underrun = 0,
    /// Packets were dropped because their time was over: told once for each burst.
    Late = 1,
    /// All of it was sent, or dropped because it was late.
    Sent = 2,
}

/// What became of bursts.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BurstEvent {
    /// Of late ones and of those that were sent: the time that they were to begin at, with `has_time`.
    pub time: u64,
    /// What it is.
    pub what: Event,
    /// The channels it is told of, a bit for each.
    pub channels: u32,
    /// It was said when the burst was to begin.
    pub has_time: bool,
}

/// Begins to send bursts by the four channels of a card: clears the air and configures it, as `forebay_air_clear` and `forebay_air_configure` do.
///
/// # Safety
/// `device` is valid; `bursts` has room for a pointer, which `forebay_bursts_close` ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_bursts_open(
    device: *const Device,
    rate: u32,
    endpoint: u16,
    bursts: *mut *mut Bursts,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { clear(bursts, "bursts") }?;
        // SAFETY: by the caller.
        let device = unsafe { given(device, "device") }?;
        let rate = Rate::in_cycles(rate, device.identity().clock_hz());
        let rate = rate.map_err(|error| Failure::Library(error.into()))?;
        let begun = Box::into_raw(Box::new(Bursts::begin(device, rate, endpoint)?));
        // SAFETY: by the caller.
        unsafe { put(bursts, "bursts", begun) }?;
        Ok(Status::Ok)
    })
}

/// Ends it; what is on its way is sent all the same. NULL is none.
///
/// # Safety
/// `bursts` came from `forebay_bursts_open`, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_bursts_close(bursts: *mut Bursts) {
    // SAFETY: by the caller.
    unsafe { end(bursts) };
}

/// The header of the next packet of a channel, of 1 to `FOREBAY_PACKET_SAMPLES` samples, which the caller sends next. `time`, unless it is NULL, is that of its first sample: it begins a burst at that time, or goes on in
/// one at it. Without, it goes on where the packet before ended, or begins a burst at once. Each packet of a burst that began at a time has one: what comes too late is dropped, and what is behind it
/// is in its place again. A burst that begins less than a sample behind another one goes on in the moments of that one.
///
/// # Safety
/// `bursts` is valid; `time` is NULL or valid; `header` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_bursts_packet(
    bursts: *const Bursts,
    channel: u32,
    samples: usize,
    time: *const u64,
    end_of_burst: bool,
    header: *mut PacketHeader,
) -> Status {
    call(|| {
        // SAFETY: by the caller. Looked at first: a number that cannot be told would be missing.
        unsafe { given(header, "header") }?;
        // SAFETY: by the caller.
        let (bursts, time) = unsafe { (given(bursts, "bursts")?, time.as_ref()) };
        let made = bursts.packet(channel, samples as u64, time.copied(), end_of_burst)?;
        // SAFETY: by the caller.
        unsafe { put(header, "header", PacketHeader::of(made)) }?;
        Ok(Status::Ok)
    })
}

/// The header of a packet of one sample, which is to be silence, that ends the burst a channel is in, however late; `FOREBAY_STATUS_NOTHING` if it is in none. There is no packet without a sample.
///
/// # Safety
/// `bursts` is valid; `header` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_bursts_end(
    bursts: *const Bursts,
    channel: u32,
    header: *mut PacketHeader,
) -> Status {
    call(|| {
        // SAFETY: by the caller. Looked at first, as above.
        unsafe { given(header, "header") }?;
        // SAFETY: by the caller.
        let Some(made) = unsafe { given(bursts, "bursts") }?.end(channel)? else {
            return Ok(Status::Nothing);
        };
        // SAFETY: by the caller.
        unsafe { put(header, "header", PacketHeader::of(made)) }?;
        Ok(Status::Ok)
    })
}

impl PacketHeader {
    fn of(made: Outgoing) -> Self {
        Self {
            time: made.time.unwrap_or(0),
            endpoint: made.endpoint,
            sequence: made.sequence,
            has_time: made.time.is_some(),
            end_of_burst: made.end_of_burst,
        }
    }
}

/// What became of bursts, the oldest that was not told yet. `FOREBAY_STATUS_NOTHING` if there is nothing within `timeout_us`, which is hardware time. The card counts samples, not holes: two holes between two calls are told as one,
/// and late packets are the first ones between them that can have been. Behind a stop, an error or a reset that has taken packets back, open it anew.
///
/// # Safety
/// `bursts` is valid; `event` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_bursts_next(
    bursts: *const Bursts,
    timeout_us: u64,
    event: *mut BurstEvent,
) -> Status {
    call(|| {
        if event.is_null() {
            return Err(null("event"));
        }
        // SAFETY: by the caller.
        let bursts = unsafe { given(bursts, "bursts") }?;
        let Some(next) = bursts.event(Duration::from_micros(timeout_us))? else {
            return Ok(Status::Nothing);
        };
        let what = match next.kind {
            BurstEventKind::Underrun => Event::Underrun,
            BurstEventKind::Late => Event::Late,
            BurstEventKind::Sent => Event::Sent,
        };
        let (time, has_time) = (next.time.unwrap_or(0), next.time.is_some());
        // SAFETY: by the caller.
        unsafe {
            put(event, "event", BurstEvent { time, what, channels: next.channels, has_time })
        }?;
        Ok(Status::Ok)
    })
}
