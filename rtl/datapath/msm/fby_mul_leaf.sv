// SPDX-License-Identifier: Apache-2.0
/// Leaf of the full product: an unsigned product in DSP slices, one column of them for each 26 bits of a.
///
/// Up to 51 x 51 bits are two columns of three slices and one addition, where the columns overlap. Splitting once more
/// would take as many slices (three leaves of two) and three times the additions.
///
/// Latency fby_fq_pkg::leaf_latency(Width).
module fby_mul_leaf
  import fby_fq_pkg::*;
#(
    /// Width of both operands, bits.
    parameter int unsigned Width = LEAF_MAX_BITS
) (
    input  logic               clk_i,
    input  logic [Width-1:0]   a_i,
    input  logic [Width-1:0]   b_i,
    output logic [2*Width-1:0] r_o
);

  if (Width == 0 || Width > LEAF_MAX_BITS) begin : g_bad
    $error("fby_mul_leaf: Width must be 1 to LEAF_MAX_BITS");
  end

  if (Width <= SLICE_A_BITS) begin : g_one
    fby_mul_column #(
        .ABits(Width),
        .BBits(Width)
    ) u_column (
        .clk_i,
        .a_i,
        .b_i,
        .r_o
    );
  end else begin : g_two
    localparam int unsigned HighBits = Width - SLICE_A_BITS;
    localparam int unsigned TopBits  = 2 * Width - SLICE_A_BITS;

    logic [SLICE_A_BITS+Width-1:0] low;
    logic [TopBits-1:0]            high;

    fby_mul_column #(
        .ABits(SLICE_A_BITS),
        .BBits(Width)
    ) u_low (
        .clk_i,
        .a_i(a_i[SLICE_A_BITS-1:0]),
        .b_i,
        .r_o(low)
    );

    fby_mul_column #(
        .ABits(HighBits),
        .BBits(Width)
    ) u_high (
        .clk_i,
        .a_i(a_i[Width-1:SLICE_A_BITS]),
        .b_i,
        .r_o(high)
    );

    fby_delay #(
        .Width(SLICE_A_BITS),
        .Depth(add_latency(TopBits))
    ) u_tail (
        .clk_i,
        .d_i(low[SLICE_A_BITS-1:0]),
        .q_o(r_o[SLICE_A_BITS-1:0])
    );

    fby_add_pipe #(
        .Width(TopBits)
    ) u_add (
        .clk_i,
        .a_i    (TopBits'(low[SLICE_A_BITS+Width-1:SLICE_A_BITS])),
        .b_i    (high),
        .carry_i(1'b0),
        .s_o    (r_o[2*Width-1:SLICE_A_BITS])
    );
  end

endmodule
