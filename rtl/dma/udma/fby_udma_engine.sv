// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// From jobs to transfers, records and ends: one queue, in the order of the starts.
///
///   jobs | . . head . . next . . tail |      head: the oldest that is not over; next: the first that no mover has
///             |           |
///             |           +--> mover: as long as those before it are with the same one
///             +--> answer of its mover --> record, if it wants one --> acknowledge --> end
///
/// A job of a context that was turned off, or that the engine is to rest before its turn, goes to no mover and ends as aborted; one that was
/// refused only has its record written. The end of a list waits until all that went before it is acknowledged, and its record tells of the list.
module fby_udma_engine
  import fby_dma_pkg::*;
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
#(
  /// Movers of the back end, and which of them go from host to card, from card to host, from host to host.
  parameter int unsigned Movers   = 3,
  parameter int unsigned H2cMover = 0,
  parameter int unsigned C2hMover = 1,
  parameter int unsigned H2hMover = 2,
  /// Places of all contexts together; a power of two.
  parameter int unsigned Places   = QUEUE
) (
  input  logic                     clk_i,
  input  logic                     rst_i,
  /// Level: everything ends.
  input  logic                     quiesce_i,
  input  logic [CONTEXTS-1:0]      on_i,
  /// Of the list of each context.
  input  tally_t [CONTEXTS-1:0]    tally_i,
  /// There is a place for each that its context may have.
  input  logic                     push_i,
  input  job_t                     job_i,
  output dma_offer_t [Movers-1:0]  offer_o,
  input  logic [Movers-1:0]        offer_ready_i,
  input  dma_answer_t [Movers-1:0] answer_i,
  output logic [Movers-1:0]        answer_ready_o,
  output dma_word_offer_t          word_o,
  input  logic                     word_ready_i,
  input  dma_word_done_t           word_done_i,
  output ended_t                   ended_o,
  /// A mover answered, pulse; and how.
  output logic                     answered_o,
  output dma_rsp_t                 rsp_o,
  output logic                     busy_o
);

  localparam int unsigned PtrBits   = $clog2(Places);
  localparam int unsigned LevelBits = PtrBits + 1;
  localparam int unsigned PickBits  = $clog2(Movers + 1);
  /// Transfers with a mover at a time; what it takes anyway.
  localparam int unsigned Most      = MAX_REQUESTS;
  localparam int unsigned MostBits  = $clog2(Most + 1);
  typedef logic [PtrBits-1:0]   ptr_t;
  typedef logic [LevelBits-1:0] level_t;
  typedef logic [PickBits-1:0]  pick_t;

  // ---- the queue ----

  job_t             jobs_q [Places];
  logic [Places-1:0] moves_q;  // it went to a mover
  ptr_t             head_q, next_q, tail_q;
  level_t           level_q, waiting_q;  // all; those behind `next`
  job_t             head, next;
  logic             issue, sends, retire;

  assign head = jobs_q[head_q];
  assign next = jobs_q[next_q];

  always_ff @(posedge clk_i) begin
    if (push_i) jobs_q[tail_q] <= job_i;
    if (issue) moves_q[next_q] <= sends;
    if (rst_i) begin
      head_q    <= '0;
      next_q    <= '0;
      tail_q    <= '0;
      level_q   <= '0;
      waiting_q <= '0;
    end else begin
      tail_q    <= tail_q + ptr_t'(push_i);
      next_q    <= next_q + ptr_t'(issue);
      head_q    <= head_q + ptr_t'(retire);
      level_q   <= level_q + level_t'(push_i) - level_t'(retire);
      waiting_q <= waiting_q + level_t'(push_i) - level_t'(issue);
    end
  end

  // ---- to the movers ----

  logic                offers, shown_q, dropped;
  pick_t               pick, mover_q;   // of the next; of those that are with a mover
  logic [MostBits-1:0] with_q;
  logic                cancel_q;

  assign pick    = next.src_card ? pick_t'(C2hMover) : next.dst_card ? pick_t'(H2cMover) : pick_t'(H2hMover);
  // What was offered stands; nothing is offered while what is with the mover is called off.
`ifdef FBY_MUTANT_UDMA_OFF_MOVES
  assign dropped = next.refusal != REASON_DONE || next.closes || (quiesce_i && !shown_q);
`else
  assign dropped = next.refusal != REASON_DONE || next.closes || ((quiesce_i || !on_i[next.ctx]) && !shown_q);
`endif
`ifdef FBY_MUTANT_UDMA_MIXES_MOVERS
  assign offers  = waiting_q != '0 && !dropped && !cancel_q && with_q != MostBits'(Most);
`else
  assign offers  = waiting_q != '0 && !dropped && !cancel_q && with_q != MostBits'(Most) &&
                   (with_q == '0 || mover_q == pick);
`endif
  assign sends   = offers && offer_ready_i[pick];
  assign issue   = sends || (waiting_q != '0 && dropped);

  logic answered;
  always_ff @(posedge clk_i) begin
    shown_q <= !rst_i && offers && !sends && !quiesce_i;
    if (offers) mover_q <= pick;
    if (rst_i) begin
      with_q   <= '0;
      cancel_q <= 1'b0;
    end else begin
      with_q   <= with_q + MostBits'(sends) - MostBits'(answered);
      cancel_q <= (quiesce_i && offers) || ((quiesce_i || cancel_q) && with_q != MostBits'(answered));
    end
  end

  // A mover within host memory reads host_addr and writes card_addr.
  dma_req_t req;
  always_comb begin
    req           = '0;
    req.host_addr = next.src_card ? next.dst : next.src;
    req.card_addr = next.src_card ? next.src : next.dst;
    req.len       = next.size[LEN_BITS-1:0];
    req.first     = 1'b1;
  end

  dma_answer_t answer;
  logic        takes;
  always_comb begin
    answer = '0;
    for (int unsigned m = 0; m < Movers; m++) begin
      offer_o[m] = '{
        valid: offers && pick == pick_t'(m), cancel: cancel_q && mover_q == pick_t'(m), source: '0, tag: '0, req: req
      };
      answer_ready_o[m] = takes && mover_q == pick_t'(m);
      if (mover_q == pick_t'(m)) answer = answer_i[m];
    end
  end
  assign answered   = answer.valid && takes;
  assign answered_o = answered;
  assign rsp_o      = answer.rsp;

  // ---- the oldest ----

  logic    owed, known, tells, acked, ends;
  level_t  told_level;
  reason_t reason;

  // It has had its turn with the movers.
  assign owed  = level_q != waiting_q;
`ifdef FBY_MUTANT_UDMA_CLOSES_EARLY
  assign known = owed && (!moves_q[head_q] || answer.valid);
`else
  assign known = owed && (!moves_q[head_q] || answer.valid) && (!head.closes || told_level == '0);
`endif

  tally_t      tally;
  logic [31:0] says;
  assign tally = tally_i[head.ctx];
  always_comb begin
    says = 32'(reason);
    if (head.closes) begin
      says = 32'(tally.good) << fby_regs_pkg::BATCH_RECORD_RESULT_GOOD_LSB;
      // Without a first one that did not end well there is no reason either.
      if (tally.first != '1) says |= 32'(tally.first) << fby_regs_pkg::BATCH_RECORD_RESULT_FIRST_LSB;
      if (tally.first != '1) says |= 32'(tally.reason);
    end
  end

  always_comb begin
    reason = head.refusal != REASON_DONE || head.closes ? head.refusal : REASON_ABORTED;
    if (moves_q[head_q]) begin
      reason = reason_t'(answer.rsp.cause);
      // Without a cause, what is not whole was cut.
      if (answer.rsp.cause == DMA_OK && answer.rsp.bytes != head.size[LEN_BITS-1:0]) reason = REASON_ABORTED;
    end
  end

  // An acknowledge cannot wait, so the oldest does.
`ifdef FBY_MUTANT_UDMA_RECORD_FIRST
  assign tells  = owed && head.record;
`else
  assign tells  = known && head.record;
`endif
  assign ends   = known && !head.record && !acked;
  assign retire = ends || (tells && word_ready_i);
  assign takes  = retire && moves_q[head_q];

  assign word_o.valid  = tells;
  assign word_o.source = '0;
  assign word_o.word   = '{addr: head.record_bus, data: {head.cookie, says}, wide: 1'b1};

  // ---- records under way ----

  typedef struct packed {
    context_t ctx;
    logic     moved;
    reason_t  reason;
    addr_t    src_addr;
    addr_t    record_addr;
    member_t  member;
    logic     closes;
  } told_t;

  told_t  told;
  assign acked = word_done_i.valid;

  fby_queue #(
    .WidthBits($bits(told_t)),
    .Depth    (Places)
  ) u_told (
    .clk_i, .rst_i,
    .clear_i(1'b0),
    .push_i (tells && word_ready_i),
    .data_i ({head.ctx, head.refusal == REASON_DONE || head.closes, reason, head.src_addr, head.record_addr,
              head.member, head.closes}),
    .pop_i  (acked),
    .data_o (told),
    .level_o(told_level)
  );

  always_comb begin
    ended_o = '{
      valid: ends, ctx: head.ctx, moved: 1'b1, reason: reason, bad: head.src_addr, member: head.member,
      closes: head.closes
    };
    if (acked) begin
      ended_o = '{
        valid: 1'b1, ctx: told.ctx, moved: told.moved, reason: told.reason, bad: told.src_addr, member: told.member,
        closes: told.closes
      };
      // Of a refusal the door has told.
      if (!told.moved) ended_o.reason = REASON_DONE;
      // What nobody could be told of did not end well.
      if (word_done_i.cause != DMA_OK) begin
        ended_o.reason = reason_t'(word_done_i.cause);
        ended_o.bad    = told.record_addr;
      end
    end
  end

  assign busy_o = level_q != '0 || told_level != '0;

  `FBY_ASSERT(ThereIsRoom, !push_i || level_q != level_t'(Places))
  `FBY_ASSERT(AnswersAreOwed, !answered || with_q != '0)

  logic unused;
  assign unused = &{1'b0, word_done_i.addr, answer.tag, answer.rsp.eop,
                    head.src, head.src_card, head.dst, head.dst_card,
                    next.src_addr, next.record, next.record_bus, next.record_addr, next.cookie,
                    next.member};

endmodule
