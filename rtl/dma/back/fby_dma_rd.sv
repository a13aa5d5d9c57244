// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Issues read bursts and gives their data back in order, however the bus returns it.
///
/// A read takes a slot (its number is the AXI id, so ids of outstanding reads differ) and a region of the
/// data memory before it is issued: a return always has a place and r_ready never falls. That rule is what keeps
/// several movers on one bus from blocking each other.
///
///   bursts (ring)   head -> [ a: 1 beat ][ b: 2 beats ][ c: 16 beats ][ d: 0 ][ e: 2 beats ] <- next
///   slots (ring)    head -> [ 3: a and b               ][ 4: c        ]       [ 5: e       ] <- next
///   data memory            |  . x  x                   |  x x x x ... |       |  x x       |        x = arrived
///
/// Bursts whose bytes follow each other are asked for by one read: until it is on offer, a read takes in the next burst if that is
/// there and joins. Where one ends and the next begins within a beat, both take their bytes from that beat. Nobody waits for
/// a burst that may join.
///
/// Data leaves for the head burst as soon as its next beat has arrived; a slot is free once the last beat of its last burst left.
module fby_dma_rd
  import fby_dma_back_pkg::*;
#(
  /// Reads in flight; a power of two, 2 or more. Ids 0 to Slots-1 are used.
  parameter int unsigned Slots         = 8,
  /// Beats of data memory; a power of two that holds a longest burst.
  parameter int unsigned FifoBeats     = 64,
  /// Longest burst that arrives here, and longest read.
  parameter int unsigned MaxBurstBytes = fby_regs_pkg::CARD_DMA_READ_BYTES,
  /// Bursts inside, of which several may share a read; a power of two, Slots or more. As many as Slots: none do.
  parameter int unsigned Bursts        = Slots
) (
  input  logic                              clk_i,
  input  logic                              rst_i,
  input  burst_t                            burst_i,
  input  logic                              burst_valid_i,
  output logic                              burst_ready_o,
  output fby_axi_pkg::axi_rd_req_t          rd_req_o,
  input  logic                              rd_req_ready_i,
  input  fby_axi_pkg::axi_rd_rsp_t          rd_rsp_i,
  output logic                              rd_rsp_ready_o,
  output chunk_t                            chunk_o,
  output logic [fby_axi_pkg::DATA_BITS-1:0] chunk_data_o,
  output logic                              chunk_valid_o,
  input  logic                              chunk_ready_i,
  /// A burst waits because the data memory has no room for it.
  output logic                              no_room_o
);

  localparam int unsigned SlotBits  = $clog2(Slots);
  localparam int unsigned BurstBits = $clog2(Bursts);
  localparam int unsigned PtrBits   = $clog2(FifoBeats);
  localparam int unsigned LaneBits  = fby_axi_pkg::LANE_BITS;
  localparam int unsigned WordBits  = fby_axi_pkg::DATA_BITS + 2;

  if (Slots < 2 || (Slots & (Slots - 1)) != 0 || SlotBits > fby_axi_pkg::ID_BITS) begin : g_bad_slots
    $error("fby_dma_rd: Slots must be a power of two from 2 to 256");
  end
  if (Bursts < Slots || (Bursts & (Bursts - 1)) != 0) begin : g_bad_bursts
    $error("fby_dma_rd: Bursts must be a power of two and no less than Slots");
  end
  if ((FifoBeats & (FifoBeats - 1)) != 0 ||
      FifoBeats < MaxBurstBytes / fby_axi_pkg::DATA_BYTES || FifoBeats < 2) begin : g_bad_fifo
    $error("fby_dma_rd: FifoBeats must be a power of two that holds MaxBurstBytes");
  end

  // Ring of bursts; which of them have joined the read of the one before, and begin in its last beat.
  burst_t                        burst_q [Bursts];
  logic [Bursts-1:0]             joined_q, shared_q;
  logic [BurstBits-1:0]          in_q, out_q, after;
  logic [BurstBits:0]            count_q;
  // Slot table. fill_q runs ahead of the read pointer by the beats that have arrived; its extra top bit
  // tells a full memory from an empty one.
  logic [Slots-1:0][PtrBits:0]   fill_q;
  logic [SlotBits-1:0]           next_q, head_q;
  logic [SlotBits:0]             used_q;
  logic [PtrBits:0]              room_q, base_q, rptr_q;

  // ---- issue: slot and room first, then the read ----
  logic                          enter, alloc, join_on, asks, fits, space;
  logic [PtrBits:0]              beats;
  // A read is in hand; it was on offer before.
  logic                          ar_valid_q, shown_q;
  fby_axi_pkg::axi_ax_t          ar_q;

  assign asks      = burst_i.beats != '0;
  assign space     = count_q != (BurstBits + 1)'(Bursts);
  // The beat in which it begins is there already if the one before ends in it.
  assign beats     = (PtrBits + 1)'(burst_i.beats) - (PtrBits + 1)'(join_on && burst_i.addr[LaneBits-1:0] != '0);
  assign fits      = (PtrBits + 1)'(burst_i.beats) <= room_q;
  assign no_room_o = burst_valid_i && !fits;
  // A read that was on offer stays as it is. One that was not has its last burst from the cycle before.
`ifdef FBY_MUTANT_RD_JOINS
  assign join_on   = Bursts != Slots && burst_valid_i && asks && burst_i.joins && ar_valid_q && fits && space;
`else
  assign join_on   = Bursts != Slots && burst_valid_i && asks && burst_i.joins && ar_valid_q && !shown_q && fits &&
                     space;
`endif
  // The end mark of a request asks for nothing and waits for no bus.
  assign burst_ready_o = space && (!asks || join_on ||
                         (fits && used_q != (SlotBits + 1)'(Slots) && (!ar_valid_q || rd_req_ready_i)));
  assign enter     = burst_valid_i && burst_ready_o;
`ifdef FBY_MUTANT_RD_ASKS
  assign alloc     = enter && !join_on;
`else
  assign alloc     = enter && !join_on && asks;
`endif
  assign rd_req_o.ar       = ar_q;
  assign rd_req_o.ar_valid = ar_valid_q && !join_on;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      ar_valid_q <= 1'b0;
      shown_q    <= 1'b0;
    end else begin
      ar_valid_q <= alloc || (ar_valid_q && (join_on || !rd_req_ready_i));
      shown_q    <= rd_req_o.ar_valid && !rd_req_ready_i;
    end
    if (alloc) begin
      ar_q.id    <= fby_axi_pkg::ID_BITS'(next_q);
      ar_q.addr  <= burst_i.addr;
      ar_q.len   <= 8'(burst_i.beats) - 8'd1;
      ar_q.bytes <= burst_i.bytes;
      // The mover knows whose it is.
      ar_q.who   <= '0;
    end else if (join_on) begin
      ar_q.len   <= ar_q.len + 8'(beats);
      ar_q.bytes <= ar_q.bytes + burst_i.bytes;
    end
    if (enter) begin
      burst_q[in_q]  <= burst_i;
      joined_q[in_q] <= join_on;
      shared_q[in_q] <= join_on && burst_i.addr[LaneBits-1:0] != '0;
    end
  end

  // ---- returns go to the region of their slot ----
  logic [SlotBits-1:0] r_slot;
  logic                r_take;

  assign r_slot    = rd_rsp_i.r.id[SlotBits-1:0];
  assign rd_rsp_ready_o = 1'b1;
  assign r_take    = rd_rsp_i.r_valid;

  always_ff @(posedge clk_i) begin
    if (alloc) fill_q[next_q] <= base_q;
    if (r_take) fill_q[r_slot] <= fill_q[r_slot] + 1'b1;
  end

  // ---- head burst gives its beats ----
  burst_t                        head;
  logic                          null_head, arrived, take, ends, pops, frees, more, shares;
  logic [BEATS_BITS-1:0]         idx_q;
  logic [BYTES_BITS-1:0]         left_q, left;
  logic [LaneBits-1:0]           lo;
  logic [LaneBits:0]             lanes, bytes;
  logic                          out_valid_q, out_null_q;
  chunk_t                        out_d_q;
  logic [WordBits-1:0]           word;

  assign after = out_q + 1'b1;

  always_comb begin
    head      = burst_q[out_q];
    null_head = head.beats == '0;
    arrived   = fill_q[head_q] != rptr_q;
`ifdef FBY_MUTANT_RD_WAITS
    take      = count_q != '0 && arrived && (!out_valid_q || chunk_ready_i);
`else
    take      = count_q != '0 && (null_head || arrived) && (!out_valid_q || chunk_ready_i);
`endif
    ends      = null_head || idx_q + 1'b1 == head.beats;
    // The read goes on in the next burst, perhaps in the very beat. What joins has joined before data can be here.
    more      = Bursts != Slots && count_q > (BurstBits + 1)'(1) && joined_q[after];
`ifdef FBY_MUTANT_RD_SHARES
    shares    = 1'b0;
`else
    shares    = more && shared_q[after];
`endif
    pops      = take && !null_head && !(ends && shares);
    frees     = take && !null_head && ends && !more;
    lo        = idx_q == '0 ? head.addr[LaneBits-1:0] : '0;
    left      = idx_q == '0 ? head.bytes : left_q;
    lanes     = (LaneBits + 1)'(fby_axi_pkg::DATA_BYTES) - (LaneBits + 1)'(lo);
    bytes     = left < BYTES_BITS'(lanes) ? left[LaneBits:0] : lanes;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      in_q    <= '0;
      out_q   <= '0;
      count_q <= '0;
      next_q  <= '0;
      head_q  <= '0;
      used_q  <= '0;
      room_q  <= (PtrBits + 1)'(FifoBeats);
      base_q  <= '0;
      rptr_q  <= '0;
      idx_q   <= '0;
    end else if (enter || take) begin
      if (enter) in_q <= in_q + 1'b1;
      if (alloc) next_q <= next_q + 1'b1;
      if (enter) base_q <= base_q + beats;
      if (take) idx_q <= ends ? '0 : idx_q + 1'b1;
      if (take && ends) out_q <= after;
      if (frees) head_q <= head_q + 1'b1;
      if (pops) rptr_q <= rptr_q + 1'b1;
      count_q <= count_q + (BurstBits + 1)'(enter) - (BurstBits + 1)'(take && ends);
      used_q <= used_q + (SlotBits + 1)'(alloc) - (SlotBits + 1)'(frees);
      room_q <= room_q - (enter ? beats : '0) + (PtrBits + 1)'(pops);
    end
    if (take) left_q <= left - BYTES_BITS'(bytes);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) out_valid_q <= 1'b0;
    else if (take) out_valid_q <= 1'b1;
    else if (chunk_ready_i) out_valid_q <= 1'b0;
    if (take) begin
      out_null_q    <= null_head;
      out_d_q.lo    <= lo;
      out_d_q.bytes <= bytes;
      out_d_q.last  <= ends && head.last;
      out_d_q.resp  <= fby_axi_pkg::RESP_OKAY;
      out_d_q.addr  <= head.addr;
      out_d_q.tag   <= head.tag;
    end
  end

  fby_dma_ram #(
    .WidthBits(WordBits),
    .Depth    (FifoBeats)
  ) u_ram (
    .clk_i,
    .we_i   (r_take),
    .waddr_i(fill_q[r_slot][PtrBits-1:0]),
    .wdata_i({rd_rsp_i.r.resp, rd_rsp_i.r.data}),
    .re_i   (take && !null_head),
    .raddr_i(rptr_q[PtrBits-1:0]),
    .rdata_o(word)
  );

  always_comb begin
    chunk_o = out_d_q;
    if (!out_null_q) chunk_o.resp = word[WordBits-1-:2];
  end
  assign chunk_data_o  = word[fby_axi_pkg::DATA_BITS-1:0];
  assign chunk_valid_o = out_valid_q;

  // The count of beats comes from the request, not from RLAST; a bus that disagrees is broken.
  logic [Slots-1:0][BEATS_BITS-1:0] owed_q;
  always_ff @(posedge clk_i) begin
    if (r_take) owed_q[r_slot] <= owed_q[r_slot] - 1'b1;
    if (alloc) owed_q[next_q] <= burst_i.beats;
    if (join_on) owed_q[ar_q.id[SlotBits-1:0]] <= owed_q[ar_q.id[SlotBits-1:0]] + BEATS_BITS'(beats);
  end
  `FBY_ASSERT(RdRoomNeverOverdrawn, 32'(room_q) <= FifoBeats)
  `FBY_ASSERT(RdReturnHasSlot, !r_take || (32'(rd_rsp_i.r.id) < Slots && used_q != '0))
  `FBY_ASSERT(RdLastMatches, !r_take || rd_rsp_i.r.last == (owed_q[r_slot] == BEATS_BITS'(1)))
  `FBY_ASSERT(RdJoinsWhatPrecedes, !join_on || ar_q.addr + 64'(ar_q.bytes) == burst_i.addr)
  `FBY_ASSERT(RdJoinsNoMoreThanALongest, !join_on || 32'(ar_q.bytes) + 32'(burst_i.bytes) <= MaxBurstBytes)

  logic unused;
  assign unused = &{1'b0, rd_rsp_i.r.id, rd_rsp_i.r.last, head.joins, owed_q};

endmodule
