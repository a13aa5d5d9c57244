// SPDX-License-Identifier: Apache-2.0
//! Numbers of the RTL engine that decide about its cycles.

/// `fby_fq_pkg::EC_ADD_LATENCY`.
pub(in super::super) const ADDER_LATENCY: u32 = 130;
/// `HoldDepth` of `fby_pippenger`.
pub(in super::super) const HOLD_DEPTH: usize = 16;
/// From ABORT or reset on, until the buckets are emptied.
pub(in super::super) const FLUSH_CYCLES: u64 = 1 + 5 + ADDER_LATENCY as u64 + 1 + 2 + 1;
pub(super) const SETUP_CYCLES: u64 = 1 + 1 + 32 + 1;
pub(super) const NEXT_CYCLES: u64 = 1;
