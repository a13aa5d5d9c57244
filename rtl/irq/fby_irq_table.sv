// SPDX-License-Identifier: Apache-2.0

/// MSI-X table and pending bits, and the one place that sends messages.
///
/// A vector that is due sets its pending bit; unmasked pending vectors are sent lowest number first. What a
/// vector's message looks like (address and data) is kept here for software to read back; the port outside
/// carries the vector number and whoever speaks PCIe looks the message up.
module fby_irq_table
  import fby_dma_pkg::*;
  import fby_reg_pkg::*;
  import fby_regs_pkg::*;
#(
  localparam int unsigned NumVectors = 2 ** VECTOR_BITS
) (
  input  logic                  clk_i,
  input  logic                  rst_i,

  /// Offset counts from the start of the MSI-X page.
  input  reg_access_t           access_i,
  input  logic                  sel_i,
  output logic [31:0]           rdata_o,

  /// Vectors for which a message became due.
  input  logic [NumVectors-1:0] fire_i,

  output dma_message_t          message_o,
  input  logic                  message_ready_i
);

  localparam int unsigned TableWords = NumVectors * 4;
  localparam int unsigned WordBits   = $clog2(TableWords);
  localparam logic [15:0] PbaOffset  = INTERRUPTS_MSIX_PBA_BASE - INTERRUPTS_MSIX_TABLE_BASE;

  logic [31:0]            table_q[TableWords];
  // A word that was never written reads 0 without a memory that can be reset.
  logic [TableWords-1:0]  written_q;
  logic [NumVectors-1:0]  mask_q, pending_q, sendable;
  logic                   valid_q;
  logic [VECTOR_BITS-1:0] vector_q, pick;
  logic                   in_table, is_mask, write;
  logic [WordBits-1:0]    word;
  logic [VECTOR_BITS-1:0] entry;

  assign in_table = access_i.offset < 16'(TableWords * 4);
  assign word     = access_i.offset[2 +: WordBits];
  assign entry    = word[WordBits-1:2];
  assign is_mask  = access_i.offset[3:0] == INTERRUPTS_MSIX_ENTRY_VECTOR_CONTROL_OFFSET[3:0];
  assign write    = sel_i && access_i.write && in_table;

  always_ff @(posedge clk_i) begin
    if (write) table_q[word] <= access_i.wdata;
  end

  // ---- sending ----

  assign sendable = pending_q & ~mask_q;

  always_comb begin
    pick = '0;
    for (int unsigned i = NumVectors; i > 0; i--) begin
      if (sendable[i-1]) pick = VECTOR_BITS'(i - 1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      mask_q    <= '1;
      pending_q <= '0;
      valid_q   <= 1'b0;
      written_q <= '0;
    end else begin
      if (write) written_q[word] <= 1'b1;
      if (write && is_mask) begin
        mask_q[entry] <= (access_i.wdata & INTERRUPTS_MSIX_ENTRY_VECTOR_CONTROL_MASK_MASK) != '0;
      end
      pending_q <= pending_q | fire_i;
      if (!valid_q && sendable != '0) begin
        valid_q         <= 1'b1;
        vector_q        <= pick;
        pending_q[pick] <= fire_i[pick];
      end else if (message_ready_i) begin
        valid_q <= 1'b0;
      end
    end
  end

  assign message_o = '{valid: valid_q, number: vector_q};

  // ---- reading ----

  always_comb begin
    rdata_o = '0;
    if (sel_i) begin
      if (in_table && is_mask)        rdata_o = 32'(mask_q[entry]);
      else if (in_table)              rdata_o = written_q[word] ? table_q[word] : '0;
      else if (access_i.offset == PbaOffset + INTERRUPTS_MSIX_PBA_PENDING_LO_OFFSET) rdata_o = pending_q;
    end
  end

endmodule
