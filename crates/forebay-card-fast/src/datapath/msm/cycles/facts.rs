// SPDX-License-Identifier: Apache-2.0
//! Numbers of the RTL core beyond its adder that decide about its cycles; each names the module it is of.

use crate::datapath::adder::facts::{BUCKET_READ_LATENCY, IN_FLIGHT_CYCLES};

/// From ABORT or reset on: the `FlushCycles` of `fby_msm_core`, and the one in which `fby_msm_ctrl` starts emptying the buckets,
/// one a cycle.
pub(in super::super) const FLUSH_CYCLES: u64 = IN_FLIGHT_CYCLES + 2 + 1;

/// From the first cycle of a read-out to its first beat: `fby_msm_drain` reads a bucket, keeps it and moves it to its output.
pub(in super::super) const FIRST_BEAT_CYCLES: u64 = BUCKET_READ_LATENCY + 2;
/// `HoldDepth` of `fby_msm`: operations that may wait for a bucket in flight.
pub(in super::super) const HOLD_DEPTH: usize = 16;
/// `ReadyDepth` of `fby_msm_hazard`: operations that have their bucket and wait for the issue register.
pub(super) const READY_DEPTH: usize = 8;
