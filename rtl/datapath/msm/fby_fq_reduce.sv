// SPDX-License-Identifier: Apache-2.0
/// Montgomery reduction of a full product by 2^384: r = (t + m p) / 2^384, below 1.24 p, in four
/// rounds of 96 bits without a single DSP block. Latency fby_fq_pkg::REDUCE_LATENCY.
///
/// A round works on a window of WINDOW_BITS, 96 bits above that of the round before it. What lies above the window of a
/// round goes past it, and its carry there is an operand of the next one.
module fby_fq_reduce
  import fby_fq_pkg::*;
#(
    /// The product arrives as fby_mul_karatsuba gives it (product_gives); 0: all of it at once.
    parameter bit Skewed = 1'b1
) (
    input  logic                    clk_i,
    /// At most OPERAND_MAX squared.
    input  logic [PRODUCT_BITS-1:0] t_i,
    output logic [RESULT_BITS-1:0]  r_o
);

  if (REDUCE_ROUNDS * DIGIT_BITS != RADIX_BITS) begin : g_bad
    $error("fby_fq_reduce: the digits must make up the radix");
  end
  if (RESULT_BITS + DIGIT_BITS != WINDOW_BITS + 1) begin : g_bad_result
    $error("fby_fq_reduce: what the last round returns is not RESULT_BITS wide");
  end
  // What the ranges promise of the last number.
  if ((round_max(REDUCE_ROUNDS) >> RESULT_BITS) != 0 || (round_max(0) >> PRODUCT_BITS) != 0) begin : g_bad_range
    $error("fby_fq_reduce: OPERAND_MAX is too large for RESULT_BITS or PRODUCT_BITS");
  end

  localparam int unsigned CarryDepth = CARRY_NEEDED + ROUND_PERIOD - round_gives(WINDOW_BITS);

  logic [REDUCE_ROUNDS:0][RESULT_BITS-1:0] result;

  for (genvar i = 0; i < REDUCE_ROUNDS; i++) begin : g_round
    logic [WINDOW_BITS-1:0] window, window_late;
    logic                   carry;

    if (i == 0) begin : g_first
      assign window = t_i[WINDOW_BITS-1:0];
      assign carry  = 1'b0;
    end else begin : g_next
      localparam int unsigned Low  = WINDOW_BITS + (i - 1) * DIGIT_BITS;
      localparam int unsigned Bits = (PRODUCT_BITS - Low > DIGIT_BITS) ? DIGIT_BITS : PRODUCT_BITS - Low;
      assign window = {DIGIT_BITS'(t_i[Low+:Bits]), result[i][RESULT_BITS-2:0]};
      fby_delay #(
          .Width(1),
          .Depth(CarryDepth)
      ) u_carry (
          .clk_i,
          .d_i(result[i][RESULT_BITS-1]),
          .q_o(carry)
      );
    end

    fby_fq_align #(
        .Index (i),
        .Skewed(Skewed)
    ) u_align (
        .clk_i,
        .d_i(window),
        .q_o(window_late)
    );

    fby_fq_reduce_round u_round (
        .clk_i,
        .t_i    (window_late),
        .carry_i(carry),
        .r_o    (result[i+1])
    );
  end

  assign result[0] = '0;

  fby_fq_align #(
      .Index (REDUCE_ROUNDS),
      .Skewed(Skewed)
  ) u_result (
      .clk_i,
      .d_i(result[REDUCE_ROUNDS]),
      .q_o(r_o)
  );

endmodule
