// SPDX-License-Identifier: Apache-2.0
/// FIFO between two AXI-Streams: keeps data, keep and last of every beat.
module fby_axis_fifo #(
  /// Beats; any number from 2 on.
  parameter int unsigned DepthEntries = 16
) (
  input  logic                              clk_i,
  input  logic                              rst_i,
  /// Stream in.
  input  fby_axi_pkg::axis_req_t            s_i,
  output logic                              s_ready_o,
  /// Stream out; a beat appears one cycle after it came in.
  output fby_axi_pkg::axis_req_t            m_o,
  input  logic                              m_ready_i,
  /// Beats inside.
  output logic [$clog2(DepthEntries+1)-1:0] level_o
);

  fby_fifo #(
    .WidthBits   ($bits(fby_axi_pkg::axis_t)),
    .DepthEntries(DepthEntries)
  ) u_fifo (
    .clk_i,
    .rst_i,
    .data_i (s_i.beat),
    .valid_i(s_i.valid),
    .ready_o(s_ready_o),
    .data_o (m_o.beat),
    .valid_o(m_o.valid),
    .ready_i(m_ready_i),
    .level_o
  );

endmodule
