// SPDX-License-Identifier: Apache-2.0
//! Holding a recorded ramp against its definition: every sample, and gaps where they are told and nowhere else.

use crate::{Files, Reader, SigmfError, Span};

/// Where the channel's number is in a sample of a ramp.
const CHANNEL_LSB: u32 = 28;
/// Channels that there are numbers for.
const CHANNELS: u64 = 1 << (u32::BITS - CHANNEL_LSB);

/// What was found in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Samples of each channel.
    pub samples: u64,
    /// Gaps between them, and one ahead of the first where there is one.
    pub gaps: u64,
    /// Samples of each channel that are missing in the gaps.
    pub lost: u64,
}

/// Checks a recording of a ramp.
///
/// # Errors
/// [`SigmfError::Read`], [`SigmfError::Syntax`] and [`SigmfError::Kind`] for what cannot be checked; [`SigmfError::Cut`] for what is not there;
/// [`SigmfError::Sample`] and [`SigmfError::Segment`] for the first thing that is wrong.
pub fn check_ramp(files: &Files) -> Result<Checked, SigmfError> {
    let mut reader = Reader::open(files)?;
    let global = &reader.meta().global;
    let (channel, channels) = (global.channel.unwrap_or(0), global.num_channels);
    if u64::from(channel) + u64::from(channels) > CHANNELS {
        let (path, what) = (files.meta(), format!("{channels} channels from {channel} on"));
        return Err(SigmfError::Kind { path, what });
    }
    let told = reader.meta().captures.iter().enumerate();
    if let Some((segment, _)) = told.clone().find(|(_, one)| one.global_index.is_none()) {
        return Err(reader.wrong(segment, "no core:global_index".into()));
    }
    let mut checked = Checked { samples: reader.samples(), ..Checked::default() };
    let (mut expected, mut first) = (0, 0);
    for (segment, span) in reader.spans().to_vec().into_iter().enumerate() {
        if span.index > expected {
            checked.gaps += 1;
            checked.lost += span.index - expected;
        } else if segment > 0 {
            let what = format!("begins with sample {expected} of all, and that was next: no gap");
            return Err(reader.wrong(segment, what));
        }
        check_span(&mut reader, segment, span, first)?;
        expected = span.index + span.samples;
        first += span.samples;
    }
    Ok(checked)
}

/// The samples of a segment, which begins with that one of the file.
fn check_span(
    reader: &mut Reader,
    segment: usize,
    span: Span,
    first: u64,
) -> Result<(), SigmfError> {
    let global = &reader.meta().global;
    let (channel, channels) = (global.channel.unwrap_or(0), global.num_channels);
    let mut frame = Vec::new();
    for number in 0..span.samples {
        frame.clear();
        reader.read(1, &mut frame)?;
        let (words, _) = frame.as_chunks();
        for (word, channel) in words.iter().zip(channel..channel + channels) {
            let (seen, wanted) = (u32::from_le_bytes(*word), ramp(channel, span.index + number));
            if seen != wanted {
                let (path, sample) = (reader.data().to_owned(), first + number);
                return Err(SigmfError::Sample { path, sample, segment, seen, wanted });
            }
        }
    }
    Ok(())
}

/// The sample of that number of a ramp.
#[must_use]
pub fn ramp(channel: u32, number: u64) -> u32 {
    let low = number & ((1 << CHANNEL_LSB) - 1);
    channel << CHANNEL_LSB | u32::try_from(low).unwrap_or(u32::MAX)
}
