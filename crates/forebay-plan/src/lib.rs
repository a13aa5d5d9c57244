// SPDX-License-Identifier: Apache-2.0
//! Whether sending several streams in some order can deadlock, and why, said before anything runs; it never knows a card, a register,
//! what data mean, nor how long anything takes.

mod check;
mod error;
mod plan;
mod remedy;
mod verdict;

pub use error::PlanError;
pub use plan::{ENTRY_BYTES, MOST_PIECES, Order, Path, Piece, Plan, Stream};
pub use verdict::{Interleaving, Remedy, Stand, Verdict, Want};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
