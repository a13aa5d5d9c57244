// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the gate with free inputs.
///
/// What a request is told to have given is what went to the realigner for it. While cancelled nothing is given and, on
/// a stream, everything that arrives is used up at once; a packet that is cut is closed by one order, offered from the
/// next cycle on until it is taken, before anything else passes. Behind a failure nothing passes until it is cancelled.
module fby_dma_gate_proof
  import fby_dma_back_pkg::*;
#(
  parameter bit Stream = 1'b1
) (
  input logic       clk_i,
  input chunk_t     chunk_i,
  input logic       chunk_valid_i,
  input logic [5:0] dst_i,
  input logic       eop_i,
  input tags_t      failed_i,
  input logic       cancel_i,
  input logic       piece_ready_i
);

  logic                  rst_i = 1'b1;
  logic                  chunk_ready, ctx_pop, piece_valid, info_valid, fail;
  piece_t                piece;
  fby_dma_pkg::dma_rsp_t info;
  tag_t                  fail_tag;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_dma_gate #(.Stream(Stream)) u_dut (
    .clk_i, .rst_i,
    .chunk_i, .chunk_valid_i, .chunk_ready_o(chunk_ready),
    .dst_i, .eop_i, .ctx_pop_o(ctx_pop), .failed_i, .cancel_i,
    .piece_o(piece), .piece_valid_o(piece_valid), .piece_ready_i,
    .info_o(info), .info_valid_o(info_valid), .fail_o(fail), .fail_tag_o(fail_tag)
  );

  logic used, given, aside;
  assign used  = chunk_valid_i && chunk_ready;
  assign given = piece_valid && piece_ready_i;
  // Used up without an order.
  assign aside = used && !given;

  logic        open_q, owed_q, halt_q;
  logic [27:0] given_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      open_q  <= 1'b0;
      owed_q  <= 1'b0;
      halt_q  <= 1'b0;
      given_q <= '0;
    end else begin
      halt_q <= Stream && !cancel_i && (halt_q || fail);
      if (given) open_q <= !piece.flush;
      if (given && piece.flush) owed_q <= 1'b0;
      else if (Stream && open_q && (cancel_i || aside)) owed_q <= 1'b1;
      if (info_valid) given_q <= '0;
      else if (given) given_q <= given_q + 28'(piece.bytes);
    end
  end

  // Ties to the gate's state.
  `FBY_ASSERT(GateSameOpen, open_q == u_dut.open_q && owed_q == u_dut.close_q)
  `FBY_ASSERT(GateSameSum, given_q == u_dut.sum_q)
  `FBY_ASSERT(GateSameHalt, halt_q == u_dut.halt_q)
  `FBY_ASSERT(GateOwesOnlyOpen, !owed_q || (Stream && open_q))

  // Each request once, with what it gave.
  `FBY_ASSERT(GateAnswersOne, info_valid == (used && chunk_i.last) && ctx_pop == info_valid)
  `FBY_ASSERT(GateTellsWhatItGave, !info_valid || info.bytes == given_q + (given ? 28'(piece.bytes) : 28'd0))
  `FBY_ASSERT(GateGivesWhatCame, !given || owed_q || (used && piece.bytes <= chunk_i.bytes))

  // Cut short.
  `FBY_ASSERT(GateCancelGivesNothing, !cancel_i || !piece_valid || piece.bytes == '0)
  `FBY_ASSERT(GateCancelUsesUp, !Stream || !(cancel_i || halt_q) || chunk_ready)
  `FBY_ASSERT(GateCancelIsNoFailure, !(cancel_i || halt_q) || !fail)
  `FBY_ASSERT(GateFailureIsTheEnd, !halt_q || !piece_valid || owed_q)
  `FBY_ASSERT(GateClosesFirst, !owed_q || (piece_valid && piece.flush && piece.bytes == '0 && !piece.start))
  `FBY_ASSERT(GateClosesOnlyCut, owed_q || !piece_valid || chunk_valid_i)
  `FBY_ASSERT(GateStartsAfresh, !piece_valid || piece.start == !open_q)
  // The end mark of memory requests follows their bytes.
  `FBY_ASSERT(GateMemoryMarks, Stream || (given == used && (!given || piece.last == chunk_i.last)))

  `FBY_COVER(GateCutClosed, Stream && given && owed_q && !cancel_i)
  `FBY_COVER(GateAnsweredCut, info_valid && cancel_i && info.bytes == 28'd64)
  `FBY_COVER(GateGoesOn, given && piece.start && piece.bytes == 7'd64 && $past(cancel_i))
  `FBY_COVER(GateGoesOnAfterFailure, given && piece.bytes == 7'd64 && $past(cancel_i) && $past(halt_q, 2))

  logic unused;
  assign unused = &{1'b0, fail_tag};

endmodule
