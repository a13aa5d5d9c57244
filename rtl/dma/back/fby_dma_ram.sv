// SPDX-License-Identifier: Apache-2.0
/// Memory with one write and one read port; the read takes one cycle and holds its value while not enabled.
module fby_dma_ram #(
  parameter int unsigned WidthBits = 8,
  /// Words; a power of two.
  parameter int unsigned Depth     = 16
) (
  input  logic                     clk_i,
  input  logic                     we_i,
  input  logic [$clog2(Depth)-1:0] waddr_i,
  input  logic [WidthBits-1:0]     wdata_i,
  input  logic                     re_i,
  input  logic [$clog2(Depth)-1:0] raddr_i,
  /// Word at raddr_i of the last cycle with re_i.
  output logic [WidthBits-1:0]     rdata_o
);

  logic [WidthBits-1:0] mem_q [Depth];

  always_ff @(posedge clk_i) begin
    if (we_i) mem_q[waddr_i] <= wdata_i;
    if (re_i) rdata_o <= mem_q[raddr_i];
  end

endmodule
