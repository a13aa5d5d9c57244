// SPDX-License-Identifier: Apache-2.0
/// Harness: the BAR bridge between a master (flat AXI signals; the exact byte count is AxUSER), four register
/// blocks that remember what they are asked, and a card memory that can be made to stop answering.
module tb_fby_card_bar
  import fby_axi_pkg::*;
#(
  parameter int unsigned TimeoutCycles = 64
) (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic [7:0]   s_axi_awid,
  input  logic [63:0]  s_axi_awaddr,
  input  logic [7:0]   s_axi_awlen,
  input  logic [2:0]   s_axi_awsize,
  input  logic [1:0]   s_axi_awburst,
  input  logic [12:0]  s_axi_awuser,
  input  logic [12:0]  s_axi_aruser,
  input  logic         s_axi_awvalid,
  output logic         s_axi_awready,
  input  logic [511:0] s_axi_wdata,
  input  logic [63:0]  s_axi_wstrb,
  input  logic         s_axi_wlast,
  input  logic         s_axi_wvalid,
  output logic         s_axi_wready,
  output logic [7:0]   s_axi_bid,
  output logic [1:0]   s_axi_bresp,
  output logic         s_axi_bvalid,
  input  logic         s_axi_bready,
  input  logic [7:0]   s_axi_arid,
  input  logic [63:0]  s_axi_araddr,
  input  logic [7:0]   s_axi_arlen,
  input  logic [2:0]   s_axi_arsize,
  input  logic [1:0]   s_axi_arburst,
  input  logic         s_axi_arvalid,
  output logic         s_axi_arready,
  output logic [7:0]   s_axi_rid,
  output logic [511:0] s_axi_rdata,
  output logic [1:0]   s_axi_rresp,
  output logic         s_axi_rlast,
  output logic         s_axi_rvalid,
  input  logic         s_axi_rready,
  /// Holds off the memory behind the bridge.
  input  logic         stall,
  // There is no room for a write where it goes.
  input  logic         no_room,
  /// The register access under way, one valid bit per block.
  output logic [3:0]   reg_valid,
  output logic         reg_write,
  output logic [15:0]  reg_addr,
  output logic [31:0]  reg_wdata,
  /// Answer of whichever block is asked.
  input  logic         reg_ready,
  input  logic         reg_error,
  input  logic [31:0]  reg_rdata,
  output logic         read,
  output logic         write,
  output logic         error,
  output logic [63:0]  addr,
  output logic         busy
);
  axi_ax_t m_ar, m_aw;
  axi_r_t  m_r, s_r;
  axi_w_t  m_w;
  axi_b_t  m_b, s_b;
  logic    m_ar_valid, m_ar_ready, m_r_valid, m_r_ready;
  logic    m_aw_valid, m_aw_ready, m_w_valid, m_w_ready, m_b_valid, m_b_ready;
  fby_reg_pkg::reg_req_t [3:0] req;
  fby_reg_pkg::reg_rsp_t [3:0] rsp;

  for (genvar k = 0; k < 4; k++) begin : gen_reg
    assign reg_valid[k] = req[k].valid;
    assign rsp[k] = '{ready: reg_ready, error: reg_error, rdata: reg_rdata ^ 32'(k)};
  end
  assign {reg_write, reg_addr, reg_wdata} = {req[0].write, req[0].addr, req[0].wdata};

  fby_card_bar #(.TimeoutCycles(TimeoutCycles)) u_dut (
    .clk_i, .rst_i,
    .bar_ar_i('{id: s_axi_arid, addr: s_axi_araddr, len: s_axi_arlen, bytes: s_axi_aruser}),
    .bar_ar_valid_i(s_axi_arvalid), .bar_ar_ready_o(s_axi_arready),
    .bar_r_o(s_r), .bar_r_valid_o(s_axi_rvalid), .bar_r_ready_i(s_axi_rready),
    .bar_aw_i('{id: s_axi_awid, addr: s_axi_awaddr, len: s_axi_awlen, bytes: s_axi_awuser}),
    .bar_aw_valid_i(s_axi_awvalid), .bar_aw_ready_o(s_axi_awready),
    .bar_w_i('{data: s_axi_wdata, strb: s_axi_wstrb, last: s_axi_wlast}),
    .bar_w_valid_i(s_axi_wvalid), .bar_w_ready_o(s_axi_wready),
    .bar_b_o(s_b), .bar_b_valid_o(s_axi_bvalid), .bar_b_ready_i(s_axi_bready),
    .reg_o(req), .reg_i(rsp),
    .ask_o(), .ask_valid_o(), .ask_take_o(), .room_i(!no_room),
    .m_ar_o(m_ar), .m_ar_valid_o(m_ar_valid), .m_ar_ready_i(m_ar_ready && !stall),
    .m_r_i(m_r),   .m_r_valid_i(m_r_valid),   .m_r_ready_o(m_r_ready),
    .m_aw_o(m_aw), .m_aw_valid_o(m_aw_valid), .m_aw_ready_i(m_aw_ready && !stall),
    .m_w_o(m_w),   .m_w_valid_o(m_w_valid),   .m_w_ready_i(m_w_ready && !stall),
    .m_b_i(m_b),   .m_b_valid_i(m_b_valid),   .m_b_ready_o(m_b_ready),
    .read_o(read), .write_o(write), .error_o(error), .addr_o(addr), .busy_o(busy)
  );

  assign s_axi_rid   = s_r.id;
  assign s_axi_rdata = s_r.data;
  assign s_axi_rresp = s_r.resp;
  assign s_axi_rlast = s_r.last;
  assign s_axi_bid   = s_b.id;
  assign s_axi_bresp = s_b.resp;

  fby_card_mem #(.MemBytes(4096)) u_mem (
    .clk_i, .rst_i,
    .s_ar_i(m_ar), .s_ar_valid_i(m_ar_valid && !stall), .s_ar_ready_o(m_ar_ready),
    .s_r_o(m_r),   .s_r_valid_o(m_r_valid),             .s_r_ready_i(m_r_ready),
    .s_aw_i(m_aw), .s_aw_valid_i(m_aw_valid && !stall), .s_aw_ready_o(m_aw_ready),
    .s_w_i(m_w),   .s_w_valid_i(m_w_valid && !stall),   .s_w_ready_o(m_w_ready),
    .s_b_o(m_b),   .s_b_valid_o(m_b_valid),             .s_b_ready_i(m_b_ready)
  );

endmodule
