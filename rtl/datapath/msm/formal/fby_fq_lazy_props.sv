// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// What fby_fq_add and fby_fq_sub promise for every pair of operands in range: the result of Latency
/// cycles ago's operands is the exact integer a + b (or a - b + Offset), within Limit, and congruent
/// modulo the field's modulus.
module fby_fq_lazy_props
  import fby_fq_pkg::*;
#(
    parameter int unsigned Width    = 12,
    parameter int unsigned Latency  = 3,
    /// 0 checks a sum, 1 a difference plus Offset.
    parameter bit          Subtract = 1'b0,
    parameter num_t        Modulus  = 61,
    /// Multiple of Modulus that a subtraction adds.
    parameter num_t        Offset   = 0,
    parameter num_t        AMax     = 0,
    parameter num_t        BMax     = 0,
    parameter num_t        Limit    = 0,
    /// Also check the remainders themselves (small widths; the exact integer implies them).
    parameter bit          Remainders = 1'b1
) (
    input logic             clk_i,
    input logic [Width-1:0] a_i,
    input logic [Width-1:0] b_i,
    input logic [Width-1:0] r_i
);

  /// One bit for the carry of a sum.
  localparam int unsigned WideBits = Width + 1;

  logic rst_i;
  assign rst_i = 1'b0;

  logic [Latency-1:0][Width-1:0] a_q, b_q;
  logic [$clog2(Latency+1)-1:0]  age_q = '0;

  always_ff @(posedge clk_i) begin
    a_q[0] <= a_i;
    b_q[0] <= b_i;
    for (int i = 1; i < Latency; i++) begin
      a_q[i] <= a_q[i-1];
      b_q[i] <= b_q[i-1];
    end
    if (age_q != Latency) age_q <= age_q + 1'b1;
  end

  logic                settled;
  logic [WideBits-1:0] a, b, r, left, right;
  assign settled = age_q == Latency;
  assign a       = WideBits'(a_q[Latency-1]);
  assign b       = WideBits'(b_q[Latency-1]);
  assign r       = WideBits'(r_i);
  assign left    = Subtract ? r + b : r;
  assign right   = Subtract ? a + WideBits'(Offset) : a + b;

  `FBY_ASSUME(OperandAInRange, num_t'(a_i) <= AMax)
  `FBY_ASSUME(OperandBInRange, num_t'(b_i) <= BMax)
  `FBY_ASSERT(ExactInteger, !settled || left == right)
  `FBY_ASSERT(WithinLimit, !settled || num_t'(r) <= Limit)

  if (Remainders) begin : g_remainders
    localparam logic [WideBits-1:0] M = WideBits'(Modulus);
    logic [WideBits-1:0] want;
    assign want = Subtract ? (a % M) + M - (b % M) : (a % M) + (b % M);
    `FBY_ASSERT(Congruent, !settled || r % M == want % M)
  end

  `FBY_COVER(LargestResult, settled && r == (Subtract ? WideBits'(AMax + Offset) : WideBits'(AMax + BMax)))
  `FBY_COVER(SmallestResult, settled && r == (Subtract ? WideBits'(Offset - BMax) : '0))

endmodule
