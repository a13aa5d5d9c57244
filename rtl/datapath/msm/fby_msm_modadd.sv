// SPDX-License-Identifier: Apache-2.0
/// Pipelined addition modulo a constant, s = (a + b) mod Modulus for a and b below Modulus; one addition a cycle, latency
/// fby_msm_word_pkg::modadd_cycles.
///
///   a, b --> a + b --+--> less Modulus --+--> the one that is not negative --> s
///                    |                   |
///                    +------ later ------+
///
/// Where nothing is to be reduced it is a plain addition, of operands of any size.
module fby_msm_modadd #(
    /// Width of operands and sum, bits.
    parameter int unsigned      Width     = fby_msm_word_pkg::ORDER_BITS,
    /// What is reduced by.
    parameter logic [Width-1:0] Modulus   = Width'(fby_msm_word_pkg::ORDER),
    /// Longest carry chain between two registers, bits.
    parameter int unsigned      ChunkBits = fby_fq_pkg::ADD_CHUNK_BITS
) (
    input  logic             clk_i,
    /// 0: leave the sum as it is. A level, not of one addition.
    input  logic             reduce_i,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    output logic [Width-1:0] s_o
);
  import fby_msm_word_pkg::*;

  localparam int unsigned SumBits = Width + 1;

  if (Modulus == '0) begin : g_bad_modulus
    $error("fby_msm_modadd: Modulus must not be 0");
  end

  logic [SumBits-1:0] sum, less;
  logic [Width-1:0]   late;

  fby_add_pipe #(
      .Width    (SumBits),
      .ChunkBits(ChunkBits)
  ) u_sum (
      .clk_i,
      .a_i    ({1'b0, a_i}),
      .b_i    ({1'b0, b_i}),
      .carry_i(1'b0),
      .s_o    (sum)
  );

  // -Modulus is ~Modulus + 1. The sum is below twice the modulus, so the top bit is the sign.
  fby_add_pipe #(
      .Width    (SumBits),
      .ChunkBits(ChunkBits)
  ) u_less (
      .clk_i,
      .a_i    (sum),
      .b_i    (~{1'b0, Modulus}),
      .carry_i(1'b1),
      .s_o    (less)
  );

  fby_delay #(
      .Width(Width),
      .Depth(add_cycles(SumBits, ChunkBits))
  ) u_late (
      .clk_i,
      .d_i(sum[Width-1:0]),
      .q_o(late)
  );

`ifdef FBY_MUTANT_MODADD_UNREDUCED
  always_ff @(posedge clk_i) s_o <= (reduce_i && !less[Width] && less[Width-1:0] != '0) ? less[Width-1:0] : late;
`else
  always_ff @(posedge clk_i) s_o <= (reduce_i && !less[Width]) ? less[Width-1:0] : late;
`endif

endmodule
