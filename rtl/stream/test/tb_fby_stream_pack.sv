// SPDX-License-Identifier: Apache-2.0
/// Harness: beats with any strobes into fby_stream_close, a FIFO for what cannot go on yet, and fby_stream_pack behind it.
module tb_fby_stream_pack
  import fby_axi_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_i,
  /// A beat for the stream port of that bit, or for none.
  input  logic         s_valid,
  input  logic [1:0]   s_port,
  input  logic         s_last,
  input  logic [63:0]  s_strb,
  input  logic [511:0] s_data,
  /// Beats that may be under way.
  output logic         s_ready,
  output logic         m_valid,
  input  logic         m_ready,
  output logic         m_last,
  output logic [63:0]  m_strb,
  output logic [511:0] m_data,
  output logic [1:0]   m_port,
  input  logic [1:0]   clear,
  output logic [5:0]   held0,
  output logic [5:0]   held1
);
  localparam int unsigned Depth = 16;
  axi_w_t            closed, stored;
  logic              valid, ready;
  logic [6:0]        count, stored_count;
  logic [2:0][2:0]   with_q;
  logic [1:0]        port;
  logic [4:0]        under_way_q;

  assign s_ready = under_way_q != 5'(Depth);
  always_ff @(posedge clk_i) begin
    with_q      <= {with_q[1:0], {s_port, s_last}};
    under_way_q <= rst_i ? '0 : under_way_q + 5'(s_valid && s_ready) - 5'(m_valid && m_ready);
  end

  fby_stream_close u_close (
    .clk_i, .rst_i, .valid_i(s_valid && s_ready), .close_i(s_port != '0), .data_i(s_data), .strb_i(s_strb),
    .valid_o(valid), .data_o(closed.data), .strb_o(closed.strb), .count_o(count)
  );

  fby_fifo #(.WidthBits(2 + $bits(axi_w_t) + 7), .DepthEntries(Depth)) u_fifo (
    .clk_i, .rst_i,
    .data_i({with_q[2][2:1], with_q[2][0], closed.strb, closed.data, count}), .valid_i(valid), .ready_o(ready),
    .data_o({port, stored, stored_count}), .valid_o(m_valid), .ready_i(m_ready), .level_o()
  );

  fby_stream_pack #(.NumPorts(2)) u_pack (
    .clk_i, .rst_i,
    .s_i(stored), .s_valid_i(m_valid), .s_port_i(port), .s_count_i(stored_count),
    .m_o({m_last, m_strb, m_data}), .m_ready_i(m_ready), .clear_i(clear), .held_o({held1, held0})
  );
  assign m_port = port;

  logic unused;
  assign unused = ready ^ closed.last;

endmodule
