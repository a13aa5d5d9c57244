// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Protocol rules of one AXI4 port of the card, for proofs and for simulation.
///
/// Rules of the master are asserted; rules of the slave are assumed in proofs and asserted in simulation.
/// Numbers in brackets are clauses of the AXI4 specification (Arm IHI 0022); [PCIM] marks what an AWS-style
/// PCIM port asks beyond it: unique ids of outstanding reads, at most 32 reads outstanding, contiguous strobes,
/// and no channel stalled for 8 us (2000 cycles at 250 MHz).
/// Data of a burst may run ahead of its address, so both sides of a write are recorded and compared when both
/// are complete.
module fby_axi_props #(
  /// Reads a master may have outstanding.
  parameter int unsigned MaxReads       = 32,
  /// Write bursts of which one half is still missing; a power of two.
  parameter int unsigned MaxHalfWrites  = 64,
  /// Cycles a ready of the master, or its data after an address, may keep the port waiting.
  parameter int unsigned MaxStallCycles = 2000
) (
  input logic                        clk_i,
  input logic                        rst_i,
  input fby_axi_pkg::axi_req_t       req_i,
  input fby_axi_pkg::axi_req_ready_t req_ready_i,
  input fby_axi_pkg::axi_rsp_t       rsp_i,
  input fby_axi_pkg::axi_rsp_ready_t rsp_ready_i
);

  // The channels by their AXI names.
  fby_axi_pkg::axi_ax_t ar, aw;
  fby_axi_pkg::axi_r_t  r;
  fby_axi_pkg::axi_w_t  w;
  fby_axi_pkg::axi_b_t  b;
  logic ar_valid, ar_ready, r_valid, r_ready, aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready;
  assign {ar_valid, ar}             = req_i.rd;
  assign {aw_valid, aw, w_valid, w} = req_i.wr;
  assign {ar_ready, aw_ready, w_ready} = req_ready_i;
  assign {b_valid, b, r_valid, r}   = rsp_i;
  assign {r_ready, b_ready}        = rsp_ready_i;

  localparam int unsigned Ids      = 2 ** fby_axi_pkg::ID_BITS;
  localparam int unsigned Lanes    = fby_axi_pkg::DATA_BYTES;
  localparam int unsigned LaneBits = fby_axi_pkg::LANE_BITS;
  localparam int unsigned HalfBits = $clog2(MaxHalfWrites);

  logic ar_take, r_take, aw_take, w_take, b_take;
  assign ar_take = ar_valid && ar_ready;
  assign r_take  = r_valid && r_ready;
  assign aw_take = aw_valid && aw_ready;
  assign w_take  = w_valid && w_ready;
  assign b_take  = b_valid && b_ready;

  // ---- a valid stays, with its payload, until it is taken [A3.2.1] ----
  logic                 held_ar_q, held_r_q, held_aw_q, held_w_q, held_b_q;
  fby_axi_pkg::axi_ax_t was_ar_q, was_aw_q;
  fby_axi_pkg::axi_r_t  was_r_q;
  fby_axi_pkg::axi_w_t  was_w_q;
  fby_axi_pkg::axi_b_t  was_b_q;

  always_ff @(posedge clk_i) begin
    held_ar_q <= !rst_i && ar_valid && !ar_ready;
    held_r_q  <= !rst_i && r_valid && !r_ready;
    held_aw_q <= !rst_i && aw_valid && !aw_ready;
    held_w_q  <= !rst_i && w_valid && !w_ready;
    held_b_q  <= !rst_i && b_valid && !b_ready;
    was_ar_q  <= ar;
    was_r_q   <= r;
    was_aw_q  <= aw;
    was_w_q   <= w;
    was_b_q   <= b;
  end

  `FBY_ASSERT(AxiArStable, !held_ar_q || (ar_valid && ar == was_ar_q))
  `FBY_ASSERT(AxiAwStable, !held_aw_q || (aw_valid && aw == was_aw_q))
  `FBY_ASSERT(AxiWStable, !held_w_q || (w_valid && w == was_w_q))
  `FBY_ASSUME(AxiRStable, !held_r_q || (r_valid && r == was_r_q))
  `FBY_ASSUME(AxiBStable, !held_b_q || (b_valid && b == was_b_q))

  // ---- shape of bursts: 1 to 4096 bytes, none over 4 KiB [A3.4.1], len covers the bytes exactly ----
  function automatic logic legal(input logic [11:0] offset, input logic [12:0] bytes, input logic [7:0] len);
    logic [13:0] in_page, in_beats;
    in_page  = 14'(offset) + 14'(bytes);
    in_beats = 14'(offset[LaneBits-1:0]) + 14'(bytes) + 14'(Lanes - 1);
    return bytes != '0 && in_page <= 14'(fby_axi_pkg::PAGE_BYTES)
           && 9'(len) + 9'd1 == 9'(in_beats >> LaneBits);
  endfunction

  `FBY_ASSERT(AxiArLegal, !ar_valid || legal(ar.addr[11:0], ar.bytes, ar.len))
  `FBY_ASSERT(AxiAwLegal, !aw_valid || legal(aw.addr[11:0], aw.bytes, aw.len))

  // ---- reads: unique ids, bounded number [PCIM], every return asked for and of the length asked [A5.3] ----
  logic [Ids-1:0]            busy_q;
  logic [Ids-1:0][8:0]       beats_q;
  logic [$clog2(Ids+1)-1:0]  reads_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      busy_q  <= '0;
      reads_q <= '0;
    end else begin
      if (r_take && r.last) busy_q[r.id] <= 1'b0;
      if (ar_take) busy_q[ar.id] <= 1'b1;
      reads_q <= reads_q + ($clog2(Ids+1))'(ar_take) - ($clog2(Ids+1))'(r_take && r.last);
    end
    if (r_take) beats_q[r.id] <= beats_q[r.id] - 9'd1;
    if (ar_take) beats_q[ar.id] <= 9'(ar.len) + 9'd1;
  end

  `FBY_ASSERT(AxiReadIdUnique, !ar_valid || !busy_q[ar.id])
  `FBY_ASSERT(AxiReadsBounded, 32'(reads_q) < MaxReads || !ar_valid)
  `FBY_ASSUME(AxiReturnAsked, !r_valid || busy_q[r.id])
  `FBY_ASSUME(AxiReturnLast, !r_valid || r.last == (beats_q[r.id] == 9'd1))

  // ---- writes: the bytes of a burst are one contiguous run, address and data agree [PCIM, A3.4.3] ----
  logic [LaneBits-1:0] low;
  logic [LaneBits:0]   ones;
  logic                run;
  always_comb begin
    low  = '0;
    ones = '0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      if (w.strb[Lanes-1-i]) begin
        low  = LaneBits'(Lanes - 1 - i);
        ones = ones + 1'b1;
      end
    end
    run = ones != '0 && w.strb == (({Lanes{1'b1}} >> (Lanes - 32'(ones))) << low);
  end

  logic                begun_q;
  logic [8:0]          w_beats_q;
  logic [12:0]         w_bytes_q;
  logic [LaneBits-1:0] w_low_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      begun_q   <= 1'b0;
      w_beats_q <= '0;
      w_bytes_q <= '0;
    end else if (w_take) begin
      begun_q   <= !w.last;
      w_beats_q <= w.last ? '0 : w_beats_q + 9'd1;
      w_bytes_q <= w.last ? '0 : w_bytes_q + 13'(ones);
    end
    if (w_take && !begun_q) w_low_q <= low;
  end

  `FBY_ASSERT(AxiStrobesRun, !w_valid || run)
  `FBY_ASSERT(AxiStrobesReachEnd, !w_valid || w.last || w.strb[Lanes-1])
  `FBY_ASSERT(AxiStrobesFromStart, !w_valid || !begun_q || w.strb[0])

  // Both halves of write bursts, numbered in order.
  logic [MaxHalfWrites-1:0][8:0]          aw_beats_q, done_beats_q;
  logic [MaxHalfWrites-1:0][12:0]         aw_bytes_q, done_bytes_q;
  logic [MaxHalfWrites-1:0][LaneBits-1:0] aw_low_q, done_low_q;
  logic [MaxHalfWrites-1:0][fby_axi_pkg::ID_BITS-1:0] aw_id_q;
  logic [HalfBits:0]                      aw_num_q, w_num_q, cmp_num_q;
  logic [HalfBits-1:0]                    slot;
  logic                                   both;

  assign both = aw_num_q != cmp_num_q && w_num_q != cmp_num_q;
  assign slot = cmp_num_q[HalfBits-1:0];

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      aw_num_q  <= '0;
      w_num_q   <= '0;
      cmp_num_q <= '0;
    end else begin
      if (aw_take) aw_num_q <= aw_num_q + 1'b1;
      if (w_take && w.last) w_num_q <= w_num_q + 1'b1;
      if (both) cmp_num_q <= cmp_num_q + 1'b1;
    end
    if (aw_take) begin
      aw_beats_q[aw_num_q[HalfBits-1:0]] <= 9'(aw.len) + 9'd1;
      aw_bytes_q[aw_num_q[HalfBits-1:0]] <= aw.bytes;
      aw_low_q[aw_num_q[HalfBits-1:0]]   <= aw.addr[LaneBits-1:0];
      aw_id_q[aw_num_q[HalfBits-1:0]]    <= aw.id;
    end
    if (w_take && w.last) begin
      done_beats_q[w_num_q[HalfBits-1:0]] <= w_beats_q + 9'd1;
      done_bytes_q[w_num_q[HalfBits-1:0]] <= w_bytes_q + 13'(ones);
      done_low_q[w_num_q[HalfBits-1:0]]   <= begun_q ? w_low_q : low;
    end
  end

  `FBY_ASSERT(AxiWriteBeats, !both || aw_beats_q[slot] == done_beats_q[slot])
  `FBY_ASSERT(AxiWriteBytes, !both || aw_bytes_q[slot] == done_bytes_q[slot])
  `FBY_ASSERT(AxiWriteFirstLane, !both || aw_low_q[slot] == done_low_q[slot])
  `FBY_ASSERT(AxiHalfWritesFit, 32'((HalfBits + 1)'(aw_num_q - cmp_num_q)) < MaxHalfWrites
              && 32'((HalfBits + 1)'(w_num_q - cmp_num_q)) < MaxHalfWrites)

  // A response follows the last data and the address of its burst [A3.3.1].
  logic [Ids-1:0][15:0] owed_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) owed_q <= '0;
    else begin
      if (both && !(b_take && b.id == aw_id_q[slot])) owed_q[aw_id_q[slot]] <= owed_q[aw_id_q[slot]] + 16'd1;
      if (b_take && !(both && b.id == aw_id_q[slot])) owed_q[b.id] <= owed_q[b.id] - 16'd1;
    end
  end
  `FBY_ASSUME(AxiResponseOwed, !b_valid || owed_q[b.id] != '0 || (both && b.id == aw_id_q[slot]))

  // ---- the master keeps nobody waiting for long [PCIM] ----
  logic [31:0] r_stall_q, b_stall_q, w_stall_q;
  always_ff @(posedge clk_i) begin
    r_stall_q <= rst_i || !held_r_q || r_take ? '0 : r_stall_q + 32'd1;
    b_stall_q <= rst_i || !held_b_q || b_take ? '0 : b_stall_q + 32'd1;
    w_stall_q <= rst_i || aw_num_q == w_num_q || w_valid ? '0 : w_stall_q + 32'd1;
  end
  `FBY_ASSERT(AxiReturnTaken, r_stall_q < MaxStallCycles)
  `FBY_ASSERT(AxiResponseTaken, b_stall_q < MaxStallCycles)
  `FBY_ASSERT(AxiDataComes, w_stall_q < MaxStallCycles)

endmodule
