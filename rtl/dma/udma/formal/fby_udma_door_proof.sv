// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the door, between a scheme that starts what it likes, lists of anything, and a table in which anything stands.
///
/// What goes through stays within the slots that it names, which are of its context and may be read and written; what is refused goes nowhere, but for a
/// record that is as good as a destination. A list stays within its slot, too. Every access is answered once, within six cycles, and a start has one verdict,
/// before the next; of addresses of host memory the page of each is what the table is otherwise; one of a list is answered nobody, and never comes between an access and its answer.
module fby_udma_door_proof
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
(
  input logic                  clk_i,
  input logic                  quiesce_i,
  input logic [CONTEXTS-1:0]   on_i,
  input count_t [CONTEXTS-1:0] count_i,
  input logic [CONTEXTS-1:0]   lists_i,
  input logic                  claims_i,
  input listed_t               listed_i,
  input logic [3:0]            paths_i,
  input logic                  direct_i,
  input logic                  access_i,
  input say_t                  say_i,
  input slot_t                 slot_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  logic        answer, look;
  logic [31:0] answer_data;
  verdict_t    verdict;
  slot_index_t look_index;
  judged_t     judged;
  job_t        job;
  logic        rest, listed_ready;

  fby_udma_door u_dut (
    .clk_i, .rst_i, .quiesce_i, .on_i, .count_i, .lists_i, .paths_i, .direct_i, .access_i, .say_i,
    .claims_i, .rest_o(rest), .listed_i, .listed_ready_o(listed_ready),
    .answer_o(answer), .answer_data_o(answer_data), .verdict_o(verdict),
    .look_o(look), .look_index_o(look_index), .slot_i, .judged_o(judged), .job_o(job)
  );

  // ---- what was asked, and how long ago ----

  say_t       asked_q;
  member_t    member_q;
  logic       open_q, list, asks, direct_q;
  logic [2:0] age_q;
  assign list = listed_i.valid && listed_ready;
  assign asks = access_i || list;
  always_ff @(posedge clk_i) begin
    if (asks) direct_q <= access_i && direct_i;
    if (access_i)  {asked_q, member_q} <= {say_i, 1'b0, listed_i.item};
    else if (list) begin
      asked_q       <= '0;
      asked_q.start <= listed_i.start;
      member_q      <= {1'b1, listed_i.item};
    end
    open_q <= !rst_i && (asks || (open_q && !(answer || judged.valid)));
    age_q  <= asks ? '0 : age_q + 3'(open_q && age_q != '1);
  end
  // The window comes when the door is at rest, and has said so.
  `FBY_ASSUME(OneAtATime, !access_i || (!open_q && claims_i))
  `FBY_ASSUME(NothingInReset, $past(!rst_i) || !asks)
  `FBY_ASSUME(ListsAreOfStarts, !listed_i.valid || (listed_i.start.valid && !listed_i.start.batch))
  `FBY_ASSERT(AnswersWhatWasAsked, !answer || (open_q && !member_q.valid))
  `FBY_ASSERT(RestIsRest, rest == !open_q)
  `FBY_ASSERT(ListWaitsForAccesses, !list || (!access_i && !open_q))
  `FBY_ASSERT(AnswersSoon, !open_q || age_q <= (asked_q.start.valid ? 3'd3 : 3'd0))
  `FBY_ASSERT(OneVerdict, verdict.valid == (answer && asked_q.start.valid)
              && verdict.valid == (judged.valid && !member_q.valid))
  `FBY_ASSERT(JudgedIsOfWhoAsked, !judged.valid || (open_q && judged.member == member_q && job.member == member_q
              && judged.ctx == asked_q.start.ctx && !job.closes && judged.batch == asked_q.start.batch))
  `FBY_ASSERT(VerdictIsOfTheStart, !verdict.valid || verdict.ctx == asked_q.start.ctx)
  `FBY_ASSERT(AnswerIsTheSchemes, !answer || answer_data ==
              (verdict.valid && !verdict.taken ? asked_q.refused_data : asked_q.data))

  start_t start;
  assign start = asked_q.start;

  // ---- the table: what it said of each of the three addresses ----

  logic        looked_q;
  slot_index_t index_q;
  logic [1:0]  number_q;   // of the look whose slot comes now
  slot_t [2:0] seen_q;
  logic [2:0][SLOT_BITS-1:0] where_q;
  slot_t [2:0] slot;
  always_ff @(posedge clk_i) begin
    looked_q <= !rst_i && look;
    index_q  <= look_index;
    number_q <= asks ? '0 : number_q + 2'(looked_q);
    if (looked_q && number_q != 2'd3) begin
      seen_q[number_q]  <= slot_i;
      where_q[number_q] <= index_q;
    end
  end
  // The page of an address, typed by its fields.
  function automatic slot_t page_of(input addr_t addr);
    page_of          = '0;
    page_of.base     = {16'd0, addr[47:12], 12'd0};
    page_of.bytes    = 32'd4096;
    page_of.readable = 1'b1;
    page_of.writable = 1'b1;
    page_of.owner    = asked_q.start.ctx;
  endfunction
  always_comb begin
    slot    = seen_q;
    slot[2] = slot_i;
    if (direct_q) slot = {page_of(start.record_addr), page_of(start.dst), page_of(start.src)};
  end
  `FBY_ASSERT(TieLooks, !judged.valid || (looked_q && number_q == 2'd2 && index_q == slot_of(asked_q.start.record_addr)
              && where_q[0] == slot_of(asked_q.start.src) && where_q[1] == slot_of(asked_q.start.dst)))
  // By the state of the machine, for the induction.
  `FBY_ASSERT(TieState, open_q == (u_dut.state_q != 3'd0)
              && (!open_q || (u_dut.say_q == asked_q && u_dut.member_q == member_q && u_dut.direct_q == direct_q)))
  `FBY_ASSERT(TieList, !open_q || !member_q.valid || (asked_q.start.valid && !asked_q.start.batch))
  `FBY_ASSERT(TieSource, u_dut.state_q < 3'd3 || (where_q[0] == slot_of(asked_q.start.src) || u_dut.state_q == 3'd3))
  `FBY_ASSERT(TieAge, (u_dut.state_q != 3'd1 || (age_q == '0 && !asked_q.start.valid))
              && (u_dut.state_q < 3'd2 || asked_q.start.valid) && u_dut.state_q <= 3'd5)
  for (genvar s = 2; s <= 5; s++) begin : g_age
    `FBY_ASSERT(TieAges, u_dut.state_q != 3'(s) || (age_q == 3'(s - 2) && looked_q == (s > 2)
                && number_q == (s > 2 ? 2'(s - 3) : 2'd0)))
  end
  `FBY_ASSERT(TieFirst, u_dut.state_q != 3'd3 || index_q == slot_of(asked_q.start.src))
  `FBY_ASSERT(TieSecond, u_dut.state_q != 3'd4 || (index_q == slot_of(asked_q.start.dst) && slot[0] == u_dut.src_q))
  `FBY_ASSERT(TieThird, u_dut.state_q != 3'd5 || (index_q == slot_of(asked_q.start.record_addr)
              && slot[0] == u_dut.src_q && slot[1] == u_dut.dst_q && where_q[1] == slot_of(asked_q.start.dst)))

  // ---- what goes through ----

  logic   taken, moves, lists;
  assign taken = judged.valid && judged.reason == REASON_DONE;
  assign moves = taken && !start.batch;
  assign lists = taken && start.batch;

  /// From `bus` on so many bytes are within the region of a slot; typed by its ends.
  function automatic logic stays_in(input slot_t of, input logic [63:0] bus, input logic [32:0] bytes);
    return bus - of.base < 64'd4096 && bus - of.base + 64'(bytes) <= 64'(of.bytes);
  endfunction

  `FBY_ASSERT(TakenIsQueued, !taken || (judged.queued && (verdict.taken || member_q.valid)))
  `FBY_ASSERT(TakenIsOn, !taken || (on_i[start.ctx] && !quiesce_i && count_i[start.ctx] != count_t'(DEPTH)))
  `FBY_ASSERT(TakenIsOwn, !taken || (slot[0].owner == start.ctx && (lists || slot[1].owner == start.ctx)))
  `FBY_ASSERT(TakenMayRead, !taken || slot[0].readable)
  `FBY_ASSERT(TakenMayWrite, !moves || slot[1].writable)
  `FBY_ASSERT(TakenSourceWithin, !moves || stays_in(slot[0], job.src, 33'(job.size)))
  `FBY_ASSERT(TakenDestinationWithin, !moves || stays_in(slot[1], job.dst, 33'(job.size)))
  `FBY_ASSERT(TakenIsAsAsked, !taken || (job.size == start.size && job.size != '0 && job.size < 32'h1000_0000
              && job.ctx == start.ctx
              && job.src_card == slot[0].card && job.dst_card == slot[1].card && job.refusal == REASON_DONE
              && job.record == start.record && job.cookie == start.cookie))
  `FBY_ASSERT(TakenHasAPath, !moves || paths_i[{job.src_card, job.dst_card}])
  `FBY_ASSERT(TakenIsInTheTable, !taken || direct_q || (start.src < 48'h10_0000 && (lists || start.dst < 48'h10_0000)))
  `FBY_ASSERT(ListWithin, !lists || (stays_in(slot[0], job.src, 33'(job.size) * 33'd32) && job.size <= 32'd128))
  `FBY_ASSERT(ListIsReadByAligned, !lists || (!slot[0].card && start.src[4:0] == '0
              && job.src[4:0] == slot[0].base[4:0]))
  `FBY_ASSERT(OneListAContext, !lists || !lists_i[start.ctx])
  `FBY_ASSERT(TakenIsTheAddress, !(moves && direct_q) || (job.src == 64'(start.src) && job.dst == 64'(start.dst)
              && !job.src_card && !job.dst_card))
  // Whatever has a record written, taken or refused.
  logic writes;
  assign writes = judged.valid && judged.queued && job.record;
  `FBY_ASSERT(RecordWithin, !writes || (stays_in(slot[2], job.record_bus, 33'd8) && slot[2].owner == start.ctx &&
              slot[2].writable && !slot[2].card && job.record_bus[2:0] == slot[2].base[2:0] + start.record_addr[2:0]
              && start.record_addr[2:0] == '0 && (direct_q || start.record_addr < 48'h10_0000)))
  `FBY_ASSERT(RefusedOnlyTells, !(judged.valid && judged.queued) || taken || (job.record && job.refusal == judged.reason
              && judged.reason != REASON_OFF && judged.reason != REASON_EMPTY
              && (judged.reason != REASON_FULL || start.batch)))
  `FBY_ASSERT(QueuedHasAPlace, !(judged.valid && judged.queued) || count_i[start.ctx] != count_t'(DEPTH))
  `FBY_ASSERT(RefusedHasAReason, !judged.valid || taken ||
              (judged.reason >= REASON_EMPTY && judged.reason <= REASON_OFF))

  `FBY_COVER(Takes, moves && start.record)
  `FBY_COVER(TakesAList, lists && start.size == 32'd128)
  `FBY_COVER(TakesOneOfAList, moves && member_q.valid)
  `FBY_COVER(TakesDirect, moves && direct_q && job.src != '0)
  `FBY_COVER(Refuses, judged.valid && judged.queued && !taken)
  `FBY_COVER(TakesThenAnswers, taken && $past(answer, 6))

endmodule
