// SPDX-License-Identifier: Apache-2.0
/// fby_dma_split with flat ports.
module tb_fby_dma_split #(
  parameter int unsigned MaxBurstBytes = 1024
) (
  input  logic        clk_i,
  input  logic        rst_i,
  input  logic [63:0] addr,
  input  logic [27:0] len,
  input  logic        fixed,
  input  logic        valid,
  output logic        ready,
  input  logic        fail,
  output logic [63:0] burst_addr,
  output logic [12:0] burst_bytes,
  output logic [6:0]  burst_beats,
  output logic        burst_last,
  output logic        burst_valid,
  input  logic        burst_ready
);

  fby_dma_back_pkg::burst_t burst;
  assign burst_addr  = burst.addr;
  assign burst_bytes = burst.bytes;
  assign burst_beats = burst.beats;
  assign burst_last  = burst.last;

  fby_dma_split #(.MaxBurstBytes(MaxBurstBytes)) u_dut (
    .clk_i, .rst_i,
    .addr_i(addr), .len_i(len), .fixed_i(fixed), .tag_i('0), .valid_i(valid), .ready_o(ready),
    .failed_i({fby_dma_back_pkg::MAX_REQUESTS{fail}}),
    .cancel_i(1'b0),
    .burst_o(burst), .burst_valid_o(burst_valid), .burst_ready_i(burst_ready)
  );

endmodule
