// SPDX-License-Identifier: Apache-2.0
/// Types of the transmit part of a radio; channels and samples are those of the receive part.
package fby_transmit_pkg;

  /// Bits of a number of samples in a packet.
  localparam int unsigned LENGTH_BITS = $clog2(fby_source_pkg::CHDR_SAMPLES + 1);

  /// A whole packet: its samples, the time of the first if it has one, and whether a burst ends with it.
  typedef struct packed {
    logic [LENGTH_BITS-1:0] samples;
    logic                   timed;
    logic [63:0]            stamp;
    logic                   eob;
  } packet_t;

  /// What happens in a channel in a cycle: a sample is sent, a moment of a burst has none, a packet is dropped as late with so many
  /// samples, a packet is accepted, and it is not the one that was next.
  typedef struct packed {
    logic                   sends;
    logic                   misses;
    logic                   late;
    logic [LENGTH_BITS-1:0] late_samples;
    logic                   accepts;
    logic                   skips;
  } fate_t;

  /// What has happened in it.
  typedef struct packed {
    fby_source_pkg::count_t sent;
    fby_source_pkg::count_t missed;
    fby_source_pkg::count_t late;
    logic [31:0]            late_packets;
    logic [31:0]            packets;
    logic [31:0]            skips;
  } account_t;

endpackage
