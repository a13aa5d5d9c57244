// SPDX-License-Identifier: Apache-2.0
//! What the host library promises, as test bodies that run on every card that it can open; it never knows how a card is made,
//! nor what lies between it and the library.
//!
//! `cargo test` runs them on cards simulated in its own process, the program `host_library` on one behind a kernel driver.

#![allow(clippy::unwrap_used, reason = "tests: what is unwrapped in vain has failed the body")]

mod aperture;
mod bad_input;
mod bursts;
mod capture;
mod capture_bad;
mod capture_bench;
mod capture_course;
mod capture_lost;
mod card;
mod ends;
mod fixture;
mod msm;
mod msm_bad_input;
mod msm_engine;
mod msm_engine_bad;
mod msm_sieve;
mod pairs;
mod shared;
mod sink;
mod streams;
mod table;
mod transfers;
mod transmit;
mod transmit_bad;
mod transmit_bench;
mod user_queue;
mod user_queue_bad;
mod user_queue_batch;
mod user_queue_card;
mod user_queue_lists;
mod user_queue_lost;

pub use fixture::{Fixture, Way};
pub use table::{Body, bodies};
