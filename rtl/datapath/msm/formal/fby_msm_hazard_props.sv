// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// What the hazard unit promises at its ports.
module fby_msm_hazard_props #(
    parameter int unsigned InFlightCycles = 4
) (
    input logic       clk_i,
    input logic       rst_i,
    input logic       accept_i,
    input logic       accept_mark_i,
    input logic [1:0] accept_bucket_i,
    input logic       issue_i,
    input logic       issue_mark_i,
    input logic [1:0] issue_bucket_i,
    input logic       blocked_i,
    input logic       busy_i,
    /// The marked operation has been accepted.
    input logic       marked_i
);

  // A bucket chosen by the solver, the same for ever, and the age of its last issue.
  logic [1:0] watched_q;
  logic [7:0] age_q = '1;
  logic [1:0] mark_bucket_q;

  always_ff @(posedge clk_i) begin
    watched_q <= watched_q;
    if (issue_i && issue_bucket_i == watched_q) age_q <= 8'd1;
    else if (age_q != '1) age_q <= age_q + 8'd1;
    if (accept_i && accept_mark_i) mark_bucket_q <= accept_bucket_i;
    if (rst_i) age_q <= '1;
  end

  // 1. Two operations on one bucket are at least the time in flight apart.
  `FBY_ASSERT(same_bucket_keeps_its_distance, !(issue_i && issue_bucket_i == watched_q) || 32'(age_q) >= InFlightCycles)
  // 2. A mark comes out only if it went in.
  `FBY_ASSERT(nothing_is_invented, !(issue_i && issue_mark_i) || marked_i)
  // 3. Being blocked means that nothing goes and something waits.
  `FBY_ASSERT(blocked_means_waiting, !blocked_i || (!issue_i && busy_i))
  `FBY_COVER(same_bucket_twice, issue_i && issue_bucket_i == watched_q && age_q < 8'd10)

endmodule
