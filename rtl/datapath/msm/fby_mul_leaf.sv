// SPDX-License-Identifier: Apache-2.0
/// Leaf of the full product: an unsigned product of up to 26 x 26 bits, shaped for two cascaded DSP48E2.
///
/// Register positions follow the slice: the first slice takes a and the low 17 bits of b (its
/// signed 18-bit port), the second one a and the high bits, one cycle later, and adds the first
/// product shifted right by 17 (the cascade's own shift).
///
///     cycle   1: a, b in   2: low product (M)   3: P of slice 1, M of slice 2   4: P of slice 2
///
module fby_mul_leaf
  import fby_fq_pkg::*;
#(
    /// Width of both operands, bits.
    parameter int unsigned Width = 26
) (
    input  logic               clk_i,
    input  logic [Width-1:0]   a_i,
    input  logic [Width-1:0]   b_i,
    output logic [2*Width-1:0] r_o
);

  if (Width == 0 || Width > LEAF_MAX_BITS) begin : g_bad
    $error("fby_mul_leaf: Width must be 1 to LEAF_MAX_BITS");
  end

  if (Width <= LEAF_LOW_BITS) begin : g_one
    logic [Width-1:0]   a_q, b_q;
    logic [2*Width-1:0] m_q, p_q;
    always_ff @(posedge clk_i) begin
      a_q <= a_i;
      b_q <= b_i;
      m_q <= (2 * Width)'(a_q) * (2 * Width)'(b_q);
      p_q <= m_q;
      r_o <= p_q;
    end
  end else begin : g_two
    localparam int unsigned HighBits    = Width - LEAF_LOW_BITS;
    localparam int unsigned LowProduct  = Width + LEAF_LOW_BITS;
    localparam int unsigned HighProduct = Width + HighBits;

    logic [Width-1:0]         a1_q, a2_q;
    logic [LEAF_LOW_BITS-1:0] b_low1_q;
    logic [HighBits-1:0]      b_high1_q, b_high2_q;
    logic [LowProduct-1:0]    m_low_q, p_low_q;
    logic [HighProduct-1:0]   m_high_q, p_high_q;
    logic [LEAF_LOW_BITS-1:0] tail_q;

    always_ff @(posedge clk_i) begin
      a1_q      <= a_i;
      b_low1_q  <= b_i[LEAF_LOW_BITS-1:0];
      b_high1_q <= b_i[Width-1:LEAF_LOW_BITS];

      m_low_q   <= LowProduct'(a1_q) * LowProduct'(b_low1_q);
      a2_q      <= a1_q;
      b_high2_q <= b_high1_q;

      p_low_q   <= m_low_q;
      m_high_q  <= HighProduct'(a2_q) * HighProduct'(b_high2_q);

      // a * b < 2^(2 Width), so this sum, its bits from 17 on, fits Width + HighBits.
      p_high_q  <= m_high_q + HighProduct'(p_low_q[LowProduct-1:LEAF_LOW_BITS]);
      tail_q    <= p_low_q[LEAF_LOW_BITS-1:0];
    end

    assign r_o = {p_high_q, tail_q};
  end

endmodule
