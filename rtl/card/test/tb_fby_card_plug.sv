// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// The card with flat ports for Python bus models, around a datapath that misbehaves (bad_datapath.sv) in the place of the one
/// of kind Datapath. Channel 0 of each direction is memory-mapped, channel 1 a stream; there are two front ends.
module tb_fby_card_plug #(
  parameter int unsigned Datapath     = 3,
  /// Cycles within which a register access is answered: what the card's layout says.
  parameter int unsigned AnswerCycles = fby_cards_pkg::layout(fby_cards_pkg::LAYOUT_XDMA).answer_cycles
) (
  input  logic       clk_i,
  input  logic       rst_i,
  /// Reset of the card alone.
  input  logic       rst_card_i,
  `TB_AXI_ASKS_RD(host)
  `TB_AXI_ASKS_WR(host)
  `TB_AXI_ASKED(user, 8)
  `TB_AXI_ASKED(dma, 8)
  `TB_AXI_ASKED(aperture, 8)
  output logic       message_valid,
  output logic [4:0] message_vector,
  output logic       busy
);
  import fby_axi_pkg::*;

  axi_req_t                  host_req, user_req, dma_req, aperture_req;
  axi_rsp_t                  host_rsp, user_rsp, dma_rsp, aperture_rsp;
  axi_rsp_ready_t            host_rsp_ready;
  fby_dma_pkg::dma_message_t message;

  `TB_AXI_REQ_RD(host, host_req.rd)
  `TB_AXI_REQ_WR(host, host_req.wr)
  `TB_AXI_RSP_RD(host, host_rsp.rd)
  `TB_AXI_RSP_WR(host, host_rsp.wr)
  assign {host_rready, host_bready} = {host_rsp_ready.rd, host_rsp_ready.wr};
  `TB_AXI_FROM(user, user_req)
  `TB_AXI_TO(user, user_rsp)
  `TB_AXI_FROM(dma, dma_req)
  `TB_AXI_TO(dma, dma_rsp)
  `TB_AXI_FROM(aperture, aperture_req)
  `TB_AXI_TO(aperture, aperture_rsp)
  assign message_valid  = message.valid;
  assign message_vector = message.number;

  fby_card #(
    .Datapath         (Datapath),
    .Fronts           (8'b011),
    .NumH2c           (2),
    .NumC2h           (2),
    .H2cStream        (4'b0010),
    .C2hStream        (4'b0010),
    .FifoEntries      (64),
    .MemBytes         (1 << 16)
  ) u_dut (
    .clk_i, .rst_i, .rst_card_i,
    .host_req_o(host_req), .host_req_ready_i({host_arready, host_awready, host_wready}),
    .host_rsp_i(host_rsp), .host_rsp_ready_o(host_rsp_ready),
    .user_req_i(user_req), .user_req_ready_o({user_arready, user_awready, user_wready}),
    .user_rsp_o(user_rsp), .user_rsp_ready_i({user_rready, user_bready}),
    .dma_req_i(dma_req), .dma_req_ready_o({dma_arready, dma_awready, dma_wready}),
    .dma_rsp_o(dma_rsp), .dma_rsp_ready_i({dma_rready, dma_bready}),
    .aperture_req_i(aperture_req), .aperture_req_ready_o({aperture_arready, aperture_awready, aperture_wready}),
    .aperture_rsp_o(aperture_rsp), .aperture_rsp_ready_i({aperture_rready, aperture_bready}),
    .message_o(message), .message_ready_i(1'b1),
    .memory_o(), .memory_i('0),
    .busy_o(busy)
  );

endmodule
