// SPDX-License-Identifier: Apache-2.0
//! The RTL card and the native card do the same: equal random traffic goes to both, and what a host can see afterwards
//! is compared.
//!
//! Time is not compared (that of the MSM core is in `tests/cycles`). What is left out, and why:
//!
//! * `CYCLES`, `PERF_CYCLES`, `PERF_PENDING`: count time.
//! * counters of stalls, starvation, hazards and cycles: time; `host_reads` and `host_writes`: how transfers are cut
//!   into bursts is each body's own choice.
//! * memory behind a descriptor that failed or comes after it, and the beats of such a run: engines prefetch, so some
//!   of it may have moved.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod aperture;
mod chains;
mod channels;
mod memory;
mod modes;
mod msm;
mod packing;
mod pair;
mod radio;
mod registers;
mod schedules;
mod sink;
mod streams;
mod udma;
