// SPDX-License-Identifier: Apache-2.0
//! What a capture is made of.

use serde::Serialize;

/// What happens when every buffer is full and nobody gives one back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OverrunPolicy {
    /// The stream waits. Its source counts what it loses meanwhile, and the next buffer tells.
    #[default]
    Gap,
    /// The oldest full buffer that nobody has taken is used again, and the next one that is taken tells how much was in it. Of those that
    /// nobody has taken half keep what they hold.
    Overwrite,
}

/// How to capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureOptions {
    /// How many buffers.
    pub buffers: u32,
    /// Bytes of each: a multiple of [`CaptureOptions::MULTIPLE`], so that each is told the time of its own first sample.
    pub bytes: u32,
    /// What happens when all are full.
    pub policy: OverrunPolicy,
    /// Packets follow each other in a buffer, which ends when it is full or a burst ends. Without, the end of a packet ends its buffer. A gap may lie within such a buffer,
    /// and one that begins within a beat is told the time of that beat: where samples are is for headers to say.
    pub through: bool,
}

impl CaptureOptions {
    /// What the bytes of a buffer are a multiple of: those of a beat of the stream.
    pub const MULTIPLE: u32 = 64;
    /// The fewest buffers that can be overwritten: one is filled while one keeps what it holds.
    pub const LEAST_OVERWRITTEN: u32 = 2;
}

impl Default for CaptureOptions {
    /// 40 buffers of 4 MiB: a second of 40 million samples.
    fn default() -> Self {
        Self { buffers: 40, bytes: 4 << 20, policy: OverrunPolicy::Gap, through: false }
    }
}

/// What became of a capture since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CaptureStats {
    /// Buffers that the card has finished.
    pub buffers: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Samples that they tell to be lost.
    pub lost: u64,
    /// Bytes of full buffers that were used again before anybody had taken them.
    pub overwritten: u64,
    /// How many of them told samples to be lost.
    pub gaps: u64,
    /// Full buffers that wait to be taken.
    pub filled: u32,
    /// Buffers that were taken and not given back.
    pub held: u32,
    /// Buffers that the card has.
    pub armed: u32,
    /// Times that the engine ended with an error.
    pub errors: u32,
}
