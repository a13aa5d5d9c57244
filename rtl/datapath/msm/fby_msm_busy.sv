// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// One bit per bucket that says whether somebody has it: test-and-set on one side, clear on the other.
///
/// Both sides work on any bucket in any cycle, which is a true dual-port block memory with one port for each:
/// a test writes 1 and reads what was there before. Reset does not reach the bits: clear every
/// bucket before the first test after one.
module fby_msm_busy #(
    parameter int unsigned NumBuckets = 20,
    parameter int unsigned BucketBits = 17
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    /// Takes the bucket, whoever has it.
    input  logic                  test_i,
    input  logic [BucketBits-1:0] test_bucket_i,
    /// A cycle after test_i: somebody had it already.
    output logic                  was_taken_o,
    /// Gives a bucket back; never the one that is being tested.
    input  logic                  clear_i,
    input  logic [BucketBits-1:0] clear_bucket_i
);

  localparam int unsigned IndexBits = $clog2(NumBuckets);

  (* ram_style = "block" *) logic taken_mem_q[NumBuckets];
  logic was_taken_q;
  logic [IndexBits-1:0] test_index, clear_index;

  assign test_index  = test_bucket_i[IndexBits-1:0];
  assign clear_index = clear_bucket_i[IndexBits-1:0];

  always_ff @(posedge clk_i) begin
    if (test_i) begin
      was_taken_q             <= taken_mem_q[test_index];
      taken_mem_q[test_index] <= 1'b1;
    end
    if (clear_i) taken_mem_q[clear_index] <= 1'b0;
  end

  assign was_taken_o = was_taken_q;

  `FBY_ASSERT(never_set_and_cleared_at_once, !(test_i && clear_i && test_bucket_i == clear_bucket_i))
  `FBY_ASSERT(test_in_range, !test_i || (32'(test_bucket_i) < NumBuckets))

endmodule
