// SPDX-License-Identifier: Apache-2.0

/// Configuration block: what the PCIe side was set up to. Most of it is told by parameters, because PCIe itself
/// is outside this engine; what software may set is kept and read back.
module fby_xdma_config_regs
  import fby_xdma_pkg::*;
  import fby_regs_pkg::*;
#(
  /// Free number of the card's builder.
  parameter logic [15:0] SystemId       = 16'h0000,
  /// Maximum payload, coded: 128 bytes times 2^n.
  parameter logic [2:0]  MaxPayloadCode = 3'd1,
  /// Maximum read request, coded likewise.
  parameter logic [2:0]  MaxReadCode    = 3'd2
) (
  input  logic        clk_i,
  input  logic        rst_i,

  input  xdma_access_t access_i,
  input  logic        sel_i,
  output logic [31:0] rdata_o
);

  logic       relaxed_q;
  logic [2:0] payload_q, read_q;
  logic [4:0] flush_q;
  logic       write;

  assign write = sel_i && access_i.write;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      relaxed_q <= XDMA_CONFIG_PCIE_CONTROL_RESET[XDMA_CONFIG_PCIE_CONTROL_RELAXED_ORDERING_LSB];
      payload_q <= XDMA_CONFIG_USER_MAX_PAYLOAD_RESET[XDMA_CONFIG_USER_MAX_PAYLOAD_PROGRAMMED_LSB +: 3];
      read_q    <= XDMA_CONFIG_USER_MAX_READ_REQUEST_RESET[XDMA_CONFIG_USER_MAX_READ_REQUEST_PROGRAMMED_LSB +: 3];
      flush_q   <= '0;
    end else if (write) begin
      if (access_i.offset == XDMA_CONFIG_PCIE_CONTROL_OFFSET)          relaxed_q <= access_i.wdata[0];
      if (access_i.offset == XDMA_CONFIG_USER_MAX_PAYLOAD_OFFSET)      payload_q <= access_i.wdata[2:0];
      if (access_i.offset == XDMA_CONFIG_USER_MAX_READ_REQUEST_OFFSET) read_q    <= access_i.wdata[2:0];
      if (access_i.offset == XDMA_CONFIG_WRITE_FLUSH_TIMEOUT_OFFSET)   flush_q   <= access_i.wdata[4:0];
    end
  end

  // A limit set by software and the one in force: the smaller wins.
  function automatic logic [31:0] limit(input logic [2:0] programmed, input logic [2:0] pcie);
    logic [2:0] effective;
    effective = programmed < pcie ? programmed : pcie;
    return (32'(programmed) << XDMA_CONFIG_USER_MAX_PAYLOAD_PROGRAMMED_LSB) |
           (32'(effective) << XDMA_CONFIG_USER_MAX_PAYLOAD_EFFECTIVE_LSB);
  endfunction

  always_comb begin
    rdata_o = '0;
    if (sel_i) begin
      unique case (access_i.offset)
        XDMA_CONFIG_IDENTIFIER_OFFSET:            rdata_o = identifier(4'd3, 4'd0, 1'b0);
        XDMA_CONFIG_MAX_PAYLOAD_OFFSET:           rdata_o = 32'(MaxPayloadCode);
        XDMA_CONFIG_MAX_READ_REQUEST_OFFSET:      rdata_o = 32'(MaxReadCode);
        XDMA_CONFIG_SYSTEM_ID_OFFSET:             rdata_o = 32'(SystemId);
        XDMA_CONFIG_MSI_ENABLE_OFFSET:            rdata_o = XDMA_CONFIG_MSI_ENABLE_MSIX_MASK;
        XDMA_CONFIG_DATA_WIDTH_OFFSET:            rdata_o = XDMA_CONFIG_DATA_WIDTH_RESET;
        XDMA_CONFIG_PCIE_CONTROL_OFFSET:          rdata_o = 32'(relaxed_q);
        XDMA_CONFIG_USER_MAX_PAYLOAD_OFFSET:      rdata_o = limit(payload_q, MaxPayloadCode);
        XDMA_CONFIG_USER_MAX_READ_REQUEST_OFFSET: rdata_o = limit(read_q, MaxReadCode);
        XDMA_CONFIG_WRITE_FLUSH_TIMEOUT_OFFSET:   rdata_o = 32'(flush_q);
        default:                                  rdata_o = '0;
      endcase
    end
  end

endmodule
