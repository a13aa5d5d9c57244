// SPDX-License-Identifier: Apache-2.0
//! A recording of what was captured, and which sample comes next in it.

use forebay_sigmf::{Files, Global, Recorder, SAMPLE_BYTES, Start, Summary};

use crate::error::CliError;

/// What a recording says of its maker.
const RECORDER: &str = concat!("forebay ", env!("CARGO_PKG_VERSION"));

pub(crate) struct Track {
    recorder: Recorder,
    /// Number of the next sample among all that were made.
    next: u64,
    /// Of so many.
    most: u64,
    lost: u64,
    /// Bytes of the samples of one time.
    frame: u64,
}

impl Track {
    /// Begins one of so many samples at most.
    pub(crate) fn create(files: Files, global: Global, most: u64) -> Result<Self, CliError> {
        let frame = u64::from(global.num_channels) * SAMPLE_BYTES;
        let global = Global { recorder: Some(RECORDER.into()), ..global };
        let recorder = Recorder::create(files, global)?;
        Ok(Self { recorder, next: 0, most, lost: 0, frame })
    }

    /// Removes a recording that is not to be.
    pub(crate) fn discard(self) {
        self.recorder.discard();
    }

    /// Samples of each channel that are recorded.
    pub(crate) fn samples(&self) -> u64 {
        self.recorder.samples()
    }

    /// Number of the next one among all that were made.
    pub(crate) const fn next(&self) -> u64 {
        self.next
    }

    /// Samples that are missing in it.
    pub(crate) const fn lost(&self) -> u64 {
        self.lost
    }

    /// Bytes of the samples of one time.
    pub(crate) const fn frame(&self) -> u64 {
        self.frame
    }

    /// Ends it.
    pub(crate) fn finish(self) -> Result<Summary, forebay_sigmf::SigmfError> {
        self.recorder.finish()
    }

    /// Samples that follow each other, the first of which has that number. What is more than was wanted is left out.
    pub(crate) fn take(
        &mut self,
        number: u64,
        start: Start,
        samples: &[u8],
    ) -> Result<(), CliError> {
        let room = self.most.saturating_sub(self.recorder.samples()).saturating_mul(self.frame);
        let room = usize::try_from(room).unwrap_or(usize::MAX).min(samples.len());
        let Some(gap) = number.checked_sub(self.next) else {
            let what = format!("that is sample {number}, and {} was next", self.next);
            return Err(CliError::Account { time: start.time, what });
        };
        self.next = number + samples.len() as u64 / self.frame;
        if room == 0 {
            return Ok(());
        }
        if gap > 0 || self.recorder.samples() == 0 {
            self.lost += gap;
            self.recorder.segment(&start)?;
        }
        Ok(self.recorder.write(&samples[..room])?)
    }
}
