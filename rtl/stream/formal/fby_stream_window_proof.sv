// SPDX-License-Identifier: Apache-2.0
/// Proof top: the window with a small FIFO and free inputs, reset in the first cycle. Nothing is assumed of
/// the bus: the promises hold even for a master that breaks AXI's rules.
module fby_stream_window_proof #(
  parameter int unsigned DepthEntries = 3
) (
  input logic                 clk_i,
  input fby_axi_pkg::axi_ax_t s_aw_i,
  input logic                 s_aw_valid_i,
  input fby_axi_pkg::axi_w_t  s_w_i,
  input logic                 s_w_valid_i,
  input logic                 s_b_ready_i,
  input fby_axi_pkg::axi_ax_t s_ar_i,
  input logic                 s_ar_valid_i,
  input logic                 s_r_ready_i,
  input logic                 m_ready_i,
  input logic                 flush_i
);

  logic rst_q = 1'b1;
  always_ff @(posedge clk_i) rst_q <= 1'b0;

  fby_stream_window #(.DepthEntries(DepthEntries)) u_dut (
    .clk_i, .rst_i(rst_q),
    .s_aw_i, .s_aw_valid_i, .s_aw_ready_o(),
    .s_w_i, .s_w_valid_i, .s_w_ready_o(),
    .s_b_o(), .s_b_valid_o(), .s_b_ready_i,
    .s_ar_i, .s_ar_valid_i, .s_ar_ready_o(),
    .s_r_o(), .s_r_valid_o(), .s_r_ready_i,
    .m_o(), .m_valid_o(), .m_ready_i,
    .flush_i, .level_o(), .events_o()
  );

endmodule
