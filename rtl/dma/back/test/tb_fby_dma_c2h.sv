// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// fby_dma_c2h with flat ports for Python bus models, and protocol rules on both of its buses.
module tb_fby_dma_c2h #(
  parameter bit          Stream        = 1'b0,
  parameter int unsigned WriteSlots    = 8,
  parameter int unsigned FifoBeats     = 64,
  parameter int unsigned MaxBurstBytes = 1024
) (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic [63:0]  req_host,
  input  logic [63:0]  req_card,
  input  logic [27:0]  req_len,
  input  logic         req_eop,
  input  logic         req_first,
  input  logic         req_fixed,
  input  logic         req_valid,
  output logic         req_ready,
  output logic [2:0]   rsp_cause,
  output logic [63:0]  rsp_bad,
  output logic [27:0]  rsp_bytes,
  output logic         rsp_eop,
  output logic         rsp_valid,
  input  logic         rsp_ready,
  `TB_AXI_ASKS_WR(host)
  `TB_AXI_ASKS_RD(card)
  `TB_STREAM_IN(axis)
  output logic         ev_beat,
  output logic         busy
);

  fby_dma_pkg::dma_offer_t        offer;
  fby_dma_pkg::dma_answer_t       answer;
  fby_dma_pkg::dma_mover_events_t events;
  fby_axi_pkg::axi_req_t          host_req, card_req;
  fby_axi_pkg::axi_rsp_t          host_rsp, card_rsp;

  assign offer = '{
    valid: req_valid, cancel: 1'b0, source: '0, tag: '0,
    req: '{
      host_addr: req_host, card_addr: req_card, len: req_len, eop: req_eop, stop_at_eop: 1'b0, through: 1'b0,
      first: req_first, fixed_card_addr: req_fixed
    }
  };
  assign rsp_cause = answer.rsp.cause;
  assign rsp_bad   = answer.rsp.bad_addr;
  assign rsp_bytes = answer.rsp.bytes;
  assign rsp_eop   = answer.rsp.eop;
  assign rsp_valid = answer.valid;
  assign ev_beat   = events.beat;
  assign busy      = events.busy;

  // The half of each port that this mover does not have is silent.
  assign host_req.rd = '0;
  assign host_rsp.rd = '0;
  assign card_req.wr = '0;
  assign card_rsp.wr = '0;
  `TB_AXI_REQ_WR(host, host_req.wr)
  `TB_AXI_RSP_WR(host, host_rsp.wr)
  `TB_AXI_REQ_RD(card, card_req.rd)
  `TB_AXI_RSP_RD(card, card_rsp.rd)

  fby_dma_c2h #(
    .Stream(Stream), .WriteSlots(WriteSlots), .FifoBeats(FifoBeats), .MaxBurstBytes(MaxBurstBytes)
  ) u_dut (
    .clk_i, .rst_i,
    .offer_i(offer), .offer_ready_o(req_ready), .answer_o(answer), .answer_ready_i(rsp_ready),
    .host_req_o(host_req.wr), .host_req_ready_i({host_awready, host_wready}),
    .host_rsp_i(host_rsp.wr), .host_rsp_ready_o(host_bready),
    .card_req_o(card_req.rd), .card_req_ready_i(card_arready), .card_rsp_i(card_rsp.rd), .card_rsp_ready_o(card_rready),
    .s_i('{valid: axis_tvalid, beat: '{note: '0, last: axis_tlast, keep: axis_tkeep, data: axis_tdata}}), .s_ready_o(axis_tready),
    .events_o(events)
  );

  fby_axi_props u_host (
    .clk_i, .rst_i,
    .req_i(host_req), .req_ready_i({1'b0, host_awready, host_wready}), .rsp_i(host_rsp), .rsp_ready_i({1'b0, host_bready})
  );

  fby_axi_props u_card (
    .clk_i, .rst_i,
    .req_i(card_req), .req_ready_i({card_arready, 2'b00}), .rsp_i(card_rsp), .rsp_ready_i({card_rready, 1'b0})
  );

endmodule
