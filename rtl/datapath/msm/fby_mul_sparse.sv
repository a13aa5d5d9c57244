// SPDX-License-Identifier: Apache-2.0
/// Product with a constant by two three-input additions: no DSP block.
///
///     y = (2^YHigh + 2^YLow +- 1) a        r = (2^RHigh + 2^RLow) y + 2^Direct a
///
/// K = CURVE_K and K_THIRD are of this form: 5 (2^10 + 2^3 - 1) + 2^17 and (2^12 + 2^5) 11 + 1.
/// Latency fby_fq_pkg::sparse_latency(OutBits).
module fby_mul_sparse
  import fby_fq_pkg::*;
#(
    /// Width of the operand, bits.
    parameter int unsigned InBits  = DIGIT_BITS,
    /// Width of the product, bits; higher bits are not computed.
    parameter int unsigned OutBits = G0_BITS,
    /// The constant; checked against its form.
    parameter logic [17:0] Factor  = CURVE_K,
    /// Shifts of the form.
    parameter sparse_t     Form    = CURVE_K_FORM
) (
    input  logic               clk_i,
    input  logic [InBits-1:0]  a_i,
    output logic [OutBits-1:0] r_o
);

  localparam logic [63:0] YFactor =
      (64'd1 << Form.y_high) + (64'd1 << Form.y_low) + (Form.minus ? -64'd1 : 64'd1);
  localparam logic [63:0] RFactor =
      ((64'd1 << Form.r_high) + (64'd1 << Form.r_low)) * YFactor + (64'd1 << Form.direct);
  /// The first sum, which is no wider than the product.
  localparam int unsigned YWide = InBits + $clog2(YFactor + 1);
  localparam int unsigned YBits = (YWide > OutBits) ? OutBits : YWide;

  if (RFactor != 64'(Factor)) begin : g_bad
    $error("fby_mul_sparse: the shifts of Form do not make up Factor");
  end
  if (add_latency(YBits) != add_latency(OutBits)) begin : g_bad_latency
    $error("fby_mul_sparse: the two sums differ in latency; sparse_latency counts them as equal");
  end

  logic [YBits-1:0]  y, y_direct;
  logic [InBits-1:0] a_late;

  // -a is ~a + 1.
  assign y_direct = Form.minus ? ~YBits'(a_i) : YBits'(a_i);

  fby_add3_pipe #(
      .Width(YBits)
  ) u_y (
      .clk_i,
      .a_i    (YBits'(a_i) << Form.y_high),
      .b_i    (YBits'(a_i) << Form.y_low),
      .c_i    (y_direct),
      .carry_i({1'b0, Form.minus}),
      .s_o    (y)
  );

  fby_delay #(
      .Width(InBits),
      .Depth(add_latency(YBits))
  ) u_a_late (
      .clk_i,
      .d_i(a_i),
      .q_o(a_late)
  );

  fby_add3_pipe #(
      .Width(OutBits)
  ) u_r (
      .clk_i,
      .a_i    (OutBits'(y) << Form.r_high),
      .b_i    (OutBits'(y) << Form.r_low),
      .c_i    (OutBits'(a_late) << Form.direct),
      .carry_i(2'b00),
      .s_o    (r_o)
  );

endmodule
