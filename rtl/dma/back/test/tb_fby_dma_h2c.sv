// SPDX-License-Identifier: Apache-2.0
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
  output logic [7:0]   host_arid,
  output logic [63:0]  host_araddr,
  output logic [7:0]   host_arlen,
  output logic [12:0]  host_arbytes,
  output logic [2:0]   host_arsize,
  output logic [1:0]   host_arburst,
  output logic         host_arvalid,
  input  logic         host_arready,
  input  logic [7:0]   host_rid,
  input  logic [511:0] host_rdata,
  input  logic [1:0]   host_rresp,
  input  logic         host_rlast,
  input  logic         host_rvalid,
  output logic         host_rready,
  // The card has no room for a further burst.
  input  logic         no_room,
  output logic [7:0]   card_awid,
  output logic [63:0]  card_awaddr,
  output logic [7:0]   card_awlen,
  output logic [2:0]   card_awsize,
  output logic [1:0]   card_awburst,
  output logic         card_awvalid,
  input  logic         card_awready,
  output logic [511:0] card_wdata,
  output logic [63:0]  card_wstrb,
  output logic         card_wlast,
  output logic         card_wvalid,
  input  logic         card_wready,
  input  logic [7:0]   card_bid,
  input  logic [1:0]   card_bresp,
  input  logic         card_bvalid,
  output logic         card_bready,
  output logic [511:0] axis_tdata,
  output logic [63:0]  axis_tkeep,
  output logic         axis_tlast,
  output logic         axis_tvalid,
  input  logic         axis_tready,
  output logic         ev_beat,
  output logic         ev_no_room,
  input  logic         cancel,
  output logic         busy
);

  fby_dma_pkg::dma_req_t req;
  fby_dma_pkg::dma_rsp_t rsp;
  fby_axi_pkg::axi_ax_t  ar, aw;
  fby_axi_pkg::axi_r_t   r;
  fby_axi_pkg::axi_w_t   w;
  fby_axi_pkg::axi_b_t   b;
  fby_axi_pkg::axis_t    m;

  assign req = '{
    host_addr: req_host, card_addr: req_card, len: req_len, eop: req_eop, stop_at_eop: 1'b0,
    first: 1'b0, fixed_card_addr: req_fixed
  };
  assign rsp_cause    = rsp.cause;
  assign rsp_bad      = rsp.bad_addr;
  assign rsp_bytes    = rsp.bytes;
  assign host_arid    = ar.id;
  assign host_araddr  = ar.addr;
  assign host_arlen   = ar.len;
  assign host_arbytes = ar.bytes;
  assign host_arsize  = 3'd6;
  assign host_arburst = 2'd1;
  assign r            = '{id: host_rid, data: host_rdata, resp: host_rresp, last: host_rlast};
  assign card_awid    = aw.id;
  assign card_awaddr  = aw.addr;
  assign card_awlen   = aw.len;
  assign card_awsize  = 3'd6;
  assign card_awburst = 2'd1;
  assign card_wdata   = w.data;
  assign card_wstrb   = w.strb;
  assign card_wlast   = w.last;
  assign b            = '{id: card_bid, resp: card_bresp};
  assign axis_tdata   = m.data;
  assign axis_tkeep   = m.keep;
  assign axis_tlast   = m.last;

  fby_dma_h2c #(
    .Stream(Stream), .ReadSlots(ReadSlots), .FifoBeats(FifoBeats), .MaxBurstBytes(MaxBurstBytes)
  ) u_dut (
    .clk_i, .rst_i,
    .req_i(req), .req_valid_i(req_valid), .req_ready_o(req_ready),
    .rsp_o(rsp), .rsp_valid_o(rsp_valid), .rsp_ready_i(rsp_ready),
    .cancel_i(cancel),
    .host_ar_o(ar), .host_ar_valid_o(host_arvalid), .host_ar_ready_i(host_arready),
    .host_r_i(r), .host_r_valid_i(host_rvalid), .host_r_ready_o(host_rready),
    .card_ask_o(), .card_ask_valid_o(), .card_ask_take_o(), .card_room_i(!no_room),
    .card_aw_o(aw), .card_aw_valid_o(card_awvalid), .card_aw_ready_i(card_awready),
    .card_w_o(w), .card_w_valid_o(card_wvalid), .card_w_ready_i(card_wready),
    .card_b_i(b), .card_b_valid_i(card_bvalid), .card_b_ready_o(card_bready),
    .m_o(m), .m_valid_o(axis_tvalid), .m_ready_i(axis_tready),
    .ev_beat_o(ev_beat), .ev_no_room_o(ev_no_room), .busy_o(busy)
  );

  fby_axi_props u_host (
    .clk_i, .rst_i,
    .ar_i(ar), .ar_valid_i(host_arvalid), .ar_ready_i(host_arready),
    .r_i(r), .r_valid_i(host_rvalid), .r_ready_i(host_rready),
    .aw_i('0), .aw_valid_i(1'b0), .aw_ready_i(1'b0),
    .w_i('0), .w_valid_i(1'b0), .w_ready_i(1'b0),
    .b_i('0), .b_valid_i(1'b0), .b_ready_i(1'b0)
  );

  fby_axi_props u_card (
    .clk_i, .rst_i,
    .ar_i('0), .ar_valid_i(1'b0), .ar_ready_i(1'b0),
    .r_i('0), .r_valid_i(1'b0), .r_ready_i(1'b0),
    .aw_i(aw), .aw_valid_i(card_awvalid), .aw_ready_i(card_awready),
    .w_i(w), .w_valid_i(card_wvalid), .w_ready_i(card_wready),
    .b_i(b), .b_valid_i(card_bvalid), .b_ready_i(card_bready)
  );

endmodule
