// SPDX-License-Identifier: Apache-2.0

/// From the register bus to one-cycle accesses: which page, which channel, and the answer one cycle later.
///
/// The answer never waits for anything, so software always learns the state of a stuck engine. Pages and
/// offsets where nothing is read 0 and swallow writes without an error: probing for channels is legitimate.
module fby_xdma_reg_front
  import fby_xdma_pkg::*;
  import fby_regs_pkg::*;
#(
  /// Host-to-card channels, 1 to 4.
  parameter int unsigned NumH2c = 1,
  /// Card-to-host channels, 1 to 4.
  parameter int unsigned NumC2h = 1
) (
  input  logic                     clk_i,
  input  logic                     rst_i,

  input  fby_reg_pkg::reg_req_t    reg_i,
  output fby_reg_pkg::reg_rsp_t    reg_o,

  output xdma_access_t              access_o,
  /// The access is a read.
  output logic                     read_o,
  /// Channel pages, host-to-card channels first.
  output logic [NumH2c+NumC2h-1:0] chan_sel_o,
  /// Scatter-gather pages likewise.
  output logic [NumH2c+NumC2h-1:0] sgdma_sel_o,
  output logic                     config_sel_o,
  output logic                     common_sel_o,
  /// All blocks' answers ored together.
  input  logic [31:0]              rdata_i
);

  localparam int unsigned NumChannels = NumH2c + NumC2h;

  logic        done_q;
  logic [31:0] rdata_q;
  logic        take;
  logic [3:0]  target;
  logic        page_zero;

  assign take      = reg_i.valid && !done_q;
  assign read_o    = take && !reg_i.write;
  assign target    = reg_i.addr[15:12];
  // Targets without channels live in the first 256 bytes of their 4 KiB.
  assign page_zero = reg_i.addr[11:8] == '0;

  always_comb begin
    access_o.write  = take && reg_i.write;
    access_o.wdata  = reg_i.wdata;
    access_o.offset = {8'd0, reg_i.addr[7:0]};
  end

  for (genvar i = 0; i < int'(NumChannels); i++) begin : gen_sel
    localparam bit         IsC2h   = i >= int'(NumH2c);
    localparam logic [3:0] Channel = IsC2h ? 4'(i - int'(NumH2c)) : 4'(i);
    localparam logic [3:0] ChanTarget  = IsC2h ? XDMA_C2H_BASE[15:12] : XDMA_H2C_BASE[15:12];
    localparam logic [3:0] SgdmaTarget = IsC2h ? XDMA_C2H_SGDMA_BASE[15:12] : XDMA_H2C_SGDMA_BASE[15:12];
    assign chan_sel_o[i]  = target == ChanTarget && reg_i.addr[11:8] == Channel;
    assign sgdma_sel_o[i] = target == SgdmaTarget && reg_i.addr[11:8] == Channel;
  end

  assign config_sel_o = target == XDMA_CONFIG_BASE[15:12] && page_zero;
  assign common_sel_o = target == XDMA_SGDMA_COMMON_BASE[15:12] && page_zero;

  always_ff @(posedge clk_i) begin
    if (rst_i) done_q <= 1'b0;
    else       done_q <= take;
    rdata_q <= reg_i.write ? '0 : rdata_i;
  end

  assign reg_o = '{ready: done_q, error: 1'b0, rdata: rdata_q};

endmodule
