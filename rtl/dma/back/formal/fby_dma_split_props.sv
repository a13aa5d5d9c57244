// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// What a splitter owes for each request: bursts that follow each other without gap or overlap, are legal, add up
/// to exactly the request, and end with exactly one last mark.
module fby_dma_split_props
  import fby_dma_back_pkg::*;
#(
  parameter int unsigned MaxBurstBytes = 1024
) (
  input logic        clk_i,
  input logic        rst_i,
  /// A request is taken.
  input logic        load_i,
  input logic [63:0] addr_i,
  input logic [27:0] len_i,
  input logic        fixed_i,
  /// The request under way is marked failed, or cancelled.
  input logic        stop_i,
  input burst_t      burst_i,
  input logic        burst_valid_i,
  input logic        burst_ready_i,
  /// The splitter's own registers, tied to what is kept here so that induction holds: the burst as it is when nothing
  /// stops it, the end of the request from the boundary below, and the mode.
  input logic [12:0] bytes_i,
  input logic [6:0]  beats_i,
  input logic        last_i,
  input logic [28:0] end_i,
  input logic        dut_fixed_i
);

  logic        open_q, fixed_q, first_q, edge_q;
  logic [63:0] next_q;
  logic [27:0] left_q;
  logic        step;

  assign step = burst_valid_i && burst_ready_i;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      open_q <= 1'b0;
      edge_q <= 1'b0;
    end else if (load_i) begin
      open_q  <= 1'b1;
      first_q <= 1'b1;
      fixed_q <= fixed_i;
      next_q  <= addr_i;
      left_q  <= len_i;
      edge_q  <= 1'b0;
    end else if (step) begin
      open_q  <= !burst_i.last;
      first_q <= 1'b0;
      next_q  <= fixed_q ? next_q & ~64'd63 : next_q + 64'(burst_i.bytes);
      left_q  <= left_q - 28'(burst_i.bytes);
      edge_q  <= 1'b1;
    end
  end

  // Ties to the splitter's state.
  `FBY_ASSERT(SplitSameOpen, open_q == burst_valid_i)
  logic [28:0] size, offset, reach;
  assign size   = fixed_q ? 29'd64 : 29'(MaxBurstBytes);
  assign offset = 29'(next_q[12:0]) & (size - 29'd1);
  assign reach  = 29'(next_q[5:0]) + 29'(bytes_i) + 29'd63;
  `FBY_ASSERT(SplitSameEnd, !open_q || end_i == offset + 29'(left_q))
  `FBY_ASSERT(SplitSameLast, !open_q || last_i == (end_i <= size))
  `FBY_ASSERT(SplitSameBytes, !open_q || 29'(bytes_i) == (last_i ? 29'(left_q) : size - offset))
  `FBY_ASSERT(SplitSameBeats, !open_q || 29'(beats_i) == (bytes_i == '0 ? 29'd0 : reach >> 6))
  `FBY_ASSERT(SplitSameMode, !open_q || fixed_q == dut_fixed_i)

  // Covers exactly the request.
  `FBY_ASSERT(SplitContiguous, !burst_valid_i || burst_i.addr == next_q)
  `FBY_ASSERT(SplitNeverMore, !burst_valid_i || 28'(burst_i.bytes) <= left_q)
  `FBY_ASSERT(SplitProgress, !burst_valid_i || stop_i || (burst_i.bytes != '0) == (left_q != '0))
  `FBY_ASSERT(SplitLastIsExact, !burst_valid_i || stop_i || burst_i.last == (28'(burst_i.bytes) == left_q))
  `FBY_ASSERT(SplitEmptyOnlyAlone, !open_q || first_q || left_q != '0)
  `FBY_ASSERT(SplitNullIsLast, !burst_valid_i || burst_i.beats != '0 || burst_i.last)
  `FBY_ASSERT(SplitStopEnds, !burst_valid_i || !stop_i || (burst_i.last && burst_i.bytes == '0))
  `FBY_ASSERT(SplitTakesWhenDone, !load_i || !open_q || (step && burst_i.last))

  // What joins is the first burst of its request and begins where the last one of the request before ended, inside what a burst
  // may hold. Behind one that was stopped this says nothing.
  logic        full_q, ended_q, stood_q;
  logic [63:0] end_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) full_q <= 1'b0;
    else if (step) full_q <= burst_i.beats != '0;
    if (step) begin
      ended_q <= burst_i.last;
      stood_q <= fixed_q;
      end_q   <= burst_i.addr + 64'(burst_i.bytes);
    end
  end
  `FBY_ASSERT(SplitJoinsFirst, !burst_valid_i || first_q || !burst_i.joins)
  `FBY_ASSERT(SplitJoins, !burst_valid_i || !burst_i.joins || !full_q || (ended_q && !fixed_q && !stood_q
              && burst_i.addr == end_q && (end_q & 64'(MaxBurstBytes - 1)) != '0))
  `FBY_COVER(SplitJoined, step && full_q && burst_i.joins && burst_i.beats != '0 && load_i)

  // Legal bursts.
  logic [13:0] in_page, in_burst;
  logic [13:0] lanes;
  assign in_page  = 14'(burst_i.addr[11:0]) + 14'(burst_i.bytes);
  assign in_burst = 14'(burst_i.addr[11:0] & 12'(MaxBurstBytes - 1)) + 14'(burst_i.bytes);
  assign lanes    = 14'(burst_i.addr[5:0]) + 14'(burst_i.bytes) + 14'd63;
  `FBY_ASSERT(SplitInPage, !burst_valid_i || in_page <= 14'd4096)
  `FBY_ASSERT(SplitInBurst, !burst_valid_i || in_burst <= 14'(MaxBurstBytes))
  `FBY_ASSERT(SplitFixedOneBeat, !burst_valid_i || !fixed_q || burst_i.beats <= 7'd1)
  `FBY_ASSERT(SplitBeats, !burst_valid_i
              || burst_i.beats == (burst_i.bytes == '0 ? 7'd0 : 7'(lanes >> 6)))
  // After its first burst a request goes on at a boundary: bursts are as long as they may be.
  `FBY_ASSERT(SplitAtBoundary, !open_q || !edge_q || (next_q & (fixed_q ? 64'd63 : 64'(MaxBurstBytes - 1))) == '0)

  `FBY_COVER(SplitThreeBursts, step && burst_i.last && edge_q && !fixed_q && burst_i.bytes == 13'd5
             && next_q[11:0] == '0)
  `FBY_COVER(SplitBackToBack, load_i && step)
  `FBY_COVER(SplitEmpty, step && burst_i.last && left_q == '0)
  `FBY_COVER(SplitStopped, step && stop_i && left_q != '0 && !first_q)
  `FBY_COVER(SplitFixed, step && fixed_q && burst_i.last && !first_q)

endmodule
