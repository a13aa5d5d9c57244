// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// fby_dma_h2c with flat ports for Python bus models, and protocol rules on both of its buses.
module tb_fby_dma_h2c #(
  parameter bit          Stream        = 1'b0,
  parameter int unsigned ReadSlots     = 8,
  parameter int unsigned FifoBeats     = 64,
  parameter int unsigned MaxBurstBytes = 1024
) (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic [63:0]  req_host,
  input  logic [63:0]  req_card,
  input  logic [27:0]  req_len,
  input  logic         req_eop,
  input  logic         req_fixed,
  input  logic         req_valid,
  output logic         req_ready,
  output logic [2:0]   rsp_cause,
  output logic [63:0]  rsp_bad,
  output logic [27:0]  rsp_bytes,
  output logic         rsp_valid,
  input  logic         rsp_ready,
  `TB_AXI_ASKS_RD(host)
  `TB_AXI_ASKS_WR(card)
  `TB_STREAM_OUT(axis)
  // The card has no room for a further burst.
  input  logic         no_room,
  output logic         ev_beat,
  output logic         ev_no_room,
  input  logic         cancel,
  output logic         busy
);

  fby_dma_pkg::dma_offer_t        offer;
  fby_dma_pkg::dma_answer_t       answer;
  fby_dma_pkg::dma_mover_events_t events;
  fby_axi_pkg::axi_req_t          host_req, card_req;
  fby_axi_pkg::axi_rsp_t          host_rsp, card_rsp;
  fby_axi_pkg::axis_req_t         m;

  assign offer = '{
    valid: req_valid, cancel: cancel, source: '0, tag: '0,
    req: '{
      host_addr: req_host, card_addr: req_card, len: req_len, eop: req_eop, stop_at_eop: 1'b0, through: 1'b0,
      first: 1'b0, fixed_card_addr: req_fixed
    }
  };
  assign rsp_cause  = answer.rsp.cause;
  assign rsp_bad    = answer.rsp.bad_addr;
  assign rsp_bytes  = answer.rsp.bytes;
  assign rsp_valid  = answer.valid;
  assign {axis_tvalid, axis_tlast, axis_tkeep, axis_tdata} = {m.valid, m.beat.last, m.beat.keep, m.beat.data};
  assign {ev_beat, ev_no_room, busy} = events;

  // The half of each port that this mover does not have is silent.
  assign host_req.wr = '0;
  assign host_rsp.wr = '0;
  assign card_req.rd = '0;
  assign card_rsp.rd = '0;
  `TB_AXI_REQ_RD(host, host_req.rd)
  `TB_AXI_RSP_RD(host, host_rsp.rd)
  `TB_AXI_REQ_WR(card, card_req.wr)
  `TB_AXI_RSP_WR(card, card_rsp.wr)

  fby_dma_h2c #(
    .Stream(Stream), .ReadSlots(ReadSlots), .FifoBeats(FifoBeats), .MaxBurstBytes(MaxBurstBytes)
  ) u_dut (
    .clk_i, .rst_i,
    .offer_i(offer), .offer_ready_o(req_ready), .answer_o(answer), .answer_ready_i(rsp_ready),
    .host_req_o(host_req.rd), .host_req_ready_i(host_arready), .host_rsp_i(host_rsp.rd), .host_rsp_ready_o(host_rready),
    .card_ask_o(), .card_room_i(!no_room),
    .card_req_o(card_req.wr), .card_req_ready_i({card_awready, card_wready}),
    .card_rsp_i(card_rsp.wr), .card_rsp_ready_o(card_bready),
    .m_o(m), .m_ready_i(axis_tready),
    .events_o(events)
  );

  fby_axi_props u_host (
    .clk_i, .rst_i,
    .req_i(host_req), .req_ready_i({host_arready, 2'b00}), .rsp_i(host_rsp), .rsp_ready_i({host_rready, 1'b0})
  );

  fby_axi_props u_card (
    .clk_i, .rst_i,
    .req_i(card_req), .req_ready_i({1'b0, card_awready, card_wready}), .rsp_i(card_rsp), .rsp_ready_i({1'b0, card_bready})
  );

endmodule
