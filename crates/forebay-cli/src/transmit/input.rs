// SPDX-License-Identifier: Apache-2.0
//! The samples that are sent.

use std::f64::consts::TAU;

use forebay::capture::chdr::SAMPLE_BYTES;
use forebay_sigmf::{Files, Reader, Span, ramp};

use crate::args::{SentWave, TransmitArgs};
use crate::capture::plan::TONE;
use crate::error::CliError;

/// Amplitude of a tone: half of what a component can have.
const AMPLITUDE: f64 = 16_384.0;

enum Kind {
    Wave(SentWave),
    Recording(Box<Reader>),
}

/// What the samples are, and which there are.
pub(super) struct Input {
    kind: Kind,
    pub channels: u32,
    /// Their rate, where they say it.
    pub rate: Option<f64>,
    /// Those that follow each other, one behind the other and none of them empty.
    pub spans: Vec<Span>,
}

impl Input {
    pub(super) fn of(args: &TransmitArgs) -> Result<Self, CliError> {
        let wave = args.wave.map(|wave| (wave, args.samples.unwrap_or_default()));
        let Some((wave, samples)) = wave else {
            let name = args.recording.clone().unwrap_or_default();
            let reader = Box::new(Reader::open(&Files::of(&name))?);
            let (global, spans) = (&reader.meta().global, reader.spans().to_vec());
            let (channels, rate) = (global.num_channels, global.sample_rate);
            return Ok(Self { kind: Kind::Recording(reader), channels, rate, spans });
        };
        let spans = vec![Span { index: 0, samples }];
        Ok(Self { kind: Kind::Wave(wave), channels: args.channels, rate: None, spans })
    }

    /// The next samples, which begin with that number; those of one time follow each other.
    pub(super) fn take(
        &mut self,
        index: u64,
        samples: usize,
        into: &mut Vec<u8>,
    ) -> Result<(), CliError> {
        into.clear();
        let numbers = (index..).take(samples);
        let channels = self.channels;
        match &mut self.kind {
            Kind::Recording(reader) => reader.read(samples, into)?,
            Kind::Wave(SentWave::Ramp) => into.extend(numbers.flat_map(|number| {
                (0..channels).flat_map(move |channel| ramp(channel, number).to_le_bytes())
            })),
            Kind::Wave(SentWave::Tone) => into
                .extend(numbers.flat_map(|number| (0..channels).flat_map(move |_| tone(number)))),
        }
        Ok(())
    }
}

/// The sample of that number of a tone.
fn tone(number: u64) -> [u8; SAMPLE_BYTES] {
    let turns = u32::try_from(number & u64::from(u32::MAX)).unwrap_or_default().wrapping_mul(TONE);
    let angle = f64::from(turns) / f64::from(u32::BITS).exp2() * TAU;
    #[expect(clippy::cast_possible_truncation, reason = "no more than the amplitude")]
    let [real, imaginary] =
        [angle.cos(), angle.sin()].map(|part| ((part * AMPLITUDE).round() as i16).to_le_bytes());
    [real[0], real[1], imaginary[0], imaginary[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_turns_once_in_64_samples() {
        let quarters = [[16_384, 0], [0, 16_384], [-16_384, 0], [0, -16_384], [16_384, 0]];
        for (number, wanted) in (0..).step_by(16).zip(quarters) {
            let bytes = tone(number);
            let half = |at: usize| i16::from_le_bytes([bytes[at], bytes[at + 1]]);
            assert_eq!([half(0), half(2)], wanted, "sample {number}");
        }
        assert_eq!(tone(1 << 40), tone(0));
    }
}
