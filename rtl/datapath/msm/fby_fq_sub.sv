// SPDX-License-Identifier: Apache-2.0
/// Lazy modular subtraction: r = a - b + Multiple * Modulus as integers. The multiple keeps the result
/// from going negative, so nothing is compared or corrected.
/// Latency ceil(Width / ChunkBits), one subtraction per cycle.
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
    parameter fby_fq_pkg::num_t Limit    = fby_fq_pkg::OPERAND_MAX,
    /// Longest carry chain between two registers, bits.
    parameter int unsigned      ChunkBits = fby_fq_pkg::ADD_CHUNK_BITS
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

`ifdef FBY_MUTANT_FQ_SUB_NO_CARRY
  localparam logic [1:0] Carries = 2'b00;
`elsif FBY_MUTANT_FQ_SUB_TWO_CARRIES
  localparam logic [1:0] Carries = 2'b11;
`else
  localparam logic [1:0] Carries = 2'b01;
`endif

  // -b is ~b + 1; the result is exact because it is known to lie in 0 to 2^Width - 1.
  fby_add3_pipe #(
      .Width    (Width),
      .ChunkBits(ChunkBits)
  ) u_add (
      .clk_i,
      .a_i,
      .b_i    (~b_i),
      .c_i    (Offset[Width-1:0]),
      .carry_i(Carries),
      .s_o    (r_o)
  );

endmodule
