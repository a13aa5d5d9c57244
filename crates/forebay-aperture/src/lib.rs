// SPDX-License-Identifier: Apache-2.0
//! How a program's stores get into a card's aperture: by which instructions, in which order, and when they have left; it never knows a
//! card, a register, nor what data mean.

mod error;
mod instructions;
mod memory;
mod raw;

pub use error::ApertureError;
pub use instructions::Instructions;
pub use memory::{Memory, fence};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
