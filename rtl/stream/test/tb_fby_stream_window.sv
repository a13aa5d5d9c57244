// SPDX-License-Identifier: Apache-2.0
/// Harness: a window, its registers, and flat AXI signals for cocotbext-axi.
module tb_fby_stream_window #(
  parameter int unsigned DepthEntries = 64
) (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic [7:0]   s_axi_awid,
  input  logic [63:0]  s_axi_awaddr,
  input  logic [7:0]   s_axi_awlen,
  input  logic [2:0]   s_axi_awsize,
  input  logic [1:0]   s_axi_awburst,
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
  output logic [511:0] m_axis_tdata,
  output logic [63:0]  m_axis_tkeep,
  output logic         m_axis_tlast,
  output logic         m_axis_tvalid,
  input  logic         m_axis_tready,
  input  logic         reg_valid,
  input  logic         reg_write,
  input  logic [15:0]  reg_addr,
  input  logic [31:0]  reg_wdata,
  output logic         reg_ready,
  output logic         reg_error,
  output logic [31:0]  reg_rdata,
  output logic         beat_in,
  output logic         beat_out,
  output logic         full_stall,
  output logic         empty_starve,
  output logic         discarded,
  output logic [12:0]  free_entries
);

  localparam int unsigned LevelBits = $clog2(DepthEntries + 1);

  logic [1:0] flush;

  // Every beat is 64 bytes and every burst incrementing; the bus model drives these all the same.
  logic unused;
  assign unused = &{1'b0, s_axi_awsize, s_axi_awburst, s_axi_arsize, s_axi_arburst, flush[1]};

  fby_axi_pkg::axi_b_t            b;
  fby_axi_pkg::axi_r_t            r;
  fby_axi_pkg::axis_t             m;
  fby_reg_pkg::reg_rsp_t          rsp;
  fby_stream_pkg::stream_events_t events;
  logic [LevelBits-1:0]           level, free;
  logic                           aw_fits, aw_ready;

  // Room is reserved with the address: a burst is offered when all of it fits.
  assign aw_fits       = 32'(free) > 32'(s_axi_awlen);
  assign s_axi_awready = aw_ready && aw_fits;
  assign free_entries  = 13'(free);

  fby_stream_window #(.DepthEntries(DepthEntries)) u_dut (
    .clk_i, .rst_i,
    .s_aw_i('{id: s_axi_awid, addr: s_axi_awaddr, len: s_axi_awlen, bytes: '0}),
    .s_aw_valid_i(s_axi_awvalid && aw_fits), .s_aw_ready_o(aw_ready),
    .s_w_i('{data: s_axi_wdata, strb: s_axi_wstrb, last: s_axi_wlast}),
    .s_w_valid_i(s_axi_wvalid), .s_w_ready_o(s_axi_wready),
    .s_b_o(b), .s_b_valid_o(s_axi_bvalid), .s_b_ready_i(s_axi_bready),
    .s_ar_i('{id: s_axi_arid, addr: s_axi_araddr, len: s_axi_arlen, bytes: '0}),
    .s_ar_valid_i(s_axi_arvalid), .s_ar_ready_o(s_axi_arready),
    .s_r_o(r), .s_r_valid_o(s_axi_rvalid), .s_r_ready_i(s_axi_rready),
    .m_o(m), .m_valid_o(m_axis_tvalid), .m_ready_i(m_axis_tready),
    .reserve_i(s_axi_awvalid && s_axi_awready ? 9'(s_axi_awlen) + 9'd1 : 9'd0), .free_o(free),
    .waits_i(s_axi_awvalid && !aw_fits),
    .flush_i(flush[0]), .level_o(level), .events_o(events)
  );

  // Two pages, so that the neighbour's must stay untouched; the second window does not exist here.
  fby_stream_regs #(.NumWindows(2), .DepthEntries(DepthEntries)) u_regs (
    .clk_i, .rst_i,
    .reg_i('{valid: reg_valid, write: reg_write, addr: reg_addr, wdata: reg_wdata}),
    .reg_o(rsp),
    .level_i({LevelBits'(0), level}),
    .flush_o(flush)
  );

  assign s_axi_bid     = b.id;
  assign s_axi_bresp   = b.resp;
  assign s_axi_rid     = r.id;
  assign s_axi_rdata   = r.data;
  assign s_axi_rresp   = r.resp;
  assign s_axi_rlast   = r.last;
  assign m_axis_tdata  = m.data;
  assign m_axis_tkeep  = m.keep;
  assign m_axis_tlast  = m.last;
  assign reg_ready     = rsp.ready;
  assign reg_error     = rsp.error;
  assign reg_rdata     = rsp.rdata;
  assign beat_in       = events.beat_in;
  assign beat_out      = events.beat_out;
  assign full_stall    = events.full_stall;
  assign empty_starve  = events.empty_starve;
  assign discarded     = events.discarded;

endmodule
