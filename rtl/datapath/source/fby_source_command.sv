// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Hardware time, and the course of a burst in it: when it begins, when its samples come, when it ends.
///
///   time      ... 100 101 102 103 104 105 106 107 108
///   samples        0           1           2     end      START_AT 100, a rate of 1/3, two and a half of them
///
/// Sample n comes ceil(n * 2^32 / rate) cycles behind the first: an accumulator of 32 bits carries. The end is a moment of its own, in a
/// cycle without a sample, of which there is one at least between two samples.
module fby_source_command
  import fby_source_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_i,
  /// One cycle: sets the time, while nothing is armed or runs.
  input  logic        set_time_i,
  input  logic [63:0] time_i,
  output logic [63:0] now_o,
  /// One cycle: begins a burst, while nothing is armed or runs; what it is stands until it is over.
  input  logic        start_i,
  input  burst_t      burst_i,
  /// One cycle, or a level: ends it.
  input  logic        stop_i,
  output moment_t     moment_o,
  output logic        armed_o,
  output logic        running_o,
  /// One cycle: its time was over, and it is not begun.
  output logic        late_o
);

  typedef enum logic [1:0] {IDLE, ARMED, RUN} state_e;

  state_e      state_q, state_d;
  logic [63:0] now_q;
  logic [31:0] phase_q;
  count_t      number_q;
  logic        begun_q, carry, due, over, first;
  logic [32:0] phase;

  assign now_o     = now_q;
  assign armed_o   = state_q == ARMED;
  assign running_o = state_q == RUN;
  assign late_o    = start_i && burst_i.at && burst_i.start_at <= now_q;

  // A sample is due at the very beginning, and with each carry.
  assign first          = !begun_q;
  assign phase          = {1'b0, phase_q} + {1'b0, burst_i.rate};
  assign carry          = phase[32];
  assign due            = state_q == RUN && (first || carry);
  // No further sample: all there were to be have come, or their time has.
`ifdef FBY_MUTANT_SOURCE_ONE_MORE
  assign over           = (burst_i.counted && number_q > burst_i.samples) ||
                          (burst_i.until_ && now_q >= burst_i.stop_at);
`else
  assign over           = (burst_i.counted && number_q == burst_i.samples) ||
                          (burst_i.until_ && now_q >= burst_i.stop_at);
`endif

  always_comb begin
    moment_o.first  = first;
    moment_o.tick   = due && !over && !stop_i;
    moment_o.ends   = state_q == RUN && (stop_i || over);
    moment_o.stamp  = now_q;
    moment_o.number = number_q;
  end

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      IDLE:    if (start_i && !late_o) state_d = burst_i.at ? ARMED : RUN;
      ARMED:   if (stop_i) state_d = IDLE;
`ifdef FBY_MUTANT_SOURCE_STARTS_LATE
               else if (now_q == burst_i.start_at) state_d = RUN;
`else
               else if (now_q + 64'd1 == burst_i.start_at) state_d = RUN;
`endif
      default: if (moment_o.ends) state_d = IDLE;
    endcase
    // The next cycle is its time already.
    if (start_i && !late_o && burst_i.at && now_q + 64'd1 == burst_i.start_at) state_d = RUN;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q <= IDLE;
      now_q   <= '0;
    end else begin
      state_q <= state_d;
      now_q   <= set_time_i ? time_i : now_q + 64'd1;
    end
    if (state_q != RUN) begin
      phase_q  <= '0;
      number_q <= '0;
      begun_q  <= 1'b0;
    end else begin
      // The first sample is that of phase 0.
`ifdef FBY_MUTANT_SOURCE_PHASE
      phase_q <= phase[31:0];
`else
      phase_q <= first ? '0 : phase[31:0];
`endif
      if (moment_o.tick) begin
        number_q <= number_q + count_t'(1);
        begun_q  <= 1'b1;
      end
    end
  end

  `FBY_ASSERT(SourceStartsAtRest, !start_i || state_q == IDLE)
  `FBY_ASSERT(SourceTickOrEnd, !(moment_o.tick && moment_o.ends))

  logic unused;
  assign unused = &{1'b0, burst_i.wave, burst_i.channels, burst_i.stop_at_overrun, burst_i.chdr, burst_i.loop,
                    burst_i.turns, burst_i.packet, burst_i.endpoint};

endmodule
