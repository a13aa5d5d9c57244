// SPDX-License-Identifier: Apache-2.0

/// Registers that concern all channels' descriptor fetch: halt and credit mode.
module fby_xdma_common_regs
  import fby_xdma_pkg::*;
  import fby_regs_pkg::*;
#(
  /// Host-to-card channels, 1 to 4.
  parameter int unsigned NumH2c = 1,
  /// Card-to-host channels, 1 to 4.
  parameter int unsigned NumC2h = 1
) (
  input  logic              clk_i,
  input  logic              rst_i,

  input  xdma_access_t       access_i,
  input  logic              sel_i,
  output logic [31:0]       rdata_o,

  /// Fetch halted, per channel; host-to-card channels first.
  output logic [NumH2c+NumC2h-1:0] halt_o,
  /// Fetch only against credits, per channel.
  output logic [NumH2c+NumC2h-1:0] credit_mode_o
);

  localparam int unsigned C2H_LSB = XDMA_SGDMA_COMMON_DESC_HALT_C2H_LSB;
  // Bits of channels that do not exist are not kept.
  localparam logic [31:0] MASK = ((32'd1 << NumH2c) - 32'd1) | (((32'd1 << NumC2h) - 32'd1) << C2H_LSB);

  logic [31:0] halt_q, credit_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      halt_q   <= '0;
      credit_q <= '0;
    end else begin
      halt_q   <= fby_reg_pkg::twin_write(access_i, sel_i, halt_q, XDMA_SGDMA_COMMON_DESC_HALT_OFFSET,
                             XDMA_SGDMA_COMMON_DESC_HALT_W1S_OFFSET, XDMA_SGDMA_COMMON_DESC_HALT_W1C_OFFSET, MASK);
      credit_q <= fby_reg_pkg::twin_write(access_i, sel_i, credit_q, XDMA_SGDMA_COMMON_CREDIT_ENABLE_OFFSET,
                             XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_OFFSET,
                             XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_OFFSET, MASK);
    end
  end

  assign halt_o        = {halt_q[C2H_LSB +: NumC2h], halt_q[NumH2c-1:0]};
  assign credit_mode_o = {credit_q[C2H_LSB +: NumC2h], credit_q[NumH2c-1:0]};

  always_comb begin
    rdata_o = '0;
    if (sel_i) begin
      unique case (access_i.offset)
        XDMA_SGDMA_COMMON_IDENTIFIER_OFFSET:    rdata_o = identifier(4'd6, 4'd0, 1'b0);
        XDMA_SGDMA_COMMON_DESC_HALT_OFFSET:     rdata_o = halt_q;
        XDMA_SGDMA_COMMON_CREDIT_ENABLE_OFFSET: rdata_o = credit_q;
        default:                                rdata_o = '0;
      endcase
    end
  end

endmodule
