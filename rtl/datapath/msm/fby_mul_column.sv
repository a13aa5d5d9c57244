// SPDX-License-Identifier: Apache-2.0
/// Product of one DSP slice's width with several: a column of cascaded DSP48E2, no logic beside them.
///
/// A slice multiplies 27 x 18 bits signed, so 26 x 17 unsigned: slice j takes a and the j-th 17 bits of b, a cycle
/// after the slice before it, and adds that one's sum shifted right by 17 (the cascade's own shift). Registers
/// are where the slice has them: operands, product, sum.
///
///     cycle    1            2            3               4               5
///     slice 0  a, b0        product      sum = digit 0
///     slice 1               a, b1        product         sum = digit 1
///     slice 2                            a, b2           product         sum = the rest
module fby_mul_column
  import fby_fq_pkg::*;
#(
    /// Width of the operand that every slice takes, bits.
    parameter int unsigned ABits = SLICE_A_BITS,
    /// Width of the operand that is cut up, bits.
    parameter int unsigned BBits = 50
) (
    input  logic                   clk_i,
    input  logic [ABits-1:0]       a_i,
    input  logic [BBits-1:0]       b_i,
    /// Latency fby_fq_pkg::column_latency(BBits).
    output logic [ABits+BBits-1:0] r_o
);

  localparam int unsigned Slices = column_slices(BBits);
  /// Above any sum of a slice: the shifted sum before it is below 2^ABits.
  localparam int unsigned SumBits = ABits + SLICE_B_BITS;
  localparam int unsigned LastBits = ABits + BBits - (Slices - 1) * SLICE_B_BITS;

  if (ABits == 0 || ABits > SLICE_A_BITS || BBits == 0) begin : g_bad
    $error("fby_mul_column: ABits must be 1 to SLICE_A_BITS, BBits at least 1");
  end

  logic [Slices-1:0][ABits-1:0]   a_q;
  logic [Slices-1:0][SumBits-1:0] sum_q;

  for (genvar j = 0; j < Slices; j++) begin : g_slice
    localparam int unsigned Low  = j * SLICE_B_BITS;
    localparam int unsigned Bits = (BBits - Low > SLICE_B_BITS) ? SLICE_B_BITS : BBits - Low;

    logic [Bits-1:0]       b_q;
    logic [ABits+Bits-1:0] product_q;

    fby_delay #(
        .Width(Bits),
        .Depth(j + 1)
    ) u_b (
        .clk_i,
        .d_i(b_i[Low+:Bits]),
        .q_o(b_q)
    );

    always_ff @(posedge clk_i) product_q <= (ABits + Bits)'(a_q[j]) * (ABits + Bits)'(b_q);

    if (j == 0) begin : g_first
      always_ff @(posedge clk_i) begin
        a_q[j]   <= a_i;
        sum_q[j] <= SumBits'(product_q);
      end
    end else begin : g_next
      always_ff @(posedge clk_i) begin
        a_q[j]   <= a_q[j-1];
        sum_q[j] <= SumBits'(product_q) + SumBits'(sum_q[j-1][SumBits-1:SLICE_B_BITS]);
      end
    end

    if (j == Slices - 1) begin : g_last
      assign r_o[ABits+BBits-1:Low] = sum_q[j][LastBits-1:0];
    end else begin : g_digit
      fby_delay #(
          .Width(SLICE_B_BITS),
          .Depth(Slices - 1 - j)
      ) u_digit (
          .clk_i,
          .d_i(sum_q[j][SLICE_B_BITS-1:0]),
          .q_o(r_o[Low+:SLICE_B_BITS])
      );
    end
  end

  if (LastBits < SumBits) begin : g_unused
    // The product has no more bits than its operands together.
    logic unused_top;
    assign unused_top = ^sum_q[Slices-1][SumBits-1:LastBits];
  end

endmodule
