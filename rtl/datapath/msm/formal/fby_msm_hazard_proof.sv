// SPDX-License-Identifier: Apache-2.0
/// Proof top of the hazard unit: a sweep of the buckets in reset, then free operations, at most one of which carries a
/// mark in its payload.
module fby_msm_hazard_proof #(
    parameter int unsigned InFlightCycles = 4,
    parameter int unsigned HoldDepth = 2,
    parameter int unsigned ReadyDepth = 2
) (
    input logic       clk_i,
    input logic [1:0] bucket_i,
    input logic       mark_i,
    input logic       valid_i
);

  localparam int unsigned NumBuckets = 4;

  logic rst_q = 1'b1;
  logic [2:0] swept_q = '0;
  logic marked_q = 1'b0;
  logic mark, ready;
  logic [1:0] issue_bucket;
  logic issue_mark, issue_valid, blocked, held, busy;

  // The mark is the proof's finger on one operation; a second one would mean nothing.
  assign mark = mark_i && !marked_q;

  always_ff @(posedge clk_i) begin
    if (rst_q) swept_q <= swept_q + 3'd1;
    if (swept_q == 3'(NumBuckets - 1)) rst_q <= 1'b0;
    if (rst_q) marked_q <= 1'b0;
    else if (valid_i && ready && mark) marked_q <= 1'b1;
  end

  fby_msm_hazard #(
      .NumBuckets    (NumBuckets),
      .BucketBits    (2),
      .PayloadBits   (1),
      .InFlightCycles(InFlightCycles),
      .HoldDepth     (HoldDepth),
      .ReadyDepth    (ReadyDepth)
  ) u_dut (
      .clk_i,
      .rst_i          (rst_q),
      .sweep_i        (rst_q),
      .sweep_bucket_i (swept_q[1:0]),
      .op_bucket_i    (bucket_i),
      .op_payload_i   (mark),
      .op_valid_i     (valid_i && !rst_q),
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
      .accept_i      (valid_i && ready && !rst_q),
      .accept_mark_i (mark),
      .accept_bucket_i(bucket_i),
      .issue_i       (issue_valid),
      .issue_mark_i  (issue_mark),
      .issue_bucket_i(issue_bucket),
      .blocked_i     (blocked),
      .busy_i        (busy),
      .marked_i      (marked_q)
  );

  // What has been swept is free when the reset ends.
  for (genvar b = 0; b < NumBuckets; b++) begin : gen_swept
    always_ff @(posedge clk_i) begin
      if (rst_q && 32'(swept_q) > b) a_swept_is_free : assert (!u_dut.u_busy.taken_mem_q[b]);
    end
  end
  always_ff @(posedge clk_i) a_reset_is_the_sweep : assert (rst_q == (32'(swept_q) < NumBuckets));

  // The design's own note of the mark and this one are the same.
  always_ff @(posedge clk_i) if (!rst_q) a_one_mark : assert (marked_q == u_dut.f_mark_accepted_q);

endmodule
