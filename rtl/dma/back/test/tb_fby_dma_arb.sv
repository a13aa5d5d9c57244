// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// Two movers each way behind arbiters on one host and one card port, with protocol rules on both ports.
/// Channels 0 and 1 are host to card, 2 and 3 card to host.
module tb_fby_dma_arb (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [3:0][63:0]  req_host,
  input  logic [3:0][63:0]  req_card,
  input  logic [3:0][27:0]  req_len,
  input  logic [3:0]        req_eop,
  input  logic [3:0]        req_fixed,
  input  logic [3:0]        req_valid,
  output logic [3:0]        req_ready,
  output logic [3:0][2:0]   rsp_cause,
  output logic [3:0][63:0]  rsp_bad,
  output logic [3:0][27:0]  rsp_bytes,
  output logic [3:0]        rsp_valid,
  input  logic [3:0]        rsp_ready,
  `TB_AXI_ASKS_RD(host)
  `TB_AXI_ASKS_WR(host)
  `TB_AXI_ASKS_RD(card)
  `TB_AXI_ASKS_WR(card)
  output logic [3:0]   busy
);

  import fby_axi_pkg::*;
  import fby_dma_pkg::*;

  dma_offer_t [3:0]        offer;
  dma_answer_t [3:0]       answer;
  dma_mover_events_t [3:0] events;
  for (genvar k = 0; k < 4; k++) begin : g_channel
    assign offer[k] = '{
      valid: req_valid[k], cancel: 1'b0, source: '0, tag: '0,
      req: {req_host[k], req_card[k], req_len[k], req_eop[k], 3'b000, req_fixed[k]}
    };
    assign rsp_cause[k] = answer[k].rsp.cause;
    assign rsp_bad[k]   = answer[k].rsp.bad_addr;
    assign rsp_bytes[k] = answer[k].rsp.bytes;
    assign rsp_valid[k] = answer[k].valid;
    assign busy[k]      = events[k].busy;
  end

  // Index 0 host port, 1 card port; each has two readers and two writers.
  axi_rd_req_t [1:0][1:0]   rd_req;
  axi_rd_rsp_t [1:0][1:0]   rd_rsp;
  axi_wr_req_t [1:0][1:0]   wr_req;
  axi_wr_ready_t [1:0][1:0] wr_req_ready;
  axi_wr_rsp_t [1:0][1:0]   wr_rsp;
  logic [1:0][1:0]          rd_req_ready, rd_rsp_ready, wr_rsp_ready;

  for (genvar k = 0; k < 2; k++) begin : g_pair
    fby_axi_pkg::axis_req_t unused_m;
    logic                   unused_s;

    fby_dma_h2c #(.Stream(1'b0)) u_down (
      .clk_i, .rst_i,
      .offer_i(offer[k]), .offer_ready_o(req_ready[k]), .answer_o(answer[k]), .answer_ready_i(rsp_ready[k]),
      .host_req_o(rd_req[0][k]), .host_req_ready_i(rd_req_ready[0][k]),
      .host_rsp_i(rd_rsp[0][k]), .host_rsp_ready_o(rd_rsp_ready[0][k]),
      .card_ask_o(), .card_room_i(1'b1),
      .card_req_o(wr_req[1][k]), .card_req_ready_i(wr_req_ready[1][k]),
      .card_rsp_i(wr_rsp[1][k]), .card_rsp_ready_o(wr_rsp_ready[1][k]),
      .m_o(unused_m), .m_ready_i(1'b0),
      .events_o(events[k])
    );

    fby_dma_c2h #(.Stream(1'b0)) u_up (
      .clk_i, .rst_i,
      .offer_i(offer[k+2]), .offer_ready_o(req_ready[k+2]), .answer_o(answer[k+2]), .answer_ready_i(rsp_ready[k+2]),
      .host_req_o(wr_req[0][k]), .host_req_ready_i(wr_req_ready[0][k]),
      .host_rsp_i(wr_rsp[0][k]), .host_rsp_ready_o(wr_rsp_ready[0][k]),
      .card_req_o(rd_req[1][k]), .card_req_ready_i(rd_req_ready[1][k]),
      .card_rsp_i(rd_rsp[1][k]), .card_rsp_ready_o(rd_rsp_ready[1][k]),
      .s_i('0), .s_ready_o(unused_s),
      .events_o(events[k+2])
    );
  end

  // Port side, index as above.
  axi_req_t [1:0]       m_req;
  axi_req_ready_t [1:0] m_req_ready;
  axi_rsp_t [1:0]       m_rsp;
  axi_rsp_ready_t [1:0] m_rsp_ready;

  for (genvar p = 0; p < 2; p++) begin : g_port
    fby_axi_arb_rd #(.NumMasters(2), .IdsPerMaster(8)) u_rd (
      .clk_i, .rst_i,
      .s_req_i(rd_req[p]), .s_req_ready_o(rd_req_ready[p]), .s_rsp_o(rd_rsp[p]), .s_rsp_ready_i(rd_rsp_ready[p]),
      .m_req_o(m_req[p].rd), .m_req_ready_i(m_req_ready[p].rd),
      .m_rsp_i(m_rsp[p].rd), .m_rsp_ready_o(m_rsp_ready[p].rd)
    );
    fby_axi_arb_wr #(.NumMasters(2)) u_wr (
      .clk_i, .rst_i,
      .s_req_i(wr_req[p]), .s_req_ready_o(wr_req_ready[p]), .s_rsp_o(wr_rsp[p]), .s_rsp_ready_i(wr_rsp_ready[p]),
      .m_req_o(m_req[p].wr), .m_req_ready_i(m_req_ready[p].wr),
      .m_rsp_i(m_rsp[p].wr), .m_rsp_ready_o(m_rsp_ready[p].wr)
    );
    fby_axi_props #(.MaxReads(16)) u_rules (
      .clk_i, .rst_i,
      .req_i(m_req[p]), .req_ready_i(m_req_ready[p]), .rsp_i(m_rsp[p]), .rsp_ready_i(m_rsp_ready[p])
    );
  end

  `TB_AXI_REQ_RD(host, m_req[0].rd)
  `TB_AXI_REQ_WR(host, m_req[0].wr)
  `TB_AXI_RSP_RD(host, m_rsp[0].rd)
  `TB_AXI_RSP_WR(host, m_rsp[0].wr)
  `TB_AXI_REQ_RD(card, m_req[1].rd)
  `TB_AXI_REQ_WR(card, m_req[1].wr)
  `TB_AXI_RSP_RD(card, m_rsp[1].rd)
  `TB_AXI_RSP_WR(card, m_rsp[1].wr)
  assign m_req_ready[0] = {host_arready, host_awready, host_wready};
  assign m_req_ready[1] = {card_arready, card_awready, card_wready};
  assign {host_rready, host_bready} = m_rsp_ready[0];
  assign {card_rready, card_bready} = m_rsp_ready[1];

endmodule
