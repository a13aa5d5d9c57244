// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Takes 144-byte points out of 64-byte beats: nine beats hold four points.
///
///   beat   |  0  |  1  |  2  |  3  |  4  |  5  |  6  |  7  |  8  |
///   point  |<----- 0 ---->|<----- 1 ----->|<----- 2 ----->|<--- 3 --->|
///                      bit 128         bit 256         bit 384
///
/// A point ends in beats 2, 4, 6 and 8 and never reaches further back than two beats, so the beat at the
/// input and the two before it are all that is needed. A run takes exactly the number of points it was
/// started with; what follows the last one in its beat is dropped and the next run starts at beat 0.
module fby_msm_unpack_points (
    input  logic                               clk_i,
    input  logic                               rst_i,
    /// One-cycle pulse: take this many points from the next beat on.
    input  logic                               start_i,
    input  logic [fby_msm_pkg::COUNT_BITS-1:0] count_i,
    /// Points are still to be handed on.
    output logic                               busy_o,
    input  logic [fby_axi_pkg::DATA_BITS-1:0]  beat_i,
    input  logic                               beat_valid_i,
    output logic                               beat_ready_o,
    output fby_msm_pkg::point_t                point_o,
    output logic                               point_valid_o,
    input  logic                               point_ready_i
);
  import fby_msm_pkg::*;
  import fby_axi_pkg::DATA_BITS;

  /// Beats after which the pattern repeats.
  localparam logic [3:0] LastPhase = 4'd8;

  logic [COUNT_BITS-1:0] left_q;
  logic [3:0] phase_q;
  logic [DATA_BITS-1:0] prev_q, prev2_q;
  logic [3*WORD_BITS-1:0] words;
  point_t point_q;
  logic point_valid_q;
  logic completes, last, fire;

  assign completes    = (phase_q != '0) && !phase_q[0];
  assign last         = left_q == COUNT_BITS'(1);
  assign beat_ready_o = (left_q != '0) && (!completes || !point_valid_q || point_ready_i);
  assign fire         = beat_valid_i && beat_ready_o;

  always_comb begin
    case (phase_q)
      4'd2:    words = {beat_i[127:0], prev_q, prev2_q};
      4'd4:    words = {beat_i[255:0], prev_q, prev2_q[511:128]};
      4'd6:    words = {beat_i[383:0], prev_q, prev2_q[511:256]};
      default: words = {beat_i, prev_q, prev2_q[511:384]};
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (fire) begin
      prev_q  <= beat_i;
      prev2_q <= prev_q;
      phase_q <= (phase_q == LastPhase || (completes && last)) ? '0 : phase_q + 4'd1;
    end
    if (point_ready_i) point_valid_q <= 1'b0;
    if (fire && completes) begin
      point_q.a     <= words[POINT_COORD_BITS-1:0];
      point_q.b     <= words[WORD_BITS+:POINT_COORD_BITS];
      point_q.c     <= words[2*WORD_BITS+:POINT_COORD_BITS];
      point_valid_q <= 1'b1;
      left_q        <= left_q - COUNT_BITS'(1);
    end
    if (start_i) begin
      left_q  <= count_i;
      phase_q <= '0;
    end
    if (rst_i) begin
      left_q        <= '0;
      phase_q       <= '0;
      point_valid_q <= 1'b0;
    end
  end

  assign busy_o        = (left_q != '0) || point_valid_q;
  assign point_o       = point_q;
  assign point_valid_o = point_valid_q;

  // The seven bits above each coordinate are zero in canonical input and are not looked at.
  wire unused_pad = &{1'b0, words[WORD_BITS-1:POINT_COORD_BITS], words[2*WORD_BITS-1:WORD_BITS+POINT_COORD_BITS],
                      words[3*WORD_BITS-1:2*WORD_BITS+POINT_COORD_BITS]};

  `FBY_ASSERT(start_only_when_done, !(start_i && busy_o && !rst_i))

endmodule
