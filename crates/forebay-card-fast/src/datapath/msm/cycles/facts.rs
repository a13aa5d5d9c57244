// SPDX-License-Identifier: Apache-2.0
//! Numbers of the RTL core that decide about its cycles. The card's description in `regs/` does not have them, so each names the
//! module it is of; tests that run both cards hold them to it.

/// `fby_fq_pkg::EC_ADD_LATENCY`: from the operands of an addition to its sum. The register `ADDER_LATENCY`.
pub(in super::super) const ADDER_LATENCY: u32 = 130;
/// `HoldDepth` of `fby_msm`: operations that may wait for a bucket in flight. The register `HOLD_DEPTH`.
pub(in super::super) const HOLD_DEPTH: usize = 16;
/// `ReadyDepth` of `fby_msm_hazard`: operations that have their bucket and wait for the issue register.
pub(super) const READY_DEPTH: usize = 8;
/// `fby_msm_pkg::BUCKET_READ_LATENCY`: from a bucket's number to its value.
const BUCKET_READ_LATENCY: u64 = 5;
/// `fby_msm_pkg::BUCKET_WRITE_LATENCY`: from a sum to its place in the memory.
const BUCKET_WRITE_LATENCY: u64 = 1;

/// `InFlightCycles` of `fby_msm_core`: from the issue register to the cycle in which the sum is written, both counted.
const IN_FLIGHT_CYCLES: u64 = 1 + BUCKET_READ_LATENCY + ADDER_LATENCY as u64 + BUCKET_WRITE_LATENCY;
/// From the cycle in which it is decided that an operation is issued to the one in which somebody else may have its bucket. The
/// issue register is filled in between, `fby_msm_hazard`.
pub(super) const TAKEN_CYCLES: u64 = IN_FLIGHT_CYCLES;

/// From ABORT or reset on: the `FlushCycles` of `fby_msm_core`, and the one in which `fby_msm_ctrl` starts emptying the buckets,
/// one a cycle.
pub(in super::super) const FLUSH_CYCLES: u64 = IN_FLIGHT_CYCLES + 2 + 1;

/// From the first cycle of a read-out to its first beat: `fby_msm_drain` reads a bucket, keeps it and moves it to its output.
pub(in super::super) const FIRST_BEAT_CYCLES: u64 = BUCKET_READ_LATENCY + 2;
