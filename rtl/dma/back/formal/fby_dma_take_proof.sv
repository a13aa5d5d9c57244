// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the take stage with a stream that keeps what it offers or withdraws it for a cycle at least.
///
/// Each request is answered exactly once, with the bytes that were given for it and never more than it asked for;
/// a cancelled one ends with its next step and no beat is taken; nothing is taken behind a packet's end that stops, or
/// behind a failure, until a run begins, which takes again.
module fby_dma_take_proof
  import fby_dma_back_pkg::*;
(
  input logic               clk_i,
  input logic [5:0]         dst_i,
  input logic [27:0]        len_i,
  input tag_t               tag_i,
  input logic               stop_at_eop_i,
  input logic               first_i,
  input logic               through_i,
  input logic               valid_i,
  input tags_t              failed_i,
  input logic               fail_i,
  input logic               cancel_i,
  input fby_axi_pkg::axis_t s_i,
  input logic               s_valid_i,
  input logic               piece_ready_i
);

  logic rst_i = 1'b1;
  logic                  ready, s_ready, piece_valid, info_valid;
  piece_t                piece;
  logic [511:0]          data;
  fby_dma_pkg::dma_rsp_t info;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_dma_take u_dut (
    .clk_i, .rst_i,
    .dst_i, .len_i, .tag_i, .stop_at_eop_i, .through_i, .first_i, .valid_i, .ready_o(ready),
    .failed_i, .fail_i, .cancel_i,
    .s_i, .s_valid_i, .s_ready_o(s_ready),
    .piece_o(piece), .data_o(data), .piece_valid_o(piece_valid), .piece_ready_i,
    .info_o(info), .info_valid_o(info_valid)
  );

  logic load, step, taken;
  assign load  = valid_i && ready;
  assign step  = piece_valid && piece_ready_i;
  assign taken = s_valid_i && s_ready;

  // ---- the stream ----

  function automatic logic [6:0] lanes(input logic [63:0] keep, input logic last);
    lanes = 7'd64;
    if (last) begin
      lanes = 7'd0;
      for (int unsigned i = 0; i < 64; i++) if (keep[i]) lanes = 7'(i + 1);
    end
  endfunction

  logic        kept_q, last_q;
  logic [63:0] keep_q;
  fby_axi_pkg::axis_note_t note_q;
  always_ff @(posedge clk_i) begin
    kept_q <= !rst_i && s_valid_i && !s_ready;
    keep_q <= s_i.keep;
    last_q <= s_i.last;
    note_q <= s_i.note;
  end
  `FBY_ASSUME(TakeBeatStays, !kept_q || !s_valid_i || (s_i.keep == keep_q && s_i.last == last_q && s_i.note == note_q))

  // Lanes are only ever left over of a beat that is still offered, and fewer than it has: the count of what is left
  // of it cannot go below zero.
  `FBY_ASSERT(TakeRestIsOffered, u_dut.lo_q == '0 || (kept_q && 7'(u_dut.lo_q) < lanes(keep_q, last_q)))

  // ---- each request once, with what it got ----

  logic        open_q, over_q, stops_q;
  logic [27:0] given_q, asked_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      open_q <= 1'b0;
      over_q <= 1'b0;
    end else begin
      open_q <= load || (open_q && !info_valid);
      if (load && first_i) over_q <= 1'b0;
      else if (fail_i || (info_valid && info.eop && stops_q)) over_q <= 1'b1;
    end
    if (load) begin
      asked_q <= len_i;
      given_q <= '0;
      stops_q <= stop_at_eop_i;
    end else if (step) given_q <= given_q + 28'(piece.bytes);
  end

  `FBY_ASSERT(TakeSameOpen, open_q == u_dut.busy_q && over_q == u_dut.over_q)
  `FBY_ASSERT(TakeSameMode, !open_q || stops_q == u_dut.stop_at_eop_q)
  `FBY_ASSERT(TakeAccount, !open_q || (given_q == u_dut.sum_q && asked_q - given_q == u_dut.left_q
              && given_q <= asked_q))
  `FBY_ASSERT(TakeAnswersOne, !info_valid || open_q)
  `FBY_ASSERT(TakeLoadsWhenDone, !load || !open_q || info_valid)
  `FBY_ASSERT(TakeTellsWhatItGave, !info_valid || info.bytes == given_q + 28'(piece.bytes))
  `FBY_ASSERT(TakeNeverMore, !info_valid || info.bytes <= asked_q)

  // ---- notes ----

  // Bytes of the present beat that requests have taken; losses and time of what this request has taken of.
  logic [6:0]                        of_beat_q;
  logic [fby_axi_pkg::LOST_BITS-1:0] lost, lost_q;
  logic [63:0]                       stamp_q;
  logic                              takes, begun;
  assign takes = step && (piece.bytes != '0 || taken);
  assign lost  = lost_q + (takes && of_beat_q == '0 ? s_i.note.lost : '0);
  always_ff @(posedge clk_i) begin
    if (rst_i || taken || !s_valid_i) of_beat_q <= '0;
    else if (step) of_beat_q <= of_beat_q + 7'(piece.bytes);
    begun <= !load && (begun || takes);
    if (load) lost_q <= '0;
    else lost_q <= lost;
    if (takes && !begun) stamp_q <= s_i.note.stamp;
  end

  `FBY_ASSERT(TakeSameBeat, of_beat_q == 7'(u_dut.lo_q))
  `FBY_ASSERT(TakeSameNote, !open_q || (lost_q == u_dut.u_note.sum_q.lost && begun == u_dut.u_note.begun_q
              && (given_q == '0 || begun)
              && (!begun || stamp_q == u_dut.u_note.sum_q.stamp)))
  `FBY_ASSERT(TakeTellsLosses, !info_valid || info.note.lost == lost)
  `FBY_ASSERT(TakeTellsTime, !info_valid || info.bytes == '0
              || info.note.stamp == (begun ? stamp_q : s_i.note.stamp))
  `FBY_ASSERT(TakeTellsEnd, !info_valid || {info.note.eob, info.note.cut}
              == (info.eop ? {s_i.note.eob, s_i.note.cut} : 2'b00))

  // Through packets up to the end of a burst; otherwise up to the first end of one.
  logic through_q;
  always_ff @(posedge clk_i) if (load) through_q <= through_i;
  `FBY_ASSERT(TakeSameWay, !open_q || through_q == u_dut.through_q)
  `FBY_ASSERT(TakeEndsThere, !(taken && s_i.last && (!through_q || s_i.note.eob)) || info_valid)
  `FBY_ASSERT(TakeEndsNowhereElse, !info_valid || cancel_i || over_q || failed_i[u_dut.tag_q]
              || info.bytes == asked_q || (info.eop && (!through_q || s_i.note.eob)))

  `FBY_COVER(TakeThrough, info_valid && info.bytes == asked_q && through_q && $past(taken && s_i.last && !s_i.note.eob)
             && info.note.lost == 48'd5 && !cancel_i && !over_q)

  // ---- cut short ----

  `FBY_ASSERT(TakeCancelTakesNothing, !cancel_i || (!taken && (!piece_valid || piece.bytes == '0)))
  `FBY_ASSERT(TakeCancelEndsAtOnce, !(cancel_i && open_q && piece_ready_i) || info_valid)
  `FBY_ASSERT(TakeOverTakesNothing, !over_q || (!taken && (!piece_valid || piece.bytes == '0)))
  `FBY_ASSERT(TakeCutIsNoEnd, !(cancel_i && info_valid) || !info.eop)


  // A run takes whatever became of those before it, in whatever order they failed and were cancelled.
  logic begun_q, failed_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begun_q <= 1'b1;
    else begun_q <= (load && first_i) || (begun_q && !fail_i && !(info_valid && info.eop));
    failed_q <= !rst_i && (failed_q || fail_i);
  end
  `FBY_ASSERT(TakeBegunIsOpen, !begun_q || !u_dut.over_q)
  `FBY_ASSERT(TakeBegunTakes, !(begun_q && open_q && asked_q != given_q && s_valid_i)
              || cancel_i || failed_i[u_dut.tag_q]
              || (piece_valid && (piece.bytes != '0 || lanes(s_i.keep, s_i.last) == '0)))

  `FBY_COVER(TakeCutInside, info_valid && cancel_i && given_q == 28'd70 && asked_q == 28'd500)
  `FBY_COVER(TakeFailureStops, failed_q && over_q && info_valid && asked_q != '0 && !cancel_i && failed_i == '0)
  `FBY_COVER(TakeBehindFailure, failed_q && taken && $past(load && first_i) && $past(over_q))
  `FBY_COVER(TakePacketStops, over_q && info_valid && asked_q != '0)
  `FBY_COVER(TakeOpenAgain, taken && stops_q && $past(load && first_i) && $past(over_q))

  logic unused;
  assign unused = &{1'b0, data};

endmodule
