// SPDX-License-Identifier: Apache-2.0
/// Proof top: the splitter with free inputs, reset in the first cycle.
module fby_dma_split_proof
  import fby_dma_back_pkg::*;
#(
  parameter int unsigned MaxBurstBytes = 1024
) (
  input logic        clk_i,
  input logic [63:0] addr_i,
  input logic [27:0] len_i,
  input logic        fixed_i,
  input tag_t        tag_i,
  input logic        valid_i,
  input tags_t       failed_i,
  input logic        cancel_i,
  input logic        burst_ready_i
);

  logic   rst_q = 1'b1;
  logic   ready, burst_valid;
  burst_t burst;

  always_ff @(posedge clk_i) rst_q <= 1'b0;

  fby_dma_split #(.MaxBurstBytes(MaxBurstBytes)) u_dut (
    .clk_i, .rst_i(rst_q),
    .addr_i, .len_i, .fixed_i, .tag_i, .valid_i, .ready_o(ready),
    .failed_i, .cancel_i,
    .burst_o(burst), .burst_valid_o(burst_valid), .burst_ready_i
  );

  fby_dma_split_props #(.MaxBurstBytes(MaxBurstBytes)) u_props (
    .clk_i, .rst_i(rst_q),
    .load_i(valid_i && ready), .addr_i, .len_i, .fixed_i,
    .stop_i(cancel_i || failed_i[burst.tag]),
    .burst_i(burst), .burst_valid_i(burst_valid), .burst_ready_i,
    .bytes_i(u_dut.bytes_q), .beats_i(u_dut.beats_q), .last_i(u_dut.last_q), .end_i(u_dut.end_q),
    .dut_fixed_i(u_dut.fixed_q)
  );

endmodule
