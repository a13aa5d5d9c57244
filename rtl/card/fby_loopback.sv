// SPDX-License-Identifier: Apache-2.0
/// Loopback kernel: what comes in on a stream goes out on the stream of the same number, packet ends included.
///
/// A FIFO per stream lets a transfer to the card end before the one back begins.
module fby_loopback
  import fby_axi_pkg::*;
#(
  /// Streams in and out.
  parameter int unsigned NumStreams = 1,
  /// Depth of each FIFO in beats; a power of two, at least 2.
  parameter int unsigned FifoEntries = 1024
) (
  input  logic                     clk_i,
  input  logic                     rst_i,
  input  axis_t [NumStreams-1:0]   s_i,
  input  logic  [NumStreams-1:0]   s_valid_i,
  output logic  [NumStreams-1:0]   s_ready_o,
  output axis_t [NumStreams-1:0]   m_o,
  output logic  [NumStreams-1:0]   m_valid_o,
  input  logic  [NumStreams-1:0]   m_ready_i
);
  for (genvar k = 0; k < NumStreams; k++) begin : gen_stream
  end
endmodule
