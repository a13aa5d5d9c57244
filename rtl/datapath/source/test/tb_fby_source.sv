// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// Harness: the signal source in its socket with flat register signals, and its streams. Its FIFOs are short, so that they are full soon.
module tb_fby_source #(
  parameter int unsigned FifoEntries = 16
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic             quiesce,
  output logic             busy,
  output logic             moved,
  input  logic             reg_valid,
  input  logic             reg_write,
  input  logic [15:0]      reg_addr,
  input  logic [31:0]      reg_wdata,
  output logic             reg_ready,
  output logic             reg_error,
  output logic [31:0]      reg_rdata,
  // What is to be sent.
  `TB_STREAM_IN(h2c)
  output logic             m_valid,
  input  logic             m_ready,
  output logic             m_last,
  output logic [63:0]      m_keep,
  output logic [511:0]     m_data,
  output logic [63:0]      m_stamp,
  output logic [47:0]      m_lost,
  output logic             m_eob,
  output logic             m_cut,
  output logic [15:0][5:0] events,
  output logic [3:0]       lines,
  /// The hardware time, and a stream that is none gave something.
  output logic [63:0]      now,
  /// What is on the air, a cycle behind its moment.
  output logic [3:0][31:0] air,
  output logic             gave
);
  import fby_axi_pkg::*;

  axis_req_t [1:0] to_host, from_host;

  assign from_host[0] = '0;
  assign from_host[1] = '{valid: h2c_tvalid, beat: '{note: '0, last: h2c_tlast, keep: h2c_tkeep, data: h2c_tdata}};
  assign h2c_tready   = h2c_ready[1];
  fby_reg_pkg::reg_rsp_t rsp;
  logic [1:0] port_ready, h2c_ready;

  fby_source #(
    .NumH2c(2), .NumC2h(2), .H2cStream(4'b0010), .C2hStream(4'b0011), .FifoEntries(FifoEntries)
  ) u_dut (
    .clk_i, .rst_i, .quiesce_i(quiesce), .busy_o(busy), .moved_o(moved),
    .reg_i('{valid: reg_valid, write: reg_write, addr: reg_addr, wdata: reg_wdata}), .reg_o(rsp),
    .port_i('0), .port_ready_o(port_ready), .h2c_i(from_host), .h2c_ready_o(h2c_ready),
    .c2h_o(to_host), .c2h_ready_i({m_ready, 1'b1}), .events_o(events), .lines_o(lines)
  );

  assign reg_ready = rsp.ready;
  assign reg_error = rsp.error;
  assign reg_rdata = rsp.rdata;
  assign m_valid   = to_host[1].valid;
  assign {m_last, m_keep, m_data} = {to_host[1].beat.last, to_host[1].beat.keep, to_host[1].beat.data};
  assign {m_stamp, m_lost, m_eob, m_cut} = to_host[1].beat.note;
  assign gave      = to_host[0].valid || (port_ready != '0 && !quiesce) || (h2c_ready[0] && !quiesce);
  assign now       = u_dut.now;
  assign air       = u_dut.air;

endmodule
