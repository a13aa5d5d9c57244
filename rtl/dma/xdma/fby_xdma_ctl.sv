// SPDX-License-Identifier: Apache-2.0

/// Everything of the register map that is not one channel's: interrupts, MSI-X, configuration, fetch control.
module fby_xdma_ctl
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
#(
  /// Host-to-card channels, 1 to 4.
  parameter int unsigned NumH2c   = 1,
  /// Card-to-host channels, 1 to 4.
  parameter int unsigned NumC2h   = 1,
  /// Free number of the card's builder.
  parameter logic [15:0] SystemId = 16'h0000
) (
  input  logic                           clk_i,
  input  logic                           rst_i,

  input  fby_reg_pkg::reg_req_t          reg_i,
  output fby_reg_pkg::reg_rsp_t          reg_o,

  output xdma_access_t                   access_o,
  /// The access is a read.
  output logic                           read_o,
  output logic [NumH2c+NumC2h-1:0]       chan_sel_o,
  output logic [NumH2c+NumC2h-1:0]       sgdma_sel_o,
  /// Answers of the channels.
  input  logic [NumH2c+NumC2h-1:0][31:0] chan_rdata_i,
  output logic [NumH2c+NumC2h-1:0]       halt_o,
  output logic [NumH2c+NumC2h-1:0]       credit_mode_o,
  input  logic [NumH2c+NumC2h-1:0]       chan_irq_i,
  input  logic [USER_IRQS-1:0]           usr_irq_i,

  output dma_message_t                   message_o,
  input  logic                           message_ready_i
);

  localparam int unsigned NumChannels = NumH2c + NumC2h;

  logic                      irq_sel, config_sel, common_sel, msix_sel;
  logic [31:0]               rdata, irq_rdata, config_rdata, common_rdata, msix_rdata;
  logic [2**VECTOR_BITS-1:0] fire;

  always_comb begin
    rdata = irq_rdata | config_rdata | common_rdata | msix_rdata;
    for (int unsigned i = 0; i < NumChannels; i++) rdata = rdata | chan_rdata_i[i];
  end

  fby_xdma_reg_front #(
    .NumH2c(NumH2c),
    .NumC2h(NumC2h)
  ) u_front (
    .clk_i, .rst_i, .reg_i, .reg_o, .access_o, .read_o, .chan_sel_o, .sgdma_sel_o,
    .irq_sel_o   (irq_sel),
    .config_sel_o(config_sel),
    .common_sel_o(common_sel),
    .msix_sel_o  (msix_sel),
    .rdata_i     (rdata)
  );

  fby_xdma_irq #(
    .NumChannels(NumChannels)
  ) u_irq (
    .clk_i, .rst_i,
    .access_i(access_o),
    .sel_i   (irq_sel),
    .rdata_o (irq_rdata),
    .usr_irq_i,
    .chan_irq_i,
    .fire_o  (fire)
  );

  fby_xdma_msix u_msix (
    .clk_i, .rst_i,
    .access_i(access_o),
    .sel_i   (msix_sel),
    .rdata_o (msix_rdata),
    .fire_i  (fire),
    .message_o, .message_ready_i
  );

  fby_xdma_config_regs #(
    .SystemId(SystemId)
  ) u_config (
    .clk_i, .rst_i,
    .access_i(access_o),
    .sel_i   (config_sel),
    .rdata_o (config_rdata)
  );

  fby_xdma_common_regs #(
    .NumH2c(NumH2c),
    .NumC2h(NumC2h)
  ) u_common (
    .clk_i, .rst_i,
    .access_i(access_o),
    .sel_i   (common_sel),
    .rdata_o (common_rdata),
    .halt_o, .credit_mode_o
  );

endmodule
