// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Takes stream beats for write requests: fills a request, or ends it early at the end of a packet; with through_i at that
/// of a burst.
///
/// Bytes of a beat that the request no longer needs stay in the stream for the next one. A failed or cancelled
/// request ends at once and leaves the rest of its packet in the stream. So do those behind a failed one, whose bytes
/// would not be where they belong, and those behind a packet that ended in a request with stop_at_eop, until a run begins.
module fby_dma_take
  import fby_dma_back_pkg::*;
(
  input  logic                              clk_i,
  input  logic                              rst_i,
  /// First destination lane, length and tag of a request.
  input  logic [fby_axi_pkg::LANE_BITS-1:0] dst_i,
  input  logic [fby_dma_pkg::LEN_BITS-1:0]  len_i,
  input  tag_t                              tag_i,
  input  logic                              stop_at_eop_i,
  input  logic                              through_i,
  input  logic                              first_i,
  input  logic                              valid_i,
  output logic                              ready_o,
  input  tags_t                             failed_i,
  /// A write of this run has failed.
  input  logic                              fail_i,
  /// Level: take no more.
  input  logic                              cancel_i,
  input  fby_axi_pkg::axis_t                s_i,
  input  logic                              s_valid_i,
  output logic                              s_ready_o,
  output piece_t                            piece_o,
  output logic [fby_axi_pkg::DATA_BITS-1:0] data_o,
  output logic                              piece_valid_o,
  input  logic                              piece_ready_i,
  /// Result of a request, with its last piece; always taken.
  output fby_dma_pkg::dma_rsp_t             info_o,
  output logic                              info_valid_o
);

  localparam int unsigned Lanes    = fby_axi_pkg::DATA_BYTES;
  localparam int unsigned LaneBits = fby_axi_pkg::LANE_BITS;
  localparam int unsigned LenBits  = fby_dma_pkg::LEN_BITS;

  logic                busy_q, first_q;
  logic [LaneBits-1:0] dst_q;
  logic [LenBits-1:0]  left_q, sum_q;
  tag_t                tag_q;
  logic                stop_at_eop_q, through_q;
  // The packet that this run was for has ended, or a write of it has failed.
  logic                over_q, over;
  // Lanes of the present beat that earlier requests took.
  logic [LaneBits-1:0] lo_q;

  logic                stop, none, ends, tails, uses_up, step, load;
  logic [LaneBits:0]   kept, avail, bytes;

  always_comb begin
    // keep is all ones except on the last beat of a packet, where it is contiguous from lane 0.
    kept = (LaneBits + 1)'(Lanes);
    if (s_i.last) begin
      kept = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (s_i.keep[i]) kept = (LaneBits + 1)'(i + 1);
      end
    end
    avail = kept - (LaneBits + 1)'(lo_q);
  end

  always_comb begin
`ifdef FBY_MUTANT_TAKE_REVIVE
    stop    = over_q || failed_i[tag_q];
`elsif FBY_MUTANT_TAKE_RUNS_ON
    stop    = cancel_i || failed_i[tag_q];
`else
    stop    = cancel_i || over_q || failed_i[tag_q];
`endif
    none    = stop || left_q == '0;
    bytes   = left_q < LenBits'(avail) ? left_q[LaneBits:0] : avail;
    if (none) bytes = '0;
    uses_up = !none && bytes == avail;
    tails   = uses_up && s_i.last;
`ifdef FBY_MUTANT_TAKE_GLUES
    ends    = none || left_q == LenBits'(bytes) || (tails && !through_q);
`else
    ends    = none || left_q == LenBits'(bytes) || (tails && (!through_q || s_i.note.eob));
`endif
  end

  assign piece_valid_o = busy_q && (none || s_valid_i);
  assign step          = piece_valid_o && piece_ready_i;
  assign s_ready_o     = busy_q && uses_up && piece_ready_i;
  assign ready_o       = !busy_q || (step && ends);
  assign load          = valid_i && ready_o;

  always_comb begin
    piece_o.lo    = lo_q;
    piece_o.bytes = bytes;
    piece_o.start = first_q;
    piece_o.dst   = dst_q;
    piece_o.flush = ends;
    piece_o.last  = ends;
  end
  assign data_o = s_i.data;

  fby_axi_pkg::axis_note_t note;

  fby_dma_take_note u_note (
    .clk_i,
    .load_i (load),
    .takes_i(step && (bytes != '0 || tails)),
    .heads_i(lo_q == '0),
    .tails_i(tails),
    .note_i (s_i.note),
    .note_o (note)
  );

  always_comb begin
    info_o.cause    = fby_dma_pkg::DMA_OK;
    info_o.bad_addr = '0;
    info_o.bytes    = sum_q + LenBits'(bytes);
    info_o.eop      = tails;
    info_o.note     = note;
  end
  assign info_valid_o = step && ends;
`ifdef FBY_MUTANT_TAKE_FAILS_ON
  assign over         = over_q || (info_valid_o && info_o.eop && stop_at_eop_q);
`else
  assign over         = over_q || fail_i || (info_valid_o && info_o.eop && stop_at_eop_q);
`endif

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      busy_q <= 1'b0;
      over_q <= 1'b0;
      lo_q   <= '0;
    end else begin
      over_q <= over && !(load && first_i);
      if (load) busy_q <= 1'b1;
      else if (step && ends) busy_q <= 1'b0;
      if (step) lo_q <= uses_up ? '0 : lo_q + LaneBits'(bytes);
      // A beat that was taken in part stays offered unless its source is reset; then its rest is gone with it.
      if (!s_valid_i) lo_q <= '0;
    end
    if (load) begin
      dst_q   <= dst_i;
      left_q  <= len_i;
      tag_q   <= tag_i;
      stop_at_eop_q <= stop_at_eop_i;
      through_q     <= through_i;
      first_q <= 1'b1;
      sum_q   <= '0;
    end else if (step) begin
      left_q  <= left_q - LenBits'(bytes);
      first_q <= 1'b0;
      sum_q   <= info_o.bytes;
    end
  end

  // A source that is reset stops offering for a cycle: another beat in the place of one taken in part would be shorter
  // than what was taken of it.
  `FBY_ASSERT(TakeRestIsPositive, !s_valid_i || lo_q == '0 || kept > (LaneBits + 1)'(lo_q))

endmodule
