// SPDX-License-Identifier: Apache-2.0
/// Pipelined addition of three operands, s = a + b + c + carries mod 2^Width, with the latency of
/// fby_add_pipe: a row of full adders turns three operands into two before the first register (one
/// LUT level, which an UltraScale+ slice merges with the carry chain).
module fby_add3_pipe #(
    /// Width of operands and sum, bits.
    parameter int unsigned Width     = 380,
    /// Longest carry chain between two registers, bits.
    parameter int unsigned ChunkBits = fby_fq_pkg::ADD_CHUNK_BITS
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    input  logic [Width-1:0] c_i,
    /// Two carries of weight 1: what two inverted operands need to become two subtractions.
    input  logic [1:0]       carry_i,
    output logic [Width-1:0] s_o
);

  logic [Width-1:0] parity, majority, twice;

  assign parity   = a_i ^ b_i ^ c_i;
  assign majority = (a_i & b_i) | (a_i & c_i) | (b_i & c_i);
  assign twice    = (majority << 1) | Width'(carry_i[1]);

  fby_add_pipe #(
      .Width    (Width),
      .ChunkBits(ChunkBits)
  ) u_add (
      .clk_i,
      .a_i    (twice),
      .b_i    (parity),
      .carry_i(carry_i[0]),
      .s_o
  );

endmodule
