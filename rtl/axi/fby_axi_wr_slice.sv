// SPDX-License-Identifier: Apache-2.0
/// Register slice of the requests of a write port: address and data go through it a cycle later, a beat per cycle, and no
/// signal passes from one side to the other without a register in between.
module fby_axi_wr_slice
  import fby_axi_pkg::*;
(
  input  logic          clk_i,
  input  logic          rst_i,
  input  axi_wr_req_t   s_req_i,
  output axi_wr_ready_t s_req_ready_o,
  output axi_wr_req_t   m_req_o,
  input  axi_wr_ready_t m_req_ready_i
);
  logic [1:0] aw_level, w_level;

  fby_fifo #(.WidthBits($bits(axi_ax_t)), .DepthEntries(2)) u_aw (
    .clk_i, .rst_i,
    .data_i(s_req_i.aw), .valid_i(s_req_i.aw_valid), .ready_o(s_req_ready_o.aw),
    .data_o(m_req_o.aw), .valid_o(m_req_o.aw_valid), .ready_i(m_req_ready_i.aw),
    .level_o(aw_level)
  );

  fby_fifo #(.WidthBits($bits(axi_w_t)), .DepthEntries(2)) u_w (
    .clk_i, .rst_i,
    .data_i(s_req_i.w), .valid_i(s_req_i.w_valid), .ready_o(s_req_ready_o.w),
    .data_o(m_req_o.w), .valid_o(m_req_o.w_valid), .ready_i(m_req_ready_i.w),
    .level_o(w_level)
  );

  logic unused;
  assign unused = &{1'b0, aw_level, w_level};

endmodule
