// SPDX-License-Identifier: Apache-2.0
//! The signal source of a card: samples at a rate, each with its time, in bursts.

mod page;
mod signal;

use std::time::Duration;

use forebay_regs::user::source::{self, control, status};

pub(crate) use page::SourcePage;
pub use signal::{Account, Burst, Signal, SourceStatus, Wave};

use self::page::Alone;
use super::CaptureError;
use crate::registers::Registers;
use crate::transmit::TransmitError;
use crate::{Device, ForebayError};

/// The signal source of a card. It belongs to whoever tells it; two who tell it at the same time disturb each other.
#[derive(Clone, Debug)]
pub struct Source {
    page: SourcePage,
}

impl Device {
    /// The card's signal source.
    ///
    /// # Errors
    /// [`ForebayError::NoFeature`] on a card without.
    pub fn source(&self) -> Result<Source, ForebayError> {
        Ok(Source { page: SourcePage::find(self, "signal source")? })
    }
}

impl Source {
    /// Frequency of the clock in whose cycles times are.
    #[must_use]
    pub fn clock_hz(&self) -> u64 {
        self.page.clock_hz()
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
            && !(1..=Burst::MOST_SAMPLES).contains(&samples)
        {
            let (what, wanted) = ("samples of a burst", "1 to 2^48 - 1");
            return Err(CaptureError::Signal { what, value: samples, wanted }.into());
        }
        let mut page = self.page.alone();
        let before = page.read(source::STATUS)?;
        if SourceStatus::of(before).is_busy() {
            return Err(CaptureError::SourceBusy { status: before }.into());
        }
        page.write(source::MODE, mode)?;
        page.write(source::RATE, signal.rate.count())?;
        page.write(source::TONE, turns)?;
        page.write(source::PACKET, packet)?;
        page.write(source::ENDPOINT, signal.headers.unwrap_or(0).into())?;
        let command = bounds(&mut page, burst)?;
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
        self.page.alone().write(source::CONTROL, control::STOP.mask())
    }

    /// Lets the card work until no burst is armed or runs, for so much hardware time at most: all that it does may be to wait for the time of a burst.
    ///
    /// # Errors
    /// [`ForebayError::RegisterWait`] when that time is over, or none passes.
    pub fn wait(&self, limit: Duration) -> Result<(), ForebayError> {
        let busy = status::ARMED.mask() | status::RUNNING.mask();
        let over = |word: u32| word & busy == 0;
        self.page.wait("the end of a burst", source::STATUS, limit, &over)
    }

    /// What becomes of the burst.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn status(&self) -> Result<SourceStatus, ForebayError> {
        Ok(SourceStatus::of(self.page.alone().read(source::STATUS)?))
    }

    /// The hardware time, in cycles of the card's clock.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn time(&self) -> Result<u64, ForebayError> {
        self.page.time()
    }

    /// Sets the hardware time.
    ///
    /// # Errors
    /// [`CaptureError::SourceBusy`] while a burst is armed or runs; [`TransmitError::OnAir`] while something is to be sent.
    pub fn set_time(&self, time: u64) -> Result<(), ForebayError> {
        let mut page = self.page.alone();
        let status = page.read(source::STATUS)?;
        if SourceStatus::of(status).is_busy() {
            return Err(CaptureError::SourceBusy { status }.into());
        }
        // The card would leave the time as it is, and say nothing.
        if let Some(error) = TransmitError::on_air(page.read(source::TX_STATUS)?) {
            return Err(error.into());
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
        let mut page = self.page.alone();
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

/// Writes what bounds a burst; the command that begins it.
fn bounds(page: &mut Alone<'_>, burst: &Burst) -> Result<u32, ForebayError> {
    let mut command = control::START.mask();
    for (bound, register, bit) in [
        (burst.at, source::START_AT_LO, control::AT),
        (burst.until, source::STOP_AT_LO, control::UNTIL),
        (burst.samples, source::SAMPLES_LO, control::COUNTED),
    ] {
        if let Some(value) = bound {
            page.write_pair(register, value)?;
            command |= bit.mask();
        }
    }
    Ok(command)
}
