// SPDX-License-Identifier: Apache-2.0
//! Where captured samples go: into a recording, or one for each channel.

use std::path::Path;

use forebay::capture::chdr::{Demultiplexer, LINE_BYTES, Parser};
use forebay::{BufferInfo, Signal};
use forebay_sigmf::{Files, Global, Start, Summary};

use super::plan::Plan;
use super::track::Track;
use crate::error::CliError;
use crate::radio::Clock;

/// All of a capture.
pub(super) struct Sink {
    tracks: Vec<Track>,
    signal: Signal,
    /// Hardware time at which the burst began.
    first: u64,
    clock: Clock,
    packets: Option<(Parser, Demultiplexer)>,
}

impl Sink {
    pub(super) fn create(
        out: &Path,
        plan: &Plan,
        (first, clock): (u64, Clock),
    ) -> Result<Self, CliError> {
        let files = Files::of(out);
        let signal = plan.signal;
        let with_headers = signal.headers.is_some();
        let tracks = if with_headers && signal.channels > 1 {
            Self::one_each(&files, plan)?
        } else {
            vec![track(files, plan, None)?]
        };
        let packets = with_headers.then(|| (Parser::new(LINE_BYTES), Demultiplexer::default()));
        Ok(Self { tracks, signal, first, clock, packets })
    }

    /// A recording of each channel, or none at all.
    fn one_each(files: &Files, plan: &Plan) -> Result<Vec<Track>, CliError> {
        let mut tracks = Vec::new();
        for channel in 0..plan.signal.channels {
            match track(files.channel(channel), plan, Some(channel)) {
                Ok(track) => tracks.push(track),
                Err(error) => {
                    tracks.into_iter().for_each(Track::discard);
                    return Err(error);
                }
            }
        }
        Ok(tracks)
    }

    /// Samples of each channel that are recorded; of the channel that has fewest.
    pub(super) fn samples(&self) -> u64 {
        self.tracks.iter().map(Track::samples).min().unwrap_or(0)
    }

    /// Samples that are missing in the recordings.
    pub(super) fn lost(&self) -> u64 {
        self.tracks.iter().map(Track::lost).sum()
    }

    /// Adds what is in a buffer.
    pub(super) fn take(&mut self, bytes: &[u8], info: &BufferInfo) -> Result<(), CliError> {
        // What the card held of a burst before is none of this one.
        if info.stamp < self.first {
            return Ok(());
        }
        if self.packets.is_some() {
            return self.take_packets(bytes);
        }
        let start = self.start(info.stamp)?;
        let [track] = &mut self.tracks[..] else { return Ok(()) };
        let told = info.lost + info.overwritten / track.frame();
        if track.next() + told != start.global_index {
            let (next, index) = (track.next(), start.global_index);
            let what =
                format!("that is sample {index}, and {told} are told to be lost behind {next}");
            return Err(CliError::Account { time: info.stamp, what });
        }
        track.take(start.global_index, start, bytes)
    }

    fn take_packets(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        let Some((mut parser, mut streams)) = self.packets.take() else { return Ok(()) };
        parser.push(bytes);
        while let Some(packet) = parser.next()? {
            let time = packet.time.unwrap_or(self.first);
            let missing = streams.missing(&packet.header);
            if missing > 0 {
                let endpoint = packet.header.endpoint;
                let what =
                    format!("{missing} packets of channel {endpoint} are missing ahead of it");
                return Err(CliError::Account { time, what });
            }
            let start = self.start(time)?;
            let track = self.tracks.get_mut(usize::from(packet.header.endpoint));
            let Some(track) = track else {
                let what = format!("a packet is for endpoint {}", packet.header.endpoint);
                return Err(CliError::Account { time, what });
            };
            track.take(start.global_index, start, packet.payload)?;
        }
        self.packets = Some((parser, streams));
        Ok(())
    }

    /// The sample of that time.
    fn start(&self, time: u64) -> Result<Start, CliError> {
        let number = time.checked_sub(self.first).and_then(|span| self.signal.rate.sample_at(span));
        let Some(global_index) = number else {
            let what = format!("no sample is made then, of a burst that began at {}", self.first);
            return Err(CliError::Account { time, what });
        };
        Ok(Start { global_index, since_epoch: self.clock.world(time), time })
    }

    /// Ends every recording. All are tried; what went wrong first is told.
    pub(super) fn finish(self) -> Result<Vec<Summary>, CliError> {
        let ended: Vec<_> = self.tracks.into_iter().map(Track::finish).collect();
        Ok(ended.into_iter().collect::<Result<_, _>>()?)
    }
}

fn track(files: Files, plan: &Plan, channel: Option<u32>) -> Result<Track, CliError> {
    let channels = if channel.is_some() { 1 } else { plan.signal.channels };
    let mut global = Global::new(plan.signal.rate.hertz(), channels);
    global.hw = Some("Forebay signal source".into());
    global.channel = channel;
    Track::create(files, global, plan.samples)
}
