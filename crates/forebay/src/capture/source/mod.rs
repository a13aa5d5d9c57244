// SPDX-License-Identifier: Apache-2.0
//! The signal source of a card: samples at a rate, each with its time, in bursts.

mod signal;

use std::time::Duration;

use forebay_regs::cards;
use forebay_regs::user::source::{self, control, samples_hi, status};

pub use signal::{Account, Burst, Signal, SourceStatus, Wave};

use super::CaptureError;
use crate::registers::Registers;
use crate::{Class, Device, ForebayError};

/// The most samples of a burst that says how many.
const MOST_SAMPLES: u64 = (samples_hi::COUNT.max() as u64) << 32 | u32::MAX as u64;

/// Nanoseconds of a second.
const NANOS: u128 = 1_000_000_000;

/// The signal source of a card. It belongs to whoever tells it; two who tell it at the same time disturb each other.
#[derive(Clone, Debug)]
pub struct Source {
    device: Device,
    page: u32,
}

impl Device {
    /// The card's signal source.
    ///
    /// # Errors
    /// [`ForebayError::NoFeature`] on a card without.
    pub fn source(&self) -> Result<Source, ForebayError> {
        let identity = self.identity();
        let plug = identity.feature(Class::Datapath, cards::SOURCE.kind);
        let page = plug.and_then(|plug| identity.user_offset(plug));
        let page = page.ok_or(ForebayError::NoFeature { what: "signal source" })?;
        Ok(Source { device: self.clone(), page })
    }
}

impl Source {
    /// Frequency of the clock in whose cycles times are.
    #[must_use]
    pub fn clock_hz(&self) -> u64 {
        self.device.identity().clock_hz()
    }

    /// Begins a burst of a signal, at once or at its time.
    ///
    /// # Errors
    /// [`CaptureError::Late`], with nothing captured; [`CaptureError::SourceBusy`] while another burst is not over; [`CaptureError::Signal`] and
    /// [`CaptureError::Refused`] for what the source cannot do.
    pub fn start(&self, signal: &Signal, burst: &Burst) -> Result<(), ForebayError> {
        let (mode, packet) = signal.registers()?;
        let (_, turns) = signal.wave.registers();
        if let Some(samples) = burst.samples
            && !(1..=MOST_SAMPLES).contains(&samples)
        {
            let (what, wanted) = ("samples of a burst", "1 to 2^48 - 1");
            return Err(CaptureError::Signal { what, value: samples, wanted }.into());
        }
        let mut guard = self.device.transport().registers();
        let mut page = SourcePage { registers: &mut *guard, page: self.page };
        let before = page.read(source::STATUS)?;
        if SourceStatus::of(before).is_busy() {
            return Err(CaptureError::SourceBusy { status: before }.into());
        }
        page.write(source::MODE, mode)?;
        page.write(source::RATE, signal.rate.count())?;
        page.write(source::TONE, turns)?;
        page.write(source::PACKET, packet)?;
        page.write(source::ENDPOINT, signal.headers.unwrap_or(0).into())?;
        let command = page.bounds(burst)?;
        // What is left of the burst before is not to be taken for an answer.
        page.write(source::STATUS, told())?;
        page.write(source::CONTROL, command)?;
        let after = page.read(source::STATUS)?;
        let seen = SourceStatus::of(after);
        if seen.late {
            let now = page.read_pair(source::TIME_LO)?;
            let at = burst.at.or(burst.until).unwrap_or(now);
            return Err(CaptureError::Late { at, now }.into());
        }
        if !seen.is_busy() && !seen.done {
            return Err(CaptureError::Refused { status: after, next: why_refused(seen) }.into());
        }
        Ok(())
    }

    /// Ends the burst, or what is armed, at once; without one it does nothing.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn stop(&self) -> Result<(), ForebayError> {
        let mut guard = self.device.transport().registers();
        guard.write(self.page + source::CONTROL, control::STOP.mask())
    }

    /// Lets the card work until no burst is armed or runs, for so much hardware time at most: all that it does may be to wait for the time of a burst.
    ///
    /// # Errors
    /// [`ForebayError::RegisterWait`] when that time is over, or none passes.
    pub fn wait(&self, limit: Duration) -> Result<(), ForebayError> {
        let what = "the end of a burst";
        let register = self.page + source::STATUS;
        let begun = self.time()?;
        let cycles = limit.as_nanos() * u128::from(self.clock_hz()) / NANOS;
        let end = begun.saturating_add(u64::try_from(cycles).unwrap_or(u64::MAX));
        // While samples flow something moves, so that a wait for the register alone would go on.
        let over =
            |word| !SourceStatus::of(word).is_busy() || self.time().map_or(true, |now| now >= end);
        let mut seen = begun;
        loop {
            let waited = self.device.wait_register(what, register, &over);
            let now = self.time()?;
            match waited {
                Ok(value) if SourceStatus::of(value).is_busy() => {
                    let waited = now.saturating_sub(begun);
                    return Err(ForebayError::RegisterWait { what, value, waited });
                }
                Err(ForebayError::RegisterWait { .. }) if now != seen && now < end => seen = now,
                other => return other.map(drop),
            }
        }
    }

    /// What becomes of the burst.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn status(&self) -> Result<SourceStatus, ForebayError> {
        let mut guard = self.device.transport().registers();
        Ok(SourceStatus::of(guard.read(self.page + source::STATUS)?))
    }

    /// The hardware time, in cycles of the card's clock.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn time(&self) -> Result<u64, ForebayError> {
        self.device.transport().registers().read_pair(self.page + source::TIME_LO)
    }

    /// Sets the hardware time.
    ///
    /// # Errors
    /// [`CaptureError::SourceBusy`] while a burst is armed or runs.
    pub fn set_time(&self, time: u64) -> Result<(), ForebayError> {
        let mut guard = self.device.transport().registers();
        let mut page = SourcePage { registers: &mut *guard, page: self.page };
        let status = page.read(source::STATUS)?;
        if SourceStatus::of(status).is_busy() {
            return Err(CaptureError::SourceBusy { status }.into());
        }
        page.write_pair(source::TIME_LO, time)
    }

    /// What became of the samples of a channel since the burst began, all of one moment. Without headers channel 0 has the account of all channels, in samples of each.
    ///
    /// # Errors
    /// [`CaptureError::Signal`] of a channel that is not there.
    pub fn account(&self, channel: u32) -> Result<Account, ForebayError> {
        if channel >= source::PRODUCED_LO.count() {
            let (what, wanted) = ("channel", "0 to 3");
            return Err(CaptureError::Signal { what, value: channel.into(), wanted }.into());
        }
        let mut guard = self.device.transport().registers();
        let mut page = SourcePage { registers: &mut *guard, page: self.page };
        // Reading the first keeps the rest.
        let low = page.read(source::PRODUCED_LO.at(channel))?;
        let produced = u64::from(page.read(source::PRODUCED_HI)?) << 32 | u64::from(low);
        let kept = page.read_pair(source::KEPT_LO)?;
        let lost = page.read_pair(source::LOST_LO)?;
        Ok(Account { produced, kept, lost })
    }
}

/// Bits of the status register that tell of a burst that was.
fn told() -> u32 {
    status::DONE.mask() | status::LATE.mask() | status::OVERRUN.mask()
}

const fn why_refused(seen: SourceStatus) -> &'static str {
    if seen.held {
        "samples of the last burst are held; acquire them, or recover the card"
    } else {
        "with headers a packet is no longer than a quarter of the stream's FIFO; shorten it, or recover the card if it is held at rest"
    }
}

/// The registers of the source, whose owner is alone with them.
struct SourcePage<'a> {
    registers: &'a mut dyn Registers,
    page: u32,
}

impl SourcePage<'_> {
    fn read(&mut self, register: u32) -> Result<u32, ForebayError> {
        self.registers.read(self.page + register)
    }

    fn read_pair(&mut self, register: u32) -> Result<u64, ForebayError> {
        self.registers.read_pair(self.page + register)
    }

    fn write(&mut self, register: u32, value: u32) -> Result<(), ForebayError> {
        self.registers.write(self.page + register, value)
    }

    fn write_pair(&mut self, register: u32, value: u64) -> Result<(), ForebayError> {
        self.registers.write_pair(self.page + register, value)
    }

    /// Writes what bounds a burst; the command that begins it.
    fn bounds(&mut self, burst: &Burst) -> Result<u32, ForebayError> {
        let mut command = control::START.mask();
        for (bound, register, bit) in [
            (burst.at, source::START_AT_LO, control::AT),
            (burst.until, source::STOP_AT_LO, control::UNTIL),
            (burst.samples, source::SAMPLES_LO, control::COUNTED),
        ] {
            if let Some(value) = bound {
                self.write_pair(register, value)?;
                command |= bit.mask();
            }
        }
        Ok(command)
    }
}
