// SPDX-License-Identifier: Apache-2.0
//! What came of a capture.

use forebay::{Account, CaptureStats};
use forebay_sigmf::Summary;
use serde::Serialize;

use super::plan::Plan;
use crate::output;

#[derive(Debug, Serialize)]
pub(super) struct Told {
    /// Files with metadata.
    recordings: Vec<String>,
    /// Samples of a channel per second.
    rate: f64,
    /// Samples that are recorded, of all recordings.
    recorded: u64,
    /// Segments of them.
    segments: usize,
    /// Samples that are missing in the gaps.
    lost: u64,
    /// What the source says of the samples it made.
    source: Account,
    /// What became of the buffers.
    buffers: CaptureStats,
}

impl Told {
    pub(super) fn new(
        plan: &Plan,
        recordings: Vec<Summary>,
        (source, lost): (Account, u64),
        buffers: CaptureStats,
    ) -> Self {
        Self {
            rate: plan.signal.rate.hertz(),
            recorded: recordings.iter().map(|one| one.samples).sum(),
            segments: recordings.iter().map(|one| one.segments).sum(),
            recordings: recordings.iter().map(|one| output::path(&one.meta)).collect(),
            lost,
            source,
            buffers,
        }
    }

    pub(super) fn text(&self) -> String {
        format!(
            "{}: {} samples in {} segments, {} lost in gaps; the source made {}, kept {} and lost {}",
            self.recordings.join(", "),
            self.recorded,
            self.segments,
            self.lost,
            self.source.produced,
            self.source.kept,
            self.source.lost
        )
    }
}
