// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the engine, between a door that pushes what it likes while there is room and movers that keep their contracts.
///
/// One job of all is followed: it goes to one mover at most, as it was pushed, and to none if it was refused or its context is off; its record says what its
/// mover answered, and not before that; it ends once. The end of a list waits for all before it. Movers see their contract kept. At rest everything has ended.
module fby_udma_engine_proof
  import fby_dma_pkg::*;
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
(
  input logic                clk_i,
  input logic                quiesce_i,
  input logic [CONTEXTS-1:0] on_i,
  input tally_t [CONTEXTS-1:0] tally_i,
  input logic                push_i,
  input job_t                job_i,
  /// This is the job to follow.
  input logic                follow_i,
  input logic [2:0]          offer_ready_i,
  input dma_answer_t [2:0]   answer_i,
  input logic                word_ready_i,
  input dma_word_done_t      word_done_i
);
  localparam int unsigned Places = 2;

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  dma_offer_t [2:0] offer;
  logic [2:0]       answer_ready;
  dma_word_offer_t  word;
  ended_t           ended;
  logic             answered, busy;
  dma_rsp_t         rsp;

  fby_udma_engine #(.Movers(3), .H2cMover(0), .C2hMover(1), .H2hMover(2), .Places(Places)) u_dut (
    .clk_i, .rst_i, .quiesce_i, .on_i, .tally_i, .push_i, .job_i,
    .offer_o(offer), .offer_ready_i, .answer_i, .answer_ready_o(answer_ready),
    .word_o(word), .word_ready_i, .word_done_i, .ended_o(ended), .answered_o(answered), .rsp_o(rsp), .busy_o(busy)
  );

  // ---- the door: as many as there are places; the movers: one answer to each request, in order ----

  logic [2:0] places_q;  // taken
  always_ff @(posedge clk_i) places_q <= rst_i ? '0 : places_q + 3'(push_i) - 3'(ended.valid);
  `FBY_ASSUME(PushesIntoRoom, !push_i || (!rst_i && places_q < 3'(Places)))
  `FBY_ASSUME(JobsAreJudged, !push_i || job_i.closes || (job_i.size != '0 && job_i.size < 32'h1000_0000
              && (job_i.refusal == REASON_DONE || (job_i.record && job_i.refusal >= REASON_EMPTY))
              && (job_i.refusal != REASON_DONE || !(job_i.src_card && job_i.dst_card))))
  `FBY_ASSERT(EndsWhatWasPushed, !ended.valid || places_q != '0)
  `FBY_ASSERT(RestIsRest, busy == (places_q != '0))

  logic [2:0]      taken, told, valid, cancel;
  logic [2:0][2:0] asked_q;
  for (genvar m = 0; m < 3; m++) begin : g_mover
    assign valid[m]  = offer[m].valid;
    assign cancel[m] = offer[m].cancel;
    assign taken[m]  = offer[m].valid && offer_ready_i[m];
    assign told[m]   = answer_i[m].valid && answer_ready[m];
    always_ff @(posedge clk_i) asked_q[m] <= rst_i ? '0 : asked_q[m] + 3'(taken[m]) - 3'(told[m]);
    `FBY_ASSUME(MoverAnswersWhatWasAsked, !answer_i[m].valid || asked_q[m] != '0)
    `FBY_ASSUME(MoverCauses, answer_i[m].rsp.cause <= DMA_HOST_POISON)
    `FBY_ASSUME(AnswerStays, $past(rst_i) || !$past(answer_i[m].valid && !answer_ready[m])
                || answer_i[m] == $past(answer_i[m]))
    `FBY_ASSERT(OfferStays, $past(rst_i) || !$past(valid[m] && !offer_ready_i[m]) || valid[m] || cancel[m])
    `FBY_ASSERT(OfferIsTheSame, $past(rst_i) || !$past(valid[m] && !offer_ready_i[m]) || !valid[m]
                || offer[m].req == $past(offer[m].req))
    `FBY_ASSERT(CancelStays, $past(rst_i) || !$past(cancel[m]) || $past(asked_q[m] == 3'(told[m])) || cancel[m])
    `FBY_ASSERT(CancelOffersNothing, !(cancel[m] && valid[m]))
  end
  `FBY_ASSERT(OneMoverAtATime, $onehot0(valid) && $onehot0({asked_q[2] != '0, asked_q[1] != '0, asked_q[0] != '0}))

  // ---- acknowledges of records: one each, in order ----

  logic [2:0] words_q;
  logic       sends_word;
  assign sends_word = word.valid && word_ready_i;
  always_ff @(posedge clk_i) words_q <= rst_i ? '0 : words_q + 3'(sends_word) - 3'(word_done_i.valid);
  `FBY_ASSUME(AcknowledgesWhatWasSent, !word_done_i.valid || words_q != '0)
  `FBY_ASSUME(WordCauses, word_done_i.cause <= DMA_HOST_SLAVE)

  // ---- the job that is followed ----

  typedef enum logic [2:0] {None, Waits, With, Answered, Tells, Over} where_e;
  where_e     where_q;
  job_t       job_q;
  logic [2:0] before_q;       // pushed before it, not yet with a mover or dropped; then: words before its own
  logic [2:0] mover_before_q; // answers before its own
  reason_t    reason_q;
  logic       begins, issues, ours_issues, ours_answers;
  logic [2:0] mine;
  assign begins      = push_i && follow_i && where_q == None;
  assign issues      = u_dut.issue;
  assign ours_issues = where_q == Waits && before_q == '0 && issues;
  assign mine        = job_q.src_card ? 3'b010 : job_q.dst_card ? 3'b001 : 3'b100;
  assign ours_answers = where_q == With && mover_before_q == '0 && (told & mine) != '0;

  // Jobs in front of it in the queue.
  logic [2:0] head_q;
  logic       retires;
  assign retires = u_dut.retire;

  // Ours was the next, and a word came for it.
  logic ours_word, ours_ends;
  assign ours_word = sends_word && job_q.record && head_q == '0 &&
                     ((where_q == With && ours_answers) || where_q == Answered);
  assign ours_ends = where_q == Tells ? word_done_i.valid && before_q == '0 :
                     !job_q.record && ended.valid && !word_done_i.valid && head_q == '0 &&
                     (ours_answers || where_q == Answered);

  reason_t says;
  always_comb begin
    says = reason_t'(rsp.cause);
    if (rsp.cause == DMA_OK && rsp.bytes != job_q.size[LEN_BITS-1:0]) says = REASON_ABORTED;
    if (where_q == Answered) says = reason_q;
  end

  always_ff @(posedge clk_i) begin
    if (begins) begin
      job_q    <= job_i;
      before_q <= 3'(u_dut.waiting_q) - 3'(issues);
      head_q   <= 3'(u_dut.level_q) - 3'(retires);
    end else begin
      if (where_q != None && head_q != '0) head_q <= head_q - 3'(retires);
      if (where_q == Waits && before_q != '0) before_q <= before_q - 3'(issues);
    end
    if (ours_issues && taken != '0) mover_before_q <= asked_q[0] + asked_q[1] + asked_q[2] - 3'(told != '0);
    else if (where_q == With && mover_before_q != '0) mover_before_q <= mover_before_q - 3'(told != '0);
    // Refused, or never sent: known at once.
    if (ours_issues && taken == '0) begin
      reason_q <= job_q.refusal != REASON_DONE || job_q.closes ? job_q.refusal : REASON_ABORTED;
    end
    if (where_q == Tells && before_q != '0) before_q <= before_q - 3'(word_done_i.valid);
    if (ours_word) begin
      before_q <= words_q - 3'(word_done_i.valid);
      reason_q <= says;
    end
    unique case (where_q)
      None:    if (begins) where_q <= Waits;
      Waits:   if (ours_issues) where_q <= taken != '0 ? With : Answered;
      With:    if (ours_answers) where_q <= job_q.record ? Tells : Over;
      Answered: begin
        if (ours_word) where_q <= Tells;
        if (ours_ends) where_q <= Over;
      end
      Tells:   if (ours_ends) where_q <= Over;
      default: ;
    endcase
    if (rst_i) where_q <= None;
  end

  // As it was pushed, to the one mover between its ends, and only if it may.
  logic [LEN_BITS-1:0] len;
  assign len = job_q.size[LEN_BITS-1:0];
  for (genvar m = 0; m < 3; m++) begin : g_sent
    `FBY_ASSERT(SentAsPushed, !(ours_issues && taken[m]) || (mine[m] && job_q.refusal == REASON_DONE && !job_q.closes
                && offer[m].req.len == len
                && offer[m].req.host_addr == (job_q.src_card ? job_q.dst : job_q.src)
                && offer[m].req.card_addr == (job_q.src_card ? job_q.src : job_q.dst)))
  end
  `FBY_ASSERT(OffIsNotOffered, !(where_q == Waits && before_q == '0 && valid != '0)
              || (on_i[job_q.ctx] && !quiesce_i) || $past(valid) != '0)
  // The word tells what was answered, and comes with the answer or after it.
  `FBY_ASSERT(WordIsOwed, !sends_word || where_q != With || head_q != '0 || ours_answers)
  tally_t      tally;
  logic [31:0] of_list;
  assign tally   = tally_i[job_q.ctx];
  assign of_list = tally.first == '1 ? {16'(tally.good), 16'd0} : {16'(tally.good), tally.first, tally.reason};
  `FBY_ASSERT(WordSays, !ours_word || (word.word.addr == job_q.record_bus && word.word.wide
              && word.word.data == {job_q.cookie, job_q.closes ? of_list : 32'(says)}))
  // All before it has had its turn, for it is the oldest; and no record is open.
  `FBY_ASSERT(ClosesLast, !(job_q.closes && where_q != None && (ours_word || (ours_ends && where_q != Tells)))
              || words_q == '0)
  `FBY_ASSERT(NotToldInVain, !(where_q == With && ours_answers && job_q.record) || ours_word)
  // It ends with what it was told, once.
  `FBY_ASSERT(EndsAsTold, !(where_q == Tells && ours_ends) || (ended.valid && ended.ctx == job_q.ctx
              && ended.moved == (job_q.refusal == REASON_DONE || job_q.closes)
              && ended.member == job_q.member && ended.closes == job_q.closes
              && (word_done_i.cause != DMA_OK ?
                  ended.reason == reason_t'(word_done_i.cause) && ended.bad == job_q.record_addr :
                  ended.reason == (job_q.refusal == REASON_DONE || job_q.closes ? reason_q : REASON_DONE)
                  && ended.bad == job_q.src_addr)))
  `FBY_ASSERT(EndsUntold, !(where_q != Tells && ours_ends) || (ended.ctx == job_q.ctx && ended.moved
              && ended.member == job_q.member && ended.closes == job_q.closes
              && ended.reason == says && ended.bad == job_q.src_addr))
  `FBY_ASSERT(EndsWithItsAnswer, !(where_q == With && ours_answers && !job_q.record) || ours_ends)

  `FBY_COVER(EndsWhole, where_q == Tells && ours_ends && ended.reason == REASON_DONE && ended.moved)
  `FBY_COVER(EndsAborted, ours_ends && ended.reason == REASON_ABORTED)
  `FBY_COVER(TellsARefusal, where_q == Tells && ours_ends && !ended.moved)
  `FBY_COVER(ClosesAList, where_q == Tells && ours_ends && ended.closes)
  `FBY_COVER(TwoWithAMover, asked_q[2] == 3'd2)

  logic unused;
  assign unused = answered;

endmodule
