// SPDX-License-Identifier: Apache-2.0
/// One round of Montgomery reduction: r = (t + m p) / 2^96 with m the digit that makes it exact.
///
/// m p comes from the structure of p alone. With g_j = m K_THIRD K^j,
///
///     m p = m + m K 2^46 + 2^92 (g1 + 2^47 g2 + 5 * 2^92 g3 + 2^140 g4 + 2^184 g5)
///
/// and every g_j is the one before it times the sparse K. The lowest digits of t and m p cancel:
/// together they are 0 or 2^96, so only the carry "t's lowest digit is not zero" is added.
///
/// Latency fby_fq_pkg::round_latency(TBits). Where the parts meet:
///
///     t --> m --> g0 -> g1 -> g2 -> g3 -> g4 -> g5 ------> sum
///     |     |           |     |     |     |               ^ ^
///     |     +-----------+-----+-----|-----+--> lower -----+ |
///     +-----------------------------+--------> upper -------+
module fby_fq_reduce_round
  import fby_fq_pkg::*;
#(
    /// Which round: 0 takes the full product, the last one delivers the result.
    parameter int unsigned Index = 0,
    localparam int unsigned TBits = round_bits(Index),
    localparam int unsigned RBits = round_bits(Index + 1)
) (
    input  logic             clk_i,
    input  logic [TBits-1:0] t_i,
    output logic [RBits-1:0] r_o
);

  localparam int unsigned SumBits = round_sum_bits(TBits);

  // Clock cycles between the arrival of the operands of a sum and the arrival of g5.
  localparam int unsigned G4Time  = DIGIT_LATENCY + sparse_latency(G0_BITS) + sparse_latency(G1_BITS)
                                  + sparse_latency(G2_BITS) + sparse_latency(G3_BITS)
                                  + sparse_latency(G4_BITS);
  localparam int unsigned G3Time  = G4Time - sparse_latency(G4_BITS);
  localparam int unsigned G5Time  = G4Time + sparse_latency(G5_BITS);
  localparam int unsigned MkTime  = DIGIT_LATENCY + sparse_latency(MK_BITS);
  localparam int unsigned G1Time  = DIGIT_LATENCY + sparse_latency(G0_BITS) + sparse_latency(G1_BITS);
  localparam int unsigned G2Time  = G1Time + sparse_latency(G2_BITS);

  localparam int unsigned LowerBits    = 413;
  localparam int unsigned LowerLatency = add_latency(LowerBits);
  localparam int unsigned UpperLatency = add_latency(SumBits);

  // What the parts hold at most, as numbers: a product that outgrew its width would lose bits.
  localparam num_t DigitMax = (num_t'(1) << DIGIT_BITS) - 1;
  localparam num_t G0Max    = DigitMax * num_t'(CURVE_K_THIRD);
  localparam num_t G1Max    = G0Max * num_t'(CURVE_K);
  localparam num_t G2Max    = G1Max * num_t'(CURVE_K);
  localparam num_t G3Max    = G2Max * num_t'(CURVE_K);
  localparam num_t G4Max    = G3Max * num_t'(CURVE_K);
  localparam num_t G5Max    = G4Max * num_t'(CURVE_K);
  localparam logic [767:0] TMax = round_max(Index);
  localparam logic [767:0] RMax = round_max(Index + 1);

  if (Index >= REDUCE_ROUNDS) begin : g_bad_index
    $error("fby_fq_reduce_round: Index must be below REDUCE_ROUNDS");
  end
  if ((G0Max >> G0_BITS) != 0 || (G1Max >> G1_BITS) != 0 || (G2Max >> G2_BITS) != 0 ||
      (G3Max >> G3_BITS) != 0 || (G4Max >> G4_BITS) != 0 || (G5Max >> G5_BITS) != 0 ||
      ((DigitMax * num_t'(CURVE_K)) >> MK_BITS) != 0) begin : g_bad_products
    $error("fby_fq_reduce_round: a partial product is wider than its G*_BITS or MK_BITS");
  end
  if ((TMax >> TBits) != 0 || (RMax >> RBits) != 0) begin : g_bad_range
    $error("fby_fq_reduce_round: OPERAND_MAX is too large for the widths of round_bits");
  end
  if (((({384'd0, P} * {384'd0, DigitMax})) >> DIGIT_P_BITS) != 0) begin : g_bad_digit_p
    $error("fby_fq_reduce_round: a digit times the modulus is wider than DIGIT_P_BITS");
  end
  if (G4Time + LowerLatency > G5Time || G3Time + UpperLatency > G5Time) begin : g_bad_time
    $error("fby_fq_reduce_round: a partial sum is later than g5; choose a larger ADD_CHUNK_BITS");
  end

  // ---------------------------------------------------------------------------------------------
  // The digit and its products
  // ---------------------------------------------------------------------------------------------

  logic [DIGIT_BITS-1:0] m;
  logic [MK_BITS-1:0]    mk;
  logic [G0_BITS-1:0]    g0;
  logic [G1_BITS-1:0]    g1;
  logic [G2_BITS-1:0]    g2;
  logic [G3_BITS-1:0]    g3;
  logic [G4_BITS-1:0]    g4;
  logic [G5_BITS-1:0]    g5;

  fby_fq_digit u_digit (.clk_i, .t_i(t_i[DIGIT_BITS-1:0]), .m_o(m));

  fby_mul_sparse #(.InBits(DIGIT_BITS), .OutBits(MK_BITS), .Factor(CURVE_K))
      u_mk (.clk_i, .a_i(m), .r_o(mk));
  fby_mul_sparse #(.InBits(DIGIT_BITS), .OutBits(G0_BITS), .Factor(18'(CURVE_K_THIRD)))
      u_g0 (.clk_i, .a_i(m), .r_o(g0));
  fby_mul_sparse #(.InBits(G0_BITS), .OutBits(G1_BITS), .Factor(CURVE_K))
      u_g1 (.clk_i, .a_i(g0), .r_o(g1));
  fby_mul_sparse #(.InBits(G1_BITS), .OutBits(G2_BITS), .Factor(CURVE_K))
      u_g2 (.clk_i, .a_i(g1), .r_o(g2));
  fby_mul_sparse #(.InBits(G2_BITS), .OutBits(G3_BITS), .Factor(CURVE_K))
      u_g3 (.clk_i, .a_i(g2), .r_o(g3));
  fby_mul_sparse #(.InBits(G3_BITS), .OutBits(G4_BITS), .Factor(CURVE_K))
      u_g4 (.clk_i, .a_i(g3), .r_o(g4));
  fby_mul_sparse #(.InBits(G4_BITS), .OutBits(G5_BITS), .Factor(CURVE_K))
      u_g5 (.clk_i, .a_i(g4), .r_o(g5));

  // ---------------------------------------------------------------------------------------------
  // Lower sum: m + mK 2^46 + g1 2^92 + g2 2^139 + g3 2^184 + g4 2^232, in three disjoint rows
  // ---------------------------------------------------------------------------------------------

  logic [DIGIT_BITS-1:0] m_g4;
  logic [MK_BITS-1:0]    mk_g4;
  logic [G1_BITS-1:0]    g1_g4;
  logic [G2_BITS-1:0]    g2_g4;
  logic [G3_BITS-1:0]    g3_g4;

  fby_delay #(.Width(DIGIT_BITS), .Depth(G4Time - DIGIT_LATENCY)) u_m (.clk_i, .d_i(m), .q_o(m_g4));
  fby_delay #(.Width(MK_BITS), .Depth(G4Time - MkTime)) u_mk_late (.clk_i, .d_i(mk), .q_o(mk_g4));
  fby_delay #(.Width(G1_BITS), .Depth(G4Time - G1Time)) u_g1_late (.clk_i, .d_i(g1), .q_o(g1_g4));
  fby_delay #(.Width(G2_BITS), .Depth(G4Time - G2Time)) u_g2_late (.clk_i, .d_i(g2), .q_o(g2_g4));
  fby_delay #(.Width(G3_BITS), .Depth(G4Time - G3Time)) u_g3_late (.clk_i, .d_i(g3), .q_o(g3_g4));

  logic [LowerBits-1:0] row_even, row_odd, row_rest, lower, lower_g5;

  assign row_even = (LowerBits'(g4) << 232) | (LowerBits'(g1_g4) << 92);
  assign row_odd  = (LowerBits'(g2_g4) << 139) | LowerBits'(m_g4);
  assign row_rest = (LowerBits'(g3_g4) << 184) | (LowerBits'(mk_g4) << 46);

  fby_add3_pipe #(
      .Width(LowerBits)
  ) u_lower (
      .clk_i,
      .a_i    (row_even),
      .b_i    (row_odd),
      .c_i    (row_rest),
      .carry_i(2'b00),
      .s_o    (lower)
  );

  fby_delay #(
      .Width(LowerBits),
      .Depth(G5Time - G4Time - LowerLatency)
  ) u_lower_late (
      .clk_i,
      .d_i(lower),
      .q_o(lower_g5)
  );

  // ---------------------------------------------------------------------------------------------
  // Upper sum: t without its lowest digit, the carry of that digit, and 4 g3 2^184
  // ---------------------------------------------------------------------------------------------

  logic [TBits-1:DIGIT_BITS] t_g3;
  logic                      carry_q, carry_g3;
  logic [SumBits-1:0]        upper, upper_g5;

  always_ff @(posedge clk_i) carry_q <= t_i[DIGIT_BITS-1:0] != '0;

  fby_delay #(.Width(1), .Depth(G3Time - 1)) u_carry (.clk_i, .d_i(carry_q), .q_o(carry_g3));
  fby_delay #(.Width(TBits - DIGIT_BITS), .Depth(G3Time))
      u_t (.clk_i, .d_i(t_i[TBits-1:DIGIT_BITS]), .q_o(t_g3));

  fby_add3_pipe #(
      .Width(SumBits)
  ) u_upper (
      .clk_i,
      .a_i    (SumBits'({t_g3, {DIGIT_BITS{1'b0}}})),
      .b_i    (SumBits'(g3) << 186),
      .c_i    (SumBits'(carry_g3) << DIGIT_BITS),
      .carry_i(2'b00),
      .s_o    (upper)
  );

  fby_delay #(
      .Width(SumBits),
      .Depth(G5Time - G3Time - UpperLatency)
  ) u_upper_late (
      .clk_i,
      .d_i(upper),
      .q_o(upper_g5)
  );

  // ---------------------------------------------------------------------------------------------
  // The sum; its lowest digit is the part that cancels and its top is zero (RMax above)
  // ---------------------------------------------------------------------------------------------

  logic [SumBits-1:0] sum;

  fby_add3_pipe #(
      .Width(SumBits)
  ) u_sum (
      .clk_i,
      .a_i    (SumBits'(lower_g5)),
      .b_i    (upper_g5),
      .c_i    (SumBits'(g5) << 276),
      .carry_i(2'b00),
      .s_o    (sum)
  );

  assign r_o = sum[DIGIT_BITS+:RBits];

  logic unused_sum;
  if (SumBits > DIGIT_BITS + RBits) begin : g_unused_top
    assign unused_sum = ^{sum[SumBits-1:DIGIT_BITS+RBits], sum[DIGIT_BITS-1:0]};
  end else begin : g_unused_low
    assign unused_sum = ^sum[DIGIT_BITS-1:0];
  end

endmodule
