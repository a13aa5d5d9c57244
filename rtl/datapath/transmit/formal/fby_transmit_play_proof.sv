// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the player with free packets and samples, a rate that stands, and the time as it goes. A packet that is there stays until it is
/// popped, and has a sample, as the ring and the sorter have it.
///
/// Each sample of each packet that has left was sent once, or its packet was dropped as late, before any of it was sent: samples of popped packets
/// and those sent of the one at hand = sent + late. In a burst each moment has a sample or is counted, and they are where they should be: moment n in
/// the first cycle k behind the first with k * rate >= n * 2^32. A packet with a time is sent at the first moment at or behind it, and dropped if and
/// only if the moment before that was, too.
module fby_transmit_play_proof
  import fby_axi_pkg::*;
  import fby_source_pkg::count_t;
  import fby_source_pkg::COUNT_BITS;
  import fby_source_pkg::CHDR_SAMPLES;
  import fby_source_pkg::BEAT_SAMPLES;
  import fby_source_pkg::SAMPLE_BITS;
  import fby_transmit_pkg::*;
(
  input logic                 clk_i,
  input logic                 valid_i,
  input packet_t              packet_i,
  input logic [DATA_BITS-1:0] data_i,
  input logic [63:0]          begin_i,
  input logic [31:0]          rate_i
);

  localparam int unsigned AheadBits = 10;

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  // ---- time, rate, and the packet at the head ----

  logic [63:0] now_q;
  logic [31:0] rate_q;
  always_ff @(posedge clk_i) begin
    now_q  <= rst_i ? begin_i : now_q + 64'd1;
    rate_q <= rst_i ? rate_i : rate_q;
  end
  // Ages of the universe are none of it.
  `FBY_ASSUME(PlayTimeIsYoung, now_q < 64'hffff_ffff_0000_0000 && now_q != '0)
  `FBY_ASSERT(PlayRateHolds, rate_q == $past(rate_q) || $past(rst_i))
  `FBY_ASSUME(PlayRateIsLegal, rate_q != '0 && rate_q <= 32'h8000_0000)

  logic                   stands_q, pop, runs;
  packet_t                packet_q, packet;
  logic [AheadBits-1:0]   advance;
  fate_t                  fate;
  logic [SAMPLE_BITS-1:0] air;
  logic                   valid;
  assign valid  = stands_q || valid_i;
  assign packet = stands_q ? packet_q : packet_i;
  `FBY_ASSUME(PlayPacketHasSamples, packet_i.samples != '0 && packet_i.samples <= LENGTH_BITS'(CHDR_SAMPLES))
  `FBY_ASSERT(PlayStandingHasSamples, !stands_q || (packet_q.samples != '0
              && packet_q.samples <= LENGTH_BITS'(CHDR_SAMPLES)))
  always_ff @(posedge clk_i) begin
    stands_q <= !rst_i && valid && !pop;
    packet_q <= packet;
  end

  fby_transmit_play #(
    .AheadBits(AheadBits)
  ) u_dut (
    .clk_i, .rst_i, .now_i(now_q), .rate_i(rate_q), .valid_i(valid), .packet_i(packet), .data_i,
    .advance_o(advance), .pop_o(pop), .fate_o(fate), .runs_o(runs), .air_o(air)
  );

  // ---- every sample once ----

  count_t popped_q, sent_q, late_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      popped_q <= '0;
      sent_q   <= '0;
      late_q   <= '0;
    end else begin
      popped_q <= popped_q + (pop ? count_t'(packet.samples) : '0);
      sent_q   <= sent_q + count_t'(fate.sends);
      late_q   <= late_q + count_t'(fate.late_samples);
    end
  end
  `FBY_ASSERT(PlayEachSampleOnce, popped_q + count_t'(u_dut.index_q) == sent_q + late_q)
  `FBY_ASSERT(PlayIndexIsInside, u_dut.index_q == '0 || (stands_q && u_dut.index_q < packet_q.samples && runs))
  `FBY_ASSERT(PlayLateIsWhole, !fate.late || (u_dut.index_q == '0 && pop && fate.late_samples == packet.samples))
  `FBY_ASSERT(PlayOneThing, !(fate.sends && (fate.late || fate.misses)) && (fate.late || fate.late_samples == '0))
  `FBY_ASSERT(PlayPopsWhatIsThere, !pop || valid)
  `FBY_ASSERT(PlayBeats, !fate.late || advance == AheadBits'((32'(packet.samples) + BEAT_SAMPLES - 1) / BEAT_SAMPLES))

  // ---- moments of a burst, by a sum that is never cut ----

  localparam int unsigned SumBits = COUNT_BITS + 32;
  logic [SumBits-1:0] sum_q, sum;     // cycles behind the first moment, times the rate
  count_t             moments_q;      // moments so far, behind the first
  logic [63:0]        before_q;       // time of the last one
  logic               ended_q;        // its last packet has come
  logic               due, begins;
  assign sum    = sum_q + SumBits'(rate_q);
  assign due    = runs && sum[SumBits-1:32] != sum_q[SumBits-1:32];
  assign begins = fate.sends && (!runs || (due && ended_q));
  always_ff @(posedge clk_i) begin
    if (begins) begin
      sum_q     <= '0;
      moments_q <= '0;
    end else if (runs) begin
      sum_q     <= sum;
      moments_q <= moments_q + count_t'(due);
    end
    if (fate.sends || due) before_q <= now_q;
    if (rst_i) ended_q <= 1'b0;
    else if (fate.sends) ended_q <= pop && packet.eob;
    else if (due && ended_q) ended_q <= 1'b0;
    else if (runs && fate.late && packet.eob) ended_q <= 1'b1;
  end
  `FBY_ASSERT(PlaySum, !runs || sum_q == {moments_q, u_dut.phase_q})
  `FBY_ASSERT(PlaySameEnd, ended_q == u_dut.ended_q && (runs || !ended_q))
  `FBY_ASSERT(PlaySameBefore, !runs || (before_q == u_dut.before_q && before_q < now_q))

  `FBY_ASSERT(PlaySendsAtMoments, !fate.sends || !runs || due)
  `FBY_ASSERT(PlayMissesAtMoments, !fate.misses || due)
  `FBY_ASSERT(PlayEachMomentIsCounted, !(due && !ended_q) || (fate.sends ^ fate.misses))
  `FBY_ASSERT(PlayEndIsNoMiss, !ended_q || !fate.misses)
  `FBY_ASSERT(PlayRuns, $past(rst_i) || runs == ($past(fate.sends) || ($past(runs) && !($past(due) && $past(ended_q)))))

  // ---- when a packet is sent, and when it is late ----

  logic starts;
  assign starts = valid && u_dut.index_q == '0;
  logic [63:0] over;
  assign over = runs ? before_q : now_q - 64'd1;
  `FBY_ASSERT(PlayLateIsOver, fate.late == (starts && packet.timed && packet.stamp <= over))
  `FBY_ASSERT(PlayAtItsTime, !(fate.sends && starts && packet.timed)
              || (packet.stamp <= now_q && packet.stamp > over))
  `FBY_ASSERT(PlayAtTheFirstMoment, !(starts && !fate.late && (due || !runs)
              && (!packet.timed || packet.stamp <= now_q)) || fate.sends)
  `FBY_ASSERT(PlayGoesOn, !(due && u_dut.index_q != '0) || fate.sends)

  // ---- what is on the air ----

  `FBY_ASSERT(PlaySilence, runs || air == '0)
  `FBY_ASSERT(PlayHolds, $past(rst_i) || $past(fate.sends) || $past(due) || air == $past(air))
  `FBY_ASSERT(PlaySilentWhereMissed, $past(rst_i) || !$past(due) || $past(fate.sends) || air == '0)
  `FBY_ASSERT(PlayWord, $past(rst_i) || !$past(fate.sends)
              || air == $past(data_i[32'(u_dut.index_q) % BEAT_SAMPLES * SAMPLE_BITS+:SAMPLE_BITS]))

  `FBY_COVER(PlayThird, runs && moments_q == count_t'(3) && sent_q == count_t'(4))
  `FBY_COVER(PlayMisses, fate.misses && sent_q == count_t'(2))
  `FBY_COVER(PlayLateInside, runs && fate.late && sent_q == count_t'(2))
  `FBY_COVER(PlayAgain, begins && runs)
  `FBY_COVER(PlayEnds, !runs && $past(runs) && sent_q == count_t'(3))

endmodule
