// SPDX-License-Identifier: Apache-2.0
//! The signal source: what is captured, when, and what became of it.

use forebay::{Device, Rate, Source, Wave};

use crate::Status;
use crate::guard::{Failure, call, given, put};

/// What the samples of a burst are.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveKind {
    /// A complex tone: cosine in the first component, sine in the second.
    Tone = 0,
    /// The number of the sample in its burst, bits 27:0, and above them the channel's.
    Ramp = 1,
    /// White noise, another one for each channel.
    Noise = 2,
    /// No wave: what is on the air of each channel at that moment. Silence is 0.
    Air = 3,
}

impl WaveKind {
    /// The one that has that number, which may come from anywhere.
    fn of(number: u32) -> Option<Self> {
        let all = [Self::Tone, Self::Ramp, Self::Noise, Self::Air];
        all.into_iter().find(|kind| *kind as u32 == number)
    }
}

/// What is captured, and how.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Signal {
    /// One of `forebay_wave`.
    pub wave: u32,
    /// Of a tone: turns in 2^32 samples.
    pub turns: u32,
    /// Samples of a channel in 2^32 cycles of the card's clock, 1 to 2^31; `forebay_rate` finds the number.
    pub rate: u32,
    /// 1 to 4. Without headers 1, 2 or 4, and the samples of one time follow each other.
    pub channels: u32,
    /// Samples of each channel in a packet; 0: packets end where a burst ends or samples are lost.
    pub packet: u32,
    /// Endpoint in the headers of the first channel's packets.
    pub endpoint: u16,
    /// Packets have CHDR headers, and those of the channels are interleaved.
    pub headers: bool,
    /// When samples find no room the burst ends, and does not go on when there is room again.
    pub stop_at_overrun: bool,
}

/// When samples begin and end: without any of it at once, until `forebay_source_stop`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Burst {
    /// Hardware time of its first sample, with `has_at`.
    pub at: u64,
    /// How many samples of each channel, with `has_samples`.
    pub samples: u64,
    /// Hardware time from which on it has none, with `has_until`.
    pub until: u64,
    /// It begins at `at`, not at once.
    pub has_at: bool,
    /// It has `samples` samples of each channel.
    pub has_samples: bool,
    /// It has no sample at or behind `until`.
    pub has_until: bool,
}

/// What becomes of a burst.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SourceStatus {
    /// A burst waits for its time.
    pub armed: bool,
    /// A burst runs.
    pub running: bool,
    /// Samples of it are being lost.
    pub losing: bool,
    /// The card has samples of a burst that nobody has taken.
    pub held: bool,
    /// A burst is over.
    pub done: bool,
    /// The last one came too late.
    pub late: bool,
    /// Samples of it were lost.
    pub overrun: bool,
}

/// What became of a channel's samples since the burst began: each was kept or lost.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Account {
    /// Samples made.
    pub produced: u64,
    /// Of these, the ones that go to the host.
    pub kept: u64,
    /// Of these, the ones that found no room.
    pub lost: u64,
}

/// The signal source of a card.
///
/// # Safety
/// `device` is NULL or valid.
unsafe fn source(device: *const Device) -> Result<Source, Failure> {
    // SAFETY: by the caller.
    Ok(unsafe { given(device, "device") }?.source()?)
}

/// Frequency of the clock in whose cycles times are; 0 of a card without a signal source.
///
/// # Safety
/// `device` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_clock_hz(device: *const Device) -> u64 {
    let mut clock = 0;
    call(|| {
        // SAFETY: by the caller.
        clock = unsafe { source(device) }?.clock_hz();
        Ok(Status::Ok)
    });
    clock
}

/// The rate nearest to `asked` samples per second, as samples in 2^32 cycles, and in samples per second. `FOREBAY_STATUS_ARGUMENT` if it is further away than one in a
/// million; both are told then, too.
///
/// # Safety
/// `device` is valid; `count` and `hertz` have room for the answers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_rate(
    device: *const Device,
    asked: f64,
    count: *mut u32,
    hertz: *mut f64,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let clock = unsafe { source(device) }?.clock_hz();
        let (rate, status) = match Rate::per_second(asked, clock) {
            Ok(rate) => (rate, Ok(Status::Ok)),
            Err(error) => (Rate::nearest(asked, clock), Err(Failure::Library(error.into()))),
        };
        // SAFETY: by the caller.
        unsafe { put(count, "count", rate.count()) }?;
        // SAFETY: by the caller.
        unsafe { put(hertz, "hertz", rate.hertz()) }?;
        status
    })
}

/// Cycles from the first sample of a burst to that of number `sample`, from 0, at a rate of so many samples in 2^32 cycles; all ones for no rate.
#[unsafe(no_mangle)]
pub extern "C" fn forebay_sample_cycles(rate: u32, sample: u64) -> u64 {
    Rate::in_cycles(rate, 1).map_or(u64::MAX, |rate| rate.cycles_to(sample))
}

/// The sample that comes `cycles` behind the first of its burst; all ones if none does.
#[unsafe(no_mangle)]
pub extern "C" fn forebay_sample_at(rate: u32, cycles: u64) -> u64 {
    Rate::in_cycles(rate, 1).ok().and_then(|rate| rate.sample_at(cycles)).unwrap_or(u64::MAX)
}

/// Begins a burst. `FOREBAY_STATUS_LATE`: its time is over, and nothing was captured.
///
/// # Safety
/// `device`, `signal` and `burst` are valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_source_start(
    device: *const Device,
    signal: *const Signal,
    burst: *const Burst,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let source = unsafe { source(device) }?;
        // SAFETY: by the caller.
        let (signal, burst) = unsafe { (given(signal, "signal")?, given(burst, "burst")?) };
        let wave = match WaveKind::of(signal.wave) {
            Some(WaveKind::Tone) => Wave::Tone { turns: signal.turns },
            Some(WaveKind::Ramp) => Wave::Ramp,
            Some(WaveKind::Noise) => Wave::Noise,
            Some(WaveKind::Air) => Wave::Air,
            None => {
                let wave = signal.wave;
                return Err(Failure::Argument(format!(
                    "wave {wave}: there are 0, tone, 1, ramp, 2, noise, and 3, the air"
                )));
            }
        };
        let rate = Rate::in_cycles(signal.rate, source.clock_hz())
            .map_err(|error| Failure::Library(error.into()))?;
        let signal = forebay::Signal {
            wave,
            rate,
            channels: signal.channels,
            packet: (signal.packet != 0).then_some(signal.packet),
            headers: signal.headers.then_some(signal.endpoint),
            stop_at_overrun: signal.stop_at_overrun,
        };
        let burst = forebay::Burst {
            at: burst.has_at.then_some(burst.at),
            samples: burst.has_samples.then_some(burst.samples),
            until: burst.has_until.then_some(burst.until),
        };
        source.start(&signal, &burst)?;
        Ok(Status::Ok)
    })
}

/// Ends the burst, or what is armed, at once; without one it does nothing.
///
/// # Safety
/// `device` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_source_stop(device: *const Device) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { source(device) }?.stop()?;
        Ok(Status::Ok)
    })
}

/// What becomes of the burst.
///
/// # Safety
/// `device` is valid; `status` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_source_status(
    device: *const Device,
    status: *mut SourceStatus,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let seen = unsafe { source(device) }?.status()?;
        let seen = SourceStatus {
            armed: seen.armed,
            running: seen.running,
            losing: seen.losing,
            held: seen.held,
            done: seen.done,
            late: seen.late,
            overrun: seen.overrun,
        };
        // SAFETY: by the caller.
        unsafe { put(status, "status", seen) }?;
        Ok(Status::Ok)
    })
}

/// The hardware time, in cycles of the card's clock.
///
/// # Safety
/// `device` is valid; `time` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_source_time(device: *const Device, time: *mut u64) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let now = unsafe { source(device) }?.time()?;
        // SAFETY: by the caller.
        unsafe { put(time, "time", now) }?;
        Ok(Status::Ok)
    })
}

/// Sets the hardware time; `FOREBAY_STATUS_BUSY` while a burst is armed or runs.
///
/// # Safety
/// `device` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_source_set_time(device: *const Device, time: u64) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { source(device) }?.set_time(time)?;
        Ok(Status::Ok)
    })
}

/// What became of the samples of a channel since the burst began, all of one moment.
///
/// # Safety
/// `device` is valid; `account` has room for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_source_account(
    device: *const Device,
    channel: u32,
    account: *mut Account,
) -> Status {
    call(|| {
        // SAFETY: by the caller.
        let now = unsafe { source(device) }?.account(channel)?;
        let now = Account { produced: now.produced, kept: now.kept, lost: now.lost };
        // SAFETY: by the caller.
        unsafe { put(account, "account", now) }?;
        Ok(Status::Ok)
    })
}
