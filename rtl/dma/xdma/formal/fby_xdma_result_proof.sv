// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: answers of a mover on their way to the run control, past a status writer and a memory that take their time.
///
/// Each answer becomes one record. An answer waits for the status writer to take its result, and a record for the acknowledge
/// of its own; nothing else is waited for. From any moment on after which no request is handed over, two cycles at most for
/// each request that is not finished are not spent waiting for one of these or for the mover.
module fby_xdma_result_proof
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
#(
  parameter bit          WriteResults = 1'b1,
  parameter int unsigned Depth        = 4
) (
  input logic       clk_i,
  /// From here on no request is handed over.
  input logic       quiet_i,
  input logic       disable_i,
  input logic       meta_valid_i,
  input xdma_meta_t  meta_i,
  input dma_rsp_t   rsp_i,
  input logic       rsp_valid_i,
  input logic       word_ready_i,
  input logic       word_done_i,
  input dma_cause_e word_cause_i
);

  localparam int unsigned PtrBits = $clog2(Depth);

  logic        rst_i = 1'b1;
  logic        rsp_ready, word_valid, record_valid;
  dma_word_offer_t offer;
  dma_word_t   word;
  xdma_record_t record;
  logic [63:0] bad_addr;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_xdma_result #(.WriteResults(WriteResults), .Depth(Depth)) u_dut (
    .clk_i, .rst_i, .disable_i,
    .meta_valid_i, .meta_i, .answer_i('{valid: rsp_valid_i, tag: '0, rsp: rsp_i}), .answer_ready_o(rsp_ready),
    .word_o(offer), .word_ready_i(word_ready_i), .word_done_i({word_done_i, word_cause_i, 64'd0}),
    .record_o(record), .bad_addr_o(bad_addr), .record_valid_o(record_valid)
  );

  logic taken, posted;
  assign taken  = rsp_valid_i && rsp_ready;
  assign word_valid = offer.valid;
  assign word       = offer.word;
  assign posted = word_valid && word_ready_i;

  // ---- the neighbours ----

  logic [4:0] asked_q;    // requests that the mover has not answered
  logic [4:0] open_q;     // requests without a record
  logic [4:0] posted_q;   // results that memory has not acknowledged
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      asked_q  <= '0;
      open_q   <= '0;
      posted_q <= '0;
    end else begin
      asked_q  <= asked_q + 5'(meta_valid_i) - 5'(taken);
      open_q   <= open_q + 5'(meta_valid_i) - 5'(record_valid);
      posted_q <= posted_q + 5'(posted) - 5'(word_done_i);
    end
  end
  // Run control (fby_xdma_run, RunSameCount), tags (one answer a request), status writer (AcknowledgeOwed).
  `FBY_ASSUME(HandedOverAreFew, !meta_valid_i || 32'(open_q) < Depth)
  `FBY_ASSUME(AnswerWasAsked, !rsp_valid_i || asked_q != '0)
  `FBY_ASSUME(AcknowledgeWasAsked, !word_done_i || posted_q != '0)

  // ---- ties, and each once ----

  `FBY_ASSERT(EachAnswerOnce, asked_q == 5'(u_dut.metas))
  `FBY_ASSERT(RecordHasARequest, !record_valid || open_q != '0)
  `FBY_ASSERT(TieOpen, 32'(open_q) <= Depth)

  logic       waits;
  logic [4:0] waiters;
  if (WriteResults) begin : g_results
    logic [4:0]         written, acks;   // written: of those that wait for their acknowledge
    logic [PtrBits-1:0] slot;
    always_comb begin
      written = '0;
      slot    = '0;
      for (int unsigned k = 0; k < Depth; k++) begin
        slot = u_dut.gen_results.u_waiting.head_q + PtrBits'(k);
        if (k < 32'(waiters) && u_dut.gen_results.u_waiting.mem_q[slot][$bits(xdma_record_t) + 64]) begin
          written = written + 5'd1;
        end
      end
    end
    assign acks    = u_dut.gen_results.acks;
    assign waiters = u_dut.gen_results.waiters;
    assign waits   = waiters != '0 && u_dut.gen_results.waiting.written && acks == '0;
    `FBY_ASSERT(TieWritten, 6'(written) == 6'(posted_q) + 6'(acks))
    `FBY_ASSERT(TieWaiters, 6'(open_q) == 6'(asked_q) + 6'(waiters))
    `FBY_ASSERT(TieQueue, u_dut.gen_results.u_waiting.tail_q == u_dut.gen_results.u_waiting.head_q + PtrBits'(waiters))
    `FBY_ASSERT(WaitsForTheWriterOnly, !rsp_valid_i || rsp_ready || (word_valid && !word_ready_i))
    `FBY_ASSERT(WaitsForItsAcknowledgeOnly, waiters == '0 || record_valid || posted_q != '0)
    `FBY_COVER(AcknowledgedLate, posted_q == 5'd2 && record_valid && $past(word_done_i))
  end else begin : g_through
    assign waiters = '0;
    assign waits   = 1'b0;
    `FBY_ASSERT(TieOpenAsked, open_q == asked_q)
    `FBY_ASSERT(WaitsForNobody, !rsp_valid_i || (rsp_ready && record_valid))
    `FBY_COVER(Passes, record_valid && open_q == 5'd2)
  end

  // ---- in how many cycles all are finished ----

  logic       quiet_q, moves;
  logic [6:0] own_q;
  assign moves = (waiters != '0 && !waits) || (rsp_valid_i && (!word_valid || word_ready_i));
  always_ff @(posedge clk_i) begin
    quiet_q <= !rst_i && quiet_i;
    if (rst_i || !quiet_i) own_q <= '0;
    else if (quiet_q && moves) own_q <= own_q + 7'd1;
  end
  `FBY_ASSUME(QuietStays, !quiet_q || quiet_i)
  `FBY_ASSUME(NoMoreIsHandedOver, !quiet_q || !meta_valid_i)
  `FBY_ASSERT(TieOwn, quiet_q || own_q == '0)
  `FBY_ASSERT(FinishedSoon, !quiet_q || 32'(own_q) + 32'(asked_q) + 32'(open_q) <= 2 * Depth)

  logic unused;
  assign unused = &{1'b0, word, record, bad_addr};

endmodule
