// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Answers wait here until the front end takes them; there is a place for every tag, so none is refused.
module fby_dma_rsp
  import fby_dma_back_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_i,
  input  fby_dma_pkg::dma_rsp_t rsp_i,
  input  logic                  valid_i,
  output fby_dma_pkg::dma_rsp_t rsp_o,
  output logic                  rsp_valid_o,
  input  logic                  rsp_ready_i
);

  logic              room;
  logic [TAG_BITS:0] level;

  fby_fifo #(
    .WidthBits   ($bits(fby_dma_pkg::dma_rsp_t)),
    .DepthEntries(MAX_REQUESTS)
  ) u_fifo (
    .clk_i, .rst_i,
    .data_i (rsp_i), .valid_i(valid_i),     .ready_o(room),
    .data_o (rsp_o), .valid_o(rsp_valid_o), .ready_i(rsp_ready_i),
    .level_o (level)
  );

  `FBY_ASSERT(RspHasRoom, !valid_i || room)

  logic unused;
  assign unused = &{1'b0, room, level};

endmodule
