// SPDX-License-Identifier: Apache-2.0
/// Proof top of the hazard unit: free operations, at most one of which carries a mark in its payload.
module fby_msm_hazard_proof #(
    parameter int unsigned InFlightCycles = 4,
    parameter int unsigned HoldDepth = 2
) (
    input logic       clk_i,
    input logic [1:0] bucket_i,
    input logic       mark_i,
    input logic       valid_i
);

  logic rst_q = 1'b1;
  logic marked_q = 1'b0;
  logic mark, ready;
  logic [1:0] issue_bucket;
  logic issue_mark, issue_valid, blocked, held, busy;

  // The mark is the proof's finger on one operation; a second one would mean nothing.
  assign mark = mark_i && !marked_q;

  always_ff @(posedge clk_i) begin
    rst_q <= 1'b0;
    if (rst_q) marked_q <= 1'b0;
    else if (valid_i && ready && mark) marked_q <= 1'b1;
  end

  fby_msm_hazard #(
      .BucketBits    (2),
      .PayloadBits   (1),
      .InFlightCycles(InFlightCycles),
      .HoldDepth     (HoldDepth)
  ) u_dut (
      .clk_i,
      .rst_i          (rst_q),
      .op_bucket_i    (bucket_i),
      .op_payload_i   (mark),
      .op_valid_i     (valid_i),
      .op_ready_o     (ready),
      .issue_bucket_o (issue_bucket),
      .issue_payload_o(issue_mark),
      .issue_valid_o  (issue_valid),
      .blocked_o      (blocked),
      .held_o         (held),
      .busy_o         (busy)
  );

  fby_msm_hazard_props #(
      .InFlightCycles(InFlightCycles)
  ) u_props (
      .clk_i,
      .rst_i         (rst_q),
      .accept_i      (valid_i && ready),
      .accept_mark_i (mark),
      .accept_bucket_i(bucket_i),
      .issue_i       (issue_valid),
      .issue_mark_i  (issue_mark),
      .issue_bucket_i(issue_bucket),
      .blocked_i     (blocked),
      .busy_i        (busy),
      .marked_i      (marked_q)
  );

  // The design's own note of the mark and this one are the same.
  always_ff @(posedge clk_i) if (!rst_q) a_one_mark : assert (marked_q == u_dut.f_mark_accepted_q);

endmodule
