// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the command with free bursts, times and stops. A burst begins at rest, and the time is set at rest, as the registers
/// see to it; they refuse a rate above one sample in two cycles, and a burst of no samples.
///
/// The first sample is in the cycle of its time, or in the cycle behind a start at once. After it the numbers of samples and cycles are
/// bound to each other: so many cycles at so many parts of 2^32 are the whole samples that have come. So sample n comes in the first
/// cycle k behind it with k * rate >= n * 2^32. None comes at or behind STOP_AT, none beyond SAMPLES, none after a stop; each burst that begins
/// to run ends once, with or without samples, and one whose time was over never begins.
module fby_source_command_proof
  import fby_source_pkg::*;
(
  input logic        clk_i,
  input logic        set_time_i,
  input logic [63:0] time_i,
  input logic        start_i,
  input burst_t      burst_i,
  input logic        stop_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  logic        start, set_time, armed, running, late, busy;
  logic [63:0] now;
  burst_t      burst, burst_q;
  moment_t     moment;

  assign busy     = armed || running;
  assign start    = start_i && !busy && !rst_i;
  assign set_time = set_time_i && !busy && !start;
  assign burst    = start ? burst_i : burst_q;
  always_ff @(posedge clk_i) burst_q <= burst;
  `FBY_ASSUME(CommandRateIsLegal, !start || (burst_i.rate != '0 && burst_i.rate <= 32'h8000_0000))
  `FBY_ASSUME(CommandCountIsLegal, !start || !burst_i.counted || burst_i.samples != '0)

  fby_source_command u_dut (
    .clk_i, .rst_i, .set_time_i(set_time), .time_i, .now_o(now),
    .start_i(start), .burst_i(burst), .stop_i,
    .moment_o(moment), .armed_o(armed), .running_o(running), .late_o(late)
  );

  // ---- time ----

  logic [63:0] now_q;
  always_ff @(posedge clk_i) now_q <= rst_i ? '0 : set_time ? time_i : now_q + 64'd1;
  `FBY_ASSERT(CommandTime, now == now_q && moment.stamp == now_q)

  // ---- the course of a burst, by a sum that is never cut ----

  localparam int unsigned SumBits = COUNT_BITS + 32;
  logic               open_q, ticked_q;   // it has begun and is not over; it had a sample
  logic [SumBits-1:0] sum_q, sum;         // cycles behind the first sample, times the rate
  count_t             had_q;              // samples so far
  logic               runs, at_once_q;
  assign runs = open_q && (!burst_q.at || ticked_q || now == burst_q.start_at);
  assign sum  = sum_q + SumBits'(burst_q.rate);
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      open_q   <= 1'b0;
      ticked_q <= 1'b0;
    end else begin
      open_q   <= (start && !late) || (open_q && !moment.ends && !(armed && stop_i));
      ticked_q <= !start && (ticked_q || moment.tick);
    end
    at_once_q <= !rst_i && start && !burst_i.at;
    if (start || !open_q) begin
      sum_q <= '0;
      had_q <= '0;
    end else begin
      if (ticked_q) sum_q <= sum;
      had_q <= had_q + count_t'(moment.tick);
    end
  end

  logic over, due;
  assign over = (burst_q.counted && had_q == burst_q.samples) || (burst_q.until_ && now >= burst_q.stop_at);
  // Whole samples are those behind the first.
  assign due  = running && (ticked_q ? sum[SumBits-1:32] != sum_q[SumBits-1:32] : 1'b1);

  // Ties.
  `FBY_ASSERT(CommandSameOpen, open_q == busy && (!armed || burst_q.at) && 32'(u_dut.state_q) <= 2)
  `FBY_ASSERT(CommandSameBegun, !running || ticked_q == u_dut.begun_q)
  `FBY_ASSERT(CommandSameNumber, !running || had_q == u_dut.number_q)
  `FBY_ASSERT(CommandSum, !running || (ticked_q ? sum_q == {had_q - count_t'(1), u_dut.phase_q}
              : sum_q == '0 && had_q == '0 && u_dut.phase_q == '0))
  `FBY_ASSERT(CommandRate, !open_q || (burst_q.rate != '0 && burst_q.rate <= 32'h8000_0000
              && (!burst_q.counted || burst_q.samples != '0)))
  `FBY_ASSERT(CommandFirstNow, !running || ticked_q || (burst_q.at ? now == burst_q.start_at : at_once_q))
  `FBY_ASSERT(CommandWaits, !armed || (!ticked_q && now < burst_q.start_at && sum_q == '0 && had_q == '0))

  // ---- when ----

  `FBY_ASSERT(CommandTicksWhenDue, moment.tick == (due && !over && !stop_i))
  `FBY_ASSERT(CommandFirstAtItsTime, !moment.tick || ticked_q || (burst_q.at ? now == burst_q.start_at : at_once_q))
  `FBY_ASSERT(CommandRunsFromItsTime, !open_q || running == runs)
  `FBY_ASSERT(CommandSaysFirst, !moment.tick || moment.first == !ticked_q)
  `FBY_ASSERT(CommandNumbers, !moment.tick || moment.number == had_q)
  `FBY_ASSERT(CommandNeverTwo, $past(rst_i) || !$past(moment.tick) || !moment.tick)

  // ---- and when not ----

  `FBY_ASSERT(CommandNoneBehindStopAt, !(moment.tick && burst_q.until_) || now < burst_q.stop_at)
  `FBY_ASSERT(CommandNeverMore, !(moment.tick && burst_q.counted) || moment.number < burst_q.samples)
  `FBY_ASSERT(CommandCount, !(running && burst_q.counted) || had_q <= burst_q.samples)
  `FBY_ASSERT(CommandNoneStopped, !stop_i || !moment.tick)
  `FBY_ASSERT(CommandStops, $past(rst_i) || !$past(stop_i && busy) || !busy)
  `FBY_ASSERT(CommandEndsOnce, moment.ends == (running && (stop_i || over)) && !(moment.ends && moment.tick))
  `FBY_ASSERT(CommandEnds, $past(rst_i) || !$past(moment.ends) || !busy)
  `FBY_ASSERT(CommandLateIsNotBegun, $past(rst_i) || !$past(late) || !busy)
  `FBY_ASSERT(CommandLate, late == (start && burst.at && burst.start_at <= now))

  `FBY_COVER(CommandThird, moment.tick && moment.number == count_t'(3) && burst_q.at && $past(moment.tick, 3)
             && !$past(moment.tick, 2))
  `FBY_COVER(CommandCounted, moment.ends && burst_q.counted && had_q == count_t'(2) && !stop_i)
  `FBY_COVER(CommandUntil, moment.ends && burst_q.until_ && had_q == count_t'(2) && !stop_i && now == burst_q.stop_at)
  `FBY_COVER(CommandEmpty, moment.ends && had_q == '0 && !stop_i)
  `FBY_COVER(CommandCalledOff, armed && stop_i)
  `FBY_COVER(CommandLateOne, late)

  logic unused;
  assign unused = &{1'b0, burst};

endmodule
