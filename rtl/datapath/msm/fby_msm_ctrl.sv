// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Order of things: runs one after the other, one more waiting, abort at any time.
///
///   reset, abort --> FLUSH --> SWEEP --> IDLE <--> RUN, DRAIN
///
/// FLUSH holds the pipeline in reset for longer than any addition lives, so nothing of an aborted run
/// can come back later; SWEEP empties the buckets; RUN accumulates; DRAIN reads out.
module fby_msm_ctrl #(
    /// Cycles for which the pipeline is held in reset; more than the longest way through it.
    parameter int unsigned FlushCycles = 128,
    /// Most additions that can be under way at once.
    parameter int unsigned InFlightCycles = 120
) (
    input  logic                               clk_i,
    input  logic                               rst_i,
    /// Queue a run; refused while start_ready_o is low.
    input  logic                               start_valid_i,
    input  logic [fby_msm_pkg::COUNT_BITS-1:0] start_points_i,
    output logic                               start_ready_o,
    /// Level: drop everything, run nothing.
    input  logic                               abort_i,
    output logic                               busy_o,
    output logic                               draining_o,
    output logic [15:0]                        runs_done_o,
    /// Everything between the streams and the buckets is held in reset.
    output logic                               flush_o,
    /// The run is in its accumulation: write-backs count.
    output logic                               active_o,
    /// One-cycle pulse to the source: a run of run_points_o pairs starts.
    output logic                               run_start_o,
    output logic [fby_msm_pkg::COUNT_BITS-1:0] run_points_o,
    /// Operations are still on their way to the adder.
    input  logic                               upstream_busy_i,
    /// One-cycle pulses: an addition started, an addition was written back.
    input  logic                               issue_i,
    input  logic                               writeback_i,
    /// The walk over the buckets.
    output logic                               drain_start_o,
    output logic                               drain_discard_o,
    input  logic                               drain_done_i,
    /// One-cycle pulse: a run is over, its last result beat taken.
    output logic                               run_done_o
);
  import fby_msm_pkg::*;

  localparam int unsigned FlushBits = $clog2(FlushCycles + 1);
  localparam int unsigned UnderWayBits = $clog2(InFlightCycles + 1);

  typedef enum logic [2:0] {
    FLUSH,  // successors: SWEEP
    SWEEP,  // successors: IDLE, FLUSH
    IDLE,   // successors: RUN, FLUSH
    RUN,    // successors: DRAIN, FLUSH
    DRAIN   // successors: IDLE, FLUSH
  } state_e;

  state_e state_q, state_d;
  logic [FlushBits-1:0] flush_left_q;
  logic queued_q;
  logic [COUNT_BITS-1:0] queued_points_q;
  logic [UnderWayBits-1:0] under_way_q;
  logic [15:0] runs_done_q;
  logic accumulated;

  assign accumulated = !upstream_busy_i && (under_way_q == '0);

  always_comb begin
    state_d = state_q;
    case (state_q)
      FLUSH:   if (flush_left_q == '0) state_d = SWEEP;
      SWEEP:   if (drain_done_i) state_d = IDLE;
      IDLE:    if (queued_q) state_d = RUN;
      RUN:     if (accumulated) state_d = DRAIN;
      DRAIN:   if (drain_done_i) state_d = IDLE;
      default: state_d = FLUSH;
    endcase
    if (abort_i) state_d = FLUSH;
  end

  assign run_start_o     = (state_q == IDLE) && (state_d == RUN);
  assign run_points_o    = queued_points_q;
  assign drain_start_o   = ((state_q == FLUSH) && (state_d == SWEEP)) || ((state_q == RUN) && (state_d == DRAIN));
  assign drain_discard_o = state_q == FLUSH;
  assign run_done_o      = (state_q == DRAIN) && drain_done_i && !abort_i;

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (abort_i) flush_left_q <= FlushBits'(FlushCycles);
    else if (state_q == FLUSH && flush_left_q != '0) flush_left_q <= flush_left_q - FlushBits'(1);

    if (start_valid_i && start_ready_o) begin
      queued_q        <= 1'b1;
      queued_points_q <= start_points_i;
    end else if (run_start_o) begin
      queued_q <= 1'b0;
    end
    if (abort_i) queued_q <= 1'b0;

    if (issue_i != (writeback_i && active_o)) begin
      under_way_q <= issue_i ? under_way_q + UnderWayBits'(1) : under_way_q - UnderWayBits'(1);
    end
    if (flush_o) under_way_q <= '0;

    if (run_done_o) runs_done_q <= runs_done_q + 16'd1;

    if (rst_i) begin
      state_q      <= FLUSH;
      flush_left_q <= FlushBits'(FlushCycles);
      queued_q     <= 1'b0;
      under_way_q  <= '0;
      runs_done_q  <= '0;
    end
  end

  assign start_ready_o = !queued_q && !abort_i;
  assign busy_o        = (state_q != IDLE) || queued_q;
  assign draining_o    = state_q == DRAIN;
  assign runs_done_o   = runs_done_q;
  // The last cycle of FLUSH starts the sweep, so the reset ends one cycle earlier.
  assign flush_o       = (state_q == FLUSH) && (flush_left_q != '0);
  assign active_o      = state_q == RUN;

  `FBY_ASSERT(issues_only_in_a_run, !issue_i || active_o || flush_o)
  `FBY_ASSERT(writeback_has_an_issue, !(writeback_i && active_o) || (under_way_q != '0))

endmodule
