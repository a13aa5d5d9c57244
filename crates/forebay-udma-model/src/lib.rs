// SPDX-License-Identifier: Apache-2.0
//! An executable model of user-level DMA, every scheme of decision 0020; it never knows the RTL that it is a witness of, a register,
//! or how a transfer moves its bytes.
//!
//! A [`Scheme`] is told accesses and says what it answers and what it starts. *Section*, *figure* and *table* mean those of FORTH
//! TR-182, "Issues in the Design and Implementation of User-Level DMA".

mod access;
pub mod cost;
pub mod experiment;
pub mod explore;
pub mod program;
pub mod scheme;
pub mod trace;

pub use access::{Access, Actors, Arg, FAIL, NOT_STARTED, OK1, OK2, OK3, Op, Say, Space, Start};
pub use scheme::{Engine, News, Outcome, Scheme, step};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
