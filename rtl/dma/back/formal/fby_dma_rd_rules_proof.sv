// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the reads of a mover keep the rules of the bus, behind a splitter whose bursts are legal and in front of a
/// memory that keeps them too. Bounded: from reset, as many cycles as the .sby file says.
module fby_dma_rd_rules_proof
  import fby_axi_pkg::*;
  import fby_dma_back_pkg::*;
#(
  parameter int unsigned Slots         = 2,
  parameter int unsigned FifoBeats     = 4,
  parameter int unsigned MaxBurstBytes = 2 * DATA_BYTES,
  parameter int unsigned Bursts        = 4
) (
  input logic        clk_i,
  input burst_t      burst_i,
  input logic        burst_valid_i,
  input logic        ar_ready_i,
  input axi_rd_rsp_t rsp_i,
  input logic        chunk_ready_i
);

  localparam int unsigned CutBits = $clog2(MaxBurstBytes);

  logic                 rst_i = 1'b1;
  logic                 burst_ready, r_ready, chunk_valid, no_room;
  axi_rd_req_t          req;
  chunk_t               chunk;
  logic [DATA_BITS-1:0] data;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_dma_rd #(.Slots(Slots), .FifoBeats(FifoBeats), .MaxBurstBytes(MaxBurstBytes), .Bursts(Bursts)) u_dut (
    .clk_i, .rst_i,
    .burst_i, .burst_valid_i, .burst_ready_o(burst_ready),
    .rd_req_o(req), .rd_req_ready_i(ar_ready_i), .rd_rsp_i(rsp_i), .rd_rsp_ready_o(r_ready),
    .chunk_o(chunk), .chunk_data_o(data), .chunk_valid_o(chunk_valid), .chunk_ready_i,
    .no_room_o(no_room)
  );

  // Splitter (fby_dma_split): what it gives lies in a page, in as many beats as it says, and ends its request if in none.
  logic [13:0] in_page, in_beats;
  assign in_page  = 14'(burst_i.addr[11:0]) + 14'(burst_i.bytes);
  assign in_beats = 14'(burst_i.addr[LANE_BITS-1:0]) + 14'(burst_i.bytes) + 14'(DATA_BYTES - 1);
  `FBY_ASSUME(BurstIsLegal, !burst_valid_i || (in_page <= 14'(PAGE_BYTES)
              && 32'(burst_i.addr[CutBits-1:0]) + 32'(burst_i.bytes) <= MaxBurstBytes
              && 32'(burst_i.beats) <= MaxBurstBytes / DATA_BYTES
              && (burst_i.bytes == '0 ? burst_i.beats == '0 && burst_i.last
                                      : 14'(burst_i.beats) == in_beats >> LANE_BITS)))

  // What joins (SplitJoins) begins where the burst before ended, inside what a burst may hold.
  logic        full_q;
  logic [63:0] end_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) full_q <= 1'b0;
    else if (burst_valid_i && burst_ready) full_q <= burst_i.beats != '0;
    if (burst_valid_i && burst_ready) end_q <= burst_i.addr + 64'(burst_i.bytes);
  end
  `FBY_ASSUME(JoinsWhatPrecedes, !burst_valid_i || !burst_i.joins || !full_q
              || (burst_i.addr == end_q && end_q[CutBits-1:0] != '0))

  fby_axi_rd_props #(.Asks(1'b1), .Ids(Slots)) u_rules (
    .clk_i, .rst_i, .req_i(req), .req_ready_i(ar_ready_i), .rsp_i, .rsp_ready_i(r_ready)
  );

  `FBY_COVER(BothUnderWay, u_rules.owed_q[0] != '0 && u_rules.owed_q[1] != '0)
  `FBY_COVER(JointAndAnswered, req.ar_valid && ar_ready_i && req.ar.bytes == 13'(MaxBurstBytes)
             && $past(u_dut.join_on))
  `FBY_COVER(UsedAgain, req.ar_valid && ar_ready_i && req.ar.id == '0 && $past(rsp_i.r_valid) && rsp_i.r_valid)

  logic unused;
  assign unused = &{1'b0, chunk, data, chunk_valid, no_room, burst_ready};

endmodule
