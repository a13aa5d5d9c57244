// SPDX-License-Identifier: Apache-2.0
/// Types of the signal source.
package fby_source_pkg;

  // A block uses some of these, never all.
  /* verilator lint_off UNUSEDPARAM */
  /// Channels at most, and bits of a sample: two components of 16.
  localparam int unsigned CHANNELS     = 4;
  localparam int unsigned SAMPLE_BITS  = 32;
  /// Samples in a beat of the stream.
  localparam int unsigned BEAT_SAMPLES = fby_axi_pkg::DATA_BITS / SAMPLE_BITS;
  /// Bits of a number of samples.
  localparam int unsigned COUNT_BITS   = fby_axi_pkg::LOST_BITS;
  /// Longest packet with a header, in samples.
  localparam int unsigned CHDR_SAMPLES = 4096;
  /* verilator lint_on UNUSEDPARAM */

  typedef logic [COUNT_BITS-1:0]              count_t;
  typedef logic [CHANNELS-1:0][SAMPLE_BITS-1:0] samples_t;

  /// What a burst is; stands while it is armed or runs.
  typedef struct packed {
    logic [1:0]  wave;
    /// Channels less one.
    logic [1:0]  channels;
    logic        stop_at_overrun;
    logic        chdr;
    /// What is on the air, in place of a wave.
    logic        loop;
    /// Samples in 2^32 cycles.
    logic [31:0] rate;
    /// Turns of the tone in 2^32 samples.
    logic [31:0] turns;
    /// Samples of a packet; 0: no end.
    logic [15:0] packet;
    logic [15:0] endpoint;
    /// When it begins if at is set; from when on it has no sample if until_ is; how many it has if counted is.
    logic        at;
    logic        until_;
    logic        counted;
    logic [63:0] start_at;
    logic [63:0] stop_at;
    count_t      samples;
  } burst_t;

  /// A cycle of a burst: a sample of each channel, or the end, never both.
  typedef struct packed {
    /// The first one of a burst.
    logic        first;
    logic        tick;
    logic        ends;
    /// Time of the sample, and its number in the burst.
    logic [63:0] stamp;
    count_t      number;
  } moment_t;

  /// What became of samples.
  typedef struct packed {
    count_t produced;
    count_t kept;
    count_t lost;
  } account_t;

  /// What happens to a channel's samples in a cycle, and that samples begin to be lost.
  typedef struct packed {
    logic keeps;
    logic loses;
    logic gap;
  } fate_t;

endpackage
