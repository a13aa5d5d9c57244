// SPDX-License-Identifier: Apache-2.0
//! The air: what becomes of packets behind the transmit engine.

use std::time::Duration;

use forebay::{Air, Device, Rate};

use crate::Status;
use crate::guard::{Failure, call, given, put};

/// What is there at a moment, and what has happened.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AirState {
    /// Channels that have a burst on the air, a bit for each.
    pub on_air: u32,
    /// Channels of which a whole packet waits for its time, a bit for each.
    pub held: u32,
    /// Packets that were malformed since `forebay_air_clear`.
    pub malformed: u32,
    /// Beats of 64 bytes that were dropped with them.
    pub dropped: u32,
    /// A packet was late.
    pub late: bool,
    /// A moment of a burst had no sample.
    pub underrun: bool,
    /// A packet was malformed.
    pub was_malformed: bool,
    /// A packet was not the one that was next in its channel.
    pub skip: bool,
}

/// What became of a channel's packets since `forebay_air_clear`, all of one moment: samples of packets that were taken = sent + late + still in the card; moments of bursts = sent + missed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AirAccount {
    /// Samples that were sent.
    pub sent: u64,
    /// Moments of bursts for which there was no sample.
    pub missed: u64,
    /// Samples of packets that were dropped because their time was over.
    pub late: u64,
    /// These packets.
    pub late_packets: u32,
    /// Packets that were taken, late ones among them.
    pub packets: u32,
    /// Packets among them that were not the one that was next.
    pub skips: u32,
}

/// The air of a card.
///
/// # Safety
/// `device` is NULL or valid.
unsafe fn air(device: *const Device) -> Result<Air, Failure> {
    // SAFETY: by the caller.
    Ok(unsafe { given(device, "device") }?.air()?)
}

/// Sets how many samples of each channel are sent in 2^32 cycles of the card's clock, 1 to 2^31 (`forebay_rate` finds the number), and the endpoint of the packets of channel 0, from which
/// those of the others count on. `FOREBAY_STATUS_BUSY` while a packet is in the card or a burst on the air.
///
/// # Safety
/// `device` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_air_configure(
    device: *const Device,
    rate: u32,
    endpoint: u16,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let air = unsafe { air(device) }?;
        let rate = Rate::in_cycles(rate, air.clock_hz());
        air.configure(rate.map_err(|error| Failure::Library(error.into()))?, endpoint)?;
        Ok(Status::Ok)
    })
}

/// Forgets what is to be sent, ends what is on the air, and lets the card work until nothing more comes of what was sent before. Accounts, events and numbers of packets begin anew.
/// `FOREBAY_STATUS_BUSY` of a transmission that goes on: stop it first.
///
/// # Safety
/// `device` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_air_clear(device: *const Device) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { air(device) }?.clear()?;
        Ok(Status::Ok)
    })
}

/// What is there, and what has happened since the last `forebay_air_events` or `forebay_air_clear`.
///
/// # Safety
/// `device` is valid; `state` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_air_status(device: *const Device, state: *mut AirState) -> Status {
    // SAFETY: by the caller.
    unsafe { tell(device, state, false) }
}

/// The same, and each event is told once.
///
/// # Safety
/// `device` is valid; `state` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_air_events(device: *const Device, state: *mut AirState) -> Status {
    // SAFETY: by the caller.
    unsafe { tell(device, state, true) }
}

/// # Safety
/// `device` is NULL or valid; `state` is NULL or has room for the answer.
unsafe fn tell(device: *const Device, state: *mut AirState, take: bool) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let air = unsafe { air(device) }?;
        // SAFETY: by the caller. Looked at first: events that cannot be told would be lost.
        unsafe { given(state, "state") }?;
        let seen = if take { air.take_events() } else { air.status() }?;
        let malformed = air.malformed()?;
        let now = AirState {
            on_air: seen.on_air,
            held: seen.held,
            malformed: malformed.packets,
            dropped: malformed.beats,
            late: seen.events.late,
            underrun: seen.events.underrun,
            was_malformed: seen.events.malformed,
            skip: seen.events.skip,
        };
        // SAFETY: by the caller.
        unsafe { put(state, "state", now) }?;
        Ok(Status::Ok)
    })
}

/// What became of the packets of a channel.
///
/// # Safety
/// `device` is valid; `account` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_air_account_of(
    device: *const Device,
    channel: u32,
    account: *mut AirAccount,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let now = unsafe { air(device) }?.account(channel)?;
        let now = AirAccount {
            sent: now.sent,
            missed: now.missed,
            late: now.late,
            late_packets: now.late_packets,
            packets: now.packets,
            skips: now.skips,
        };
        // SAFETY: by the caller.
        unsafe { put(account, "account", now) }?;
        Ok(Status::Ok)
    })
}

/// Lets the card work until no packet is in it and no burst on the air. `FOREBAY_STATUS_NOTHING` when `timeout_us` of hardware time are over; a burst without an end never ends.
///
/// # Safety
/// `device` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_air_wait(device: *const Device, timeout_us: u64) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let silent = unsafe { air(device) }?.wait(Duration::from_micros(timeout_us))?;
        Ok(if silent { Status::Ok } else { Status::Nothing })
    })
}
