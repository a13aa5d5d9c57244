// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the teller with free ends of buffers, a writer that takes words when it likes and acknowledges what it took, and the
/// sequence as the registers count it. Ring and mode stand while it tells: they are written at rest only.
///
/// Word k of a record goes to the place of its sequence in the ring, 8 * k bytes behind it, as the record is laid out, each once and in
/// order, the sequence with the last; no other address is ever offered. The buffer is done when four words are acknowledged, with
/// the cause of the first that failed; without records it is done in the next cycle and nothing is offered.
module fby_pairs_record_proof
  import fby_dma_pkg::*;
  import fby_pairs_pkg::*;
  import fby_regs_pkg::*;
(
  input logic        clk_i,
  input logic        on_i,
  input logic [63:0] ring_i,
  input logic [3:0]  log2_i,
  input logic        tells_i,
  input finished_t   told_i,
  input logic        ready_i,
  input logic        acks_i,
  input dma_cause_e  cause_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  // ---- one buffer at a time, the registers as they were when nothing was told ----

  logic            busy_q, on_q, tell, done;
  logic [63:0]     ring_q;
  logic [3:0]      log2_q;
  logic [31:0]     sequence_q;
  finished_t       told_q;
  dma_cause_e      cause;
  dma_word_offer_t word;
  dma_word_done_t  word_done;
  logic [2:0]      taken_q, acked_q;
  dma_cause_e      first_q;

  assign tell = tells_i && !busy_q && !rst_i;
  always_ff @(posedge clk_i) begin
    busy_q <= !rst_i && (tell || (busy_q && !done));
    if (!busy_q) begin
      on_q   <= on_i;
      ring_q <= ring_i;
      log2_q <= log2_i;
      told_q <= told_i;
    end
    if (rst_i) sequence_q <= '0;
    else sequence_q <= sequence_q + 32'(done);
    if (tell) begin
      taken_q <= '0;
      acked_q <= '0;
      first_q <= DMA_OK;
    end else begin
      taken_q <= taken_q + 3'(word.valid && ready_i);
      acked_q <= acked_q + 3'(word_done.valid);
      if (word_done.valid && first_q == DMA_OK) first_q <= word_done.cause;
    end
  end
  assign word_done = '{valid: acks_i && busy_q && acked_q != taken_q, cause: cause_i, addr: '0};

  fby_pairs_record u_dut (
    .clk_i, .rst_i,
    .on_i(on_q), .ring_i(ring_q), .log2_i(log2_q), .sequence_i(sequence_q),
    .tell_i(tell), .told_i, .done_o(done), .cause_o(cause),
    .word_o(word), .word_ready_i(ready_i), .word_done_i(word_done)
  );

  // ---- the record as regs/ lays it out, and its place ----

  logic [63:0]                              place;
  logic [S2MM_RECORD_SIZE_BYTES/4-1:0][31:0] line;
  always_comb begin
    place = {ring_q[63:5], 5'd0} + (64'(sequence_q % (32'd1 << log2_q)) * S2MM_RECORD_SIZE_BYTES);
    line  = '0;
    line[S2MM_RECORD_STAMP_LO_OFFSET/4]  = told_q.rsp.note.stamp[31:0];
    line[S2MM_RECORD_STAMP_HI_OFFSET/4]  = told_q.rsp.note.stamp[63:32];
    line[S2MM_RECORD_LOST_LO_OFFSET/4]   = told_q.rsp.note.lost[31:0];
    line[S2MM_RECORD_LOST_HI_OFFSET/4]   = 32'(told_q.rsp.note.lost[47:32])
                                           | (told_q.rsp.eop ? S2MM_RECORD_LOST_HI_EOP_MASK : '0)
                                           | (told_q.rsp.note.eob ? S2MM_RECORD_LOST_HI_EOB_MASK : '0)
                                           | (told_q.rsp.note.cut ? S2MM_RECORD_LOST_HI_OVERRUN_MASK : '0)
                                           | (told_q.stopped ? S2MM_RECORD_LOST_HI_STOPPED_MASK : '0);
    line[S2MM_RECORD_BUFFER_LO_OFFSET/4] = told_q.pair.addr[31:0];
    line[S2MM_RECORD_BUFFER_HI_OFFSET/4] = told_q.pair.addr[63:32];
    line[S2MM_RECORD_BYTES_OFFSET/4]     = 32'(told_q.rsp.bytes);
    line[S2MM_RECORD_SEQUENCE_OFFSET/4]  = sequence_q + 32'd1;
  end

  // Ties.
  `FBY_ASSERT(RecordSame, busy_q == u_dut.busy_q && (!busy_q || (taken_q == u_dut.sent_q && acked_q == u_dut.acked_q
              && told_q == u_dut.told_q && first_q == u_dut.cause_q)))
  `FBY_ASSERT(RecordFour, !busy_q || (taken_q <= 3'd4 && acked_q <= taken_q && (on_q || taken_q == '0)))

  // ---- each word once, in order, at its place ----

  `FBY_ASSERT(RecordOffersInOrder, word.valid == (busy_q && on_q && taken_q < 3'd4))
  `FBY_ASSERT(RecordPlace, !word.valid || (word.word.addr == place + 64'(taken_q) * 64'd8 && word.word.wide))
  `FBY_ASSERT(RecordWord, !word.valid || word.word.data == {line[{taken_q[1:0], 1'b1}], line[{taken_q[1:0], 1'b0}]})
  `FBY_ASSERT(RecordInRing, !word.valid || word.word.addr - {ring_q[63:5], 5'd0} < (64'd32 << log2_q))
  `FBY_ASSERT(RecordSequenceLast,
              !(word.valid && word.word.addr[4:3] == S2MM_RECORD_SEQUENCE_OFFSET[4:3]) || taken_q == 3'd3)

  // ---- done when all of it is acknowledged ----

  `FBY_ASSERT(RecordDoneWhenAcked, done == (busy_q && (!on_q || acked_q == 3'd4)))
  `FBY_ASSERT(RecordSaysWhy, !done || cause == first_q)

  `FBY_COVER(RecordSecond, done && on_q && sequence_q == 32'd1 && log2_q == 4'd1 && cause == DMA_OK)
  `FBY_COVER(RecordFails, done && cause == DMA_HOST_SLAVE && $past(word_done.valid && cause_i == DMA_OK))
  `FBY_COVER(RecordNone, done && !on_q && $past(tell))
  `FBY_COVER(RecordWaits, busy_q && taken_q == 3'd4 && acked_q == 3'd3 && !word_done.valid)

endmodule
