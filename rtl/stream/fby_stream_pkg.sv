// SPDX-License-Identifier: Apache-2.0
/// What a stream port tells the status block.
package fby_stream_pkg;
  // A block uses the part that it needs.
  // verilator lint_off UNUSEDPARAM

  /// Cycles in which fby_stream_close closes the gaps of a beat. Beats of two lanes, as proofs of other blocks have them, need one.
  localparam int unsigned CLOSE_CYCLES = fby_axi_pkg::LANE_BITS > 1 ? 3 : 1;

  // verilator lint_on UNUSEDPARAM

  /// One-cycle pulses. At every moment beat_in = beat_out + discarded + entries inside.
  typedef struct packed {
    logic beat_in;       // an entry went into the FIFO
    logic beat_out;      // an entry was taken by the consumer
    logic full_stall;    // a burst waits because the FIFO has no room for it
    logic empty_starve;  // the consumer waits because the FIFO is empty
    logic discarded;     // an entry was discarded by a flush
  } stream_events_t;

endpackage
