// SPDX-License-Identifier: Apache-2.0
//! What is to be captured, of what was asked for.

use forebay::{
    Burst, CaptureError, CaptureOptions, ForebayError, OverrunPolicy, Rate, Signal, Source, Wave,
};

use crate::args::{CaptureArgs, OverrunArg, WaveArg};
use crate::error::CliError;
use crate::radio::whole;

/// Samples of a packet with a header: a packet is 1 KiB and its header.
const PACKET_SAMPLES: u32 = 256;
/// Turns of a tone in 2^32 samples.
pub(crate) const TONE: u32 = 1 << 26;

/// What is to be captured.
pub(super) struct Plan {
    pub options: CaptureOptions,
    pub signal: Signal,
    /// Samples of each channel.
    pub samples: u64,
    /// The card ends the burst by itself.
    pub burst: bool,
    /// Hardware time at which it begins, if it was said.
    at: Option<u64>,
    /// Cycles in which it does otherwise.
    soon: u64,
}

impl Plan {
    pub(super) fn of(args: &CaptureArgs, source: &Source, soon: u64) -> Result<Self, CliError> {
        if args.packets && args.overrun == OverrunArg::Overwrite {
            let what = "--packets finds packets by the lengths of those before, and --overrun overwrite takes some away";
            return Err(CliError::CaptureOptions { what });
        }
        let clock_hz = source.clock_hz();
        let rate = Rate::per_second(args.rate.unwrap_or_default(), clock_hz);
        let rate = rate.map_err(ForebayError::from)?;
        let wave = match args.wave {
            WaveArg::Ramp => Wave::Ramp,
            WaveArg::Tone => Wave::Tone { turns: TONE },
            WaveArg::Noise => Wave::Noise,
            WaveArg::Air => Wave::Air,
        };
        let policy = match args.overrun {
            OverrunArg::Overwrite => OverrunPolicy::Overwrite,
            OverrunArg::Gap | OverrunArg::Stop => OverrunPolicy::Gap,
        };
        let (buffers, bytes) = (args.buffers, args.buffer_bytes);
        let seconds = args.seconds.unwrap_or_default();
        let samples = args.samples.unwrap_or_else(|| whole(seconds * rate.hertz()).max(1));
        if samples > Burst::MOST_SAMPLES {
            let (what, wanted) = ("samples in --seconds", "1 to 2^48 - 1");
            return Err(
                ForebayError::from(CaptureError::Signal { what, value: samples, wanted }).into()
            );
        }
        Ok(Self {
            options: CaptureOptions { buffers, bytes, policy, through: args.packets },
            signal: Signal {
                wave,
                rate,
                channels: args.channels,
                packet: args.packets.then_some(PACKET_SAMPLES),
                headers: args.packets.then_some(0),
                stop_at_overrun: args.overrun == OverrunArg::Stop,
            },
            samples,
            burst: args.burst,
            at: args.at.map(|at| whole(at * clock_hz as f64)),
            soon,
        })
    }

    /// The burst that begins when it was said, or soon.
    pub(super) fn burst(&self, source: &Source) -> Result<Burst, CliError> {
        let at = self.at.map_or_else(|| source.time().map(|now| now + self.soon), Ok)?;
        Ok(Burst { at: Some(at), samples: self.burst.then_some(self.samples), until: None })
    }
}
