// SPDX-License-Identifier: Apache-2.0
/// Product of one DSP slice's width with several: a column of cascaded slices, no logic beside them.
///
/// Slice j takes a and the j-th 17 bits of b, a cycle after the slice before it, and adds that one's sum.
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
    parameter int unsigned BBits = LEAF_MAX_BITS
) (
    input  logic                   clk_i,
    input  logic [ABits-1:0]       a_i,
    input  logic [BBits-1:0]       b_i,
    /// Latency fby_fq_pkg::column_latency(BBits).
    output logic [ABits+BBits-1:0] r_o
);

  localparam int unsigned Slices   = column_slices(BBits);
  localparam int unsigned LastBits = ABits + BBits - (Slices - 1) * SLICE_B_BITS;

  if (ABits == 0 || ABits > SLICE_A_BITS || BBits == 0) begin : g_bad
    $error("fby_mul_column: ABits must be 1 to SLICE_A_BITS, BBits at least 1");
  end

  logic [Slices:0][SLICE_A_BITS-1:0]   a;
  logic [Slices:0][SLICE_SUM_BITS-1:0] sum;

  assign a[0]   = SLICE_A_BITS'(a_i);
  assign sum[0] = '0;

  for (genvar j = 0; j < Slices; j++) begin : g_slice
    localparam int unsigned Low  = j * SLICE_B_BITS;
    localparam int unsigned Bits = (BBits - Low > SLICE_B_BITS) ? SLICE_B_BITS : BBits - Low;

    logic [Bits-1:0] b;

    fby_delay #(
        .Width(Bits),
        .Depth(j)
    ) u_b (
        .clk_i,
        .d_i(b_i[Low+:Bits]),
        .q_o(b)
    );

    fby_mul_slice u_slice (
        .clk_i,
        .a_i  (a[j]),
        .b_i  (SLICE_B_BITS'(b)),
        .sum_i(sum[j]),
        .a_o  (a[j+1]),
        .sum_o(sum[j+1])
    );

    if (j == Slices - 1) begin : g_last
      assign r_o[ABits+BBits-1:Low] = sum[j+1][LastBits-1:0];
    end else begin : g_digit
      fby_delay #(
          .Width(SLICE_B_BITS),
          .Depth(Slices - 1 - j)
      ) u_digit (
          .clk_i,
          .d_i(sum[j+1][SLICE_B_BITS-1:0]),
          .q_o(r_o[Low+:SLICE_B_BITS])
      );
    end
  end

  // The product has no more bits than its operands together, and nobody is behind the last slice.
  logic unused_last;
  assign unused_last = ^{a[Slices], sum[Slices][SLICE_SUM_BITS-1:LastBits]};

endmodule
