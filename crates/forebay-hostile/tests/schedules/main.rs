// SPDX-License-Identifier: Apache-2.0
//! Schedules on every body of the card, in one program: those on the RTL take a minute each, and run side by side.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail their test")]

mod failures;
mod random;
