// SPDX-License-Identifier: Apache-2.0
//! Transmission from a ring of buffers.

use std::time::Duration;

use forebay::{Device, Transmit, TransmitBuffer};

use crate::Status;
use crate::guard::{call, clear, end, given, put};

/// How to send.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TransmitOptions {
    /// How many buffers.
    pub buffers: u32,
    /// Bytes of each, a multiple of 64.
    pub bytes: u32,
}

/// Where a buffer is filled.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Its bytes, valid until it is sent or given back.
    pub data: *mut u8,
    /// How many.
    pub bytes: usize,
    /// Which of the buffers it is, from 0.
    pub index: u32,
}

/// What became of a transmission since it was opened.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TransmitStats {
    /// Buffers that the card has taken whole.
    pub buffers: u64,
    /// Bytes that it has taken, of those that were cut short as well.
    pub bytes: u64,
    /// Buffers that were cut short: by a stop, or by an error.
    pub cut: u64,
    /// Buffers that can be acquired.
    pub free: u32,
    /// Buffers that were acquired, and neither sent nor given back.
    pub held: u32,
    /// Buffers that were sent and wait for a place at the card.
    pub queued: u32,
    /// Buffers that the card has.
    pub armed: u32,
    /// Times that the engine ended with an error.
    pub errors: u32,
}

/// Takes the card's transmit engine, which has one owner at a time, and makes buffers for it. Nothing runs yet. A capture of the same card works beside it.
///
/// # Safety
/// `device` and `options` are valid; `transmit` has room for a pointer, which `forebay_transmit_close` ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_transmit_open(
    device: *const Device,
    options: *const TransmitOptions,
    transmit: *mut *mut Transmit,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { clear(transmit, "transmit") }?;
        // SAFETY: by the caller.
        let (device, asked) = unsafe { (given(device, "device")?, given(options, "options")?) };
        let TransmitOptions { buffers, bytes } = *asked;
        let opened = device.transmit(&forebay::TransmitOptions { buffers, bytes })?;
        // SAFETY: by the caller.
        unsafe { put(transmit, "transmit", Box::into_raw(Box::new(opened))) }?;
        Ok(Status::Ok)
    })
}

/// Lets a transmission go. It ends, and the card is free for the next one, when all its buffers are sent or given back, too; what the card had not begun by then is not sent. NULL is none.
///
/// # Safety
/// `transmit` came from `forebay_transmit_open`, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_transmit_close(transmit: *mut Transmit) {
    // SAFETY: by the caller.
    unsafe { end(transmit) };
}

/// Begins to send. What was sent before comes first.
///
/// # Safety
/// `transmit` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_transmit_start(transmit: *const Transmit) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { given(transmit, "transmit") }?.start()?;
        Ok(Status::Ok)
    })
}

/// Ends it. What the card had not begun is free again and not sent; the buffer that it was at is cut short. While nothing runs it does nothing.
///
/// # Safety
/// `transmit` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_transmit_stop(transmit: *const Transmit) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { given(transmit, "transmit") }?.stop()?;
        Ok(Status::Ok)
    })
}

/// A free buffer. `FOREBAY_STATUS_NOTHING` if none is within `timeout_us`; for a card in this process that is time of the card, which passes in here.
///
/// # Safety
/// `transmit` is valid; `buffer` has room for a pointer, which `forebay_transmit_send` or `forebay_transmit_buffer_release` ends, and `room` for where it is filled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_transmit_acquire(
    transmit: *const Transmit,
    timeout_us: u64,
    buffer: *mut *mut TransmitBuffer,
    room: *mut Room,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { clear(buffer, "buffer") }?;
        // SAFETY: by the caller. Looked at first: a buffer that cannot be handed out would be lost.
        unsafe { given(room, "room") }?;
        // SAFETY: by the caller.
        let transmit = unsafe { given(transmit, "transmit") }?;
        let Some(taken) = transmit.acquire(Duration::from_micros(timeout_us))? else {
            return Ok(Status::Nothing);
        };
        let mut taken = Box::new(taken);
        let (data, bytes, index) = (taken.as_mut_ptr(), taken.len(), taken.index());
        // SAFETY: by the caller.
        unsafe { put(room, "room", Room { data, bytes, index }) }?;
        // SAFETY: by the caller.
        unsafe { put(buffer, "buffer", Box::into_raw(taken)) }?;
        Ok(Status::Ok)
    })
}

/// Sends the first bytes of a buffer as a packet of the stream, behind all that was sent before: at once, or when the transmission is started. It ends the handle
/// whatever it returns; unless that is `FOREBAY_STATUS_OK` the buffer was not sent, and is free.
///
/// # Safety
/// `buffer` came from `forebay_transmit_acquire`, and nobody uses it or its bytes any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_transmit_send(
    buffer: *mut TransmitBuffer,
    bytes: usize,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { given(buffer, "buffer") }?;
        // SAFETY: it is not NULL, and from `forebay_transmit_acquire` by the caller.
        unsafe { Box::from_raw(buffer) }.send(bytes)?;
        Ok(Status::Ok)
    })
}

/// Gives a buffer back unsent. It is given back whatever this returns. NULL is none.
///
/// # Safety
/// `buffer` came from `forebay_transmit_acquire`, and nobody uses it or its bytes any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_transmit_buffer_release(buffer: *mut TransmitBuffer) -> Status {
    call(|| {
        if !buffer.is_null() {
            // SAFETY: by the caller.
            unsafe { Box::from_raw(buffer) }.release()?;
        }
        Ok(Status::Ok)
    })
}

/// Waits until the card has taken all that was sent, as long as `forebay_transmit_acquire` does. It is in the card then, and not yet on the air: `forebay_air_wait` waits for that.
/// `FOREBAY_STATUS_NOTHING` when the time is over or it was stopped meanwhile, `FOREBAY_STATUS_ARGUMENT` when it was not started.
///
/// # Safety
/// `transmit` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_transmit_drain(
    transmit: *const Transmit,
    timeout_us: u64,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let transmit = unsafe { given(transmit, "transmit") }?;
        let drained = transmit.drain(Duration::from_micros(timeout_us))?;
        Ok(if drained { Status::Ok } else { Status::Nothing })
    })
}

/// What became of it so far.
///
/// # Safety
/// `transmit` is valid; `stats` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_transmit_stats(
    transmit: *const Transmit,
    stats: *mut TransmitStats,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let now = unsafe { given(transmit, "transmit") }?.stats()?;
        let now = TransmitStats {
            buffers: now.buffers,
            bytes: now.bytes,
            cut: now.cut,
            free: now.free,
            held: now.held,
            queued: now.queued,
            armed: now.armed,
            errors: now.errors,
        };
        // SAFETY: by the caller.
        unsafe { put(stats, "stats", now) }?;
        Ok(Status::Ok)
    })
}
