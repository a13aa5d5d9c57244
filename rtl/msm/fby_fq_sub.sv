// SPDX-License-Identifier: Apache-2.0
/// Lazy modular subtraction: r = a - b + Multiple * Modulus as integers. The multiple keeps the result
/// from going negative, so nothing is compared or corrected.
/// Latency add_latency(Width), one subtraction per cycle.
module fby_fq_sub #(
    /// Width of operands and result, bits.
    parameter int unsigned      Width    = fby_fq_pkg::OPERAND_BITS,
    /// The field's modulus.
    parameter fby_fq_pkg::num_t Modulus  = fby_fq_pkg::P,
    /// How many times the modulus is added.
    parameter int unsigned      Multiple = 2,
    /// Largest value of a_i, of b_i, and the largest result that the user of r_o takes.
    parameter fby_fq_pkg::num_t AMax     = fby_fq_pkg::ACC_MAX,
    parameter fby_fq_pkg::num_t BMax     = fby_fq_pkg::ACC_MAX,
    parameter fby_fq_pkg::num_t Limit    = fby_fq_pkg::OPERAND_MAX
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    output logic [Width-1:0] r_o
);

  localparam fby_fq_pkg::num_t Offset = Modulus * fby_fq_pkg::num_t'(Multiple);

  if (BMax > Offset) begin : g_bad_multiple
    $error("fby_fq_sub: b may exceed Multiple * Modulus, so the result could be negative");
  end
  if (AMax + Offset > Limit) begin : g_bad_sum
    $error("fby_fq_sub: AMax + Multiple * Modulus is above Limit");
  end
  if ((Limit >> Width) != 0) begin : g_bad_limit
    $error("fby_fq_sub: Limit does not fit Width bits");
  end

  // -b is ~b + 1; the result is exact because it is known to lie in 0 to 2^Width - 1.
  fby_add3_pipe #(
      .Width(Width)
  ) u_add (
      .clk_i,
      .a_i,
      .b_i    (~b_i),
      .c_i    (Offset[Width-1:0]),
      .carry_i(2'b01),
      .s_o    (r_o)
  );

endmodule
