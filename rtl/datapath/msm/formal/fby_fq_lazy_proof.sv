// SPDX-License-Identifier: Apache-2.0
/// Proof top of fby_fq_add and fby_fq_sub. Full takes the field's own width and ranges (those of
/// fby_ec_add's first sums); otherwise a small field whose adder is cut into three chunks.
module fby_fq_lazy_proof
  import fby_fq_pkg::*;
#(
    parameter bit Subtract = 1'b0,
    parameter bit Full     = 1'b0,
    localparam int unsigned Width = Full ? OPERAND_BITS : 12
) (
    input logic             clk_i,
    input logic [Width-1:0] a_i,
    input logic [Width-1:0] b_i
);

  localparam int unsigned ChunkBits = Full ? ADD_CHUNK_BITS : 5;
  localparam int unsigned Latency   = (Width + ChunkBits - 1) / ChunkBits;
  localparam num_t        Modulus   = Full ? P : num_t'(557);
  localparam num_t        Maximum   = 2 * Modulus - 1;
  localparam num_t        Limit     = 6 * Modulus;

  logic [Width-1:0] r;

  if (Subtract) begin : g_sub
    fby_fq_sub #(
        .Width    (Width),
        .Modulus  (Modulus),
        .Multiple (2),
        .AMax     (Maximum),
        .BMax     (Maximum),
        .Limit    (Limit),
        .ChunkBits(ChunkBits)
    ) u_dut (
        .clk_i,
        .a_i,
        .b_i,
        .r_o(r)
    );
  end else begin : g_add
    fby_fq_add #(
        .Width    (Width),
        .AMax     (Maximum),
        .BMax     (Maximum),
        .Limit    (Limit),
        .ChunkBits(ChunkBits)
    ) u_dut (
        .clk_i,
        .a_i,
        .b_i,
        .r_o(r)
    );
  end

  fby_fq_lazy_props #(
      .Width     (Width),
      .Latency   (Latency),
      .Subtract  (Subtract),
      .Modulus   (Modulus),
      .Offset    (2 * Modulus),
      .AMax      (Maximum),
      .BMax      (Maximum),
      .Limit     (Limit),
      .Remainders(!Full)
  ) u_props (
      .clk_i,
      .a_i,
      .b_i,
      .r_i(r)
  );

endmodule
