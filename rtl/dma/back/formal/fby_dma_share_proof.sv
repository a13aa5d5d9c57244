// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: a mover shared by several front ends, all of which do as fby_dma_pkg says and otherwise as they like.
///
/// Each request goes to the mover once and as it was offered, and its answer comes back once, to who asked, with the tag that
/// was written on it. The cancel of a front end reaches the mover while its requests are there, and no one else's does. Who
/// waits is passed by each of the others with one turn at most, and only while the mover has something to do.
module fby_dma_share_proof
  import fby_dma_pkg::*;
#(
  parameter int unsigned NumFronts    = 3,
  parameter int unsigned TurnRequests = 2
) (
  input logic                 clk_i,
  input logic [NumFronts-1:0] valid_i,
  input logic [NumFronts-1:0] cancel_i,
  input dma_req_t             req_i,
  input dma_tag_t             tag_i,
  input logic                 offer_ready_i,
  input dma_answer_t          answer_i,
  input logic [NumFronts-1:0] answer_ready_i,
  input logic                 choose_i,
  input logic [1:0]           who_i
);

  localparam int unsigned Most      = fby_dma_back_pkg::MAX_REQUESTS;
  localparam int unsigned CountBits = $clog2(Most + 1);

  logic                        rst_i = 1'b1;
  dma_offer_t [NumFronts-1:0]  offer;
  dma_answer_t [NumFronts-1:0] answer;
  logic [NumFronts-1:0]        ready, owner, take, answered;
  dma_offer_t                  offered;
  logic                        answer_ready;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  // What a front end offers differs from what the others do; that it stays is assumed below.
  for (genvar i = 0; i < int'(NumFronts); i++) begin : g_offer
    assign offer[i] = '{
      valid: valid_i[i], cancel: cancel_i[i], source: dma_source_t'(i), tag: tag_i ^ dma_tag_t'(i), req: req_i
    };
    assign take[i]     = valid_i[i] && ready[i];
    assign answered[i] = answer[i].valid && answer_ready_i[i];
  end

  fby_dma_share #(.NumFronts(NumFronts), .TurnRequests(TurnRequests)) u_dut (
    .clk_i, .rst_i,
    .offer_i(offer), .offer_ready_o(ready), .answer_o(answer), .answer_ready_i, .owner_o(owner),
    .offer_o(offered), .offer_ready_i, .answer_i, .answer_ready_o(answer_ready)
  );

  logic mover_takes, mover_told;
  assign mover_takes = offered.valid && offer_ready_i;
  assign mover_told  = answer_i.valid && answer_ready;

  // ---- accounts ----

  logic [NumFronts-1:0][CountBits-1:0] asked_q;  // unanswered, of each front end
  logic [NumFronts-1:0]      waits_q, cut_q;
  logic [CountBits-1:0]                inside_q; // unanswered, of the mover
  for (genvar i = 0; i < int'(NumFronts); i++) begin : g_account
    always_ff @(posedge clk_i) begin
      asked_q[i] <= rst_i ? '0 : asked_q[i] + CountBits'(take[i]) - CountBits'(answered[i]);
      waits_q[i] <= !rst_i && valid_i[i] && !ready[i];
      cut_q[i]   <= !rst_i && cancel_i[i];
    end
    // A front end: an offer stands until it is taken or cancelled; a cancel stands until all is answered, and offers nothing.
    `FBY_ASSUME(FrontOfferStays, !waits_q[i] || valid_i[i] || cancel_i[i])
    `FBY_ASSUME(FrontCancelStays, !cut_q[i] || asked_q[i] == '0 || cancel_i[i])
    `FBY_ASSUME(FrontCancelOffersNothing, !(cancel_i[i] && valid_i[i]))
  end
  always_ff @(posedge clk_i) inside_q <= rst_i ? '0 : inside_q + CountBits'(mover_takes) - CountBits'(mover_told);
  // The mover (fby_dma_tags): so many at most, and an answer only to what was asked.
  `FBY_ASSUME(MoverTakesNoMore, 32'(inside_q) < Most || !offer_ready_i)
  `FBY_ASSUME(MoverAnswersWhatWasAsked, !answer_i.valid || inside_q != '0)

  // ---- to whom ----

  logic [CountBits-1:0] sum;
  always_comb begin
    sum = '0;
    for (int unsigned i = 0; i < NumFronts; i++) sum = sum + asked_q[i];
  end
  `FBY_ASSERT(TieInside, inside_q == u_dut.gen_share.under_way_q && sum == inside_q && 32'(inside_q) <= Most)
  for (genvar i = 0; i < int'(NumFronts); i++) begin : g_whose
    `FBY_ASSERT(TieOwner, asked_q[i] == '0 || (32'(u_dut.gen_share.owner_q) == i && asked_q[i] == inside_q))
    `FBY_ASSERT(AnswerGoesToWhoAsked, answer[i].valid == (answer_i.valid && asked_q[i] != '0))
    `FBY_ASSERT(OwnerIsWhoAsked, owner[i] == (asked_q[i] != '0))
    // Its own cancel, all of it, and no one else's.
    `FBY_ASSERT(CancelIsTheOwners, asked_q[i] == '0 || offered.cancel == cancel_i[i])
    `FBY_ASSERT(RequestIsItsOwn, !take[i] || (mover_takes && offered == offer[i]))
  end
  `FBY_ASSERT(TakenOnce, $onehot0(take) && (take != '0) == mover_takes)
  `FBY_ASSERT(AnsweredOnce, $onehot0(answered) && (answered != '0) == mover_told)

  logic shown_q;
  dma_source_t shown_source_q;
  always_ff @(posedge clk_i) begin
    shown_q        <= !rst_i && offered.valid && !offer_ready_i;
    shown_source_q <= offered.source;
  end
  `FBY_ASSERT(TieShown, shown_q == u_dut.gen_share.shown_q
              && (!shown_q || 32'(shown_source_q) == 32'(u_dut.gen_share.owner_q)))
  `FBY_ASSERT(OfferStays, !shown_q || (offered.source == shown_source_q && (offered.valid || offered.cancel)))

  // Any one request, which the solver chooses: how many are answered before it, whose it is and what was written on it.
  logic        marked_q;
  logic [CountBits-1:0]  ahead_q;
  dma_tag_t    mark_q;
  dma_source_t of_q;
  logic        due;
  assign due = marked_q && ahead_q == '0;
  always_ff @(posedge clk_i) begin
    if (rst_i) marked_q <= 1'b0;
    else if (!marked_q && choose_i && mover_takes) begin
      marked_q <= 1'b1;
      ahead_q  <= inside_q - CountBits'(mover_told);
      mark_q   <= offered.tag;
      of_q     <= offered.source;
    end else if (mover_told) begin
      marked_q <= marked_q && !due;
      ahead_q  <= ahead_q - CountBits'(1);
    end
  end
  `FBY_ASSERT(TieMarked, !marked_q || (32'(of_q) < NumFronts && ahead_q < asked_q[of_q[1:0]]))
  // The mover (fby_dma_tags): in order, with the tag of the request.
  `FBY_ASSUME(MoverBringsTheTag, !due || !answer_i.valid || answer_i.tag == mark_q)
  `FBY_ASSERT(AnswerBringsItsTag, !due || !answer_i.valid ||
              (answer[of_q[1:0]].valid && answer[of_q[1:0]].tag == mark_q))

  // ---- when ----

  // The mover has something to take or to answer; but for the one cycle in which an offer is withdrawn.
  `FBY_ASSERT(WaitsForTheMoverOnly, valid_i == '0 || offered.valid || inside_q != '0 || (shown_q && offered.cancel))

  // One of them, which the solver chooses.
  logic [1:0] j_q;
  always_ff @(posedge clk_i) if (rst_i) j_q <= who_i;
  `FBY_ASSUME(ThereIsOne, 32'(j_q) < NumFronts)

  logic       kept_q;
  logic [CountBits-1:0] passed_q, passed;
  assign passed = kept_q ? passed_q : '0;
  always_ff @(posedge clk_i) begin
    kept_q   <= !rst_i && valid_i[j_q] && !take[j_q];
    passed_q <= passed + CountBits'(mover_takes);
  end

  // How many are before it in the round, and how much of its turn the owner has left.
  logic [1:0] last, between;
  logic [CountBits-1:0] own;
  logic       idle;
  assign last = 2'(u_dut.gen_share.u_rr.last_q);
  assign idle = inside_q == '0 && !shown_q;
  always_comb begin
    between = 2'd0;
    for (int unsigned i = 1; i < NumFronts; i++) begin
      if ((32'(last) + i) % NumFronts != 32'(j_q) && 32'(between) == i - 1) between = 2'(i);
    end
    // Offered to the mover: nobody is before it any more.
    if (shown_q && last == j_q) between = 2'd0;
    own = '0;
    if (!idle && last != j_q) begin
      own = CountBits'(TurnRequests) - CountBits'(u_dut.gen_share.turn_q);
      if (shown_q && own == '0) own = CountBits'(1);
    end
  end
  `FBY_ASSERT(TieLast, 32'(last) < NumFronts && (idle || last == 2'(u_dut.gen_share.owner_q)))
  `FBY_ASSERT(TieTurn, 32'(u_dut.gen_share.turn_q) <= TurnRequests)
  // What is taken of the one that waits itself ends its waiting, so all that is counted is others'.
  `FBY_ASSERT(PassedByOneTurnEach, !kept_q || !valid_i[j_q] || 32'(passed) + 32'(between) * TurnRequests + 32'(own)
              <= (NumFronts - 1) * TurnRequests)

  `FBY_COVER(PassedByAll, 32'(passed) == (NumFronts - 1) * TurnRequests && take[j_q])
  `FBY_COVER(CutBesideOthers, cancel_i[0] && asked_q[1] == CountBits'(2) && valid_i[2])
  `FBY_COVER(GivenBack, answered[1] && asked_q[1] == CountBits'(1)
             && 32'(u_dut.gen_share.turn_q) == TurnRequests && valid_i[0])

endmodule
