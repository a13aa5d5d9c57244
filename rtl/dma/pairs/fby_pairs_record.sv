// SPDX-License-Identifier: Apache-2.0

/// Tells what became of a buffer: a record of four words in the ring, behind the buffer's data, the sequence last.
///
/// The words of a record are of one requester, so they are written in order; all are acknowledged before the buffer counts as finished.
module fby_pairs_record
  import fby_dma_pkg::*;
  import fby_pairs_pkg::*;
(
  input  logic            clk_i,
  input  logic            rst_i,
  /// Records are written; without, a buffer is finished at once.
  input  logic            on_i,
  /// The ring, and the logarithm of how many records it has.
  input  logic [63:0]     ring_i,
  input  logic [3:0]      log2_i,
  /// Buffers that were finished before this one.
  input  logic [31:0]     sequence_i,
  input  logic            tell_i,
  input  finished_t       told_i,
  output logic            done_o,
  output dma_cause_e      cause_o,
  output dma_word_offer_t word_o,
  input  logic            word_ready_i,
  input  dma_word_done_t  word_done_i
);

  localparam logic [2:0] Words = 3'd4;

  logic            busy_q;
  logic [2:0]      sent_q, acked_q;
  finished_t       told_q;
  dma_cause_e      cause_q;
  logic [3:0][63:0] word;
  logic [31:0]     place;

`ifdef FBY_MUTANT_RECORD_PLACE
  assign place = sequence_i & (32'd1 << log2_i);
`else
  assign place = sequence_i & ((32'd1 << log2_i) - 32'd1);
`endif

  always_comb begin
    word[0] = told_q.rsp.note.stamp;
    word[1] = {12'd0, told_q.stopped, told_q.rsp.note.cut, told_q.rsp.note.eob, told_q.rsp.eop, told_q.rsp.note.lost};
    word[2] = told_q.pair.addr;
    word[3] = {sequence_i + 32'd1, 32'(told_q.rsp.bytes)};
  end

  always_comb begin
    word_o.valid  = busy_q && on_i && sent_q != Words;
    word_o.source = '0;
    word_o.word   = '{
      addr: {ring_i[63:5], 5'd0} + {27'd0, place, 5'd0} + {59'd0, sent_q[1:0], 3'd0},
      data: word[sent_q[1:0]],
      wide: 1'b1
    };
  end

`ifdef FBY_MUTANT_RECORD_EARLY
  assign done_o  = busy_q && (!on_i || sent_q == Words);
`else
  assign done_o  = busy_q && (!on_i || acked_q == Words);
`endif
  assign cause_o = cause_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) busy_q <= 1'b0;
    else       busy_q <= tell_i || (busy_q && !done_o);
    if (tell_i) begin
      told_q  <= told_i;
      cause_q <= DMA_OK;
      sent_q  <= '0;
      acked_q <= '0;
    end else begin
      if (word_o.valid && word_ready_i) sent_q <= sent_q + 3'd1;
      if (word_done_i.valid) begin
        acked_q <= acked_q + 3'd1;
        if (cause_q == DMA_OK) cause_q <= word_done_i.cause;
      end
    end
  end

  logic unused;
  assign unused = &{1'b0, word_done_i.addr, told_q.rsp.cause, told_q.rsp.bad_addr, told_q.pair.len, ring_i[4:0]};

endmodule
