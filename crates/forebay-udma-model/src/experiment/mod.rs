// SPDX-License-Identifier: Apache-2.0
//! The experiment of section 4.4, predicted: processes on one processor that start transfers as fast as they can, round robin with a
//! quantum; errors (attempts told no) and answers FAIL for each context switch.
//!
//! [`table`] is exact: what a process has of it that goes on after j of its accesses, when the one before it was interrupted after k.
//! [`simulate`] plays the same.

mod contention;
mod phases;
mod published;
mod simulation;
mod users;

pub use contention::{Contention, contend};
pub use phases::{Counts, Rates, Table, dwell, table};
pub use published::{PUBLISHED, Published};
pub use simulation::{BATCHES, Measured, Pace, half_95, simulate};
pub use users::Users;
