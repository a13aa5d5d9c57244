// SPDX-License-Identifier: Apache-2.0

/// Interrupts of the card: lines in, messages out, whoever raises them.
///
///   user lines, channel lines --> lines (enables, vectors) --> table (masks, pending) --> message
///
/// Its registers answer in the cycle after they were asked and wait for nothing. Two pages: that of the lines, of which the first
/// 256 bytes are used, and that of the table; holes read 0 and swallow writes.
module fby_irq
  import fby_dma_pkg::*;
  import fby_reg_pkg::*;
  import fby_regs_pkg::*;
#(
  /// Channel lines.
  parameter int unsigned NumChannels = 2,
  /// Vectors, rounded up to a power of two.
  parameter int unsigned NumVectors  = 2 ** VECTOR_BITS
) (
  input  logic                       clk_i,
  input  logic                       rst_i,
  /// Addresses as in the description: the lines at INTERRUPTS_IRQ_BASE, the table at INTERRUPTS_MSIX_TABLE_BASE.
  input  reg_req_t                   reg_i,
  output reg_rsp_t                   reg_o,
  /// Lines of plugs, level.
  input  logic [CARD_USER_LINES-1:0] user_i,
  /// Lines of DMA channels, level.
  input  logic [NumChannels-1:0]     chan_i,
  output dma_message_t               message_o,
  input  logic                       message_ready_i
);

  reg_access_t               access;
  logic                      take, done_q, lines_sel, table_sel;
  logic [31:0]               lines_rdata, table_rdata, rdata_q;
  logic [2**VECTOR_BITS-1:0] fire;

  assign take         = reg_i.valid && !done_q;
  assign lines_sel    = reg_i.addr[15:8] == INTERRUPTS_IRQ_BASE[15:8];
  assign table_sel    = reg_i.addr[15:12] == INTERRUPTS_MSIX_TABLE_BASE[15:12];
  assign access       = '{write: take && reg_i.write, offset: {4'd0, reg_i.addr[11:0]}, wdata: reg_i.wdata};

  always_ff @(posedge clk_i) begin
    if (rst_i) done_q <= 1'b0;
    else       done_q <= take;
    rdata_q <= reg_i.write ? '0 : lines_rdata | table_rdata;
  end

  assign reg_o = '{ready: done_q, error: 1'b0, rdata: rdata_q};

  fby_irq_lines #(
    .NumChannels(NumChannels),
    .NumVectors (NumVectors)
  ) u_lines (
    .clk_i, .rst_i,
    .access_i(access),
    .sel_i   (lines_sel),
    .rdata_o (lines_rdata),
    .user_i, .chan_i,
    .fire_o  (fire)
  );

  fby_irq_table u_table (
    .clk_i, .rst_i,
    .access_i(access),
    .sel_i   (table_sel),
    .rdata_o (table_rdata),
    .fire_i  (fire),
    .message_o, .message_ready_i
  );

endmodule
