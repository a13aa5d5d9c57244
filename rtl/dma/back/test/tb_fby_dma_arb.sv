// SPDX-License-Identifier: Apache-2.0
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
  output logic [7:0]   host_arid,  card_arid,
  output logic [63:0]  host_araddr, card_araddr,
  output logic [7:0]   host_arlen, card_arlen,
  output logic [12:0]  host_arbytes, card_arbytes,
  output logic         host_arvalid, card_arvalid,
  input  logic         host_arready, card_arready,
  input  logic [7:0]   host_rid, card_rid,
  input  logic [511:0] host_rdata, card_rdata,
  input  logic [1:0]   host_rresp, card_rresp,
  input  logic         host_rlast, card_rlast,
  input  logic         host_rvalid, card_rvalid,
  output logic         host_rready, card_rready,
  output logic [7:0]   host_awid, card_awid,
  output logic [63:0]  host_awaddr, card_awaddr,
  output logic [7:0]   host_awlen, card_awlen,
  output logic         host_awvalid, card_awvalid,
  input  logic         host_awready, card_awready,
  output logic [511:0] host_wdata, card_wdata,
  output logic [63:0]  host_wstrb, card_wstrb,
  output logic         host_wlast, card_wlast,
  output logic         host_wvalid, card_wvalid,
  input  logic         host_wready, card_wready,
  input  logic [7:0]   host_bid, card_bid,
  input  logic [1:0]   host_bresp, card_bresp,
  input  logic         host_bvalid, card_bvalid,
  output logic         host_bready, card_bready,
  output logic [3:0]   busy
);

  import fby_axi_pkg::*;

  // Index 0 host port, 1 card port; each has two readers and two writers.
  axi_ax_t [1:0][1:0] ar, aw;
  axi_r_t  [1:0][1:0] r;
  axi_w_t  [1:0][1:0] w;
  axi_b_t  [1:0][1:0] b;
  logic    [1:0][1:0] ar_valid, ar_ready, r_valid, r_ready, aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready;

  for (genvar k = 0; k < 2; k++) begin : g_pair
    fby_dma_pkg::dma_rsp_t down_rsp, up_rsp;
    fby_axi_pkg::axis_t    unused_m;
    logic                  unused_m_valid, unused_ev0, unused_ev1, unused_ev2, unused_s;

    fby_dma_h2c #(.Stream(1'b0)) u_down (
      .clk_i, .rst_i,
      .req_i({req_host[k], req_card[k], req_len[k], req_eop[k], 2'b00, req_fixed[k]}),
      .req_valid_i(req_valid[k]), .req_ready_o(req_ready[k]),
      .rsp_o(down_rsp), .rsp_valid_o(rsp_valid[k]), .rsp_ready_i(rsp_ready[k]), .cancel_i(1'b0),
      .host_ar_o(ar[0][k]), .host_ar_valid_o(ar_valid[0][k]), .host_ar_ready_i(ar_ready[0][k]),
      .host_r_i(r[0][k]), .host_r_valid_i(r_valid[0][k]), .host_r_ready_o(r_ready[0][k]),
      .card_ask_o(), .card_ask_valid_o(), .card_ask_take_o(), .card_room_i(1'b1),
      .card_aw_o(aw[1][k]), .card_aw_valid_o(aw_valid[1][k]), .card_aw_ready_i(aw_ready[1][k]),
      .card_w_o(w[1][k]), .card_w_valid_o(w_valid[1][k]), .card_w_ready_i(w_ready[1][k]),
      .card_b_i(b[1][k]), .card_b_valid_i(b_valid[1][k]), .card_b_ready_o(b_ready[1][k]),
      .m_o(unused_m), .m_valid_o(unused_m_valid), .m_ready_i(1'b0),
      .ev_beat_o(unused_ev0), .ev_no_room_o(unused_ev1), .busy_o(busy[k])
    );
    assign rsp_cause[k] = down_rsp.cause;
    assign rsp_bad[k]   = down_rsp.bad_addr;
    assign rsp_bytes[k] = down_rsp.bytes;

    fby_dma_c2h #(.Stream(1'b0)) u_up (
      .clk_i, .rst_i,
      .req_i({req_host[k+2], req_card[k+2], req_len[k+2], req_eop[k+2], 2'b00, req_fixed[k+2]}),
      .req_valid_i(req_valid[k+2]), .req_ready_o(req_ready[k+2]),
      .rsp_o(up_rsp), .rsp_valid_o(rsp_valid[k+2]), .rsp_ready_i(rsp_ready[k+2]), .cancel_i(1'b0),
      .host_aw_o(aw[0][k]), .host_aw_valid_o(aw_valid[0][k]), .host_aw_ready_i(aw_ready[0][k]),
      .host_w_o(w[0][k]), .host_w_valid_o(w_valid[0][k]), .host_w_ready_i(w_ready[0][k]),
      .host_b_i(b[0][k]), .host_b_valid_i(b_valid[0][k]), .host_b_ready_o(b_ready[0][k]),
      .card_ar_o(ar[1][k]), .card_ar_valid_o(ar_valid[1][k]), .card_ar_ready_i(ar_ready[1][k]),
      .card_r_i(r[1][k]), .card_r_valid_i(r_valid[1][k]), .card_r_ready_o(r_ready[1][k]),
      .s_i('0), .s_valid_i(1'b0), .s_ready_o(unused_s),
      .ev_beat_o(unused_ev2), .busy_o(busy[k+2])
    );
    assign rsp_cause[k+2] = up_rsp.cause;
    assign rsp_bad[k+2]   = up_rsp.bad_addr;
    assign rsp_bytes[k+2] = up_rsp.bytes;
  end

  // Port side, index as above.
  axi_ax_t [1:0] m_ar, m_aw;
  axi_r_t  [1:0] m_r;
  axi_w_t  [1:0] m_w;
  axi_b_t  [1:0] m_b;
  logic    [1:0] m_ar_valid, m_ar_ready, m_r_valid, m_r_ready, m_aw_valid, m_aw_ready, m_w_valid, m_w_ready,
                 m_b_valid, m_b_ready;

  for (genvar p = 0; p < 2; p++) begin : g_port
    fby_axi_arb_rd #(.NumMasters(2), .IdsPerMaster(8)) u_rd (
      .clk_i, .rst_i,
      .s_ar_i(ar[p]), .s_ar_valid_i(ar_valid[p]), .s_ar_ready_o(ar_ready[p]),
      .s_r_o(r[p]), .s_r_valid_o(r_valid[p]), .s_r_ready_i(r_ready[p]),
      .m_ar_o(m_ar[p]), .m_ar_valid_o(m_ar_valid[p]), .m_ar_ready_i(m_ar_ready[p]),
      .m_r_i(m_r[p]), .m_r_valid_i(m_r_valid[p]), .m_r_ready_o(m_r_ready[p])
    );
    fby_axi_arb_wr #(.NumMasters(2)) u_wr (
      .clk_i, .rst_i,
      .s_aw_i(aw[p]), .s_aw_valid_i(aw_valid[p]), .s_aw_ready_o(aw_ready[p]),
      .s_w_i(w[p]), .s_w_valid_i(w_valid[p]), .s_w_ready_o(w_ready[p]),
      .s_b_o(b[p]), .s_b_valid_o(b_valid[p]), .s_b_ready_i(b_ready[p]),
      .m_aw_o(m_aw[p]), .m_aw_valid_o(m_aw_valid[p]), .m_aw_ready_i(m_aw_ready[p]),
      .m_w_o(m_w[p]), .m_w_valid_o(m_w_valid[p]), .m_w_ready_i(m_w_ready[p]),
      .m_b_i(m_b[p]), .m_b_valid_i(m_b_valid[p]), .m_b_ready_o(m_b_ready[p])
    );
    fby_axi_props #(.MaxReads(16)) u_rules (
      .clk_i, .rst_i,
      .ar_i(m_ar[p]), .ar_valid_i(m_ar_valid[p]), .ar_ready_i(m_ar_ready[p]),
      .r_i(m_r[p]), .r_valid_i(m_r_valid[p]), .r_ready_i(m_r_ready[p]),
      .aw_i(m_aw[p]), .aw_valid_i(m_aw_valid[p]), .aw_ready_i(m_aw_ready[p]),
      .w_i(m_w[p]), .w_valid_i(m_w_valid[p]), .w_ready_i(m_w_ready[p]),
      .b_i(m_b[p]), .b_valid_i(m_b_valid[p]), .b_ready_i(m_b_ready[p])
    );
  end

  assign {card_arid, host_arid}       = {m_ar[1].id, m_ar[0].id};
  assign {card_araddr, host_araddr}   = {m_ar[1].addr, m_ar[0].addr};
  assign {card_arlen, host_arlen}     = {m_ar[1].len, m_ar[0].len};
  assign {card_arbytes, host_arbytes} = {m_ar[1].bytes, m_ar[0].bytes};
  assign {card_arvalid, host_arvalid} = m_ar_valid;
  assign m_ar_ready                   = {card_arready, host_arready};
  assign m_r[0]                       = '{id: host_rid, data: host_rdata, resp: host_rresp, last: host_rlast};
  assign m_r[1]                       = '{id: card_rid, data: card_rdata, resp: card_rresp, last: card_rlast};
  assign m_r_valid                    = {card_rvalid, host_rvalid};
  assign {card_rready, host_rready}   = m_r_ready;
  assign {card_awid, host_awid}       = {m_aw[1].id, m_aw[0].id};
  assign {card_awaddr, host_awaddr}   = {m_aw[1].addr, m_aw[0].addr};
  assign {card_awlen, host_awlen}     = {m_aw[1].len, m_aw[0].len};
  assign {card_awvalid, host_awvalid} = m_aw_valid;
  assign m_aw_ready                   = {card_awready, host_awready};
  assign {card_wdata, host_wdata}     = {m_w[1].data, m_w[0].data};
  assign {card_wstrb, host_wstrb}     = {m_w[1].strb, m_w[0].strb};
  assign {card_wlast, host_wlast}     = {m_w[1].last, m_w[0].last};
  assign {card_wvalid, host_wvalid}   = m_w_valid;
  assign m_w_ready                    = {card_wready, host_wready};
  assign m_b[0]                       = '{id: host_bid, resp: host_bresp};
  assign m_b[1]                       = '{id: card_bid, resp: card_bresp};
  assign m_b_valid                    = {card_bvalid, host_bvalid};
  assign {card_bready, host_bready}   = m_b_ready;

endmodule
