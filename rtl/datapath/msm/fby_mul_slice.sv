// SPDX-License-Identifier: Apache-2.0
/// One multiplying DSP slice of a column (DSP48E2, 27 x 18 bits signed, so 26 x 17 unsigned): what is here is in the
/// slice. Registers of operands, product and sum; a goes on to the next slice and the sum comes from the one before,
/// shifted right by 17, both by the cascades.
///
/// A vendor's tool infers the slice from this body. Open synthesis knows the multiplier of this slice alone, neither its
/// registers nor its adder, so the count of area takes the module as one slice (synth/msm_area.py).
(* use_dsp = "yes" *)
module fby_mul_slice
  import fby_fq_pkg::*;
(
    input  logic                      clk_i,
    input  logic [SLICE_A_BITS-1:0]   a_i,
    input  logic [SLICE_B_BITS-1:0]   b_i,
    /// Sum of the slice before; it comes when the product of a_i and b_i is registered.
    input  logic [SLICE_SUM_BITS-1:0] sum_i,
    /// a_i one cycle later.
    output logic [SLICE_A_BITS-1:0]   a_o,
    /// Three cycles after a_i and b_i.
    output logic [SLICE_SUM_BITS-1:0] sum_o
);

  localparam int unsigned ProductBits = SLICE_A_BITS + SLICE_B_BITS;

  logic [SLICE_B_BITS-1:0] b_q;
  logic [ProductBits-1:0]  product_q;

  always_ff @(posedge clk_i) begin
    a_o       <= a_i;
    b_q       <= b_i;
    product_q <= ProductBits'(a_o) * ProductBits'(b_q);
    sum_o     <= SLICE_SUM_BITS'(product_q) + SLICE_SUM_BITS'(sum_i[SLICE_SUM_BITS-1:SLICE_B_BITS]);
  end

  logic unused_shifted_out;
  assign unused_shifted_out = ^sum_i[SLICE_B_BITS-1:0];

endmodule
