// SPDX-License-Identifier: Apache-2.0
/// Loopback kernel: what comes in on a stream goes out on the stream of the same number, packet ends included.
///
/// A FIFO per stream lets a transfer to the card end before the one back begins.
module fby_loopback
  import fby_axi_pkg::*;
#(
  /// Streams in and out.
  parameter int unsigned NumStreams  = 1,
  /// Which of them are looped; the others are never ready and never valid.
  parameter bit [NumStreams-1:0] Looped = '1,
  /// Depth of each FIFO in beats, at least 2.
  parameter int unsigned FifoEntries = 1024
) (
  input  logic                       clk_i,
  input  logic                       rst_i,
  input  axis_req_t [NumStreams-1:0] s_i,
  output logic  [NumStreams-1:0]     s_ready_o,
  output axis_req_t [NumStreams-1:0] m_o,
  input  logic  [NumStreams-1:0]     m_ready_i,
  /// A beat moves in this cycle.
  output logic                       busy_o
);
  for (genvar k = 0; k < NumStreams; k++) begin : gen_stream
    if (Looped[k]) begin : gen_looped
      // Nobody asks for the level.
      /* verilator lint_off PINCONNECTEMPTY */
      fby_axis_fifo #(
        .DepthEntries (FifoEntries)
      ) u_fifo (
        .clk_i,
        .rst_i,
        .s_i       (s_i[k]),
        .s_ready_o (s_ready_o[k]),
        .m_o       (m_o[k]),
        .m_ready_i (m_ready_i[k]),
        .level_o   ()
      );
      /* verilator lint_on PINCONNECTEMPTY */
    end else begin : gen_silent
      assign s_ready_o[k] = 1'b0;
      assign m_o[k]       = '0;
      logic unused;
      assign unused = ^s_i[k];
    end
  end

  if (Looped == '0) begin : gen_no_state
    logic unused;
    assign unused = ^{clk_i, rst_i};
  end

  // Beats that wait for a channel that nobody has started are no activity.
  always_comb begin
    busy_o = 1'b0;
    for (int unsigned k = 0; k < NumStreams; k++) begin
      busy_o |= (s_i[k].valid && s_ready_o[k]) || (m_o[k].valid && m_ready_i[k]);
    end
  end

endmodule
