// SPDX-License-Identifier: Apache-2.0

/// A datapath of tests: no stream moves, and its page remembers what is written to it (store_log).
module fby_taker
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  parameter int unsigned NumH2c      = 1,
  parameter int unsigned NumC2h      = 1,
  parameter bit [3:0]    H2cStream   = 4'b0000,
  parameter bit [3:0]    C2hStream   = 4'b0000,
  parameter int unsigned FifoEntries = 1024,
  parameter int unsigned Option      = 0
) (
  input  logic                             clk_i,
  input  logic                             rst_i,
  input  logic                             quiesce_i,
  output logic                             busy_o,
  output logic                             moved_o,
  input  fby_reg_pkg::reg_req_t            reg_i,
  output fby_reg_pkg::reg_rsp_t            reg_o,
  input  fby_reg_pkg::reg_store_t          store_i,
  output fby_reg_pkg::reg_store_rsp_t      store_o,
  input  axis_req_t [NUM_STREAM_PORTS-1:0] port_i,
  output logic      [NUM_STREAM_PORTS-1:0] port_ready_o,
  input  axis_req_t [NumH2c-1:0]           h2c_i,
  output logic      [NumH2c-1:0]           h2c_ready_o,
  output axis_req_t [NumC2h-1:0]           c2h_o,
  input  logic      [NumC2h-1:0]           c2h_ready_i,
  output logic [15:0][5:0]                 events_o,
  output logic [3:0]                       lines_o
);

  store_log u_log (.clk_i, .rst_i, .reg_i, .reg_o, .store_i, .store_o);

  assign {busy_o, moved_o, port_ready_o, h2c_ready_o, lines_o} = '0;
  assign events_o = '0;
  assign c2h_o    = '0;

  logic unused;
  assign unused = ^{quiesce_i, port_i, h2c_i, c2h_ready_i, H2cStream, C2hStream, FifoEntries[0], Option[0]};

endmodule
