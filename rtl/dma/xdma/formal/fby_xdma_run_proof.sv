// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the run control with free registers, descriptors and answers; the mover answers only what it was asked.
///
/// A cancelled run hands over nothing more and nothing revives it; it is at rest in the cycle after the last answer and
/// the last descriptor read; a run begins only at rest, and behind the words of the one before. A run that failed is cut
/// when all before the failure is answered. What a run ended with is told, or the next one begins. Only whole
/// descriptors count, none behind one that is not.
module fby_xdma_run_proof
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
(
  input logic        clk_i,
  input logic        run_d_i,
  input logic        ring_i,
  input logic        poll_i,
  input logic        word_busy_i,
  input logic        fetch_idle_i,
  input xdma_desc_t   desc_i,
  input logic        desc_valid_i,
  input logic        req_ready_i,
  input xdma_record_t record_i,
  input logic        record_valid_i
);

  localparam int unsigned CountBits = $clog2(RUN_DEPTH + 1);

  logic        rst_i = 1'b1;
  logic        run_q, begins, busy, cancel, count, stopped, notify, notify_error, fetch_start, fetch_flush;
  logic        desc_ready, req_valid, start, stop, waits;
  logic [31:0] status_set;
  logic [27:0] partial;
  logic [CountBits-1:0] under_way;
  dma_offer_t  offer;
  dma_req_t    req;
  xdma_meta_t   meta;
  xdma_mode_t   mode;

  always_ff @(posedge clk_i) begin
    rst_i <= 1'b0;
    run_q <= !rst_i && run_d_i;
  end
  assign mode  = '{run: run_q, non_incr: 1'b0, poll: poll_i};
  // A doorbell rings at rest only, and leaves RUN set.
  assign start = run_d_i && !rst_i && (!run_q || (ring_i && !busy));
  assign stop  = run_q && !run_d_i;
  assign req_valid = offer.valid;
  assign cancel    = offer.cancel;
  assign req       = offer.req;

  fby_xdma_run #(.C2h(1'b1), .Stream(1'b1)) u_dut (
    .clk_i, .rst_i,
    .mode_i(mode), .start_i(start), .stop_i(stop), .word_busy_i, .waits_o(waits),
    .begin_o(begins), .busy_o(busy),
    .log_o({status_set, count, partial, notify, notify_error}), .stopped_o(stopped), .under_way_o(under_way),
    .fetch_start_o(fetch_start), .fetch_flush_o(fetch_flush), .fetch_idle_i,
    .desc_i, .desc_valid_i, .desc_ready_o(desc_ready),
    .offer_o(offer), .offer_ready_i(req_ready_i), .meta_o(meta),
    .record_i, .record_valid_i
  );

  // ---- the mover: answers in order what it was asked, and cuts only when told to ----

  logic [CountBits-1:0] asked_q;   // requests not answered
  logic       shut_q;    // an answer closed the account of this run
  logic       ended_q;   // ... with the end of a packet or STOP: what follows is dropped
  logic       last_q;    // the STOP descriptor was handed over, so it is the last one
  logic       whole, failed, handed;
  assign failed = record_i.cause != DMA_OK;
  assign whole  = !failed && record_i.whole;
  assign handed = req_valid && req_ready_i;

  always_ff @(posedge clk_i) begin
    if (rst_i) asked_q <= '0;
    else asked_q <= asked_q + CountBits'(handed) - CountBits'(record_valid_i);
    if (rst_i || begins) begin
      shut_q  <= 1'b0;
      ended_q <= 1'b0;
      last_q  <= 1'b0;
    end else begin
      if (record_valid_i && !shut_q) begin
        shut_q  <= !whole || record_i.stop;
        ended_q <= whole && record_i.stop;
      end
      last_q <= last_q || (handed && desc_i.stop);
    end
  end

  `FBY_ASSUME(RunAnswersWereAsked, !record_valid_i || asked_q != '0)
  `FBY_ASSUME(RunCauseHasAName, record_i.cause <= DMA_HOST_POISON)
  `FBY_ASSUME(RunStopIsTold, !(record_valid_i && last_q && asked_q == CountBits'(1)) || record_i.stop)
  `FBY_ASSUME(RunCutsWhenTold, !record_valid_i || failed || whole || cancel || shut_q)
  `FBY_ASSUME(RunWordsAreAsked, !word_busy_i || $past(word_busy_i || notify))

  // ---- a run that is cancelled ----

  logic busy_state;   // a run is under way
  logic broken;       // it failed, and all that was before the failure is answered
  logic low_q;        // its run bit was seen low
  logic cut_q;        // one or the other
  assign busy_state = u_dut.state_q != 2'd0;
  assign broken     = busy_state && u_dut.errors_q != '0 && (shut_q || asked_q == '0);
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      low_q <= 1'b0;
      cut_q <= 1'b0;
    end else begin
      low_q <= busy_state && (low_q || !run_q);
      cut_q <= busy_state && (cut_q || !run_q || broken);
    end
  end

  // Ties to the state.
  `FBY_ASSERT(RunSameCount, asked_q == under_way && 32'(asked_q) <= RUN_DEPTH)
  `FBY_ASSERT(RunSameShut, !busy_state || (shut_q == u_dut.over_q && ended_q == u_dut.stop_q))
  `FBY_ASSERT(RunEndedIsShut, !ended_q || shut_q)
  `FBY_ASSERT(RunShutForAReason, !busy_state || !shut_q || ended_q || cancel || u_dut.errors_q != '0)
  `FBY_ASSERT(RunDrainsForAReason, u_dut.state_q != 2'd2 || ended_q || cancel || u_dut.errors_q != '0
              || (last_q && asked_q != '0))
  `FBY_ASSERT(RunLastDrains, !last_q || u_dut.state_q != 2'd1)
  `FBY_ASSERT(RunPartialIsShut, partial == '0 || (u_dut.over_q && !u_dut.stop_q))
  `FBY_ASSERT(RunRestsEmpty, busy_state || asked_q == '0)
  `FBY_ASSERT(RunSameCut, !busy_state || cut_q == cancel)
  `FBY_ASSERT(RunCutDrains, !cut_q || !busy_state || u_dut.state_q == 2'd2)

  `FBY_ASSERT(RunCutHandsOverNothing, !(cut_q && busy_state) || !req_valid)
  `FBY_ASSERT(RunCutStaysCut, !$past(cancel && asked_q != '0) || rst_i || $past(rst_i) || cancel)
  `FBY_ASSERT(RunRestsAtOnce, $past(rst_i) || !$past(cancel && asked_q == '0 && fetch_idle_i && !word_busy_i)
              || !cancel)
  `FBY_ASSERT(RunWaitsForNobody, $past(rst_i) || !$past(cancel && asked_q == '0 && fetch_idle_i && !waits && !start)
              || !cancel)
  `FBY_ASSERT(RunBeginsAtRest, !begins || (asked_q == '0 && !cancel && run_q && !word_busy_i))
  `FBY_ASSERT(RunBusyUntilRest, asked_q == '0 || busy)

  // ---- a run that failed ----

  `FBY_ASSERT(RunFailureCuts, $past(rst_i) || !$past(broken) || cancel || !busy_state)
  `FBY_ASSERT(RunFailureEndsCut, $past(rst_i) || !$past(busy_state && u_dut.errors_q != '0) || busy_state
              || $past(cancel))
  `FBY_ASSERT(RunFailureCutsBehind, !cancel || low_q || broken)
  `FBY_ASSERT(RunFailureHasNoPart, partial == '0 || u_dut.errors_q == '0)

  // ---- what it ended with is told, or the next one begins ----

  `FBY_ASSERT(RunTellsOrBegins, $past(rst_i) || !$past(u_dut.finish) || begins == !$past(u_dut.reported))
  `FBY_ASSERT(RunTellsOnlyAtEnd, !u_dut.reported || u_dut.finish)

  // ---- the account ----

  `FBY_ASSERT(RunCountsWhole, !count || (record_valid_i && whole && !shut_q))
  `FBY_ASSERT(RunCountsAllWhole, !(record_valid_i && whole && !shut_q) || count)
  `FBY_ASSERT(RunPartialOnlyCut, partial == '0 || !ended_q || !busy_state)
  `FBY_ASSERT(RunTellsAtRest, !(cancel && notify) || (asked_q == '0 && fetch_idle_i))

  `FBY_COVER(RunCutInTheMiddle, count && cancel && asked_q == CountBits'(2))
  `FBY_COVER(RunAgain, begins && $past(cancel, 2))
  `FBY_COVER(RunCutPartly, partial == 28'd5 && !busy)
  `FBY_COVER(RunFailsInTheMiddle, u_dut.finish && u_dut.errors_q != '0 && !low_q && $past(count, 2))
  `FBY_COVER(RunRungAgain, begins && $past(start && run_q))
  `FBY_COVER(RunCalledOff, u_dut.reported && stop && u_dut.start_q)

  logic unused;
  assign unused = &{1'b0, req, meta, status_set, stopped, notify_error, fetch_start, fetch_flush, desc_ready};

endmodule
