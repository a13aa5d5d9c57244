// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the copy front end between software and movers that do what they like within their contracts.
///
/// Every GO that is taken ends once, refused or answered. What is refused was never offered, and is refused for the reason that the
/// description gives. The order that software relies on: data acknowledged (the mover's answer), then busy 0, cause and line, in one
/// cycle. An abort waits for nothing but the mover.
module fby_copy_proof
  import fby_dma_pkg::*;
  import fby_reg_pkg::*;
  import fby_regs_pkg::*;
  import fby_copy_pkg::*;
(
  input logic              clk_i,
  input reg_req_t          reg_i,
  input logic              quiesce_i,
  input logic [2:0]        offer_ready_i,
  input dma_answer_t [2:0] answer_i,
  input logic [2:0]        beat_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  reg_rsp_t          rsp;
  dma_offer_t [2:0]  offer;
  logic [2:0]        answer_ready;
  logic              busy, moved, line;
  dma_front_events_t events;

  fby_copy #(.Movers(3), .H2cMover(0), .C2hMover(1), .H2hMover(2)) u_dut (
    .clk_i, .rst_i, .quiesce_i, .busy_o(busy), .moved_o(moved), .reg_i, .reg_o(rsp),
    .offer_o(offer), .offer_ready_i, .answer_i, .answer_ready_o(answer_ready), .beat_i,
    .lines_o(line), .events_o(events)
  );

  // The copy in hand, as software asked for it.
  copy_job_t job_q, job;
  assign job = job_q;

  // ---- the movers: one answer to each request ----

  logic [2:0] asked_q, valid, cancel, taken, told;
  for (genvar m = 0; m < 3; m++) begin : g_mover
    assign valid[m]  = offer[m].valid;
    assign cancel[m] = offer[m].cancel;
    assign taken[m]  = offer[m].valid && offer_ready_i[m];
    assign told[m]   = answer_i[m].valid && answer_ready[m];
    always_ff @(posedge clk_i) asked_q[m] <= !rst_i && (taken[m] || (asked_q[m] && !told[m]));
    `FBY_ASSUME(MoverAnswersWhatWasAsked, !answer_i[m].valid || asked_q[m])
    `FBY_ASSUME(MoverMovesNoMore, answer_i[m].rsp.bytes <= job.bytes[LEN_BITS-1:0]
                && answer_i[m].rsp.cause <= DMA_HOST_POISON)
    `FBY_ASSERT(AnswersAreTaken, !answer_i[m].valid || answer_ready[m])
    // An offer stands until it is taken or cancelled, a cancel until all is answered.
    `FBY_ASSERT(OfferStays, $past(rst_i) || !$past(valid[m] && !offer_ready_i[m]) || valid[m] || cancel[m])
    `FBY_ASSERT(CancelStays, $past(rst_i) || !$past(cancel[m] && asked_q[m] && !told[m]) || cancel[m])
    `FBY_ASSERT(CancelOffersNothing, !(cancel[m] && valid[m]))
  end

  // ---- from GO to the end ----

  logic      go, ends, under_way_q, offered_q, off_q;
  assign go   = u_dut.go;
  assign ends = u_dut.ended;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      under_way_q <= 1'b0;
      offered_q   <= 1'b0;
      off_q       <= 1'b0;
    end else begin
      under_way_q <= go || (under_way_q && !ends);
      offered_q   <= !go && under_way_q && (offered_q || taken != '0);
      // Called off, be it with the GO itself.
      off_q       <= (go || under_way_q) && !ends && (off_q || quiesce_i || u_dut.abort);
    end
    if (go) job_q <= u_dut.asked;
  end

  // What is wrong with it, typed again: by the last byte of each range.
  logic [63:0] src_last, dst_last;
  logic        empty, too_long, wraps, overlaps, no_path, refused;
  assign src_last = job.src + 64'(job.bytes) - 64'd1;
  assign dst_last = job.dst + 64'(job.bytes) - 64'd1;
  assign empty    = job.bytes == 32'd0;
  assign too_long = job.bytes >= 32'h1000_0000;
  assign wraps    = src_last < job.src || dst_last < job.dst;
  assign overlaps = job.src_card == job.dst_card && !(src_last < job.dst || dst_last < job.src);
  assign no_path  = job.src_card && job.dst_card;
  assign refused  = empty || too_long || wraps || overlaps || no_path;

  `FBY_ASSERT(TieBusy, busy == under_way_q)
  `FBY_ASSERT(TieState, (u_dut.u_ctl.state_q == 2'd3) == (asked_q != '0) && $onehot0(asked_q)
              && (u_dut.u_ctl.state_q == 2'd3) == (under_way_q && offered_q))
  `FBY_ASSERT(TieJob, !under_way_q || job_q == u_dut.u_ctl.job_q)
  `FBY_ASSERT(TieMover, asked_q == '0 || asked_q == u_dut.pick)
  `FBY_ASSERT(TieChecked, !(busy && u_dut.u_ctl.state_q[1]) || !refused)
  `FBY_ASSERT(TieOff, !busy || off_q == u_dut.u_ctl.cancel_q)

  // ---- once, or not at all ----

  `FBY_ASSERT(GoOnlyAtRest, !go || (!under_way_q && !quiesce_i))
  `FBY_ASSERT(EndsWhatBegan, !ends || under_way_q)
  `FBY_ASSERT(OfferedOnce, taken == '0 || !offered_q)
  `FBY_ASSERT(RefusedIsNotOffered, valid == '0 || !refused)
  `FBY_ASSERT(OfferedToTheRightOne, valid == '0 || (valid == {!job.src_card && !job.dst_card,
              job.src_card && !job.dst_card, !job.src_card && job.dst_card}))
  for (genvar m = 0; m < 3; m++) begin : g_asks
    `FBY_ASSERT(OfferedAsAsked, !valid[m] || (offer[m].req.len == job.bytes[LEN_BITS-1:0]
                && offer[m].req.host_addr == (job.src_card ? job.dst : job.src)
                && offer[m].req.card_addr == (job.src_card ? job.src : job.dst)))
  end

  // ---- in this order ----

  cause_t cause;
  assign cause = u_dut.end_info.cause;
  `FBY_ASSERT(EndAfterData, !ends || told != '0 || (asked_q == '0 && u_dut.end_info.moved == '0))
  `FBY_ASSERT(EndTellsTheRefusal, !ends || offered_q || !refused || cause == (
              empty ? CAUSE_ZERO_LENGTH : too_long ? CAUSE_TOO_LONG : wraps ? CAUSE_WRAPS :
              overlaps ? CAUSE_OVERLAPS : CAUSE_NO_PATH))
  `FBY_ASSERT(EndUnaskedIsAborted, !ends || offered_q || refused || (off_q && cause == CAUSE_ABORTED))
  `FBY_ASSERT(EndIsWholeOrSaysWhy, !ends || cause != '0 || (told != '0 && 32'(u_dut.end_info.moved) == job.bytes))
  // Busy, cause and line change together, in the cycle after the end.
  `FBY_ASSERT(RestWithTheEnd, $past(rst_i) || $past(ends) == ($past(busy) && !busy))
  `FBY_ASSERT(LineWithTheEnd, $past(rst_i) || !$past(ends) || (line && u_dut.u_regs.last_q == $past(u_dut.end_info)))
  `FBY_ASSERT(LineOnlyByAnEnd, $past(rst_i) || !(line && !$past(line)) || $past(ends))

  // ---- waits for the mover only ----

  `FBY_ASSERT(WaitsForTheMoverOnly, !busy || u_dut.u_ctl.state_q == 2'd1 ||
              valid != '0 || cancel != '0 || asked_q != '0)
  `FBY_ASSERT(AbortWaitsForAnswersOnly, $past(rst_i) || !$past(busy && off_q && asked_q == '0) || !busy)

  `FBY_COVER(Whole, ends && told[2] && cause == '0)
  `FBY_COVER(AbortedInside, ends && told[0] && cause == CAUSE_ABORTED && u_dut.end_info.moved != '0)
  `FBY_COVER(Refused, ends && cause == CAUSE_OVERLAPS)
  `FBY_COVER(NextWorks, ends && told[1] && cause == '0 && u_dut.u_regs.last_q.cause == CAUSE_ABORTED)

  logic unused;
  assign unused = &{1'b0, rsp, moved, events};

endmodule
