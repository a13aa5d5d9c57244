// SPDX-License-Identifier: Apache-2.0
//! Virtual time for the host side of transfers, coupled to the time of a card; it never knows a register, what data mean, nor how
//! long anything took on the machine it runs on.

mod account;
pub mod better;
mod card;
mod charged;
mod cost;
pub mod crossover;
mod distribution;
mod error;
mod flow;
mod host;
mod params;
mod profile;
mod program;
mod scenario;
mod scheduler;
mod span;
mod thread;
mod time;
pub mod tune;
pub mod validate;

pub use account::{Account, Wait};
pub use card::{CHANNELS, Deadlock, Piece, Progress, STREAMS, Target, TimedCard, Transfer, Work};
pub use charged::{ChargedCard, HostClock};
pub use cost::{Cost, Costs, Spec};
pub use distribution::Distribution;
pub use error::HostModelError;
pub use flow::{FlowCard, Occupancy};
pub use params::{FITTED_PAIR, FITTED_TASKS, FlowParams, PAGE_BYTES, WritePath};
pub use profile::{Accesses, Completion, Profile};
pub use program::Pattern;
pub use scenario::{Outcome, Scenario};
pub use scheduler::{Load, Processor, Turn, Woken};
pub use span::{Activity, Span, Timeline};
pub use time::Time;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
