// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the poll-mode word of a channel with a status writer and a memory that take their time.
///
/// No more words go out than are due, the last one due goes out, and nothing is waited for but the status writer and the
/// acknowledge of the word before. When no more is due, busy falls in the cycle after the last acknowledge.
module fby_xdma_writeback_proof
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
(
  input logic        clk_i,
  input logic        notify_i,
  input logic [31:0] content_i,
  input logic [63:0] addr_i,
  input logic        word_ready_i,
  input logic        word_done_i,
  input logic        irq_i,
  input logic        hold_i
);

  logic      rst_i = 1'b1;
  logic      word_valid, irq, busy;
  dma_word_offer_t offer;
  dma_word_t word;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_xdma_writeback u_dut (
    .clk_i, .rst_i,
    .notify_i, .content_i, .addr_i,
    .word_o(offer), .word_ready_i(word_ready_i), .word_done_i({word_done_i, DMA_OK, 64'd0}),
    .irq_i, .hold_i, .irq_o(irq), .busy_o(busy)
  );

  assign word_valid = offer.valid;
  assign word       = offer.word;

  logic        due_q;    // a word is due and has not gone out
  logic        owed_q;   // a word is out and not acknowledged
  logic [31:0] word_q;
  logic        posted;
  assign posted = word_valid && word_ready_i;
  always_ff @(posedge clk_i) begin
    due_q  <= !rst_i && (notify_i || (due_q && !posted));
    owed_q <= !rst_i && (posted || (owed_q && !word_done_i));
    if (notify_i) word_q <= content_i;
  end
  // Status writer (fby_dma_status_writer, WordDoneToOwner).
  `FBY_ASSUME(AcknowledgeWasAsked, !word_done_i || owed_q)

  `FBY_ASSERT(TieState, due_q == u_dut.waiting_q && owed_q == u_dut.active_q && (!due_q || word_q == u_dut.word_q))
  `FBY_ASSERT(OnlyWhatIsDue, !word_valid || (due_q && word.data == 64'(word_q)))
  `FBY_ASSERT(WaitsForWriterAndWordOnly, !due_q || owed_q || word_valid)
  `FBY_ASSERT(OneAtATime, !posted || !owed_q)
  `FBY_ASSERT(BusyWhileDueOrOwed, busy == (due_q || owed_q))

  `FBY_COVER(SecondWaits, due_q && owed_q && word_done_i)
  `FBY_COVER(IrqAfterWord, irq && $past(owed_q && irq_i))

endmodule
