// SPDX-License-Identifier: Apache-2.0
//! What is to be sent when.

use forebay::capture::chdr::packet_bytes;
use forebay::{Air, ForebayError, Rate, TransmitOptions};
use forebay_sigmf::Span;

use super::input::Input;
use crate::args::TransmitArgs;
use crate::error::CliError;
use crate::radio::{Radio, whole};

pub(super) struct Plan {
    pub options: TransmitOptions,
    pub rate: Rate,
    pub channels: u32,
    pub spans: Vec<Span>,
    /// Samples of a packet.
    packet: u64,
    /// Hardware time at which it begins, if it was said.
    at: Option<u64>,
    /// Cycles in which it does otherwise.
    soon: u64,
}

/// A packet of each channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// Number of its first sample.
    pub index: u64,
    pub samples: usize,
    /// Nothing comes behind it.
    pub last: bool,
}

impl Plan {
    pub(super) fn of(args: &TransmitArgs, input: &Input, radio: &Radio) -> Result<Self, CliError> {
        let Some(asked) = args.rate.or(input.rate) else {
            return Err(CliError::Missing {
                what: "the recording says no rate",
                next: "give one with --rate",
            });
        };
        if !(1..=Air::CHANNELS).contains(&input.channels) {
            let what = "the recording has more channels than a card";
            return Err(CliError::Missing { what, next: "take one of 1 to 4 channels" });
        }
        if input.spans.is_empty() {
            let what = "the recording has no sample";
            return Err(CliError::Missing { what, next: "take another one" });
        }
        if args.loop_to.is_some() && input.channels == 3 {
            let what = "--loop records the samples of 1, 2 or 4 channels, and there are 3";
            return Err(CliError::CaptureOptions { what });
        }
        let clock_hz = radio.device.identity().clock_hz();
        let rate = Rate::per_second(asked, clock_hz).map_err(ForebayError::from)?;
        let bytes = packet_bytes(args.packet as usize) * input.channels as usize;
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        Ok(Self {
            options: TransmitOptions { buffers: args.buffers, bytes },
            rate,
            channels: input.channels,
            spans: input.spans.clone(),
            packet: args.packet.into(),
            at: args.at.map(|at| whole(at * clock_hz as f64)),
            soon: radio.soon,
        })
    }

    /// Samples of each channel.
    pub(super) fn samples(&self) -> u64 {
        self.spans.iter().map(|span| span.samples).sum()
    }

    /// Number of the first one.
    pub(super) fn base(&self) -> u64 {
        self.spans.first().map_or(0, |span| span.index)
    }

    /// Moments from the first sample to the last.
    pub(super) fn moments(&self) -> u64 {
        self.spans.last().map_or(0, |last| last.index + last.samples - self.base())
    }

    /// How many of the first moments are in gaps.
    pub(super) fn gaps(&self, moments: u64) -> u64 {
        let moments = moments.min(self.moments());
        let begun = self.spans.iter().map(|span| {
            let begin = span.index - self.base();
            moments.saturating_sub(begin).min(span.samples)
        });
        moments - begun.sum::<u64>()
    }

    /// The time of a sample, of a burst that begins at `first`.
    pub(super) fn time(&self, first: u64, index: u64) -> u64 {
        first.saturating_add(self.rate.cycles_to(index.saturating_sub(self.base())))
    }

    /// When it begins, of a card whose time is `now`.
    pub(super) fn first(&self, now: u64) -> Result<u64, CliError> {
        match self.at {
            Some(at) if at <= now => Err(CliError::Late { at, now }),
            Some(at) => Ok(at),
            None => Ok(now + self.soon),
        }
    }

    /// Packets, none of which goes over a gap.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Block> {
        let end = self.base() + self.moments();
        self.spans.iter().flat_map(move |span| {
            let starts = (0..span.samples).step_by(usize::try_from(self.packet).unwrap_or(1));
            starts.map(move |at| {
                let samples = self.packet.min(span.samples - at);
                let index = span.index + at;
                let last = index + samples == end;
                Block { index, samples: usize::try_from(samples).unwrap_or(0), last }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

    use super::*;

    #[test]
    fn packets_have_every_sample_once_and_none_goes_over_a_gap() {
        let spans = [(7, 10), (17, 4), (30, 1), (40, 8)];
        let spans = spans.map(|(index, samples)| Span { index, samples }).to_vec();
        let rate = Rate::in_cycles(1 << 31, 250_000_000).unwrap();
        let options = TransmitOptions::default();
        let plan = Plan { options, rate, channels: 1, spans, packet: 4, at: None, soon: 100 };
        let blocks: Vec<_> =
            plan.blocks().map(|block| (block.index, block.samples, block.last)).collect();
        let wanted = [(7, 4), (11, 4), (15, 2), (17, 4), (30, 1), (40, 4), (44, 4)];
        assert_eq!(blocks.len(), wanted.len());
        for (seen, (index, samples)) in blocks.into_iter().zip(wanted) {
            assert_eq!(seen, (index, samples, index == 44));
        }
        assert_eq!((plan.samples(), plan.moments(), plan.base()), (23, 41, 7));
        let gaps = [(0, 0), (14, 0), (15, 1), (23, 9), (24, 9), (33, 18), (41, 18), (u64::MAX, 18)];
        assert_eq!(gaps.map(|(moments, _)| (moments, plan.gaps(moments))), gaps);
        assert_eq!((plan.time(1000, 7), plan.time(1000, 40)), (1000, 1066));
        assert_eq!(plan.first(5).ok(), Some(105));
        let late = Plan { at: Some(5), ..plan };
        assert!(matches!(late.first(5), Err(CliError::Late { at: 5, now: 5 })));
        assert_eq!(late.first(4).ok(), Some(5));
    }
}
