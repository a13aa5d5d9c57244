// SPDX-License-Identifier: Apache-2.0
//! Holding a recorded ramp against its definition: every sample, and gaps where they are told and nowhere else.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::PathBuf;

use crate::meta::{DATATYPE, Meta, Segment};
use crate::{Files, SAMPLE_BYTES, SigmfError};

/// Where the channel's number is in a sample of a ramp.
const CHANNEL_LSB: u32 = 28;

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
/// [`SigmfError::Read`], [`SigmfError::Syntax`] and [`SigmfError::Kind`] for what cannot be checked; [`SigmfError::Sample`] and [`SigmfError::Segment`] for the first
/// thing that is wrong.
pub fn check_ramp(files: &Files) -> Result<Checked, SigmfError> {
    let path = files.meta();
    let text = fs::read(&path).map_err(failed(&path))?;
    let meta: Meta = serde_json::from_slice(&text)
        .map_err(|source| SigmfError::Syntax { path: path.clone(), source })?;
    let channels = meta.global.num_channels;
    if meta.global.datatype != DATATYPE || channels == 0 {
        let what = format!("{} of {channels} channels", meta.global.datatype);
        return Err(SigmfError::Kind { path, what });
    }
    let path = files.data();
    let data = File::open(&path).map_err(failed(&path))?;
    let bytes = data.metadata().map_err(failed(&path))?.len();
    let frame = u64::from(channels) * SAMPLE_BYTES;
    if bytes % frame != 0 {
        let what = format!("{bytes} bytes are no whole samples of {frame}");
        return Err(SigmfError::Kind { path, what });
    }
    let samples = bytes / frame;
    let mut ramp = Ramp {
        data: BufReader::with_capacity(1 << 20, data),
        path,
        first_channel: meta.global.channel.unwrap_or(0),
        channels,
    };
    let mut checked = Checked { samples, ..Checked::default() };
    let mut expected = 0;
    let ends = meta.captures.iter().skip(1).map(|next| next.sample_start).chain([samples]);
    for (number, (segment, end)) in meta.captures.iter().zip(ends).enumerate() {
        let index = ramp.begins(number, segment, expected, end)?;
        if index > expected {
            checked.gaps += 1;
            checked.lost += index - expected;
        }
        ramp.segment(number, segment.sample_start..end, index)?;
        expected = index + (end - segment.sample_start);
    }
    if samples > 0 && meta.captures.first().is_none_or(|first| first.sample_start != 0) {
        let what = format!("{samples} samples, the first of which no segment has");
        return Err(SigmfError::Kind { path: ramp.path, what });
    }
    Ok(checked)
}

fn failed(path: &std::path::Path) -> impl FnOnce(io::Error) -> SigmfError {
    let path = path.to_owned();
    |source| SigmfError::Read { path, source }
}

struct Ramp {
    data: BufReader<File>,
    path: PathBuf,
    /// Number of the first channel.
    first_channel: u32,
    channels: u32,
}

impl Ramp {
    /// Number of a segment's first sample, which comes when `expected` was next; the segment ends ahead of `end`.
    fn begins(
        &self,
        segment: usize,
        told: &Segment,
        expected: u64,
        end: u64,
    ) -> Result<u64, SigmfError> {
        let wrong = |what| SigmfError::Segment { path: self.path.clone(), segment, what };
        let Some(index) = told.global_index else {
            return Err(wrong("no core:global_index".into()));
        };
        if told.sample_start >= end {
            let what = format!("begins at sample {} and ends ahead of {end}", told.sample_start);
            return Err(wrong(what));
        }
        if index < expected || (index == expected && segment > 0) {
            let what =
                format!("begins with sample {index} of all, and {expected} was next: no gap");
            return Err(wrong(what));
        }
        Ok(index)
    }

    /// The samples of a segment.
    fn segment(
        &mut self,
        segment: usize,
        samples: std::ops::Range<u64>,
        index: u64,
    ) -> Result<(), SigmfError> {
        for (sample, number) in samples.zip(index..) {
            for channel in 0..self.channels {
                let mut word = 0_u32.to_le_bytes();
                self.data.read_exact(&mut word).map_err(failed(&self.path))?;
                let seen = u32::from_le_bytes(word);
                let wanted = ramp(self.first_channel + channel, number);
                if seen != wanted {
                    let path = self.path.clone();
                    return Err(SigmfError::Sample { path, sample, segment, seen, wanted });
                }
            }
        }
        Ok(())
    }
}

/// The sample of that number of a ramp.
pub(crate) fn ramp(channel: u32, number: u64) -> u32 {
    let low = number & ((1 << CHANNEL_LSB) - 1);
    channel << CHANNEL_LSB | u32::try_from(low).unwrap_or(u32::MAX)
}
