// SPDX-License-Identifier: Apache-2.0
/// Montgomery reduction of a full product by 2^384: r = (t + m p) / 2^384, below 1.24 p, in four
/// rounds of 96 bits without a single DSP block. Latency fby_fq_pkg::REDUCE_LATENCY.
module fby_fq_reduce
  import fby_fq_pkg::*;
(
    input  logic                    clk_i,
    /// At most OPERAND_MAX squared.
    input  logic [PRODUCT_BITS-1:0] t_i,
    output logic [RESULT_BITS-1:0]  r_o
);

  if (REDUCE_ROUNDS != 4 || DIGIT_BITS * REDUCE_ROUNDS != RADIX_BITS) begin : g_bad
    $error("fby_fq_reduce: four digits must make up the radix");
  end

  logic [round_bits(1)-1:0] t1;
  logic [round_bits(2)-1:0] t2;
  logic [round_bits(3)-1:0] t3;

  fby_fq_reduce_round #(.Index(0)) u_round0 (.clk_i, .t_i(t_i), .r_o(t1));
  fby_fq_reduce_round #(.Index(1)) u_round1 (.clk_i, .t_i(t1), .r_o(t2));
  fby_fq_reduce_round #(.Index(2)) u_round2 (.clk_i, .t_i(t2), .r_o(t3));
  fby_fq_reduce_round #(.Index(3)) u_round3 (.clk_i, .t_i(t3), .r_o(r_o));

endmodule
