// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Packs samples into beats and puts them into a FIFO, or loses them; never a sample inside a packet.
///
///   sample   0 1 2 ... 14 15 | 16 17 ...       a beat is 16 words; the words of one time follow each other
///   packet   [ beat ][ beat ][ bea]  lost 9  [ beat ]...
///
/// A beat that is full waits for the next sample or for the end, for only then is it known whether a packet ends with it. A place
/// in the FIFO is kept for the beat in hand; where there would be none for the one behind it, the packet ends with the beat in hand,
/// marked, and samples are lost until half of the FIFO is free. The packet behind them says how many they were.
module fby_source_lane
  import fby_axi_pkg::*;
  import fby_source_pkg::*;
#(
  /// Channels whose samples come at once: 1 to 4.
  parameter int unsigned Channels  = 1,
  /// Beats of the FIFO, at least 4.
  parameter int unsigned FifoBeats = 1024,
  /// Packets with a header that it can hold, at least 4.
  parameter int unsigned Packets   = 16
) (
  input  logic                                  clk_i,
  input  logic                                  rst_i,
  /// Level: forget all.
  input  logic                                  drop_i,
  /// Words that come at once, 1, 2 or 4; samples of each channel in a packet, 0: no end; packets get headers.
  input  logic [2:0]                            width_i,
  input  logic [15:0]                           packet_i,
  input  logic                                  chdr_i,
  input  moment_t                               moment_i,
  input  logic [Channels-1:0][SAMPLE_BITS-1:0]  samples_i,
  /// What became of the samples of this moment.
  output fate_t                                 fate_o,
  /// Samples are being lost.
  output logic                                  losing_o,
  /// The FIFO's head.
  output axis_req_t                             m_o,
  input  logic                                  m_ready_i,
  /// With headers: the oldest whole packet, in bytes, and taking it.
  output logic                                  whole_valid_o,
  output logic [15:0]                           whole_bytes_o,
  output axis_note_t                            whole_note_o,
  input  logic                                  whole_ready_i
);

  localparam int unsigned FillBits  = $clog2(BEAT_SAMPLES + 1);
  localparam int unsigned LevelBits = $clog2(FifoBeats + 1);
  localparam int unsigned PlaceBits = $clog2(Packets + 1);

  typedef struct packed {
    logic [15:0] bytes;
    axis_note_t  note;
  } whole_t;

  // The beat in hand.
  logic [BEAT_SAMPLES-1:0][SAMPLE_BITS-1:0] words_q;
  logic [FillBits-1:0]                      fill_q;
  logic [63:0]                              stamp_q;
  count_t                                   ahead_q;    // lost ahead of it, if it heads a packet
  // The packet in hand: its samples, its bytes in the FIFO, its time and what was lost ahead of it.
  logic [15:0]                              count_q, sent_q;
  logic [63:0]                              begun_q;
  count_t                                   lost_q;
  // Samples are kept; those that were lost and nobody was told of.
  logic                                     keeps_q;
  count_t                                   owed_q, owed;

  logic                                     full, packet_full, closes, no_more, again, push, begins, keeps, loses;
  axis_req_t                                beat;
  logic                                     fifo_ready, whole_push, whole_ready;
  logic [LevelBits-1:0]                     level;
  logic [PlaceBits-1:0]                     wholes;
  whole_t                                   whole_in, whole_out;

  // ---- what becomes of this moment ----

  assign full        = fill_q == FillBits'(BEAT_SAMPLES);
  assign packet_full = packet_i != '0 && count_q == packet_i;
  // No place for a beat behind the one in hand, or for a packet behind its packet.
`ifdef FBY_MUTANT_LANE_FULL
  assign no_more     = level > LevelBits'(FifoBeats - 1) || (chdr_i && wholes > PlaceBits'(Packets - 2));
`else
  assign no_more     = level > LevelBits'(FifoBeats - 2) || (chdr_i && wholes > PlaceBits'(Packets - 2));
`endif
  assign again       = level <= LevelBits'(FifoBeats / 2) && (!chdr_i || wholes <= PlaceBits'(Packets / 2));
  assign closes      = moment_i.tick && (full || packet_full);
  assign push        = keeps_q && fill_q != '0 && (closes || moment_i.ends);
  // A sample is kept behind the beat in hand, or in it, or after a loss when there is room again.
  assign keeps       = moment_i.tick && (keeps_q ? !(closes && no_more) : again);
  assign begins      = keeps && (!keeps_q || closes);

  // Those of the burst before were told by its account.
  assign owed        = moment_i.first ? '0 : owed_q;

  assign loses  = moment_i.tick && !keeps;
  assign fate_o = '{keeps: keeps, loses: loses, gap: loses && (keeps_q || moment_i.first)};
  assign losing_o     = !keeps_q && owed_q != '0;

  // ---- the beat that goes into the FIFO ----

  always_comb begin
    beat.valid           = push;
    beat.beat.data       = words_q;
    for (int unsigned w = 0; w < BEAT_SAMPLES; w++) begin
      beat.beat.keep[w*SAMPLE_BITS/8+:SAMPLE_BITS/8] = {(SAMPLE_BITS / 8) {FillBits'(w) < fill_q}};
    end
    beat.beat.last       = moment_i.ends || packet_full || no_more;
    beat.beat.note.stamp = stamp_q;
    beat.beat.note.lost  = ahead_q;
    beat.beat.note.eob   = moment_i.ends || no_more;
    beat.beat.note.cut   = !moment_i.ends && no_more;
  end

  assign whole_push = push && beat.beat.last && chdr_i;
  always_comb begin
    whole_in.bytes = sent_q + (16'(fill_q) << 2);
    whole_in.note  = '{stamp: begun_q, lost: lost_q, eob: beat.beat.note.eob, cut: beat.beat.note.cut};
  end

  always_ff @(posedge clk_i) begin
    if (rst_i || drop_i) begin
      keeps_q <= 1'b0;
      fill_q  <= '0;
      owed_q  <= '0;
    end else begin
      if (moment_i.tick) keeps_q <= keeps;
      else if (moment_i.ends) keeps_q <= 1'b0;

      if (begins) fill_q <= FillBits'(width_i);
      else if (keeps) fill_q <= fill_q + FillBits'(width_i);
      else if (push) fill_q <= '0;

      // What is lost is told with the next packet, in its first beat.
      if (loses) owed_q <= owed + count_t'(1);
      else if (begins && !keeps_q) owed_q <= '0;
    end
    if (begins) begin
      stamp_q <= moment_i.stamp;
      ahead_q <= keeps_q ? '0 : owed;
      if (!keeps_q || packet_full) begin
        begun_q <= moment_i.stamp;
        lost_q  <= keeps_q ? '0 : owed;
        count_q <= 16'd1;
        sent_q  <= '0;
      end else begin
        count_q <= count_q + 16'd1;
        sent_q  <= sent_q + 16'(DATA_BYTES);
      end
    end else if (keeps) begin
      count_q <= count_q + 16'd1;
    end
    for (int unsigned c = 0; c < Channels; c++) begin
      for (int unsigned w = 0; w < BEAT_SAMPLES; w++) begin
        if (keeps && c < 32'(width_i) && 32'(begins ? '0 : fill_q) + c == w) words_q[w] <= samples_i[c];
      end
    end
  end

  fby_axis_fifo #(
    .DepthEntries(FifoBeats)
  ) u_fifo (
    .clk_i, .rst_i(rst_i || drop_i),
    .s_i(beat), .s_ready_o(fifo_ready),
    .m_o, .m_ready_i,
    .level_o(level)
  );

  fby_fifo #(
    .WidthBits   ($bits(whole_t)),
    .DepthEntries(Packets)
  ) u_wholes (
    .clk_i, .rst_i(rst_i || drop_i),
    .data_i(whole_in), .valid_i(whole_push), .ready_o(whole_ready),
    .data_o(whole_out), .valid_o(whole_valid_o), .ready_i(whole_ready_i),
    .level_o(wholes)
  );

  assign whole_bytes_o = whole_out.bytes;
  assign whole_note_o  = whole_out.note;

  `FBY_ASSERT(SourceBeatHasPlace, !push || fifo_ready)
  `FBY_ASSERT(SourcePacketHasPlace, !whole_push || whole_ready)
  `FBY_ASSERT(SourceWholeTicks, !moment_i.tick || !moment_i.ends)

  logic unused;
  assign unused = &{1'b0, moment_i.number};

endmodule
