// SPDX-License-Identifier: Apache-2.0
/// Lazy modular addition: r = a + b as integers, no correction; the caller's ranges say that it fits.
/// Latency ceil(Width / ChunkBits), one addition per cycle.
module fby_fq_add #(
    /// Width of operands and result, bits.
    parameter int unsigned        Width = fby_fq_pkg::OPERAND_BITS,
    /// Largest value of a_i, of b_i, and the largest result that the user of r_o takes.
    parameter fby_fq_pkg::num_t   AMax  = fby_fq_pkg::ACC_MAX,
    parameter fby_fq_pkg::num_t   BMax  = fby_fq_pkg::ACC_MAX,
    parameter fby_fq_pkg::num_t   Limit = fby_fq_pkg::OPERAND_MAX,
    /// Longest carry chain between two registers, bits.
    parameter int unsigned      ChunkBits = fby_fq_pkg::ADD_CHUNK_BITS
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    output logic [Width-1:0] r_o
);

  if (AMax + BMax > Limit) begin : g_bad_sum
    $error("fby_fq_add: AMax + BMax is above Limit");
  end
  if ((Limit >> Width) != 0) begin : g_bad_limit
    $error("fby_fq_add: Limit does not fit Width bits");
  end

  fby_add_pipe #(
      .Width    (Width),
      .ChunkBits(ChunkBits)
  ) u_add (
      .clk_i,
      .a_i,
      .b_i,
      .carry_i(1'b0),
      .s_o    (r_o)
  );

endmodule
