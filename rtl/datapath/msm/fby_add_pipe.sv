// SPDX-License-Identifier: Apache-2.0
/// Pipelined addition s = a + b + carry mod 2^Width, ChunkBits of carry chain per cycle, least
/// significant chunk first. Latency ceil(Width / ChunkBits); a new addition every cycle.
///
/// The module adds one chunk and hands the rest to a narrower copy of itself. A skewed sum leaves as it comes, each
/// chunk a cycle after the one below it.
module fby_add_pipe #(
    /// Width of operands and sum, bits.
    parameter int unsigned Width     = 380,
    /// Longest carry chain between two registers, bits.
    parameter int unsigned ChunkBits = fby_fq_pkg::ADD_CHUNK_BITS,
    /// 1: the sum is not brought together.
    parameter bit          Skewed    = 1'b0
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    /// Carry into bit 0.
    input  logic             carry_i,
    output logic [Width-1:0] s_o
);

  if (Width == 0 || ChunkBits == 0) begin : g_bad
    $error("fby_add_pipe: Width and ChunkBits must be at least 1");
  end

  if (Width <= ChunkBits) begin : g_last
    always_ff @(posedge clk_i) s_o <= a_i + b_i + Width'(carry_i);
  end else begin : g_chunk
    localparam int unsigned RestBits    = Width - ChunkBits;
    localparam int unsigned RestLatency = (RestBits + ChunkBits - 1) / ChunkBits;

    logic                 carry_q;
    logic [ChunkBits-1:0] low_q;
    logic [RestBits-1:0]  a_q, b_q;

    always_ff @(posedge clk_i) begin
      {carry_q, low_q} <= {1'b0, a_i[ChunkBits-1:0]} + {1'b0, b_i[ChunkBits-1:0]}
                        + (ChunkBits + 1)'(carry_i);
      a_q <= a_i[Width-1:ChunkBits];
      b_q <= b_i[Width-1:ChunkBits];
    end

    fby_delay #(
        .Width(ChunkBits),
        .Depth(Skewed ? 0 : RestLatency)
    ) u_low (
        .clk_i,
        .d_i(low_q),
        .q_o(s_o[ChunkBits-1:0])
    );

    fby_add_pipe #(
        .Width    (RestBits),
        .ChunkBits(ChunkBits),
        .Skewed   (Skewed)
    ) u_rest (
        .clk_i,
        .a_i    (a_q),
        .b_i    (b_q),
`ifdef FBY_MUTANT_ADD_PIPE_LOST_CARRY
        .carry_i(1'b0),
`else
        .carry_i(carry_q),
`endif
        .s_o    (s_o[Width-1:ChunkBits])
    );
  end

endmodule
