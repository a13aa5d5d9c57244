// SPDX-License-Identifier: Apache-2.0
/// Montgomery digit m = -t / p mod 2^96 without a multiplier, latency DIGIT_LATENCY.
///
/// 1/p = 1 - K 2^46 + 6 * 2^92 (mod 2^96) with K = CURVE_K, so with t = t_high 2^46 + t_low
///
///     m[45:0]  = -t_low
///     m[95:46] = ~t_high + (t_low == 0) + K t - 6 t 2^46    (mod 2^50)
///
/// where -6 t 2^46 = (8 t + 2 t) 2^46 because only its lowest four bits remain.
module fby_fq_digit
  import fby_fq_pkg::*;
(
    input  logic                  clk_i,
    /// Lowest digit of the number to be reduced.
    input  logic [DIGIT_BITS-1:0] t_i,
    output logic [DIGIT_BITS-1:0] m_o
);

  /// p = K 2^LOW_BITS + 1 modulo 2^(2 LOW_BITS).
  localparam int unsigned LowBits  = 46;
  localparam int unsigned HighBits = DIGIT_BITS - LowBits;

  // The digit of one single number pins both the constants and this module's algebra.
  localparam num_t Inverse = 1 - (num_t'(CURVE_K) << LowBits) + (num_t'(6) << (2 * LowBits));
  localparam num_t Unit    = Inverse * P;
  if (Unit[DIGIT_BITS-1:0] != DIGIT_BITS'(1)) begin : g_bad_inverse
    $error("fby_fq_digit: 1 - K 2^46 + 6 * 2^92 is not the inverse of the modulus");
  end
  if (CURVE_K != 18'(5 * ((1 << 10) + (1 << 3) - 1) + (1 << 17))) begin : g_bad_factor
    $error("fby_fq_digit: the shifts below are written out for CURVE_K = 0x21423");
  end

  // K t = 5 y + 2^17 t with y = (2^10 + 2^3 - 1) t. Of 10 * 2^46 t only the lowest three bits of t remain.
  logic [HighBits-1:0] t, t_high;
  logic [HighBits-1:0] y, rest;
  logic [2:0]          ten_t;

  assign t      = t_i[HighBits-1:0];
  assign t_high = t_i[DIGIT_BITS-1:LowBits];
  assign ten_t  = {t[2] ^ t[0], t[1:0]};

  fby_add3_pipe #(
      .Width(HighBits)
  ) u_y (
      .clk_i,
      .a_i    (t << 10),
      .b_i    (t << 3),
      .c_i    (~t),
      .carry_i(2'b01),
      .s_o    (y)
  );

  fby_add3_pipe #(
      .Width(HighBits)
  ) u_rest (
      .clk_i,
      .a_i    (~t_high),
      .b_i    (t << 17),
      .c_i    ({ten_t, {HighBits - 3{1'b0}}}),
      .carry_i(2'b00),
      .s_o    (rest)
  );

  logic [LowBits-1:0] low_q, low2_q;
  logic               low_zero_q;

  always_ff @(posedge clk_i) begin
    low_zero_q <= t_i[LowBits-1:0] == '0;
    low_q      <= ~t_i[LowBits-1:0];
    low2_q     <= low_q + LowBits'(1);
  end

  logic [HighBits-1:0] high;
  fby_add3_pipe #(
      .Width(HighBits)
  ) u_high (
      .clk_i,
      .a_i    (y << 2),
      .b_i    (y),
      .c_i    (rest),
      .carry_i({1'b0, low_zero_q}),
      .s_o    (high)
  );

  if (ADD_CHUNK_BITS < HighBits) begin : g_bad_latency
    $error("fby_fq_digit: ADD_CHUNK_BITS below 50 would make the digit slower than DIGIT_LATENCY");
  end

  assign m_o = {high, low2_q};

endmodule
