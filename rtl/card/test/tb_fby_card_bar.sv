// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// Harness: the BAR bridge between a master (flat AXI signals; the exact byte count is AxUSER), four register
/// blocks that remember what they are asked, and a card memory that can be made to stop answering.
module tb_fby_card_bar
  import fby_axi_pkg::*;
#(
  parameter int unsigned TimeoutCycles = 64
) (
  input  logic         clk_i,
  input  logic         rst_i,
  `TB_AXI_ASKED(s_axi, 8)
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
  axi_req_t       s_req, m_req, mem_req;
  axi_req_ready_t m_req_ready, mem_req_ready;
  axi_rsp_t       s_rsp, m_rsp;
  axi_rsp_ready_t m_rsp_ready;
  fby_reg_pkg::reg_req_t [3:0] req;
  fby_reg_pkg::reg_rsp_t [3:0] rsp;

  for (genvar k = 0; k < 4; k++) begin : gen_reg
    assign reg_valid[k] = req[k].valid;
    assign rsp[k] = '{ready: reg_ready, error: reg_error, rdata: reg_rdata ^ 32'(k)};
  end
  assign {reg_write, reg_addr, reg_wdata} = {req[0].write, req[0].addr, req[0].wdata};

  `TB_AXI_FROM(s_axi, s_req)
  `TB_AXI_TO(s_axi, s_rsp)

  fby_card_bar #(.TimeoutCycles(TimeoutCycles)) u_dut (
    .clk_i, .rst_i,
    .bar_req_i(s_req), .bar_req_ready_o({s_axi_arready, s_axi_awready, s_axi_wready}),
    .bar_rsp_o(s_rsp), .bar_rsp_ready_i({s_axi_rready, s_axi_bready}),
    .reg_o(req), .reg_i(rsp),
    .ask_o(), .room_i(!no_room),
    .m_req_o(m_req), .m_req_ready_i(m_req_ready), .m_rsp_i(m_rsp), .m_rsp_ready_o(m_rsp_ready),
    .access_o({read, write, error, addr}), .busy_o(busy)
  );

  // A memory that is stalled neither sees nor takes anything.
  always_comb begin
    mem_req = m_req;
    if (stall) {mem_req.rd.ar_valid, mem_req.wr.aw_valid, mem_req.wr.w_valid} = '0;
    m_req_ready = stall ? '0 : mem_req_ready;
  end

  fby_card_mem #(.MemBytes(4096)) u_mem (
    .clk_i, .rst_i,
    .s_req_i(mem_req), .s_req_ready_o(mem_req_ready), .s_rsp_o(m_rsp), .s_rsp_ready_i(m_rsp_ready)
  );

endmodule
