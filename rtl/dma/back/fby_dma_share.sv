// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// One memory-mapped mover for several front ends.
///
///   front end 0  --- offers --->  +-------+
///                <-- answers ---  |       |  --- offers --->  mover
///   front end 1  --- offers --->  | owner |  <-- answers ---
///                <-- answers ---  +-------+
///
/// The mover belongs to one front end at a time, from the first request it offers until the mover has answered all it took.
/// So the answers need no address, and `cancel`, which means everything in the mover, means the owner's requests only. An
/// owner that has handed over TurnRequests hands over no more while another front end waits; the others' turns come round
/// robin. Nothing is registered on the way: who is alone sees the mover as if it were its own.
module fby_dma_share
  import fby_dma_pkg::*;
#(
  /// Front ends.
  parameter int unsigned NumFronts    = 2,
  /// Requests of a turn, once another front end waits. Short turns leave the mover empty more often, long ones let the others
  /// wait; at as many as a mover holds, only every other round trip is lost.
  parameter int unsigned TurnRequests = fby_dma_back_pkg::MAX_REQUESTS
) (
  input  logic                        clk_i,
  input  logic                        rst_i,
  input  dma_offer_t [NumFronts-1:0]  offer_i,
  output logic [NumFronts-1:0]        offer_ready_o,
  output dma_answer_t [NumFronts-1:0] answer_o,
  input  logic [NumFronts-1:0]        answer_ready_i,
  /// Whose requests are in the mover; none where it is empty.
  output logic [NumFronts-1:0]        owner_o,
  /// The mover.
  output dma_offer_t                  offer_o,
  input  logic                        offer_ready_i,
  input  dma_answer_t                 answer_i,
  output logic                        answer_ready_o
);

  localparam int unsigned IdxBits   = NumFronts > 1 ? $clog2(NumFronts) : 1;
  localparam int unsigned LevelBits = fby_dma_back_pkg::TAG_BITS + 1;
  localparam int unsigned TurnBits  = $clog2(TurnRequests + 1);

  if (NumFronts < 1 || NumFronts > 2 ** fby_axi_pkg::SOURCE_BITS || TurnRequests < 1) begin : gen_bad_fronts
    $error("fby_dma_share: NumFronts must be 1 to 8 and TurnRequests at least 1");
  end

  if (NumFronts == 1) begin : gen_through
    assign offer_o        = offer_i[0];
    assign offer_ready_o  = offer_ready_i;
    assign answer_o[0]    = answer_i;
    assign answer_ready_o = answer_ready_i[0];
    assign owner_o        = 1'b1;

    logic unused;
    assign unused = &{1'b0, clk_i, rst_i};
  end else begin : gen_share
    logic [NumFronts-1:0] asks;
    logic [IdxBits-1:0]   next, owner, owner_q;
    logic [LevelBits-1:0] under_way_q;  // requests that the mover has not answered
    logic [TurnBits-1:0]  turn_q;       // requests of this turn
    logic                 shown_q;      // a request was offered and not taken
    logic                 any, free, others, spent, take, answered;

    for (genvar i = 0; i < int'(NumFronts); i++) begin : gen_asks
      assign asks[i] = offer_i[i].valid;
    end

    // ---- whose turn ----

    // What is offered stays offered, so the choice stands until it is taken or withdrawn.
    assign free = under_way_q == '0 && !shown_q;

    fby_rr #(
      .Num(NumFronts)
    ) u_rr (
      .clk_i, .rst_i,
      .ask_i  (asks),
      .serve_i(free),
      .idx_o  (next),
      .valid_o(any)
    );

`ifdef FBY_MUTANT_SHARE_MIXES
    assign owner = shown_q ? owner_q : next;
`else
    assign owner = free ? next : owner_q;
`endif

    always_comb begin
      others = 1'b0;
      for (int unsigned i = 0; i < NumFronts; i++) begin
        if (IdxBits'(i) != owner && asks[i]) others = 1'b1;
      end
    end

`ifdef FBY_MUTANT_SHARE_KEEPS
    assign spent = 1'b0;
`else
    assign spent = !free && !shown_q && others && turn_q == TurnBits'(TurnRequests);
`endif

    // ---- requests ----

    always_comb begin
      offer_o        = offer_i[owner];
      offer_o.valid  = offer_i[owner].valid && !spent;
      offer_ready_o  = '0;
      offer_ready_o[owner] = offer_ready_i && !spent;
`ifdef FBY_MUTANT_SHARE_CUTS_ALL
      for (int unsigned i = 0; i < NumFronts; i++) offer_o.cancel |= offer_i[i].cancel;
`endif
    end

    assign take = offer_o.valid && offer_ready_i;

    // ---- answers ----

    always_comb begin
      for (int unsigned i = 0; i < NumFronts; i++) begin
        answer_o[i]       = answer_i;
        answer_o[i].valid = answer_i.valid && owner == IdxBits'(i);
        owner_o[i]        = under_way_q != '0 && owner_q == IdxBits'(i);
      end
    end

    assign answer_ready_o = answer_ready_i[owner];
    assign answered       = answer_i.valid && answer_ready_o;

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        owner_q     <= '0;
        under_way_q <= '0;
        turn_q      <= '0;
        shown_q     <= 1'b0;
      end else begin
        owner_q     <= owner;
        under_way_q <= under_way_q + LevelBits'(take) - LevelBits'(answered);
        shown_q     <= offer_o.valid && !offer_ready_i;
        if (free)                                             turn_q <= TurnBits'(take);
        else if (take && turn_q != TurnBits'(TurnRequests)) turn_q <= turn_q + 1'b1;
      end
    end

    logic unused;
    assign unused = any;

    `FBY_ASSERT(ShareNoAnswerUnasked, !answer_i.valid || under_way_q != '0)
  end

endmodule
