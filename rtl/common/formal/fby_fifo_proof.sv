// SPDX-License-Identifier: Apache-2.0
/// Proof top: the FIFO with free inputs, reset in the first cycle.
module fby_fifo_proof #(
  parameter int unsigned DepthEntries = 3
) (
  input logic       clk_i,
  input logic [3:0] data_i,
  input logic       valid_i,
  input logic       ready_i
);

  localparam int unsigned WidthBits = 4;
  logic                              rst_q = 1'b1;
  logic                              ready, valid;
  logic [WidthBits-1:0]              data;
  logic [$clog2(DepthEntries+1)-1:0] level;

  always_ff @(posedge clk_i) rst_q <= 1'b0;

  fby_fifo #(.WidthBits(WidthBits), .DepthEntries(DepthEntries)) u_dut (
    .clk_i, .rst_i(rst_q),
    .data_i, .valid_i, .ready_o(ready),
    .data_o(data), .valid_o(valid), .ready_i,
    .level_o(level)
  );

  fby_fifo_props #(.WidthBits(WidthBits), .DepthEntries(DepthEntries)) u_props (
    .clk_i, .rst_i(rst_q),
    .push_i(valid_i && ready), .ready_i(ready),
    .data_i(data), .valid_i(valid), .pop_i(valid && ready_i),
    .level_i(level)
  );

endmodule
