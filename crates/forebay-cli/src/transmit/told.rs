// SPDX-License-Identifier: Apache-2.0
//! What came of a transmission.

use forebay::{AirAccount, Malformed, TransmitStats};
use serde::Serialize;

use super::plan::Plan;

#[derive(Debug, Serialize)]
pub(super) struct Told {
    /// Samples of a channel per second.
    rate: f64,
    channels: u32,
    /// Hardware time of the first sample.
    first: u64,
    /// Moments of all channels in the gaps of what was sent, as far as it got, which are missed.
    gaps: u64,
    /// What became of the samples of all channels.
    #[serde(flatten)]
    account: AirAccount,
    /// Packets that the card did not take for one.
    malformed: Malformed,
    /// What became of the buffers.
    buffers: TransmitStats,
    /// What was received meanwhile.
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    pub heard: Option<Heard>,
}

/// What was recorded of the air.
#[derive(Debug, Default, Serialize)]
pub(super) struct Heard {
    /// File with metadata.
    pub recording: String,
    /// Samples of each channel.
    pub recorded: u64,
    pub segments: usize,
    /// Samples of each channel that were lost on their way.
    pub lost: u64,
    /// Samples on the air where there should be silence.
    pub stray: u64,
}

impl Told {
    pub(super) fn new(
        plan: &Plan,
        first: u64,
        (gaps, account): (u64, AirAccount),
        (malformed, buffers): (Malformed, TransmitStats),
    ) -> Self {
        let (rate, channels) = (plan.rate.hertz(), plan.channels);
        Self { rate, channels, first, gaps, account, malformed, buffers, heard: None }
    }

    pub(super) fn text(&self) -> String {
        let AirAccount { sent, missed, late, late_packets, packets, .. } = self.account;
        let mut text = format!(
            "{sent} samples sent from time {} on, in {packets} packets; {late} of {late_packets} packets were late; {missed} moments had no sample, {} of them gaps of what was sent",
            self.first, self.gaps
        );
        if let Some(heard) = &self.heard {
            let Heard { recording, recorded, segments, lost, stray } = heard;
            text += &format!(
                "\n{recording}: {recorded} samples in {segments} segments, {lost} lost, {stray} where there should be silence"
            );
        }
        text
    }
}
