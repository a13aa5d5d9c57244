// SPDX-License-Identifier: Apache-2.0
//! Reading a recording.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::meta::{DATATYPE, Meta, Segment};
use crate::{Files, SAMPLE_BYTES, SigmfError};

/// Samples that follow each other in a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Number of the first one among all that were made.
    pub index: u64,
    /// How many, of each channel.
    pub samples: u64,
}

/// A recording that is read from its beginning on.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    data: BufReader<File>,
    meta: Meta,
    samples: u64,
    spans: Vec<Span>,
}

impl Reader {
    /// Opens a recording.
    ///
    /// # Errors
    /// [`SigmfError::Read`], [`SigmfError::Syntax`] and [`SigmfError::Kind`] for what cannot be read; [`SigmfError::Cut`] for what is not there; [`SigmfError::Segment`] for segments
    /// that are not one behind the other.
    pub fn open(files: &Files) -> Result<Self, SigmfError> {
        let path = files.meta();
        let text = fs::read(&path).map_err(failed(&path))?;
        let meta: Meta = serde_json::from_slice(&text)
            .map_err(|source| SigmfError::Syntax { path: path.clone(), source })?;
        let channels = meta.global.num_channels;
        if meta.global.datatype != DATATYPE || channels == 0 {
            let what = format!("{} of {channels} channels", meta.global.datatype);
            return Err(SigmfError::Kind { path, what });
        }
        if let Some(what) = meta.foreign() {
            return Err(SigmfError::Kind { path, what });
        }
        let path = files.data();
        let data = File::open(&path).map_err(failed(&path))?;
        let bytes = data.metadata().map_err(failed(&path))?.len();
        let frame = u64::from(channels) * SAMPLE_BYTES;
        let samples = bytes / frame;
        if let Some(what) = cut(&meta, bytes, frame) {
            return Err(SigmfError::Cut { path, sample: samples, bytes, what });
        }
        let spans = spans(&path, &meta.captures, samples)?;
        let data = BufReader::with_capacity(1 << 20, data);
        Ok(Self { path, data, meta, samples, spans })
    }

    /// What is said of it.
    #[must_use]
    pub const fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Samples of each channel.
    #[must_use]
    pub const fn samples(&self) -> u64 {
        self.samples
    }

    /// The samples of each segment.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The file of the samples.
    #[must_use]
    pub fn data(&self) -> &Path {
        &self.path
    }

    /// Reads so many samples, of each channel those of one time behind each other, and puts them behind what is in `into`.
    ///
    /// # Errors
    /// [`SigmfError::Read`], also where there are not so many.
    pub fn read(&mut self, samples: usize, into: &mut Vec<u8>) -> Result<(), SigmfError> {
        let bytes = samples as u64 * u64::from(self.meta.global.num_channels) * SAMPLE_BYTES;
        let begin = into.len();
        into.resize(begin.saturating_add(usize::try_from(bytes).unwrap_or(usize::MAX)), 0);
        self.data.read_exact(&mut into[begin..]).map_err(failed(&self.path))
    }

    /// What is wrong with a segment.
    pub(crate) fn wrong(&self, segment: usize, what: String) -> SigmfError {
        SigmfError::Segment { path: self.path.clone(), segment, what }
    }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> SigmfError {
    let path = path.to_owned();
    |source| SigmfError::Read { path, source }
}

/// Why a file of so many bytes is shorter than what is said of it, if it is.
fn cut(meta: &Meta, bytes: u64, frame: u64) -> Option<String> {
    let samples = bytes / frame;
    if let Some(told) = meta.global.samples.filter(|told| *told > samples) {
        return Some(format!("{told} were recorded"));
    }
    let segments = meta.captures.iter().enumerate();
    let behind = segments.clone().find(|(_, segment)| segment.sample_start > samples);
    if let Some((number, segment)) = behind.filter(|(number, _)| *number > 0) {
        return Some(format!("segment {number} begins with sample {}", segment.sample_start));
    }
    (!bytes.is_multiple_of(frame)).then(|| format!("a sample has {frame}"))
}

/// The segments of so many samples; those of one that says no index follow the one before.
fn spans(path: &Path, captures: &[Segment], samples: u64) -> Result<Vec<Span>, SigmfError> {
    let first = captures.first().map(|first| first.sample_start);
    if let Some(sample) = first.filter(|sample| *sample != 0) {
        let what = format!("begins at sample {sample}, and no segment has those before it");
        return Err(SigmfError::Segment { path: path.to_owned(), segment: 0, what });
    }
    if samples > 0 && first.is_none() {
        let what = format!("{samples} samples, the first of which no segment has");
        return Err(SigmfError::Kind { path: path.to_owned(), what });
    }
    let ends = captures.iter().skip(1).map(|next| next.sample_start).chain([samples]);
    let (mut spans, mut next) = (Vec::new(), 0);
    for (segment, (told, end)) in captures.iter().zip(ends).enumerate() {
        let wrong = |what| SigmfError::Segment { path: path.to_owned(), segment, what };
        let Some(samples) = end.checked_sub(told.sample_start).filter(|samples| *samples > 0)
        else {
            let what = format!("begins at sample {} and ends ahead of {end}", told.sample_start);
            return Err(wrong(what));
        };
        let index = told.global_index.unwrap_or(next);
        if index < next {
            return Err(wrong(format!("begins with sample {index} of all, and {next} was next")));
        }
        let beyond = || wrong(format!("begins with sample {index} of all, which there cannot be"));
        next = index.checked_add(samples).ok_or_else(beyond)?;
        spans.push(Span { index, samples });
    }
    Ok(spans)
}
