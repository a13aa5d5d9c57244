// SPDX-License-Identifier: Apache-2.0
/// Cuts a request into bursts that end at multiples of MaxBurstBytes, hence never cross 4 KiB.
///
///   request  |.......abcdefghijklmnopqrst..|
///   bursts   |.......a|bcdefgh|ijklmno|pqrst..|   cut at every multiple, first and last may be short
///
/// With fixed_i every burst is one beat and all of them go to the same beat address. A request of no bytes,
/// and one that fails underway, end in a burst of 0 beats that only carries the last mark.
/// The first burst of a request may join the burst before it: their bytes follow each other and no cut is between them.
/// A request is accepted in the cycle in which the last burst of the one before leaves: no bubble. So that whoever takes
/// a burst finds no sum before that decision, a burst is cut in the cycle before it is offered.
module fby_dma_split
  import fby_dma_back_pkg::*;
#(
  /// Longest burst in bytes and the boundary none crosses: a power of two, 64 to 4096.
  parameter int unsigned MaxBurstBytes = fby_regs_pkg::CARD_DMA_READ_BYTES
) (
  input  logic                                clk_i,
  input  logic                                rst_i,
  /// First byte.
  input  logic [fby_axi_pkg::ADDR_BITS-1:0]   addr_i,
  /// Bytes.
  input  logic [fby_dma_pkg::LEN_BITS-1:0]    len_i,
  /// The address stands still.
  input  logic                                fixed_i,
  input  tag_t                                tag_i,
  input  logic                                valid_i,
  output logic                                ready_o,
  /// Requests to give up.
  input  tags_t                               failed_i,
  /// Level: give up all of them.
  input  logic                                cancel_i,
  output burst_t                              burst_o,
  output logic                                burst_valid_o,
  input  logic                                burst_ready_i
);

  localparam int unsigned LaneBits = fby_axi_pkg::LANE_BITS;
  localparam int unsigned AddrBits = fby_axi_pkg::ADDR_BITS;
  localparam int unsigned LenBits  = fby_dma_pkg::LEN_BITS;

  if (MaxBurstBytes < fby_axi_pkg::DATA_BYTES || MaxBurstBytes > fby_axi_pkg::PAGE_BYTES ||
      (MaxBurstBytes & (MaxBurstBytes - 1)) != 0) begin : g_bad_burst
    $error("fby_dma_split: MaxBurstBytes must be a power of two from 64 to 4096");
  end

  localparam int unsigned BurstBits = $clog2(MaxBurstBytes);
  localparam logic [BYTES_BITS-1:0] BeatSize  = BYTES_BITS'(fby_axi_pkg::DATA_BYTES);
  localparam logic [BYTES_BITS-1:0] BurstSize = BYTES_BITS'(MaxBurstBytes);

  // A place in a request, counted from the boundary below the burst in question.
  typedef logic [LenBits:0] place_t;

  logic                  busy_q, fixed_q;
  tag_t                  tag_q;
  // The burst that is offered, and where its request ends.
  logic [AddrBits-1:0]   addr_q;
  logic [BYTES_BITS-1:0] bytes_q;
  logic [BEATS_BITS-1:0] beats_q;
  logic                  last_q, joins_q;
  place_t                end_q;

  logic                  stop, load, step;

  // ---- the first burst of a request ----

  logic [BYTES_BITS-1:0] in_size, in_offset, in_room, in_lanes;
  logic                  in_last, in_joins;
  // Where the burst that is offered ends. It leaves in this cycle; where none does, nothing is joined.
  logic [BYTES_BITS-1:0] burst_end;

  always_comb begin
    burst_end = BYTES_BITS'(addr_q[BurstBits-1:0]) + bytes_q;
`ifdef FBY_MUTANT_SPLIT_JOINS
    in_joins  = BYTES_BITS'(addr_i[BurstBits-1:0]) == burst_end && !fixed_i && !fixed_q && bytes_q != '0 && busy_q;
`else
    in_joins  = addr_i[AddrBits-1:BurstBits] == addr_q[AddrBits-1:BurstBits]
                && BYTES_BITS'(addr_i[BurstBits-1:0]) == burst_end && !fixed_i && !fixed_q && bytes_q != '0 && busy_q;
`endif
    in_size   = fixed_i ? BeatSize : BurstSize;
    in_offset = addr_i[BYTES_BITS-1:0] & (in_size - 1'b1);
    in_room   = in_size - in_offset;
`ifdef FBY_MUTANT_SPLIT_EDGE
    in_room   = in_size;
`endif
    in_last   = len_i <= LenBits'(in_room);
    in_lanes  = BYTES_BITS'(addr_i[LaneBits-1:0]) + len_i[BYTES_BITS-1:0] + (BeatSize - 1'b1);
  end

  // ---- the burst behind the one that is offered: it begins at a boundary ----

  logic [BYTES_BITS-1:0] next_size, next_rest;
  logic [BEATS_BITS-1:0] next_beats;
  logic                  next_last, next_short;

  always_comb begin
    next_size  = fixed_q ? BeatSize : BurstSize;
    next_last  = end_q <= place_t'(next_size) << 1;
`ifdef FBY_MUTANT_SPLIT_LAST
    next_last  = end_q < place_t'(next_size) << 1;
`endif
    // What is left of the request there, if it is less than a whole burst.
    next_rest  = end_q[BYTES_BITS-1:0] & (next_size - 1'b1);
    next_beats = BEATS_BITS'(next_rest >> LaneBits) + BEATS_BITS'(next_rest[LaneBits-1:0] != '0);
    next_short = next_last && next_rest != '0;
  end

  // ---- what is offered ----

  always_comb begin
    stop          = cancel_i || failed_i[tag_q];
    burst_o.addr  = addr_q;
    burst_o.bytes = stop ? '0 : bytes_q;
    burst_o.beats = stop ? '0 : beats_q;
    burst_o.joins = joins_q;
    burst_o.last  = stop || last_q;
    burst_o.tag   = tag_q;
  end

  assign burst_valid_o = busy_q;
  assign step    = burst_valid_o && burst_ready_i;
  assign ready_o = !busy_q || (step && burst_o.last);
  assign load    = valid_i && ready_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) busy_q <= 1'b0;
    else if (load) busy_q <= 1'b1;
    else if (step && burst_o.last) busy_q <= 1'b0;

    if (load) begin
      fixed_q <= fixed_i;
      tag_q   <= tag_i;
      addr_q  <= addr_i;
      bytes_q <= in_last ? len_i[BYTES_BITS-1:0] : in_room;
      // No beat is asked for where there are no bytes.
      if (in_last) beats_q <= len_i == '0 ? '0 : BEATS_BITS'(in_lanes >> LaneBits);
      else         beats_q <= BEATS_BITS'(in_size >> LaneBits) - BEATS_BITS'(in_offset >> LaneBits);
      last_q  <= in_last;
      joins_q <= in_joins;
      end_q   <= place_t'(in_offset) + place_t'(len_i);
    end else if (step) begin
      addr_q  <= fixed_q ? {addr_q[AddrBits-1:LaneBits], LaneBits'(0)}
                         : {addr_q[AddrBits-1:BurstBits] + 1'b1, BurstBits'(0)};
      bytes_q <= next_short ? next_rest : next_size;
      beats_q <= next_short ? next_beats : BEATS_BITS'(next_size >> LaneBits);
      last_q  <= next_last;
      joins_q <= 1'b0;
      end_q   <= end_q - place_t'(next_size);
    end
  end

endmodule
