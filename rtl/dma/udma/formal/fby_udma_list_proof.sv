// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the reader of lists, in front of a memory that answers each beat when it likes and how it likes, and of a door that takes when it likes.
///
/// One context, any, is looked at; lists of all begin, are called off and end at any time. What is read lies in the list, each descriptor of it is asked
/// for once and in order, and comes to the door once, in order, with the bytes that memory has answered for its place; nothing of a list comes that is called off, that
/// has no place, or behind what could not be read; and a list that is over is over.
module fby_udma_list_proof
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
(
  input logic                      clk_i,
  input logic                      begin_i,
  input context_t                  begin_ctx_i,
  input logic [63:DESC_BITS]       begin_at_i,
  input item_t                     begin_items_i,
  input logic                      end_i,
  input context_t                  end_ctx_i,
  input logic [CONTEXTS-1:0]       cut_i,
  input logic [CONTEXTS-1:0]       room_i,
  input logic                      listed_ready_i,
  input logic                      ar_ready_i,
  input fby_axi_pkg::axi_rd_rsp_t  rsp_i,
  /// The context that is looked at, and a descriptor of its list.
  input context_t                  ctx_i,
  input item_t                     item_i
);

  typedef logic [63:DESC_BITS] at_t;

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  context_t ctx_q;
  item_t    item_q;
  always_ff @(posedge clk_i) if (rst_i) {ctx_q, item_q} <= {ctx_i, item_i};

  listed_t                  listed;
  logic [CONTEXTS-1:0]      over;
  item_t [CONTEXTS-1:0]     brought, left;
  reason_t [CONTEXTS-1:0]   why;
  logic                     fault;
  logic [63:0]              fault_addr;
  fby_axi_pkg::axi_rd_req_t req;

  fby_udma_list u_dut (
    .clk_i, .rst_i, .begin_i, .begin_ctx_i, .begin_at_i, .begin_items_i, .end_i, .end_ctx_i, .cut_i, .room_i,
    .listed_o(listed), .listed_ready_i, .over_o(over), .brought_o(brought), .left_o(left), .why_o(why),
    .fault_o(fault), .fault_addr_o(fault_addr), .read_req_o(req), .read_req_ready_i(ar_ready_i), .read_rsp_i(rsp_i)
  );

  // ---- lists of all contexts ----

  logic [CONTEXTS-1:0] list_q, cut_q;
  always_ff @(posedge clk_i) begin
    if (begin_i) list_q[begin_ctx_i] <= 1'b1;
    if (end_i) list_q[end_ctx_i] <= 1'b0;
    cut_q <= cut_i;
    if (rst_i) list_q <= '0;
  end
  `FBY_ASSUME(BeginsWhereNoneIs, !begin_i || (!list_q[begin_ctx_i] && begin_items_i != '0
              && begin_items_i <= item_t'(BATCH_MOST)))
  `FBY_ASSUME(EndsWhatIsOver, !end_i || (list_q[end_ctx_i] && over[end_ctx_i]))
  `FBY_ASSUME(CutStays, (cut_q & list_q & ~cut_i) == '0)
  for (genvar c = 0; c < int'(CONTEXTS); c++) begin : g_none
    `FBY_ASSERT(TieNone, list_q[c] || (u_dut.left_q[c] == '0 && u_dut.have_q[c] == '0))
    `FBY_ASSERT(TieReadIsOfAList, !(u_dut.reading_q && u_dut.from_q == context_t'(c)) || list_q[c])
  end

  // ---- memory: beats of one read in their order ----

  logic [2:0] owed_q;
  logic       asks;
  assign asks = req.ar_valid && ar_ready_i;
  always_ff @(posedge clk_i) begin
    owed_q <= rst_i ? '0 : owed_q + (asks ? 3'(req.ar.len) + 3'd1 : 3'd0) - 3'(rsp_i.r_valid);
  end
  `FBY_ASSUME(AnswersWhatWasAsked, !rsp_i.r_valid || (owed_q != '0 && rsp_i.r.last == (owed_q == 3'd1)))
  `FBY_ASSERT(OneReadAtATime, !asks || owed_q == '0)
  logic                  held_q;
  fby_axi_pkg::axi_ax_t  ar_q;
  always_ff @(posedge clk_i) begin
    held_q <= !rst_i && req.ar_valid && !ar_ready_i;
    ar_q   <= req.ar;
  end
  `FBY_ASSERT(OfferStays, !held_q || (req.ar_valid && req.ar == ar_q))

  // ---- the list of the context: where, how many, how many were asked for, and given ----

  at_t   at_q, from;
  item_t items_q, asked_q, given_q, size;
  logic  mine, gives, lists, bad_q;
  assign lists = list_q[ctx_q];
  assign mine  = u_dut.from_q == ctx_q;
  assign from  = req.ar.addr[63:DESC_BITS] - at_q;
  assign size  = item_t'(req.ar.bytes >> DESC_BITS);
  assign gives = listed.valid && listed_ready_i && listed.start.ctx == ctx_q;
  always_ff @(posedge clk_i) begin
    if (asks && mine) asked_q <= asked_q + size;
    if (gives) given_q <= given_q + item_t'(1);
    if (u_dut.reading_q && mine && rsp_i.r_valid && rsp_i.r.resp != fby_axi_pkg::RESP_OKAY) bad_q <= 1'b1;
    if (begin_i && begin_ctx_i == ctx_q) begin
      {at_q, items_q}    <= {begin_at_i, begin_items_i};
      {asked_q, given_q} <= '0;
      bad_q              <= 1'b0;
    end
  end

  `FBY_ASSERT(ReadIsOfAList, !(req.ar_valid && mine) || lists)
  `FBY_ASSERT(ReadIsNext, !(req.ar_valid && mine) || from == at_t'(asked_q))
  `FBY_ASSERT(ReadWithinTheList, !(req.ar_valid && mine) || (from < at_t'(items_q)
              && from + at_t'(size) <= at_t'(items_q) && size != '0))
  `FBY_ASSERT(ReadWhole, !req.ar_valid || (req.ar.addr[4:0] == '0 && req.ar.bytes[4:0] == '0
              && 14'(req.ar.addr[5:0]) + 14'(req.ar.bytes) <= (14'(req.ar.len) + 14'd1) * 14'd64
              && 14'(req.ar.addr[5:0]) + 14'(req.ar.bytes) > 14'(req.ar.len) * 14'd64))
  `FBY_ASSERT(ReadsNothingBehindAFault, !(req.ar_valid && mine && bad_q))
  `FBY_ASSERT(ReadsNothingCalledOff, !(req.ar_valid && !held_q && mine) || !$past(cut_i[ctx_q]))

  `FBY_ASSERT(GivesInOrder, !(listed.valid && listed.start.ctx == ctx_q) || (lists && listed.item == given_q
              && given_q < asked_q && given_q < items_q && listed.start.valid && !listed.start.batch))
  `FBY_ASSERT(GivesWhatMayBe, !(listed.valid && listed.start.ctx == ctx_q) || (room_i[ctx_q] && !cut_i[ctx_q]))
  `FBY_ASSERT(CountsRight, !lists || (brought[ctx_q] == given_q && left[ctx_q] == items_q - given_q))
  `FBY_ASSERT(OverGivesNothing, !(lists && over[ctx_q]) || (!(listed.valid && listed.start.ctx == ctx_q)
              && !(req.ar_valid && mine)))
  `FBY_ASSERT(OverSaysWhy, !(lists && over[ctx_q]) || (why[ctx_q] == REASON_DONE ? given_q == items_q :
              given_q < items_q && (why[ctx_q] == REASON_ABORTED ? cut_i[ctx_q] : bad_q)))
  logic over_q;
  always_ff @(posedge clk_i) over_q <= !rst_i && lists && over[ctx_q] && !(end_i && end_ctx_i == ctx_q);
  `FBY_ASSERT(OverStays, !over_q || over[ctx_q])

  // ---- the bytes of one of its descriptors: what memory has answered for where it is ----

  localparam int unsigned Desc = 8 * DESC_BYTES;
  at_t             where;   // it is
  at_t             first_q, behind_q;  // of the read that is under way
  logic [63:DESC_BITS+1] beat_q;  // that comes next
  logic            covers, shows_it;
  logic [Desc-1:0] bytes_q;
  assign where  = at_q + at_t'(item_q);
  assign covers = u_dut.reading_q && mine && rsp_i.r_valid && beat_q == where[63:DESC_BITS+1]
                  && where - first_q < behind_q - first_q;
  always_ff @(posedge clk_i) begin
    if (asks) begin
      first_q  <= req.ar.addr[63:DESC_BITS];
      behind_q <= req.ar.addr[63:DESC_BITS] + at_t'(req.ar.bytes >> DESC_BITS);
      beat_q   <= req.ar.addr[63:DESC_BITS+1];
    end else if (rsp_i.r_valid) begin
      beat_q <= beat_q + 1'b1;
    end
    if (covers) bytes_q <= where[DESC_BITS] ? rsp_i.r.data[2*Desc-1:Desc] : rsp_i.r.data[Desc-1:0];
  end

  /// An address that is too long is in no slot.
  function automatic addr_t short(input logic [63:0] word);
    return word[63:ADDR_BITS] == '0 ? word[ADDR_BITS-1:0] : '1;
  endfunction
  assign shows_it = listed.valid && listed.start.ctx == ctx_q && listed.item == item_q;
  `FBY_ASSERT(GivesWhatWasRead, !shows_it || (listed.start.src == short(bytes_q[63:0])
              && listed.start.dst == short(bytes_q[127:64])
              && listed.start.record == bytes_q[191] && listed.start.record_addr == short({1'b0, bytes_q[190:128]})
              && listed.start.size == bytes_q[223:192] && listed.start.cookie == bytes_q[255:224]))

  // ---- for the induction ----

  // Descriptors of the read that have come.
  item_t come_q;
  logic  reads;
  assign reads = u_dut.reading_q && mine;
  always_ff @(posedge clk_i) begin
    if (u_dut.ask) come_q <= '0;
    else if (u_dut.come) come_q <= come_q + item_t'(u_dut.here);
  end
  at_t next;
  assign next = u_dut.at_q[ctx_q] + at_t'(come_q);
  `FBY_ASSERT(TieAt, !lists || (u_dut.at_q[ctx_q] == at_q + at_t'(given_q) && given_q <= items_q
              && items_q <= item_t'(BATCH_MOST) && asked_q <= items_q))
  `FBY_ASSERT(TieHave, !lists || (u_dut.have_q[ctx_q] <= 4'd8
              && given_q + item_t'(u_dut.have_q[ctx_q]) <= asked_q))
  `FBY_ASSERT(TieRest, !lists || reads || (u_dut.fault_q[ctx_q] != REASON_DONE ? bad_q :
              !bad_q && given_q + item_t'(u_dut.have_q[ctx_q]) == asked_q))
  `FBY_ASSERT(TieFault, !lists || u_dut.fault_q[ctx_q] == REASON_DONE || (bad_q && !reads))
  `FBY_ASSERT(TieCauses, !lists || u_dut.fault_q[ctx_q] == REASON_DONE || (u_dut.fault_q[ctx_q] != REASON_ABORTED
              && given_q + item_t'(u_dut.have_q[ctx_q]) < items_q))
  `FBY_ASSERT(TieReads, !reads || (u_dut.have_q[ctx_q] == '0 && u_dut.todo_q != '0 && u_dut.todo_q <= 4'd8
              && item_t'(u_dut.good_q) <= come_q && (u_dut.ok_q ? item_t'(u_dut.good_q) == come_q : come_q != '0)
              && u_dut.ok_q == !bad_q))
  `FBY_ASSERT(TieCome, !reads || (come_q <= item_t'(8) && come_q + item_t'(u_dut.todo_q) <= item_t'(8)))
  `FBY_ASSERT(TieBad, !reads || u_dut.ok_q || (u_dut.cause_q != REASON_DONE && u_dut.cause_q != REASON_ABORTED
              && item_t'(u_dut.good_q) < come_q))
  `FBY_ASSERT(TieAsked, !reads || given_q + come_q + item_t'(u_dut.todo_q)
              == asked_q + (u_dut.offer_q ? item_t'(u_dut.todo_q) : '0))
  `FBY_ASSERT(TieInside, !reads || given_q + come_q + item_t'(u_dut.todo_q) <= items_q)
  `FBY_ASSERT(TieOffer, !u_dut.offer_q || (u_dut.reading_q && come_q == '0 && owed_q == '0))
  `FBY_ASSERT(TieOfferGives, !(u_dut.offer_q && mine) || asked_q == given_q)
  logic [2:0] place;
  assign place = next[DESC_BITS +: 3];
  `FBY_ASSERT(TieBeat, !reads || {u_dut.beat_q, u_dut.upper_q} == place)
  `FBY_ASSERT(TiePiece, !reads || 4'(place) + u_dut.todo_q <= 4'd8)
  // What has come of it and may be given is in the memory of pieces, and from there what is shown.
  logic [Desc-1:0]   kept;
  logic [2*Desc-1:0] kept_beat, shown_beat;
  item_t             here_of;
  assign kept_beat  = u_dut.u_ram.mem_q[{ctx_q, where[DESC_BITS+1 +: 2]}];
  assign shown_beat = u_dut.u_ram.mem_q[{ctx_q, u_dut.at_q[ctx_q][DESC_BITS+1 +: 2]}];
  assign kept       = where[DESC_BITS] ? kept_beat[2*Desc-1:Desc] : kept_beat[Desc-1:0];
  assign here_of    = reads ? item_t'(u_dut.good_q) : item_t'(u_dut.have_q[ctx_q]);
  `FBY_ASSERT(TieKept, !(lists && item_q >= given_q && item_q - given_q < here_of) || kept == bytes_q)
  `FBY_ASSERT(TieShown, !(u_dut.shows_q && u_dut.shown_q == ctx_q) || (u_dut.have_q[ctx_q] != '0 && lists
              && u_dut.beat == shown_beat))
  `FBY_ASSERT(TieWhole, !reads
              || 5'(u_dut.at_q[ctx_q][DESC_BITS +: 3]) + 5'(come_q) + 5'(u_dut.todo_q) <= 5'd8)
  `FBY_ASSERT(TieComing, !(reads && !u_dut.offer_q) || (beat_q == next[63:DESC_BITS+1]
              && first_q == u_dut.at_q[ctx_q] && behind_q == next + at_t'(u_dut.todo_q)))
  // Whoever's it is.
  `FBY_ASSERT(TieReadsWhatLacks, !u_dut.reading_q || u_dut.have_q[u_dut.from_q] == '0)
  `FBY_ASSERT(TieTodo, !u_dut.reading_q || (u_dut.todo_q != '0 && u_dut.todo_q <= 4'd8))
  `FBY_ASSERT(TieOwed, owed_q == (u_dut.reading_q && !u_dut.offer_q ?
              3'(4'(u_dut.todo_q + 4'(u_dut.upper_q) + 4'd1) >> 1) : 3'd0))
  `FBY_ASSERT(TieOfferAt, !u_dut.offer_q || u_dut.upper_q == u_dut.at_q[u_dut.from_q][DESC_BITS])
  `FBY_ASSERT(TieOfferPiece, !u_dut.offer_q || 4'(u_dut.at_q[u_dut.from_q][DESC_BITS +: 3]) + u_dut.todo_q <= 4'd8)

  `FBY_COVER(GivesAll, lists && given_q == items_q && items_q == item_t'(3))
  `FBY_COVER(TwoPieces, req.ar_valid && mine && asked_q != '0)
  `FBY_COVER(Fails, lists && over[ctx_q] && why[ctx_q] > REASON_DONE && why[ctx_q] < REASON_ABORTED && given_q != '0)
  `FBY_COVER(CalledOffWithSomeHere, lists && over[ctx_q] && why[ctx_q] == REASON_ABORTED && asked_q > given_q)
  `FBY_COVER(OthersGoOn, listed.valid && listed.start.ctx != ctx_q && lists && !room_i[ctx_q] && asked_q > given_q)

  logic unused;
  assign unused = &{1'b0, fault, fault_addr};

endmodule
