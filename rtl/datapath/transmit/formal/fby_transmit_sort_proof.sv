// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the sorter with a free stream, free rooms and rests at any time. A beat that is not the last of the stream's packet is full, the lanes
/// of the last one are the first ones, and what is offered stands, as streams are.
///
/// Each beat that has bytes and was not forgotten is that of a packet which went whole to its channel, is counted as dropped, or belongs to the packet at
/// hand. A packet that goes to a channel has all of its samples, each of them with all of its bytes, and room; no beat goes to two channels.
module fby_transmit_sort_proof
  import fby_axi_pkg::*;
  import fby_source_pkg::CHANNELS;
  import fby_source_pkg::BEAT_SAMPLES;
  import fby_source_pkg::SAMPLE_BITS;
  import fby_source_pkg::count_t;
  import fby_transmit_pkg::*;
(
  input logic                clk_i,
  input logic                drop_i,
  input logic [15:0]         endpoint_i,
  input axis_req_t           s_i,
  input logic [CHANNELS-1:0] room_i,
  input logic [CHANNELS-1:0] packet_room_i
);

  localparam int unsigned MostSamples = 8;
  localparam int unsigned SampleBytes = SAMPLE_BITS / 8;

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  `FBY_ASSUME(SortBeatIsFull, s_i.beat.last || s_i.beat.keep == '1)
  `FBY_ASSUME(SortLanesAreFirst, (s_i.beat.keep & (s_i.beat.keep + DATA_BYTES'(1))) == '0)
  `FBY_ASSUME(SortSamplesAreWords, s_i.beat.note == '0)

  logic                   s_ready, skips, malformed;
  logic [CHANNELS-1:0]    write, commit, rewind;
  packet_t                packet;
  logic [LENGTH_BITS-1:0] dropped;

  fby_transmit_sort #(
    .MostSamples(MostSamples)
  ) u_dut (
    .clk_i, .rst_i, .drop_i, .endpoint_i, .s_i, .s_ready_o(s_ready),
    .write_o(write), .commit_o(commit), .rewind_o(rewind), .packet_o(packet), .room_i, .packet_room_i,
    .skips_o(skips), .malformed_o(malformed), .dropped_o(dropped)
  );

  // ---- every beat once ----

  localparam logic [1:0] Head = 2'd0, Body = 2'd1, Skip = 2'd3;

  count_t     came_q, whole_q, dropped_q, hand;
  logic       take, in_body;
  logic [LENGTH_BITS-1:0] words_q;    // samples written of the packet at hand
  assign take    = s_i.valid && s_ready && !drop_i;
  assign in_body = u_dut.state_q == Body;
  assign hand    = in_body ? count_t'(u_dut.beats_q) : '0;
  always_ff @(posedge clk_i) begin
    if (rst_i || drop_i) begin
      came_q    <= '0;
      whole_q   <= '0;
      dropped_q <= '0;
    end else begin
      came_q    <= came_q + count_t'(take && s_i.beat.keep != '0 && u_dut.state_q != Skip);
      whole_q   <= whole_q + (commit != '0 ? hand + count_t'(1) : '0);
      dropped_q <= dropped_q + count_t'(dropped);
    end
    if (u_dut.state_q == Head) words_q <= '0;
    else if (write != '0) words_q <= words_q + LENGTH_BITS'(BEAT_SAMPLES);
  end
  `FBY_ASSERT(SortEachBeatOnce, came_q == whole_q + dropped_q + hand)

  // ---- whole packets only ----

  `FBY_ASSERT(SortLeft, !in_body || (packet.samples != '0 && packet.samples <= LENGTH_BITS'(MostSamples)
              && words_q < packet.samples && u_dut.left_q == packet.samples - words_q
              && words_q == (u_dut.beats_q - LENGTH_BITS'(1)) * LENGTH_BITS'(BEAT_SAMPLES)
              && u_dut.beats_q != '0 && u_dut.beats_q <= LENGTH_BITS'(MostSamples)))
  logic [LENGTH_BITS-1:0] there;    // whole samples of this beat
  always_comb begin
    there = '0;
    for (int unsigned n = 0; n < BEAT_SAMPLES; n++) there += LENGTH_BITS'(&s_i.beat.keep[n*SampleBytes+:SampleBytes]);
  end
  `FBY_ASSERT(SortWritesInside, write == '0 || in_body)
  `FBY_ASSERT(SortWritesWhole, write == '0
              || there >= (u_dut.left_q < LENGTH_BITS'(BEAT_SAMPLES) ? u_dut.left_q : LENGTH_BITS'(BEAT_SAMPLES)))
  `FBY_ASSERT(SortCommitsAll, commit == '0 || words_q + LENGTH_BITS'(BEAT_SAMPLES) >= packet.samples)
  `FBY_ASSERT(SortGoesOn, write == '0 || commit != '0 || (!s_i.beat.last
              && words_q + LENGTH_BITS'(BEAT_SAMPLES) < packet.samples))
  `FBY_ASSERT(SortOneChannel, $onehot0(write) && (commit & ~write) == '0 && $onehot0(rewind) && (write & rewind) == '0)
  `FBY_ASSERT(SortHasRoom, (write & ~room_i) == '0 && (commit & ~packet_room_i) == '0)
  `FBY_ASSERT(SortForgetsWhatIsCut, !(take && in_body && write == '0) || (rewind != '0 && malformed))
  `FBY_ASSERT(SortRestTakesAll, !drop_i || (s_ready && write == '0 && commit == '0 && dropped == '0))
  `FBY_ASSERT(SortWaitsForRoomOnly, s_ready || (in_body && ((room_i & packet_room_i) != '1)))

  `FBY_COVER(SortThird, commit != '0 && whole_q >= count_t'(5) && words_q != '0)
  `FBY_COVER(SortCut, rewind != '0 && words_q != '0)
  `FBY_COVER(SortBehindBad, commit != '0 && dropped_q == count_t'(3))
  `FBY_COVER(SortSkips, skips)

endmodule
