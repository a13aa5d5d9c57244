// SPDX-License-Identifier: Apache-2.0
//! A run in this process: the library's capture of the card, each sample of a ramp checked in place.

use std::error::Error;
use std::time::{Duration, Instant};

use forebay::{Burst, Capture, CaptureBuffer, CaptureOptions, Device, Rate, Signal, Source, Wave};
use rustix::time::{ClockId, clock_gettime};

use super::{Counted, Run};

/// How long a buffer is waited for until there is a look whether more will come, in time of the card.
const LOOK: Duration = Duration::from_millis(10);
/// Bits of a ramp's sample that are its number.
const NUMBER: u64 = 0x0fff_ffff;

pub(super) fn run(card: &str, run: &Run) -> Result<Counted, Box<dyn Error>> {
    let device = Device::open(card)?;
    let source = device.source()?;
    let options =
        CaptureOptions { buffers: run.buffers, bytes: run.bytes, ..CaptureOptions::default() };
    let capture = device.capture(&options)?;
    let rate = Rate::in_cycles(run.rate, source.clock_hz())?;
    let samples = run.samples(source.clock_hz());
    capture.start()?;
    let (wall, used, cycles) = (Instant::now(), processor_time(), source.time()?);
    let burst = Burst { samples: Some(samples), ..Burst::default() };
    source.start(&Signal::new(Wave::Ramp, rate), &burst)?;
    let mut ramp = Ramp { rate, first: None, number: 0, kept: 0, lost: 0, gaps: 0 };
    while ramp.number < samples && await_one(&source, &capture, &mut ramp)? {}
    let cycles = source.time()? - cycles;
    let (wall, used) = (wall.elapsed(), processor_time() - used);
    capture.stop()?;
    while let Some(buffer) = capture.acquire(Duration::ZERO)? {
        ramp.take(&buffer)?;
    }
    let account = source.account(0)?;
    if ramp.kept != account.kept || account.kept + account.lost != samples {
        return Err(
            format!("{} of {samples} came, and the card says {account:?}", ramp.kept).into()
        );
    }
    Ok(Counted {
        samples,
        kept: account.kept,
        lost: account.lost,
        told: ramp.lost,
        gaps: ramp.gaps,
        card_seconds: cycles as f64 / source.clock_hz() as f64,
        wall_seconds: wall.as_secs_f64(),
        processor_seconds: used.as_secs_f64(),
        system_seconds: None,
    })
}

/// Takes the next buffer; whether there was one, or may be.
fn await_one(source: &Source, capture: &Capture, ramp: &mut Ramp) -> Result<bool, Box<dyn Error>> {
    if let Some(buffer) = capture.acquire(LOOK)? {
        ramp.take(&buffer)?;
        return Ok(true);
    }
    let status = source.status()?;
    Ok(status.is_busy() || status.held)
}

/// What this process has used, the card in it too.
fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

/// A ramp, and how far it has come.
struct Ramp {
    rate: Rate,
    /// Time of its first sample.
    first: Option<u64>,
    /// Of the next sample.
    number: u64,
    kept: u64,
    lost: u64,
    gaps: u64,
}

impl Ramp {
    /// The next buffer: each sample, and the time of the first one.
    fn take(&mut self, buffer: &CaptureBuffer) -> Result<(), Box<dyn Error>> {
        let info = buffer.info();
        self.lost += info.lost;
        self.gaps += u64::from(info.lost > 0);
        self.number += info.lost;
        let first = *self.first.get_or_insert(info.stamp);
        if info.stamp != first + self.rate.cycles_to(self.number) {
            return Err(format!("sample {} at {}, {info:?}", self.number, info.stamp).into());
        }
        let (words, rest) = buffer.as_chunks::<4>();
        // All of them first: a branch for each sample would cost more than the sample.
        let wrong = |(at, word): (u64, &[u8; 4])| {
            u32::from_le_bytes(*word) ^ ((self.number + at) & NUMBER) as u32
        };
        let all = (0..).zip(words).map(wrong).fold(0, |all, wrong| all | wrong);
        if all != 0 || !rest.is_empty() {
            return Err(format!("wrong bytes behind sample {}", self.number).into());
        }
        self.number += words.len() as u64;
        self.kept += words.len() as u64;
        Ok(())
    }
}
