// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Harness: two masters (flat AXI signals for cocotbext-axi), mux, demux, two small memories.
module tb_fby_axi_fabric
  import fby_axi_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic [6:0]   s0_axi_awid,
  input  logic [63:0]  s0_axi_awaddr,
  input  logic [7:0]   s0_axi_awlen,
  input  logic [2:0]   s0_axi_awsize,
  input  logic [1:0]   s0_axi_awburst,
  input  logic         s0_axi_awvalid,
  output logic         s0_axi_awready,
  input  logic [511:0] s0_axi_wdata,
  input  logic [63:0]  s0_axi_wstrb,
  input  logic         s0_axi_wlast,
  input  logic         s0_axi_wvalid,
  output logic         s0_axi_wready,
  output logic [6:0]   s0_axi_bid,
  output logic [1:0]   s0_axi_bresp,
  output logic         s0_axi_bvalid,
  input  logic         s0_axi_bready,
  input  logic [6:0]   s0_axi_arid,
  input  logic [63:0]  s0_axi_araddr,
  input  logic [7:0]   s0_axi_arlen,
  input  logic [2:0]   s0_axi_arsize,
  input  logic [1:0]   s0_axi_arburst,
  input  logic         s0_axi_arvalid,
  output logic         s0_axi_arready,
  output logic [6:0]   s0_axi_rid,
  output logic [511:0] s0_axi_rdata,
  output logic [1:0]   s0_axi_rresp,
  output logic         s0_axi_rlast,
  output logic         s0_axi_rvalid,
  input  logic         s0_axi_rready,
  input  logic [6:0]   s1_axi_awid,
  input  logic [63:0]  s1_axi_awaddr,
  input  logic [7:0]   s1_axi_awlen,
  input  logic [2:0]   s1_axi_awsize,
  input  logic [1:0]   s1_axi_awburst,
  input  logic         s1_axi_awvalid,
  output logic         s1_axi_awready,
  input  logic [511:0] s1_axi_wdata,
  input  logic [63:0]  s1_axi_wstrb,
  input  logic         s1_axi_wlast,
  input  logic         s1_axi_wvalid,
  output logic         s1_axi_wready,
  output logic [6:0]   s1_axi_bid,
  output logic [1:0]   s1_axi_bresp,
  output logic         s1_axi_bvalid,
  input  logic         s1_axi_bready,
  input  logic [6:0]   s1_axi_arid,
  input  logic [63:0]  s1_axi_araddr,
  input  logic [7:0]   s1_axi_arlen,
  input  logic [2:0]   s1_axi_arsize,
  input  logic [1:0]   s1_axi_arburst,
  input  logic         s1_axi_arvalid,
  output logic         s1_axi_arready,
  output logic [6:0]   s1_axi_rid,
  output logic [511:0] s1_axi_rdata,
  output logic [1:0]   s1_axi_rresp,
  output logic         s1_axi_rlast,
  output logic         s1_axi_rvalid,
  input  logic         s1_axi_rready
);
  localparam int unsigned MemBytes = 8192;

  axi_ax_t [1:0] s_ar, s_aw;
  axi_r_t  [1:0] s_r;
  axi_w_t  [1:0] s_w;
  axi_b_t  [1:0] s_b;
  logic    [1:0] s_ar_valid, s_ar_ready, s_r_valid, s_r_ready;
  logic    [1:0] s_aw_valid, s_aw_ready, s_w_valid, s_w_ready, s_b_valid, s_b_ready;

  assign s_aw[0] = '{id: {1'b0, s0_axi_awid}, addr: s0_axi_awaddr, len: s0_axi_awlen, bytes: '0};
  assign s_ar[0] = '{id: {1'b0, s0_axi_arid}, addr: s0_axi_araddr, len: s0_axi_arlen, bytes: '0};
  assign s_w[0]  = '{data: s0_axi_wdata, strb: s0_axi_wstrb, last: s0_axi_wlast};
  assign s_aw_valid[0] = s0_axi_awvalid;
  assign s_ar_valid[0] = s0_axi_arvalid;
  assign s_w_valid[0]  = s0_axi_wvalid;
  assign s_b_ready[0]  = s0_axi_bready;
  assign s_r_ready[0]  = s0_axi_rready;
  assign s0_axi_awready = s_aw_ready[0];
  assign s0_axi_arready = s_ar_ready[0];
  assign s0_axi_wready  = s_w_ready[0];
  assign s0_axi_bid     = s_b[0].id[6:0];
  assign s0_axi_bresp   = s_b[0].resp;
  assign s0_axi_bvalid  = s_b_valid[0];
  assign s0_axi_rid     = s_r[0].id[6:0];
  assign s0_axi_rdata   = s_r[0].data;
  assign s0_axi_rresp   = s_r[0].resp;
  assign s0_axi_rlast   = s_r[0].last;
  assign s0_axi_rvalid  = s_r_valid[0];

  assign s_aw[1] = '{id: {1'b0, s1_axi_awid}, addr: s1_axi_awaddr, len: s1_axi_awlen, bytes: '0};
  assign s_ar[1] = '{id: {1'b0, s1_axi_arid}, addr: s1_axi_araddr, len: s1_axi_arlen, bytes: '0};
  assign s_w[1]  = '{data: s1_axi_wdata, strb: s1_axi_wstrb, last: s1_axi_wlast};
  assign s_aw_valid[1] = s1_axi_awvalid;
  assign s_ar_valid[1] = s1_axi_arvalid;
  assign s_w_valid[1]  = s1_axi_wvalid;
  assign s_b_ready[1]  = s1_axi_bready;
  assign s_r_ready[1]  = s1_axi_rready;
  assign s1_axi_awready = s_aw_ready[1];
  assign s1_axi_arready = s_ar_ready[1];
  assign s1_axi_wready  = s_w_ready[1];
  assign s1_axi_bid     = s_b[1].id[6:0];
  assign s1_axi_bresp   = s_b[1].resp;
  assign s1_axi_bvalid  = s_b_valid[1];
  assign s1_axi_rid     = s_r[1].id[6:0];
  assign s1_axi_rdata   = s_r[1].data;
  assign s1_axi_rresp   = s_r[1].resp;
  assign s1_axi_rlast   = s_r[1].last;
  assign s1_axi_rvalid  = s_r_valid[1];

  axi_ax_t ar, aw;
  axi_r_t  r;
  axi_w_t  w;
  axi_b_t  b;
  logic    ar_valid, ar_ready, r_valid, r_ready, aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready;

  fby_axi_mux u_mux (
    .clk_i, .rst_i,
    .s_ar_i(s_ar), .s_ar_valid_i(s_ar_valid), .s_ar_ready_o(s_ar_ready),
    .s_r_o(s_r),   .s_r_valid_o(s_r_valid),   .s_r_ready_i(s_r_ready),
    .s_aw_i(s_aw), .s_aw_valid_i(s_aw_valid), .s_aw_ready_o(s_aw_ready),
    .s_w_i(s_w),   .s_w_valid_i(s_w_valid),   .s_w_ready_o(s_w_ready),
    .s_b_o(s_b),   .s_b_valid_o(s_b_valid),   .s_b_ready_i(s_b_ready),
    .m_ar_o(ar), .m_ar_valid_o(ar_valid), .m_ar_ready_i(ar_ready),
    .m_r_i(r),   .m_r_valid_i(r_valid),   .m_r_ready_o(r_ready),
    .m_aw_o(aw), .m_aw_valid_o(aw_valid), .m_aw_ready_i(aw_ready),
    .m_w_o(w),   .m_w_valid_o(w_valid),   .m_w_ready_i(w_ready),
    .m_b_i(b),   .m_b_valid_i(b_valid),   .m_b_ready_o(b_ready)
  );

  axi_ax_t [1:0] m_ar, m_aw;
  axi_r_t  [1:0] m_r;
  axi_w_t  [1:0] m_w;
  axi_b_t  [1:0] m_b;
  logic    [1:0] m_ar_valid, m_ar_ready, m_r_valid, m_r_ready;
  logic    [1:0] m_aw_valid, m_aw_ready, m_w_valid, m_w_ready, m_b_valid, m_b_ready;

  fby_axi_demux #(
    .NumSlaves(2),
    .Base({64'h10_0000, 64'h0}),
    .Bytes({2{64'(MemBytes)}})
  ) u_demux (
    .clk_i, .rst_i,
    .s_ar_i(ar), .s_ar_valid_i(ar_valid), .s_ar_ready_o(ar_ready),
    .s_r_o(r),   .s_r_valid_o(r_valid),   .s_r_ready_i(r_ready),
    .s_aw_i(aw), .s_aw_valid_i(aw_valid), .s_aw_ready_o(aw_ready),
    .s_w_i(w),   .s_w_valid_i(w_valid),   .s_w_ready_o(w_ready),
    .s_b_o(b),   .s_b_valid_o(b_valid),   .s_b_ready_i(b_ready),
    .m_ar_o(m_ar), .m_ar_valid_o(m_ar_valid), .m_ar_ready_i(m_ar_ready),
    .m_r_i(m_r),   .m_r_valid_i(m_r_valid),   .m_r_ready_o(m_r_ready),
    .m_aw_o(m_aw), .m_aw_valid_o(m_aw_valid), .m_aw_ready_i(m_aw_ready),
    .m_w_o(m_w),   .m_w_valid_o(m_w_valid),   .m_w_ready_i(m_w_ready),
    .m_b_i(m_b),   .m_b_valid_i(m_b_valid),   .m_b_ready_o(m_b_ready)
  );

  for (genvar k = 0; k < 2; k++) begin : gen_mem
    fby_card_mem #(.MemBytes(MemBytes)) u_mem (
      .clk_i, .rst_i,
      .s_ar_i(m_ar[k]), .s_ar_valid_i(m_ar_valid[k]), .s_ar_ready_o(m_ar_ready[k]),
      .s_r_o(m_r[k]),   .s_r_valid_o(m_r_valid[k]),   .s_r_ready_i(m_r_ready[k]),
      .s_aw_i(m_aw[k]), .s_aw_valid_i(m_aw_valid[k]), .s_aw_ready_o(m_aw_ready[k]),
      .s_w_i(m_w[k]),   .s_w_valid_i(m_w_valid[k]),   .s_w_ready_o(m_w_ready[k]),
      .s_b_o(m_b[k]),   .s_b_valid_o(m_b_valid[k]),   .s_b_ready_i(m_b_ready[k])
    );
  end

  // AXI4 A3.2.1: what is offered stays as it is until it is taken. Checked behind the arbiter and behind the
  // response multiplexer, where it could be broken.
  axi_ax_t ar_q, aw_q;
  axi_r_t  r_q;
  logic    ar_waits_q, aw_waits_q, r_waits_q;
  always_ff @(posedge clk_i) begin
    {ar_q, aw_q, r_q} <= {ar, aw, r};
    {ar_waits_q, aw_waits_q, r_waits_q} <= {ar_valid && !ar_ready, aw_valid && !aw_ready, r_valid && !r_ready};
    if (rst_i) {ar_waits_q, aw_waits_q, r_waits_q} <= '0;
  end
  `FBY_ASSERT(read_address_stays, !ar_waits_q || (ar_valid && ar == ar_q))
  `FBY_ASSERT(write_address_stays, !aw_waits_q || (aw_valid && aw == aw_q))
  `FBY_ASSERT(read_data_stays, !r_waits_q || (r_valid && r == r_q))

endmodule
