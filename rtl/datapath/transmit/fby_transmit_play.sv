// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Plays the packets of a channel: each sample at its moment, what is late never, and a moment without a sample counted.
///
/// A burst begins with a packet, in the cycle of its time or at once, and has a moment every 2^32 / rate cycles, as fby_source_command has it. At
/// each moment the next sample is sent; where there is none the moment is missed. A packet with a time begins at the first moment at or behind
/// it; it is late if the moment before was at or behind it, and then it is dropped whole. A burst ends with the packet that says so, sent or late. A
/// sample is on the air up to the next moment; then there is silence, unless another burst begins there.
module fby_transmit_play
  import fby_axi_pkg::*;
  import fby_source_pkg::SAMPLE_BITS;
  import fby_source_pkg::BEAT_SAMPLES;
  import fby_transmit_pkg::*;
#(
  /// Bits of a number of beats.
  parameter int unsigned AheadBits = 10
) (
  input  logic                   clk_i,
  input  logic                   rst_i,
  input  logic [63:0]            now_i,
  /// Samples in 2^32 cycles, 1 to 2^31; stands while there is a packet or a burst.
  input  logic [31:0]            rate_i,
  /// The ring; see there.
  input  logic                   valid_i,
  input  packet_t                packet_i,
  input  logic [DATA_BITS-1:0]   data_i,
  output logic [AheadBits-1:0]   advance_o,
  output logic                   pop_o,
  /// Without accepts and skips.
  output fate_t                  fate_o,
  /// A burst is on the air; what is on the air, from the cycle behind its moment on.
  output logic                   runs_o,
  output logic [SAMPLE_BITS-1:0] air_o
);

  localparam int unsigned WordBits = $clog2(BEAT_SAMPLES);

  logic                                   run_q, ended_q;
  logic [31:0]                            phase_q;
  logic [63:0]                            before_q;   // time of the last moment
  logic [LENGTH_BITS-1:0]                 index_q;    // of the next sample in its packet
  logic [SAMPLE_BITS-1:0]                 air_q;
  logic [32:0]                            phase;
  logic                                   moment, goes_on, late, plays, sends, last, begins, over;
  logic [BEAT_SAMPLES-1:0][SAMPLE_BITS-1:0] words;

  assign words  = data_i;
  assign phase  = {1'b0, phase_q} + {1'b0, rate_i};
  // At rest every cycle may be one.
  assign moment = !run_q || phase[32];
  assign goes_on = index_q != '0;
`ifdef FBY_MUTANT_TRANSMIT_LATE
  assign late   = valid_i && !goes_on && packet_i.timed && packet_i.stamp < (run_q ? before_q : now_i);
`else
  assign late   = valid_i && !goes_on && packet_i.timed &&
                  (run_q ? packet_i.stamp <= before_q : packet_i.stamp < now_i);
`endif
  assign plays  = valid_i && !late && (goes_on || !packet_i.timed || packet_i.stamp <= now_i);
  assign sends  = moment && plays;
  assign last   = index_q + LENGTH_BITS'(1) == packet_i.samples;
  // A burst ends at the moment behind its last one.
  assign over   = run_q && moment && !plays && ended_q;
  assign begins = sends && (!run_q || ended_q);

  always_comb begin
    fate_o              = '0;
    fate_o.sends        = sends;
`ifdef FBY_MUTANT_TRANSMIT_MISSES
    fate_o.misses       = run_q && moment && !plays;
`else
    fate_o.misses       = run_q && moment && !plays && !ended_q;
`endif
    fate_o.late         = late;
    fate_o.late_samples = late ? packet_i.samples : '0;
  end

  assign pop_o = late || (sends && last);
  always_comb begin
    advance_o = '0;
    if (late) advance_o = AheadBits'((packet_i.samples + LENGTH_BITS'(BEAT_SAMPLES - 1)) >> WordBits);
    else if (sends && (last || index_q[WordBits-1:0] == '1)) advance_o = AheadBits'(1);
  end

  assign runs_o = run_q;
  assign air_o  = air_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      run_q   <= 1'b0;
      ended_q <= 1'b0;
      index_q <= '0;
      air_q   <= '0;
    end else begin
      run_q <= sends || (run_q && !over);
      if (sends) begin
        ended_q <= last && packet_i.eob;
        index_q <= last ? '0 : index_q + LENGTH_BITS'(1);
      end else if (over) begin
        ended_q <= 1'b0;
      end else if (run_q && late && packet_i.eob) begin
        ended_q <= 1'b1;
      end
      if (run_q && moment) air_q <= '0;
      if (sends) air_q <= words[index_q[WordBits-1:0]];
    end
    phase_q <= begins ? '0 : phase[31:0];
    if (moment) before_q <= now_i;
  end

  `FBY_ASSERT(TransmitIsInsideABurst, !goes_on || (run_q && valid_i))

endmodule
