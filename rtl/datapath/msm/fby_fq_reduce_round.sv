// SPDX-License-Identifier: Apache-2.0
/// One round of Montgomery reduction: r = (t + m p) / 2^96 with m the digit that makes it exact.
///
/// m p comes from the structure of p alone. With g_j = m K_THIRD K^j,
///
///     m p = m + m K 2^46 + 2^92 (g1 + 2^47 g2 + 5 * 2^92 g3 + 2^140 g4 + 2^184 g5)
///
/// and every g_j is the one before it times K; m K is 3 g0. The lowest digits of t and m p cancel: together they are 0
/// or 2^96, so only the carry "t's lowest digit is not zero" is added, to m K.
///
/// Three sums of three operands. Each begins where its first operand does, as soon as that is there, and its low bits are
/// done before those of the next: the next round begins while g4 and g5 of this one are under way.
///
///     t[95:0] --> m --> g0 --> g1 -----> g2 -----> g3 --> g4 --> g5
///                         |     |         |         |      |      |
///     bits 46 to 346      +-----+----- a -+         |      |      |
///     bits 139 to 411                  +----------- b      |      |
///     bits 232 to 472                               +------+----- c
///
module fby_fq_reduce_round
  import fby_fq_pkg::*;
(
    input  logic                            clk_i,
    /// The window of the number to be reduced; each bit in the cycle round_needs(bit) after the digit, bits 0 to 95.
    input  logic [WINDOW_BITS-1:0]          t_i,
    /// Carry of the round before, of weight CARRY_AT, in cycle CARRY_NEEDED.
    input  logic                            carry_i,
    /// The sum from bit 96 on, its last bit the carry; each bit in the cycle round_gives(bit).
    output logic [WINDOW_BITS:DIGIT_BITS]   r_o
);

  // What the parts hold at most, as numbers: a product that outgrew its width would lose bits.
  localparam num_t DigitMax = (num_t'(1) << DIGIT_BITS) - 1;
  localparam num_t G0Max    = DigitMax * num_t'(CURVE_K_THIRD);
  localparam num_t G1Max    = G0Max * num_t'(CURVE_K);
  localparam num_t G2Max    = G1Max * num_t'(CURVE_K);
  localparam num_t G3Max    = G2Max * num_t'(CURVE_K);
  localparam num_t G4Max    = G3Max * num_t'(CURVE_K);
  localparam num_t G5Max    = G4Max * num_t'(CURVE_K);
  localparam num_t MkMax    = DigitMax * num_t'(CURVE_K) + (num_t'(1) << (DIGIT_BITS - MK_AT));
  localparam logic [767:0] SumMax =
      {384'd0, P} * {384'd0, DigitMax} + (768'd1 << WINDOW_BITS) + (768'd1 << CARRY_AT);

  if ((G0Max >> G0_BITS) != 0 || (G1Max >> G1_BITS) != 0 || (G2Max >> G2_BITS) != 0 ||
      (G3Max >> G3_BITS) != 0 || (G4Max >> G4_BITS) != 0 || (G5Max >> G5_BITS) != 0 ||
      (MkMax >> MK_BITS) != 0) begin : g_bad_products
    $error("fby_fq_reduce_round: a partial product is wider than its G*_BITS or MK_BITS");
  end
  if ((SumMax >> (WINDOW_BITS + 1)) != 0) begin : g_bad_sum
    $error("fby_fq_reduce_round: more than one bit leaves the window");
  end
  if (CURVE_K != 3 * CURVE_K_THIRD) begin : g_bad_factor
    $error("fby_fq_reduce_round: m K is computed as three times m K_THIRD");
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
  logic                  digit_q, digit_g0;

  fby_fq_digit u_digit (.clk_i, .t_i(t_i[DIGIT_BITS-1:0]), .m_o(m));

  fby_mul_sparse #(.InBits(DIGIT_BITS), .OutBits(G0_BITS), .Factor(CURVE_K_THIRD), .Form(CURVE_K_THIRD_FORM))
      u_g0 (.clk_i, .a_i(m), .r_o(g0));
  fby_mul_sparse #(.InBits(G0_BITS), .OutBits(G1_BITS)) u_g1 (.clk_i, .a_i(g0), .r_o(g1));
  fby_mul_sparse #(.InBits(G1_BITS), .OutBits(G2_BITS)) u_g2 (.clk_i, .a_i(g1), .r_o(g2));
  fby_mul_sparse #(.InBits(G2_BITS), .OutBits(G3_BITS)) u_g3 (.clk_i, .a_i(g2), .r_o(g3));
  fby_mul_sparse #(.InBits(G3_BITS), .OutBits(G4_BITS)) u_g4 (.clk_i, .a_i(g3), .r_o(g4));
  fby_mul_sparse #(.InBits(G4_BITS), .OutBits(G5_BITS)) u_g5 (.clk_i, .a_i(g4), .r_o(g5));

  always_ff @(posedge clk_i) digit_q <= t_i[DIGIT_BITS-1:0] != '0;
  fby_delay #(.Width(1), .Depth(G0_TIME - 1)) u_digit_late (.clk_i, .d_i(digit_q), .q_o(digit_g0));

  fby_add3_pipe #(
      .Width(MK_BITS)
  ) u_mk (
      .clk_i,
      .a_i    (MK_BITS'(g0)),
      .b_i    (MK_BITS'(g0) << 1),
      .c_i    (MK_BITS'(digit_g0) << (DIGIT_BITS - MK_AT)),
      .carry_i(2'b00),
      .s_o    (mk)
  );

  // ---------------------------------------------------------------------------------------------
  // Sum a: m, m K, g1 and g2, and t where the three rows have room. In front of g2 it does not wait for it.
  // ---------------------------------------------------------------------------------------------

  localparam int unsigned ALow  = G2_AT - MK_AT;
  localparam int unsigned AHigh = G3_END - G2_AT;

  logic [DIGIT_BITS-1:MK_AT] m_g1;
  logic [ALow-1:0]           mk_g1;
  logic [MK_END-1:G2_AT]     mk_g2;
  logic [G1_END-1:G2_AT]     g1_g2;
  logic [ALow-1:0]           a_low;
  logic [AHigh-1:0]          a_high, a_g3;
  logic [1:0]                a_carry, a_carry_g2, a_top;
  logic                      a_top_late;

  fby_delay #(.Width(DIGIT_BITS - MK_AT), .Depth(G1_TIME - DIGIT_LATENCY))
      u_m (.clk_i, .d_i(m[DIGIT_BITS-1:MK_AT]), .q_o(m_g1));
  fby_delay #(.Width(ALow), .Depth(G1_TIME - MK_TIME))
      u_mk_low (.clk_i, .d_i(mk[ALow-1:0]), .q_o(mk_g1));
  fby_delay #(.Width(MK_END - G2_AT), .Depth(G2_TIME - MK_TIME))
      u_mk_high (.clk_i, .d_i(mk[MK_BITS-1:ALow]), .q_o(mk_g2));
  fby_delay #(.Width(G1_END - G2_AT), .Depth(G2_TIME - G1_TIME))
      u_g1_high (.clk_i, .d_i(g1[G1_BITS-1:G2_AT-G1_AT]), .q_o(g1_g2));

  fby_add3_chunk #(
      .Width(ALow)
  ) u_a_low (
      .clk_i,
      .a_i    (mk_g1),
      .b_i    ({t_i[G2_AT-1:DIGIT_BITS], m_g1}),
      .c_i    ({g1[G2_AT-G1_AT-1:0], {G1_AT - MK_AT{1'b0}}}),
      .carry_i(2'b00),
      .s_o    (a_low),
      .carry_o(a_carry)
  );

  fby_delay #(.Width(2), .Depth(G2_TIME - G1_TIME - 1))
      u_a_carry (.clk_i, .d_i(a_carry), .q_o(a_carry_g2));

  fby_add3_chunk #(
      .Width(AHigh)
  ) u_a_high (
      .clk_i,
      .a_i    (AHigh'(g2)),
      .b_i    ({t_i[G3_END-1:MK_END], mk_g2}),
      .c_i    (AHigh'(g1_g2)),
      .carry_i(a_carry_g2),
      .s_o    (a_high),
      .carry_o(a_top)
  );

  fby_delay #(.Width(AHigh), .Depth(G3_TIME - G2_TIME - 1)) u_a_high_late (.clk_i, .d_i(a_high), .q_o(a_g3));
  // At most one of a sum's last carries is set: its operands are too small for two.
  fby_delay #(.Width(1), .Depth(G3_TIME - G2_TIME)) u_a_top (.clk_i, .d_i(|a_top), .q_o(a_top_late));

  // ---------------------------------------------------------------------------------------------
  // Sum b: a, 5 g3, t where a has none, and the carry of the round before
  // ---------------------------------------------------------------------------------------------

  localparam int unsigned BHigh = G4_END - G3_END;
  /// Bits of 4 g3 that lie above g3.
  localparam int unsigned Over  = 2;

  logic [AHigh-1:0] b_low;
  logic [BHigh-1:0] b_high;
  logic [1:0]       b_carry, b_top;
  logic [Over-1:0]  g3_over_q;

  always_ff @(posedge clk_i) g3_over_q <= g3[G3_BITS-1-:Over];

  fby_add3_chunk #(
      .Width(AHigh)
  ) u_b_low (
      .clk_i,
      .a_i    (a_g3),
      .b_i    ({g3[G3_BITS-Over-1:0], {G3_AT + Over - MK_END{1'b0}}, t_i[MK_END-1:G2_AT]}),
      .c_i    ({g3, {G3_AT - G2_AT{1'b0}}}),
      .carry_i(2'b00),
      .s_o    (b_low),
      .carry_o(b_carry)
  );

  fby_add3_chunk #(
      .Width(BHigh)
  ) u_b_high (
      .clk_i,
      .a_i    (t_i[G4_END-1:G3_END]),
      .b_i    ({{G4_END - CARRY_AT - 1{1'b0}}, carry_i, {CARRY_AT - G3_END - Over{1'b0}}, g3_over_q}),
      .c_i    (BHigh'(a_top_late)),
      .carry_i(b_carry),
      .s_o    (b_high),
      .carry_o(b_top)
  );

  // ---------------------------------------------------------------------------------------------
  // Sum c: b, g4 and g5, and what is left of t
  // ---------------------------------------------------------------------------------------------

  localparam int unsigned CLow  = G4_BITS;
  localparam int unsigned CHigh = WINDOW_BITS - G4_END;

  logic [G3_END-1:G4_AT]      b_low_g5;
  logic [BHigh-1:0]           b_high_g5;
  logic [CLow-1:0]            g4_g5, c_low;
  logic [CHigh-1:0]           g5_over_q, c_high;
  logic [1:0]                 c_carry, c_top;
  logic                       b_top_late;

  fby_delay #(.Width(G3_END - G4_AT), .Depth(G5_TIME - G3_TIME - 1))
      u_b_low_late (.clk_i, .d_i(b_low[AHigh-1:G4_AT-G2_AT]), .q_o(b_low_g5));
  fby_delay #(.Width(BHigh), .Depth(G5_TIME - G3_TIME - 2)) u_b_high_late (.clk_i, .d_i(b_high), .q_o(b_high_g5));
  fby_delay #(.Width(1), .Depth(G5_TIME - G3_TIME - 1)) u_b_top (.clk_i, .d_i(|b_top), .q_o(b_top_late));
  fby_delay #(.Width(G4_BITS), .Depth(G5_TIME - G4_TIME)) u_g4_late (.clk_i, .d_i(g4), .q_o(g4_g5));

  always_ff @(posedge clk_i) g5_over_q <= g5[G5_BITS-1-:CHigh];

  fby_add3_chunk #(
      .Width(CLow)
  ) u_c_low (
      .clk_i,
      .a_i    ({b_high_g5, b_low_g5}),
      .b_i    (g4_g5),
      .c_i    ({g5[G5_BITS-CHigh-1:0], {G5_AT - G4_AT{1'b0}}}),
      .carry_i(2'b00),
      .s_o    (c_low),
      .carry_o(c_carry)
  );

  fby_add3_chunk #(
      .Width(CHigh)
  ) u_c_high (
      .clk_i,
      .a_i    (t_i[WINDOW_BITS-1:G4_END]),
      .b_i    (CHigh'(b_top_late)),
      .c_i    (g5_over_q),
      .carry_i(c_carry),
      .s_o    (c_high),
      .carry_o(c_top)
  );

  assign r_o = {|c_top, c_high, c_low, b_low[G4_AT-G2_AT-1:0], a_low[ALow-1:DIGIT_BITS-MK_AT]};

  // The digit cancels.
  logic unused_low;
  assign unused_low = ^a_low[DIGIT_BITS-MK_AT-1:0];

endmodule
