// SPDX-License-Identifier: Apache-2.0
/// Reader and writer of one memory port, whose port is flat for a bus model from outside; what a port ties is tied here.
module tb_fby_mem_port
  import fby_mem_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_i,

  input  logic         rd_start,
  input  logic [28:0]  rd_first,
  input  logic [28:0]  rd_count,
  input  logic         cancel,
  output logic         rd_idle,
  output logic         rd_error,
  output logic [255:0] out_data,
  output logic         out_valid,
  input  logic         out_ready,

  input  logic         wr_start,
  input  logic         wr_flush,
  output logic         wr_idle,
  output logic         wr_error,
  input  logic [28:0]  in_number,
  input  logic [255:0] in_data,
  input  logic         in_valid,
  output logic         in_ready,

  output logic [5:0]   m_axi_arid,
  output logic [33:0]  m_axi_araddr,
  output logic [7:0]   m_axi_arlen,
  output logic [2:0]   m_axi_arsize,
  output logic [1:0]   m_axi_arburst,
  output logic         m_axi_arvalid,
  input  logic         m_axi_arready,
  input  logic [5:0]   m_axi_rid,
  input  logic [255:0] m_axi_rdata,
  input  logic [1:0]   m_axi_rresp,
  input  logic         m_axi_rlast,
  input  logic         m_axi_rvalid,
  output logic         m_axi_rready,
  output logic [5:0]   m_axi_awid,
  output logic [33:0]  m_axi_awaddr,
  output logic [7:0]   m_axi_awlen,
  output logic [2:0]   m_axi_awsize,
  output logic [1:0]   m_axi_awburst,
  output logic         m_axi_awvalid,
  input  logic         m_axi_awready,
  output logic [255:0] m_axi_wdata,
  output logic [31:0]  m_axi_wstrb,
  output logic         m_axi_wlast,
  output logic         m_axi_wvalid,
  input  logic         m_axi_wready,
  input  logic [5:0]   m_axi_bid,
  input  logic [1:0]   m_axi_bresp,
  input  logic         m_axi_bvalid,
  output logic         m_axi_bready
);

  localparam logic [ADDR_BITS-1:0] BaseBytes = 34'h1000;
  localparam int unsigned          SizeBytes = 64 << 10;

  mem_rd_req_t   rd_req;
  mem_rd_rsp_t   rd_rsp;
  mem_wr_req_t   wr_req;
  mem_wr_ready_t wr_ready;
  mem_wr_rsp_t   wr_rsp;

  fby_mem_port_rd #(.BaseBytes(BaseBytes)) u_rd (
    .clk_i, .rst_i,
    .start_i(rd_start), .first_i(rd_first), .count_i(rd_count), .cancel_i(cancel), .idle_o(rd_idle), .error_o(rd_error),
    .m_req_o(rd_req), .m_req_ready_i(m_axi_arready), .m_rsp_i(rd_rsp), .m_rsp_ready_o(m_axi_rready),
    .data_o(out_data), .valid_o(out_valid), .ready_i(out_ready)
  );

  fby_mem_port_wr #(.BaseBytes(BaseBytes)) u_wr (
    .clk_i, .rst_i,
    .start_i(wr_start), .flush_i(wr_flush), .idle_o(wr_idle), .error_o(wr_error),
    .number_i(in_number), .data_i(in_data), .valid_i(in_valid), .ready_o(in_ready),
    .m_req_o(wr_req), .m_req_ready_i(wr_ready), .m_rsp_i(wr_rsp), .m_rsp_ready_o(m_axi_bready)
  );

  fby_mem_rd_props #(.BaseBytes(BaseBytes), .SizeBytes(SizeBytes)) u_rd_props (
    .clk_i, .rst_i, .req_i(rd_req), .req_ready_i(m_axi_arready), .rsp_i(rd_rsp), .rsp_ready_i(m_axi_rready)
  );
  fby_mem_wr_props #(.BaseBytes(BaseBytes), .SizeBytes(SizeBytes)) u_wr_props (
    .clk_i, .rst_i, .req_i(wr_req), .req_ready_i(wr_ready), .rsp_i(wr_rsp), .rsp_ready_i(m_axi_bready)
  );

  assign {m_axi_arid, m_axi_araddr, m_axi_arvalid} = {rd_req.ar.id, rd_req.ar.addr, rd_req.ar_valid};
  assign {m_axi_arsize, m_axi_arburst, m_axi_arlen} = {3'd5, 2'd1, 8'(rd_req.ar.len)};
  assign rd_rsp = '{r_valid: m_axi_rvalid, r: '{id: m_axi_rid, resp: m_axi_rresp, last: m_axi_rlast, data: m_axi_rdata}};

  assign {m_axi_awid, m_axi_awaddr, m_axi_awvalid} = {wr_req.aw.id, wr_req.aw.addr, wr_req.aw_valid};
  assign {m_axi_awsize, m_axi_awburst, m_axi_awlen} = {3'd5, 2'd1, 8'(wr_req.aw.len)};
  assign {m_axi_wdata, m_axi_wstrb, m_axi_wlast, m_axi_wvalid} = {wr_req.w.data, 32'hffff_ffff, wr_req.w.last, wr_req.w_valid};
  assign wr_ready = '{aw: m_axi_awready, w: m_axi_wready};
  assign wr_rsp   = '{b_valid: m_axi_bvalid, b: '{id: m_axi_bid, resp: m_axi_bresp}};

endmodule
