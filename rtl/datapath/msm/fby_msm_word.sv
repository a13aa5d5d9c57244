// SPDX-License-Identifier: Apache-2.0
/// Turns a scalar into its word, from which any window can be cut without looking at the others. A fixed pipeline, one
/// scalar a cycle, latency fby_msm_word_pkg::word_cycles; who knows which cycles count has a valid bit of his own.
///
///                multiple                        C                  sign
///                   v                            v                    v
///   scalar s --> s + k rho mod r --> fold --> t + C --> word = bit 255 | 254 ... 0
///        |                                      |
///        +--> s >= r ? ------ later ------------+--> a bit beyond the reach ? --> cut
///
/// C has a one at the top bit of each signed window of b bits. So the digit of that window is its field of the word less
/// 2^(b-1), and no carry comes from below: the sum of digit times 2^offset is the number that went in.
module fby_msm_word #(
    /// Width of scalars and words, bits; a power of two.
    parameter int unsigned          WordBits  = fby_msm_word_pkg::WORD_BITS,
    /// Width of the order, bits.
    parameter int unsigned          OrderBits = fby_msm_word_pkg::ORDER_BITS,
    /// Order of the group; odd.
    parameter logic [OrderBits-1:0] Order     = OrderBits'(fby_msm_word_pkg::ORDER),
    /// Longest carry chain between two registers, bits.
    parameter int unsigned          ChunkBits = fby_fq_pkg::ADD_CHUNK_BITS,
    localparam int unsigned         CoverBits = $clog2(WordBits)
) (
    input  logic                 clk_i,
    /// Add the multiple, modulo the order. A level of a run, like the next three.
    input  logic                 uniform_i,
    /// Take the smaller of t and Order - t, and a sign.
    input  logic                 fold_i,
    /// C: a one at the top bit of each signed window.
    input  logic [WordBits-1:0]  recode_i,
    /// Bits that the windows cover, from bit 0 on.
    input  logic [CoverBits-1:0] cover_bits_i,
    input  logic [WordBits-1:0]  scalar_i,
    /// k rho mod Order, for the scalar beside it.
    input  logic [OrderBits-1:0] multiple_i,
    output logic [WordBits-1:0]  word_o,
    /// The word is not that of the scalar: t + C has a one that no window covers, or the scalar was to be below the
    /// order and is not.
    output logic                 cut_o
);
  import fby_msm_word_pkg::*;

  localparam int unsigned SumBits = WordBits + 1;
  /// Bits of the sum that one LUT level or two look through for a one beyond the reach.
  localparam int unsigned GroupBits = 16;
  localparam int unsigned Groups = (SumBits + GroupBits - 1) / GroupBits;

  localparam int unsigned RangeCycles = add_cycles(SumBits, ChunkBits);
  localparam int unsigned FoldedCycles = modadd_cycles(WordBits, ChunkBits) + fold_cycles(OrderBits, ChunkBits);
  localparam int unsigned SumCycles = add_cycles(SumBits, ChunkBits);
  localparam int unsigned CheckCycles = 2;

  if (OrderBits >= WordBits) begin : g_bad_order
    $error("fby_msm_word: a sign needs a bit above the order's");
  end
  if (WordBits != 2 ** CoverBits) begin : g_bad_width
    $error("fby_msm_word: WordBits must be a power of two, so that no reach covers the sign");
  end

  // ---------------------------------------------------------------------------------------------
  // s + k rho mod r, folded
  // ---------------------------------------------------------------------------------------------

  logic [WordBits-1:0] t, magnitude;
  logic                negative;

  fby_msm_modadd #(
      .Width    (WordBits),
      .Modulus  (WordBits'(Order)),
      .ChunkBits(ChunkBits)
  ) u_class (
      .clk_i,
      .reduce_i(uniform_i),
      .a_i     (scalar_i),
      .b_i     (uniform_i ? WordBits'(multiple_i) : '0),
      .s_o     (t)
  );

  fby_msm_fold #(
      .Width    (WordBits),
      .OrderBits(OrderBits),
      .Order    (Order),
      .ChunkBits(ChunkBits)
  ) u_fold (
      .clk_i,
      .fold_i,
      .t_i        (t),
      .negative_o (negative),
      .magnitude_o(magnitude)
  );

  // The top bit of s - r is its sign.
  logic [SumBits-1:0] over;
  logic               out_of_range, late_out_of_range, late_negative;

  fby_add_pipe #(
      .Width    (SumBits),
      .ChunkBits(ChunkBits)
  ) u_range (
      .clk_i,
      .a_i    ({1'b0, scalar_i}),
      .b_i    (~SumBits'(Order)),
      .carry_i(1'b1),
      .s_o    (over)
  );

`ifdef FBY_MUTANT_WORD_ANY_RANGE
  assign out_of_range = 1'b0;
`else
  assign out_of_range = (uniform_i || fold_i) && !over[WordBits];
`endif

  fby_delay #(
      .Width(1),
      .Depth(FoldedCycles + SumCycles + CheckCycles - 1 - RangeCycles)
  ) u_late_range (
      .clk_i,
      .d_i(out_of_range),
      .q_o(late_out_of_range)
  );

  fby_delay #(
      .Width(1),
      .Depth(SumCycles + CheckCycles)
  ) u_late_negative (
      .clk_i,
      .d_i(negative),
      .q_o(late_negative)
  );

  // ---------------------------------------------------------------------------------------------
  // t + C, and whether the windows see all of it
  // ---------------------------------------------------------------------------------------------

  logic [SumBits-1:0]  sum, beyond_q, stray;
  logic [WordBits-2:0] late_sum;
  logic [Groups-1:0]   stray_q;

  fby_add_pipe #(
      .Width    (SumBits),
      .ChunkBits(ChunkBits)
  ) u_recode (
      .clk_i,
      .a_i    ({1'b0, magnitude}),
      .b_i    ({1'b0, recode_i}),
      .carry_i(1'b0),
      .s_o    (sum)
  );

  fby_delay #(
      .Width(WordBits - 1),
      .Depth(CheckCycles)
  ) u_late_sum (
      .clk_i,
      .d_i(sum[WordBits-2:0]),
      .q_o(late_sum)
  );

  assign stray = sum & beyond_q;

  always_ff @(posedge clk_i) begin
`ifdef FBY_MUTANT_WORD_REACH
    for (int unsigned i = 0; i < SumBits; i++) beyond_q[i] <= i > 32'(cover_bits_i);
`else
    for (int unsigned i = 0; i < SumBits; i++) beyond_q[i] <= i >= 32'(cover_bits_i);
`endif
    for (int unsigned g = 0; g < Groups; g++) stray_q[g] <= GroupBits'(stray >> (g * GroupBits)) != '0;
    cut_o <= stray_q != '0 || late_out_of_range;
  end

`ifdef FBY_MUTANT_WORD_NO_SIGN
  assign word_o = {1'b0, late_sum};
`else
  assign word_o = {late_negative, late_sum};
`endif

  logic unused;
  assign unused = &{1'b0, over[WordBits-1:0]};

endmodule
