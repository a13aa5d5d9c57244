// SPDX-License-Identifier: Apache-2.0
//! What came of a capture.

use forebay_host_model::Time;
use serde::Serialize;

use crate::{Cause, Gap};

/// What a reader's time goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Binding {
    /// Calls, headers and the framework, for each buffer.
    Program,
    /// Copying out of the buffer.
    Copy,
    /// Waking up.
    WakeUp,
    /// Writing into the file, as far as the processor does it.
    Write,
    /// Being held up by the file system's commits.
    Commit,
    /// Waiting for the disk.
    Disk,
    /// The time from a full buffer until the handler has given the engine the next.
    Interrupt,
    /// The sample clock goes no faster.
    SampleClock,
    /// The engine moves no more.
    Port,
}

impl Binding {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Program => "program, per buffer",
            Self::Copy => "copy",
            Self::WakeUp => "wake-up",
            Self::Write => "file, processor",
            Self::Commit => "file system's commit",
            Self::Disk => "disk",
            Self::Interrupt => "interrupt until re-armed",
            Self::SampleClock => "sample clock",
            Self::Port => "engine",
        }
    }
}

/// Parts of a reader's time.
const PARTS: [Binding; 6] = [
    Binding::Program,
    Binding::Copy,
    Binding::WakeUp,
    Binding::Write,
    Binding::Commit,
    Binding::Disk,
];

/// A reader's time by what it went on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent([Time; PARTS.len()]);

impl Spent {
    /// What went on one; nothing on what no reader does.
    #[must_use]
    pub fn get(&self, part: Binding) -> Time {
        self.iter().find(|(one, _)| *one == part).map_or(Time::ZERO, |(_, time)| time)
    }

    /// All of it, by part.
    pub fn iter(&self) -> impl Iterator<Item = (Binding, Time)> + '_ {
        PARTS.into_iter().zip(self.0)
    }

    pub(crate) fn add(&mut self, part: Binding, time: Time) {
        if let Some(place) = PARTS.iter().position(|one| *one == part) {
            self.0[place] += time;
        }
    }

    /// What most of it went on, if there is any.
    #[must_use]
    pub fn most(&self) -> Option<Binding> {
        let (part, time) = self.iter().max_by_key(|(_, time)| *time)?;
        (time > Time::ZERO).then_some(part)
    }
}

/// From when the first sample of a buffer was produced until its reader has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Latency {
    /// The mean of all buffers.
    pub mean: Time,
    /// The longest.
    pub most: Time,
}

/// A capture.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How long samples were produced.
    pub time: Time,
    /// Samples produced.
    pub produced: u64,
    /// Samples that their reader had at the end.
    pub received: u64,
    /// Samples that were under way at the end: in the FIFO or in a buffer.
    pub under_way: u64,
    /// Samples that were lost, by cause: [`Cause::NotArmed`], [`Cause::AllFull`].
    pub lost: [u64; 2],
    /// Where.
    pub gaps: Vec<Gap>,
    /// How late samples were; none where no buffer was full.
    pub latency: Option<Latency>,
    /// What the reader's time went on.
    pub spent: Spent,
    /// What the reader's time went on, or what the engine waited for, when the first sample was lost: for a full ring since the reader
    /// last had nothing to do.
    pub binding: Option<Binding>,
}

impl Outcome {
    /// Samples lost for either cause.
    #[must_use]
    pub const fn lost_in_all(&self) -> u64 {
        self.lost[Cause::NotArmed as usize] + self.lost[Cause::AllFull as usize]
    }

    /// Of those produced.
    #[must_use]
    pub fn lost_share(&self) -> f64 {
        self.lost_in_all() as f64 / self.produced.max(1) as f64
    }

    /// Overflows a second.
    #[must_use]
    pub fn gaps_per_second(&self) -> f64 {
        self.gaps.len() as f64 / (self.time.ps().max(1) as f64 / 1e12)
    }
}
