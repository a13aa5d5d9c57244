// SPDX-License-Identifier: Apache-2.0
/// Harness: the status block with flat register signals. The parameters differ from each other, so that a
/// mix-up shows.
module tb_fby_status
  import fby_feature_pkg::*;
#(
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
  input  logic        bad_mmio_valid,
  output logic [2:0]  quiesce,
  input  logic [2:0]  busy,
  /// Of each feature, the lowest first.
  input  logic [47:0] waits,
  input  logic [2:0]  moved
);

  // Every value of a header differs from the same one of the others; tb_status.py says them again.
  localparam int unsigned NumFeatures = 3;
  localparam feature_t [NumFeatures-1:0] Features = '{
    '{kind: 2, class_id: 2, major: 1, minor: 7, page_offset: 'h1000, page_bytes: 'h1000, page_bar: 0,
      line_first: 3, line_count: 2, h2c: 4'b0110, c2h: 4'b1001, ports: 8'h81, events: 10},
    '{kind: 'hABCD, class_id: 1, major: 'h1234, minor: 'h5678, page_offset: 'h89AB_C000, page_bytes: 'h10000, page_bar: 4,
      line_first: 'hFF, line_count: 'h80, h2c: 4'b1111, c2h: 4'b0001, ports: 8'h02, events: 64},
    '{kind: 1, class_id: 0, major: 1, minor: 0, page_offset: 0, page_bytes: 'h2000, page_bar: 2,
      line_first: 0, line_count: 0, h2c: 4'b0000, c2h: 4'b0000, ports: 8'h00, events: 0}
  };

  fby_reg_pkg::reg_rsp_t rsp;

  fby_status #(
    .CardKind('hA5),
    .NumH2c(3), .NumC2h(4), .H2cStream(4'b0101), .C2hStream(4'b1010), .SharedPath(1'b1),
    .ClockKhz(250_000), .MemBytes(1_048_576), .NumPorts(2), .AmountBits(AmountBits),
    .NumFeatures(NumFeatures), .Features(Features)
  ) u_dut (
    .clk_i, .rst_i,
    .reg_i('{valid: reg_valid, write: reg_write, addr: reg_addr, wdata: reg_wdata}),
    .reg_o(rsp),
    .amount_i(amount),
    .bad_host_addr_i(bad_host_addr), .bad_host_valid_i(bad_host_valid),
    .bad_card_addr_i(bad_card_addr), .bad_card_valid_i(bad_card_valid),
    .bad_mmio_addr_i(bad_mmio_addr), .bad_mmio_valid_i(bad_mmio_valid),
    .quiesce_o(quiesce), .busy_i(busy), .waits_i(waits), .moved_i(moved)
  );

  assign reg_ready = rsp.ready;
  assign reg_error = rsp.error;
  assign reg_rdata = rsp.rdata;

endmodule
