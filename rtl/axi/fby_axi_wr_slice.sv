// SPDX-License-Identifier: Apache-2.0
/// Register slice of a write port: address and data go through it a cycle later, a beat per cycle, and no signal passes
/// from one side to the other without a register in between.
module fby_axi_wr_slice
  import fby_axi_pkg::*;
(
  input  logic    clk_i,
  input  logic    rst_i,
  input  axi_ax_t s_aw_i,
  input  logic    s_aw_valid_i,
  output logic    s_aw_ready_o,
  input  axi_w_t  s_w_i,
  input  logic    s_w_valid_i,
  output logic    s_w_ready_o,
  output axi_ax_t m_aw_o,
  output logic    m_aw_valid_o,
  input  logic    m_aw_ready_i,
  output axi_w_t  m_w_o,
  output logic    m_w_valid_o,
  input  logic    m_w_ready_i
);
  logic [1:0] aw_level, w_level;

  fby_fifo #(.WidthBits($bits(axi_ax_t)), .DepthEntries(2)) u_aw (
    .clk_i, .rst_i,
    .data_i(s_aw_i), .valid_i(s_aw_valid_i), .ready_o(s_aw_ready_o),
    .data_o(m_aw_o), .valid_o(m_aw_valid_o), .ready_i(m_aw_ready_i),
    .level_o(aw_level)
  );

  fby_fifo #(.WidthBits($bits(axi_w_t)), .DepthEntries(2)) u_w (
    .clk_i, .rst_i,
    .data_i(s_w_i), .valid_i(s_w_valid_i), .ready_o(s_w_ready_o),
    .data_o(m_w_o), .valid_o(m_w_valid_o), .ready_i(m_w_ready_i),
    .level_o(w_level)
  );

  logic unused;
  assign unused = &{1'b0, aw_level, w_level};

endmodule
