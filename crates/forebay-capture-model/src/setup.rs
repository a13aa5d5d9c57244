// SPDX-License-Identifier: Apache-2.0
//! How samples are captured: engine, buffers, how the host learns of them, and who takes them.

use forebay_host_model::Time;
use serde::Serialize;

use crate::CaptureModelError;

/// Bytes of a sample: I and Q, 16 bits each.
pub const SAMPLE_BYTES: u64 = 4;
/// Most buffers, and most bytes of one: sums stay far below 2^63.
const MOST_BUFFERS: u64 = 1 << 20;
const MOST_BYTES: u64 = 1 << 30;
const LONGEST: Time = Time::from_ms(3_600_000);

/// How the engine comes by its buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// By a ring of descriptors: it has every buffer that is free, and goes from one to the next by itself.
    ScatterGather,
    /// By its registers, so many at a time: 1 for AXI DMA's direct-register mode, 2 where the next one can be armed while one is
    /// filled. The driver gives it the next when it has ended one.
    Direct {
        /// Buffers that the registers hold, the one that is filled among them.
        armed: u32,
    },
}

/// How the host learns that a buffer is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// By an interrupt, whose handler serves the engine and wakes the reader.
    Interrupt,
    /// By looking: the reader's own thread asks the engine whenever it has nothing else to do, and serves it then only.
    Polling,
}

/// What is done with a buffer's data before the buffer is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Copying {
    /// Copied out of memory that the processor does not cache.
    Uncached,
    /// Copied out of cached memory.
    Cached,
    /// Left in place: the buffer is free when its reader has done with it.
    InPlace,
}

/// Where samples go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sink {
    /// Nowhere.
    Nothing,
    /// Into a file on the disk, whose interrupts come to the processor of the handlers.
    File,
}

/// How long samples are captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// For so long, while the reader takes them.
    Continuous(Time),
    /// So many bytes; the reader begins when the last of them has been there.
    Burst(u64),
}

/// A way to capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Setup {
    /// How the engine comes by its buffers.
    pub engine: Engine,
    /// Bytes of a buffer.
    pub bytes: u64,
    /// How many there are.
    pub count: u64,
    /// How the host learns that one is full.
    pub notice: Notice,
    /// What is done with its data.
    pub copying: Copying,
    /// Where they go.
    pub sink: Sink,
    /// How long.
    pub extent: Extent,
}

impl Setup {
    /// The radio's own way: 32 frames of 4 KiB (UHD `e300_defaults.hpp`), in memory that is mapped uncached (`O_SYNC`,
    /// `e300_fifo_config.cpp`), for 30 s.
    #[must_use]
    pub const fn small_buffers(sink: Sink) -> Self {
        Self {
            engine: Engine::ScatterGather,
            bytes: 4_096,
            count: 32,
            notice: Notice::Interrupt,
            copying: Copying::Uncached,
            sink,
            extent: Extent::Continuous(Time::from_ms(30_000)),
        }
    }

    /// The source's way: 160 MiB in buffers of 128 KiB, direct-register mode, copied into the framework's buffer. From uncached memory
    /// that copy would allow no more than 16 MS/s, so it was cached.
    #[must_use]
    pub const fn large_buffers(sink: Sink) -> Self {
        Self {
            engine: Engine::Direct { armed: 1 },
            bytes: 131_072,
            count: 1_280,
            copying: Copying::Cached,
            ..Self::small_buffers(sink)
        }
    }

    /// The same, until all buffers are full.
    #[must_use]
    pub const fn burst(self) -> Self {
        Self { extent: Extent::Burst(self.bytes * self.count), ..self }
    }

    /// Samples of a buffer.
    #[must_use]
    pub const fn samples(&self) -> u64 {
        self.bytes / SAMPLE_BYTES
    }

    /// Whether there can be such a way.
    ///
    /// # Errors
    /// [`CaptureModelError::Setup`].
    pub fn check(&self) -> Result<(), CaptureModelError> {
        let refuse = |name, value, wanted| Err(CaptureModelError::Setup { name, value, wanted });
        if !(64..=MOST_BYTES).contains(&self.bytes) || !self.bytes.is_multiple_of(SAMPLE_BYTES) {
            return refuse("bytes", self.bytes, "whole samples, 64 bytes to 1 GiB");
        }
        if !(1..=MOST_BUFFERS).contains(&self.count) {
            return refuse("count", self.count, "1 to 2^20 buffers");
        }
        match (self.engine, self.extent) {
            (Engine::Direct { armed }, _) if !(1..=2).contains(&armed) => {
                refuse("armed", armed.into(), "1 or 2")
            }
            (_, Extent::Continuous(time)) if time == Time::ZERO || time > LONGEST => refuse(
                "time",
                time.ps() / 1_000_000_000,
                "more than nothing and an hour at most, in ms",
            ),
            (_, Extent::Burst(bytes))
                if bytes == 0 || bytes > self.bytes * self.count || bytes % SAMPLE_BYTES != 0 =>
            {
                refuse("burst", bytes, "whole samples, no more than all buffers hold")
            }
            _ => Ok(()),
        }
    }
}
