// SPDX-License-Identifier: Apache-2.0
/// Harness: the counters of a datapath's page with flat signals, and a datapath that answers everything else at once: its
/// address in the upper half, the written word in the lower, an error at addresses with bit 3 set.
module tb_fby_event_page #(
  parameter int unsigned NumEvents  = 5,
  parameter int unsigned AmountBits = 6
) (
  input  logic                            clk_i,
  input  logic                            rst_i,
  input  logic                            reg_valid,
  input  logic                            reg_write,
  input  logic [15:0]                     reg_addr,
  input  logic [31:0]                     reg_wdata,
  output logic                            reg_ready,
  output logic                            reg_error,
  output logic [31:0]                     reg_rdata,
  /// The datapath was asked.
  output logic                            own_valid,
  output logic                            own_write,
  input  logic [NumEvents*AmountBits-1:0] amount
);
  fby_reg_pkg::reg_req_t own;
  fby_reg_pkg::reg_rsp_t rsp;

  fby_event_page #(
    .NumEvents(NumEvents), .AmountBits(AmountBits)
  ) u_dut (
    .clk_i, .rst_i,
    .reg_i('{valid: reg_valid, write: reg_write, addr: reg_addr, wdata: reg_wdata}),
    .reg_o(rsp),
    .own_o(own),
    .own_i('{ready: own.valid, error: own.addr[3], rdata: {own.addr, own.wdata[15:0]}}),
    .amount_i(amount)
  );

  assign reg_ready = rsp.ready;
  assign reg_error = rsp.error;
  assign reg_rdata = rsp.rdata;
  assign own_valid = own.valid;
  assign own_write = own.write;

endmodule
