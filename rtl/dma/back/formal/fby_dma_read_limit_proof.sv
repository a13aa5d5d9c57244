// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the limit of reads: a read waits here only while as many as are allowed are owed by memory, and passes
/// with the bus otherwise.
module fby_dma_read_limit_proof #(
  parameter int unsigned MaxReads = 5
) (
  input logic clk_i,
  input logic s_valid_i,
  input logic m_ready_i,
  input logic done_i
);

  logic rst_i = 1'b1;
  logic s_ready, m_valid;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_dma_read_limit #(.MaxReads(MaxReads)) u_dut (
    .clk_i, .rst_i, .s_valid_i, .s_ready_o(s_ready), .m_valid_o(m_valid), .m_ready_i, .done_i
  );

  logic [3:0] owed_q;
  logic       held_q;
  always_ff @(posedge clk_i) begin
    owed_q <= rst_i ? '0 : owed_q + 4'(m_valid && m_ready_i) - 4'(done_i);
    held_q <= !rst_i && s_valid_i && !s_ready;
  end
  // Read arbiter (fby_axi_arb_rd, ArbSameValid); memory.
  `FBY_ASSUME(OfferStays, !held_q || s_valid_i)
  `FBY_ASSUME(AnswerWasAsked, !done_i || owed_q != '0)

  `FBY_ASSERT(TieOwed, 32'(owed_q) == 32'(u_dut.count_q))
  `FBY_ASSERT(NoMoreThanAllowed, 32'(owed_q) <= MaxReads)
  `FBY_ASSERT(WaitsAtTheLimitOnly, 32'(owed_q) == MaxReads || (m_valid == s_valid_i && s_ready == m_ready_i))
  `FBY_ASSERT(OnceOnEachSide, (s_valid_i && s_ready) == (m_valid && m_ready_i))

  `FBY_COVER(GoesOnFromTheLimit, 32'(owed_q) == MaxReads - 1 && held_q && m_valid && m_ready_i)

endmodule
