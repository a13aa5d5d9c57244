// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the ring with free packets, rewinds and reads. Who writes waits for room and says of a packet how many samples it wrote; who reads takes
/// beats of the packet at the head one by one, or all at once, as sorter and player do.
///
/// What is read is what was written, beat by beat, of the packets that were committed; a beat that was rewound is read by nobody. The oldest packet is
/// there with its beat, and what is held are the beats of the packets and of the one that comes in, no more.
module fby_transmit_ring_proof
  import fby_axi_pkg::*;
  import fby_source_pkg::BEAT_SAMPLES;
  import fby_transmit_pkg::*;
#(
  localparam int unsigned Beats     = 4,
  localparam int unsigned Packets   = 2,
  localparam int unsigned AheadBits = $clog2(Beats) + 1
) (
  input logic                 clk_i,
  input logic                 write_i,
  input logic [DATA_BITS-1:0] data_i,
  input logic                 commit_i,
  input packet_t              packet_i,
  input logic                 rewind_i,
  input logic                 step_i,
  input logic                 all_i,
  /// Place of the beat that is followed.
  input logic [AheadBits-1:0] place_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  logic                 write, commit, rewind, room, packet_room, valid, whole, pop;
  packet_t              packet;
  logic [DATA_BITS-1:0] data;
  logic [AheadBits-1:0] advance, place_q, had;
  logic [DATA_BITS-1:0] stored_q;

  function automatic logic [AheadBits-1:0] beats(input packet_t p);
    return AheadBits'((p.samples + LENGTH_BITS'(BEAT_SAMPLES - 1)) / LENGTH_BITS'(BEAT_SAMPLES));
  endfunction

  // ---- who writes, and who reads ----

  logic [AheadBits-1:0] coming_q, taken_q;   // beats of the packet that comes in; of the one at the head that were read
  assign commit = write_i && commit_i && room && packet_room;
  assign write  = write_i && room && (!commit_i || packet_room);
  assign rewind = rewind_i && !write;
  `FBY_ASSUME(RingSaysItsSamples, !commit || (packet_i.samples != '0
              && packet_i.samples <= LENGTH_BITS'(Beats * BEAT_SAMPLES) && beats(packet_i) == coming_q + AheadBits'(1)))
  assign pop     = valid && ((all_i && taken_q == '0) || (step_i && taken_q + AheadBits'(1) == beats(packet)));
  assign advance = valid && all_i && taken_q == '0 ? beats(packet) : AheadBits'(valid && step_i);
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      coming_q <= '0;
      taken_q  <= '0;
    end else begin
      coming_q <= rewind || commit ? '0 : coming_q + AheadBits'(write);
      taken_q  <= pop ? '0 : taken_q + advance;
    end
  end

  fby_transmit_ring #(
    .Beats(Beats), .Packets(Packets)
  ) u_dut (
    .clk_i, .rst_i, .write_i(write), .data_i, .commit_i(commit), .packet_i, .rewind_i(rewind),
    .room_o(room), .packet_room_o(packet_room), .whole_o(whole),
    .valid_o(valid), .packet_o(packet), .data_o(data), .advance_i(advance), .pop_i(pop)
  );

  // ---- what is held ----

  logic [5:0]           told;        // beats of packets that are told
  logic [AheadBits-1:0] before_q;    // what was committed a cycle ago
  packet_t              first, second;
  assign first  = u_dut.u_packets.mem_q[u_dut.u_packets.head_q];
  assign second = u_dut.u_packets.mem_q[!u_dut.u_packets.head_q];
  assign told   = (u_dut.level >= 2'd1 ? 6'(beats(first)) : '0) + (u_dut.level == 2'd2 ? 6'(beats(second)) : '0);
  always_ff @(posedge clk_i) begin
    before_q <= rst_i ? '0 : u_dut.commit_q;
  end
  function automatic bit some(input packet_t p);
    return p.samples != '0 && p.samples <= LENGTH_BITS'(Beats * BEAT_SAMPLES);
  endfunction
  assign had = AheadBits'(u_dut.write_q - u_dut.read_q);
  `FBY_ASSERT(RingPacketsAreSome, (u_dut.level == '0 || some(first)) && (u_dut.level != 2'd2 || some(second))
              && (!whole || some(u_dut.packet_q)))
  `FBY_ASSERT(RingHoldsNoMore, had <= AheadBits'(Beats) && coming_q <= had)
  `FBY_ASSERT(RingComing, AheadBits'(u_dut.write_q - u_dut.commit_q) == coming_q)
  `FBY_ASSERT(RingTold, AheadBits'(before_q - u_dut.read_q) == AheadBits'(told - 6'(taken_q)) && 6'(taken_q) <= told)
  `FBY_ASSERT(RingWhole, AheadBits'(u_dut.commit_q - before_q) == (whole ? beats(u_dut.packet_q) : '0))
  `FBY_ASSERT(RingSum, 32'(told) - 32'(taken_q) + (whole ? 32'(beats(u_dut.packet_q)) : 0) + 32'(coming_q)
              == 32'(had))
  `FBY_ASSERT(RingTaken, u_dut.level == '0 ? taken_q == '0 : taken_q < beats(first))
  `FBY_ASSERT(RingFits, u_dut.level != 2'd2 || !whole)

  // ---- the beat at one place ----

  logic live;
  assign live = AheadBits'(place_q - u_dut.read_q) < had;
  always_ff @(posedge clk_i) begin
    place_q <= rst_i ? place_i : place_q;
    if (write && u_dut.write_q == place_q) stored_q <= data_i;
  end
  `FBY_ASSERT(RingPlaceHolds, $past(rst_i) || place_q == $past(place_q))
  `FBY_ASSERT(RingKeeps, !live || u_dut.mem_q[place_q[AheadBits-2:0]] == stored_q)
  `FBY_ASSERT(RingFetched, before_q == u_dut.read_q || data == u_dut.mem_q[u_dut.read_q[AheadBits-2:0]])
  `FBY_ASSERT(RingReadsWhatWasWritten, !(valid && u_dut.read_q == place_q) || (live && data == stored_q))

  `FBY_COVER(RingSecond, pop && $past(pop, 2) && $past(rewind, 6))
  `FBY_COVER(RingFull, had == AheadBits'(Beats) && valid && advance == AheadBits'(3))

endmodule
