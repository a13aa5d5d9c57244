// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the writes of a mover keep the rules of the bus, behind a queue of bursts that are legal and whole, whatever is
/// promised, stopped or failed meanwhile. Bounded: from reset, as many cycles as the .sby file says.
module fby_dma_wr_rules_proof
  import fby_axi_pkg::*;
  import fby_dma_back_pkg::*;
(
  input logic                  clk_i,
  input burst_t                burst_i,
  input logic                  burst_valid_i,
  input tags_t                 failed_i,
  input logic                  cancel_i,
  input logic                  track_ready_i,
  input logic                  room_i,
  input logic [DATA_BITS-1:0]  data_i,
  input logic [DATA_BYTES-1:0] strb_i,
  input logic                  data_valid_i,
  input axi_wr_ready_t         ready_i,
  input axi_wr_rsp_t           rsp_i
);

  logic        rst_i = 1'b1;
  logic        burst_ready, skip, data_ready;
  axi_ask_t    ask;
  axi_wr_req_t req;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_dma_wr_issue u_dut (
    .clk_i, .rst_i,
    .burst_i, .burst_valid_i, .burst_ready_o(burst_ready),
    .failed_i, .cancel_i, .skip_o(skip), .track_ready_i,
    .ask_o(ask), .room_i,
    .data_i, .strb_i, .data_valid_i, .data_ready_o(data_ready),
    .wr_req_o(req), .wr_req_ready_i(ready_i)
  );

  // Splitter (fby_dma_split): what it gives lies in a page, in as many beats as it says.
  logic [13:0] in_page, in_beats;
  assign in_page  = 14'(burst_i.addr[11:0]) + 14'(burst_i.bytes);
  assign in_beats = 14'(burst_i.addr[LANE_BITS-1:0]) + 14'(burst_i.bytes) + 14'(DATA_BYTES - 1);
  `FBY_ASSUME(BurstIsLegal, !burst_valid_i || (in_page <= 14'(PAGE_BYTES)
              && (burst_i.bytes == '0 ? burst_i.beats == '0 : 14'(burst_i.beats) == in_beats >> LANE_BITS)))

  // Write buffer (fby_dma_wr_cut): the data of a burst that was offered is there, and stays until it is taken.
  logic                            owes_q, held_q;
  logic [DATA_BITS+DATA_BYTES-1:0] was_q;
  // Of the burst under way and the one behind it.
  logic [BEATS_BITS:0]             left_q;
  assign owes_q = left_q != '0;
  always_ff @(posedge clk_i) begin
    held_q <= !rst_i && data_valid_i && !data_ready;
    was_q  <= {data_i, strb_i};
    left_q <= left_q + (burst_valid_i && burst_ready ? (BEATS_BITS + 1)'(burst_i.beats) : '0)
                     - (BEATS_BITS + 1)'(data_valid_i && data_ready);
    if (rst_i) left_q <= '0;
  end
  `FBY_ASSUME(DataIsThere, !owes_q || data_valid_i)
  `FBY_ASSUME(DataStays, !held_q || (data_valid_i && {data_i, strb_i} == was_q))

  fby_axi_wr_props #(.Asks(1'b1), .Ids(1)) u_rules (
    .clk_i, .rst_i, .req_i(req), .req_ready_i(ready_i), .rsp_i, .rsp_ready_i(1'b1)
  );

  // Two bursts, of two beats and of one, without a gap; and one answered while another is on its way.
  `FBY_COVER(NoGap, req.w_valid && ready_i.w && req.w.last && $past(req.w_valid && ready_i.w && req.w.last)
             && $past(req.w_valid && ready_i.w, 2))
  `FBY_COVER(AnsweredMeanwhile, rsp_i.b_valid && req.w_valid && !req.w.last)

  logic unused;
  assign unused = &{1'b0, skip, ask};

endmodule
