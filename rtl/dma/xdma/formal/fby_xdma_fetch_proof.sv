// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the descriptor reader in front of a memory that answers what it was asked, whenever and in whatever order it likes.
///
/// From a flush on no further read is begun, what was asked for is taken at once, and the fetcher is idle in the cycle after the
/// last beat: no cycle is spent that is not spent waiting for memory. Always: each read under way has its places in the queue,
/// the reads one behind the other, and what is given out has come.
module fby_xdma_fetch_proof
  import fby_axi_pkg::*;
  import fby_xdma_pkg::*;
#(
  parameter int unsigned QueueDescs = 4
) (
  input logic        clk_i,
  input logic        start_i,
  input logic [63:0] first_addr_i,
  input logic [5:0]  first_adjacent_i,
  input logic        flush_i,
  input logic        halt_i,
  input logic        credit_mode_i,
  input logic [9:0]  credits_i,
  input logic        desc_ready_i,
  input logic        ar_ready_i,
  input axi_r_t      r_i,
  input logic        r_valid_i
);

  localparam int unsigned PtrBits = $clog2(QueueDescs);
  localparam int unsigned Reads    = fby_dma_pkg::FRONT_READS;
  localparam int unsigned ReadBits = $clog2(Reads);
  typedef logic [PtrBits:0] place_t;

  logic        rst_i = 1'b1;
  logic        idle, desc_valid, error, ar_valid, r_ready;
  logic [6:0]  credits_used;
  logic [63:0] error_addr;
  xdma_desc_t   desc;
  axi_ax_t     ar;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_xdma_fetch #(.QueueDescs(QueueDescs)) u_dut (
    .clk_i, .rst_i,
    .start_i, .first_addr_i, .first_adjacent_i, .flush_i, .halt_i, .credit_mode_i, .credits_i,
    .credits_used_o(credits_used), .idle_o(idle),
    .desc_o(desc), .desc_valid_o(desc_valid), .desc_ready_i,
    .error_o(error), .error_addr_o(error_addr),
    .rd_req_o({ar_valid, ar}), .rd_req_ready_i(ar_ready_i), .rd_rsp_i({r_valid_i, r_i}), .rd_rsp_ready_o(r_ready)
  );

  // ---- memory: answers what was asked, beats of one read in their order ----

  logic                  asks, takes;
  logic [ReadBits-1:0]   who;
  logic [Reads-1:0][8:0] owed_q;
  assign asks  = ar_valid && ar_ready_i;
  assign takes = r_valid_i && r_ready;
  assign who   = r_i.id[ReadBits-1:0];
  always_ff @(posedge clk_i) begin
    for (int unsigned k = 0; k < Reads; k++) begin
      owed_q[k] <= rst_i ? '0 : owed_q[k] + (asks && 32'(ar.id) == k ? 9'(ar.len) + 9'd1 : 9'd0)
                                - 9'(takes && 32'(who) == k);
    end
  end
  `FBY_ASSUME(AnswerWasAsked, !r_valid_i || (32'(r_i.id) < Reads && owed_q[who] != '0
              && r_i.last == (owed_q[who] == 9'd1)))
  // Run control (fby_xdma_run): a run begins at rest, behind a flush that took what was queued, and is flushed until the fetcher is
  // idle.
  logic stop_q;
  always_ff @(posedge clk_i) stop_q <= !rst_i && flush_i;
  `FBY_ASSUME(BeginsAtRest, !start_i || (idle && !flush_i && !desc_valid))
  `FBY_ASSUME(FlushStays, !stop_q || idle || flush_i)

  // ---- ties to the inside ----

  logic [Reads-1:0]      offered;
  // What is owed of each; the count of one of which nothing is owed says nothing.
  logic [Reads-1:0][6:0] todo;
  logic [Reads-1:0][8:0] beats;
  logic [Reads-1:0][ReadBits-1:0] slot;
  place_t                reserved;
  logic [Reads-1:0]      there;
  always_comb begin
    reserved = u_dut.tail_q - u_dut.head_q;
    for (int unsigned k = 0; k < Reads; k++) begin
      offered[k] = ar_valid && 32'(ar.id) == k;
      todo[k]    = u_dut.owes_q[k] ? u_dut.todo_q[k] : '0;
      beats[k]   = 9'(9'(todo[k]) + 9'(u_dut.at_q[k][5]) + 9'd1) >> 1;
      slot[k]    = u_dut.old_q + ReadBits'(k);
      there[k]   = k < 32'(u_dut.reads_q);
    end
  end
  for (genvar k = 0; k < int'(Reads); k++) begin : g_tie
    `FBY_ASSERT(TieOwes, !u_dut.owes_q[k] || todo[k] != '0)
    `FBY_ASSERT(TieOwed, owed_q[k] == (todo[k] == '0 || offered[k] ? 9'd0 : beats[k]))
    `FBY_ASSERT(TieOffer, !offered[k] || (todo[k] != '0 && 9'(ar.len) + 9'd1 == beats[k]))
    `FBY_ASSERT(TieFree, there[k] || todo[slot[k]] == '0)
  end
  `FBY_ASSERT(TieOfferId, !ar_valid || 32'(ar.id) < Reads)
  `FBY_ASSERT(TieReads, 32'(u_dut.reads_q) <= Reads)
  `FBY_ASSERT(TieReserved, 32'(reserved) <= QueueDescs)
  // One behind the other: where the oldest ends the next one begins, and the last one ends where the next place is.
  place_t [Reads-1:0] from, to;
  for (genvar k = 0; k < int'(Reads); k++) begin : g_place
    assign from[k] = u_dut.fill_q[slot[k]];
    assign to[k]   = u_dut.fill_q[slot[k]] + place_t'(todo[slot[k]]);
  end
  logic [ReadBits-1:0] newest;
  assign newest = ReadBits'(u_dut.reads_q - 1'b1);
  `FBY_ASSERT(PlacesEnd, u_dut.reads_q == '0 || to[newest] == u_dut.tail_q)
  for (genvar k = 0; k < int'(Reads); k++) begin : g_inside
    `FBY_ASSERT(PlacesInside, !there[k] || (32'(todo[slot[k]]) <= QueueDescs
                && 32'(place_t'(from[k] - u_dut.head_q)) + 32'(todo[slot[k]]) <= 32'(reserved)))
    if (k > 0) begin : g_follow
      `FBY_ASSERT(PlacesFollow, !there[k] || place_t'(to[k-1] - u_dut.head_q) <= place_t'(from[k] - u_dut.head_q))
    end
  end
  `FBY_ASSERT(AnswersAreTaken, r_ready)

  // ---- a flush ----

  logic    held_q;
  axi_ax_t ar_q;
  always_ff @(posedge clk_i) begin
    held_q <= !rst_i && ar_valid && !ar_ready_i;
    ar_q   <= ar;
  end
  `FBY_ASSERT(OfferStays, !held_q || (ar_valid && ar == ar_q))
  `FBY_ASSERT(StopAsksForNothing, !stop_q || !ar_valid || held_q)
  `FBY_ASSERT(IdleOwesNothing, !idle || owed_q == '0)
  `FBY_ASSERT(StopGivesNothing, !stop_q || !desc_valid)

  // Nothing but an offer and what memory owes keeps a flushed fetcher from rest.
  `FBY_ASSERT(StopWaitsForMemoryOnly, !stop_q || idle || ar_valid || owed_q != '0)
  logic ended_q;
  int unsigned all_owed;
  always_comb begin
    all_owed = 0;
    for (int unsigned k = 0; k < Reads; k++) all_owed = all_owed + 32'(owed_q[k]);
  end
  always_ff @(posedge clk_i) ended_q <= !rst_i && flush_i && stop_q && takes && !ar_valid
                                        && all_owed == 1;
  `FBY_ASSERT(IdleAfterTheLastBeat, !ended_q || idle)

  `FBY_COVER(TwoUnderWay, owed_q[0] != '0 && owed_q[1] != '0 && stop_q)
  `FBY_COVER(YoungerFirst, 32'(u_dut.reads_q) == 2 && todo[slot[1]] == '0 && todo[slot[0]] != '0)
  `FBY_COVER(StopWhileOffered, stop_q && held_q && asks && ar.len == 8'd1)
  `FBY_COVER(NextBlock, desc_valid && u_dut.follow && !stop_q)

  logic unused;
  assign unused = &{1'b0, desc, error, error_addr, credits_used};

endmodule
