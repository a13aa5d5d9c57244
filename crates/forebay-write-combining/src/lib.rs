// SPDX-License-Identifier: Apache-2.0
//! What a processor makes of stores into a BAR: which writes leave it, in which pieces and order, and when; it never knows a card, a
//! register, what data mean, nor how long anything took on the machine it runs on.

mod bus;
mod clock;
mod combiner;
mod error;
mod measurement;
mod params;
mod predict;
pub mod published;
mod routine;
mod timer;

pub use bus::{Bus, BusWrite, Counter, LINE_BYTES, PIECE_BYTES};
pub use combiner::{Caching, Freshness, WriteCombiner};
pub use error::WriteCombiningError;
pub use measurement::{Measurement, Remark};
pub use params::{Code, Eviction, PartialFlush, Processor};
pub use predict::{Cell, Column, Run, Score, predict};
pub use routine::{Routine, Step, aligned_stores};
pub use timer::Timed;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
