// SPDX-License-Identifier: Apache-2.0

/// Registers of one channel: control, status, count, write-back address, interrupt mask.
///
/// Nothing here waits for the data path, so the registers answer however stuck a transfer is.
module fby_xdma_chan_regs
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
  input  logic         clk_i,
  input  logic         rst_i,

  input  xdma_access_t access_i,
  /// A read of access_i.offset: the read-clear register clears.
  input  logic         read_i,
  /// The access is for this page.
  input  logic         sel_i,
  /// 0 when the offset is none of this module's.
  output logic [31:0]  rdata_o,

  /// Level: the run bit is 0 and stays so, whatever is written.
  input  logic         quiesce_i,
  output xdma_mode_t   mode_o,
  /// Write no results of a C2H stream.
  output logic         result_disable_o,
  /// The doorbell rings: the run bit is set. Only at rest, and in no cycle with an access.
  input  logic         ring_i,
  /// The run bit rises in this cycle, or the doorbell rings.
  output logic         start_o,
  /// The run bit falls in this cycle.
  output logic         stop_o,
  /// A run begins.
  input  logic         begin_i,
  input  logic         busy_i,
  /// From the run control. Status bits that are no failures are logged as far as the control register lets them.
  input  xdma_log_t    log_i,
  /// The word, as it will be once this cycle's count is in.
  output logic [31:0]  word_o,
  /// Where the word goes.
  output logic [63:0]  wb_addr_o,
  /// An enabled cause is logged.
  output logic         irq_o
);

  localparam logic [31:0] CONTROL_MASK =
      STATUS_LOGGED | XDMA_CHAN_CONTROL_RUN_MASK | XDMA_CHAN_CONTROL_NON_INCR_MASK |
      XDMA_CHAN_CONTROL_POLL_WRITEBACK_MASK | XDMA_CHAN_CONTROL_STREAM_WRITEBACK_DISABLE_MASK;

  logic [31:0] control_q, control_d;
  logic [31:0] status_q, status_kept, status_d;
  logic [31:0] enable_q, enable_d;
  logic [31:0] count_q, count_d;
  logic [63:0] wb_addr_q;
  logic [31:0] status;

  assign control_d = (fby_reg_pkg::twin_write(access_i, sel_i, control_q, XDMA_CHAN_CONTROL_OFFSET,
                                XDMA_CHAN_CONTROL_W1S_OFFSET, XDMA_CHAN_CONTROL_W1C_OFFSET, CONTROL_MASK) &
                     ~(quiesce_i ? XDMA_CHAN_CONTROL_RUN_MASK : '0)) |
                     (ring_i ? XDMA_CHAN_CONTROL_RUN_MASK : '0);
  assign enable_d  = fby_reg_pkg::twin_write(access_i, sel_i, enable_q, XDMA_CHAN_INTERRUPT_ENABLE_OFFSET,
                                XDMA_CHAN_INTERRUPT_ENABLE_W1S_OFFSET, XDMA_CHAN_INTERRUPT_ENABLE_W1C_OFFSET,
                                STATUS_LOGGED);

  always_comb begin
    status_kept = status_q;
    if (sel_i && read_i && access_i.offset == XDMA_CHAN_STATUS_RC_OFFSET) status_kept = '0;
    if (sel_i && access_i.write && access_i.offset == XDMA_CHAN_STATUS_OFFSET) begin
      status_kept = status_q & ~access_i.wdata;
    end
    if (begin_i) status_kept = '0;
    // A cause that arrives while the register is being cleared is not lost.
    status_d = status_kept | (log_i.status_set & (control_q | STATUS_FAILURES) & STATUS_LOGGED);
  end

  // Every enabled cause has just been cleared. If another came in that very cycle the register never read 0, but
  // its interrupt is a new one: the line falls for a cycle.
  logic cleared_q;

  assign count_d = begin_i ? '0 : count_q + 32'(log_i.count);

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      control_q <= XDMA_CHAN_CONTROL_RESET;
      status_q  <= XDMA_CHAN_STATUS_RESET;
      enable_q  <= XDMA_CHAN_INTERRUPT_ENABLE_RESET;
      count_q   <= '0;
      wb_addr_q <= '0;
      cleared_q <= 1'b0;
    end else begin
      cleared_q <= (status_q & enable_q) != '0 && (status_kept & enable_q) == '0;
      control_q <= control_d;
      status_q  <= status_d;
      enable_q  <= enable_d;
      count_q   <= count_d;
      if (sel_i && access_i.write) begin
        if (access_i.offset == XDMA_CHAN_POLL_WB_ADDR_LO_OFFSET) wb_addr_q[31:0]  <= access_i.wdata;
        if (access_i.offset == XDMA_CHAN_POLL_WB_ADDR_HI_OFFSET) wb_addr_q[63:32] <= access_i.wdata;
      end
    end
  end

  assign status = status_q | (busy_i ? XDMA_CHAN_STATUS_BUSY_MASK : '0);

  always_comb begin
    rdata_o = '0;
    if (sel_i) begin
      unique case (access_i.offset)
        XDMA_CHAN_IDENTIFIER_OFFSET:       rdata_o = identifier(C2h ? 4'd1 : 4'd0, 4'(Channel), Stream);
        XDMA_CHAN_CONTROL_OFFSET:          rdata_o = control_q;
        XDMA_CHAN_STATUS_OFFSET,
        XDMA_CHAN_STATUS_RC_OFFSET:        rdata_o = status;
        XDMA_CHAN_COMPLETED_COUNT_OFFSET:  rdata_o = count_q;
        XDMA_CHAN_ALIGNMENTS_OFFSET:       rdata_o = XDMA_CHAN_ALIGNMENTS_RESET;
        XDMA_CHAN_PARTIAL_BYTES_OFFSET:    rdata_o = 32'(log_i.partial);
        XDMA_CHAN_POLL_WB_ADDR_LO_OFFSET:  rdata_o = wb_addr_q[31:0];
        XDMA_CHAN_POLL_WB_ADDR_HI_OFFSET:  rdata_o = wb_addr_q[63:32];
        XDMA_CHAN_INTERRUPT_ENABLE_OFFSET: rdata_o = enable_q;
        default:                           rdata_o = '0;
      endcase
    end
  end

  always_comb begin
    mode_o.run      = (control_q & XDMA_CHAN_CONTROL_RUN_MASK) != '0;
    mode_o.non_incr = (control_q & XDMA_CHAN_CONTROL_NON_INCR_MASK) != '0;
    mode_o.poll     = (control_q & XDMA_CHAN_CONTROL_POLL_WRITEBACK_MASK) != '0;
  end

  assign result_disable_o = (control_q & XDMA_CHAN_CONTROL_STREAM_WRITEBACK_DISABLE_MASK) != '0;

  assign start_o   = (control_d & ~control_q & XDMA_CHAN_CONTROL_RUN_MASK) != '0 || ring_i;
  assign stop_o    = (control_q & ~control_d & XDMA_CHAN_CONTROL_RUN_MASK) != '0;
  assign irq_o     = (status_q & enable_q) != '0 && !cleared_q;
  assign wb_addr_o = wb_addr_q;
  assign word_o    = (count_d & POLL_WB_WORD_COUNT_MASK) |
                     (log_i.notify && log_i.notify_error ? POLL_WB_WORD_ERROR_MASK : '0);

endmodule
