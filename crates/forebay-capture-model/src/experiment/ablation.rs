// SPDX-License-Identifier: Apache-2.0
//! What each part of the source's change does by itself.

use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;

use crate::outcome::Binding;
use crate::{CaptureModelError, Copying, Engine, Prices, Setup, Sink, largest_rate};

/// What is changed of the small buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Nothing.
    Nothing,
    /// The same number of buffers, each of 128 KiB.
    Buffers,
    /// Copies out of cached memory.
    Copy,
    /// Buffers of 4 KiB, but 160 MiB of them.
    Depth,
    /// Direct-register mode.
    Engine,
    /// Larger buffers and cached copies.
    BuffersAndCopy,
    /// More buffers and cached copies.
    DepthAndCopy,
    /// All of it: the large buffers of the source.
    All,
    /// The same, but as few of them as the small ones' bytes make: two.
    AllButDepth,
    /// All, with uncached copies.
    AllButCopy,
    /// All, and the next buffer armed while one is filled.
    AllAndAhead,
    /// All, that too, and data left in place.
    AllAheadInPlace,
}

impl Change {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Nothing,
        Self::Buffers,
        Self::Copy,
        Self::Depth,
        Self::Engine,
        Self::BuffersAndCopy,
        Self::DepthAndCopy,
        Self::All,
        Self::AllButDepth,
        Self::AllButCopy,
        Self::AllAndAhead,
        Self::AllAheadInPlace,
    ];

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nothing => "small buffers",
            Self::Buffers => "larger buffers alone",
            Self::Copy => "cached copy alone",
            Self::Depth => "160 MiB alone",
            Self::Engine => "direct mode alone",
            Self::BuffersAndCopy => "larger buffers, cached copy",
            Self::DepthAndCopy => "160 MiB, cached copy",
            Self::All => "all: large buffers",
            Self::AllButDepth => "all, but two buffers",
            Self::AllButCopy => "all, but uncached copy",
            Self::AllAndAhead => "all, and next one armed",
            Self::AllAheadInPlace => "all, next armed, in place",
        }
    }

    /// How samples are captured then.
    #[must_use]
    pub const fn setup(self, sink: Sink) -> Setup {
        let small = Setup::small_buffers(sink);
        let large = Setup::large_buffers(sink);
        let deep = Setup { count: large.bytes * large.count / small.bytes, ..small };
        let ahead = Setup { engine: Engine::Direct { armed: 2 }, ..large };
        match self {
            Self::Nothing => small,
            Self::Buffers => Setup { bytes: large.bytes, ..small },
            Self::Copy => Setup { copying: large.copying, ..small },
            Self::Depth => deep,
            Self::Engine => Setup { engine: large.engine, ..small },
            Self::BuffersAndCopy => Setup { bytes: large.bytes, copying: large.copying, ..small },
            Self::DepthAndCopy => Setup { copying: large.copying, ..deep },
            Self::All => large,
            Self::AllButDepth => Setup { count: 2, ..large },
            Self::AllButCopy => Setup { copying: small.copying, ..large },
            Self::AllAndAhead => ahead,
            Self::AllAheadInPlace => Setup { copying: Copying::InPlace, ..ahead },
        }
    }
}

/// A change, and what came of it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ablation {
    /// What is changed.
    pub change: Change,
    /// Where samples go.
    pub sink: Sink,
    /// The largest rate without a gap, in samples a second.
    pub rate: u64,
    /// To that of the small buffers.
    pub ratio: f64,
    /// What allows no more.
    pub binding: Binding,
}

/// All changes, without load and into a file, by these seeds.
///
/// # Errors
/// Prices that cannot be.
pub fn ablations(prices: &Prices, seeds: Range<u64>) -> Result<Vec<Ablation>, CaptureModelError> {
    let mut all = Vec::new();
    for sink in [Sink::Nothing, Sink::File] {
        let limits: Vec<_> = Change::ALL
            .into_par_iter()
            .map(|change| Ok((change, largest_rate(&change.setup(sink), prices, seeds.clone())?)))
            .collect::<Result<_, CaptureModelError>>()?;
        let base = limits.first().map_or(1.0, |(_, limit)| limit.rate as f64);
        all.extend(limits.into_iter().map(|(change, limit)| Ablation {
            change,
            sink,
            rate: limit.rate,
            ratio: limit.rate as f64 / base,
            binding: limit.binding,
        }));
    }
    Ok(all)
}
