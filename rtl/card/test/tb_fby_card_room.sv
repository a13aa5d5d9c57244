// SPDX-License-Identifier: Apache-2.0
/// Three host-to-card movers, one back, and a BAR bridge on one card address space, with protocol rules on its DMA port.
/// Channels 0 to 2 are host to card, 3 is card to host.
module tb_fby_card_room
  import fby_axi_pkg::*;
#(
  parameter int unsigned MemBytes    = 1 << 16,
  parameter int unsigned FifoEntries = 64
) (
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
  input  logic [3:0]        cancel,
  output logic [3:0]        busy,
  // Host memory.
  output logic [7:0]        host_arid,
  output logic [63:0]       host_araddr,
  output logic [7:0]        host_arlen,
  output logic [12:0]       host_arbytes,
  output logic              host_arvalid,
  input  logic              host_arready,
  input  logic [7:0]        host_rid,
  input  logic [511:0]      host_rdata,
  input  logic [1:0]        host_rresp,
  input  logic              host_rlast,
  input  logic              host_rvalid,
  output logic              host_rready,
  output logic [7:0]        host_awid,
  output logic [63:0]       host_awaddr,
  output logic [7:0]        host_awlen,
  output logic              host_awvalid,
  input  logic              host_awready,
  output logic [511:0]      host_wdata,
  output logic [63:0]       host_wstrb,
  output logic              host_wlast,
  output logic              host_wvalid,
  input  logic              host_wready,
  input  logic [7:0]        host_bid,
  input  logic [1:0]        host_bresp,
  input  logic              host_bvalid,
  output logic              host_bready,
  // One write of a line by the BAR bridge.
  input  logic              bar_valid,
  input  logic [35:0]       bar_addr,
  input  logic [511:0]      bar_data,
  output logic              bar_done,
  output logic [1:0]        bar_resp,
  // What comes out of the windows.
  output logic [511:0]      window0_data,
  output logic [511:0]      window1_data,
  output logic [1:0]        window_valid,
  input  logic [1:0]        window_ready,
  output logic [1:0]        window_stall
);
  localparam int unsigned Bar = 3;

  fby_dma_pkg::dma_req_t [3:0] req;
  fby_dma_pkg::dma_rsp_t [3:0] rsp;
  axi_ax_t                     host_ar, host_aw;
  axi_r_t                      host_r;
  axi_w_t                      host_w;
  axi_b_t                      host_b;
  axi_ask_t [3:0]              ask;
  logic     [3:0]              ask_valid, ask_take, room;
  axi_ax_t [1:0]               ar, aw;
  axi_r_t  [1:0]               r;
  axi_w_t  [1:0]               w;
  axi_b_t  [1:0]               b;
  logic    [1:0]               ar_valid, ar_ready, r_valid, r_ready, aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready;
  axis_t   [1:0]               window;
  fby_stream_pkg::stream_events_t [1:0] events;

  for (genvar k = 0; k < 4; k++) begin : gen_port
    assign req[k] = {req_host[k], req_card[k], req_len[k], req_eop[k], 2'b00, req_fixed[k]};
    assign rsp_cause[k] = rsp[k].cause;
    assign rsp_bad[k]   = rsp[k].bad_addr;
    assign rsp_bytes[k] = rsp[k].bytes;
  end

  fby_dma_movers #(
    .NumH2c(3), .NumC2h(1), .H2cStream(4'b0000), .C2hStream(4'b0000)
  ) u_movers (
    .clk_i, .rst_i,
    .req_i(req), .req_valid_i(req_valid), .req_ready_o(req_ready),
    .rsp_o(rsp), .rsp_valid_o(rsp_valid), .rsp_ready_i(rsp_ready),
    .cancel_i(cancel), .beat_o(), .no_room_o(), .busy_o(busy),
    .fetch_ar_i('0), .fetch_ar_valid_i(1'b0), .fetch_ar_ready_o(),
    .fetch_r_o(), .fetch_r_valid_o(), .fetch_r_ready_i(1'b0),
    .mail_aw_i('0), .mail_aw_valid_i(1'b0), .mail_aw_ready_o(),
    .mail_w_i('0), .mail_w_valid_i(1'b0), .mail_w_ready_o(),
    .mail_b_o(), .mail_b_valid_o(), .mail_b_ready_i(1'b0),
    .host_ar_o(host_ar), .host_ar_valid_o(host_arvalid), .host_ar_ready_i(host_arready),
    .host_r_i(host_r), .host_r_valid_i(host_rvalid), .host_r_ready_o(host_rready),
    .host_aw_o(host_aw), .host_aw_valid_o(host_awvalid), .host_aw_ready_i(host_awready),
    .host_w_o(host_w), .host_w_valid_o(host_wvalid), .host_w_ready_i(host_wready),
    .host_b_i(host_b), .host_b_valid_i(host_bvalid), .host_b_ready_o(host_bready),
    .card_ar_o(ar[0]), .card_ar_valid_o(ar_valid[0]), .card_ar_ready_i(ar_ready[0]),
    .card_r_i(r[0]), .card_r_valid_i(r_valid[0]), .card_r_ready_o(r_ready[0]),
    .card_ask_o(ask[2:0]), .card_ask_valid_o(ask_valid[2:0]), .card_ask_take_o(ask_take[2:0]), .card_room_i(room[2:0]),
    .card_aw_o(aw[0]), .card_aw_valid_o(aw_valid[0]), .card_aw_ready_i(aw_ready[0]),
    .card_w_o(w[0]), .card_w_valid_o(w_valid[0]), .card_w_ready_i(w_ready[0]),
    .card_b_i(b[0]), .card_b_valid_i(b_valid[0]), .card_b_ready_o(b_ready[0]),
    .h2c_o(), .h2c_valid_o(), .h2c_ready_i(3'b000),
    .c2h_i('0), .c2h_valid_i(1'b0), .c2h_ready_o()
  );

  fby_card_bar_axi u_bar (
    .clk_i, .rst_i,
    .req_valid_i(bar_valid), .req_write_i(1'b1),
    .req_ax_i('{id: '0, addr: {28'd0, bar_addr}, len: '0, bytes: 13'd64}),
    .req_data_i(bar_data), .req_strb_i('1),
    .rsp_valid_o(bar_done), .rsp_resp_o(bar_resp), .rsp_data_o(),
    .ask_o(ask[Bar]), .ask_valid_o(ask_valid[Bar]), .ask_take_o(ask_take[Bar]), .room_i(room[Bar]),
    .m_ar_o(ar[1]), .m_ar_valid_o(ar_valid[1]), .m_ar_ready_i(ar_ready[1]),
    .m_r_i(r[1]), .m_r_valid_i(r_valid[1]), .m_r_ready_o(r_ready[1]),
    .m_aw_o(aw[1]), .m_aw_valid_o(aw_valid[1]), .m_aw_ready_i(aw_ready[1]),
    .m_w_o(w[1]), .m_w_valid_o(w_valid[1]), .m_w_ready_i(w_ready[1]),
    .m_b_i(b[1]), .m_b_valid_i(b_valid[1]), .m_b_ready_o(b_ready[1])
  );

  fby_card_space #(
    .MemBytes(MemBytes), .FifoEntries(FifoEntries), .NumWriters(4)
  ) u_space (
    .clk_i, .rst_i,
    .ask_i(ask), .ask_valid_i(ask_valid), .room_o(room), .take_i(ask_take),
    .s_ar_i(ar), .s_ar_valid_i(ar_valid), .s_ar_ready_o(ar_ready),
    .s_r_o(r), .s_r_valid_o(r_valid), .s_r_ready_i(r_ready),
    .s_aw_i(aw), .s_aw_valid_i(aw_valid), .s_aw_ready_o(aw_ready),
    .s_w_i(w), .s_w_valid_i(w_valid), .s_w_ready_o(w_ready),
    .s_b_o(b), .s_b_valid_o(b_valid), .s_b_ready_i(b_ready),
    .stream_o(window), .stream_valid_o(window_valid), .stream_ready_i(window_ready),
    .reg_i('0), .reg_o(), .events_o(events)
  );

  fby_axi_props #(.MaxReads(16)) u_rules (
    .clk_i, .rst_i,
    .ar_i(ar[0]), .ar_valid_i(ar_valid[0]), .ar_ready_i(ar_ready[0]),
    .r_i(r[0]), .r_valid_i(r_valid[0]), .r_ready_i(r_ready[0]),
    .aw_i(aw[0]), .aw_valid_i(aw_valid[0]), .aw_ready_i(aw_ready[0]),
    .w_i(w[0]), .w_valid_i(w_valid[0]), .w_ready_i(w_ready[0]),
    .b_i(b[0]), .b_valid_i(b_valid[0]), .b_ready_i(b_ready[0])
  );

  assign window0_data = window[0].data;
  assign window1_data = window[1].data;
  assign window_stall = {events[1].full_stall, events[0].full_stall};

  assign {host_arid, host_araddr, host_arlen, host_arbytes} = {host_ar.id, host_ar.addr, host_ar.len, host_ar.bytes};
  assign host_r = '{id: host_rid, data: host_rdata, resp: host_rresp, last: host_rlast};
  assign {host_awid, host_awaddr, host_awlen} = {host_aw.id, host_aw.addr, host_aw.len};
  assign {host_wdata, host_wstrb, host_wlast} = {host_w.data, host_w.strb, host_w.last};
  assign host_b = '{id: host_bid, resp: host_bresp};

endmodule
