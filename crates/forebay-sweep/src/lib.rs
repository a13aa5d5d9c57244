// SPDX-License-Identifier: Apache-2.0
//! Many settings of the host model and many runs of each: what to run, what came of it, and a report of it; it never knows how a
//! transfer works, what a card is made of, nor the clock on the wall.

mod body;
mod cell;
mod digest;
mod digits;
mod error;
mod file;
mod part;
mod plan;
mod preset;
mod record;
mod run;
mod stats;
mod store;
mod stuck;
mod summary;
mod sweep;
mod table;

pub use body::Body;
pub use cell::Cell;
pub use digits::{difference, rounded};
pub use error::SweepError;
pub use plan::{MOST_RUNS, PRESETS, Plan};
pub use record::Recording;
pub use run::{Measured, measure};
pub use stats::Stats;
pub use store::Store;
pub use stuck::Stuck;
pub use summary::{Gain, Spread, Step, Summary};
pub use sweep::{Finding, Progress, Sweep, Watch, sweep};
pub use table::{COLUMNS, planned, rows, write_json, write_summary, write_table};

/// The version of the model: results of another one are not taken for those of this.
pub const MODEL: &str = env!("FOREBAY_MODEL");

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
