// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the issue of write bursts behind a queue of closed bursts and in front of a port that does as it likes.
///
/// The question shown stands until it is taken or withdrawn for a cycle, as fby_card_room wants it; a burst goes out with its
/// promise only, once, with all of its beats; it may begin while the data of the one before goes, and a burst that has begun or
/// has its promise when the one before it ends follows without a gap.
///
/// A stop begins no burst: one address at most is still on offer, and the data of the bursts under way follows. From any
/// moment on after which at most Beats beats in Bursts bursts come, at most Beats + Bursts cycles are not spent waiting for
/// the tracker, for room or for the port; from a stop on for no room and for no address.
module fby_dma_wr_issue_proof
  import fby_axi_pkg::*;
  import fby_dma_back_pkg::*;
#(
  /// What the write buffer holds.
  parameter int unsigned Beats  = 64,
  parameter int unsigned Bursts = 16
) (
  input logic                  clk_i,
  /// From here on no more comes than the write buffer holds, which is this.
  input logic                  quiet_i,
  input logic [6:0]            more_beats_i,
  input logic [4:0]            more_bursts_i,
  input burst_t                burst_i,
  input logic                  burst_valid_i,
  input tags_t                 failed_i,
  input logic                  cancel_i,
  input logic                  track_ready_i,
  input logic                  promise_i,
  input logic [DATA_BITS-1:0]  data_i,
  input logic [DATA_BYTES-1:0] strb_i,
  input logic                  data_valid_i,
  input logic                  aw_ready_i,
  input logic                  w_ready_i
);

  logic     rst_i = 1'b1;
  logic     burst_ready, skip, ask_valid, ask_take, data_ready, aw_valid, w_valid, room_q;
  // The question without its marks.
  typedef struct packed {
    logic [ADDR_BITS-1:0] addr;
    logic [7:0]           len;
  } question_t;
  question_t ask;
  axi_ax_t  aw;
  axi_w_t   w;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_dma_wr_issue u_dut (
    .clk_i, .rst_i,
    .burst_i, .burst_valid_i, .burst_ready_o(burst_ready),
    .failed_i, .cancel_i, .skip_o(skip), .track_ready_i,
    .ask_o({ask_valid, ask_take, ask}), .room_i(room_q),
    .data_i, .strb_i, .data_valid_i, .data_ready_o(data_ready),
    .wr_req_o({aw_valid, aw, w_valid, w}), .wr_req_ready_i({aw_ready_i, w_ready_i})
  );

  // Room for the question of the cycle before, as fby_card_room promises it.
  always_ff @(posedge clk_i) room_q <= !rst_i && ask_valid && !ask_take && promise_i;

  // ---- the queue keeps its head until it is taken; no burst is longer than a page; data is there ----
  burst_t                head_q;
  logic                  head_stays_q;
  // What is owed of the burst under way, and of the one that has begun behind it.
  logic [BEATS_BITS-1:0] owed_q, next_owed_q;
  logic                  drops_q, next_drops_q, one_ends;
  assign one_ends = owed_q == '0 || (owed_q == BEATS_BITS'(1) && data_valid_i && data_ready);
  always_ff @(posedge clk_i) begin
    head_q       <= burst_i;
    head_stays_q <= !rst_i && burst_valid_i && !burst_ready;
    if (data_valid_i && data_ready) owed_q <= owed_q - 1'b1;
    if (one_ends) begin
      {owed_q, drops_q} <= {next_owed_q, next_drops_q};
      next_owed_q       <= '0;
    end
    if (burst_valid_i && burst_ready) begin
      if (one_ends && next_owed_q == '0) {owed_q, drops_q} <= {burst_i.beats, skip};
      else {next_owed_q, next_drops_q} <= {burst_i.beats, skip};
    end
    if (rst_i) {owed_q, next_owed_q} <= '0;
  end
  `FBY_ASSUME(HeadStays, !head_stays_q || (burst_valid_i && burst_i == head_q))
  `FBY_ASSUME(BurstInPage, 32'(burst_i.beats) <= PAGE_BYTES / DATA_BYTES)
  `FBY_ASSUME(DataIsThere, owed_q == '0 || data_valid_i)

  // ---- the question ----
  question_t ask_q;
  logic     stood_q, took_q, held_q, end_q, w_end, may;
  axi_ax_t  aw_q;
  assign w_end = w_valid && w_ready_i && w.last;
  always_ff @(posedge clk_i) begin
    ask_q   <= ask;
    aw_q    <= aw;
    stood_q <= !rst_i && ask_valid && !ask_take;
    took_q  <= !rst_i && ask_take;
    held_q  <= !rst_i && aw_valid && !aw_ready_i;
    // The last beat goes while the next burst has begun, or has its promise and nothing else in its way.
    end_q   <= !rst_i && w_end && (next_owed_q != '0 ? !next_drops_q : may && ask_valid);
  end
  // Nothing is in the way of the burst that waits but the one that has begun already.
  assign may = burst_valid_i && track_ready_i && (skip || (room_q && (!aw_valid || aw_ready_i)));
  `FBY_ASSERT(QuestionStands, !(stood_q && ask_valid) || ask == ask_q)
  `FBY_ASSERT(TakesWhatIsPromised, !ask_take || (ask_valid && room_q))

  // ---- what goes out ----
  `FBY_ASSERT(TakenIsOffered, !took_q || (aw_valid && aw.addr == ask_q.addr && aw.len == ask_q.len))
  `FBY_ASSERT(OfferStays, !held_q || (aw_valid && aw == aw_q))
  `FBY_ASSERT(OfferWasTaken, !aw_valid || took_q || held_q)
  `FBY_ASSERT(SameBeatsOwed, owed_q == u_dut.left_q && (owed_q == '0 || drops_q == u_dut.drop_q))
  `FBY_ASSERT(SameBeatsNext, next_owed_q == u_dut.next_left_q
              && (next_owed_q == '0 || next_drops_q == u_dut.next_drop_q))
  `FBY_ASSERT(NextIsBehind, next_owed_q == '0 || owed_q != '0)
  `FBY_ASSERT(BeginsAhead, !(may && next_owed_q == '0) || burst_ready)
  `FBY_ASSERT(WholeBurst, w_valid == (owed_q != '0 && !drops_q) && (!w_valid || w.last == (owed_q == BEATS_BITS'(1))))
  `FBY_ASSERT(NoGap, !end_q || w_valid)

  // ---- a stop ----
  logic       stop_q;
  logic [1:0] taken_q;   // addresses taken by the port since the stop
  always_ff @(posedge clk_i) begin
    stop_q <= !rst_i && cancel_i;
    if (rst_i || !cancel_i) taken_q <= '0;
    else if (aw_valid && aw_ready_i && taken_q != '1) taken_q <= taken_q + 2'd1;
  end
  `FBY_ASSERT(StopTakesNothing, !cancel_i || !(ask_valid || ask_take))
  `FBY_ASSERT(StopLeavesOneAddress, stop_q ? 3'(taken_q) + 3'(aw_valid) <= 3'd1 : taken_q == '0)
  `FBY_ASSERT(StopWaitsForNoRoom, !(cancel_i && burst_valid_i && next_owed_q == '0 && track_ready_i) || burst_ready)

  // ---- in how many cycles the write buffer is empty ----
  logic       quiet_q, begins, waits;
  logic [6:0] beats_left_q;
  logic [4:0] bursts_left_q;
  logic [9:0] own_q, rank;
  assign begins = burst_valid_i && burst_ready;
  // For the port's data; for the tracker, for room or for the port's address.
  assign waits  = owed_q != '0 ? !drops_q && !w_ready_i
                : !track_ready_i || (!skip && (!room_q || (aw_valid && !aw_ready_i)));
  assign rank   = 10'(owed_q) + 10'(next_owed_q) + 10'(beats_left_q) + 10'(bursts_left_q);
  always_ff @(posedge clk_i) begin
    quiet_q <= !rst_i && quiet_i;
    if (rst_i || !quiet_i) own_q <= '0;
    else if (quiet_q && (owed_q != '0 || burst_valid_i) && !waits) own_q <= own_q + 10'd1;
    if (!quiet_q) begin
      beats_left_q  <= more_beats_i;
      bursts_left_q <= more_bursts_i;
    end else if (begins) begin
      beats_left_q  <= beats_left_q - 7'(burst_i.beats);
      bursts_left_q <= bursts_left_q - 5'd1;
    end
  end
  `FBY_ASSUME(QuietStays, !quiet_q || quiet_i)
  // The write buffer holds the rest of the burst under way as well.
  `FBY_ASSUME(BufferHolds, quiet_q || !quiet_i
              || (32'(owed_q) + 32'(next_owed_q) + 32'(more_beats_i) <= Beats
                  && 32'(more_bursts_i) <= Bursts && !begins))
  `FBY_ASSUME(NoMoreComes, !quiet_q || !burst_valid_i || (bursts_left_q != '0 && 7'(burst_i.beats) <= beats_left_q))
  `FBY_ASSERT(TieOwn, quiet_q || own_q == '0)
  `FBY_ASSERT(EmptiesSoon, !quiet_q || 32'(own_q) + 32'(rank) <= Beats + Bursts)
  `FBY_COVER(StopDrops, stop_q && quiet_q && own_q == 10'd4 && rank == '0 && taken_q == 2'd1)

  // Two bursts of two beats in four cycles, each with a promise of its own.
  logic [2:0] ends_q;
  logic [2:0] beats_q;
  always_ff @(posedge clk_i) begin
    ends_q  <= rst_i ? '0 : {ends_q[1:0], w_end};
    beats_q <= rst_i ? '0 : {beats_q[1:0], w_valid && w_ready_i};
  end
  `FBY_COVER(TwoBeatsEach, beats_q == '1 && ends_q == 3'b010 && w_end)
  `FBY_COVER(DroppedInTheMiddle, drops_q && owed_q == BEATS_BITS'(2) && data_ready && aw_valid)

endmodule
