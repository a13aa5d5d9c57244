// SPDX-License-Identifier: Apache-2.0
/// Cuts a request into bursts that end at multiples of MaxBurstBytes, hence never cross 4 KiB.
///
///   request  |.......abcdefghijklmnopqrst..|
///   bursts   |.......a|bcdefgh|ijklmno|pqrst..|   cut at every multiple, first and last may be short
///
/// With fixed_i every burst is one beat and all of them go to the same beat address. A request of no bytes,
/// and one that fails underway, end in a burst of 0 beats that only carries the last mark.
/// A request is accepted in the cycle in which the last burst of the one before leaves: no bubble.
module fby_dma_split
  import fby_dma_back_pkg::*;
#(
  /// Longest burst in bytes and the boundary none crosses: a power of two, 64 to 4096.
  parameter int unsigned MaxBurstBytes = 1024
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

  logic                  busy_q, fixed_q;
  logic [AddrBits-1:0]   addr_q;
  logic [LenBits-1:0]    left_q;
  tag_t                  tag_q;

  logic                  stop, last, load, step;
  logic [BYTES_BITS-1:0] room, bytes;

  // Bytes up to the next boundary, then what this burst takes of them.
  always_comb begin
    stop = cancel_i || failed_i[tag_q];
    if (fixed_q) begin
      room = BYTES_BITS'(fby_axi_pkg::DATA_BYTES) - BYTES_BITS'(addr_q[LaneBits-1:0]);
    end else begin
      room = BYTES_BITS'(MaxBurstBytes)
           - (addr_q[BYTES_BITS-1:0] & BYTES_BITS'(MaxBurstBytes - 1));
    end
`ifdef FBY_MUTANT_SPLIT_EDGE
    room = BYTES_BITS'(MaxBurstBytes);
`endif
    last = stop || left_q <= LenBits'(room);
`ifdef FBY_MUTANT_SPLIT_LAST
    last = stop || left_q < LenBits'(room);
`endif
    if (stop) bytes = '0;
    else if (left_q <= LenBits'(room)) bytes = left_q[BYTES_BITS-1:0];
    else bytes = room;
  end

  always_comb begin
    burst_o.addr  = addr_q;
    burst_o.bytes = bytes;
    burst_o.beats = '0;
    if (bytes != '0) begin
      burst_o.beats = BEATS_BITS'((BYTES_BITS'(addr_q[LaneBits-1:0]) + bytes
                                   + BYTES_BITS'(fby_axi_pkg::DATA_BYTES - 1)) >> LaneBits);
    end
    burst_o.last  = last;
    burst_o.tag   = tag_q;
  end

  assign burst_valid_o = busy_q;
  assign step    = burst_valid_o && burst_ready_i;
  assign ready_o = !busy_q || (step && last);
  assign load    = valid_i && ready_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) busy_q <= 1'b0;
    else if (load) busy_q <= 1'b1;
    else if (step && last) busy_q <= 1'b0;

    if (load) begin
      addr_q  <= addr_i;
      left_q  <= len_i;
      fixed_q <= fixed_i;
      tag_q   <= tag_i;
    end else if (step) begin
      addr_q <= fixed_q ? {addr_q[AddrBits-1:LaneBits], LaneBits'(0)}
                        : addr_q + AddrBits'(bytes);
      left_q <= left_q - LenBits'(bytes);
    end
  end

endmodule
