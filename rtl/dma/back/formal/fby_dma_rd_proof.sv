// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the read bursts of a mover from a stop on, behind a splitter that was told of it and in front of a memory
/// that answers what it was asked, in any order and at any time.
///
/// Nothing further is asked for. Cycles after it are those in which the oldest beat has not come from memory, those in which
/// the beats are not taken, and at most FifoBeats + Requests + 4 others; then nothing is left inside. Where memory answers in
/// order and beats are taken at once, at most Requests + 5 of these come after its last answer, if it was waited for.
module fby_dma_rd_proof
  import fby_axi_pkg::*;
  import fby_dma_back_pkg::*;
#(
  parameter int unsigned Slots         = 2,
  parameter int unsigned FifoBeats     = 4,
  parameter int unsigned MaxBurstBytes = 2 * DATA_BYTES,
  /// Bursts inside; more than Slots: those whose bytes follow each other share a read.
  parameter int unsigned Bursts        = 4,
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
  localparam int unsigned BurstBits = $clog2(Bursts);
  localparam int unsigned MaxBeats = MaxBurstBytes / DATA_BYTES;

  logic                 rst_i = 1'b1;
  logic                 burst_ready, ar_valid, r_ready, chunk_valid, no_room;
  axi_ax_t              ar;
  chunk_t               chunk;
  logic [DATA_BITS-1:0] data;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_dma_rd #(.Slots(Slots), .FifoBeats(FifoBeats), .MaxBurstBytes(MaxBurstBytes), .Bursts(Bursts)) u_dut (
    .clk_i, .rst_i,
    .burst_i, .burst_valid_i, .burst_ready_o(burst_ready),
    .rd_req_o({ar_valid, ar}), .rd_req_ready_i(ar_ready_i), .rd_rsp_i({r_valid_i, r_i}), .rd_rsp_ready_o(r_ready),
    .chunk_o(chunk), .chunk_data_o(data), .chunk_valid_o(chunk_valid), .chunk_ready_i,
    .no_room_o(no_room)
  );

  logic alloc, leaves;
  assign {alloc, leaves} = {burst_valid_i && burst_ready, u_dut.take && u_dut.ends};

  // ---- the reads: the beats that memory owes of each ----

  logic [Slots-1:0][BEATS_BITS-1:0] owed_q;
  logic [SlotBits-1:0]              id, newest;
  assign id     = r_i.id[SlotBits-1:0];
  assign newest = ar.id[SlotBits-1:0];
  always_ff @(posedge clk_i) begin
    if (r_valid_i) owed_q[id] <= owed_q[id] - 1'b1;
    if (u_dut.alloc) owed_q[u_dut.next_q] <= burst_i.beats;
    if (u_dut.join_on) owed_q[newest] <= owed_q[newest] + BEATS_BITS'(u_dut.beats);
    if (rst_i) owed_q <= '0;
  end

  // ---- the bursts, oldest first: their beats, the read they are of, and where they begin in the memory ----

  logic [Bursts-1:0]                   in_use, last, full, joined, shared, ends_read;
  logic [Bursts-1:0][BurstBits-1:0]    at;
  logic [Bursts-1:0][SlotBits-1:0]     slot;
  logic [Bursts-1:0][BEATS_BITS-1:0]   beats;
  logic [Bursts:0][PtrBits:0]          place;    // where its first beat is; behind the last one: where the next goes
  logic [Slots-1:0]                    slot_used;
  logic [SlotBits-1:0]                 rank_slot, oldest_owed;
  logic                                seen;
  logic [7:0]                          all_beats, all_owed, nulls, lasts, shares, reads;
  always_comb begin
    all_beats   = '0;
    nulls       = '0;
    lasts       = '0;
    shares      = '0;
    reads       = '0;
    seen        = 1'b0;
    rank_slot   = u_dut.head_q;
    slot_used   = '0;
    oldest_owed = '0;
    place[0]    = u_dut.rptr_q - (PtrBits + 1)'(u_dut.idx_q);
    for (int unsigned k = 0; k < Bursts; k++) begin
      at[k]     = u_dut.out_q + BurstBits'(k);
      in_use[k] = k < 32'(u_dut.count_q);
      beats[k]  = in_use[k] ? u_dut.burst_q[at[k]].beats : '0;
      full[k]   = beats[k] != '0;
      last[k]   = in_use[k] && u_dut.burst_q[at[k]].last;
      joined[k] = in_use[k] && u_dut.joined_q[at[k]];
      shared[k] = in_use[k] && u_dut.shared_q[at[k]];
      if (full[k] && seen && !joined[k]) rank_slot = rank_slot + 1'b1;
      if (full[k] && (!seen || !joined[k])) reads = reads + 8'd1;
      if (full[k]) seen = 1'b1;
      slot[k]    = rank_slot;
      if (full[k]) slot_used[rank_slot] = 1'b1;
      all_beats  = all_beats + 8'(beats[k]);
      nulls      = nulls + 8'(in_use[k] && !full[k]);
      lasts      = lasts + 8'(last[k]);
      if (k != 0) shares = shares + 8'(shared[k]);
    end
    for (int unsigned k = 0; k < Bursts; k++) begin
      ends_read[k] = full[k] && !(k + 1 < Bursts && joined[(k + 1) % Bursts]);
      // What shares the last beat of this one begins in it.
      place[k+1] = place[k] + (PtrBits + 1)'(beats[k])
                   - (PtrBits + 1)'(k + 1 < Bursts && shared[(k + 1) % Bursts]);
    end
    all_owed    = '0;
    for (int unsigned s = 0; s < Slots; s++) all_owed = all_owed + 8'(owed_q[s]);
    for (int unsigned s = Slots; s != 0; s--) begin
      if (owed_q[SlotBits'(u_dut.head_q + SlotBits'(s - 1))] != '0) oldest_owed = u_dut.head_q + SlotBits'(s - 1);
    end
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
  // What it gives lies between two cuts, in as many beats as it says. What joins begins a request and follows what came before.
  localparam int unsigned CutBits = $clog2(MaxBurstBytes);
  logic [63:0]        end_q;     // where the last burst ended
  logic               full_q, ended_q;
  logic [CutBits+1:0] in_cut, in_beats;
  assign in_cut   = (CutBits + 2)'(burst_i.addr[CutBits-1:0]) + (CutBits + 2)'(burst_i.bytes);
  assign in_beats = ((CutBits + 2)'(burst_i.addr[LANE_BITS-1:0]) + (CutBits + 2)'(burst_i.bytes)
                     + (CutBits + 2)'(DATA_BYTES - 1)) >> LANE_BITS;
  always_ff @(posedge clk_i) begin
    if (alloc) begin
      end_q      <= burst_i.addr + 64'(burst_i.bytes);
      {full_q, ended_q} <= {burst_i.beats != '0, burst_i.last};
    end
    if (rst_i) full_q <= 1'b0;
  end
  `FBY_ASSUME(BurstIsLegal, !burst_valid_i || burst_i.beats == '0 || (32'(burst_i.bytes) <= MaxBurstBytes
              && burst_i.bytes != '0 && 32'(in_cut) <= MaxBurstBytes && 32'(in_beats) == 32'(burst_i.beats)))
  // (SplitJoins, SplitJoinsFirst)
  `FBY_ASSUME(JoinsWhatPrecedes, !burst_valid_i || !burst_i.joins || !full_q
              || (ended_q && burst_i.addr == end_q && end_q[CutBits-1:0] != '0))
  `FBY_ASSUME(RequestsAreFew, !burst_valid_i || !burst_i.last || 32'(lasts) < Requests)
  // Memory: answers what was asked.
  `FBY_ASSUME(AnswerWasAsked, !r_valid_i || (32'(r_i.id) < Slots && owed_q[id] != '0
              && !(u_dut.ar_valid_q && ar.id == r_i.id)
              && r_i.last == (owed_q[id] == BEATS_BITS'(1))))
  `FBY_ASSUME(AnswerInOrder, !InOrder || !r_valid_i || id == oldest_owed)
  // Gate (fby_dma_gate, GateCancelUsesUp) of a stream.
  `FBY_ASSUME(TakenAtOnce, !InOrder || !cancel_i || chunk_ready_i)

  // ---- ties to the inside ----

  `FBY_ASSERT(TieUsed, 32'(u_dut.used_q) <= Slots && u_dut.next_q == u_dut.head_q + SlotBits'(u_dut.used_q)
              && 32'(u_dut.used_q) == 32'(reads))
  `FBY_ASSERT(TieCount, 32'(u_dut.count_q) <= Bursts && u_dut.in_q == u_dut.out_q + BurstBits'(u_dut.count_q))
  `FBY_ASSERT(TieBase, u_dut.base_q == place[Bursts])
  `FBY_ASSERT(TieRoom, 32'(u_dut.room_q) + 32'(all_beats) - 32'(shares) - 32'(u_dut.idx_q) == FifoBeats)
  `FBY_ASSERT(TieIndex, u_dut.idx_q == '0 || (in_use[0] && u_dut.idx_q < beats[0]))
  `FBY_ASSERT(TieLasts, 32'(lasts) <= Requests)
  logic [Bursts-1:0] ahead_full, ahead_last;   // of the burst in front
  assign {ahead_full, ahead_last} = {full << 1, last << 1};
  for (genvar k = 0; k < int'(Bursts); k++) begin : g_tie
    `FBY_ASSERT(TieShort, 32'(beats[k]) <= MaxBeats)
    `FBY_ASSERT(TieNull, !in_use[k] || full[k] || last[k])
    `FBY_ASSERT(TieShared, (!shared[k] || joined[k]) && (!joined[k] || full[k]))
    `FBY_ASSERT(TieJoined, k == 0 || !joined[k] || (full[k] && ahead_full[k] && ahead_last[k]))
    // The places of a read end with its last burst.
    `FBY_ASSERT(TieFill, !ends_read[k]
                || u_dut.fill_q[slot[k]] == place[k] + (PtrBits + 1)'(beats[k]) - (PtrBits + 1)'(owed_q[slot[k]]))
  end
  // Of a read at most what has not left is owed.
  logic [Slots-1:0][7:0] left_of;
  always_comb begin
    left_of = '0;
    for (int unsigned k = 0; k < Bursts; k++) begin
      if (full[k]) begin
        left_of[slot[k]] = left_of[slot[k]] + 8'(beats[k]) - 8'(k != 0 && shared[k])
                           - (k == 0 ? 8'(u_dut.idx_q) : 8'd0);
      end
    end
  end
  for (genvar s = 0; s < int'(Slots); s++) begin : g_slot
    `FBY_ASSERT(TieOwed, slot_used[s] ? 32'(owed_q[s]) <= MaxBeats : owed_q[s] == '0)
    `FBY_ASSERT(TieOwedInside, owed_q[s] == u_dut.owed_q[s] || !slot_used[s])
    `FBY_ASSERT(TieTaken, 8'(owed_q[s]) <= left_of[s])
  end
  // The read in hand is the newest, and nothing of it has come.
  logic [7:0]         in_hand;
  logic [CutBits+1:0] hand_cut, hand_beats;
  assign hand_cut    = (CutBits + 2)'(ar.addr[CutBits-1:0]) + (CutBits + 2)'(ar.bytes);
  assign hand_beats  = ((CutBits + 2)'(ar.addr[LANE_BITS-1:0]) + (CutBits + 2)'(ar.bytes)
                        + (CutBits + 2)'(DATA_BYTES - 1)) >> LANE_BITS;
  assign in_hand     = left_of[newest];
  `FBY_ASSERT(TieInHand, !u_dut.ar_valid_q || (32'(ar.id) < Slots && newest == SlotBits'(u_dut.next_q - 1'b1)
              && u_dut.used_q != '0 && 8'(owed_q[newest]) == in_hand && 8'(ar.len) + 8'd1 == in_hand
              && 32'(ar.bytes) <= MaxBurstBytes && 32'(hand_cut) <= MaxBurstBytes && 32'(hand_beats) == 32'(in_hand)
              && (u_dut.used_q != (SlotBits + 1)'(1) || u_dut.idx_q == '0)
              && !(newest == u_dut.head_q && (joined[0] || shared[0]))))
  `FBY_ASSERT(TieOpen, !u_dut.ar_valid_q || u_dut.shown_q || (full_q && ar.addr + 64'(ar.bytes) == end_q))
  `FBY_ASSERT(TieShown, !u_dut.shown_q || u_dut.ar_valid_q)

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
  assign waits = full[0] && u_dut.fill_q[u_dut.head_q] == u_dut.rptr_q;
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
        marks_q  <= marks_q + 8'(leaves && !u_dut.pops);
        if (busy && all_owed == '0) late_q <= late_q + 8'd1;
      end
    end
    // No read behind one of which memory owes has got anything.
    logic                untouched;
    logic [SlotBits-1:0] older, younger;
    always_comb begin
      {untouched, older, younger} = {1'b1, {2 * SlotBits{1'b0}}};
      for (int unsigned k = 1; k < Slots; k++) begin
        for (int unsigned j = 0; j < k; j++) begin
          older   = u_dut.head_q + SlotBits'(j);
          younger = u_dut.head_q + SlotBits'(k);
          if (owed_q[older] != '0 && 8'(owed_q[younger]) != left_of[younger]) untouched = 1'b0;
        end
      end
    end
    `FBY_ASSERT(TieOrder, untouched)
    `FBY_ASSERT(TieOrderCounts, stop_q || (!waited_q && marks_q == '0 && late_q == '0))
    `FBY_ASSERT(FewMarks, !cancel_i || 32'(marks_q) + 32'(nulls) + 32'(shares) <= Requests + 32'(over_q))
    `FBY_ASSERT(FollowsMemory, !cancel_i || !waited_q
                || 32'(all_beats) - 32'(shares) - 32'(all_owed) - 32'(u_dut.idx_q) <= 32'(marks_q) + 1)
    `FBY_ASSERT(LateIsForGood, late_q == '0 || all_owed == '0)
    `FBY_ASSERT(LateCount, !stop_q || !waited_q || late_q == '0
                || 32'(late_q) + 32'(rank) <= Requests + 5)
    `FBY_COVER(FollowsToTheEnd, stop_q && waited_q && over_q && !busy && late_q != '0)
  end

  `FBY_COVER(SharedBeat, leaves && !u_dut.null_head && !u_dut.pops)
  `FBY_COVER(StopWhileFull, stop_q && !busy && over_q && 32'(own_q) >= FifoBeats)
  `FBY_COVER(StopWhileOffered, stop_q && held_q && ar_ready_i && owed_q[0] != '0)

  logic unused;
  assign unused = &{1'b0, data, chunk, no_room};

endmodule
