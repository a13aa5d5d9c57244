// SPDX-License-Identifier: Apache-2.0
//! Writing a recording.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat};

use crate::meta::{Global, Meta, Segment};
use crate::reserve::Reserve;
use crate::{Files, SAMPLE_BYTES, SigmfError};

/// Where samples begin that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Number of the first one among all that were made.
    pub global_index: u64,
    /// When it was made, since 1970.
    pub since_epoch: Duration,
    /// The same in cycles of the card's clock.
    pub time: u64,
}

/// What a recording has in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Samples of each channel.
    pub samples: u64,
    /// Segments.
    pub segments: usize,
    /// The file with the metadata.
    pub meta: PathBuf,
}

/// A recording that is being written. [`Recorder::finish`] makes it a valid one, also behind an error.
#[derive(Debug)]
pub struct Recorder {
    files: Files,
    data: File,
    meta: Meta,
    /// Bytes that the system has taken.
    written: u64,
    reserve: Option<Reserve>,
}

impl Recorder {
    /// Begins a recording, whose files must not be there.
    ///
    /// # Errors
    /// [`SigmfError::File`].
    pub fn create(files: Files, global: Global) -> Result<Self, SigmfError> {
        let failed = |path: PathBuf, what| move |source| SigmfError::File { path, what, source };
        files.named()?;
        let path = files.meta();
        if path.exists() {
            return Err(failed(path, "making it")(io::ErrorKind::AlreadyExists.into()));
        }
        let data = File::create_new(files.data());
        let data = data.map_err(failed(files.data(), "making it"))?;
        let meta = Meta { global, captures: Vec::new(), annotations: Vec::new() };
        let mut recorder = Self { files, data, meta, written: 0, reserve: None };
        match recorder.prepare() {
            Ok(()) => Ok(recorder),
            Err(error) => {
                recorder.discard();
                Err(error)
            }
        }
    }

    /// A recording without a sample, until there is more to say, and room for that.
    fn prepare(&mut self) -> Result<(), SigmfError> {
        self.put_meta()?;
        let (path, what) = (self.files.reserve(), "keeping room for metadata");
        let reserve = Reserve::new(path.clone());
        self.reserve = Some(reserve.map_err(|source| SigmfError::File { path, what, source })?);
        Ok(())
    }

    /// Removes a recording that is not to be.
    pub fn discard(self) {
        let Self { files, .. } = self;
        for file in [files.data(), files.meta(), files.draft()] {
            // What is not there, or cannot be removed, is in nobody's way.
            let _ = fs::remove_file(file);
        }
    }

    /// Samples of each channel so far.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.written / self.frame()
    }

    /// What is written from here on begins there.
    ///
    /// # Errors
    /// [`SigmfError::File`] when there is no room for it.
    pub fn segment(&mut self, start: &Start) -> Result<(), SigmfError> {
        let sample_start = self.samples();
        if let Some(reserve) = &mut self.reserve {
            let (path, what) = (self.files.reserve(), "keeping room for metadata");
            let held = reserve.hold(self.meta.captures.len() + 1);
            held.map_err(|source| SigmfError::File { path, what, source })?;
        }
        let segment = Segment {
            sample_start,
            global_index: Some(start.global_index),
            header_bytes: None,
            datetime: Some(rfc3339(start.since_epoch)),
            time: Some(start.time),
        };
        // One that has no sample tells nothing.
        self.meta.captures.pop_if(|last| last.sample_start == sample_start);
        self.meta.captures.push(segment);
        Ok(())
    }

    /// Adds samples.
    ///
    /// # Errors
    /// [`SigmfError::File`], with as many written as there was room for.
    pub fn write(&mut self, samples: &[u8]) -> Result<(), SigmfError> {
        let mut rest = samples;
        while !rest.is_empty() {
            match self.data.write(rest) {
                Ok(0) => return Err(self.not_written(io::ErrorKind::WriteZero.into())),
                Ok(taken) => {
                    self.written += taken as u64;
                    rest = &rest[taken..];
                }
                Err(source) if source.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(self.not_written(source)),
            }
        }
        Ok(())
    }

    /// Ends the recording: whole samples, and what is said of them.
    ///
    /// # Errors
    /// [`SigmfError::File`].
    pub fn finish(mut self) -> Result<Summary, SigmfError> {
        let samples = self.samples();
        let cut = self.data.set_len(samples * self.frame()).and_then(|()| self.data.sync_all());
        self.meta.captures.retain(|segment| segment.sample_start < samples);
        self.meta.global.samples = Some(samples);
        // Nobody else is to take the room meanwhile.
        drop(self.reserve.take());
        self.put_meta()?;
        cut.map_err(|source| self.not_written(source))?;
        Ok(Summary { samples, segments: self.meta.captures.len(), meta: self.files.meta() })
    }

    /// Bytes of the samples of one time.
    fn frame(&self) -> u64 {
        u64::from(self.meta.global.num_channels) * SAMPLE_BYTES
    }

    fn not_written(&self, source: io::Error) -> SigmfError {
        SigmfError::File { path: self.files.data(), what: "writing samples", source }
    }

    /// Writes the metadata; those that were there before are there until then.
    fn put_meta(&self) -> Result<(), SigmfError> {
        let draft = self.files.draft();
        let written = serde_json::to_vec_pretty(&self.meta).map_err(io::Error::from);
        let written = written.and_then(|text| {
            let mut file = File::create(&draft)?;
            file.write_all(&text)?;
            file.sync_all()?;
            fs::rename(&draft, self.files.meta())
        });
        let (path, what) = (self.files.meta(), "writing metadata");
        written.map_err(|source| SigmfError::File { path, what, source })
    }
}

/// That time as text.
fn rfc3339(since_epoch: Duration) -> String {
    let seconds = i64::try_from(since_epoch.as_secs()).unwrap_or(i64::MAX);
    let time = DateTime::from_timestamp(seconds, since_epoch.subsec_nanos()).unwrap_or_default();
    time.to_rfc3339_opts(SecondsFormat::Nanos, true)
}

#[cfg(test)]
mod tests;
