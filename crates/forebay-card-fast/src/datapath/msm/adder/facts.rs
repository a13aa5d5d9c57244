// SPDX-License-Identifier: Apache-2.0
//! Numbers of an adder with its buckets that decide about cycles. The card's description in `regs/` does not have them, so each names
//! the module it is of; tests that run both cards hold them to it.

/// `fby_fq_pkg::EC_ADD_LATENCY`: from the operands of an addition to its sum.
pub(in super::super) const ADDER_LATENCY: u32 = 130;
/// `fby_msm_pkg::BUCKET_READ_LATENCY`: from a bucket's number to its value.
pub(in super::super) const BUCKET_READ_LATENCY: u64 = 5;
/// `fby_msm_pkg::BUCKET_WRITE_LATENCY`: from a sum to its place in the memory.
const BUCKET_WRITE_LATENCY: u64 = 1;

/// `fby_msm_pkg::IN_FLIGHT_CYCLES`: from the issue register to the cycle in which the sum is written, both counted.
pub(in super::super) const IN_FLIGHT_CYCLES: u64 =
    1 + BUCKET_READ_LATENCY + ADDER_LATENCY as u64 + BUCKET_WRITE_LATENCY;
/// From the cycle in which it is decided that an operation is issued to the one in which somebody else may have its bucket. The
/// issue register is filled in between, `fby_msm_hazard`.
pub(in super::super) const TAKEN_CYCLES: u64 = IN_FLIGHT_CYCLES;
