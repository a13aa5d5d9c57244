// SPDX-License-Identifier: Apache-2.0
//! What a burst of the signal source is, and what is told of it.

use forebay_regs::user::source::{mode, packet, samples_hi, status};
use serde::Serialize;

use super::super::chdr::MOST_SAMPLES;
use super::super::{CaptureError, Rate};

/// What the samples are: 32 bits, 16 of each of two components, little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// A complex tone: cosine in the first component, sine in the second.
    Tone {
        /// Turns in 2^32 samples.
        turns: u32,
    },
    /// The number of the sample in its burst, bits 27:0, and above them the channel's.
    Ramp,
    /// White noise, another one for each channel, the same in every burst.
    Noise,
    /// No wave: what is on the air of each channel at that moment, by which a [`Transmit`](crate::Transmit) is received. Silence is 0.
    Air,
}

impl Wave {
    /// The field of the mode register, and what register TONE has.
    pub(super) const fn registers(self) -> (u32, u32) {
        match self {
            Self::Tone { turns } => (mode::WAVE.put(mode::wave::TONE), turns),
            Self::Ramp => (mode::WAVE.put(mode::wave::RAMP), 0),
            Self::Noise => (mode::WAVE.put(mode::wave::NOISE), 0),
            Self::Air => (mode::LOOP.mask(), 0),
        }
    }
}

/// What is captured, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// What the samples are.
    pub wave: Wave,
    /// How many each channel has.
    pub rate: Rate,
    /// 1 to 4. Without headers 1, 2 or 4, and the samples of one time follow each other.
    pub channels: u32,
    /// Samples of each channel in a packet; none: packets end where a burst ends or samples are lost. With headers it has to be set, to 4096 at most and to no more
    /// than a quarter of the stream's FIFO holds.
    pub packet: Option<u32>,
    /// Packets have CHDR headers ([`chdr`](super::super::chdr)), and those of the channels are interleaved: for this endpoint those of the first one, and counted on
    /// from there.
    pub headers: Option<u16>,
    /// When samples find no room the burst ends, and does not go on when there is room again.
    pub stop_at_overrun: bool,
}

impl Signal {
    /// One channel of a wave, in no packets but those that losses make.
    #[must_use]
    pub const fn new(wave: Wave, rate: Rate) -> Self {
        Self { wave, rate, channels: 1, packet: None, headers: None, stop_at_overrun: false }
    }

    /// The mode register and that of packets.
    pub(super) fn registers(&self) -> Result<(u32, u32), CaptureError> {
        let bad = |what, value: u32, wanted| {
            Err(CaptureError::Signal { what, value: value.into(), wanted })
        };
        match (self.channels, self.headers) {
            (1..=4, Some(_)) | (1 | 2 | 4, None) => {}
            (other, Some(_)) => return bad("channels", other, "1 to 4"),
            (other, None) => return bad("channels without headers", other, "1, 2 or 4"),
        }
        let samples = match (self.packet, self.headers) {
            (None, Some(_)) => return bad("packets with headers of no length", 0, "1 to 4096"),
            (Some(samples), Some(_)) if samples == 0 || samples as usize > MOST_SAMPLES => {
                return bad("samples of a packet with headers", samples, "1 to 4096");
            }
            (Some(samples), None) if samples == 0 || samples > packet::SAMPLES.max() => {
                return bad("samples of a packet", samples, "1 to 65535");
            }
            (samples, _) => samples.unwrap_or(0),
        };
        let (wave, _) = self.wave.registers();
        let word = wave
            | mode::CHANNELS.put(self.channels - 1)
            | mode::STOP_AT_OVERRUN.put(self.stop_at_overrun.into())
            | mode::CHDR.put(self.headers.is_some().into());
        Ok((word, samples))
    }
}

/// When samples begin and end. What is not said does not bound it: without anything a burst begins at once, and ends with [`Source::stop`](super::Source::stop).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Burst {
    /// Hardware time of its first sample.
    pub at: Option<u64>,
    /// How many samples of each channel, 1 to 2^48 - 1.
    pub samples: Option<u64>,
    /// Hardware time from which on it has none.
    pub until: Option<u64>,
}

impl Burst {
    /// The most samples of a burst that says how many.
    pub const MOST_SAMPLES: u64 = (samples_hi::COUNT.max() as u64) << 32 | u32::MAX as u64;
}

/// What becomes of a burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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

impl SourceStatus {
    pub(super) const fn of(word: u32) -> Self {
        Self {
            armed: status::ARMED.is_set(word),
            running: status::RUNNING.is_set(word),
            losing: status::LOSING.is_set(word),
            held: status::HELD.is_set(word),
            done: status::DONE.is_set(word),
            late: status::LATE.is_set(word),
            overrun: status::OVERRUN.is_set(word),
        }
    }

    /// A burst is not over.
    #[must_use]
    pub const fn is_busy(self) -> bool {
        self.armed || self.running
    }
}

/// What became of a channel's samples since the burst began: each was kept or lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// Samples made.
    pub produced: u64,
    /// Of these, the ones that go to the host.
    pub kept: u64,
    /// Of these, the ones that found no room.
    pub lost: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_that_the_source_does_not_make_is_refused_with_what_it_does() {
        let rate = Rate::in_cycles(1 << 31, 250_000_000).unwrap();
        let good = Signal::new(Wave::Ramp, rate);
        let with = Signal { headers: Some(3), packet: Some(70), channels: 3, ..good };
        assert_eq!(good.registers().unwrap(), (1, 0));
        assert_eq!(with.registers().unwrap(), (1 | 2 << 4 | 1 << 9, 70));
        assert_eq!(Signal { wave: Wave::Air, ..good }.registers().unwrap(), (1 << 10, 0));
        for wrong in [
            Signal { channels: 0, ..good },
            Signal { channels: 3, ..good },
            Signal { channels: 5, ..with },
            Signal { packet: None, ..with },
            Signal { packet: Some(0), ..with },
            Signal { packet: Some(4097), ..with },
            Signal { packet: Some(0), ..good },
            Signal { packet: Some(65536), ..good },
        ] {
            let told = wrong.registers().unwrap_err();
            assert!(matches!(told, CaptureError::Signal { .. }), "{wrong:?}: {told}");
        }
    }
}
