// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// fby_xdma_fetch with flat ports.
module tb_fby_xdma_fetch #(
  parameter int unsigned QueueDescs = 128
) (
  input  logic        clk_i,
  input  logic        rst_i,
  input  logic        start,
  input  logic [63:0] first_addr,
  input  logic [5:0]  first_adjacent,
  input  logic        flush,
  input  logic        halt,
  input  logic        credit_mode,
  // Gives so many credits.
  input  logic [9:0]  credits,
  output logic [6:0]  credits_used,
  output logic        idle,
  output logic [2:0]  desc_result,
  output logic [3:0]  desc_marks,
  output logic [27:0] desc_len,
  output logic [63:0] desc_src,
  output logic [63:0] desc_dst,
  output logic        desc_valid,
  input  logic        desc_ready,
  output logic        error,
  output logic [63:0] error_addr,
  // What an error of the bus model means.
  input  logic [1:0]  refusal,
  `TB_AXI_ASKS_RD(host)
  // One address at a time is on its way.
  output logic        asked
);

  fby_axi_pkg::axi_rd_req_t rd_req;
  fby_axi_pkg::axi_rd_rsp_t rd_rsp, raw_rsp;
  fby_xdma_pkg::xdma_desc_t desc;

  `TB_AXI_REQ_RD(host, rd_req)
  `TB_AXI_RSP_RD(host, raw_rsp)

  always_comb begin
    rd_rsp = raw_rsp;
    if (raw_rsp.r.resp != fby_axi_pkg::RESP_OKAY) rd_rsp.r.resp = refusal;
  end

  // As fby_xdma_sgdma_regs keeps them.
  logic [9:0] credits_q;
  always_ff @(posedge clk_i) credits_q <= rst_i ? '0 : credits_q + credits - 10'(credits_used);

  assign asked       = host_arvalid && host_arready;
  assign desc_result = desc.result;
  assign desc_marks  = {desc.stop_at_eop, desc.eop, desc.completed, desc.stop};
  assign desc_len    = desc.len;
  assign desc_src    = desc.src;
  assign desc_dst    = desc.dst;

  fby_xdma_fetch #(.QueueDescs(QueueDescs)) u_dut (
    .clk_i, .rst_i,
    .start_i(start), .first_addr_i(first_addr), .first_adjacent_i(first_adjacent),
    .flush_i(flush), .halt_i(halt), .credit_mode_i(credit_mode), .credits_i(credits_q),
    .credits_used_o(credits_used), .idle_o(idle),
    .desc_o(desc), .desc_valid_o(desc_valid), .desc_ready_i(desc_ready),
    .error_o(error), .error_addr_o(error_addr),
    .rd_req_o(rd_req), .rd_req_ready_i(host_arready), .rd_rsp_i(rd_rsp), .rd_rsp_ready_o(host_rready)
  );

endmodule
