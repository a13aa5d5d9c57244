// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: registers, run control, results and poll-mode words of one channel, wired as in fby_xdma_chan, between a mover, a
/// status writer and software that do what they like within their contracts.
///
/// The order that software relies on: data acknowledged (the mover's answer), then the result acknowledged, then count and
/// status, then the poll-mode word acknowledged, then busy 0, then the line, from which the message comes. Bounded: from reset, the
/// number of cycles the .sby file states.
module fby_xdma_order_proof
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
  import fby_regs_pkg::*;
#(
  parameter int unsigned Depth = 4
) (
  input logic         clk_i,
  input xdma_access_t access_i,
  input logic         sel_i,
  input logic         read_i,
  input logic         ring_i,
  input logic         fetch_idle_i,
  input xdma_desc_t   desc_i,
  input logic         desc_valid_i,
  input logic         offer_ready_i,
  input dma_rsp_t     rsp_i,
  input logic         rsp_valid_i,
  input logic [1:0]   word_ready_i,
  input logic [1:0]   word_done_i,
  input dma_cause_e   word_cause_i,
  input logic [2:0]   nth_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  // ---- the channel, as fby_xdma_chan has it ----

  xdma_mode_t            mode;
  xdma_log_t             log;
  xdma_meta_t            meta;
  xdma_record_t          record;
  dma_offer_t            offer;
  dma_word_offer_t [1:0] word;
  logic                  start, stop, begins, run_busy, waits, stopped, record_valid, wb_busy, irq, line, busy;
  logic                  answer_ready;
  logic                  result_disable, fetch_start, fetch_flush, desc_ready;
  logic [31:0]           rdata, content;
  logic [63:0]           wb_addr, bad_addr;
  logic [$clog2(RUN_DEPTH+1)-1:0] under_way;

  assign busy = run_busy || wb_busy;

  fby_xdma_chan_regs #(.C2h(1'b1), .Stream(1'b1)) u_regs (
    .clk_i, .rst_i, .access_i, .read_i, .sel_i, .rdata_o(rdata), .quiesce_i(1'b0),
    // As the doorbell has it: at rest, and where the bus brings nothing else.
    .ring_i(ring_i && !run_busy && !access_i.write && !read_i),
    .mode_o(mode), .result_disable_o(result_disable), .start_o(start), .stop_o(stop), .begin_i(begins), .busy_i(busy),
    .log_i(log), .word_o(content), .wb_addr_o(wb_addr), .irq_o(irq)
  );

  fby_xdma_run #(.C2h(1'b1), .Stream(1'b1)) u_run (
    .clk_i, .rst_i, .mode_i(mode), .start_i(start), .stop_i(stop), .word_busy_i(wb_busy), .waits_o(waits),
    .begin_o(begins), .busy_o(run_busy), .log_o(log), .stopped_o(stopped), .under_way_o(under_way),
    .fetch_start_o(fetch_start), .fetch_flush_o(fetch_flush), .fetch_idle_i,
    .desc_i, .desc_valid_i, .desc_ready_o(desc_ready),
    .offer_o(offer), .offer_ready_i, .meta_o(meta), .record_i(record), .record_valid_i(record_valid)
  );

  logic handed, told;
  assign handed = offer.valid && offer_ready_i;
  assign told   = rsp_valid_i && answer_ready;

  fby_xdma_result #(.WriteResults(1'b1), .Depth(Depth)) u_result (
    .clk_i, .rst_i, .disable_i(result_disable), .meta_valid_i(handed), .meta_i(meta),
    .answer_i('{valid: rsp_valid_i, tag: '0, rsp: rsp_i}), .answer_ready_o(answer_ready),
    .word_o(word[1]), .word_ready_i(word_ready_i[1]),
    .word_done_i('{valid: word_done_i[1], cause: word_cause_i, addr: '0}),
    .record_o(record), .bad_addr_o(bad_addr), .record_valid_o(record_valid)
  );

  fby_xdma_writeback u_writeback (
    .clk_i, .rst_i, .notify_i(log.notify), .content_i(content), .addr_i(wb_addr),
    .word_o(word[0]), .word_ready_i(word_ready_i[0]),
    .word_done_i('{valid: word_done_i[0], cause: word_cause_i, addr: '0}),
    .irq_i(irq), .hold_i(waits), .irq_o(line), .busy_o(wb_busy)
  );

  // ---- the neighbours ----

  logic [4:0]      asked_q, open_q;  // requests without an answer, and without a record
  logic [1:0][4:0] posted_q;         // words without an acknowledge
  logic [1:0]      posted;
  logic            shut_q, whole;
  assign posted = {word[1].valid && word_ready_i[1], word[0].valid && word_ready_i[0]};
  assign whole  = rsp_i.bytes == u_result.meta.len || rsp_i.eop;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      asked_q  <= '0;
      open_q   <= '0;
      posted_q <= '0;
    end else begin
      asked_q <= asked_q + 5'(handed) - 5'(told);
      open_q  <= open_q + 5'(handed) - 5'(record_valid);
      for (int unsigned k = 0; k < 2; k++) posted_q[k] <= posted_q[k] + 5'(posted[k]) - 5'(word_done_i[k]);
    end
    if (rst_i || begins) shut_q <= 1'b0;
    else if (told)       shut_q <= shut_q || rsp_i.cause != DMA_OK || !whole || u_result.record.stop;
  end

  `FBY_ASSUME(MoverTakesFew, !offer_ready_i || 32'(open_q) < Depth)
  `FBY_ASSUME(MoverAnswersWhatWasAsked, !rsp_valid_i || asked_q != '0)
  `FBY_ASSUME(MoverCutsWhenTold, !rsp_valid_i || rsp_i.cause != DMA_OK || whole || offer.cancel || shut_q)
  `FBY_ASSUME(CausesHaveNames, rsp_i.cause <= DMA_HOST_POISON && word_cause_i <= DMA_HOST_SLAVE)
  `FBY_ASSUME(AcknowledgedOnce, (!word_done_i[0] || posted_q[0] != '0) && (!word_done_i[1] || posted_q[1] != '0))
  `FBY_ASSUME(FetchRests, fetch_idle_i || run_busy)

  // ---- data, then result, then the record, of any one descriptor: the solver chooses which ----

  logic [2:0] nth_q;
  logic [4:0] answers_q, records_q, results_q, acks_q, result_q;
  logic       is_told_q, is_written_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      nth_q        <= nth_i;
      answers_q    <= '0;
      records_q    <= '0;
      results_q    <= '0;
      acks_q       <= '0;
      is_told_q    <= 1'b0;
      is_written_q <= 1'b0;
    end else begin
      answers_q <= answers_q + 5'(told);
      records_q <= records_q + 5'(record_valid);
      results_q <= results_q + 5'(posted[1]);
      acks_q    <= acks_q + 5'(word_done_i[1]);
      if (told && answers_q == 5'(nth_q)) begin
        is_told_q    <= 1'b1;
        is_written_q <= posted[1];
        result_q     <= results_q + 5'd1;
      end
    end
  end
  `FBY_ASSERT(ResultGoesWithItsAnswer, !posted[1] || told)
  `FBY_ASSERT(RecordAfterDataAndResult, !(record_valid && records_q == 5'(nth_q))
              || (is_told_q && (!is_written_q || acks_q >= result_q)))

  // ---- then count and status: nothing but a record moves them ----

  logic [31:0] run_records_q, count_was_q;
  logic        any_record_q, begins_q;
  always_ff @(posedge clk_i) begin
    if (rst_i || begins) run_records_q <= '0;
    else                 run_records_q <= run_records_q + 32'(record_valid);
    any_record_q <= record_valid;
    begins_q     <= begins || rst_i;
    count_was_q  <= u_regs.count_q;
  end
  `FBY_ASSERT(CountAfterRecord, u_regs.count_q <= run_records_q)
  `FBY_ASSERT(CountMovesByRecords, begins_q || u_regs.count_q == count_was_q || any_record_q)

  // ---- then the poll-mode word, which says no more than the count does ----

  logic due_q;
  always_ff @(posedge clk_i) due_q <= !rst_i && (log.notify || (due_q && !posted[0]));
  `FBY_ASSERT(WordAfterCount, !word[0].valid
              || (word[0].word.data[31:0] & POLL_WB_WORD_COUNT_MASK) <= u_regs.count_q)
  `FBY_ASSERT(WordIsDue, !word[0].valid || due_q)

  // ---- then busy 0 ----

  `FBY_ASSERT(RestAfterEverything, busy || (asked_q == '0 && open_q == '0 && posted_q == '0 && !due_q))

  // ---- then the line ----

  // Words that were due when an enabled cause was logged, and are not acknowledged.
  logic       irq_was_q, line_was_q;
  logic [1:0] need_q, need;
  assign need = irq_was_q ? need_q : 2'(due_q) + 2'(posted_q[0] != '0);
  always_ff @(posedge clk_i) begin
    irq_was_q  <= !rst_i && irq;
    line_was_q <= !rst_i && line;
    need_q     <= need - 2'(word_done_i[0] && need != '0);
  end
  localparam logic [31:0] Ends = STATUS_FAILURES | STATUS_DESC_STOPPED | STATUS_IDLE_STOPPED;
  `FBY_ASSERT(LineAfterWords, !line || line_was_q || need == '0)
  `FBY_ASSERT(LineHasACause, !line || irq)
  // A run whose end raised the line is at rest by then. Where an earlier cause raised it, the end may follow at any time, and its
  // word with it: nothing more is sent for that.
  logic ended_q, ended;
  assign ended = irq_was_q ? ended_q : (u_regs.status_q & u_regs.enable_q & Ends) != '0;
  always_ff @(posedge clk_i) ended_q <= ended;
  `FBY_ASSERT(LineAfterRest, !line || line_was_q || !ended || !busy)

  `FBY_COVER(ResultThenWordThenLine, line && !line_was_q && acks_q != '0 && $past(word_done_i[0], 2)
             && (u_regs.status_q & STATUS_DESC_STOPPED) != '0)
  `FBY_COVER(LineWaitsForTheWord, irq && !line && posted_q[0] != '0)

  logic unused;
  assign unused = &{1'b0, rdata, bad_addr, stopped, under_way, fetch_start, fetch_flush, desc_ready};

endmodule
