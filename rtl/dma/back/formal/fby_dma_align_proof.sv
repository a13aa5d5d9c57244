// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: how long the realigner holds up what passes; what it makes of the bytes is for fby_dma_h2c's tests.
///
/// While its beats are taken it refuses a piece in the one cycle of a tail only. Pieces without bytes, as the gate makes them
/// from a stop on, leave no tail, so all of them together meet two such cycles at most. When no piece comes, all is out
/// after four cycles in which its beats are taken.
module fby_dma_align_proof
  import fby_axi_pkg::*;
  import fby_dma_back_pkg::*;
(
  input logic                 clk_i,
  /// From here on pieces have no bytes.
  input logic                 cancel_i,
  input piece_t               piece_i,
  input logic [DATA_BITS-1:0] data_i,
  input logic                 valid_i,
  input logic                 ready_i
);

  logic  rst_i = 1'b1;
  logic  ready, valid, busy;
  beat_t beat;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_dma_align u_dut (
    .clk_i, .rst_i,
    .piece_i, .data_i, .valid_i, .ready_o(ready),
    .beat_o(beat), .valid_o(valid), .ready_i,
    .busy_o(busy)
  );

  logic stop_q, moves;
  always_ff @(posedge clk_i) stop_q <= !rst_i && cancel_i;
  assign moves = !valid || ready_i;
  `FBY_ASSUME(StopStays, !stop_q || cancel_i)
  `FBY_ASSUME(PieceFits, !valid_i || 32'(piece_i.lo) + 32'(piece_i.bytes) <= DATA_BYTES)
  // Gate (fby_dma_gate, GateCancelGivesNothing).
  `FBY_ASSUME(CancelledIsEmpty, !cancel_i || !valid_i || piece_i.bytes == '0)

  // A tail is there, or will be when the piece in the first stage moves on.
  logic tail_due;
  assign tail_due = u_dut.s1_valid_q && u_dut.full && u_dut.rest && u_dut.s1_flush_q;

  `FBY_ASSERT(RefusesForATailOnly, !valid_i || ready || !moves || u_dut.tail_q)
  `FBY_ASSERT(TieEmpty, 32'(u_dut.s1_pos_q) < DATA_BYTES)

  logic [2:0] refused_q;   // pieces refused since the stop while beats were taken
  always_ff @(posedge clk_i) begin
    if (rst_i || !cancel_i) refused_q <= '0;
    else if (valid_i && !ready && moves) refused_q <= refused_q + 3'd1;
  end
  `FBY_ASSERT(TieRefused, stop_q || refused_q == '0)
  `FBY_ASSERT(RefusesTwiceAtMost, !stop_q || 32'(refused_q) + 32'(u_dut.tail_q) + 32'(tail_due) <= 2)

  // Nothing comes: cycles in which beats are taken, and what is left.
  logic [2:0] alone_q, left;
  assign left = u_dut.s1_valid_q ? 3'd2 + 3'(u_dut.tail_q) + 3'(tail_due) : 3'(u_dut.tail_q) + 3'(valid);
  always_ff @(posedge clk_i) begin
    if (rst_i || valid_i) alone_q <= '0;
    else if (moves && busy) alone_q <= alone_q + 3'd1;
  end
  `FBY_ASSERT(OutSoon, 32'(alone_q) + 32'(left) <= 4)
  `FBY_ASSERT(BusyIsLeft, busy == (left != '0))

  `FBY_COVER(RefusesInAStop, refused_q == 3'd1)
  `FBY_COVER(TakesLong, alone_q == 3'd3 && !busy)

  logic unused;
  assign unused = &{1'b0, beat};

endmodule
