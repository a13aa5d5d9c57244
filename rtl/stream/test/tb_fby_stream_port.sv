// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// Harness: a stream port, its registers, and flat AXI signals for cocotbext-axi.
module tb_fby_stream_port #(
  parameter int unsigned DepthEntries = 64
) (
  input  logic         clk_i,
  input  logic         rst_i,
  `TB_AXI_ASKED(s_axi, 8)
  `TB_STREAM_OUT(m_axis)
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

  fby_axi_pkg::axi_req_t          raw, req;
  fby_axi_pkg::axi_req_ready_t    ready;
  fby_axi_pkg::axi_rsp_t          s_rsp;
  fby_axi_pkg::axis_req_t         m;
  fby_reg_pkg::reg_rsp_t          rsp;
  fby_stream_pkg::stream_events_t events;
  logic [LevelBits-1:0]           level, free;
  logic                           aw_fits, waits;

  // Room is reserved with the address: a burst is offered when all of it fits.
  assign aw_fits       = 32'(free) > 32'(s_axi_awlen);
  assign waits         = s_axi_awvalid && !aw_fits;
  `TB_AXI_FROM(s_axi, raw)
  `TB_AXI_TO(s_axi, s_rsp)
  always_comb begin
    req = raw;
    req.wr.aw_valid = s_axi_awvalid && aw_fits;
  end
  assign {s_axi_arready, s_axi_awready, s_axi_wready} = {ready.rd, ready.wr.aw && aw_fits, ready.wr.w};
  assign free_entries  = 13'(free);

  fby_stream_port #(.DepthEntries(DepthEntries)) u_dut (
    .clk_i, .rst_i,
    .s_req_i(req), .s_req_ready_o(ready), .s_rsp_o(s_rsp), .s_rsp_ready_i({s_axi_rready, s_axi_bready}),
    .m_o(m), .m_ready_i(m_axis_tready),
    .reserve_i(s_axi_awvalid && s_axi_awready ? 9'(s_axi_awlen) + 9'd1 : 9'd0), .free_o(free),
    .waits_i(waits),
    .flush_i(flush[0]), .level_o(level), .events_o(events)
  );

  // Two pages, so that the neighbour's must stay untouched; the second stream port does not exist here.
  fby_stream_regs #(.NumPorts(2), .DepthEntries(DepthEntries)) u_regs (
    .clk_i, .rst_i,
    .reg_i('{valid: reg_valid, write: reg_write, addr: reg_addr, wdata: reg_wdata}),
    .reg_o(rsp),
    .level_i({LevelBits'(0), level}),
    .waits_i({1'b0, waits}),
    .held_i('0),
    .flush_o(flush)
  );

  assign {m_axis_tvalid, m_axis_tlast, m_axis_tkeep, m_axis_tdata} = {m.valid, m.beat.last, m.beat.keep, m.beat.data};
  assign reg_ready     = rsp.ready;
  assign reg_error     = rsp.error;
  assign reg_rdata     = rsp.rdata;
  assign beat_in       = events.beat_in;
  assign beat_out      = events.beat_out;
  assign full_stall    = events.full_stall;
  assign empty_starve  = events.empty_starve;
  assign discarded     = events.discarded;

endmodule
