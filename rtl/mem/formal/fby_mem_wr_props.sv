// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Protocol rules of the writing half of a memory port, for proofs and for benches. What the design asks is asserted; what it is
/// answered is assumed in proofs and asserted in simulation. Numbers in brackets are clauses of the AXI specification (Arm IHI 0022).
module fby_mem_wr_props
  import fby_mem_pkg::*;
#(
  /// The bytes of the slice.
  parameter logic [ADDR_BITS-1:0] BaseBytes = '0,
  parameter int unsigned          SizeBytes = 2 ** ADDR_BITS,
  /// Bursts that may be without an answer; a power of two.
  parameter int unsigned          MaxBursts = 8
) (
  input logic          clk_i,
  input logic          rst_i,
  input mem_wr_req_t   req_i,
  input mem_wr_ready_t req_ready_i,
  input mem_wr_rsp_t   rsp_i,
  input logic          rsp_ready_i
);

  localparam int unsigned NumBits = $clog2(MaxBursts);

  logic aw_take, w_take, b_take;
  assign aw_take = req_i.aw_valid && req_ready_i.aw;
  assign w_take  = req_i.w_valid && req_ready_i.w;
  assign b_take  = rsp_i.b_valid && rsp_ready_i;

  // What is offered stays until it is taken [A3.2.1].
  logic    held_aw_q, held_w_q, held_b_q;
  mem_ax_t was_aw_q;
  mem_w_t  was_w_q;
  mem_b_t  was_b_q;
  always_ff @(posedge clk_i) begin
    held_aw_q <= !rst_i && req_i.aw_valid && !req_ready_i.aw;
    held_w_q  <= !rst_i && req_i.w_valid && !req_ready_i.w;
    held_b_q  <= !rst_i && rsp_i.b_valid && !rsp_ready_i;
    was_aw_q  <= req_i.aw;
    was_w_q   <= req_i.w;
    was_b_q   <= rsp_i.b;
  end
  `FBY_ASSERT(MemAwStable, !held_aw_q || (req_i.aw_valid && req_i.aw == was_aw_q))
  `FBY_ASSERT(MemWStable, !held_w_q || (req_i.w_valid && req_i.w == was_w_q))
  `FBY_ASSUME(MemBStable, !held_b_q || (rsp_i.b_valid && rsp_i.b == was_b_q))

  // Whole beats, in one block of BURST_BYTES and so in one page [A3.4.1], within the slice.
  logic [63:0] bytes, in_slice, in_block, in_beat;
  assign bytes    = (64'(req_i.aw.len) + 64'd1) * 64'(DATA_BYTES);
  assign in_slice = 64'(req_i.aw.addr) - 64'(BaseBytes);
  assign in_block = 64'(req_i.aw.addr) % 64'(BURST_BYTES);
  assign in_beat  = 64'(req_i.aw.addr) % 64'(DATA_BYTES);
  `FBY_ASSERT(MemAwAligned, !req_i.aw_valid || in_beat == '0)
  `FBY_ASSERT(MemAwInOneBlock, !req_i.aw_valid || in_block + bytes <= 64'(BURST_BYTES))
  `FBY_ASSERT(MemAwInSlice, !req_i.aw_valid || in_slice + bytes <= 64'(SizeBytes))
  `FBY_ASSERT(MemAwOneId, !req_i.aw_valid || req_i.aw.id == PORT_ID)

  // Bursts without an answer, by number; a half is missing where address or data has not come. Data has as many beats as the address
  // says [A3.4.1], and an answer comes when both are through [A3.3.1].
  logic [MaxBursts-1:0][BEATS_BITS-1:0] said_q, sent_q;
  logic [NumBits:0]                     aw_num_q, w_num_q, same_q, b_num_q;
  logic [BEATS_BITS-1:0]                beats_q;
  logic                                 both;
  assign both = aw_num_q != same_q && w_num_q != same_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      aw_num_q <= '0;
      w_num_q  <= '0;
      same_q   <= '0;
      b_num_q  <= '0;
      beats_q  <= '0;
    end else begin
      if (aw_take) aw_num_q <= aw_num_q + 1'b1;
      if (w_take) beats_q <= req_i.w.last ? '0 : beats_q + 1'b1;
      if (w_take && req_i.w.last) w_num_q <= w_num_q + 1'b1;
      if (both) same_q <= same_q + 1'b1;
      if (b_take) b_num_q <= b_num_q + 1'b1;
    end
    if (aw_take) said_q[aw_num_q[NumBits-1:0]] <= BEATS_BITS'(req_i.aw.len) + 1'b1;
    if (w_take && req_i.w.last) sent_q[w_num_q[NumBits-1:0]] <= beats_q + 1'b1;
  end
  `FBY_ASSERT(MemWriteBeats, !both || said_q[same_q[NumBits-1:0]] == sent_q[same_q[NumBits-1:0]])
  `FBY_ASSERT(MemBurstNotLonger, !req_i.w_valid || 32'(beats_q) < BURST_BEATS)
  `FBY_ASSERT(MemWritesBounded, (32'((NumBits+1)'(aw_num_q - b_num_q)) < MaxBursts || !req_i.aw_valid)
              && (32'((NumBits+1)'(w_num_q - b_num_q)) < MaxBursts || !req_i.w_valid))
  `FBY_ASSUME(MemBOwed, !rsp_i.b_valid || (aw_num_q != b_num_q && w_num_q != b_num_q && rsp_i.b.id == PORT_ID))

  // An answer never waits; nor does data: an address comes when its data is there.
  `FBY_ASSERT(MemBTaken, !rsp_i.b_valid || rsp_ready_i)
  `FBY_ASSERT(MemDataIsThere, !req_i.aw_valid || aw_num_q != w_num_q || req_i.w_valid)

endmodule
