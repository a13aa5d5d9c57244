// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// The steps of a run: of each stream that is paired, so many entries, then the next step.
///
///   rate --> credit (of one step at most) --> step begins --> entries of each stream, one a cycle --> step ends
///                                                 ^                                                     |
///                                                 +-----------------------------------------------------+
///
/// A step begins in the cycle after the one before has ended, if there is credit: at full rate and with one entry of each
/// stream, a step is a cycle.
module fby_sink_steps #(
  parameter int unsigned         NumStreams = 2,
  /// Streams that have ends of packets.
  parameter bit [NumStreams-1:0] Packets    = '0
) (
  input  logic                        clk_i,
  input  logic                        rst_i,
  /// One-cycle pulse: begin a run of steps_i steps, only while run_o is low.
  input  logic                        start_i,
  input  logic [31:0]                 steps_i,
  /// Steps in 2^16 cycles, at most 2^16.
  input  logic [16:0]                 rate_i,
  /// Entries of each stream in a step, not all 0; steady in a run.
  input  logic [NumStreams-1:0][15:0] pairing_i,
  /// Forget the run.
  input  logic                        drop_i,
  /// There is an entry, and it ends a packet.
  input  logic [NumStreams-1:0]       valid_i,
  input  logic [NumStreams-1:0]       last_i,
  /// An entry is wanted.
  output logic [NumStreams-1:0]       ready_o,
  /// A run is on.
  output logic                        run_o,
  output logic [31:0]                 steps_done_o,
  /// One-cycle pulses: the run is over; a step has ended, and its ends of packets did not match.
  output logic                        run_done_o,
  output logic                        step_o,
  output logic                        mismatch_o
);
  localparam logic [17:0] Step = 18'h1_0000;

  logic                        run_q, step_q;
  logic [31:0]                 left_steps_q, done_q;
  logic [17:0]                 credit_q, credit;
  logic [NumStreams-1:0][15:0] left_q, left;
  // Of the step so far: an end came too early; the last entry of a stream was an end, or none.
  logic                        early_q, ended_q, went_on_q;
  logic                        early, ended, went_on;

  assign ready_o = step_q ? present(left_q) : '0;

  function automatic logic [NumStreams-1:0] present(input logic [NumStreams-1:0][15:0] counts);
    for (int unsigned k = 0; k < NumStreams; k++) present[k] = counts[k] != '0;
  endfunction

  logic [NumStreams-1:0] taken;
  assign taken = valid_i & ready_o;

  always_comb begin
    early   = early_q;
    ended   = ended_q;
    went_on = went_on_q;
    for (int unsigned k = 0; k < NumStreams; k++) begin
      left[k] = left_q[k] - 16'(taken[k]);
      if (Packets[k] && taken[k]) begin
        if (left[k] != '0) early |= last_i[k];
        else if (last_i[k]) ended = 1'b1;
        else went_on = 1'b1;
      end
    end
  end

  assign step_o     = step_q && left == '0;
  assign mismatch_o = step_o && (early || (ended && went_on));
  assign run_done_o = step_o && left_steps_q == 32'd1;

  // Credit comes at the rate until there is enough for a step; what is more than enough is kept, so that steps keep to the rate.
  logic begins, credited;
  assign credited = credit_q >= Step;
  assign begins   = run_q && credited && !run_done_o && (!step_q || step_o);
  assign credit   = credit_q + (credited && !begins ? '0 : 18'(rate_i)) - (begins ? Step : '0);

  always_ff @(posedge clk_i) begin
    if (run_q) credit_q <= credit;
    if (step_q) left_q <= left;
    early_q   <= early;
    ended_q   <= ended;
    went_on_q <= went_on;
    if (step_o) begin
      step_q       <= 1'b0;
      left_steps_q <= left_steps_q - 32'd1;
      done_q       <= done_q + 32'd1;
    end
    if (step_o || !step_q) begin
      early_q   <= 1'b0;
      ended_q   <= 1'b0;
      went_on_q <= 1'b0;
    end
    if (begins) begin
      step_q <= 1'b1;
      left_q <= pairing_i;
    end
    if (run_done_o) run_q <= 1'b0;
    if (start_i) begin
      run_q        <= 1'b1;
      left_steps_q <= steps_i;
      done_q       <= '0;
      credit_q     <= Step;
    end
    if (rst_i || drop_i) begin
      run_q  <= 1'b0;
      step_q <= 1'b0;
      done_q <= '0;
    end
  end

  assign run_o        = run_q;
  assign steps_done_o = done_q;

  `FBY_ASSERT(a_step_is_of_a_run, !step_q || run_q)
  `FBY_ASSERT(a_run_has_steps_left, !run_q || left_steps_q != '0)
  `FBY_ASSERT(start_only_at_rest, !start_i || !run_q)

endmodule
