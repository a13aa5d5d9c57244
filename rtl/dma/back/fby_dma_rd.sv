// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Issues read bursts and gives their data back in order, however the bus returns it.
///
/// A burst takes a slot (its number is the AXI id, so ids of outstanding reads differ) and a region of the
/// data memory before it is issued: a return always has a place and r_ready never falls. That rule is what keeps
/// several movers on one bus from blocking each other.
///
///   slots (ring)    head -> [ 3: 16 beats ][ 4: 16 beats ][ 5: 2 beats ] <- next
///   data memory            |  . . x x . .  |  x x x x ... |  x x  |        x = arrived
///
/// Data leaves from the head slot as soon as its next beat has arrived; a slot is free once its last beat left.
module fby_dma_rd
  import fby_dma_back_pkg::*;
#(
  /// Reads in flight; a power of two, 2 or more. Ids 0 to Slots-1 are used.
  parameter int unsigned Slots         = 8,
  /// Beats of data memory; a power of two that holds a longest burst.
  parameter int unsigned FifoBeats     = 64,
  /// Longest burst that arrives here.
  parameter int unsigned MaxBurstBytes = 1024
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

  localparam int unsigned SlotBits = $clog2(Slots);
  localparam int unsigned PtrBits  = $clog2(FifoBeats);
  localparam int unsigned LaneBits = fby_axi_pkg::LANE_BITS;
  localparam int unsigned WordBits = fby_axi_pkg::DATA_BITS + 2;

  if (Slots < 2 || (Slots & (Slots - 1)) != 0 || SlotBits > fby_axi_pkg::ID_BITS) begin : g_bad_slots
    $error("fby_dma_rd: Slots must be a power of two from 2 to 256");
  end
  if ((FifoBeats & (FifoBeats - 1)) != 0 ||
      FifoBeats < MaxBurstBytes / fby_axi_pkg::DATA_BYTES || FifoBeats < 2) begin : g_bad_fifo
    $error("fby_dma_rd: FifoBeats must be a power of two that holds MaxBurstBytes");
  end

  // Slot table. fill_q runs ahead of the read pointer by the beats that have arrived; its extra top bit
  // tells a full memory from an empty one.
  burst_t                        slot_q [Slots];
  logic [Slots-1:0][PtrBits:0]   fill_q;
  logic [SlotBits-1:0]           next_q, head_q;
  logic [SlotBits:0]             used_q;
  logic [PtrBits:0]              room_q, base_q, rptr_q;

  // ---- issue: slot and room first, then the read ----
  logic                          alloc, asks, fits;
  logic [PtrBits:0]              beats;
  logic                          ar_valid_q;
  fby_axi_pkg::axi_ax_t          ar_q;

  assign beats     = (PtrBits + 1)'(burst_i.beats);
  assign asks      = burst_i.beats != '0;
  assign fits      = beats <= room_q;
  assign no_room_o = burst_valid_i && !fits;
  assign burst_ready_o = fits && used_q != (SlotBits + 1)'(Slots) && (!ar_valid_q || rd_req_ready_i);
  assign alloc     = burst_valid_i && burst_ready_o;
  assign rd_req_o.ar       = ar_q;
  assign rd_req_o.ar_valid = ar_valid_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) ar_valid_q <= 1'b0;
`ifdef FBY_MUTANT_RD_ASKS
    else if (alloc) ar_valid_q <= 1'b1;
`else
    else if (alloc) ar_valid_q <= asks;
`endif
    else if (rd_req_ready_i) ar_valid_q <= 1'b0;
    if (alloc) begin
      ar_q.id    <= fby_axi_pkg::ID_BITS'(next_q);
      ar_q.addr  <= burst_i.addr;
      ar_q.len   <= 8'(burst_i.beats) - 8'd1;
      ar_q.bytes <= burst_i.bytes;
      // The mover knows whose it is.
      ar_q.who   <= '0;
      slot_q[next_q] <= burst_i;
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

  // ---- head slot gives its beats ----
  burst_t                        head;
  logic                          null_head, arrived, take, slot_last, pops;
  logic [BEATS_BITS-1:0]         idx_q;
  logic [BYTES_BITS-1:0]         left_q, left;
  logic [LaneBits-1:0]           lo;
  logic [LaneBits:0]             lanes, bytes;
  logic                          out_valid_q, out_null_q;
  chunk_t                        out_q;
  logic [WordBits-1:0]           word;

  always_comb begin
    head      = slot_q[head_q];
    null_head = head.beats == '0;
    arrived   = fill_q[head_q] != rptr_q;
`ifdef FBY_MUTANT_RD_WAITS
    take      = used_q != '0 && arrived && (!out_valid_q || chunk_ready_i);
`else
    take      = used_q != '0 && (null_head || arrived) && (!out_valid_q || chunk_ready_i);
`endif
    pops      = take && !null_head;
    slot_last = null_head || idx_q + 1'b1 == head.beats;
    lo        = idx_q == '0 ? head.addr[LaneBits-1:0] : '0;
    left      = idx_q == '0 ? head.bytes : left_q;
    lanes     = (LaneBits + 1)'(fby_axi_pkg::DATA_BYTES) - (LaneBits + 1)'(lo);
    bytes     = left < BYTES_BITS'(lanes) ? left[LaneBits:0] : lanes;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      next_q <= '0;
      head_q <= '0;
      used_q <= '0;
      room_q <= (PtrBits + 1)'(FifoBeats);
      base_q <= '0;
      rptr_q <= '0;
      idx_q  <= '0;
    end else begin
      if (alloc) begin
        next_q <= next_q + 1'b1;
        base_q <= base_q + beats;
      end
      if (take) idx_q <= slot_last ? '0 : idx_q + 1'b1;
      if (take && slot_last) head_q <= head_q + 1'b1;
      if (pops) rptr_q <= rptr_q + 1'b1;
      used_q <= used_q + (SlotBits + 1)'(alloc) - (SlotBits + 1)'(take && slot_last);
      room_q <= room_q - (alloc ? beats : '0) + (PtrBits + 1)'(pops);
    end
    if (take) left_q <= left - BYTES_BITS'(bytes);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) out_valid_q <= 1'b0;
    else if (take) out_valid_q <= 1'b1;
    else if (chunk_ready_i) out_valid_q <= 1'b0;
    if (take) begin
      out_null_q  <= null_head;
      out_q.lo    <= lo;
      out_q.bytes <= bytes;
      out_q.last  <= slot_last && head.last;
      out_q.resp  <= fby_axi_pkg::RESP_OKAY;
      out_q.addr  <= head.addr;
      out_q.tag   <= head.tag;
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
    .re_i   (pops),
    .raddr_i(rptr_q[PtrBits-1:0]),
    .rdata_o(word)
  );

  always_comb begin
    chunk_o = out_q;
    if (!out_null_q) chunk_o.resp = word[WordBits-1-:2];
  end
  assign chunk_data_o  = word[fby_axi_pkg::DATA_BITS-1:0];
  assign chunk_valid_o = out_valid_q;

  // The count of beats comes from the request, not from RLAST; a bus that disagrees is broken.
  logic [Slots-1:0][BEATS_BITS-1:0] got_q;
  always_ff @(posedge clk_i) begin
    if (alloc) got_q[next_q] <= '0;
    if (r_take) got_q[r_slot] <= got_q[r_slot] + 1'b1;
  end
  `FBY_ASSERT(RdRoomNeverOverdrawn, 32'(room_q) <= FifoBeats)
  `FBY_ASSERT(RdReturnHasSlot, !r_take || (32'(rd_rsp_i.r.id) < Slots && used_q != '0))
  `FBY_ASSERT(RdLastMatches, !r_take || rd_rsp_i.r.last == (got_q[r_slot] + 1'b1 == slot_q[r_slot].beats))

  logic unused;
  assign unused = &{1'b0, rd_rsp_i.r.id, rd_rsp_i.r.last, got_q};

endmodule
