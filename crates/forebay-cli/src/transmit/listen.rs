// SPDX-License-Identifier: Apache-2.0
//! The loop: what is on the air while something is sent is recorded, in the segments of what is sent.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use forebay::capture::chdr::SAMPLE_BYTES;
use forebay::{Burst, Capture, CaptureOptions, OverrunPolicy, Signal, Source, Wave};
use forebay_sigmf::{Files, Global, Span, Start};

use super::plan::Plan;
use super::told::Heard;
use crate::capture::track::Track;
use crate::error::CliError;
use crate::output;
use crate::radio::{Clock, Radio};

/// Its buffers: more than comes between two looks.
const BUFFERS: u32 = 64;
const BUFFER_BYTES: u32 = 256 << 10;

/// A burst that is received, and its recording.
struct Recording {
    track: Track,
    clock: Clock,
    /// Hardware time of its first moment.
    first: u64,
    /// Number of the next moment, from the first one on.
    next: u64,
    /// Samples that were lost on their way.
    lost: u64,
    /// Samples on the air where there should be silence.
    stray: u64,
}

pub(super) struct Listener<'a> {
    source: Source,
    capture: Capture,
    plan: &'a Plan,
    name: PathBuf,
    look: Duration,
    recording: Option<Recording>,
}

impl<'a> Listener<'a> {
    pub(super) fn open(radio: &Radio, plan: &'a Plan, name: &Path) -> Result<Self, CliError> {
        let (buffers, bytes) = (BUFFERS, BUFFER_BYTES);
        let options = CaptureOptions { buffers, bytes, policy: OverrunPolicy::Gap, through: false };
        let (source, capture) = (radio.device.source()?, radio.device.capture(&options)?);
        Ok(Self { source, capture, plan, name: name.to_owned(), look: radio.look, recording: None })
    }

    /// Throws away what the card holds of a burst before.
    pub(super) fn prepare(&self) -> Result<(), CliError> {
        self.capture.start()?;
        while self.source.status()?.held && self.capture.acquire(self.look)?.is_some() {}
        Ok(())
    }

    /// Receives from that time on.
    pub(super) fn begin(&mut self, first: u64) -> Result<(), CliError> {
        let clock = Clock::read(&self.source)?;
        let Plan { rate, channels, .. } = *self.plan;
        let signal = Signal { channels, ..Signal::new(Wave::Air, rate) };
        let samples = Some(self.plan.moments());
        self.source.start(&signal, &Burst { at: Some(first), samples, until: None })?;
        let mut global = Global::new(rate.hertz(), channels);
        global.hw = Some("Forebay loop".into());
        let track = Track::create(Files::of(&self.name), global, self.plan.samples());
        match track {
            Ok(track) => {
                let (next, lost, stray) = (0, 0, 0);
                self.recording = Some(Recording { track, clock, first, next, lost, stray });
                Ok(())
            }
            Err(error) => {
                // The card is left as it was found.
                self.source.stop()?;
                Err(error)
            }
        }
    }

    /// Takes what is there. It does not wait, so that what is sent meanwhile does not: a look at the engine of a card in this process takes its time.
    pub(super) fn take_all(&mut self) -> Result<(), CliError> {
        while self.capture.stats()?.filled > 0 && self.take(Duration::ZERO)? {}
        Ok(())
    }

    /// Takes what is still to come; all of it was on the air.
    pub(super) fn rest(&mut self, stop: &AtomicBool) -> Result<(), CliError> {
        while !stop.load(Ordering::Relaxed) {
            if self.take(self.look)? {
                continue;
            }
            let status = self.source.status()?;
            if !status.is_busy() && !status.held {
                // Its last buffers may have come since.
                return self.take_all();
            }
        }
        Ok(())
    }

    /// Takes the next buffer; whether there was one.
    fn take(&mut self, limit: Duration) -> Result<bool, CliError> {
        let Some(buffer) = self.capture.acquire(limit)? else { return Ok(false) };
        let info = buffer.info();
        if let Some(recording) =
            self.recording.as_mut().filter(|recording| info.stamp >= recording.first)
        {
            recording.take(self.plan, &buffer, (info.stamp, info.lost))?;
        }
        buffer.release()?;
        Ok(true)
    }

    /// Ends it; what came of it. Whatever went wrong, the recording is valid up to there.
    pub(super) fn finish(mut self) -> Result<Heard, CliError> {
        let ended = self.source.stop().and_then(|()| self.capture.stop());
        let taken = ended.map_err(CliError::from).and_then(|()| self.take_all());
        let Some(Recording { track, lost, stray, .. }) = self.recording.take() else {
            return taken.map(|()| Heard::default());
        };
        let summary = track.finish()?;
        taken?;
        Ok(Heard {
            recording: output::path(&summary.meta),
            recorded: summary.samples,
            segments: summary.segments,
            lost,
            stray,
        })
    }
}

impl Recording {
    /// Moments one behind the other, the first of which has that time, and ahead of which so many were lost.
    fn take(
        &mut self,
        plan: &Plan,
        bytes: &[u8],
        (stamp, lost): (u64, u64),
    ) -> Result<(), CliError> {
        let told = self.next + lost;
        if plan.rate.sample_at(stamp - self.first) != Some(told) {
            let what = format!("that is not the time of sample {told}, which was next");
            return Err(CliError::Account { time: stamp, what });
        }
        let frame = SAMPLE_BYTES * plan.channels as usize;
        let moments = told..told + (bytes.len() / frame) as u64;
        self.lost += lost;
        self.next = moments.end;
        let part = |from: u64, to: u64| {
            let at = |moment: u64| usize::try_from(moment - moments.start).unwrap_or(0) * frame;
            &bytes[at(from)..at(to)]
        };
        let mut silent = moments.start;
        let begin = |span: &Span| span.index - plan.base();
        let first = plan.spans.partition_point(|one| begin(one) + one.samples <= moments.start);
        let here = plan.spans[first..].iter().take_while(|one| begin(one) < moments.end);
        for span in here {
            let from = begin(span).max(moments.start);
            let to = (begin(span) + span.samples).min(moments.end);
            self.stray += strays(part(silent, from));
            silent = to;
            let time = plan.time(self.first, plan.base() + from);
            let (global_index, since_epoch) = (plan.base() + from, self.clock.world(time));
            self.track.take(
                global_index,
                Start { global_index, since_epoch, time },
                part(from, to),
            )?;
        }
        self.stray += strays(part(silent, moments.end));
        Ok(())
    }
}

/// Samples that are not silence.
fn strays(bytes: &[u8]) -> u64 {
    let (samples, _) = bytes.as_chunks::<SAMPLE_BYTES>();
    samples.iter().filter(|sample| **sample != [0; SAMPLE_BYTES]).count() as u64
}
