// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: lists of all contexts from their lines to their records, between a door that takes one thing at a time and judges it as it likes, an engine that ends
/// what was queued when it likes and the end of a list behind that, and a memory that answers as it likes.
///
/// One context and one descriptor of its list, any, are looked at. A list ends once, with the record and the cookie of its line, while nothing of it is at the door; behind
/// that, or when it was called off once, nothing of it comes. How many ended well is counted; the first that did not is the least of all that did not, with the reason that was
/// told of it first. Each descriptor ended well, did not, was refused, or was never begun, and the last are told.
module fby_udma_batch_proof
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
(
  input logic                     clk_i,
  input logic                     quiesce_i,
  input logic [CONTEXTS-1:0]      on_i,
  input count_t [CONTEXTS-1:0]    count_i,
  /// The door takes something else, or judges what it has.
  input logic                     other_i,
  input logic                     listed_ready_i,
  input judged_t                  judged_i,
  input job_t                     job_i,
  input ended_t                   ended_i,
  input logic                     ar_ready_i,
  input fby_axi_pkg::axi_rd_rsp_t rsp_i,
  /// What is looked at.
  input context_t                 ctx_i,
  input item_t                    item_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  context_t ctx_q;
  item_t    item_q;
  always_ff @(posedge clk_i) if (rst_i) {ctx_q, item_q} <= {ctx_i, item_i};

  listed_t                  listed;
  logic                     rest, close, fault, rsp_ready;
  logic [63:0]              fault_addr;
  job_t                     close_job;
  tally_t [CONTEXTS-1:0]    tallies;
  logic [CONTEXTS-1:0]      lists;
  skipped_t                 skipped;
  fby_axi_pkg::axi_rd_req_t req;

  fby_udma_batch u_dut (
    .clk_i, .rst_i, .quiesce_i, .on_i, .count_i, .judged_i, .job_i, .rest_i(rest), .ended_i,
    .listed_o(listed), .listed_ready_i, .close_o(close), .close_job_o(close_job), .tally_o(tallies), .lists_o(lists),
    .skipped_o(skipped), .fault_o(fault), .fault_addr_o(fault_addr),
    .read_req_o(req), .read_req_ready_i(ar_ready_i), .read_rsp_i(rsp_i), .read_rsp_ready_o(rsp_ready)
  );

  // ---- the door: one thing at a time, and a verdict on it ----

  typedef enum logic [1:0] {None, Member, Other} hand_e;
  hand_e    hand_q;
  context_t hand_ctx_q;
  item_t    hand_item_q;
  logic     takes;
  assign takes = listed.valid && listed_ready_i;
  assign rest  = hand_q == None;
  always_ff @(posedge clk_i) begin
    if (takes) begin
      hand_q      <= Member;
      hand_ctx_q  <= listed.start.ctx;
      hand_item_q <= listed.item;
    end else if (other_i) hand_q <= Other;
    else if (judged_i.valid) hand_q <= None;
    if (rst_i) hand_q <= None;
  end
  `FBY_ASSUME(TakesAtRest, !(listed_ready_i || other_i) || rest)
  `FBY_ASSUME(OneAtATime, !(listed_ready_i && other_i))
  `FBY_ASSUME(JudgesWhatItHas, !judged_i.valid || (hand_q != None && judged_i.member.valid == (hand_q == Member)
              && (hand_q != Member || (judged_i.ctx == hand_ctx_q && judged_i.member.item == hand_item_q))))
  logic begins;
  assign begins = judged_i.valid && judged_i.batch && judged_i.reason == REASON_DONE;
  `FBY_ASSUME(NoListInAList, !judged_i.valid || !judged_i.batch || !judged_i.member.valid)
  `FBY_ASSUME(OneListAContext, !begins || (!lists[judged_i.ctx] && job_i.ctx == judged_i.ctx && !job_i.closes
              && job_i.size != '0 && job_i.size <= size_t'(BATCH_MOST)))

  // ---- memory: beats of one read in their order ----

  logic [2:0] owed_q;
  logic       asks;
  assign asks = req.ar_valid && ar_ready_i;
  always_ff @(posedge clk_i) begin
    owed_q <= rst_i ? '0 : owed_q + (asks ? 3'(req.ar.len) + 3'd1 : 3'd0) - 3'(rsp_i.r_valid);
  end
  `FBY_ASSUME(AnswersWhatWasAsked, !rsp_i.r_valid || (owed_q != '0 && rsp_i.r.last == (owed_q == 3'd1)))
  `FBY_ASSERT(TakesEachBeat, rsp_ready)

  // ---- the list of the context ----

  logic     list_q, closed_q, cut_q, mine_begins, closes, judges, moves, ends;
  job_t     job_q;
  item_t    items_q, given_q, refused_q, under_q, good_q, bad_q, skipped_q;
  tally_t   tally;
  assign tally       = tallies[ctx_q];
  assign mine_begins = begins && judged_i.ctx == ctx_q;
  assign closes      = close && close_job.ctx == ctx_q;
  assign judges      = judged_i.valid && judged_i.member.valid && judged_i.ctx == ctx_q;
  // One that the door has taken has ended; the record of one that it has refused is none.
  assign moves       = ended_i.valid && ended_i.ctx == ctx_q && ended_i.member.valid && ended_i.moved;
  assign ends        = ended_i.valid && ended_i.ctx == ctx_q && ended_i.closes;

  always_ff @(posedge clk_i) begin
    if (takes && listed.start.ctx == ctx_q) given_q <= given_q + item_t'(1);
    if (judges && judged_i.reason != REASON_DONE) refused_q <= refused_q + item_t'(1);
    under_q <= under_q + item_t'(judges && judged_i.reason == REASON_DONE) - item_t'(moves);
    if (moves && ended_i.reason == REASON_DONE) good_q <= good_q + item_t'(1);
    if (moves && ended_i.reason != REASON_DONE) bad_q <= bad_q + item_t'(1);
    cut_q <= cut_q || (list_q && (quiesce_i || !on_i[ctx_q]));
    if (closes) begin
      closed_q  <= 1'b1;
      skipped_q <= skipped.items;
    end
    if (ends) list_q <= 1'b0;
    if (mine_begins) begin
      list_q    <= 1'b1;
      {closed_q, cut_q} <= '0;
      job_q     <= job_i;
      items_q   <= job_i.size[ITEM_BITS-1:0];
      {given_q, refused_q, under_q, good_q, bad_q, skipped_q} <= '0;
    end
    if (rst_i) {list_q, closed_q, under_q} <= '0;
  end

  // The engine ends what it was given, each once; the end of a list behind all of it.
  `FBY_ASSUME(EndsWhatIsThere, !moves || under_q != '0)
  `FBY_ASSUME(EndsAListOnce, !ended_i.closes || (!ended_i.member.valid && ended_i.moved))
  `FBY_ASSUME(EndsAListLast, !ends || (list_q && closed_q && under_q == '0))
  logic [CONTEXTS-1:0] queued_q;  // the end of its list is with the engine
  always_ff @(posedge clk_i) begin
    if (close) queued_q[close_job.ctx] <= 1'b1;
    if (ended_i.valid && ended_i.closes) queued_q[ended_i.ctx] <= 1'b0;
    if (rst_i) queued_q <= '0;
  end
  `FBY_ASSUME(EndsWhatIsClosed, !(ended_i.valid && ended_i.closes) || queued_q[ended_i.ctx])

  // ---- the descriptor: why it did not end well, as far as that is known ----

  logic    failed_q, failed;
  reason_t why_q, why;
  always_comb begin
    failed = failed_q;
    why    = why_q;
    if (!failed && judges && judged_i.member.item == item_q && judged_i.reason != REASON_DONE) begin
      failed = 1'b1;
      why    = judged_i.reason;
    end
    if (!failed && ended_i.valid && ended_i.ctx == ctx_q && ended_i.member.valid && ended_i.member.item == item_q
        && ended_i.reason != REASON_DONE) begin
      failed = 1'b1;
      why    = ended_i.reason;
    end
    // The first one that is never begun has the list's own reason.
    if (!failed && closes && close_job.refusal != REASON_DONE && given_q == item_q) begin
      failed = 1'b1;
      why    = close_job.refusal;
    end
  end
  always_ff @(posedge clk_i) begin
    {failed_q, why_q} <= {failed, why};
    if (mine_begins) failed_q <= 1'b0;
  end
  `FBY_ASSUME(IsOneOfAList, item_q < item_t'(BATCH_MOST))

  // ---- what is promised ----

  `FBY_ASSERT(ListIsThere, lists[ctx_q] == list_q)
  `FBY_ASSERT(ClosesOnce, !closes || (list_q && !closed_q))
  `FBY_ASSERT(ClosesAtRest, !close || hand_q == None)
  `FBY_ASSERT(ClosesAsItsLineSaid, !closes || (close_job.closes && close_job.record == job_q.record
              && close_job.record_bus == job_q.record_bus && close_job.record_addr == job_q.record_addr
              && close_job.cookie == job_q.cookie
              && close_job.src_addr == job_q.src_addr + (addr_t'(given_q) << DESC_BITS)))
  `FBY_ASSERT(ClosesForAReason, !closes || (close_job.refusal == REASON_DONE ? given_q == items_q : given_q < items_q))
  `FBY_ASSERT(AbortsWhatWasCalledOff, !(closes && close_job.refusal == REASON_ABORTED)
              || cut_q || quiesce_i || !on_i[ctx_q])
  `FBY_ASSERT(SkipsTheRest, skipped.valid == close && (!closes || (skipped.ctx == ctx_q
              && skipped.items == items_q - given_q)))
  `FBY_ASSERT(GivesOfAList, !(listed.valid && listed.start.ctx == ctx_q) || (list_q && !closed_q
              && listed.item == given_q && given_q < items_q))
  `FBY_ASSERT(GivesNothingCalledOff, !(listed.valid && listed.start.ctx == ctx_q)
              || (!cut_q && !quiesce_i && on_i[ctx_q] && count_i[ctx_q] != count_t'(DEPTH)))
  `FBY_ASSERT(CountsTheGood, !list_q || tally.good == good_q)
  `FBY_ASSERT(FirstIsTheLeast, !(list_q && failed_q) || tally.first <= item_q)
  `FBY_ASSERT(FirstHasFailed, !(list_q && tally.first == item_q) || (failed_q && tally.reason == why_q))
  `FBY_ASSERT(AllAreAccountedFor, !ends || good_q + bad_q + refused_q + skipped_q == items_q)

  // ---- for the induction ----

  logic in_hand;
  assign in_hand = hand_q == Member && hand_ctx_q == ctx_q;
  `FBY_ASSERT(TieState, u_dut.list_q[ctx_q] == list_q && (!list_q || u_dut.closed_q[ctx_q] == closed_q)
              && (list_q || !u_dut.closed_q[ctx_q]) && (!list_q || u_dut.cut_q[ctx_q] == cut_q))
  `FBY_ASSERT(TieJob, !list_q || (u_dut.jobs_q[ctx_q] == job_q && job_q.ctx == ctx_q
              && items_q == job_q.size[ITEM_BITS-1:0] && items_q != '0 && items_q <= item_t'(BATCH_MOST)))
  `FBY_ASSERT(TieBrought, !(list_q && !closed_q) || (u_dut.brought[ctx_q] == given_q && given_q <= items_q
              && u_dut.left[ctx_q] == items_q - given_q))
  `FBY_ASSERT(TieHand, !in_hand || (list_q && !closed_q && hand_item_q < given_q))
  `FBY_ASSERT(TieSum, !list_q || (good_q <= item_t'(BATCH_MOST) && bad_q <= item_t'(BATCH_MOST)
              && refused_q <= item_t'(BATCH_MOST) && under_q <= item_t'(BATCH_MOST)
              && 11'(given_q) == 11'(good_q) + 11'(bad_q) + 11'(refused_q) + 11'(under_q) + 11'(in_hand)))
  `FBY_ASSERT(TieNoneUnder, list_q || under_q == '0)
  `FBY_ASSERT(TieSkipped, !(list_q && closed_q) || (given_q <= items_q && skipped_q == items_q - given_q && !in_hand))
  for (genvar c = 0; c < int'(CONTEXTS); c++) begin : g_none
    logic reads;
    assign reads = u_dut.u_list.reading_q && u_dut.u_list.from_q == context_t'(c);
    `FBY_ASSERT(TieNone, (u_dut.list_q[c] && !u_dut.closed_q[c])
                || (u_dut.u_list.left_q[c] == '0 && u_dut.u_list.have_q[c] == '0 && !reads))
    `FBY_ASSERT(TieClosed, (u_dut.list_q[c] || !u_dut.closed_q[c]) && u_dut.closed_q[c] == queued_q[c])
    `FBY_ASSERT(TieJobs, !u_dut.list_q[c] || u_dut.jobs_q[c].ctx == context_t'(c))
    `FBY_ASSERT(TieHave, 9'(u_dut.u_list.have_q[c]) <= 9'(u_dut.u_list.left_q[c]))
    `FBY_ASSERT(TieReads, !reads || (u_dut.u_list.have_q[c] == '0
                && 9'(u_dut.u_list.good_q) + 9'(u_dut.u_list.todo_q) <= 9'(u_dut.u_list.left_q[c])))
    `FBY_ASSERT(TieFault, u_dut.u_list.fault_q[c] != REASON_ABORTED || u_dut.u_list.left_q[c] == '0)
  end
  `FBY_ASSERT(TieShown, !u_dut.u_list.shows_q || u_dut.u_list.have_q[u_dut.u_list.shown_q] != '0)
  `FBY_ASSERT(TieCause, !u_dut.u_list.reading_q || u_dut.u_list.ok_q || u_dut.u_list.cause_q != REASON_ABORTED)
  `FBY_ASSERT(TieTodo, !u_dut.u_list.reading_q || (u_dut.u_list.todo_q != '0 && u_dut.u_list.todo_q <= 4'd8))
  `FBY_ASSERT(TieGood, !u_dut.u_list.reading_q || u_dut.u_list.good_q <= 4'd8 - u_dut.u_list.todo_q)
  `FBY_ASSERT(TieOwed, owed_q == (u_dut.u_list.reading_q && !u_dut.u_list.offer_q ?
              3'(4'(u_dut.u_list.todo_q + 4'(u_dut.u_list.upper_q) + 4'd1) >> 1) : 3'd0))
  `FBY_ASSERT(TieOffer, !u_dut.u_list.offer_q || (u_dut.u_list.reading_q && owed_q == '0))
  `FBY_ASSERT(TieOfferAt, !u_dut.u_list.offer_q
              || (u_dut.u_list.upper_q == u_dut.u_list.at_q[u_dut.u_list.from_q][DESC_BITS]
              && 4'(u_dut.u_list.at_q[u_dut.u_list.from_q][DESC_BITS +: 3]) + u_dut.u_list.todo_q <= 4'd8))
  `FBY_ASSERT(TiePiece, !u_dut.u_list.reading_q
              || 4'({u_dut.u_list.beat_q, u_dut.u_list.upper_q}) + u_dut.u_list.todo_q <= 4'd8)

  `FBY_COVER(EndsWell, ends && items_q == item_t'(2) && tally.good == item_t'(2) && tally.first == '1)
  `FBY_COVER(OneIsRefused, ends && tally.good == item_t'(1) && tally.first == '0 && refused_q == item_t'(1))
  `FBY_COVER(CalledOff, ends && skipped_q != '0 && good_q != '0 && tally.reason == REASON_ABORTED)
  `FBY_COVER(CannotBeRead, ends && skipped_q == items_q && tally.reason < REASON_ABORTED)

  logic unused;
  assign unused = &{1'b0, fault, fault_addr};

endmodule
