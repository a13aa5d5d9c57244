// SPDX-License-Identifier: Apache-2.0

/// Everything of the register map that is not one channel's, and not the platform's: configuration, fetch control.
module fby_xdma_ctl
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
  /// Stores that are no words.
  input  fby_reg_pkg::reg_store_t        store_i,
  output fby_reg_pkg::reg_store_rsp_t    store_o,

  output xdma_bus_t                      bus_o,
  output xdma_sel_t [NumH2c+NumC2h-1:0]  chan_sel_o,
  /// Answers of the channels, and of their doorbells.
  input  logic [NumH2c+NumC2h-1:0][31:0] chan_rdata_i,
  input  logic [NumH2c+NumC2h-1:0]       refused_i,
  output logic [NumH2c+NumC2h-1:0]       halt_o,
  output logic [NumH2c+NumC2h-1:0]       credit_mode_o
);

  localparam int unsigned NumChannels = NumH2c + NumC2h;

  logic        config_sel, common_sel;
  logic [31:0] rdata, config_rdata, common_rdata;

  always_comb begin
    rdata = config_rdata | common_rdata;
    for (int unsigned i = 0; i < NumChannels; i++) rdata = rdata | chan_rdata_i[i];
  end

  fby_xdma_reg_front #(
    .NumH2c(NumH2c),
    .NumC2h(NumC2h)
  ) u_front (
    .clk_i, .rst_i, .reg_i, .reg_o, .store_i, .store_o, .bus_o, .chan_sel_o, .refused_i,
    .config_sel_o(config_sel),
    .common_sel_o(common_sel),
    .rdata_i     (rdata)
  );

  fby_xdma_config_regs #(
    .SystemId(SystemId)
  ) u_config (
    .clk_i, .rst_i,
    .access_i(bus_o.access),
    .sel_i   (config_sel),
    .rdata_o (config_rdata)
  );

  fby_xdma_common_regs #(
    .NumH2c(NumH2c),
    .NumC2h(NumC2h)
  ) u_common (
    .clk_i, .rst_i,
    .access_i(bus_o.access),
    .sel_i   (common_sel),
    .rdata_o (common_rdata),
    .halt_o, .credit_mode_o
  );

endmodule
