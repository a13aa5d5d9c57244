// SPDX-License-Identifier: Apache-2.0
//! What is to be captured, of what was asked for.

use std::time::{Duration, SystemTime};

use forebay::{Burst, CaptureOptions, ForebayError, OverrunPolicy, Rate, Signal, Source, Wave};

use crate::args::{CaptureArgs, OverrunArg, WaveArg};
use crate::card_name::is_node;
use crate::error::CliError;

/// Samples of a packet with a header: a packet is 1 KiB and its header.
const PACKET_SAMPLES: u32 = 256;
/// Parts of a second in which a burst begins that was not told when: long enough for a host to tell it. A card in this process lets no time pass meanwhile.
const SOON: u64 = 10;
const SOON_IN_PROCESS: u64 = 10_000;
/// Turns of a tone in 2^32 samples.
const TONE: u32 = 1 << 26;

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
    /// Parts of a second in which it does otherwise.
    soon: u64,
}

impl Plan {
    pub(super) fn of(args: &CaptureArgs, source: &Source) -> Result<Self, CliError> {
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
        };
        let policy = match args.overrun {
            OverrunArg::Overwrite => OverrunPolicy::Overwrite,
            OverrunArg::Gap | OverrunArg::Stop => OverrunPolicy::Gap,
        };
        let (buffers, bytes) = (args.buffers, args.buffer_bytes);
        let seconds = args.seconds.unwrap_or_default();
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
            samples: args.samples.unwrap_or_else(|| whole(seconds * rate.hertz()).max(1)),
            burst: args.burst,
            at: args.at.map(|at| whole(at * clock_hz as f64)),
            soon: if is_node(&args.card) { SOON } else { SOON_IN_PROCESS },
        })
    }

    /// The burst that begins when it was said, or soon.
    pub(super) fn burst(&self, source: &Source) -> Result<Burst, CliError> {
        let soon = source.clock_hz() / self.soon;
        let at = self.at.map_or_else(|| source.time().map(|now| now + soon), Ok)?;
        Ok(Burst { at: Some(at), samples: self.burst.then_some(self.samples), until: None })
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn whole(number: f64) -> u64 {
    number.round() as u64
}

/// Which time of the world a hardware time is.
pub(super) struct Clock {
    hertz: u64,
    /// A hardware time, and that of the world.
    hardware: u64,
    world: Duration,
}

impl Clock {
    /// As of now.
    pub(super) fn read(source: &Source) -> Result<Self, CliError> {
        let hardware = source.time()?;
        // A clock before 1970 is none.
        let world = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Ok(Self { hertz: source.clock_hz(), hardware, world })
    }

    /// Since 1970.
    pub(super) fn world(&self, time: u64) -> Duration {
        let span = |cycles: u64| {
            let nanos = u128::from(cycles) * 1_000_000_000 / u128::from(self.hertz.max(1));
            Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
        };
        match time.checked_sub(self.hardware) {
            Some(later) => self.world.saturating_add(span(later)),
            None => self.world.saturating_sub(span(self.hardware - time)),
        }
    }
}
