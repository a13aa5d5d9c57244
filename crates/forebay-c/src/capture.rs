// SPDX-License-Identifier: Apache-2.0
//! Capture into a ring of buffers.

use std::time::Duration;

use forebay::{Capture, CaptureBuffer, Device, OverrunPolicy};

use crate::Status;
use crate::guard::{call, clear, end, given, put};

/// How to capture.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaptureOptions {
    /// How many buffers.
    pub buffers: u32,
    /// Bytes of each, a multiple of 64.
    pub bytes: u32,
    /// When all are full the oldest that nobody has taken is used again. Without, the stream waits, and its source counts what it loses.
    pub overwrite: bool,
    /// Packets follow each other in a buffer, which ends when it is full or a burst ends. Without, the end of a packet ends its buffer. A gap may lie within such a buffer,
    /// and one that begins within a beat is told the time of that beat: where samples are is for headers to say, and without them it is not exact.
    pub through: bool,
}

/// What is told of a full buffer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BufferInfo {
    /// Its bytes, valid until it is given back.
    pub data: *const u8,
    /// How many.
    pub bytes: usize,
    /// Hardware time of its first sample, in cycles of the card's clock.
    pub stamp: u64,
    /// Samples lost since the buffer taken before it.
    pub lost: u64,
    /// Bytes of full buffers that were overwritten since the one taken before it.
    pub overwritten: u64,
    /// Buffers that the card had ended before it since the start.
    pub sequence: u32,
    /// A packet ended with its last byte.
    pub end_of_packet: bool,
    /// A burst did.
    pub end_of_burst: bool,
    /// Samples were lost behind it.
    pub overrun: bool,
    /// It was cut short: stopped, or by an error.
    pub stopped: bool,
}

/// What became of a capture since it was opened.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaptureStats {
    /// Buffers that the card has finished.
    pub buffers: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Samples that they tell to be lost.
    pub lost: u64,
    /// Bytes of full buffers that were used again before anybody had taken them.
    pub overwritten: u64,
    /// How many of them told samples to be lost.
    pub gaps: u64,
    /// Full buffers that wait to be taken.
    pub filled: u32,
    /// Buffers that were taken and not given back.
    pub held: u32,
    /// Buffers that the card has.
    pub armed: u32,
    /// Times that the engine ended with an error.
    pub errors: u32,
}

/// Takes the card's capture engine, which has one owner at a time, and gives it buffers. Nothing runs yet.
///
/// # Safety
/// `device` and `options` are valid; `capture` has room for a pointer, which `forebay_capture_close` ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_capture_open(
    device: *const Device,
    options: *const CaptureOptions,
    capture: *mut *mut Capture,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { clear(capture, "capture") }?;
        // SAFETY: by the caller.
        let (device, asked) = unsafe { (given(device, "device")?, given(options, "options")?) };
        let policy = if asked.overwrite { OverrunPolicy::Overwrite } else { OverrunPolicy::Gap };
        let opened = device.capture(&forebay::CaptureOptions {
            buffers: asked.buffers,
            bytes: asked.bytes,
            policy,
            through: asked.through,
        })?;
        // SAFETY: by the caller.
        unsafe { put(capture, "capture", Box::into_raw(Box::new(opened))) }?;
        Ok(Status::Ok)
    })
}

/// Lets a capture go. The card is free for the next one when all its buffers are given back, too. NULL is none.
///
/// # Safety
/// `capture` came from `forebay_capture_open`, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_capture_close(capture: *mut Capture) {
    // SAFETY: by the caller.
    unsafe { end(capture) };
}

/// Begins to fill buffers. What the stream holds from before comes first.
///
/// # Safety
/// `capture` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_capture_start(capture: *const Capture) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { given(capture, "capture") }?.start()?;
        Ok(Status::Ok)
    })
}

/// Ends it. What was taken from the stream until then can be acquired.
///
/// # Safety
/// `capture` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_capture_stop(capture: *const Capture) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { given(capture, "capture") }?.stop()?;
        Ok(Status::Ok)
    })
}

/// The oldest full buffer. `FOREBAY_STATUS_NOTHING` if none has come within `timeout_us`; for a card in this process that is time of the card, which passes in here.
///
/// # Safety
/// `capture` is valid; `buffer` has room for a pointer, which `forebay_buffer_release` ends, and `info` for what is told of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_capture_acquire(
    capture: *const Capture,
    timeout_us: u64,
    buffer: *mut *mut CaptureBuffer,
    info: *mut BufferInfo,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { clear(buffer, "buffer") }?;
        // SAFETY: by the caller. Looked at first: a buffer that cannot be handed out would be lost.
        unsafe { given(info, "info") }?;
        // SAFETY: by the caller.
        let capture = unsafe { given(capture, "capture") }?;
        let Some(taken) = capture.acquire(Duration::from_micros(timeout_us))? else {
            return Ok(Status::Nothing);
        };
        let told = taken.info();
        let told = BufferInfo {
            data: taken.as_ptr(),
            bytes: taken.len(),
            stamp: told.stamp,
            lost: told.lost,
            overwritten: told.overwritten,
            sequence: told.sequence,
            end_of_packet: told.end_of_packet,
            end_of_burst: told.end_of_burst,
            overrun: told.overrun,
            stopped: told.stopped,
        };
        // SAFETY: by the caller.
        unsafe { put(info, "info", told) }?;
        // SAFETY: by the caller.
        unsafe { put(buffer, "buffer", Box::into_raw(Box::new(taken))) }?;
        Ok(Status::Ok)
    })
}

/// Gives a buffer back, in whatever order. It is given back whatever this returns. NULL is none.
///
/// # Safety
/// `buffer` came from `forebay_capture_acquire`, and nobody uses it or its bytes any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_buffer_release(buffer: *mut CaptureBuffer) -> Status {
    call(|| {
        if !buffer.is_null() {
            // SAFETY: by the caller.
            unsafe { Box::from_raw(buffer) }.release()?;
        }
        Ok(Status::Ok)
    })
}

/// What became of it so far.
///
/// # Safety
/// `capture` is valid; `stats` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_capture_stats(
    capture: *const Capture,
    stats: *mut CaptureStats,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let now = unsafe { given(capture, "capture") }?.stats()?;
        let now = CaptureStats {
            buffers: now.buffers,
            bytes: now.bytes,
            lost: now.lost,
            overwritten: now.overwritten,
            gaps: now.gaps,
            filled: now.filled,
            held: now.held,
            armed: now.armed,
            errors: now.errors,
        };
        // SAFETY: by the caller.
        unsafe { put(stats, "stats", now) }?;
        Ok(Status::Ok)
    })
}
