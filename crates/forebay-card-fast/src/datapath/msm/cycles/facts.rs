// SPDX-License-Identifier: Apache-2.0
//! Numbers of the RTL engine that decide about its cycles. The card's description in `regs/` does not have them, so each names the
//! module it is of; tests that run both cards hold them to it.

pub(in super::super) use super::super::adder::facts::ADDER_LATENCY;
use super::super::adder::facts::{BUCKET_READ_LATENCY, IN_FLIGHT_CYCLES};

/// `HoldDepth` of `fby_msm`: additions that may wait for a bucket in flight, and of those that have theirs for the issue
/// register.
pub(in super::super) const HOLD_DEPTH: usize = 64;
/// From the cycle in which `fby_msm_passes`, with nothing else to do, sees a run in its queue to the one in which the first pass
/// starts: SETUP, and a bit a cycle of the number of points in `fby_msm_divide`.
pub(super) const SETUP_CYCLES: u64 = 1 + 1 + 32 + 1;
/// From ABORT or reset on: `FLUSH_CYCLES` of `fby_msm_pkg` and the one that looks whether they are over. The buckets are emptied
/// after it, one a cycle.
pub(in super::super) const FLUSH_CYCLES: u64 = IN_FLIGHT_CYCLES + 2 + 1;

/// From the start of a run's first pass to the first scalar: the eight multiples of rho that `fby_msm_multiples` begins with, each
/// a passage of its adder.
pub(super) const MULTIPLES_CYCLES: u64 = 8 * 7;
/// From a scalar to its word: `word_cycles` of `fby_msm_word_pkg`, the register before them and the queue.
pub(super) const WORD_CYCLES: u64 = 12 + 2;
/// Scalars inside of `fby_msm_prepare` at most.
pub(super) const WORDS: usize = 16;

/// `QueueDepth` of `fby_msm_cut`: digits on their way or in its queue.
pub(super) const CUT_DEPTH: usize = 16;
/// `WayCycles` of it: from the start of a digit to its end there, if it is zero.
pub(super) const CUT_WAY: usize = 5;
/// From the start of a digit to the first cycle in which its operation can go on.
pub(super) const CUT_CYCLES: u64 = CUT_WAY as u64 + 1;

/// `Distance` of `fby_msm_reduce`: cycles between the two passages of an addition.
pub(super) const SLOT_DISTANCE: u64 = ADDER_LATENCY as u64 / 2;
/// From the last addition that a step of the reduction offers to the next step's first one: register, passages, bucket memory, and
/// the cycles that count it out and step.
pub(super) const STEP_CYCLES: u64 =
    1 + SLOT_DISTANCE + BUCKET_READ_LATENCY + ADDER_LATENCY as u64 + 2;

/// From the cycle before `fby_msm_readout` asks for a sum to its first beat.
pub(super) const SUM_CYCLES: u64 = BUCKET_READ_LATENCY + 2;
/// Beats of a sum.
pub(super) const SUM_BEATS: usize = 3;

/// `BURST_BEATS` of `fby_mem_pkg`.
pub(super) const BURST: usize = 16;
/// `ReadBeats` of `fby_mem_bank`: records of a bank that are asked for and not taken.
pub(super) const READ_DEPTH: usize = 64;
/// `WriteBeats` of `fby_mem_bank`: records of a bank that are taken and not on their way.
pub(super) const WRITE_DEPTH: usize = 32;
/// `SLICES` of `fby_mem_pkg`: ports of a bank.
pub(super) const PORTS: usize = 6;
/// From the asking for a burst to its first record in the FIFO: the address's register and the memory (`read_latency` of `hbm_cfg` in
/// `fby_mem_model_pkg`), and what chance may add (`read_jitter`).
pub(super) const READ_CYCLES: u64 = 1 + 32;
pub(super) const READ_JITTER: u64 = 8;
/// From the last record that is written to the memory's answer.
pub(super) const WRITE_CYCLES: u64 = 17;
/// The memory's refresh: once in so many cycles, from the first one on, no record comes or goes for so many.
pub(super) const REFRESH_EVERY: u64 = 975;
pub(super) const REFRESH_CYCLES: u64 = 65;
