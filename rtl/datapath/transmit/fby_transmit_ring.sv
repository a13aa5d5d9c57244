// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Packets of a channel: the beats of their samples, and what each is. A packet is there when all of it is, or never was.
///
///   write --> [ whole packets | one that comes in ] --> read
///      read ---^      commit ---^          write ---^        a rewind puts write back to commit
///
/// The beat to be read is fetched a cycle ahead, so a packet is told a cycle after its last beat was written.
module fby_transmit_ring
  import fby_axi_pkg::*;
  import fby_transmit_pkg::*;
#(
  /// Beats, a power of two; whole packets at most.
  parameter int unsigned Beats   = 512,
  parameter int unsigned Packets = 16,
  localparam int unsigned AheadBits = $clog2(Beats) + 1
) (
  input  logic                 clk_i,
  input  logic                 rst_i,
  /// A beat of the packet that comes in, if there is room. With commit it was the last one, and the packet is that; there is room for it.
  input  logic                 write_i,
  input  logic [DATA_BITS-1:0] data_i,
  input  logic                 commit_i,
  input  packet_t              packet_i,
  /// Forget what has come of a packet that is not whole.
  input  logic                 rewind_i,
  output logic                 room_o,
  output logic                 packet_room_o,
  /// A packet is whole and will be told.
  output logic                 whole_o,
  /// The oldest packet, and the beat of it that is to be read.
  output logic                 valid_o,
  output packet_t              packet_o,
  output logic [DATA_BITS-1:0] data_o,
  /// So many beats of it are done with; it is done with.
  input  logic [AheadBits-1:0] advance_i,
  input  logic                 pop_i
);

  if ((Beats & (Beats - 1)) != 0) begin : gen_bad_beats
    $error("fby_transmit_ring: Beats must be a power of two");
  end

  localparam int unsigned PlaceBits = $clog2(Beats);
  localparam int unsigned LevelBits = $clog2(Packets + 1);

  logic [DATA_BITS-1:0] mem_q [Beats];
  logic [AheadBits-1:0] write_q, commit_q, read_q, read;
  logic                 whole_q, ready;
  packet_t              packet_q;
  logic [LevelBits-1:0] level;

  assign room_o        = AheadBits'(write_q - read_q) != AheadBits'(Beats);
  assign packet_room_o = level + LevelBits'(whole_q) < LevelBits'(Packets);
  assign read          = read_q + advance_i;
  assign whole_o       = whole_q;

  always_ff @(posedge clk_i) begin
    if (write_i) mem_q[write_q[PlaceBits-1:0]] <= data_i;
    data_o <= mem_q[read[PlaceBits-1:0]];
  end

  always_ff @(posedge clk_i) begin
    packet_q <= packet_i;
    if (rst_i) begin
      write_q  <= '0;
      commit_q <= '0;
      read_q   <= '0;
      whole_q  <= 1'b0;
    end else begin
`ifdef FBY_MUTANT_TRANSMIT_NO_REWIND
      if (write_i)       write_q <= write_q + AheadBits'(1);
`else
      if (rewind_i)      write_q <= commit_q;
      else if (write_i)  write_q <= write_q + AheadBits'(1);
`endif
      if (commit_i)      commit_q <= write_q + AheadBits'(1);
      read_q  <= read;
      whole_q <= commit_i;
    end
  end

  fby_fifo #(
    .WidthBits   ($bits(packet_t)),
    .DepthEntries(Packets)
  ) u_packets (
    .clk_i, .rst_i,
    .data_i(packet_q), .valid_i(whole_q), .ready_o(ready),
    .data_o(packet_o), .valid_o, .ready_i(pop_i),
    .level_o(level)
  );

  `FBY_ASSERT(TransmitBeatHasPlace, !write_i || room_o)
  `FBY_ASSERT(TransmitPacketHasPlace, !whole_q || ready)
  `FBY_ASSERT(TransmitReadsWhatIsWhole, advance_i <= AheadBits'(commit_q - read_q))
  `FBY_ASSERT(TransmitEndsBehindABeat, !commit_i || write_i)

endmodule
