// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the cutter of write bursts with free beats and free room behind it.
///
/// A beat waits for room only, and one that carries a mark alone for room for the mark only. A closed burst has exactly the
/// beats that passed into the write buffer since the one before it: who takes a burst finds its data there.
module fby_dma_wr_cut_proof
  import fby_axi_pkg::*;
  import fby_dma_back_pkg::*;
#(
  parameter int unsigned MaxBurstBytes = 4 * DATA_BYTES
) (
  input logic  clk_i,
  input wreq_t wreq_i,
  input beat_t beat_i,
  input logic  beat_valid_i,
  input logic  data_ready_i,
  input logic  burst_ready_i
);

  logic   rst_i = 1'b1;
  logic   pop, beat_ready, data_valid, burst_valid;
  burst_t burst;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_dma_wr_cut #(.MaxBurstBytes(MaxBurstBytes)) u_dut (
    .clk_i, .rst_i,
    .wreq_i, .wreq_pop_o(pop),
    .beat_i, .beat_valid_i, .beat_ready_o(beat_ready),
    .data_valid_o(data_valid), .data_ready_i,
    .burst_o(burst), .burst_valid_o(burst_valid), .burst_ready_i
  );

  logic step, stored, closes, mark;
  assign step   = beat_valid_i && beat_ready;
  assign stored = data_valid && data_ready_i;
  assign closes = burst_valid && burst_ready_i;
  assign mark   = beat_i.hi == '0;

  // ---- the request of the beats at hand stands until its last beat has passed ----
  logic  stands_q;
  wreq_t wreq_q;
  always_ff @(posedge clk_i) begin
    stands_q <= !rst_i && !pop;
    wreq_q   <= wreq_i;
  end
  `FBY_ASSUME(RequestStands, !stands_q || wreq_i == wreq_q)

  // ---- waits for room only ----
  `FBY_ASSERT(WaitsForRoomOnly, !beat_valid_i || beat_ready || !data_ready_i || !burst_ready_i)
  `FBY_ASSERT(MarkWaitsForItsOwnRoom, !(beat_valid_i && mark && burst_ready_i) || beat_ready)
  `FBY_ASSERT(OpenNeedsNoBurst, !(beat_valid_i && data_ready_i && !u_dut.close) || beat_ready)

  // ---- what passes is in the buffer, what closes is all of it ----
  logic [BEATS_BITS-1:0] open_q;
  always_ff @(posedge clk_i) begin
    if (rst_i || closes) open_q <= '0;
    else open_q <= open_q + BEATS_BITS'(stored);
  end
  `FBY_ASSERT(StoresWhatPasses, stored == (step && !mark))
  `FBY_ASSERT(ClosesWhatPassed, closes == (step && u_dut.close))
  `FBY_ASSERT(TieOpen, open_q == u_dut.beats_q)
  `FBY_ASSERT(TieEdge, open_q == '0 || (u_dut.mid_q && stands_q && !wreq_q.fixed
              && open_q <= BEATS_BITS'(u_dut.next_q) % BEATS_BITS'(MaxBurstBytes / DATA_BYTES)))
  `FBY_ASSERT(BurstHasItsBeats, !closes || burst.beats == open_q + BEATS_BITS'(stored))
  `FBY_ASSERT(MarkClosesRequest, !burst_valid || burst.beats != '0 || burst.last)

  `FBY_COVER(LongBurst, closes && burst.beats == BEATS_BITS'(4))
  `FBY_COVER(MarkAlone, closes && mark && burst.beats == '0 && !data_ready_i)

endmodule
