// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Order of things: runs one after the other, one more waiting, passes one after the other, abort at any time.
///
///   reset, abort --> FLUSH --> SWEEP --> IDLE --> SETUP --> BEGIN <--> PASS
///                                         ^                             |
///                                         +-----------------------------+
///
/// FLUSH holds the pipelines in reset for longer than any addition lives, so nothing of an aborted run
/// can come back later, and waits until the memory owes nothing; SWEEP empties the buckets.
module fby_msm_passes #(
    parameter int unsigned NumBuckets = 32768
) (
    input  logic                                  clk_i,
    input  logic                                  rst_i,
    /// Queue a run; refused while start_ready_o is low.
    input  logic                                  start_valid_i,
    input  fby_msm_pkg::run_t                     start_i,
    output logic                                  start_ready_o,
    /// Level: drop everything, run nothing.
    input  logic                                  abort_i,
    output logic                                  busy_o,
    output logic [6:0]                            passes_done_o,
    output logic [15:0]                           runs_done_o,
    /// Lanes and feed are held in reset.
    output logic                                  flush_o,
    /// The memory has no access under way.
    input  logic                                  memory_idle_i,
    output logic                                  sweep_o,
    output fby_msm_pkg::bucket_t                  sweep_bucket_o,
    /// One-cycle pulse: run_o starts; it stands still until run_done_o.
    output logic                                  run_start_o,
    output fby_msm_pkg::run_t                     run_o,
    /// The feed is ready for passes of the run.
    input  logic                                  run_ready_i,
    /// One-cycle pulse: a pass of the run starts, by the row that pass_row_o names.
    output logic                                  pass_start_o,
    output logic [fby_msm_pkg::PASS_ROW_BITS-1:0] pass_row_o,
    output logic                                  first_pass_o,
    output logic                                  last_pass_o,
    /// All that the pass has started is at rest: lanes have read out, the feed has handed on all records and stored them.
    input  logic                                  pass_rest_i,
    output logic                                  pass_done_o,
    /// One-cycle pulse: a run is over, its last result beat taken.
    output logic                                  run_done_o
);
  import fby_msm_pkg::*;

  localparam int unsigned FlushBits = $clog2(FLUSH_CYCLES + 1);
  localparam bucket_t LastBucket = bucket_t'(NumBuckets - 1);

  typedef enum logic [2:0] {
    FLUSH,  // successors: SWEEP
    SWEEP,  // successors: IDLE, FLUSH
    IDLE,   // successors: SETUP, FLUSH
    SETUP,  // successors: BEGIN, FLUSH
    BEGIN,  // successors: PASS, FLUSH
    PASS    // successors: BEGIN, IDLE, FLUSH
  } state_e;

  state_e state_q, state_d;
  logic [FlushBits-1:0] flush_left_q;
  bucket_t sweep_q;
  logic queued_q;
  run_t queue_q, run_q;
  logic [6:0] passes_done_q;
  logic [15:0] runs_done_q;
  logic run_start_q;

  // A run without a pass brings points into the memory, which is a pass of the feed alone.
  assign last_pass_o  = 8'(passes_done_q) + 8'd1 >= 8'(run_q.passes);
  assign first_pass_o = passes_done_q == '0;
  assign pass_row_o   = passes_done_q[PASS_ROW_BITS-1:0];

  always_comb begin
    state_d = state_q;
    case (state_q)
      FLUSH:   if (flush_left_q == '0 && memory_idle_i) state_d = SWEEP;
      SWEEP:   if (sweep_q == LastBucket) state_d = IDLE;
      IDLE:    if (queued_q) state_d = SETUP;
      SETUP:   if (run_ready_i && !run_start_q) state_d = BEGIN;
      BEGIN:   state_d = PASS;
      PASS:    if (pass_rest_i) state_d = last_pass_o ? IDLE : BEGIN;
      default: state_d = FLUSH;
    endcase
    if (abort_i) state_d = FLUSH;
  end

  assign run_start_o  = run_start_q;
  assign pass_start_o = (state_q == BEGIN) && !abort_i;
  assign pass_done_o  = (state_q == PASS) && pass_rest_i && !abort_i;
  assign run_done_o   = pass_done_o && last_pass_o;

  always_ff @(posedge clk_i) begin
    state_q     <= state_d;
    run_start_q <= (state_q == IDLE) && (state_d == SETUP);
    if (abort_i) flush_left_q <= FlushBits'(FLUSH_CYCLES);
    else if (state_q == FLUSH && flush_left_q != '0) flush_left_q <= flush_left_q - FlushBits'(1);
    sweep_q <= (state_q == SWEEP) ? sweep_q + bucket_t'(1) : '0;

    if (start_valid_i && start_ready_o) begin
      queued_q <= 1'b1;
      queue_q  <= start_i;
    end else if (state_q == IDLE && queued_q) begin
      queued_q <= 1'b0;
    end
    if (abort_i) queued_q <= 1'b0;

    if (state_q == IDLE && queued_q) begin
      run_q         <= queue_q;
      passes_done_q <= '0;
    end
    if (pass_done_o && !last_pass_o) passes_done_q <= passes_done_q + 7'd1;
    if (run_done_o) runs_done_q <= runs_done_q + 16'd1;

    if (rst_i) begin
      state_q       <= FLUSH;
      flush_left_q  <= FlushBits'(FLUSH_CYCLES);
      queued_q      <= 1'b0;
      run_start_q   <= 1'b0;
      passes_done_q <= '0;
      runs_done_q   <= '0;
    end
  end

  assign run_o          = run_q;
  assign start_ready_o  = !queued_q && !abort_i;
  assign busy_o         = (state_q != IDLE) || queued_q;
  assign passes_done_o  = passes_done_q;
  assign runs_done_o    = runs_done_q;
  assign flush_o        = state_q == FLUSH;
  assign sweep_o        = state_q == SWEEP;
  assign sweep_bucket_o = sweep_q;

endmodule
