// SPDX-License-Identifier: Apache-2.0
/// Product with a sparse constant by shifts and additions: no DSP block.
///
/// Takes a constant of at most nine one bits: three sums of three shifted copies, then their sum.
/// Latency fby_fq_pkg::sparse_latency(OutBits).
module fby_mul_sparse
  import fby_fq_pkg::*;
#(
    /// Width of the operand, bits.
    parameter int unsigned InBits  = DIGIT_BITS,
    /// Width of the product, bits; higher bits are not computed.
    parameter int unsigned OutBits = G0_BITS,
    /// The constant.
    parameter logic [17:0] Factor  = CURVE_K
) (
    input  logic               clk_i,
    input  logic [InBits-1:0]  a_i,
    output logic [OutBits-1:0] r_o
);

  localparam int unsigned MaxTerms = 9;
  localparam int unsigned Weight   = $countones(Factor);

  /// Position of the n-th one bit of the constant; only asked for n < Weight.
  function automatic int unsigned bit_position(input int unsigned n);
    int unsigned seen;
    int unsigned position;
    seen     = 0;
    position = 0;
    for (int unsigned i = 0; i < 18; i++) begin
      if (Factor[i]) begin
        if (seen == n) position = i;
        seen = seen + 1;
      end
    end
    return position;
  endfunction

  if (Weight == 0 || Weight > MaxTerms) begin : g_bad
    $error("fby_mul_sparse: Factor must have 1 to 9 one bits");
  end

  logic [MaxTerms-1:0][OutBits-1:0] term;
  for (genvar i = 0; i < MaxTerms; i++) begin : g_term
    if (i < Weight) begin : g_shift
      assign term[i] = OutBits'(a_i) << bit_position(i);
    end else begin : g_zero
      assign term[i] = '0;
    end
  end

  logic [2:0][OutBits-1:0] partial;
  for (genvar i = 0; i < 3; i++) begin : g_partial
    fby_add3_pipe #(
        .Width(OutBits)
    ) u_add (
        .clk_i,
        .a_i    (term[3*i]),
        .b_i    (term[3*i+1]),
        .c_i    (term[3*i+2]),
        .carry_i(2'b00),
        .s_o    (partial[i])
    );
  end

  fby_add3_pipe #(
      .Width(OutBits)
  ) u_sum (
      .clk_i,
      .a_i    (partial[0]),
      .b_i    (partial[1]),
      .c_i    (partial[2]),
      .carry_i(2'b00),
      .s_o    (r_o)
  );

endmodule
