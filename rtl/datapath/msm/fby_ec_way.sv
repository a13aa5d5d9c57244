// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// What goes beside an addition of fby_ec_add, each as far as it is wanted: valid bits, the kind of the passage, sign, Z, tag.
///
///   cycle      0        FirstMul      SLOT_DISTANCE     SecondMul          EC_ADD_LATENCY
///              sums     products      sums              products           result
///   valid               valid_first                     valid_second       valid_o, but for a first passage
///   Z                   z_first       z_mid             z_second
module fby_ec_way
  import fby_fq_pkg::*;
#(
    /// Width of the tag that travels beside an addition, bits.
    parameter int unsigned TagBits = 24
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic                   valid_i,
    input  slot_e                  slot_i,
    input  logic                   negate_i,
    input  logic [RESULT_BITS-1:0] z_i,
    input  logic [TagBits-1:0]     tag_i,
    output logic                   valid_first_o,
    output logic                   valid_second_o,
    output logic                   valid_o,
    /// A first passage is at its second products, a second one in its middle.
    output logic                   first_at_second_mul_o,
    output logic                   second_in_middle_o,
    /// At the second products.
    output logic                   negate_second_o,
    output logic [RESULT_BITS-1:0] z_first_o,
    output logic [RESULT_BITS-1:0] z_mid_o,
    output logic [RESULT_BITS-1:0] z_second_o,
    output logic [TagBits-1:0]     tag_o
);

  localparam int unsigned FirstMul  = FQ_ADD_LATENCY;
  localparam int unsigned SecondMul = SLOT_DISTANCE + FQ_ADD_LATENCY;

  logic [EC_ADD_LATENCY-1:0] valid_q;
  logic                      first_in_middle, first_at_end;

  always_ff @(posedge clk_i) begin
    if (rst_i) valid_q <= '0;
    else valid_q <= {valid_q[EC_ADD_LATENCY-2:0], valid_i};
  end

  assign valid_first_o  = valid_q[FirstMul-1];
  assign valid_second_o = valid_q[SecondMul-1];
  assign valid_o        = valid_q[EC_ADD_LATENCY-1] && !first_at_end;

  fby_delay #(
      .Width(2),
      .Depth(SLOT_DISTANCE)
  ) u_kind_middle (
      .clk_i,
      .d_i({slot_i == SLOT_FIRST, slot_i == SLOT_SECOND}),
      .q_o({first_in_middle, second_in_middle_o})
  );
  fby_delay #(
      .Width(1),
      .Depth(SecondMul - SLOT_DISTANCE)
  ) u_kind_second (
      .clk_i,
      .d_i(first_in_middle),
      .q_o(first_at_second_mul_o)
  );
  fby_delay #(
      .Width(1),
      .Depth(EC_ADD_LATENCY - SecondMul)
  ) u_kind_end (
      .clk_i,
      .d_i(first_at_second_mul_o),
      .q_o(first_at_end)
  );

  fby_delay #(
      .Width(1),
      .Depth(SecondMul)
  ) u_negate (
      .clk_i,
      .d_i(negate_i),
      .q_o(negate_second_o)
  );

  fby_delay #(
      .Width(RESULT_BITS),
      .Depth(FirstMul)
  ) u_z_first (
      .clk_i,
      .d_i(z_i),
      .q_o(z_first_o)
  );
  fby_delay #(
      .Width(RESULT_BITS),
      .Depth(SLOT_DISTANCE - FirstMul)
  ) u_z_mid (
      .clk_i,
      .d_i(z_first_o),
      .q_o(z_mid_o)
  );
  fby_delay #(
      .Width(RESULT_BITS),
      .Depth(SecondMul - SLOT_DISTANCE)
  ) u_z_second (
      .clk_i,
      .d_i(z_mid_o),
      .q_o(z_second_o)
  );

  fby_delay #(
      .Width(TagBits),
      .Depth(EC_ADD_LATENCY)
  ) u_tag (
      .clk_i,
      .d_i(tag_i),
      .q_o(tag_o)
  );

  `FBY_ASSERT(second_follows_first,
              !(valid_i && slot_i == SLOT_SECOND) || (valid_q[SLOT_DISTANCE-1] && first_in_middle))

endmodule
