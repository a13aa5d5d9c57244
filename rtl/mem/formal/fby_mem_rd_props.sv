// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Protocol rules of the reading half of a memory port, for proofs and for benches. What the design asks is asserted; what it is
/// answered is assumed in proofs and asserted in simulation. Numbers in brackets are clauses of the AXI specification (Arm IHI 0022).
module fby_mem_rd_props
  import fby_mem_pkg::*;
#(
  /// The bytes of the slice.
  parameter logic [ADDR_BITS-1:0] BaseBytes = '0,
  parameter int unsigned          SizeBytes = 2 ** ADDR_BITS,
  /// Bursts that may be under way; a power of two.
  parameter int unsigned          MaxBursts = 8
) (
  input logic        clk_i,
  input logic        rst_i,
  input mem_rd_req_t req_i,
  input logic        req_ready_i,
  input mem_rd_rsp_t rsp_i,
  input logic        rsp_ready_i
);

  localparam int unsigned NumBits = $clog2(MaxBursts);

  logic ar_take, r_take;
  assign ar_take = req_i.ar_valid && req_ready_i;
  assign r_take  = rsp_i.r_valid && rsp_ready_i;

  // What is offered stays until it is taken [A3.2.1].
  logic    held_ar_q, held_r_q;
  mem_ax_t was_ar_q;
  mem_r_t  was_r_q;
  always_ff @(posedge clk_i) begin
    held_ar_q <= !rst_i && req_i.ar_valid && !req_ready_i;
    held_r_q  <= !rst_i && rsp_i.r_valid && !rsp_ready_i;
    was_ar_q  <= req_i.ar;
    was_r_q   <= rsp_i.r;
  end
  `FBY_ASSERT(MemArStable, !held_ar_q || (req_i.ar_valid && req_i.ar == was_ar_q))
  `FBY_ASSUME(MemRStable, !held_r_q || (rsp_i.r_valid && rsp_i.r == was_r_q))

  // Whole beats, in one block of BURST_BYTES and so in one page [A3.4.1], within the slice.
  logic [63:0] bytes, in_slice, in_block, in_beat;
  assign bytes    = (64'(req_i.ar.len) + 64'd1) * 64'(DATA_BYTES);
  assign in_slice = 64'(req_i.ar.addr) - 64'(BaseBytes);
  assign in_block = 64'(req_i.ar.addr) % 64'(BURST_BYTES);
  assign in_beat  = 64'(req_i.ar.addr) % 64'(DATA_BYTES);
  `FBY_ASSERT(MemArAligned, !req_i.ar_valid || in_beat == '0)
  `FBY_ASSERT(MemArInOneBlock, !req_i.ar_valid || in_block + bytes <= 64'(BURST_BYTES))
  `FBY_ASSERT(MemArInSlice, !req_i.ar_valid || in_slice + bytes <= 64'(SizeBytes))
  `FBY_ASSERT(MemArOneId, !req_i.ar_valid || req_i.ar.id == PORT_ID)

  // Bursts under way, by number: what comes was asked for, in order and of that length [A5.3].
  logic [MaxBursts-1:0][BEATS_BITS-1:0] beats_q;
  logic [NumBits:0]                     asked_q, whole_q, under_way;
  logic [BEATS_BITS-1:0]                come_q, due;
  assign under_way = asked_q - whole_q;
  assign due       = beats_q[whole_q[NumBits-1:0]];
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      asked_q <= '0;
      whole_q <= '0;
      come_q  <= '0;
    end else begin
      if (ar_take) asked_q <= asked_q + 1'b1;
      if (r_take) come_q <= rsp_i.r.last ? '0 : come_q + 1'b1;
      if (r_take && rsp_i.r.last) whole_q <= whole_q + 1'b1;
    end
    if (ar_take) beats_q[asked_q[NumBits-1:0]] <= BEATS_BITS'(req_i.ar.len) + 1'b1;
  end
  `FBY_ASSERT(MemReadsBounded, 32'(under_way) < MaxBursts || !req_i.ar_valid)
  `FBY_ASSUME(MemRAsked, !rsp_i.r_valid || (under_way != '0 && rsp_i.r.id == PORT_ID))
  `FBY_ASSUME(MemRLast, !rsp_i.r_valid || rsp_i.r.last == (come_q + 1'b1 == due))

  // A beat never waits: it has its place before it is asked for.
  `FBY_ASSERT(MemRTaken, !rsp_i.r_valid || rsp_ready_i)

endmodule
