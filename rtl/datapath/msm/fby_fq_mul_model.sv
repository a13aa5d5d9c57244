// SPDX-License-Identifier: Apache-2.0
`ifndef SYNTHESIS
/// Simulation body of fby_fq_mul: the product is computed by C++ when the operands arrive and then
/// delayed, so that a cycle costs one product instead of one evaluation of every pipeline register.
/// Bit for bit and cycle for cycle the gates' result (test/test_fby_fq_mul.py holds them side by side).
module fby_fq_mul_model
  import fby_fq_pkg::*;
(
    input  logic                    clk_i,
    /// No product is computed in cycles without it.
    input  logic                    valid_i,
    input  logic [OPERAND_BITS-1:0] a_i,
    input  logic [OPERAND_BITS-1:0] b_i,
    output logic [RESULT_BITS-1:0]  r_o
);

  /// r = (a b + m p) / 2^384; 12 little-endian 32-bit words each.
  import "DPI-C" function void fby_fq_mul_dpi(
      input  bit [383:0] a,
      input  bit [383:0] b,
      output bit [383:0] r
  );

  logic [RESULT_BITS-1:0] product_q;

  function automatic logic [RESULT_BITS-1:0] product(input logic [OPERAND_BITS-1:0] a,
                                                     input logic [OPERAND_BITS-1:0] b);
    // The top six bits are zero by the range of a product; DPI words come in whole numbers.
    // verilator lint_off UNUSEDSIGNAL
    bit [383:0] r;
    // verilator lint_on UNUSEDSIGNAL
    fby_fq_mul_dpi(384'(a), 384'(b), r);
    return r[RESULT_BITS-1:0];
  endfunction

  always_ff @(posedge clk_i) begin
    if (valid_i) product_q <= product(a_i, b_i);
  end

  fby_delay #(
      .Width(RESULT_BITS),
      .Depth(FQ_MUL_LATENCY - 1)
  ) u_delay (
      .clk_i,
      .d_i(product_q),
      .q_o(r_o)
  );

endmodule
`endif
