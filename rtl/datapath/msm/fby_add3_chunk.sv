// SPDX-License-Identifier: Apache-2.0
/// One chunk of a skewed addition of three operands: s = a + b + c + carries, one cycle. What is above the chunk
/// leaves as two carries of weight 1 for the next chunk, whose operands come a cycle later: nothing waits for anything.
module fby_add3_chunk #(
    /// Width of the chunk, bits.
    parameter int unsigned Width = fby_fq_pkg::ADD_CHUNK_BITS
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    input  logic [Width-1:0] c_i,
    /// Carries of the chunk below; both have the weight of bit 0.
    input  logic [1:0]       carry_i,
    output logic [Width-1:0] s_o,
    /// Carries into the chunk above.
    output logic [1:0]       carry_o
);

  if (Width == 0 || Width > fby_fq_pkg::ADD_CHUNK_BITS) begin : g_bad
    $error("fby_add3_chunk: Width must be 1 to ADD_CHUNK_BITS");
  end

  logic [Width-1:0] parity, majority;
  logic [Width:0]   twice;

  assign parity   = a_i ^ b_i ^ c_i;
  assign majority = (a_i & b_i) | (a_i & c_i) | (b_i & c_i);
  assign twice    = {majority, carry_i[1]};

  always_ff @(posedge clk_i) begin
    {carry_o[0], s_o} <= {1'b0, twice[Width-1:0]} + {1'b0, parity} + (Width + 1)'(carry_i[0]);
    carry_o[1]        <= twice[Width];
  end

endmodule
