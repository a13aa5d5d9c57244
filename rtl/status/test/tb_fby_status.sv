// SPDX-License-Identifier: Apache-2.0
/// Harness: the status block with flat register signals. The parameters differ from each other, so that a
/// mix-up shows.
module tb_fby_status #(
  parameter int unsigned AmountBits = 6
) (
  input  logic        clk_i,
  input  logic        rst_i,
  input  logic        reg_valid,
  input  logic        reg_write,
  input  logic [15:0] reg_addr,
  input  logic [31:0] reg_wdata,
  output logic        reg_ready,
  output logic        reg_error,
  output logic [31:0] reg_rdata,
  input  logic [fby_regs_pkg::USER_COUNTER_COUNT*AmountBits-1:0] amount,
  input  logic [63:0] bad_host_addr,
  input  logic        bad_host_valid,
  input  logic [63:0] bad_card_addr,
  input  logic        bad_card_valid,
  input  logic [63:0] bad_mmio_addr,
  input  logic        bad_mmio_valid
);

  fby_reg_pkg::reg_rsp_t rsp;

  fby_status #(
    .CardKind(fby_regs_pkg::USER_STATUS_CARD_KIND_KIND_MSM),
    .NumH2c(3), .NumC2h(4), .H2cStream(4'b0101), .C2hStream(4'b1010),
    .ClockKhz(250_000), .MemBytes(1_048_576), .NumWindows(2), .AmountBits(AmountBits)
  ) u_dut (
    .clk_i, .rst_i,
    .reg_i('{valid: reg_valid, write: reg_write, addr: reg_addr, wdata: reg_wdata}),
    .reg_o(rsp),
    .amount_i(amount),
    .bad_host_addr_i(bad_host_addr), .bad_host_valid_i(bad_host_valid),
    .bad_card_addr_i(bad_card_addr), .bad_card_valid_i(bad_card_valid),
    .bad_mmio_addr_i(bad_mmio_addr), .bad_mmio_valid_i(bad_mmio_valid)
  );

  assign reg_ready = rsp.ready;
  assign reg_error = rsp.error;
  assign reg_rdata = rsp.rdata;

endmodule
