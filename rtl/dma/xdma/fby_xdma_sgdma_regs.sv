// SPDX-License-Identifier: Apache-2.0

/// Scatter-gather registers of one channel: where its chain begins, and descriptor credits.
module fby_xdma_sgdma_regs
  import fby_xdma_pkg::*;
  import fby_regs_pkg::*;
#(
  /// 1: card to host.
  parameter bit          C2h     = 1'b0,
  /// 1: the card side is a stream.
  parameter bit          Stream  = 1'b0,
  /// Number of the channel in its direction, 0 to 3.
  parameter int unsigned Channel = 0
) (
  input  logic        clk_i,
  input  logic        rst_i,

  input  xdma_access_t access_i,
  input  logic        sel_i,
  output logic [31:0] rdata_o,

  output logic [63:0] first_addr_o,
  output logic [5:0]  first_adjacent_o,

  /// Credits mean something; otherwise they are held at 0.
  input  logic        credit_mode_i,
  /// The channel's run bit; credits do not outlive it.
  input  logic        run_i,
  output logic [9:0]  credits_o,
  /// Credits used in this cycle; never more than there are.
  input  logic [6:0]  credits_used_i
);

  localparam int unsigned CREDIT_BITS = XDMA_SGDMA_DESC_CREDITS_CREDITS_WIDTH;

  logic [63:0]            addr_q;
  logic [5:0]             adjacent_q;
  logic [CREDIT_BITS-1:0] credits_q;
  logic [CREDIT_BITS:0]   sum;
  logic                   write, run_q;

  assign write = sel_i && access_i.write;
  assign sum   = (CREDIT_BITS + 1)'(credits_q) - (CREDIT_BITS + 1)'(credits_used_i) +
                 ((write && access_i.offset == XDMA_SGDMA_DESC_CREDITS_OFFSET)
                  ? {1'b0, access_i.wdata[CREDIT_BITS-1:0]} : '0);

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      addr_q     <= '0;
      adjacent_q <= '0;
      credits_q  <= '0;
      run_q      <= 1'b0;
    end else begin
      run_q <= run_i;
      if (write) begin
        if (access_i.offset == XDMA_SGDMA_FIRST_DESC_LO_OFFSET) addr_q[31:0]  <= access_i.wdata;
        if (access_i.offset == XDMA_SGDMA_FIRST_DESC_HI_OFFSET) addr_q[63:32] <= access_i.wdata;
        if (access_i.offset == XDMA_SGDMA_FIRST_DESC_ADJACENT_OFFSET) adjacent_q <= access_i.wdata[5:0];
      end
      if (!credit_mode_i || (run_q && !run_i)) credits_q <= '0;
      else credits_q <= sum[CREDIT_BITS] ? '1 : sum[CREDIT_BITS-1:0];
    end
  end

  always_comb begin
    rdata_o = '0;
    if (sel_i) begin
      unique case (access_i.offset)
        XDMA_SGDMA_IDENTIFIER_OFFSET:          rdata_o = identifier(C2h ? 4'd5 : 4'd4, 4'(Channel), Stream);
        XDMA_SGDMA_FIRST_DESC_LO_OFFSET:       rdata_o = addr_q[31:0];
        XDMA_SGDMA_FIRST_DESC_HI_OFFSET:       rdata_o = addr_q[63:32];
        XDMA_SGDMA_FIRST_DESC_ADJACENT_OFFSET: rdata_o = 32'(adjacent_q);
        XDMA_SGDMA_DESC_CREDITS_OFFSET:        rdata_o = 32'(credits_q);
        default:                               rdata_o = '0;
      endcase
    end
  end

  assign first_addr_o     = addr_q;
  assign first_adjacent_o = adjacent_q;
  assign credits_o        = credits_q;

endmodule
