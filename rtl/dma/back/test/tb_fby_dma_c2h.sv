// SPDX-License-Identifier: Apache-2.0
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
  output logic [7:0]   host_awid,
  output logic [63:0]  host_awaddr,
  output logic [7:0]   host_awlen,
  output logic [2:0]   host_awsize,
  output logic [1:0]   host_awburst,
  output logic         host_awvalid,
  input  logic         host_awready,
  output logic [511:0] host_wdata,
  output logic [63:0]  host_wstrb,
  output logic         host_wlast,
  output logic         host_wvalid,
  input  logic         host_wready,
  input  logic [7:0]   host_bid,
  input  logic [1:0]   host_bresp,
  input  logic         host_bvalid,
  output logic         host_bready,
  output logic [7:0]   card_arid,
  output logic [63:0]  card_araddr,
  output logic [7:0]   card_arlen,
  output logic [12:0]  card_arbytes,
  output logic [2:0]   card_arsize,
  output logic [1:0]   card_arburst,
  output logic         card_arvalid,
  input  logic         card_arready,
  input  logic [7:0]   card_rid,
  input  logic [511:0] card_rdata,
  input  logic [1:0]   card_rresp,
  input  logic         card_rlast,
  input  logic         card_rvalid,
  output logic         card_rready,
  input  logic [511:0] axis_tdata,
  input  logic [63:0]  axis_tkeep,
  input  logic         axis_tlast,
  input  logic         axis_tvalid,
  output logic         axis_tready,
  output logic         ev_beat,
  output logic         busy
);

  fby_dma_pkg::dma_req_t req;
  fby_dma_pkg::dma_rsp_t rsp;
  fby_axi_pkg::axi_ax_t  ar, aw;
  fby_axi_pkg::axi_r_t   r;
  fby_axi_pkg::axi_w_t   w;
  fby_axi_pkg::axi_b_t   b;
  fby_axi_pkg::axis_t    s;

  assign req = '{
    host_addr: req_host, card_addr: req_card, len: req_len, eop: req_eop, stop_at_eop: 1'b0,
    first: req_first, fixed_card_addr: req_fixed
  };
  assign rsp_cause    = rsp.cause;
  assign rsp_bad      = rsp.bad_addr;
  assign rsp_bytes    = rsp.bytes;
  assign rsp_eop      = rsp.eop;
  assign host_awid    = aw.id;
  assign host_awaddr  = aw.addr;
  assign host_awlen   = aw.len;
  assign host_awsize  = 3'd6;
  assign host_awburst = 2'd1;
  assign host_wdata   = w.data;
  assign host_wstrb   = w.strb;
  assign host_wlast   = w.last;
  assign b            = '{id: host_bid, resp: host_bresp};
  assign card_arid    = ar.id;
  assign card_araddr  = ar.addr;
  assign card_arlen   = ar.len;
  assign card_arbytes = ar.bytes;
  assign card_arsize  = 3'd6;
  assign card_arburst = 2'd1;
  assign r            = '{id: card_rid, data: card_rdata, resp: card_rresp, last: card_rlast};
  assign s            = '{data: axis_tdata, keep: axis_tkeep, last: axis_tlast};

  fby_dma_c2h #(
    .Stream(Stream), .WriteSlots(WriteSlots), .FifoBeats(FifoBeats), .MaxBurstBytes(MaxBurstBytes)
  ) u_dut (
    .clk_i, .rst_i,
    .req_i(req), .req_valid_i(req_valid), .req_ready_o(req_ready),
    .rsp_o(rsp), .rsp_valid_o(rsp_valid), .rsp_ready_i(rsp_ready),
    .cancel_i(1'b0),
    .host_aw_o(aw), .host_aw_valid_o(host_awvalid), .host_aw_ready_i(host_awready),
    .host_w_o(w), .host_w_valid_o(host_wvalid), .host_w_ready_i(host_wready),
    .host_b_i(b), .host_b_valid_i(host_bvalid), .host_b_ready_o(host_bready),
    .card_ar_o(ar), .card_ar_valid_o(card_arvalid), .card_ar_ready_i(card_arready),
    .card_r_i(r), .card_r_valid_i(card_rvalid), .card_r_ready_o(card_rready),
    .s_i(s), .s_valid_i(axis_tvalid), .s_ready_o(axis_tready),
    .ev_beat_o(ev_beat), .busy_o(busy)
  );

  fby_axi_props u_host (
    .clk_i, .rst_i,
    .ar_i('0), .ar_valid_i(1'b0), .ar_ready_i(1'b0),
    .r_i('0), .r_valid_i(1'b0), .r_ready_i(1'b0),
    .aw_i(aw), .aw_valid_i(host_awvalid), .aw_ready_i(host_awready),
    .w_i(w), .w_valid_i(host_wvalid), .w_ready_i(host_wready),
    .b_i(b), .b_valid_i(host_bvalid), .b_ready_i(host_bready)
  );

  fby_axi_props u_card (
    .clk_i, .rst_i,
    .ar_i(ar), .ar_valid_i(card_arvalid), .ar_ready_i(card_arready),
    .r_i(r), .r_valid_i(card_rvalid), .r_ready_i(card_rready),
    .aw_i('0), .aw_valid_i(1'b0), .aw_ready_i(1'b0),
    .w_i('0), .w_valid_i(1'b0), .w_ready_i(1'b0),
    .b_i('0), .b_valid_i(1'b0), .b_ready_i(1'b0)
  );

endmodule
