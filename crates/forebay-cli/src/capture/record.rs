// SPDX-License-Identifier: Apache-2.0
//! Recording: whatever ends it, what was taken by then is in a valid recording.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use forebay::{Account, Capture, Source};

use super::plan::Plan;
use super::sink::Sink;
use super::told::Told;
use crate::args::CaptureArgs;
use crate::error::CliError;
use crate::output;
use crate::progress::{Done, during};
use crate::radio::{Clock, Radio, stop_on_signals};
use crate::stop::STOPPED;

/// How long a burst may take to end that was told to.
const END: Duration = Duration::from_secs(1);

/// What the progress is told.
#[derive(Debug, Default)]
struct Live {
    recorded: AtomicU64,
    lost: AtomicU64,
    filled: AtomicU64,
}

pub(super) fn run(args: &CaptureArgs) -> Result<u8, CliError> {
    let stop = stop_on_signals()?;
    let Radio { device, look, soon } = Radio::open(&args.card)?;
    let source = device.source()?;
    let plan = Plan::of(args, &source, soon)?;
    let capture = device.capture(&plan.options)?;
    let out = args.out.clone().unwrap_or_default();
    let live = Live::default();
    let rate = plan.signal.rate.hertz() / 1e6;
    let note = || {
        let (filled, lost) = (&live.filled, &live.lost);
        let [filled, lost] = [filled, lost].map(|count| count.load(Ordering::Relaxed));
        format!("{rate} MS/s, {filled} of {} buffers full, {lost} lost", plan.options.buffers)
    };
    let done =
        Done { count: &live.recorded, total: plan.samples, unit: "samples", note: Some(&note) };
    let session =
        Session { look, source: &source, capture: &capture, plan: &plan, live: &live, stop: &stop };
    let told = during("capturing", Some(done), || session.record(&out))?;
    if args.json {
        output::json(&told)?;
    } else {
        output::text(&told.text())?;
    }
    Ok(if stop.load(Ordering::Relaxed) { STOPPED } else { 0 })
}

struct Session<'a> {
    look: Duration,
    source: &'a Source,
    capture: &'a Capture,
    plan: &'a Plan,
    live: &'a Live,
    stop: &'a AtomicBool,
}

impl Session<'_> {
    /// Records; behind an error the recording is valid up to there.
    fn record(&self, out: &Path) -> Result<Told, CliError> {
        self.capture.start()?;
        self.drain()?;
        let clock = Clock::read(self.source)?;
        let burst = self.plan.burst(self.source)?;
        self.source.start(&self.plan.signal, &burst)?;
        let first = burst.at.unwrap_or_default();
        let mut sink = match Sink::create(out, self.plan, (first, clock)) {
            Ok(sink) => sink,
            Err(error) => {
                // The card is left as it was found.
                self.source.stop()?;
                return Err(error);
            }
        };
        let captured = self.follow(&mut sink).and_then(|()| self.end(&mut sink));
        if captured.is_err() {
            // What went wrong first is told.
            let _ = self.source.stop();
            let _ = self.capture.stop();
        }
        let lost = sink.lost();
        let finished = sink.finish();
        let account = captured?;
        let stats = self.capture.stats()?;
        Ok(Told::new(self.plan, finished?, (account, lost), stats))
    }

    /// Takes buffers until all is recorded, nothing more comes, or somebody stops it.
    fn follow(&self, sink: &mut Sink) -> Result<(), CliError> {
        while sink.samples() < self.plan.samples && !self.stop.load(Ordering::Relaxed) {
            if self.take(sink, self.look)? {
                continue;
            }
            let status = self.source.status()?;
            if !status.is_busy() && !status.held {
                // Its last buffers may have come since.
                while self.take(sink, self.look)? {}
                break;
            }
        }
        Ok(())
    }

    /// Ends burst and capture, and takes what is left in the card.
    fn end(&self, sink: &mut Sink) -> Result<Account, CliError> {
        self.source.stop()?;
        self.source.wait(END)?;
        while self.take(sink, self.look)? || self.source.status()?.held {}
        self.capture.stop()?;
        while self.take(sink, Duration::ZERO)? {}
        let mut sum = Account::default();
        let accounts =
            if self.plan.signal.headers.is_some() { self.plan.signal.channels } else { 1 };
        for channel in 0..accounts {
            let Account { produced, kept, lost } = self.source.account(channel)?;
            sum.produced += produced;
            sum.kept += kept;
            sum.lost += lost;
        }
        Ok(sum)
    }

    /// Takes the next buffer; whether there was one.
    fn take(&self, sink: &mut Sink, limit: Duration) -> Result<bool, CliError> {
        let Some(buffer) = self.capture.acquire(limit)? else { return Ok(false) };
        if let Err(error) = sink.take(&buffer, &buffer.info()) {
            // Behind a driver a buffer goes with its card, and cannot be read any more.
            self.capture.stats()?;
            return Err(error);
        }
        buffer.release()?;
        let stats = self.capture.stats()?;
        self.live.recorded.store(sink.samples(), Ordering::Relaxed);
        self.live.lost.store(sink.lost(), Ordering::Relaxed);
        self.live.filled.store(stats.filled.into(), Ordering::Relaxed);
        Ok(true)
    }

    /// Throws away what the card holds of a burst before.
    fn drain(&self) -> Result<(), CliError> {
        while self.source.status()?.held && self.capture.acquire(self.look)?.is_some() {}
        Ok(())
    }
}
