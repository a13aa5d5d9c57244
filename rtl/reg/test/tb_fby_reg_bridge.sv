// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// Harness: the register bridge between a master (flat AXI signals; the exact byte count is AxUSER) and four pages whose answers
/// Python gives. Page 3 takes stores whole.
module tb_fby_reg_bridge
  import fby_axi_pkg::*;
#(
  parameter int unsigned TimeoutCycles = 64
) (
  input  logic         clk_i,
  input  logic         rst_i,
  `TB_AXI_ASKED(s_axi, 8)
  /// The access under way, one valid bit per page.
  output logic [3:0]   reg_valid,
  output logic         reg_write,
  output logic [15:0]  reg_addr,
  output logic [31:0]  reg_wdata,
  /// Bits of the offset above those.
  output logic [7:0]   high,
  output logic [3:0]   store_valid,
  output logic [15:0]  store_addr,
  output logic [63:0]  store_strb,
  output logic [511:0] store_data,
  /// Answer of each page.
  input  logic [3:0]   reg_ready,
  input  logic         reg_error,
  input  logic [31:0]  reg_rdata,
  output logic         read,
  output logic         write,
  output logic         error,
  output logic         dead,
  output logic [63:0]  addr,
  output logic         busy
);
  axi_req_t s_req;
  axi_rsp_t s_rsp;
  fby_reg_pkg::reg_req_t       [3:0] req;
  fby_reg_pkg::reg_rsp_t       [3:0] rsp;
  fby_reg_pkg::reg_store_t     [3:0] store;
  fby_reg_pkg::reg_store_rsp_t [3:0] stored;

  for (genvar k = 0; k < 4; k++) begin : gen_page
    assign reg_valid[k]   = req[k].valid;
    assign store_valid[k] = store[k].valid;
    assign rsp[k]         = '{ready: reg_ready[k], error: reg_error, rdata: reg_rdata ^ 32'(k) ^ {req[k].addr, 16'd0}};
    assign stored[k]      = '{ready: reg_ready[k], error: reg_error};
  end
  assign {reg_write, reg_addr, reg_wdata}    = {req[0].write, req[0].addr, req[0].wdata};
  assign {store_addr, store_strb, store_data} = {store[3].addr, store[3].strb, store[3].data};

  `TB_AXI_FROM(s_axi, s_req)
  `TB_AXI_TO(s_axi, s_rsp)

  fby_reg_bridge #(
    .NumPages     (4),
    .Base         ({64'h100_0000, 64'h2000, 64'h1000, 64'h0}),
    .Bytes        ({64'h100_0000, 64'h1000, 64'h1000, 64'h1000}),
    .TakesStores  (4'b1000),
    .TimeoutCycles(TimeoutCycles)
  ) u_dut (
    .clk_i, .rst_i,
    .s_req_i(s_req), .s_req_ready_o({s_axi_arready, s_axi_awready, s_axi_wready}),
    .s_rsp_o(s_rsp), .s_rsp_ready_i({s_axi_rready, s_axi_bready}),
    .reg_o(req), .reg_i(rsp), .high_o(high), .store_o(store), .store_i(stored),
    .access_o({read, write, error, dead, addr}), .busy_o(busy)
  );

endmodule
