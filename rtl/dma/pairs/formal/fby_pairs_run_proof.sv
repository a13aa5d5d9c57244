// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: queue and run control of pairs with free pairs, control bits and answers. The mover answers what it was handed, the
/// teller says done while something is to be told, and RS falls with a fault, as the registers make it.
///
/// The n-th pair that is offered is the n-th that was armed, its address and length exactly: what lies outside of armed buffers is
/// never asked for. That a mover stays within what it is asked for is proved beside it (fby_dma_take, fby_dma_wr_cut). The n-th answer
/// is judged with the n-th pair, once; what it moved is told once and finished once. Nothing is offered while it stops or rests, an offer
/// stands until it is taken or cancelled, and it rests when all is answered and told, in the next cycle.
module fby_pairs_run_proof
  import fby_dma_pkg::*;
  import fby_pairs_pkg::*;
#(
  parameter bit C2h = 1'b1
) (
  input logic        clk_i,
  input logic        run_i,
  input logic        keyhole_i,
  input logic        whole_i,
  input logic        through_i,
  input logic        arm_i,
  input pair_t       pair_i,
  /// This is the pair that is followed.
  input logic        pick_i,
  input logic        offer_ready_i,
  input logic        answers_i,
  input dma_rsp_t    rsp_i,
  input logic        tells_i,
  input dma_cause_e  done_cause_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  pair_t                 next, head;
  logic                  room, next_valid, head_valid, hand, pop, clear, tell, done, run, halted, finished, good, fault;
  logic                  push;
  logic                  rs_q, answer_ready;
  logic [COUNT_BITS-1:0] count;
  dma_offer_t            offer;
  dma_answer_t           answer;
  finished_t             told;
  errors_t               errors;

  fby_pairs_queue u_queue (
    .clk_i, .rst_i, .clear_i(clear),
    .push_i(push), .pair_i, .room_o(room),
    .next_o(next), .next_valid_o(next_valid), .hand_i(hand),
    .head_o(head), .head_valid_o(head_valid), .pop_i(pop), .count_o(count)
  );

  fby_pairs_run #(.C2h(C2h)) u_dut (
    .clk_i, .rst_i,
    .rs_i(rs_q), .mode_i('{keyhole: keyhole_i, whole: whole_i, through: through_i}),
    .next_i(next), .next_valid_i(next_valid), .hand_o(hand), .head_i(head), .pop_o(pop), .clear_o(clear),
    .offer_o(offer), .offer_ready_i, .answer_i(answer), .answer_ready_o(answer_ready),
    .told_o(told), .tell_o(tell), .done_i(done), .done_cause_i,
    .run_o(run), .halted_o(halted), .finished_o(finished), .good_o(good), .fault_o(fault), .errors_o(errors)
  );

  // ---- the registers: pairs are armed while it runs and there is room; no run with an error ----

  logic failed_q;
  assign push = arm_i && run && room;
  always_ff @(posedge clk_i) begin
    failed_q <= !rst_i && (failed_q || fault);
    rs_q     <= !rst_i && run_i && !fault && !failed_q;
  end

  // ---- mover and teller ----

  logic [COUNT_BITS-1:0] asked_q;  // handed over and not answered
  logic                  telling_q;
  assign answer = '{valid: answers_i && asked_q != '0, tag: '0, rsp: rsp_i};
  assign done   = tells_i && telling_q;
  always_ff @(posedge clk_i) begin
    asked_q   <= rst_i ? '0 : asked_q + COUNT_BITS'(offer.valid && offer_ready_i)
                              - COUNT_BITS'(answer.valid && answer_ready);
    telling_q <= !rst_i && (tell || (telling_q && !done));
  end
  `FBY_ASSUME(PairsNeverMoreThanAsked, !answer.valid || rsp_i.bytes <= LEN_BITS'(head.len))
  `FBY_ASSUME(PairsCauseHasAName, rsp_i.cause <= DMA_HOST_POISON && done_cause_i <= DMA_HOST_POISON)

  // ---- one pair, from its arming on; the solver says which ----

  pair_t                 pair_q;
  logic                  armed_q, handed_q;       // it waits; it is with the mover
  logic [COUNT_BITS-1:0] ahead_q, before_q;       // so many are handed, answered before it
  logic                  offers_it, answers_it;
  logic [COUNT_BITS-1:0] waiting, with_mover;     // in the queue
  assign offers_it  = armed_q && ahead_q == '0;
  assign answers_it = handed_q && before_q == '0;
  always_ff @(posedge clk_i) begin
    if (rst_i || halted) begin
      armed_q  <= 1'b0;
      handed_q <= 1'b0;
    end else if (!armed_q && !handed_q) begin
      if (push && pick_i) begin
        armed_q  <= 1'b1;
        pair_q   <= pair_i;
        ahead_q  <= waiting - COUNT_BITS'(hand);
        before_q <= count - COUNT_BITS'(pop);
      end
    end else begin
      if (hand && armed_q) begin
        ahead_q <= ahead_q - COUNT_BITS'(1);
        if (offers_it) {armed_q, handed_q} <= 2'b01;
      end
      if (pop) begin
        before_q <= before_q - COUNT_BITS'(1);
        if (answers_it) handed_q <= 1'b0;
      end
    end
  end

  // Ties to the queue.
  logic [3:0]            slot_q;
  always_ff @(posedge clk_i) if (!armed_q && !handed_q) slot_q <= u_queue.tail_q[3:0];
  assign waiting    = COUNT_BITS'(u_queue.tail_q - u_queue.next_q);
  assign with_mover = COUNT_BITS'(u_queue.next_q - u_queue.head_q);
  `FBY_ASSERT(PairsPlaces, count <= COUNT_BITS'(PAIRS) && waiting <= count && with_mover <= count)
  `FBY_ASSERT(PairsSameCount, asked_q == u_dut.under_way_q && telling_q == u_dut.telling_q)
  `FBY_ASSERT(PairsUnderWay, asked_q == with_mover)
  `FBY_ASSERT(PairsFollowedIsThere, !(armed_q || handed_q) || (u_queue.pair_q[slot_q] == pair_q
              && slot_q == 4'(u_queue.head_q[3:0] + before_q[3:0]) && before_q < count))
  `FBY_ASSERT(PairsFollowedWaits, !armed_q || (ahead_q < waiting && slot_q == 4'(u_queue.next_q[3:0] + ahead_q[3:0])
              && before_q == ahead_q + with_mover))
  `FBY_ASSERT(PairsFollowedIsHanded, !handed_q || before_q < with_mover)
  `FBY_ASSERT(PairsOneState, !(armed_q && handed_q))

  // ---- what is asked for is what was armed ----

  `FBY_ASSERT(PairsOffersWhatWasArmed, !offer.valid || (count != '0 && waiting != '0))
  `FBY_ASSERT(PairsOffersItsPair, !(offer.valid && offers_it) || (offer.req.host_addr == pair_q.addr
              && offer.req.len == LEN_BITS'(pair_q.len)))
  `FBY_ASSERT(PairsOfferIsPlain, !offer.valid || (offer.req.eop == !C2h && offer.req.through == (C2h && through_i)
              && !offer.req.stop_at_eop && !offer.req.fixed_card_addr))

  // ---- an offer stands, and none is made while it stops or rests ----

  dma_req_t req_q;
  logic     waits_q, begun_q, cut_q;
  always_ff @(posedge clk_i) begin
    waits_q <= !rst_i && offer.valid && !offer_ready_i;
    req_q   <= offer.req;
    // Something was handed over since it last was at rest; from a fall of RS or a fault on, until rest.
    begun_q <= !rst_i && !halted && (begun_q || hand);
    cut_q   <= !rst_i && (run ? !rs_q || fault : cut_q && !(asked_q == '0 && !telling_q));
  end
  `FBY_ASSERT(PairsSameOffer, waits_q == u_dut.stands_q)
  `FBY_ASSERT(PairsOfferStays, !waits_q || offer.valid || offer.cancel)
  `FBY_ASSERT(PairsOfferIsTheSame, !(waits_q && offer.valid) || (offer.req.host_addr == req_q.host_addr
              && offer.req.len == req_q.len && offer.req.first == req_q.first))
  `FBY_ASSERT(PairsFirstBegins, !offer.valid || offer.req.first == !begun_q)
  `FBY_ASSERT(PairsSameFirst, halted || u_dut.first_q == !begun_q)
  `FBY_ASSERT(PairsSameCut, cut_q == offer.cancel)
  `FBY_ASSERT(PairsCutHandsNothing, !(cut_q || halted) || !offer.valid)
  `FBY_ASSERT(PairsStates, {run, offer.cancel, halted} == 3'b100 || {run, offer.cancel, halted} == 3'b010
              || {run, offer.cancel, halted} == 3'b001)

  // ---- rest ----

  `FBY_ASSERT(PairsRestsWhenOver, !halted || (asked_q == '0 && !telling_q))
  `FBY_ASSERT(PairsCancelStays, $past(rst_i) || !$past(offer.cancel && asked_q != '0) || offer.cancel)
  `FBY_ASSERT(PairsRestsAtOnce, $past(rst_i) || !$past(offer.cancel && asked_q == '0 && !telling_q) || halted)
  `FBY_ASSERT(PairsFaultEnds, !failed_q || !run)
  `FBY_ASSERT(PairsFailedIsOff, !failed_q || !rs_q)
  `FBY_ASSERT(PairsRunsEmpty, halted || waiting == '0 || run || offer.cancel)

  // ---- each answer is judged once, by what it says and its own pair ----

  logic     failed, moved, too_long, whole_q;
  errors_t  why, why_told;
  assign failed   = rsp_i.cause != DMA_OK;
  assign moved    = failed || rsp_i.bytes != '0 || rsp_i.eop || rsp_i.note.lost != '0;
  assign too_long = C2h && !failed && rsp_i.bytes == LEN_BITS'(head.len) && !rsp_i.eop && !whole_i && !through_i;
  function automatic errors_t error_of(input dma_cause_e cause);
    return '{decode: cause == DMA_HOST_DECODE, slave: cause != DMA_OK && cause != DMA_HOST_DECODE, internal: 1'b0};
  endfunction
  assign why      = pop ? error_of(rsp_i.cause) : '0;
  assign why_told = finished ? error_of(done_cause_i) : '0;
  always_ff @(posedge clk_i) begin
    if (pop) whole_q <= !failed && !too_long && (rsp_i.eop || rsp_i.bytes == LEN_BITS'(head.len));
  end

  `FBY_ASSERT(PairsJudgesEach, pop == (answer.valid && !telling_q))
  `FBY_ASSERT(PairsItsOwnAnswer, !(pop && answers_it) || told.pair == pair_q)
  `FBY_ASSERT(PairsAnswersSomething, !pop || head_valid)
  `FBY_ASSERT(PairsTellsOnce, tell == (pop && moved))
  `FBY_ASSERT(PairsTellsWhatItSays, !tell || told.rsp == rsp_i)
  `FBY_ASSERT(PairsTellsStopped, !tell
              || told.stopped == (failed || (rsp_i.bytes != LEN_BITS'(head.len) && !rsp_i.eop)))
  `FBY_ASSERT(PairsFinishesOnce, finished == (telling_q && done))
  `FBY_ASSERT(PairsSameWhole, !telling_q || u_dut.good_q == whole_q)
  `FBY_ASSERT(PairsGoodIsWhole, !finished || good == whole_q)
  `FBY_ASSERT(PairsSaysWhy, errors.decode == (why.decode || why_told.decode)
              && errors.slave == (why.slave || why_told.slave))
  `FBY_ASSERT(PairsSaysLong, !(pop && too_long) || errors.internal)
  `FBY_ASSERT(PairsSaysInternal, !errors.internal || (pop && too_long) || (keyhole_i && run && waiting != '0))
  `FBY_ASSERT(PairsKeyholeEnds, !(keyhole_i && run && waiting != '0) || fault || (waits_q && offer.valid))
  `FBY_ASSERT(PairsFaultHasItsBit, fault == (errors != '0))

  `FBY_COVER(PairsThird, finished && good && $past(answers_it && pop) && $past(pop, 3) && $past(pop, 5))
  `FBY_COVER(PairsAgain, hand && offer.req.first && $past(pop, 5))
  `FBY_COVER(PairsFails, halted && failed_q && $past(cut_q && pop && rsp_i.cause == DMA_OK && rsp_i.bytes == '0, 2))
  `FBY_COVER(PairsTellingFails, fault && finished && errors.decode)
  if (C2h) begin : gen_long
    `FBY_COVER(PairsLong, halted && $past(finished && !good, 2) && $past(pop && too_long, 4))
  end

  logic unused;
  assign unused = &{1'b0, head_valid, offer};

endmodule
