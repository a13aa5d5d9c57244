// SPDX-License-Identifier: Apache-2.0
//! Capture of a stream of samples as events in virtual time: what is lost and in which gaps, how late the rest is, and which cost
//! binds; it never knows a register, what samples say, the driver that it is a model of, nor the clock on the wall. It moves no data.

mod card;
mod clock;
mod consumer;
mod disk;
mod error;
pub mod experiment;
mod handlers;
mod limit;
mod outcome;
mod price;
mod run;
mod setup;

pub use card::{Cause, Gap};
pub use error::CaptureModelError;
pub use limit::{Limit, largest_rate};
pub use outcome::{Binding, Latency, Outcome, Spent};
pub use price::{Basis, Price, Prices, Spec, Unit};
pub use run::{Books, Run};
pub use setup::{Copying, Engine, Extent, Notice, SAMPLE_BYTES, Setup, Sink};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
