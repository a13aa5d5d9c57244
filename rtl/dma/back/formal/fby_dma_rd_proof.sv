// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the read bursts of a mover from a stop on, behind a splitter that was told of it and in front of a memory
/// that answers what it was asked, in any order and at any time.
///
/// Nothing further is asked for. Cycles after the stop are those in which the oldest beat has not come from memory, those
/// in which whoever takes the beats does not, and at most FifoBeats + Requests + 4 others; then nothing is left inside.
/// Where memory answers in order and beats are taken at once, of these at most Requests + 5 come after memory's last
/// answer, unless memory was never waited for.
module fby_dma_rd_proof
  import fby_axi_pkg::*;
  import fby_dma_back_pkg::*;
#(
  parameter int unsigned Slots         = 2,
  parameter int unsigned FifoBeats     = 4,
  parameter int unsigned MaxBurstBytes = 2 * DATA_BYTES,
  /// Requests that the owner of the tags lets in.
  parameter int unsigned Requests      = 2,
  /// Memory answers in order, and beats are taken at once.
  parameter bit          InOrder       = 1'b0
) (
  input logic    clk_i,
  input logic    cancel_i,
  input burst_t  burst_i,
  input logic    burst_valid_i,
  input logic    ar_ready_i,
  input axi_r_t  r_i,
  input logic    r_valid_i,
  input logic    chunk_ready_i
);

  localparam int unsigned PtrBits  = $clog2(FifoBeats);
  localparam int unsigned SlotBits = $clog2(Slots);
  localparam int unsigned MaxBeats = MaxBurstBytes / DATA_BYTES;

  logic                 rst_i = 1'b1;
  logic                 burst_ready, ar_valid, r_ready, chunk_valid, no_room;
  axi_ax_t              ar;
  chunk_t               chunk;
  logic [DATA_BITS-1:0] data;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_dma_rd #(.Slots(Slots), .FifoBeats(FifoBeats), .MaxBurstBytes(MaxBurstBytes)) u_dut (
    .clk_i, .rst_i,
    .burst_i, .burst_valid_i, .burst_ready_o(burst_ready),
    .rd_req_o({ar, ar_valid}), .rd_req_ready_i(ar_ready_i), .rd_rsp_i({r_i, r_valid_i}), .rd_rsp_ready_o(r_ready),
    .chunk_o(chunk), .chunk_data_o(data), .chunk_valid_o(chunk_valid), .chunk_ready_i,
    .no_room_o(no_room)
  );

  logic alloc, leaves;
  assign alloc  = burst_valid_i && burst_ready;
  assign leaves = u_dut.take && u_dut.slot_last;

  // ---- the slots, oldest first: their beats, those that memory owes of them, and where they begin in the memory ----

  logic [Slots-1:0][BEATS_BITS-1:0] owed_q;
  always_ff @(posedge clk_i) begin
    if (r_valid_i) owed_q[r_i.id[SlotBits-1:0]] <= owed_q[r_i.id[SlotBits-1:0]] - 1'b1;
    if (alloc) owed_q[u_dut.next_q] <= burst_i.beats;
    if (rst_i) owed_q <= '0;
  end

  logic [Slots-1:0]                   in_use, last;
  logic [Slots-1:0][SlotBits-1:0]     slot;
  logic [Slots-1:0][BEATS_BITS-1:0]   beats, owed;
  logic [Slots:0][PtrBits:0]          place;
  logic [7:0]                         all_beats, all_owed, nulls, lasts;
  logic [SlotBits-1:0]                oldest_owed;
  always_comb begin
    all_beats   = '0;
    all_owed    = '0;
    nulls       = '0;
    lasts       = '0;
    oldest_owed = '0;
    place[0]    = u_dut.rptr_q - (PtrBits + 1)'(u_dut.idx_q);
    for (int unsigned k = 0; k < Slots; k++) begin
      slot[k]    = u_dut.head_q + SlotBits'(k);
      in_use[k]  = k < 32'(u_dut.used_q);
      beats[k]   = in_use[k] ? u_dut.slot_q[slot[k]].beats : '0;
      last[k]    = in_use[k] && u_dut.slot_q[slot[k]].last;
      owed[k]    = owed_q[slot[k]];
      place[k+1] = place[k] + (PtrBits + 1)'(beats[k]);
      all_beats  = all_beats + 8'(beats[k]);
      all_owed   = all_owed + 8'(owed[k]);
      nulls      = nulls + 8'(in_use[k] && beats[k] == '0);
      lasts      = lasts + 8'(last[k]);
    end
    for (int unsigned k = Slots; k != 0; k--) if (owed[k-1] != '0) oldest_owed = slot[k-1];
  end

  // ---- the neighbours ----

  // Splitter (fby_dma_split): bursts of no beats end their request; a cancelled request is over with one of these, and
  // the run control (fby_xdma_run) hands over no other. Tags (fby_dma_tags) bound the requests.
  logic stop_q, over_q;
  always_ff @(posedge clk_i) begin
    stop_q <= !rst_i && cancel_i;
    over_q <= !rst_i && cancel_i && (over_q || alloc);
  end
  `FBY_ASSUME(StopStays, !stop_q || cancel_i)
  `FBY_ASSUME(CancelledAsksForNothing, !cancel_i || !burst_valid_i || burst_i.beats == '0)
  `FBY_ASSUME(CancelledIsTheLast, !over_q || !burst_valid_i)
  `FBY_ASSUME(NullIsLast, !burst_valid_i || burst_i.beats != '0 || burst_i.last)
  `FBY_ASSUME(BurstIsShort, !burst_valid_i || 32'(burst_i.beats) <= MaxBeats)
  `FBY_ASSUME(RequestsAreFew, !burst_valid_i || !burst_i.last || 32'(lasts) < Requests)
  // Memory: answers what was asked.
  `FBY_ASSUME(AnswerWasAsked, !r_valid_i || (32'(r_i.id) < Slots && owed_q[r_i.id[SlotBits-1:0]] != '0
              && !(ar_valid && ar.id == r_i.id)
              && r_i.last == (owed_q[r_i.id[SlotBits-1:0]] == BEATS_BITS'(1))))
  `FBY_ASSUME(AnswerInOrder, !InOrder || !r_valid_i || r_i.id[SlotBits-1:0] == oldest_owed)
  // Gate (fby_dma_gate, GateCancelUsesUp) of a stream.
  `FBY_ASSUME(TakenAtOnce, !InOrder || !cancel_i || chunk_ready_i)

  // ---- ties to the inside ----

  `FBY_ASSERT(TieUsed, 32'(u_dut.used_q) <= Slots && u_dut.next_q == u_dut.head_q + SlotBits'(u_dut.used_q))
  `FBY_ASSERT(TieBase, u_dut.base_q == place[Slots])
  `FBY_ASSERT(TieRoom, 32'(u_dut.room_q) + 32'(all_beats) - 32'(u_dut.idx_q) == FifoBeats)
  `FBY_ASSERT(TieIndex, u_dut.idx_q == '0 || (in_use[0] && u_dut.idx_q < beats[0]))
  `FBY_ASSERT(TieTaken, u_dut.idx_q + owed[0] <= beats[0])
  `FBY_ASSERT(TieLasts, 32'(lasts) <= Requests)
  for (genvar k = 0; k < int'(Slots); k++) begin : g_tie
    `FBY_ASSERT(TieShort, 32'(beats[k]) <= MaxBeats && owed[k] <= beats[k])
    `FBY_ASSERT(TieFill, !in_use[k] || u_dut.fill_q[slot[k]] == place[k] + (PtrBits + 1)'(beats[k] - owed[k]))
    `FBY_ASSERT(TieGot, !in_use[k] || u_dut.got_q[slot[k]] == beats[k] - owed[k])
    `FBY_ASSERT(TieNull, !in_use[k] || beats[k] != '0 || last[k])
    `FBY_ASSERT(TieOffered, !ar_valid || 32'(ar.id) != 32'(slot[k])
                || (in_use[k] && beats[k] != '0 && owed[k] == beats[k]))
  end
  `FBY_ASSERT(TieOfferedId, !ar_valid || 32'(ar.id) < Slots)

  // ---- a stop: nothing more is asked for ----

  logic       held_q, asked_q;
  axi_ax_t    ar_q;
  logic [1:0] taken_q;   // reads taken by the bus since the stop
  always_ff @(posedge clk_i) begin
    held_q  <= !rst_i && ar_valid && !ar_ready_i;
    asked_q <= !rst_i && alloc && burst_i.beats != '0;
    ar_q    <= ar;
    if (rst_i || !cancel_i) taken_q <= '0;
    else if (ar_valid && ar_ready_i && taken_q != '1) taken_q <= taken_q + 2'd1;
  end
  `FBY_ASSERT(OfferStays, !held_q || (ar_valid && ar == ar_q))
  `FBY_ASSERT(OfferWasAsked, !ar_valid || held_q || asked_q)
  `FBY_ASSERT(StopAsksForNothing, !stop_q || !ar_valid || held_q)
  `FBY_ASSERT(StopLeavesOneOffer, stop_q ? 3'(taken_q) + 3'(ar_valid) <= 3'd1 : taken_q == '0)
  `FBY_ASSERT(AnswersAreTaken, r_ready)

  // ---- a stop: all that is inside leaves, a beat or an end mark a cycle, but while the oldest beat is owed ----

  logic        waits, stuck, busy;
  logic [7:0]  work, rank, own_q, rest;
  assign waits = in_use[0] && beats[0] != '0 && owed[0] + u_dut.idx_q == beats[0];
  assign stuck = chunk_valid && !chunk_ready_i;
  assign work  = all_beats - 8'(u_dut.idx_q) + nulls;
  assign busy  = in_use[0] || chunk_valid || alloc;
  assign rest  = work + 8'(work != '0 || chunk_valid);
  assign rank  = rest + (over_q ? 8'd0 : 8'd3);
  always_ff @(posedge clk_i) begin
    if (rst_i || !cancel_i) own_q <= '0;
    else if (busy && !waits && !stuck) own_q <= own_q + 8'd1;
  end
  `FBY_ASSERT(WaitsForMemoryOnly, !in_use[0] || waits || stuck || u_dut.take)
  `FBY_ASSERT(StopCounts, stop_q || (own_q == '0 && !over_q))
  `FBY_ASSERT(StopEnds, !stop_q || 32'(own_q) + 32'(rank) <= FifoBeats + Requests + 4)
  `FBY_ASSERT(StopEmpties, rest != '0 || !(in_use[0] || chunk_valid))

  // Beats that came and have not left, and the end marks that left before them, since memory was last waited for.
  if (InOrder) begin : g_in_order
    logic       waited_q;
    logic [7:0] marks_q, late_q;
    always_ff @(posedge clk_i) begin
      if (rst_i || !cancel_i) begin
        waited_q <= 1'b0;
        marks_q  <= '0;
        late_q   <= '0;
      end else begin
        waited_q <= waited_q || waits;
        marks_q  <= marks_q + 8'(leaves && u_dut.null_head);
        if (busy && all_owed == '0) late_q <= late_q + 8'd1;
      end
    end
    logic untouched;   // no slot behind one of which memory owes has got anything
    always_comb begin
      untouched = 1'b1;
      for (int unsigned k = 1; k < Slots; k++) begin
        for (int unsigned j = 0; j < k; j++) begin
          if (owed[j] != '0 && owed[k] != beats[k]) untouched = 1'b0;
        end
      end
    end
    `FBY_ASSERT(TieOrder, untouched)
    `FBY_ASSERT(TieOrderCounts, stop_q || (!waited_q && marks_q == '0 && late_q == '0))
    `FBY_ASSERT(FewMarks, !cancel_i || 32'(marks_q) + 32'(nulls) <= Requests + 32'(over_q))
    `FBY_ASSERT(FollowsMemory, !cancel_i || !waited_q
                || 32'(all_beats) - 32'(all_owed) - 32'(u_dut.idx_q) <= 32'(marks_q) + 1)
    `FBY_ASSERT(LateIsForGood, late_q == '0 || all_owed == '0)
    `FBY_ASSERT(LateCount, !stop_q || !waited_q || late_q == '0
                || 32'(late_q) + 32'(rank) <= Requests + 5)
    `FBY_COVER(FollowsToTheEnd, stop_q && waited_q && over_q && !busy && late_q != '0)
  end

  `FBY_COVER(StopWhileFull, stop_q && !busy && over_q && 32'(own_q) >= FifoBeats)
  `FBY_COVER(StopWhileOffered, stop_q && held_q && ar_ready_i && owed_q[0] != '0)

  logic unused;
  assign unused = &{1'b0, data, chunk, no_room};

endmodule
