// SPDX-License-Identifier: Apache-2.0

/// From the register bus to one-cycle accesses: which page, which channel, and the answer one cycle later.
///
/// The answer never waits for anything, so software always learns the state of a stuck engine. Pages and
/// offsets where nothing is read 0 and swallow words without an error: probing for channels is legitimate. A store that is
/// no word is for a doorbell, or an error.
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
  /// Never together with reg_i.
  input  fby_reg_pkg::reg_store_t     store_i,
  output fby_reg_pkg::reg_store_rsp_t store_o,

  output xdma_bus_t                bus_o,
  /// Pages of the channels, host-to-card channels first.
  output xdma_sel_t [NumH2c+NumC2h-1:0] chan_sel_o,
  output logic                     config_sel_o,
  output logic                     common_sel_o,
  /// All blocks' answers ored together.
  input  logic [31:0]              rdata_i,
  /// A doorbell refuses what comes in this cycle.
  input  logic [NumH2c+NumC2h-1:0] refused_i
);

  localparam int unsigned NumChannels = NumH2c + NumC2h;

  logic        done_q, stored_q, error_q;
  logic [31:0] rdata_q;
  logic        take, store;
  logic [3:0]  target, channel;
  logic        page_zero, is_rung;

  assign take      = reg_i.valid && !done_q;
  assign store     = store_i.valid && !stored_q;
  assign {target, channel} = store_i.valid ? store_i.addr[15:8] : reg_i.addr[15:8];
  // Targets without channels live in the first 256 bytes of their 4 KiB.
  assign page_zero = channel == '0;

  always_comb begin
    bus_o.access.write  = take && reg_i.write;
    bus_o.access.wdata  = reg_i.wdata;
    bus_o.access.offset = {8'd0, reg_i.addr[7:0]};
    bus_o.read          = take && !reg_i.write;
    bus_o.store.valid   = store;
    bus_o.store.offset  = {8'd0, store_i.addr[7:0]};
    bus_o.store.whole   = store_i.strb == '1;
    bus_o.store.zero    = store_i.data[511:8*DESC_BYTES] == '0;
    bus_o.store.desc    = store_i.data[32*LINE_WORDS-1:0];
  end

  for (genvar i = 0; i < int'(NumChannels); i++) begin : gen_sel
    localparam bit         IsC2h   = i >= int'(NumH2c);
    localparam logic [3:0] Channel = IsC2h ? 4'(i - int'(NumH2c)) : 4'(i);
    localparam logic [3:0] ChanTarget  = IsC2h ? XDMA_C2H_BASE[15:12] : XDMA_H2C_BASE[15:12];
    localparam logic [3:0] SgdmaTarget = IsC2h ? XDMA_C2H_SGDMA_BASE[15:12] : XDMA_H2C_SGDMA_BASE[15:12];
    localparam logic [3:0] DoorbellTarget  = IsC2h ? XDMA_C2H_DOORBELL_BASE[15:12] : XDMA_H2C_DOORBELL_BASE[15:12];
    assign chan_sel_o[i] = '{
      doorbell: target == DoorbellTarget && channel == Channel,
      sgdma: target == SgdmaTarget && channel == Channel,
      chan: target == ChanTarget && channel == Channel
    };
  end

  assign config_sel_o = target == XDMA_CONFIG_BASE[15:12] && page_zero;
  assign common_sel_o = target == XDMA_SGDMA_COMMON_BASE[15:12] && page_zero;

  always_ff @(posedge clk_i) begin
    if (rst_i) done_q <= 1'b0;
    else       done_q <= take;
    if (rst_i) stored_q <= 1'b0;
    else       stored_q <= store;
    rdata_q <= reg_i.write ? '0 : rdata_i;
    error_q <= refused_i != '0 || (store && !is_rung);
  end

  assign reg_o   = '{ready: done_q, error: error_q, rdata: rdata_q};
  assign store_o = '{ready: stored_q, error: error_q};

  // A doorbell of this card, which says for itself what it refuses.
  always_comb begin
    is_rung = 1'b0;
    for (int unsigned i = 0; i < NumChannels; i++) is_rung |= chan_sel_o[i].doorbell;
  end

  logic unused;
  assign unused = &{1'b0, store_i.data[8*DESC_BYTES-1:32*LINE_WORDS]};

endmodule
