// SPDX-License-Identifier: Apache-2.0
/// Harness: the sink in its socket with flat register signals, and of each stream only what it looks at: valid and end. H2C
/// channel 1 is no stream. Stream 0 and 1 are the ports, 2 + n is channel n.
module tb_fby_sink (
  input  logic            clk_i,
  input  logic            rst_i,
  input  logic            quiesce,
  output logic            busy,
  output logic            moved,
  input  logic            reg_valid,
  input  logic            reg_write,
  input  logic [15:0]     reg_addr,
  input  logic [31:0]     reg_wdata,
  output logic            reg_ready,
  output logic            reg_error,
  output logic [31:0]     reg_rdata,
  input  logic [4:0]      valid,
  input  logic [4:0]      last,
  output logic [4:0]      ready,
  output logic [15:0][5:0] events,
  output logic [3:0]      lines,
  /// Something was given, which never is.
  output logic            gave
);
  import fby_axi_pkg::*;

  axis_req_t [1:0] from_port;
  axis_req_t [2:0] from_host;
  axis_req_t [1:0] to_host;
  fby_reg_pkg::reg_rsp_t rsp;

  always_comb begin
    for (int n = 0; n < 2; n++) from_port[n] = '{beat: '{note: '0, data: '1, keep: '1, last: last[n]}, valid: valid[n]};
    for (int n = 0; n < 3; n++) from_host[n] = '{beat: '{note: '0, data: '1, keep: '1, last: last[2+n]}, valid: valid[2+n]};
  end

  fby_sink #(
    .NumH2c(3), .NumC2h(2), .H2cStream(4'b0101), .C2hStream(4'b0011)
  ) u_dut (
    .clk_i, .rst_i, .quiesce_i(quiesce), .busy_o(busy), .moved_o(moved),
    .reg_i('{valid: reg_valid, write: reg_write, addr: reg_addr, wdata: reg_wdata}), .reg_o(rsp),
    .port_i(from_port), .port_ready_o(ready[1:0]), .h2c_i(from_host), .h2c_ready_o(ready[4:2]),
    .c2h_o(to_host), .c2h_ready_i('1), .events_o(events), .lines_o(lines)
  );

  assign reg_ready = rsp.ready;
  assign reg_error = rsp.error;
  assign reg_rdata = rsp.rdata;
  assign gave      = to_host[0].valid || to_host[1].valid;

endmodule
