// SPDX-License-Identifier: Apache-2.0
//! Numbers of the RTL engine that decide about its cycles. The card's description in `regs/` does not have them, so each names the
//! module it is of; tests that run both cards hold them to it.

use crate::datapath::adder::facts::IN_FLIGHT_CYCLES;
pub(in super::super) use crate::datapath::adder::facts::{ADDER_LATENCY, HOLD_DEPTH};

/// From the write of START to the cycle in which `fby_msm_passes`, with nothing else to do, sees the run in its queue.
pub(in super::super) const START_CYCLES: u64 = 1;
/// From that cycle to the one in which the first pass starts: SETUP, and a bit a cycle of the number of points in `fby_msm_divide`.
pub(super) const SETUP_CYCLES: u64 = 1 + 1 + 32 + 1;
/// From the cycle in which a pass is done to the next one's start, or to the one in which a further run is seen.
pub(super) const NEXT_CYCLES: u64 = 1;
/// From ABORT or reset on: `FLUSH_CYCLES` of `fby_msm_pkg` and the one that looks whether they are over. The buckets are emptied
/// after it, one a cycle.
pub(in super::super) const FLUSH_CYCLES: u64 = IN_FLIGHT_CYCLES + 2 + 1;
