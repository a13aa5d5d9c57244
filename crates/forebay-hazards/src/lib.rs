// SPDX-License-Identifier: Apache-2.0
//! Whether a program's accesses to a card still mean the same when a processor combines its stores; it never knows what the data
//! are, which card is behind the addresses, nor how long anything takes.

mod adversary;
mod arrivals;
mod compare;
pub mod demonstrations;
mod error;
mod execution;
mod file;
mod judge;
mod map;
mod program;
mod report;
mod tap;

pub use adversary::{DEFAULT_SEEDS, MOST_SEEDS};
pub use error::HazardError;
pub use judge::{Hazard, Kind, Report};
pub use map::{Map, Meaning, Range};
pub use program::{Access, Act, Program, Recorder};
pub use tap::Tap;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
