// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the descriptor reader from a flush on, in front of a memory that answers what it was asked whenever it likes.
///
/// No further read is begun. What was asked for is taken, a descriptor a cycle, and the fetcher is idle in the cycle after
/// the last beat: at most QueueDescs + 1 cycles are not spent waiting for memory.
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
    .rd_req_o({ar, ar_valid}), .rd_req_ready_i(ar_ready_i), .rd_rsp_i({r_i, r_valid_i}), .rd_rsp_ready_o(r_ready)
  );

  // ---- memory: answers what was asked ----

  logic       asks, takes;
  logic [8:0] owed_q;
  assign asks  = ar_valid && ar_ready_i;
  assign takes = r_valid_i && r_ready;
  always_ff @(posedge clk_i) owed_q <= rst_i ? '0 : owed_q + (asks ? 9'(ar.len) + 9'd1 : 9'd0) - 9'(takes);
  `FBY_ASSUME(AnswerWasAsked, !r_valid_i || (owed_q != '0 && r_i.last == (owed_q == 9'd1)))
  // Run control (fby_xdma_run): a run begins at rest, and is flushed until the fetcher is idle.
  logic       stop_q;
  always_ff @(posedge clk_i) stop_q <= !rst_i && flush_i;
  `FBY_ASSUME(BeginsAtRest, !start_i || (idle && !flush_i))
  `FBY_ASSUME(FlushStays, !stop_q || idle || flush_i)

  // ---- ties to the inside ----

  logic       plan, addr, data;
  logic [7:0] beats;
  assign plan  = u_dut.state_q == 2'd1;
  assign addr  = u_dut.state_q == 2'd2;
  assign data  = u_dut.state_q == 2'd3;
  assign beats = 8'(8'(u_dut.piece_q) + 8'(u_dut.addr_q[5]) + 8'd1) >> 1;
  `FBY_ASSERT(TieOwed, owed_q == (data ? 9'(beats) : 9'd0))
  `FBY_ASSERT(TiePiece, !(addr || data)
              || (u_dut.piece_q != '0 && u_dut.piece_q <= u_dut.left_q
                  && 32'(u_dut.piece_q) + 32'(u_dut.level) <= QueueDescs))
  `FBY_ASSERT(TieLeft, idle || u_dut.left_q <= 7'd64)
  `FBY_ASSERT(TieLevel, 32'(u_dut.level) <= QueueDescs)

  // ---- a flush ----

  logic    held_q;
  axi_ax_t ar_q;
  always_ff @(posedge clk_i) begin
    held_q <= !rst_i && ar_valid && !ar_ready_i;
    ar_q   <= ar;
  end
  `FBY_ASSERT(OfferStays, !held_q || (ar_valid && ar == ar_q))
  `FBY_ASSERT(StopAsksForNothing, !stop_q || !ar_valid || held_q)
  `FBY_ASSERT(OneReadAtATime, !ar_valid || owed_q == '0)
  `FBY_ASSERT(IdleOwesNothing, !idle || owed_q == '0)

  logic ended_q;
  always_ff @(posedge clk_i) ended_q <= !rst_i && takes && owed_q == 9'd1 && flush_i;
  `FBY_ASSERT(IdleAfterTheLastBeat, !ended_q || idle)

  logic       waits;
  logic [7:0] own_q, rank;
  assign waits = (addr && !ar_ready_i) || (data && !r_valid_i);
  assign rank  = idle ? 8'd0 : plan ? 8'd1 : 8'(u_dut.piece_q) + 8'(addr);
  always_ff @(posedge clk_i) begin
    if (rst_i || !flush_i) own_q <= '0;
    else if (stop_q && !idle && !waits) own_q <= own_q + 8'd1;
  end
  `FBY_ASSERT(TieOwn, stop_q || own_q == '0)
  `FBY_ASSERT(StopEnds, !stop_q || 32'(own_q) + 32'(rank) <= QueueDescs + 1)

  `FBY_COVER(StopInTheMiddle, stop_q && idle && 32'(own_q) == QueueDescs - 1)
  `FBY_COVER(StopWhileOffered, stop_q && held_q && asks && ar.len == 8'd1)

  logic unused;
  assign unused = &{1'b0, desc, desc_valid, error, error_addr, credits_used};

endmodule
