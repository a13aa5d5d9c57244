// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
/// Offsets, field positions, masks and reset values of every register and memory word of the card.
package fby_regs_pkg;
  // Each design uses only some of the registers.
  /* verilator lint_off UNUSEDPARAM */

  /// XDMA block: The DMA engine's configuration BAR (BAR2, 64 KiB). Size in bytes up to the last
  /// register.
  localparam int unsigned XDMA_SIZE_BYTES = 41984;

  /// DMA channel: Run control, status and counters of one channel. Channels the card does not have
  /// read 0 and ignore writes.
  localparam logic [15:0] XDMA_H2C_BASE = 16'h0000;
  localparam int unsigned XDMA_H2C_STRIDE = 256;
  localparam int unsigned XDMA_H2C_COUNT = 4;
  /// DMA channel: Run control, status and counters of one channel. Channels the card does not have
  /// read 0 and ignore writes.
  localparam logic [15:0] XDMA_C2H_BASE = 16'h1000;
  localparam int unsigned XDMA_C2H_STRIDE = 256;
  localparam int unsigned XDMA_C2H_COUNT = 4;

  /// Identifier. Who answers here. A channel that the card does not have reads 0, which is how
  /// software counts channels.
  localparam logic [15:0] XDMA_CHAN_IDENTIFIER_OFFSET = 16'h0000;
  localparam logic [31:0] XDMA_CHAN_IDENTIFIER_RESET = 32'h1fc00006;
  /// VERSION (r): Version of the interface; 0x06 is what current XDMA cores report.
  localparam int unsigned XDMA_CHAN_IDENTIFIER_VERSION_LSB = 0;
  localparam int unsigned XDMA_CHAN_IDENTIFIER_VERSION_WIDTH = 8;
  localparam logic [31:0] XDMA_CHAN_IDENTIFIER_VERSION_MASK = 32'h000000ff;
  /// CHANNEL (r): Channel number; 0 for targets without channels.
  localparam int unsigned XDMA_CHAN_IDENTIFIER_CHANNEL_LSB = 8;
  localparam int unsigned XDMA_CHAN_IDENTIFIER_CHANNEL_WIDTH = 4;
  localparam logic [31:0] XDMA_CHAN_IDENTIFIER_CHANNEL_MASK = 32'h00000f00;
  /// STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one.
  localparam int unsigned XDMA_CHAN_IDENTIFIER_STREAM_LSB = 15;
  localparam int unsigned XDMA_CHAN_IDENTIFIER_STREAM_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_IDENTIFIER_STREAM_MASK = 32'h00008000;
  /// TARGET (r): Target number, equal to address bits 15:12.
  localparam int unsigned XDMA_CHAN_IDENTIFIER_TARGET_LSB = 16;
  localparam int unsigned XDMA_CHAN_IDENTIFIER_TARGET_WIDTH = 4;
  localparam logic [31:0] XDMA_CHAN_IDENTIFIER_TARGET_MASK = 32'h000f0000;
  /// MAGIC (r): Fixed pattern that marks an XDMA target.
  localparam int unsigned XDMA_CHAN_IDENTIFIER_MAGIC_LSB = 20;
  localparam int unsigned XDMA_CHAN_IDENTIFIER_MAGIC_WIDTH = 12;
  localparam logic [31:0] XDMA_CHAN_IDENTIFIER_MAGIC_MASK = 32'hfff00000;

  /// Channel control. Run bit, what may be logged into STATUS, and the operating mode. Bits 1, 2
  /// and 6 gate logging only; failures halt the run and are logged whatever bits 3 to 5 and 9 to 23
  /// say, which are kept for drivers that set them. Interrupts are gated by INTERRUPT_ENABLE.
  localparam logic [15:0] XDMA_CHAN_CONTROL_OFFSET = 16'h0004;
  localparam logic [31:0] XDMA_CHAN_CONTROL_RESET = 32'h00000000;
  /// RUN (rw): 1 starts the engine at the first descriptor (clearing error bits and the completed
  /// count); 0 cancels the run: descriptors of which nothing has moved are dropped, the one under
  /// way ends where it is.
  localparam int unsigned XDMA_CHAN_CONTROL_RUN_LSB = 0;
  localparam int unsigned XDMA_CHAN_CONTROL_RUN_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_CONTROL_RUN_MASK = 32'h00000001;
  /// DESC_STOPPED (rw): Log descriptor_stopped.
  localparam int unsigned XDMA_CHAN_CONTROL_DESC_STOPPED_LSB = 1;
  localparam int unsigned XDMA_CHAN_CONTROL_DESC_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_CONTROL_DESC_STOPPED_MASK = 32'h00000002;
  /// DESC_COMPLETED (rw): Log descriptor_completed.
  localparam int unsigned XDMA_CHAN_CONTROL_DESC_COMPLETED_LSB = 2;
  localparam int unsigned XDMA_CHAN_CONTROL_DESC_COMPLETED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_CONTROL_DESC_COMPLETED_MASK = 32'h00000004;
  /// ALIGN_MISMATCH (rw): Log align_mismatch.
  localparam int unsigned XDMA_CHAN_CONTROL_ALIGN_MISMATCH_LSB = 3;
  localparam int unsigned XDMA_CHAN_CONTROL_ALIGN_MISMATCH_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_CONTROL_ALIGN_MISMATCH_MASK = 32'h00000008;
  /// MAGIC_STOPPED (rw): Log magic_stopped.
  localparam int unsigned XDMA_CHAN_CONTROL_MAGIC_STOPPED_LSB = 4;
  localparam int unsigned XDMA_CHAN_CONTROL_MAGIC_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_CONTROL_MAGIC_STOPPED_MASK = 32'h00000010;
  /// INVALID_LENGTH (rw): Log invalid_length.
  localparam int unsigned XDMA_CHAN_CONTROL_INVALID_LENGTH_LSB = 5;
  localparam int unsigned XDMA_CHAN_CONTROL_INVALID_LENGTH_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_CONTROL_INVALID_LENGTH_MASK = 32'h00000020;
  /// IDLE_STOPPED (rw): Log idle_stopped.
  localparam int unsigned XDMA_CHAN_CONTROL_IDLE_STOPPED_LSB = 6;
  localparam int unsigned XDMA_CHAN_CONTROL_IDLE_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_CONTROL_IDLE_STOPPED_MASK = 32'h00000040;
  /// READ_ERROR (rw): Log read errors, one bit per cause.
  localparam int unsigned XDMA_CHAN_CONTROL_READ_ERROR_LSB = 9;
  localparam int unsigned XDMA_CHAN_CONTROL_READ_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_CONTROL_READ_ERROR_MASK = 32'h00003e00;
  /// WRITE_ERROR (rw): Log write errors, one bit per cause (H2C channels).
  localparam int unsigned XDMA_CHAN_CONTROL_WRITE_ERROR_LSB = 14;
  localparam int unsigned XDMA_CHAN_CONTROL_WRITE_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_CONTROL_WRITE_ERROR_MASK = 32'h0007c000;
  /// DESC_ERROR (rw): Log descriptor fetch errors, one bit per cause.
  localparam int unsigned XDMA_CHAN_CONTROL_DESC_ERROR_LSB = 19;
  localparam int unsigned XDMA_CHAN_CONTROL_DESC_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_CONTROL_DESC_ERROR_MASK = 32'h00f80000;
  /// NON_INCR (rw): Card address does not advance: every beat goes to the same address.
  localparam int unsigned XDMA_CHAN_CONTROL_NON_INCR_LSB = 25;
  localparam int unsigned XDMA_CHAN_CONTROL_NON_INCR_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_CONTROL_NON_INCR_MASK = 32'h02000000;
  /// POLL_WRITEBACK (rw): Write the completed count to host memory (poll mode). It happens for
  /// every descriptor that asks for COMPLETED, whatever DESC_COMPLETED says.
  localparam int unsigned XDMA_CHAN_CONTROL_POLL_WRITEBACK_LSB = 26;
  localparam int unsigned XDMA_CHAN_CONTROL_POLL_WRITEBACK_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_CONTROL_POLL_WRITEBACK_MASK = 32'h04000000;
  /// STREAM_WRITEBACK_DISABLE (rw): Do not write the per-descriptor result of a C2H stream to host
  /// memory.
  localparam int unsigned XDMA_CHAN_CONTROL_STREAM_WRITEBACK_DISABLE_LSB = 27;
  localparam int unsigned XDMA_CHAN_CONTROL_STREAM_WRITEBACK_DISABLE_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_CONTROL_STREAM_WRITEBACK_DISABLE_MASK = 32'h08000000;

  /// Channel control, write 1 to set. Ones written here set the same bits of CONTROL. Reads as 0.
  localparam logic [15:0] XDMA_CHAN_CONTROL_W1S_OFFSET = 16'h0008;
  localparam logic [31:0] XDMA_CHAN_CONTROL_W1S_RESET = 32'h00000000;
  /// BITS (w1s): Bits of CONTROL to set.
  localparam int unsigned XDMA_CHAN_CONTROL_W1S_BITS_LSB = 0;
  localparam int unsigned XDMA_CHAN_CONTROL_W1S_BITS_WIDTH = 32;
  localparam logic [31:0] XDMA_CHAN_CONTROL_W1S_BITS_MASK = 32'hffffffff;

  /// Channel control, write 1 to clear. Ones written here clear the same bits of CONTROL. Reads as
  /// 0.
  localparam logic [15:0] XDMA_CHAN_CONTROL_W1C_OFFSET = 16'h000c;
  localparam logic [31:0] XDMA_CHAN_CONTROL_W1C_RESET = 32'h00000000;
  /// BITS (w1c): Bits of CONTROL to clear.
  localparam int unsigned XDMA_CHAN_CONTROL_W1C_BITS_LSB = 0;
  localparam int unsigned XDMA_CHAN_CONTROL_W1C_BITS_WIDTH = 32;
  localparam logic [31:0] XDMA_CHAN_CONTROL_W1C_BITS_MASK = 32'hffffffff;

  /// Channel status. Why the engine stopped, and whether it is busy. Writing 1 clears a logged bit.
  localparam logic [15:0] XDMA_CHAN_STATUS_OFFSET = 16'h0040;
  localparam logic [31:0] XDMA_CHAN_STATUS_RESET = 32'h00000000;
  /// BUSY (r): The engine may touch host memory: a descriptor is being fetched or moved, or a
  /// result or the poll-mode word is not acknowledged yet.
  localparam int unsigned XDMA_CHAN_STATUS_BUSY_LSB = 0;
  localparam int unsigned XDMA_CHAN_STATUS_BUSY_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_BUSY_MASK = 32'h00000001;
  /// DESC_STOPPED (w1c): A descriptor with STOP was finished.
  localparam int unsigned XDMA_CHAN_STATUS_DESC_STOPPED_LSB = 1;
  localparam int unsigned XDMA_CHAN_STATUS_DESC_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_DESC_STOPPED_MASK = 32'h00000002;
  /// DESC_COMPLETED (w1c): A descriptor with COMPLETED was finished.
  localparam int unsigned XDMA_CHAN_STATUS_DESC_COMPLETED_LSB = 2;
  localparam int unsigned XDMA_CHAN_STATUS_DESC_COMPLETED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_DESC_COMPLETED_MASK = 32'h00000004;
  /// ALIGN_MISMATCH (w1c): Source and destination disagree modulo the alignment. Never set by this
  /// card: it moves any alignment.
  localparam int unsigned XDMA_CHAN_STATUS_ALIGN_MISMATCH_LSB = 3;
  localparam int unsigned XDMA_CHAN_STATUS_ALIGN_MISMATCH_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_ALIGN_MISMATCH_MASK = 32'h00000008;
  /// MAGIC_STOPPED (w1c): A descriptor did not carry the magic number; the engine halted.
  localparam int unsigned XDMA_CHAN_STATUS_MAGIC_STOPPED_LSB = 4;
  localparam int unsigned XDMA_CHAN_STATUS_MAGIC_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_MAGIC_STOPPED_MASK = 32'h00000010;
  /// INVALID_LENGTH (w1c): A descriptor's length was not acceptable.
  localparam int unsigned XDMA_CHAN_STATUS_INVALID_LENGTH_LSB = 5;
  localparam int unsigned XDMA_CHAN_STATUS_INVALID_LENGTH_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_INVALID_LENGTH_MASK = 32'h00000020;
  /// IDLE_STOPPED (w1c): The engine went idle because RUN was cleared.
  localparam int unsigned XDMA_CHAN_STATUS_IDLE_STOPPED_LSB = 6;
  localparam int unsigned XDMA_CHAN_STATUS_IDLE_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_IDLE_STOPPED_MASK = 32'h00000040;
  /// READ_ERROR (w1c): Read errors: bit 0 unsupported request (host) or decode error (card), bit 1
  /// completer abort or slave error, bits 2 to 4 parity, poisoned, unexpected completion.
  localparam int unsigned XDMA_CHAN_STATUS_READ_ERROR_LSB = 9;
  localparam int unsigned XDMA_CHAN_STATUS_READ_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_STATUS_READ_ERROR_MASK = 32'h00003e00;
  /// WRITE_ERROR (w1c): Write errors (H2C): bit 0 decode error, bit 1 slave error, bits 2 to 4
  /// unused.
  localparam int unsigned XDMA_CHAN_STATUS_WRITE_ERROR_LSB = 14;
  localparam int unsigned XDMA_CHAN_STATUS_WRITE_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_STATUS_WRITE_ERROR_MASK = 32'h0007c000;
  /// DESC_ERROR (w1c): Descriptor fetch errors: bit 0 unsupported request, bit 1 completer abort,
  /// bits 2 to 4 parity, poisoned, unexpected completion.
  localparam int unsigned XDMA_CHAN_STATUS_DESC_ERROR_LSB = 19;
  localparam int unsigned XDMA_CHAN_STATUS_DESC_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_STATUS_DESC_ERROR_MASK = 32'h00f80000;

  /// Channel status, clear on read. Same content as STATUS; reading clears every bit except BUSY.
  localparam logic [15:0] XDMA_CHAN_STATUS_RC_OFFSET = 16'h0044;
  localparam logic [31:0] XDMA_CHAN_STATUS_RC_RESET = 32'h00000000;
  /// BUSY (r): As in STATUS; not cleared.
  localparam int unsigned XDMA_CHAN_STATUS_RC_BUSY_LSB = 0;
  localparam int unsigned XDMA_CHAN_STATUS_RC_BUSY_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_RC_BUSY_MASK = 32'h00000001;
  /// DESC_STOPPED (rc): As in STATUS.
  localparam int unsigned XDMA_CHAN_STATUS_RC_DESC_STOPPED_LSB = 1;
  localparam int unsigned XDMA_CHAN_STATUS_RC_DESC_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_RC_DESC_STOPPED_MASK = 32'h00000002;
  /// DESC_COMPLETED (rc): As in STATUS.
  localparam int unsigned XDMA_CHAN_STATUS_RC_DESC_COMPLETED_LSB = 2;
  localparam int unsigned XDMA_CHAN_STATUS_RC_DESC_COMPLETED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_RC_DESC_COMPLETED_MASK = 32'h00000004;
  /// ALIGN_MISMATCH (rc): As in STATUS.
  localparam int unsigned XDMA_CHAN_STATUS_RC_ALIGN_MISMATCH_LSB = 3;
  localparam int unsigned XDMA_CHAN_STATUS_RC_ALIGN_MISMATCH_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_RC_ALIGN_MISMATCH_MASK = 32'h00000008;
  /// MAGIC_STOPPED (rc): As in STATUS.
  localparam int unsigned XDMA_CHAN_STATUS_RC_MAGIC_STOPPED_LSB = 4;
  localparam int unsigned XDMA_CHAN_STATUS_RC_MAGIC_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_RC_MAGIC_STOPPED_MASK = 32'h00000010;
  /// INVALID_LENGTH (rc): As in STATUS.
  localparam int unsigned XDMA_CHAN_STATUS_RC_INVALID_LENGTH_LSB = 5;
  localparam int unsigned XDMA_CHAN_STATUS_RC_INVALID_LENGTH_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_RC_INVALID_LENGTH_MASK = 32'h00000020;
  /// IDLE_STOPPED (rc): As in STATUS.
  localparam int unsigned XDMA_CHAN_STATUS_RC_IDLE_STOPPED_LSB = 6;
  localparam int unsigned XDMA_CHAN_STATUS_RC_IDLE_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_STATUS_RC_IDLE_STOPPED_MASK = 32'h00000040;
  /// READ_ERROR (rc): As in STATUS.
  localparam int unsigned XDMA_CHAN_STATUS_RC_READ_ERROR_LSB = 9;
  localparam int unsigned XDMA_CHAN_STATUS_RC_READ_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_STATUS_RC_READ_ERROR_MASK = 32'h00003e00;
  /// WRITE_ERROR (rc): As in STATUS.
  localparam int unsigned XDMA_CHAN_STATUS_RC_WRITE_ERROR_LSB = 14;
  localparam int unsigned XDMA_CHAN_STATUS_RC_WRITE_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_STATUS_RC_WRITE_ERROR_MASK = 32'h0007c000;
  /// DESC_ERROR (rc): As in STATUS.
  localparam int unsigned XDMA_CHAN_STATUS_RC_DESC_ERROR_LSB = 19;
  localparam int unsigned XDMA_CHAN_STATUS_RC_DESC_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_STATUS_RC_DESC_ERROR_MASK = 32'h00f80000;

  /// Completed descriptor count. Descriptors all of whose bytes have arrived since RUN last went
  /// from 0 to 1. Exact once BUSY is 0, also after a stop.
  localparam logic [15:0] XDMA_CHAN_COMPLETED_COUNT_OFFSET = 16'h0048;
  localparam logic [31:0] XDMA_CHAN_COMPLETED_COUNT_RESET = 32'h00000000;
  /// COUNT (r): The count.
  localparam int unsigned XDMA_CHAN_COMPLETED_COUNT_COUNT_LSB = 0;
  localparam int unsigned XDMA_CHAN_COMPLETED_COUNT_COUNT_WIDTH = 32;
  localparam logic [31:0] XDMA_CHAN_COMPLETED_COUNT_COUNT_MASK = 32'hffffffff;

  /// Alignments. What addresses and lengths the channel accepts. This card moves any byte to any
  /// byte.
  localparam logic [15:0] XDMA_CHAN_ALIGNMENTS_OFFSET = 16'h004c;
  localparam logic [31:0] XDMA_CHAN_ALIGNMENTS_RESET = 32'h00010140;
  /// ADDRESS_BITS (r): Address width in bits.
  localparam int unsigned XDMA_CHAN_ALIGNMENTS_ADDRESS_BITS_LSB = 0;
  localparam int unsigned XDMA_CHAN_ALIGNMENTS_ADDRESS_BITS_WIDTH = 8;
  localparam logic [31:0] XDMA_CHAN_ALIGNMENTS_ADDRESS_BITS_MASK = 32'h000000ff;
  /// LENGTH_GRANULARITY (r): Granularity of the length, in bytes.
  localparam int unsigned XDMA_CHAN_ALIGNMENTS_LENGTH_GRANULARITY_LSB = 8;
  localparam int unsigned XDMA_CHAN_ALIGNMENTS_LENGTH_GRANULARITY_WIDTH = 8;
  localparam logic [31:0] XDMA_CHAN_ALIGNMENTS_LENGTH_GRANULARITY_MASK = 32'h0000ff00;
  /// ADDRESS_ALIGNMENT (r): Alignment wanted of addresses, in bytes.
  localparam int unsigned XDMA_CHAN_ALIGNMENTS_ADDRESS_ALIGNMENT_LSB = 16;
  localparam int unsigned XDMA_CHAN_ALIGNMENTS_ADDRESS_ALIGNMENT_WIDTH = 8;
  localparam logic [31:0] XDMA_CHAN_ALIGNMENTS_ADDRESS_ALIGNMENT_MASK = 32'h00ff0000;

  /// Bytes of the descriptor that a stop has cut. Not part of the XDMA map, where this reads 0. How
  /// far the first descriptor that COMPLETED_COUNT does not count has got: bytes from its beginning
  /// that have arrived. Valid when BUSY is 0; 0 after a run that ended by itself or by a failure,
  /// and from the start of a run on.
  localparam logic [15:0] XDMA_CHAN_PARTIAL_BYTES_OFFSET = 16'h0050;
  localparam logic [31:0] XDMA_CHAN_PARTIAL_BYTES_RESET = 32'h00000000;
  /// BYTES (r): Bytes.
  localparam int unsigned XDMA_CHAN_PARTIAL_BYTES_BYTES_LSB = 0;
  localparam int unsigned XDMA_CHAN_PARTIAL_BYTES_BYTES_WIDTH = 28;
  localparam logic [31:0] XDMA_CHAN_PARTIAL_BYTES_BYTES_MASK = 32'h0fffffff;

  /// Poll-mode write-back address, low. Where the completed count goes in poll mode; bits 31:0.
  localparam logic [15:0] XDMA_CHAN_POLL_WB_ADDR_LO_OFFSET = 16'h0088;
  localparam logic [31:0] XDMA_CHAN_POLL_WB_ADDR_LO_RESET = 32'h00000000;
  /// ADDR (rw): Host address bits 31:0; the two lowest bits are ignored.
  localparam int unsigned XDMA_CHAN_POLL_WB_ADDR_LO_ADDR_LSB = 0;
  localparam int unsigned XDMA_CHAN_POLL_WB_ADDR_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] XDMA_CHAN_POLL_WB_ADDR_LO_ADDR_MASK = 32'hffffffff;

  /// Poll-mode write-back address, high. Where the completed count goes in poll mode; bits 63:32.
  localparam logic [15:0] XDMA_CHAN_POLL_WB_ADDR_HI_OFFSET = 16'h008c;
  localparam logic [31:0] XDMA_CHAN_POLL_WB_ADDR_HI_RESET = 32'h00000000;
  /// ADDR (rw): Host address bits 63:32.
  localparam int unsigned XDMA_CHAN_POLL_WB_ADDR_HI_ADDR_LSB = 0;
  localparam int unsigned XDMA_CHAN_POLL_WB_ADDR_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] XDMA_CHAN_POLL_WB_ADDR_HI_ADDR_MASK = 32'hffffffff;

  /// Interrupt enable mask. Which logged status bits raise the channel's interrupt. If a cause is
  /// still logged when its bit is set, the interrupt fires again.
  localparam logic [15:0] XDMA_CHAN_INTERRUPT_ENABLE_OFFSET = 16'h0090;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_RESET = 32'h00000000;
  /// DESC_STOPPED (rw): descriptor_stopped raises the interrupt.
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_DESC_STOPPED_LSB = 1;
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_DESC_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_DESC_STOPPED_MASK = 32'h00000002;
  /// DESC_COMPLETED (rw): descriptor_completed raises the interrupt.
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_DESC_COMPLETED_LSB = 2;
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_DESC_COMPLETED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_DESC_COMPLETED_MASK = 32'h00000004;
  /// ALIGN_MISMATCH (rw): align_mismatch raises the interrupt.
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_ALIGN_MISMATCH_LSB = 3;
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_ALIGN_MISMATCH_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_ALIGN_MISMATCH_MASK = 32'h00000008;
  /// MAGIC_STOPPED (rw): magic_stopped raises the interrupt.
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_MAGIC_STOPPED_LSB = 4;
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_MAGIC_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_MAGIC_STOPPED_MASK = 32'h00000010;
  /// INVALID_LENGTH (rw): invalid_length raises the interrupt.
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_INVALID_LENGTH_LSB = 5;
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_INVALID_LENGTH_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_INVALID_LENGTH_MASK = 32'h00000020;
  /// IDLE_STOPPED (rw): idle_stopped raises the interrupt.
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_IDLE_STOPPED_LSB = 6;
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_IDLE_STOPPED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_IDLE_STOPPED_MASK = 32'h00000040;
  /// READ_ERROR (rw): Read errors raise the interrupt.
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_READ_ERROR_LSB = 9;
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_READ_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_READ_ERROR_MASK = 32'h00003e00;
  /// WRITE_ERROR (rw): Write errors raise the interrupt (H2C).
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_WRITE_ERROR_LSB = 14;
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_WRITE_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_WRITE_ERROR_MASK = 32'h0007c000;
  /// DESC_ERROR (rw): Descriptor fetch errors raise the interrupt.
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_DESC_ERROR_LSB = 19;
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_DESC_ERROR_WIDTH = 5;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_DESC_ERROR_MASK = 32'h00f80000;

  /// Interrupt enable mask, write 1 to set. Ones written here set the same bits of
  /// INTERRUPT_ENABLE. Reads as 0.
  localparam logic [15:0] XDMA_CHAN_INTERRUPT_ENABLE_W1S_OFFSET = 16'h0094;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_W1S_RESET = 32'h00000000;
  /// BITS (w1s): Bits to set.
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_W1S_BITS_LSB = 0;
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_W1S_BITS_WIDTH = 32;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_W1S_BITS_MASK = 32'hffffffff;

  /// Interrupt enable mask, write 1 to clear. Ones written here clear the same bits of
  /// INTERRUPT_ENABLE. Reads as 0.
  localparam logic [15:0] XDMA_CHAN_INTERRUPT_ENABLE_W1C_OFFSET = 16'h0098;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_W1C_RESET = 32'h00000000;
  /// BITS (w1c): Bits to clear.
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_W1C_BITS_LSB = 0;
  localparam int unsigned XDMA_CHAN_INTERRUPT_ENABLE_W1C_BITS_WIDTH = 32;
  localparam logic [31:0] XDMA_CHAN_INTERRUPT_ENABLE_W1C_BITS_MASK = 32'hffffffff;

  /// Performance counter control. Software writes 2, then 5. The product guide orders the bits the
  /// other way round; both readings give the same result for these two values.
  localparam logic [15:0] XDMA_CHAN_PERF_CONTROL_OFFSET = 16'h00c0;
  localparam logic [31:0] XDMA_CHAN_PERF_CONTROL_RESET = 32'h00000000;
  /// RUN (rw): Count while set.
  localparam int unsigned XDMA_CHAN_PERF_CONTROL_RUN_LSB = 0;
  localparam int unsigned XDMA_CHAN_PERF_CONTROL_RUN_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_PERF_CONTROL_RUN_MASK = 32'h00000001;
  /// CLEAR (pulse): Writing 1 clears the counters. Reads as 0.
  localparam int unsigned XDMA_CHAN_PERF_CONTROL_CLEAR_LSB = 1;
  localparam int unsigned XDMA_CHAN_PERF_CONTROL_CLEAR_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_PERF_CONTROL_CLEAR_MASK = 32'h00000002;
  /// AUTO (rw): Stop counting when a descriptor with STOP is finished.
  localparam int unsigned XDMA_CHAN_PERF_CONTROL_AUTO_LSB = 2;
  localparam int unsigned XDMA_CHAN_PERF_CONTROL_AUTO_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_PERF_CONTROL_AUTO_MASK = 32'h00000004;

  /// Performance: cycles, low. Clock cycles counted; bits 31:0.
  localparam logic [15:0] XDMA_CHAN_PERF_CYCLES_LO_OFFSET = 16'h00c4;
  localparam logic [31:0] XDMA_CHAN_PERF_CYCLES_LO_RESET = 32'h00000000;
  /// COUNT (r): Bits 31:0 of the count.
  localparam int unsigned XDMA_CHAN_PERF_CYCLES_LO_COUNT_LSB = 0;
  localparam int unsigned XDMA_CHAN_PERF_CYCLES_LO_COUNT_WIDTH = 32;
  localparam logic [31:0] XDMA_CHAN_PERF_CYCLES_LO_COUNT_MASK = 32'hffffffff;

  /// Performance: cycles, high. Clock cycles counted; bits 41:32.
  localparam logic [15:0] XDMA_CHAN_PERF_CYCLES_HI_OFFSET = 16'h00c8;
  localparam logic [31:0] XDMA_CHAN_PERF_CYCLES_HI_RESET = 32'h00000000;
  /// COUNT (r): Bits 41:32 of the count.
  localparam int unsigned XDMA_CHAN_PERF_CYCLES_HI_COUNT_LSB = 0;
  localparam int unsigned XDMA_CHAN_PERF_CYCLES_HI_COUNT_WIDTH = 10;
  localparam logic [31:0] XDMA_CHAN_PERF_CYCLES_HI_COUNT_MASK = 32'h000003ff;
  /// SATURATED (r): The counter reached its end and stands still.
  localparam int unsigned XDMA_CHAN_PERF_CYCLES_HI_SATURATED_LSB = 16;
  localparam int unsigned XDMA_CHAN_PERF_CYCLES_HI_SATURATED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_PERF_CYCLES_HI_SATURATED_MASK = 32'h00010000;

  /// Performance: data beats, low. Data beats moved; bits 31:0.
  localparam logic [15:0] XDMA_CHAN_PERF_DATA_LO_OFFSET = 16'h00cc;
  localparam logic [31:0] XDMA_CHAN_PERF_DATA_LO_RESET = 32'h00000000;
  /// COUNT (r): Bits 31:0 of the count.
  localparam int unsigned XDMA_CHAN_PERF_DATA_LO_COUNT_LSB = 0;
  localparam int unsigned XDMA_CHAN_PERF_DATA_LO_COUNT_WIDTH = 32;
  localparam logic [31:0] XDMA_CHAN_PERF_DATA_LO_COUNT_MASK = 32'hffffffff;

  /// Performance: data beats, high. Data beats moved; bits 41:32.
  localparam logic [15:0] XDMA_CHAN_PERF_DATA_HI_OFFSET = 16'h00d0;
  localparam logic [31:0] XDMA_CHAN_PERF_DATA_HI_RESET = 32'h00000000;
  /// COUNT (r): Bits 41:32 of the count.
  localparam int unsigned XDMA_CHAN_PERF_DATA_HI_COUNT_LSB = 0;
  localparam int unsigned XDMA_CHAN_PERF_DATA_HI_COUNT_WIDTH = 10;
  localparam logic [31:0] XDMA_CHAN_PERF_DATA_HI_COUNT_MASK = 32'h000003ff;
  /// SATURATED (r): The counter reached its end and stands still.
  localparam int unsigned XDMA_CHAN_PERF_DATA_HI_SATURATED_LSB = 16;
  localparam int unsigned XDMA_CHAN_PERF_DATA_HI_SATURATED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_PERF_DATA_HI_SATURATED_MASK = 32'h00010000;

  /// Performance: pending, low. Requests waiting, summed over cycles; bits 31:0.
  localparam logic [15:0] XDMA_CHAN_PERF_PENDING_LO_OFFSET = 16'h00d4;
  localparam logic [31:0] XDMA_CHAN_PERF_PENDING_LO_RESET = 32'h00000000;
  /// COUNT (r): Bits 31:0 of the count.
  localparam int unsigned XDMA_CHAN_PERF_PENDING_LO_COUNT_LSB = 0;
  localparam int unsigned XDMA_CHAN_PERF_PENDING_LO_COUNT_WIDTH = 32;
  localparam logic [31:0] XDMA_CHAN_PERF_PENDING_LO_COUNT_MASK = 32'hffffffff;

  /// Performance: pending, high. Requests waiting, summed over cycles; bits 41:32.
  localparam logic [15:0] XDMA_CHAN_PERF_PENDING_HI_OFFSET = 16'h00d8;
  localparam logic [31:0] XDMA_CHAN_PERF_PENDING_HI_RESET = 32'h00000000;
  /// COUNT (r): Bits 41:32 of the count.
  localparam int unsigned XDMA_CHAN_PERF_PENDING_HI_COUNT_LSB = 0;
  localparam int unsigned XDMA_CHAN_PERF_PENDING_HI_COUNT_WIDTH = 10;
  localparam logic [31:0] XDMA_CHAN_PERF_PENDING_HI_COUNT_MASK = 32'h000003ff;
  /// SATURATED (r): The counter reached its end and stands still.
  localparam int unsigned XDMA_CHAN_PERF_PENDING_HI_SATURATED_LSB = 16;
  localparam int unsigned XDMA_CHAN_PERF_PENDING_HI_SATURATED_WIDTH = 1;
  localparam logic [31:0] XDMA_CHAN_PERF_PENDING_HI_SATURATED_MASK = 32'h00010000;

  /// Interrupts: Enables, requests and vectors of the user and channel interrupts. Channel bits:
  /// H2C channels first, C2H channels directly after the last H2C channel the card has.
  localparam logic [15:0] XDMA_IRQ_BASE = 16'h2000;

  /// Identifier. Who answers here. A channel that the card does not have reads 0, which is how
  /// software counts channels.
  localparam logic [15:0] XDMA_IRQ_IDENTIFIER_OFFSET = 16'h0000;
  localparam logic [31:0] XDMA_IRQ_IDENTIFIER_RESET = 32'h1fc00006;
  /// VERSION (r): Version of the interface; 0x06 is what current XDMA cores report.
  localparam int unsigned XDMA_IRQ_IDENTIFIER_VERSION_LSB = 0;
  localparam int unsigned XDMA_IRQ_IDENTIFIER_VERSION_WIDTH = 8;
  localparam logic [31:0] XDMA_IRQ_IDENTIFIER_VERSION_MASK = 32'h000000ff;
  /// CHANNEL (r): Channel number; 0 for targets without channels.
  localparam int unsigned XDMA_IRQ_IDENTIFIER_CHANNEL_LSB = 8;
  localparam int unsigned XDMA_IRQ_IDENTIFIER_CHANNEL_WIDTH = 4;
  localparam logic [31:0] XDMA_IRQ_IDENTIFIER_CHANNEL_MASK = 32'h00000f00;
  /// STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one.
  localparam int unsigned XDMA_IRQ_IDENTIFIER_STREAM_LSB = 15;
  localparam int unsigned XDMA_IRQ_IDENTIFIER_STREAM_WIDTH = 1;
  localparam logic [31:0] XDMA_IRQ_IDENTIFIER_STREAM_MASK = 32'h00008000;
  /// TARGET (r): Target number, equal to address bits 15:12.
  localparam int unsigned XDMA_IRQ_IDENTIFIER_TARGET_LSB = 16;
  localparam int unsigned XDMA_IRQ_IDENTIFIER_TARGET_WIDTH = 4;
  localparam logic [31:0] XDMA_IRQ_IDENTIFIER_TARGET_MASK = 32'h000f0000;
  /// MAGIC (r): Fixed pattern that marks an XDMA target.
  localparam int unsigned XDMA_IRQ_IDENTIFIER_MAGIC_LSB = 20;
  localparam int unsigned XDMA_IRQ_IDENTIFIER_MAGIC_WIDTH = 12;
  localparam logic [31:0] XDMA_IRQ_IDENTIFIER_MAGIC_MASK = 32'hfff00000;

  /// User interrupt enable. Which user interrupts may send a message.
  localparam logic [15:0] XDMA_IRQ_USER_ENABLE_OFFSET = 16'h0004;
  localparam logic [31:0] XDMA_IRQ_USER_ENABLE_RESET = 32'h00000000;
  /// ENABLE (rw): One bit per user interrupt; bits above 15 are ignored.
  localparam int unsigned XDMA_IRQ_USER_ENABLE_ENABLE_LSB = 0;
  localparam int unsigned XDMA_IRQ_USER_ENABLE_ENABLE_WIDTH = 16;
  localparam logic [31:0] XDMA_IRQ_USER_ENABLE_ENABLE_MASK = 32'h0000ffff;

  /// User interrupt enable, write 1 to set. Sets bits of USER_ENABLE. Reads as 0.
  localparam logic [15:0] XDMA_IRQ_USER_ENABLE_W1S_OFFSET = 16'h0008;
  localparam logic [31:0] XDMA_IRQ_USER_ENABLE_W1S_RESET = 32'h00000000;
  /// BITS (w1s): Bits to set.
  localparam int unsigned XDMA_IRQ_USER_ENABLE_W1S_BITS_LSB = 0;
  localparam int unsigned XDMA_IRQ_USER_ENABLE_W1S_BITS_WIDTH = 16;
  localparam logic [31:0] XDMA_IRQ_USER_ENABLE_W1S_BITS_MASK = 32'h0000ffff;

  /// User interrupt enable, write 1 to clear. Clears bits of USER_ENABLE. Reads as 0.
  localparam logic [15:0] XDMA_IRQ_USER_ENABLE_W1C_OFFSET = 16'h000c;
  localparam logic [31:0] XDMA_IRQ_USER_ENABLE_W1C_RESET = 32'h00000000;
  /// BITS (w1c): Bits to clear.
  localparam int unsigned XDMA_IRQ_USER_ENABLE_W1C_BITS_LSB = 0;
  localparam int unsigned XDMA_IRQ_USER_ENABLE_W1C_BITS_WIDTH = 16;
  localparam logic [31:0] XDMA_IRQ_USER_ENABLE_W1C_BITS_MASK = 32'h0000ffff;

  /// Channel interrupt enable. Which channels may send a message.
  localparam logic [15:0] XDMA_IRQ_CHANNEL_ENABLE_OFFSET = 16'h0010;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_ENABLE_RESET = 32'h00000000;
  /// ENABLE (rw): One bit per channel.
  localparam int unsigned XDMA_IRQ_CHANNEL_ENABLE_ENABLE_LSB = 0;
  localparam int unsigned XDMA_IRQ_CHANNEL_ENABLE_ENABLE_WIDTH = 8;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_ENABLE_ENABLE_MASK = 32'h000000ff;

  /// Channel interrupt enable, write 1 to set. Sets bits of CHANNEL_ENABLE. Reads as 0.
  localparam logic [15:0] XDMA_IRQ_CHANNEL_ENABLE_W1S_OFFSET = 16'h0014;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_ENABLE_W1S_RESET = 32'h00000000;
  /// BITS (w1s): Bits to set.
  localparam int unsigned XDMA_IRQ_CHANNEL_ENABLE_W1S_BITS_LSB = 0;
  localparam int unsigned XDMA_IRQ_CHANNEL_ENABLE_W1S_BITS_WIDTH = 8;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_ENABLE_W1S_BITS_MASK = 32'h000000ff;

  /// Channel interrupt enable, write 1 to clear. Clears bits of CHANNEL_ENABLE. Reads as 0.
  localparam logic [15:0] XDMA_IRQ_CHANNEL_ENABLE_W1C_OFFSET = 16'h0018;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_ENABLE_W1C_RESET = 32'h00000000;
  /// BITS (w1c): Bits to clear.
  localparam int unsigned XDMA_IRQ_CHANNEL_ENABLE_W1C_BITS_LSB = 0;
  localparam int unsigned XDMA_IRQ_CHANNEL_ENABLE_W1C_BITS_WIDTH = 8;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_ENABLE_W1C_BITS_MASK = 32'h000000ff;

  /// User interrupt request. State of the user interrupt lines, before the enable.
  localparam logic [15:0] XDMA_IRQ_USER_REQUEST_OFFSET = 16'h0040;
  localparam logic [31:0] XDMA_IRQ_USER_REQUEST_RESET = 32'h00000000;
  /// REQUEST (r): One bit per line.
  localparam int unsigned XDMA_IRQ_USER_REQUEST_REQUEST_LSB = 0;
  localparam int unsigned XDMA_IRQ_USER_REQUEST_REQUEST_WIDTH = 16;
  localparam logic [31:0] XDMA_IRQ_USER_REQUEST_REQUEST_MASK = 32'h0000ffff;

  /// Channel interrupt request. Channels with an enabled cause, before CHANNEL_ENABLE.
  localparam logic [15:0] XDMA_IRQ_CHANNEL_REQUEST_OFFSET = 16'h0044;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_REQUEST_RESET = 32'h00000000;
  /// REQUEST (r): One bit per channel.
  localparam int unsigned XDMA_IRQ_CHANNEL_REQUEST_REQUEST_LSB = 0;
  localparam int unsigned XDMA_IRQ_CHANNEL_REQUEST_REQUEST_WIDTH = 8;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_REQUEST_REQUEST_MASK = 32'h000000ff;

  /// User interrupt pending. USER_REQUEST and USER_ENABLE.
  localparam logic [15:0] XDMA_IRQ_USER_PENDING_OFFSET = 16'h0048;
  localparam logic [31:0] XDMA_IRQ_USER_PENDING_RESET = 32'h00000000;
  /// PENDING (r): One bit per line.
  localparam int unsigned XDMA_IRQ_USER_PENDING_PENDING_LSB = 0;
  localparam int unsigned XDMA_IRQ_USER_PENDING_PENDING_WIDTH = 16;
  localparam logic [31:0] XDMA_IRQ_USER_PENDING_PENDING_MASK = 32'h0000ffff;

  /// Channel interrupt pending. CHANNEL_REQUEST and CHANNEL_ENABLE.
  localparam logic [15:0] XDMA_IRQ_CHANNEL_PENDING_OFFSET = 16'h004c;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_PENDING_RESET = 32'h00000000;
  /// PENDING (r): One bit per channel.
  localparam int unsigned XDMA_IRQ_CHANNEL_PENDING_PENDING_LSB = 0;
  localparam int unsigned XDMA_IRQ_CHANNEL_PENDING_PENDING_WIDTH = 8;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_PENDING_PENDING_MASK = 32'h000000ff;

  /// Interrupt vectors. MSI-X vector numbers of four sources, one per byte.
  localparam logic [15:0] XDMA_IRQ_USER_VECTOR_OFFSET = 16'h0080;
  localparam int unsigned XDMA_IRQ_USER_VECTOR_STRIDE = 4;
  localparam int unsigned XDMA_IRQ_USER_VECTOR_COUNT = 4;
  localparam logic [31:0] XDMA_IRQ_USER_VECTOR_RESET = 32'h00000000;
  /// VECTOR0 (rw): Vector of source 4n.
  localparam int unsigned XDMA_IRQ_USER_VECTOR_VECTOR0_LSB = 0;
  localparam int unsigned XDMA_IRQ_USER_VECTOR_VECTOR0_WIDTH = 5;
  localparam logic [31:0] XDMA_IRQ_USER_VECTOR_VECTOR0_MASK = 32'h0000001f;
  /// VECTOR1 (rw): Vector of source 4n+1.
  localparam int unsigned XDMA_IRQ_USER_VECTOR_VECTOR1_LSB = 8;
  localparam int unsigned XDMA_IRQ_USER_VECTOR_VECTOR1_WIDTH = 5;
  localparam logic [31:0] XDMA_IRQ_USER_VECTOR_VECTOR1_MASK = 32'h00001f00;
  /// VECTOR2 (rw): Vector of source 4n+2.
  localparam int unsigned XDMA_IRQ_USER_VECTOR_VECTOR2_LSB = 16;
  localparam int unsigned XDMA_IRQ_USER_VECTOR_VECTOR2_WIDTH = 5;
  localparam logic [31:0] XDMA_IRQ_USER_VECTOR_VECTOR2_MASK = 32'h001f0000;
  /// VECTOR3 (rw): Vector of source 4n+3.
  localparam int unsigned XDMA_IRQ_USER_VECTOR_VECTOR3_LSB = 24;
  localparam int unsigned XDMA_IRQ_USER_VECTOR_VECTOR3_WIDTH = 5;
  localparam logic [31:0] XDMA_IRQ_USER_VECTOR_VECTOR3_MASK = 32'h1f000000;

  /// Interrupt vectors. MSI-X vector numbers of four sources, one per byte.
  localparam logic [15:0] XDMA_IRQ_CHANNEL_VECTOR_OFFSET = 16'h00a0;
  localparam int unsigned XDMA_IRQ_CHANNEL_VECTOR_STRIDE = 4;
  localparam int unsigned XDMA_IRQ_CHANNEL_VECTOR_COUNT = 2;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_VECTOR_RESET = 32'h00000000;
  /// VECTOR0 (rw): Vector of source 4n.
  localparam int unsigned XDMA_IRQ_CHANNEL_VECTOR_VECTOR0_LSB = 0;
  localparam int unsigned XDMA_IRQ_CHANNEL_VECTOR_VECTOR0_WIDTH = 5;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_VECTOR_VECTOR0_MASK = 32'h0000001f;
  /// VECTOR1 (rw): Vector of source 4n+1.
  localparam int unsigned XDMA_IRQ_CHANNEL_VECTOR_VECTOR1_LSB = 8;
  localparam int unsigned XDMA_IRQ_CHANNEL_VECTOR_VECTOR1_WIDTH = 5;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_VECTOR_VECTOR1_MASK = 32'h00001f00;
  /// VECTOR2 (rw): Vector of source 4n+2.
  localparam int unsigned XDMA_IRQ_CHANNEL_VECTOR_VECTOR2_LSB = 16;
  localparam int unsigned XDMA_IRQ_CHANNEL_VECTOR_VECTOR2_WIDTH = 5;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_VECTOR_VECTOR2_MASK = 32'h001f0000;
  /// VECTOR3 (rw): Vector of source 4n+3.
  localparam int unsigned XDMA_IRQ_CHANNEL_VECTOR_VECTOR3_LSB = 24;
  localparam int unsigned XDMA_IRQ_CHANNEL_VECTOR_VECTOR3_WIDTH = 5;
  localparam logic [31:0] XDMA_IRQ_CHANNEL_VECTOR_VECTOR3_MASK = 32'h1f000000;

  /// Configuration: What the PCIe side was set up to, as the engine sees it.
  localparam logic [15:0] XDMA_CONFIG_BASE = 16'h3000;

  /// Identifier. Who answers here. A channel that the card does not have reads 0, which is how
  /// software counts channels.
  localparam logic [15:0] XDMA_CONFIG_IDENTIFIER_OFFSET = 16'h0000;
  localparam logic [31:0] XDMA_CONFIG_IDENTIFIER_RESET = 32'h1fc00006;
  /// VERSION (r): Version of the interface; 0x06 is what current XDMA cores report.
  localparam int unsigned XDMA_CONFIG_IDENTIFIER_VERSION_LSB = 0;
  localparam int unsigned XDMA_CONFIG_IDENTIFIER_VERSION_WIDTH = 8;
  localparam logic [31:0] XDMA_CONFIG_IDENTIFIER_VERSION_MASK = 32'h000000ff;
  /// CHANNEL (r): Channel number; 0 for targets without channels.
  localparam int unsigned XDMA_CONFIG_IDENTIFIER_CHANNEL_LSB = 8;
  localparam int unsigned XDMA_CONFIG_IDENTIFIER_CHANNEL_WIDTH = 4;
  localparam logic [31:0] XDMA_CONFIG_IDENTIFIER_CHANNEL_MASK = 32'h00000f00;
  /// STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one.
  localparam int unsigned XDMA_CONFIG_IDENTIFIER_STREAM_LSB = 15;
  localparam int unsigned XDMA_CONFIG_IDENTIFIER_STREAM_WIDTH = 1;
  localparam logic [31:0] XDMA_CONFIG_IDENTIFIER_STREAM_MASK = 32'h00008000;
  /// TARGET (r): Target number, equal to address bits 15:12.
  localparam int unsigned XDMA_CONFIG_IDENTIFIER_TARGET_LSB = 16;
  localparam int unsigned XDMA_CONFIG_IDENTIFIER_TARGET_WIDTH = 4;
  localparam logic [31:0] XDMA_CONFIG_IDENTIFIER_TARGET_MASK = 32'h000f0000;
  /// MAGIC (r): Fixed pattern that marks an XDMA target.
  localparam int unsigned XDMA_CONFIG_IDENTIFIER_MAGIC_LSB = 20;
  localparam int unsigned XDMA_CONFIG_IDENTIFIER_MAGIC_WIDTH = 12;
  localparam logic [31:0] XDMA_CONFIG_IDENTIFIER_MAGIC_MASK = 32'hfff00000;

  /// Bus and device. PCIe bus, device and function number. Reads 0 on this card.
  localparam logic [15:0] XDMA_CONFIG_BUS_DEVICE_OFFSET = 16'h0004;
  localparam logic [31:0] XDMA_CONFIG_BUS_DEVICE_RESET = 32'h00000000;
  /// BDF (r): Bus 15:8, device 7:3, function 2:0.
  localparam int unsigned XDMA_CONFIG_BUS_DEVICE_BDF_LSB = 0;
  localparam int unsigned XDMA_CONFIG_BUS_DEVICE_BDF_WIDTH = 16;
  localparam logic [31:0] XDMA_CONFIG_BUS_DEVICE_BDF_MASK = 32'h0000ffff;

  /// Max payload size. PCIe maximum payload size in force. Constant on this card: what the PCIe
  /// side was set up to does not reach the engine.
  localparam logic [15:0] XDMA_CONFIG_MAX_PAYLOAD_OFFSET = 16'h0008;
  localparam logic [31:0] XDMA_CONFIG_MAX_PAYLOAD_RESET = 32'h00000000;
  /// CODE (r): Code: 0 = 128 bytes, doubling per step.
  localparam int unsigned XDMA_CONFIG_MAX_PAYLOAD_CODE_LSB = 0;
  localparam int unsigned XDMA_CONFIG_MAX_PAYLOAD_CODE_WIDTH = 3;
  localparam logic [31:0] XDMA_CONFIG_MAX_PAYLOAD_CODE_MASK = 32'h00000007;

  /// Max read request size. PCIe maximum read request size in force. Constant on this card.
  localparam logic [15:0] XDMA_CONFIG_MAX_READ_REQUEST_OFFSET = 16'h000c;
  localparam logic [31:0] XDMA_CONFIG_MAX_READ_REQUEST_RESET = 32'h00000000;
  /// CODE (r): Code: 0 = 128 bytes, doubling per step.
  localparam int unsigned XDMA_CONFIG_MAX_READ_REQUEST_CODE_LSB = 0;
  localparam int unsigned XDMA_CONFIG_MAX_READ_REQUEST_CODE_WIDTH = 3;
  localparam logic [31:0] XDMA_CONFIG_MAX_READ_REQUEST_CODE_MASK = 32'h00000007;

  /// System id. Free number of the card's builder.
  localparam logic [15:0] XDMA_CONFIG_SYSTEM_ID_OFFSET = 16'h0010;
  localparam logic [31:0] XDMA_CONFIG_SYSTEM_ID_RESET = 32'h00000000;
  /// ID (r): The number.
  localparam int unsigned XDMA_CONFIG_SYSTEM_ID_ID_LSB = 0;
  localparam int unsigned XDMA_CONFIG_SYSTEM_ID_ID_WIDTH = 16;
  localparam logic [31:0] XDMA_CONFIG_SYSTEM_ID_ID_MASK = 32'h0000ffff;

  /// MSI enable. Message interrupts that the host switched on. Constant on this card: MSI-X.
  localparam logic [15:0] XDMA_CONFIG_MSI_ENABLE_OFFSET = 16'h0014;
  localparam logic [31:0] XDMA_CONFIG_MSI_ENABLE_RESET = 32'h00000000;
  /// MSI (r): MSI is enabled.
  localparam int unsigned XDMA_CONFIG_MSI_ENABLE_MSI_LSB = 0;
  localparam int unsigned XDMA_CONFIG_MSI_ENABLE_MSI_WIDTH = 1;
  localparam logic [31:0] XDMA_CONFIG_MSI_ENABLE_MSI_MASK = 32'h00000001;
  /// MSIX (r): MSI-X is enabled.
  localparam int unsigned XDMA_CONFIG_MSI_ENABLE_MSIX_LSB = 1;
  localparam int unsigned XDMA_CONFIG_MSI_ENABLE_MSIX_WIDTH = 1;
  localparam logic [31:0] XDMA_CONFIG_MSI_ENABLE_MSIX_MASK = 32'h00000002;

  /// Data width. Width of the engine's data bus.
  localparam logic [15:0] XDMA_CONFIG_DATA_WIDTH_OFFSET = 16'h0018;
  localparam logic [31:0] XDMA_CONFIG_DATA_WIDTH_RESET = 32'h00000003;
  /// CODE (r): Code: 0 = 64 bits, doubling per step; 3 = 512 bits.
  localparam int unsigned XDMA_CONFIG_DATA_WIDTH_CODE_LSB = 0;
  localparam int unsigned XDMA_CONFIG_DATA_WIDTH_CODE_WIDTH = 3;
  localparam logic [31:0] XDMA_CONFIG_DATA_WIDTH_CODE_MASK = 32'h00000007;

  /// PCIe control. How the engine marks its requests.
  localparam logic [15:0] XDMA_CONFIG_PCIE_CONTROL_OFFSET = 16'h001c;
  localparam logic [31:0] XDMA_CONFIG_PCIE_CONTROL_RESET = 32'h00000001;
  /// RELAXED_ORDERING (rw): Requests may be reordered (relaxed ordering).
  localparam int unsigned XDMA_CONFIG_PCIE_CONTROL_RELAXED_ORDERING_LSB = 0;
  localparam int unsigned XDMA_CONFIG_PCIE_CONTROL_RELAXED_ORDERING_WIDTH = 1;
  localparam logic [31:0] XDMA_CONFIG_PCIE_CONTROL_RELAXED_ORDERING_MASK = 32'h00000001;

  /// User max payload size. A smaller payload limit set by software.
  localparam logic [15:0] XDMA_CONFIG_USER_MAX_PAYLOAD_OFFSET = 16'h0040;
  localparam logic [31:0] XDMA_CONFIG_USER_MAX_PAYLOAD_RESET = 32'h00000005;
  /// PROGRAMMED (rw): Limit wanted, coded as in MAX_PAYLOAD.
  localparam int unsigned XDMA_CONFIG_USER_MAX_PAYLOAD_PROGRAMMED_LSB = 0;
  localparam int unsigned XDMA_CONFIG_USER_MAX_PAYLOAD_PROGRAMMED_WIDTH = 3;
  localparam logic [31:0] XDMA_CONFIG_USER_MAX_PAYLOAD_PROGRAMMED_MASK = 32'h00000007;
  /// EFFECTIVE (r): Limit in force: the smaller of PROGRAMMED and MAX_PAYLOAD.
  localparam int unsigned XDMA_CONFIG_USER_MAX_PAYLOAD_EFFECTIVE_LSB = 4;
  localparam int unsigned XDMA_CONFIG_USER_MAX_PAYLOAD_EFFECTIVE_WIDTH = 3;
  localparam logic [31:0] XDMA_CONFIG_USER_MAX_PAYLOAD_EFFECTIVE_MASK = 32'h00000070;

  /// User max read request size. A smaller read request limit set by software.
  localparam logic [15:0] XDMA_CONFIG_USER_MAX_READ_REQUEST_OFFSET = 16'h0044;
  localparam logic [31:0] XDMA_CONFIG_USER_MAX_READ_REQUEST_RESET = 32'h00000005;
  /// PROGRAMMED (rw): Limit wanted, coded as in MAX_READ_REQUEST.
  localparam int unsigned XDMA_CONFIG_USER_MAX_READ_REQUEST_PROGRAMMED_LSB = 0;
  localparam int unsigned XDMA_CONFIG_USER_MAX_READ_REQUEST_PROGRAMMED_WIDTH = 3;
  localparam logic [31:0] XDMA_CONFIG_USER_MAX_READ_REQUEST_PROGRAMMED_MASK = 32'h00000007;
  /// EFFECTIVE (r): Limit in force: the smaller of PROGRAMMED and MAX_READ_REQUEST.
  localparam int unsigned XDMA_CONFIG_USER_MAX_READ_REQUEST_EFFECTIVE_LSB = 4;
  localparam int unsigned XDMA_CONFIG_USER_MAX_READ_REQUEST_EFFECTIVE_WIDTH = 3;
  localparam logic [31:0] XDMA_CONFIG_USER_MAX_READ_REQUEST_EFFECTIVE_MASK = 32'h00000070;

  /// Write flush timeout. How long a partial write may wait before it is flushed. Kept, without
  /// effect: this engine never holds back a write.
  localparam logic [15:0] XDMA_CONFIG_WRITE_FLUSH_TIMEOUT_OFFSET = 16'h0060;
  localparam logic [31:0] XDMA_CONFIG_WRITE_FLUSH_TIMEOUT_RESET = 32'h00000000;
  /// TIMEOUT (rw): Time-out, 2^n cycles; 0 = off.
  localparam int unsigned XDMA_CONFIG_WRITE_FLUSH_TIMEOUT_TIMEOUT_LSB = 0;
  localparam int unsigned XDMA_CONFIG_WRITE_FLUSH_TIMEOUT_TIMEOUT_WIDTH = 5;
  localparam logic [31:0] XDMA_CONFIG_WRITE_FLUSH_TIMEOUT_TIMEOUT_MASK = 32'h0000001f;

  /// Scatter-gather channel: Where the descriptor chain of one channel begins.
  localparam logic [15:0] XDMA_H2C_SGDMA_BASE = 16'h4000;
  localparam int unsigned XDMA_H2C_SGDMA_STRIDE = 256;
  localparam int unsigned XDMA_H2C_SGDMA_COUNT = 4;
  /// Scatter-gather channel: Where the descriptor chain of one channel begins.
  localparam logic [15:0] XDMA_C2H_SGDMA_BASE = 16'h5000;
  localparam int unsigned XDMA_C2H_SGDMA_STRIDE = 256;
  localparam int unsigned XDMA_C2H_SGDMA_COUNT = 4;

  /// Identifier. Who answers here. A channel that the card does not have reads 0, which is how
  /// software counts channels.
  localparam logic [15:0] XDMA_SGDMA_IDENTIFIER_OFFSET = 16'h0000;
  localparam logic [31:0] XDMA_SGDMA_IDENTIFIER_RESET = 32'h1fc00006;
  /// VERSION (r): Version of the interface; 0x06 is what current XDMA cores report.
  localparam int unsigned XDMA_SGDMA_IDENTIFIER_VERSION_LSB = 0;
  localparam int unsigned XDMA_SGDMA_IDENTIFIER_VERSION_WIDTH = 8;
  localparam logic [31:0] XDMA_SGDMA_IDENTIFIER_VERSION_MASK = 32'h000000ff;
  /// CHANNEL (r): Channel number; 0 for targets without channels.
  localparam int unsigned XDMA_SGDMA_IDENTIFIER_CHANNEL_LSB = 8;
  localparam int unsigned XDMA_SGDMA_IDENTIFIER_CHANNEL_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_IDENTIFIER_CHANNEL_MASK = 32'h00000f00;
  /// STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one.
  localparam int unsigned XDMA_SGDMA_IDENTIFIER_STREAM_LSB = 15;
  localparam int unsigned XDMA_SGDMA_IDENTIFIER_STREAM_WIDTH = 1;
  localparam logic [31:0] XDMA_SGDMA_IDENTIFIER_STREAM_MASK = 32'h00008000;
  /// TARGET (r): Target number, equal to address bits 15:12.
  localparam int unsigned XDMA_SGDMA_IDENTIFIER_TARGET_LSB = 16;
  localparam int unsigned XDMA_SGDMA_IDENTIFIER_TARGET_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_IDENTIFIER_TARGET_MASK = 32'h000f0000;
  /// MAGIC (r): Fixed pattern that marks an XDMA target.
  localparam int unsigned XDMA_SGDMA_IDENTIFIER_MAGIC_LSB = 20;
  localparam int unsigned XDMA_SGDMA_IDENTIFIER_MAGIC_WIDTH = 12;
  localparam logic [31:0] XDMA_SGDMA_IDENTIFIER_MAGIC_MASK = 32'hfff00000;

  /// First descriptor, low. Host address of the first descriptor; bits 31:0.
  localparam logic [15:0] XDMA_SGDMA_FIRST_DESC_LO_OFFSET = 16'h0080;
  localparam logic [31:0] XDMA_SGDMA_FIRST_DESC_LO_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0; descriptors are 32-byte aligned.
  localparam int unsigned XDMA_SGDMA_FIRST_DESC_LO_ADDR_LSB = 0;
  localparam int unsigned XDMA_SGDMA_FIRST_DESC_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] XDMA_SGDMA_FIRST_DESC_LO_ADDR_MASK = 32'hffffffff;

  /// First descriptor, high. Host address of the first descriptor; bits 63:32.
  localparam logic [15:0] XDMA_SGDMA_FIRST_DESC_HI_OFFSET = 16'h0084;
  localparam logic [31:0] XDMA_SGDMA_FIRST_DESC_HI_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned XDMA_SGDMA_FIRST_DESC_HI_ADDR_LSB = 0;
  localparam int unsigned XDMA_SGDMA_FIRST_DESC_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] XDMA_SGDMA_FIRST_DESC_HI_ADDR_MASK = 32'hffffffff;

  /// First descriptor, adjacent. Descriptors that follow the first one directly in memory.
  localparam logic [15:0] XDMA_SGDMA_FIRST_DESC_ADJACENT_OFFSET = 16'h0088;
  localparam logic [31:0] XDMA_SGDMA_FIRST_DESC_ADJACENT_RESET = 32'h00000000;
  /// COUNT (rw): How many; 0 to 63.
  localparam int unsigned XDMA_SGDMA_FIRST_DESC_ADJACENT_COUNT_LSB = 0;
  localparam int unsigned XDMA_SGDMA_FIRST_DESC_ADJACENT_COUNT_WIDTH = 6;
  localparam logic [31:0] XDMA_SGDMA_FIRST_DESC_ADJACENT_COUNT_MASK = 32'h0000003f;

  /// Descriptor credits. In credit mode a descriptor is fetched only against a credit.
  localparam logic [15:0] XDMA_SGDMA_DESC_CREDITS_OFFSET = 16'h008c;
  localparam logic [31:0] XDMA_SGDMA_DESC_CREDITS_RESET = 32'h00000000;
  /// CREDITS (rw): Writing adds this many credits; reading shows how many are left.
  localparam int unsigned XDMA_SGDMA_DESC_CREDITS_CREDITS_LSB = 0;
  localparam int unsigned XDMA_SGDMA_DESC_CREDITS_CREDITS_WIDTH = 10;
  localparam logic [31:0] XDMA_SGDMA_DESC_CREDITS_CREDITS_MASK = 32'h000003ff;

  /// Scatter-gather common: Descriptor fetch control of all channels.
  localparam logic [15:0] XDMA_SGDMA_COMMON_BASE = 16'h6000;

  /// Identifier. Who answers here. A channel that the card does not have reads 0, which is how
  /// software counts channels.
  localparam logic [15:0] XDMA_SGDMA_COMMON_IDENTIFIER_OFFSET = 16'h0000;
  localparam logic [31:0] XDMA_SGDMA_COMMON_IDENTIFIER_RESET = 32'h1fc00006;
  /// VERSION (r): Version of the interface; 0x06 is what current XDMA cores report.
  localparam int unsigned XDMA_SGDMA_COMMON_IDENTIFIER_VERSION_LSB = 0;
  localparam int unsigned XDMA_SGDMA_COMMON_IDENTIFIER_VERSION_WIDTH = 8;
  localparam logic [31:0] XDMA_SGDMA_COMMON_IDENTIFIER_VERSION_MASK = 32'h000000ff;
  /// CHANNEL (r): Channel number; 0 for targets without channels.
  localparam int unsigned XDMA_SGDMA_COMMON_IDENTIFIER_CHANNEL_LSB = 8;
  localparam int unsigned XDMA_SGDMA_COMMON_IDENTIFIER_CHANNEL_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_IDENTIFIER_CHANNEL_MASK = 32'h00000f00;
  /// STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one.
  localparam int unsigned XDMA_SGDMA_COMMON_IDENTIFIER_STREAM_LSB = 15;
  localparam int unsigned XDMA_SGDMA_COMMON_IDENTIFIER_STREAM_WIDTH = 1;
  localparam logic [31:0] XDMA_SGDMA_COMMON_IDENTIFIER_STREAM_MASK = 32'h00008000;
  /// TARGET (r): Target number, equal to address bits 15:12.
  localparam int unsigned XDMA_SGDMA_COMMON_IDENTIFIER_TARGET_LSB = 16;
  localparam int unsigned XDMA_SGDMA_COMMON_IDENTIFIER_TARGET_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_IDENTIFIER_TARGET_MASK = 32'h000f0000;
  /// MAGIC (r): Fixed pattern that marks an XDMA target.
  localparam int unsigned XDMA_SGDMA_COMMON_IDENTIFIER_MAGIC_LSB = 20;
  localparam int unsigned XDMA_SGDMA_COMMON_IDENTIFIER_MAGIC_WIDTH = 12;
  localparam logic [31:0] XDMA_SGDMA_COMMON_IDENTIFIER_MAGIC_MASK = 32'hfff00000;

  /// Descriptor fetch halt. Channels whose descriptor fetch is halted.
  localparam logic [15:0] XDMA_SGDMA_COMMON_DESC_HALT_OFFSET = 16'h0010;
  localparam logic [31:0] XDMA_SGDMA_COMMON_DESC_HALT_RESET = 32'h00000000;
  /// H2C (rw): H2C channels.
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_H2C_LSB = 0;
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_H2C_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_DESC_HALT_H2C_MASK = 32'h0000000f;
  /// C2H (rw): C2H channels.
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_C2H_LSB = 16;
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_C2H_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_DESC_HALT_C2H_MASK = 32'h000f0000;

  /// Channel bits, write 1 to set. Sets bits of the register before. Reads as 0.
  localparam logic [15:0] XDMA_SGDMA_COMMON_DESC_HALT_W1S_OFFSET = 16'h0014;
  localparam logic [31:0] XDMA_SGDMA_COMMON_DESC_HALT_W1S_RESET = 32'h00000000;
  /// H2C (w1s): H2C channels.
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_W1S_H2C_LSB = 0;
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_W1S_H2C_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_DESC_HALT_W1S_H2C_MASK = 32'h0000000f;
  /// C2H (w1s): C2H channels.
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_W1S_C2H_LSB = 16;
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_W1S_C2H_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_DESC_HALT_W1S_C2H_MASK = 32'h000f0000;

  /// Channel bits, write 1 to clear. Clears bits of the register two before. Reads as 0.
  localparam logic [15:0] XDMA_SGDMA_COMMON_DESC_HALT_W1C_OFFSET = 16'h0018;
  localparam logic [31:0] XDMA_SGDMA_COMMON_DESC_HALT_W1C_RESET = 32'h00000000;
  /// H2C (w1c): H2C channels.
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_W1C_H2C_LSB = 0;
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_W1C_H2C_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_DESC_HALT_W1C_H2C_MASK = 32'h0000000f;
  /// C2H (w1c): C2H channels.
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_W1C_C2H_LSB = 16;
  localparam int unsigned XDMA_SGDMA_COMMON_DESC_HALT_W1C_C2H_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_DESC_HALT_W1C_C2H_MASK = 32'h000f0000;

  /// Credit mode enable. Channels that fetch descriptors only against credits.
  localparam logic [15:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_OFFSET = 16'h0020;
  localparam logic [31:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_RESET = 32'h00000000;
  /// H2C (rw): H2C channels.
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_H2C_LSB = 0;
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_H2C_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_H2C_MASK = 32'h0000000f;
  /// C2H (rw): C2H channels.
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_C2H_LSB = 16;
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_C2H_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_C2H_MASK = 32'h000f0000;

  /// Channel bits, write 1 to set. Sets bits of the register before. Reads as 0.
  localparam logic [15:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_OFFSET = 16'h0024;
  localparam logic [31:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_RESET = 32'h00000000;
  /// H2C (w1s): H2C channels.
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_H2C_LSB = 0;
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_H2C_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_H2C_MASK = 32'h0000000f;
  /// C2H (w1s): C2H channels.
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_C2H_LSB = 16;
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_C2H_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_C2H_MASK = 32'h000f0000;

  /// Channel bits, write 1 to clear. Clears bits of the register two before. Reads as 0.
  localparam logic [15:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_OFFSET = 16'h0028;
  localparam logic [31:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_RESET = 32'h00000000;
  /// H2C (w1c): H2C channels.
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_H2C_LSB = 0;
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_H2C_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_H2C_MASK = 32'h0000000f;
  /// C2H (w1c): C2H channels.
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_C2H_LSB = 16;
  localparam int unsigned XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_C2H_WIDTH = 4;
  localparam logic [31:0] XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_C2H_MASK = 32'h000f0000;

  /// MSI-X table entry: Address and data of one message (PCI Local Bus 3.0, 6.8.2.6).
  localparam logic [15:0] XDMA_MSIX_TABLE_BASE = 16'h8000;
  localparam int unsigned XDMA_MSIX_TABLE_STRIDE = 16;
  localparam int unsigned XDMA_MSIX_TABLE_COUNT = 32;

  /// Message address, low. Where the message is written; bits 31:0.
  localparam logic [15:0] XDMA_MSIX_ENTRY_ADDR_LO_OFFSET = 16'h0000;
  localparam logic [31:0] XDMA_MSIX_ENTRY_ADDR_LO_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0; the two lowest are 0.
  localparam int unsigned XDMA_MSIX_ENTRY_ADDR_LO_ADDR_LSB = 0;
  localparam int unsigned XDMA_MSIX_ENTRY_ADDR_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] XDMA_MSIX_ENTRY_ADDR_LO_ADDR_MASK = 32'hffffffff;

  /// Message address, high. Where the message is written; bits 63:32.
  localparam logic [15:0] XDMA_MSIX_ENTRY_ADDR_HI_OFFSET = 16'h0004;
  localparam logic [31:0] XDMA_MSIX_ENTRY_ADDR_HI_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned XDMA_MSIX_ENTRY_ADDR_HI_ADDR_LSB = 0;
  localparam int unsigned XDMA_MSIX_ENTRY_ADDR_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] XDMA_MSIX_ENTRY_ADDR_HI_ADDR_MASK = 32'hffffffff;

  /// Message data. What is written.
  localparam logic [15:0] XDMA_MSIX_ENTRY_DATA_OFFSET = 16'h0008;
  localparam logic [31:0] XDMA_MSIX_ENTRY_DATA_RESET = 32'h00000000;
  /// DATA (rw): The word.
  localparam int unsigned XDMA_MSIX_ENTRY_DATA_DATA_LSB = 0;
  localparam int unsigned XDMA_MSIX_ENTRY_DATA_DATA_WIDTH = 32;
  localparam logic [31:0] XDMA_MSIX_ENTRY_DATA_DATA_MASK = 32'hffffffff;

  /// Vector control. Mask bit of the vector.
  localparam logic [15:0] XDMA_MSIX_ENTRY_VECTOR_CONTROL_OFFSET = 16'h000c;
  localparam logic [31:0] XDMA_MSIX_ENTRY_VECTOR_CONTROL_RESET = 32'h00000001;
  /// MASK (rw): 1 holds messages back; they stay pending.
  localparam int unsigned XDMA_MSIX_ENTRY_VECTOR_CONTROL_MASK_LSB = 0;
  localparam int unsigned XDMA_MSIX_ENTRY_VECTOR_CONTROL_MASK_WIDTH = 1;
  localparam logic [31:0] XDMA_MSIX_ENTRY_VECTOR_CONTROL_MASK_MASK = 32'h00000001;

  /// MSI-X pending bits: Messages held back by a mask.
  localparam logic [15:0] XDMA_MSIX_PBA_BASE = 16'h8fe0;

  /// Pending, low. Vectors 0 to 31.
  localparam logic [15:0] XDMA_MSIX_PBA_PENDING_LO_OFFSET = 16'h0000;
  localparam logic [31:0] XDMA_MSIX_PBA_PENDING_LO_RESET = 32'h00000000;
  /// PENDING (r): One bit per vector.
  localparam int unsigned XDMA_MSIX_PBA_PENDING_LO_PENDING_LSB = 0;
  localparam int unsigned XDMA_MSIX_PBA_PENDING_LO_PENDING_WIDTH = 32;
  localparam logic [31:0] XDMA_MSIX_PBA_PENDING_LO_PENDING_MASK = 32'hffffffff;

  /// Pending, high. Vectors 32 to 63; this card has none of them.
  localparam logic [15:0] XDMA_MSIX_PBA_PENDING_HI_OFFSET = 16'h0004;
  localparam logic [31:0] XDMA_MSIX_PBA_PENDING_HI_RESET = 32'h00000000;
  /// PENDING (r): Always 0.
  localparam int unsigned XDMA_MSIX_PBA_PENDING_HI_PENDING_LSB = 0;
  localparam int unsigned XDMA_MSIX_PBA_PENDING_HI_PENDING_WIDTH = 32;
  localparam logic [31:0] XDMA_MSIX_PBA_PENDING_HI_PENDING_MASK = 32'hffffffff;

  /// Doorbell: Not part of the XDMA map, where this reads 0. A descriptor written here begins a run
  /// of its own; nothing is read from host memory for it. Channels without a doorbell read 0.
  localparam logic [15:0] XDMA_H2C_DOORBELL_BASE = 16'h9000;
  localparam int unsigned XDMA_H2C_DOORBELL_STRIDE = 256;
  localparam int unsigned XDMA_H2C_DOORBELL_COUNT = 4;
  /// Doorbell: Not part of the XDMA map, where this reads 0. A descriptor written here begins a run
  /// of its own; nothing is read from host memory for it. Channels without a doorbell read 0.
  localparam logic [15:0] XDMA_C2H_DOORBELL_BASE = 16'ha000;
  localparam int unsigned XDMA_C2H_DOORBELL_STRIDE = 256;
  localparam int unsigned XDMA_C2H_DOORBELL_COUNT = 4;

  /// Identifier. Who answers here. A channel that the card does not have reads 0, which is how
  /// software counts channels.
  localparam logic [15:0] XDMA_DOORBELL_IDENTIFIER_OFFSET = 16'h0000;
  localparam logic [31:0] XDMA_DOORBELL_IDENTIFIER_RESET = 32'h1fc00006;
  /// VERSION (r): Version of the interface; 0x06 is what current XDMA cores report.
  localparam int unsigned XDMA_DOORBELL_IDENTIFIER_VERSION_LSB = 0;
  localparam int unsigned XDMA_DOORBELL_IDENTIFIER_VERSION_WIDTH = 8;
  localparam logic [31:0] XDMA_DOORBELL_IDENTIFIER_VERSION_MASK = 32'h000000ff;
  /// CHANNEL (r): Channel number; 0 for targets without channels.
  localparam int unsigned XDMA_DOORBELL_IDENTIFIER_CHANNEL_LSB = 8;
  localparam int unsigned XDMA_DOORBELL_IDENTIFIER_CHANNEL_WIDTH = 4;
  localparam logic [31:0] XDMA_DOORBELL_IDENTIFIER_CHANNEL_MASK = 32'h00000f00;
  /// STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one.
  localparam int unsigned XDMA_DOORBELL_IDENTIFIER_STREAM_LSB = 15;
  localparam int unsigned XDMA_DOORBELL_IDENTIFIER_STREAM_WIDTH = 1;
  localparam logic [31:0] XDMA_DOORBELL_IDENTIFIER_STREAM_MASK = 32'h00008000;
  /// TARGET (r): Target number, equal to address bits 15:12.
  localparam int unsigned XDMA_DOORBELL_IDENTIFIER_TARGET_LSB = 16;
  localparam int unsigned XDMA_DOORBELL_IDENTIFIER_TARGET_WIDTH = 4;
  localparam logic [31:0] XDMA_DOORBELL_IDENTIFIER_TARGET_MASK = 32'h000f0000;
  /// MAGIC (r): Fixed pattern that marks an XDMA target.
  localparam int unsigned XDMA_DOORBELL_IDENTIFIER_MAGIC_LSB = 20;
  localparam int unsigned XDMA_DOORBELL_IDENTIFIER_MAGIC_WIDTH = 12;
  localparam logic [31:0] XDMA_DOORBELL_IDENTIFIER_MAGIC_MASK = 32'hfff00000;

  /// Refused. Why lines were refused since these bits were last cleared. A line that is refused
  /// changes nothing else. Writing 1 clears a bit.
  localparam logic [15:0] XDMA_DOORBELL_REFUSED_OFFSET = 16'h0004;
  localparam logic [31:0] XDMA_DOORBELL_REFUSED_RESET = 32'h00000000;
  /// BUSY (w1c): A run was under way or asked for, or the front end was held at rest.
  localparam int unsigned XDMA_DOORBELL_REFUSED_BUSY_LSB = 0;
  localparam int unsigned XDMA_DOORBELL_REFUSED_BUSY_WIDTH = 1;
  localparam logic [31:0] XDMA_DOORBELL_REFUSED_BUSY_MASK = 32'h00000001;
  /// TORN (w1c): Words were missing, came out of turn, or not all bytes were written.
  localparam int unsigned XDMA_DOORBELL_REFUSED_TORN_LSB = 1;
  localparam int unsigned XDMA_DOORBELL_REFUSED_TORN_WIDTH = 1;
  localparam logic [31:0] XDMA_DOORBELL_REFUSED_TORN_MASK = 32'h00000002;
  /// FORMAT (w1c): A descriptor without STOP, or words 8 to 15 are not 0.
  localparam int unsigned XDMA_DOORBELL_REFUSED_FORMAT_LSB = 2;
  localparam int unsigned XDMA_DOORBELL_REFUSED_FORMAT_WIDTH = 1;
  localparam logic [31:0] XDMA_DOORBELL_REFUSED_FORMAT_MASK = 32'h00000004;

  /// Line. 64 bytes: a descriptor with STOP in words 0 to 7, then 0. One store of 64 bytes, or
  /// words 0 to 15 in this order by stores of 4 or 8; the last word rings. Reads as 0.
  localparam logic [15:0] XDMA_DOORBELL_LINE_OFFSET = 16'h0040;
  localparam int unsigned XDMA_DOORBELL_LINE_STRIDE = 4;
  localparam int unsigned XDMA_DOORBELL_LINE_COUNT = 16;
  localparam logic [31:0] XDMA_DOORBELL_LINE_RESET = 32'h00000000;
  /// WORD (w): The word.
  localparam int unsigned XDMA_DOORBELL_LINE_WORD_LSB = 0;
  localparam int unsigned XDMA_DOORBELL_LINE_WORD_WIDTH = 32;
  localparam logic [31:0] XDMA_DOORBELL_LINE_WORD_MASK = 32'hffffffff;

  /// Interrupts: Interrupt lines and messages, counted from the beginning of the block of front end
  /// 0 (BAR2). Size in bytes up to the last register.
  localparam int unsigned INTERRUPTS_SIZE_BYTES = 36840;

  /// Interrupts: Enables, requests and vectors of the user and channel interrupts. Channel bits:
  /// H2C channels first, C2H channels directly after the last H2C channel the card has.
  localparam logic [15:0] INTERRUPTS_IRQ_BASE = 16'h2000;

  /// Identifier. Who answers here. A channel that the card does not have reads 0, which is how
  /// software counts channels.
  localparam logic [15:0] INTERRUPTS_IRQ_IDENTIFIER_OFFSET = 16'h0000;
  localparam logic [31:0] INTERRUPTS_IRQ_IDENTIFIER_RESET = 32'h1fc00006;
  /// VERSION (r): Version of the interface; 0x06 is what current XDMA cores report.
  localparam int unsigned INTERRUPTS_IRQ_IDENTIFIER_VERSION_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_IDENTIFIER_VERSION_WIDTH = 8;
  localparam logic [31:0] INTERRUPTS_IRQ_IDENTIFIER_VERSION_MASK = 32'h000000ff;
  /// CHANNEL (r): Channel number; 0 for targets without channels.
  localparam int unsigned INTERRUPTS_IRQ_IDENTIFIER_CHANNEL_LSB = 8;
  localparam int unsigned INTERRUPTS_IRQ_IDENTIFIER_CHANNEL_WIDTH = 4;
  localparam logic [31:0] INTERRUPTS_IRQ_IDENTIFIER_CHANNEL_MASK = 32'h00000f00;
  /// STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one.
  localparam int unsigned INTERRUPTS_IRQ_IDENTIFIER_STREAM_LSB = 15;
  localparam int unsigned INTERRUPTS_IRQ_IDENTIFIER_STREAM_WIDTH = 1;
  localparam logic [31:0] INTERRUPTS_IRQ_IDENTIFIER_STREAM_MASK = 32'h00008000;
  /// TARGET (r): Target number, equal to address bits 15:12.
  localparam int unsigned INTERRUPTS_IRQ_IDENTIFIER_TARGET_LSB = 16;
  localparam int unsigned INTERRUPTS_IRQ_IDENTIFIER_TARGET_WIDTH = 4;
  localparam logic [31:0] INTERRUPTS_IRQ_IDENTIFIER_TARGET_MASK = 32'h000f0000;
  /// MAGIC (r): Fixed pattern that marks an XDMA target.
  localparam int unsigned INTERRUPTS_IRQ_IDENTIFIER_MAGIC_LSB = 20;
  localparam int unsigned INTERRUPTS_IRQ_IDENTIFIER_MAGIC_WIDTH = 12;
  localparam logic [31:0] INTERRUPTS_IRQ_IDENTIFIER_MAGIC_MASK = 32'hfff00000;

  /// User interrupt enable. Which user interrupts may send a message.
  localparam logic [15:0] INTERRUPTS_IRQ_USER_ENABLE_OFFSET = 16'h0004;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_ENABLE_RESET = 32'h00000000;
  /// ENABLE (rw): One bit per user interrupt; bits above 15 are ignored.
  localparam int unsigned INTERRUPTS_IRQ_USER_ENABLE_ENABLE_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_USER_ENABLE_ENABLE_WIDTH = 16;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_ENABLE_ENABLE_MASK = 32'h0000ffff;

  /// User interrupt enable, write 1 to set. Sets bits of USER_ENABLE. Reads as 0.
  localparam logic [15:0] INTERRUPTS_IRQ_USER_ENABLE_W1S_OFFSET = 16'h0008;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_ENABLE_W1S_RESET = 32'h00000000;
  /// BITS (w1s): Bits to set.
  localparam int unsigned INTERRUPTS_IRQ_USER_ENABLE_W1S_BITS_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_USER_ENABLE_W1S_BITS_WIDTH = 16;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_ENABLE_W1S_BITS_MASK = 32'h0000ffff;

  /// User interrupt enable, write 1 to clear. Clears bits of USER_ENABLE. Reads as 0.
  localparam logic [15:0] INTERRUPTS_IRQ_USER_ENABLE_W1C_OFFSET = 16'h000c;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_ENABLE_W1C_RESET = 32'h00000000;
  /// BITS (w1c): Bits to clear.
  localparam int unsigned INTERRUPTS_IRQ_USER_ENABLE_W1C_BITS_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_USER_ENABLE_W1C_BITS_WIDTH = 16;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_ENABLE_W1C_BITS_MASK = 32'h0000ffff;

  /// Channel interrupt enable. Which channels may send a message.
  localparam logic [15:0] INTERRUPTS_IRQ_CHANNEL_ENABLE_OFFSET = 16'h0010;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_ENABLE_RESET = 32'h00000000;
  /// ENABLE (rw): One bit per channel.
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_ENABLE_ENABLE_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_ENABLE_ENABLE_WIDTH = 8;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_ENABLE_ENABLE_MASK = 32'h000000ff;

  /// Channel interrupt enable, write 1 to set. Sets bits of CHANNEL_ENABLE. Reads as 0.
  localparam logic [15:0] INTERRUPTS_IRQ_CHANNEL_ENABLE_W1S_OFFSET = 16'h0014;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_ENABLE_W1S_RESET = 32'h00000000;
  /// BITS (w1s): Bits to set.
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_ENABLE_W1S_BITS_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_ENABLE_W1S_BITS_WIDTH = 8;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_ENABLE_W1S_BITS_MASK = 32'h000000ff;

  /// Channel interrupt enable, write 1 to clear. Clears bits of CHANNEL_ENABLE. Reads as 0.
  localparam logic [15:0] INTERRUPTS_IRQ_CHANNEL_ENABLE_W1C_OFFSET = 16'h0018;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_ENABLE_W1C_RESET = 32'h00000000;
  /// BITS (w1c): Bits to clear.
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_ENABLE_W1C_BITS_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_ENABLE_W1C_BITS_WIDTH = 8;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_ENABLE_W1C_BITS_MASK = 32'h000000ff;

  /// User interrupt request. State of the user interrupt lines, before the enable.
  localparam logic [15:0] INTERRUPTS_IRQ_USER_REQUEST_OFFSET = 16'h0040;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_REQUEST_RESET = 32'h00000000;
  /// REQUEST (r): One bit per line.
  localparam int unsigned INTERRUPTS_IRQ_USER_REQUEST_REQUEST_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_USER_REQUEST_REQUEST_WIDTH = 16;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_REQUEST_REQUEST_MASK = 32'h0000ffff;

  /// Channel interrupt request. Channels with an enabled cause, before CHANNEL_ENABLE.
  localparam logic [15:0] INTERRUPTS_IRQ_CHANNEL_REQUEST_OFFSET = 16'h0044;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_REQUEST_RESET = 32'h00000000;
  /// REQUEST (r): One bit per channel.
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_REQUEST_REQUEST_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_REQUEST_REQUEST_WIDTH = 8;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_REQUEST_REQUEST_MASK = 32'h000000ff;

  /// User interrupt pending. USER_REQUEST and USER_ENABLE.
  localparam logic [15:0] INTERRUPTS_IRQ_USER_PENDING_OFFSET = 16'h0048;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_PENDING_RESET = 32'h00000000;
  /// PENDING (r): One bit per line.
  localparam int unsigned INTERRUPTS_IRQ_USER_PENDING_PENDING_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_USER_PENDING_PENDING_WIDTH = 16;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_PENDING_PENDING_MASK = 32'h0000ffff;

  /// Channel interrupt pending. CHANNEL_REQUEST and CHANNEL_ENABLE.
  localparam logic [15:0] INTERRUPTS_IRQ_CHANNEL_PENDING_OFFSET = 16'h004c;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_PENDING_RESET = 32'h00000000;
  /// PENDING (r): One bit per channel.
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_PENDING_PENDING_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_PENDING_PENDING_WIDTH = 8;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_PENDING_PENDING_MASK = 32'h000000ff;

  /// Interrupt vectors. MSI-X vector numbers of four sources, one per byte.
  localparam logic [15:0] INTERRUPTS_IRQ_USER_VECTOR_OFFSET = 16'h0080;
  localparam int unsigned INTERRUPTS_IRQ_USER_VECTOR_STRIDE = 4;
  localparam int unsigned INTERRUPTS_IRQ_USER_VECTOR_COUNT = 4;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_VECTOR_RESET = 32'h00000000;
  /// VECTOR0 (rw): Vector of source 4n.
  localparam int unsigned INTERRUPTS_IRQ_USER_VECTOR_VECTOR0_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_USER_VECTOR_VECTOR0_WIDTH = 5;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_VECTOR_VECTOR0_MASK = 32'h0000001f;
  /// VECTOR1 (rw): Vector of source 4n+1.
  localparam int unsigned INTERRUPTS_IRQ_USER_VECTOR_VECTOR1_LSB = 8;
  localparam int unsigned INTERRUPTS_IRQ_USER_VECTOR_VECTOR1_WIDTH = 5;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_VECTOR_VECTOR1_MASK = 32'h00001f00;
  /// VECTOR2 (rw): Vector of source 4n+2.
  localparam int unsigned INTERRUPTS_IRQ_USER_VECTOR_VECTOR2_LSB = 16;
  localparam int unsigned INTERRUPTS_IRQ_USER_VECTOR_VECTOR2_WIDTH = 5;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_VECTOR_VECTOR2_MASK = 32'h001f0000;
  /// VECTOR3 (rw): Vector of source 4n+3.
  localparam int unsigned INTERRUPTS_IRQ_USER_VECTOR_VECTOR3_LSB = 24;
  localparam int unsigned INTERRUPTS_IRQ_USER_VECTOR_VECTOR3_WIDTH = 5;
  localparam logic [31:0] INTERRUPTS_IRQ_USER_VECTOR_VECTOR3_MASK = 32'h1f000000;

  /// Interrupt vectors. MSI-X vector numbers of four sources, one per byte.
  localparam logic [15:0] INTERRUPTS_IRQ_CHANNEL_VECTOR_OFFSET = 16'h00a0;
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_VECTOR_STRIDE = 4;
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_VECTOR_COUNT = 2;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_VECTOR_RESET = 32'h00000000;
  /// VECTOR0 (rw): Vector of source 4n.
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR0_LSB = 0;
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR0_WIDTH = 5;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR0_MASK = 32'h0000001f;
  /// VECTOR1 (rw): Vector of source 4n+1.
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR1_LSB = 8;
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR1_WIDTH = 5;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR1_MASK = 32'h00001f00;
  /// VECTOR2 (rw): Vector of source 4n+2.
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR2_LSB = 16;
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR2_WIDTH = 5;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR2_MASK = 32'h001f0000;
  /// VECTOR3 (rw): Vector of source 4n+3.
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR3_LSB = 24;
  localparam int unsigned INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR3_WIDTH = 5;
  localparam logic [31:0] INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR3_MASK = 32'h1f000000;

  /// MSI-X table entry: Address and data of one message (PCI Local Bus 3.0, 6.8.2.6).
  localparam logic [15:0] INTERRUPTS_MSIX_TABLE_BASE = 16'h8000;
  localparam int unsigned INTERRUPTS_MSIX_TABLE_STRIDE = 16;
  localparam int unsigned INTERRUPTS_MSIX_TABLE_COUNT = 32;

  /// Message address, low. Where the message is written; bits 31:0.
  localparam logic [15:0] INTERRUPTS_MSIX_ENTRY_ADDR_LO_OFFSET = 16'h0000;
  localparam logic [31:0] INTERRUPTS_MSIX_ENTRY_ADDR_LO_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0; the two lowest are 0.
  localparam int unsigned INTERRUPTS_MSIX_ENTRY_ADDR_LO_ADDR_LSB = 0;
  localparam int unsigned INTERRUPTS_MSIX_ENTRY_ADDR_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] INTERRUPTS_MSIX_ENTRY_ADDR_LO_ADDR_MASK = 32'hffffffff;

  /// Message address, high. Where the message is written; bits 63:32.
  localparam logic [15:0] INTERRUPTS_MSIX_ENTRY_ADDR_HI_OFFSET = 16'h0004;
  localparam logic [31:0] INTERRUPTS_MSIX_ENTRY_ADDR_HI_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned INTERRUPTS_MSIX_ENTRY_ADDR_HI_ADDR_LSB = 0;
  localparam int unsigned INTERRUPTS_MSIX_ENTRY_ADDR_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] INTERRUPTS_MSIX_ENTRY_ADDR_HI_ADDR_MASK = 32'hffffffff;

  /// Message data. What is written.
  localparam logic [15:0] INTERRUPTS_MSIX_ENTRY_DATA_OFFSET = 16'h0008;
  localparam logic [31:0] INTERRUPTS_MSIX_ENTRY_DATA_RESET = 32'h00000000;
  /// DATA (rw): The word.
  localparam int unsigned INTERRUPTS_MSIX_ENTRY_DATA_DATA_LSB = 0;
  localparam int unsigned INTERRUPTS_MSIX_ENTRY_DATA_DATA_WIDTH = 32;
  localparam logic [31:0] INTERRUPTS_MSIX_ENTRY_DATA_DATA_MASK = 32'hffffffff;

  /// Vector control. Mask bit of the vector.
  localparam logic [15:0] INTERRUPTS_MSIX_ENTRY_VECTOR_CONTROL_OFFSET = 16'h000c;
  localparam logic [31:0] INTERRUPTS_MSIX_ENTRY_VECTOR_CONTROL_RESET = 32'h00000001;
  /// MASK (rw): 1 holds messages back; they stay pending.
  localparam int unsigned INTERRUPTS_MSIX_ENTRY_VECTOR_CONTROL_MASK_LSB = 0;
  localparam int unsigned INTERRUPTS_MSIX_ENTRY_VECTOR_CONTROL_MASK_WIDTH = 1;
  localparam logic [31:0] INTERRUPTS_MSIX_ENTRY_VECTOR_CONTROL_MASK_MASK = 32'h00000001;

  /// MSI-X pending bits: Messages held back by a mask.
  localparam logic [15:0] INTERRUPTS_MSIX_PBA_BASE = 16'h8fe0;

  /// Pending, low. Vectors 0 to 31.
  localparam logic [15:0] INTERRUPTS_MSIX_PBA_PENDING_LO_OFFSET = 16'h0000;
  localparam logic [31:0] INTERRUPTS_MSIX_PBA_PENDING_LO_RESET = 32'h00000000;
  /// PENDING (r): One bit per vector.
  localparam int unsigned INTERRUPTS_MSIX_PBA_PENDING_LO_PENDING_LSB = 0;
  localparam int unsigned INTERRUPTS_MSIX_PBA_PENDING_LO_PENDING_WIDTH = 32;
  localparam logic [31:0] INTERRUPTS_MSIX_PBA_PENDING_LO_PENDING_MASK = 32'hffffffff;

  /// Pending, high. Vectors 32 to 63; this card has none of them.
  localparam logic [15:0] INTERRUPTS_MSIX_PBA_PENDING_HI_OFFSET = 16'h0004;
  localparam logic [31:0] INTERRUPTS_MSIX_PBA_PENDING_HI_RESET = 32'h00000000;
  /// PENDING (r): Always 0.
  localparam int unsigned INTERRUPTS_MSIX_PBA_PENDING_HI_PENDING_LSB = 0;
  localparam int unsigned INTERRUPTS_MSIX_PBA_PENDING_HI_PENDING_WIDTH = 32;
  localparam logic [31:0] INTERRUPTS_MSIX_PBA_PENDING_HI_PENDING_MASK = 32'hffffffff;

  /// DMA descriptor: 32 bytes in host memory, one per contiguous piece of a transfer. Size in bytes
  /// up to the last register.
  localparam int unsigned DESC_SIZE_BYTES = 32;

  /// Control word. What to do when this descriptor is finished, and how many more follow directly.
  localparam logic [15:0] DESC_CONTROL_OFFSET = 16'h0000;
  localparam logic [31:0] DESC_CONTROL_RESET = 32'had4b0000;
  /// STOP (rw): Stop the engine after this descriptor.
  localparam int unsigned DESC_CONTROL_STOP_LSB = 0;
  localparam int unsigned DESC_CONTROL_STOP_WIDTH = 1;
  localparam logic [31:0] DESC_CONTROL_STOP_MASK = 32'h00000001;
  /// COMPLETED (rw): Count, write back and (if enabled) interrupt when finished.
  localparam int unsigned DESC_CONTROL_COMPLETED_LSB = 1;
  localparam int unsigned DESC_CONTROL_COMPLETED_WIDTH = 1;
  localparam logic [31:0] DESC_CONTROL_COMPLETED_MASK = 32'h00000002;
  /// EOP (rw): H2C stream: the last byte ends a packet.
  localparam int unsigned DESC_CONTROL_EOP_LSB = 4;
  localparam int unsigned DESC_CONTROL_EOP_WIDTH = 1;
  localparam logic [31:0] DESC_CONTROL_EOP_MASK = 32'h00000010;
  /// STOP_AT_EOP (rw): C2H stream: if a packet ends in this descriptor, end the run as if STOP and
  /// COMPLETED were set. Not part of the XDMA format.
  localparam int unsigned DESC_CONTROL_STOP_AT_EOP_LSB = 5;
  localparam int unsigned DESC_CONTROL_STOP_AT_EOP_WIDTH = 1;
  localparam logic [31:0] DESC_CONTROL_STOP_AT_EOP_MASK = 32'h00000020;
  /// NEXT_ADJACENT (rw): Descriptors adjacent to the next one: a hint for the fetcher, 0 to 63.
  localparam int unsigned DESC_CONTROL_NEXT_ADJACENT_LSB = 8;
  localparam int unsigned DESC_CONTROL_NEXT_ADJACENT_WIDTH = 6;
  localparam logic [31:0] DESC_CONTROL_NEXT_ADJACENT_MASK = 32'h00003f00;
  /// MAGIC (rw): Marks a descriptor; anything else halts the engine with magic_stopped.
  localparam int unsigned DESC_CONTROL_MAGIC_LSB = 16;
  localparam int unsigned DESC_CONTROL_MAGIC_WIDTH = 16;
  localparam logic [31:0] DESC_CONTROL_MAGIC_MASK = 32'hffff0000;

  /// Length. Bytes to move.
  localparam logic [15:0] DESC_LENGTH_OFFSET = 16'h0004;
  localparam logic [31:0] DESC_LENGTH_RESET = 32'h00000000;
  /// BYTES (rw): Bytes, up to 2^28 - 1.
  localparam int unsigned DESC_LENGTH_BYTES_LSB = 0;
  localparam int unsigned DESC_LENGTH_BYTES_WIDTH = 28;
  localparam logic [31:0] DESC_LENGTH_BYTES_MASK = 32'h0fffffff;

  /// Source address, low. Host address (H2C), card address (C2H memory-mapped), or host address of
  /// the result (C2H stream); bits 31:0.
  localparam logic [15:0] DESC_SRC_LO_OFFSET = 16'h0008;
  localparam logic [31:0] DESC_SRC_LO_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0.
  localparam int unsigned DESC_SRC_LO_ADDR_LSB = 0;
  localparam int unsigned DESC_SRC_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] DESC_SRC_LO_ADDR_MASK = 32'hffffffff;

  /// Source address, high. Bits 63:32 of the source address.
  localparam logic [15:0] DESC_SRC_HI_OFFSET = 16'h000c;
  localparam logic [31:0] DESC_SRC_HI_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned DESC_SRC_HI_ADDR_LSB = 0;
  localparam int unsigned DESC_SRC_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] DESC_SRC_HI_ADDR_MASK = 32'hffffffff;

  /// Destination address, low. Card address (H2C memory-mapped) or host address (C2H); bits 31:0.
  /// Ignored by H2C streams.
  localparam logic [15:0] DESC_DST_LO_OFFSET = 16'h0010;
  localparam logic [31:0] DESC_DST_LO_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0.
  localparam int unsigned DESC_DST_LO_ADDR_LSB = 0;
  localparam int unsigned DESC_DST_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] DESC_DST_LO_ADDR_MASK = 32'hffffffff;

  /// Destination address, high. Bits 63:32 of the destination address.
  localparam logic [15:0] DESC_DST_HI_OFFSET = 16'h0014;
  localparam logic [31:0] DESC_DST_HI_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned DESC_DST_HI_ADDR_LSB = 0;
  localparam int unsigned DESC_DST_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] DESC_DST_HI_ADDR_MASK = 32'hffffffff;

  /// Next descriptor, low. Host address of the next descriptor; bits 31:0.
  localparam logic [15:0] DESC_NEXT_LO_OFFSET = 16'h0018;
  localparam logic [31:0] DESC_NEXT_LO_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0.
  localparam int unsigned DESC_NEXT_LO_ADDR_LSB = 0;
  localparam int unsigned DESC_NEXT_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] DESC_NEXT_LO_ADDR_MASK = 32'hffffffff;

  /// Next descriptor, high. Bits 63:32 of the next descriptor's address.
  localparam logic [15:0] DESC_NEXT_HI_OFFSET = 16'h001c;
  localparam logic [31:0] DESC_NEXT_HI_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned DESC_NEXT_HI_ADDR_LSB = 0;
  localparam int unsigned DESC_NEXT_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] DESC_NEXT_HI_ADDR_MASK = 32'hffffffff;

  /// C2H stream result: 8 bytes that the engine writes to host memory for each descriptor of a C2H
  /// stream. Size in bytes up to the last register.
  localparam int unsigned C2H_RESULT_SIZE_BYTES = 8;

  /// Status. Marks the result as written.
  localparam logic [15:0] C2H_RESULT_STATUS_OFFSET = 16'h0000;
  localparam logic [31:0] C2H_RESULT_STATUS_RESET = 32'h52b40000;
  /// EOP (r): The packet ended in this descriptor.
  localparam int unsigned C2H_RESULT_STATUS_EOP_LSB = 0;
  localparam int unsigned C2H_RESULT_STATUS_EOP_WIDTH = 1;
  localparam logic [31:0] C2H_RESULT_STATUS_EOP_MASK = 32'h00000001;
  /// MAGIC (r): Fixed pattern of a written result.
  localparam int unsigned C2H_RESULT_STATUS_MAGIC_LSB = 16;
  localparam int unsigned C2H_RESULT_STATUS_MAGIC_WIDTH = 16;
  localparam logic [31:0] C2H_RESULT_STATUS_MAGIC_MASK = 32'hffff0000;

  /// Length. How much arrived.
  localparam logic [15:0] C2H_RESULT_LENGTH_OFFSET = 16'h0004;
  localparam logic [31:0] C2H_RESULT_LENGTH_RESET = 32'h00000000;
  /// BYTES (r): Bytes written to the descriptor's destination.
  localparam int unsigned C2H_RESULT_LENGTH_BYTES_LSB = 0;
  localparam int unsigned C2H_RESULT_LENGTH_BYTES_WIDTH = 32;
  localparam logic [31:0] C2H_RESULT_LENGTH_BYTES_MASK = 32'hffffffff;

  /// Poll-mode write-back: The word that the engine writes to host memory in poll mode. Size in
  /// bytes up to the last register.
  localparam int unsigned POLL_WB_SIZE_BYTES = 4;

  /// Write-back word. Progress of the current run.
  localparam logic [15:0] POLL_WB_WORD_OFFSET = 16'h0000;
  localparam logic [31:0] POLL_WB_WORD_RESET = 32'h00000000;
  /// COUNT (r): Descriptors completed since the run started.
  localparam int unsigned POLL_WB_WORD_COUNT_LSB = 0;
  localparam int unsigned POLL_WB_WORD_COUNT_WIDTH = 24;
  localparam logic [31:0] POLL_WB_WORD_COUNT_MASK = 32'h00ffffff;
  /// ERROR (r): Some error bit of the channel's status is set.
  localparam int unsigned POLL_WB_WORD_ERROR_LSB = 31;
  localparam int unsigned POLL_WB_WORD_ERROR_WIDTH = 1;
  localparam logic [31:0] POLL_WB_WORD_ERROR_MASK = 32'h80000000;

  /// Descriptor of a batch: 32 bytes in registered memory, one for each transfer of a list that one
  /// line of a portal starts. Addresses are slot addresses. Size in bytes up to the last register.
  localparam int unsigned BATCH_DESC_SIZE_BYTES = 32;

  /// Source, low. Where from; bits 31:0.
  localparam logic [15:0] BATCH_DESC_SRC_LO_OFFSET = 16'h0000;
  localparam logic [31:0] BATCH_DESC_SRC_LO_RESET = 32'h00000000;
  /// ADDR (rw): Bits 31:0.
  localparam int unsigned BATCH_DESC_SRC_LO_ADDR_LSB = 0;
  localparam int unsigned BATCH_DESC_SRC_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] BATCH_DESC_SRC_LO_ADDR_MASK = 32'hffffffff;

  /// Source, high. Where from; bits 63:32.
  localparam logic [15:0] BATCH_DESC_SRC_HI_OFFSET = 16'h0004;
  localparam logic [31:0] BATCH_DESC_SRC_HI_RESET = 32'h00000000;
  /// ADDR (rw): Bits 63:32; an address with one of bits 63:48 is in no slot.
  localparam int unsigned BATCH_DESC_SRC_HI_ADDR_LSB = 0;
  localparam int unsigned BATCH_DESC_SRC_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] BATCH_DESC_SRC_HI_ADDR_MASK = 32'hffffffff;

  /// Destination, low. Where to; bits 31:0.
  localparam logic [15:0] BATCH_DESC_DST_LO_OFFSET = 16'h0008;
  localparam logic [31:0] BATCH_DESC_DST_LO_RESET = 32'h00000000;
  /// ADDR (rw): Bits 31:0.
  localparam int unsigned BATCH_DESC_DST_LO_ADDR_LSB = 0;
  localparam int unsigned BATCH_DESC_DST_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] BATCH_DESC_DST_LO_ADDR_MASK = 32'hffffffff;

  /// Destination, high. Where to; bits 63:32.
  localparam logic [15:0] BATCH_DESC_DST_HI_OFFSET = 16'h000c;
  localparam logic [31:0] BATCH_DESC_DST_HI_RESET = 32'h00000000;
  /// ADDR (rw): Bits 63:32; an address with one of bits 63:48 is in no slot.
  localparam int unsigned BATCH_DESC_DST_HI_ADDR_LSB = 0;
  localparam int unsigned BATCH_DESC_DST_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] BATCH_DESC_DST_HI_ADDR_MASK = 32'hffffffff;

  /// Record, low. Where the completion record of this transfer goes; bits 31:0.
  localparam logic [15:0] BATCH_DESC_RECORD_LO_OFFSET = 16'h0010;
  localparam logic [31:0] BATCH_DESC_RECORD_LO_RESET = 32'h00000000;
  /// ADDR (rw): Bits 31:0, a multiple of 8.
  localparam int unsigned BATCH_DESC_RECORD_LO_ADDR_LSB = 0;
  localparam int unsigned BATCH_DESC_RECORD_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] BATCH_DESC_RECORD_LO_ADDR_MASK = 32'hffffffff;

  /// Record, high. Where the completion record of this transfer goes, and whether one is wanted.
  localparam logic [15:0] BATCH_DESC_RECORD_HI_OFFSET = 16'h0014;
  localparam logic [31:0] BATCH_DESC_RECORD_HI_RESET = 32'h00000000;
  /// ADDR (rw): Bits 62:32; an address with one of bits 62:48 is in no slot.
  localparam int unsigned BATCH_DESC_RECORD_HI_ADDR_LSB = 0;
  localparam int unsigned BATCH_DESC_RECORD_HI_ADDR_WIDTH = 31;
  localparam logic [31:0] BATCH_DESC_RECORD_HI_ADDR_MASK = 32'h7fffffff;
  /// WANTED (rw): A completion record is to be written.
  localparam int unsigned BATCH_DESC_RECORD_HI_WANTED_LSB = 31;
  localparam int unsigned BATCH_DESC_RECORD_HI_WANTED_WIDTH = 1;
  localparam logic [31:0] BATCH_DESC_RECORD_HI_WANTED_MASK = 32'h80000000;

  /// Length. How much.
  localparam logic [15:0] BATCH_DESC_LENGTH_OFFSET = 16'h0018;
  localparam logic [31:0] BATCH_DESC_LENGTH_RESET = 32'h00000000;
  /// BYTES (rw): Bytes.
  localparam int unsigned BATCH_DESC_LENGTH_BYTES_LSB = 0;
  localparam int unsigned BATCH_DESC_LENGTH_BYTES_WIDTH = 32;
  localparam logic [31:0] BATCH_DESC_LENGTH_BYTES_MASK = 32'hffffffff;

  /// Cookie. Comes back in the upper half of the record.
  localparam logic [15:0] BATCH_DESC_COOKIE_OFFSET = 16'h001c;
  localparam logic [31:0] BATCH_DESC_COOKIE_RESET = 32'h00000000;
  /// NUMBER (rw): Any number.
  localparam int unsigned BATCH_DESC_COOKIE_NUMBER_LSB = 0;
  localparam int unsigned BATCH_DESC_COOKIE_NUMBER_WIDTH = 32;
  localparam logic [31:0] BATCH_DESC_COOKIE_NUMBER_MASK = 32'hffffffff;

  /// Record of a batch: 8 bytes that are written when all transfers of a list are over and their
  /// own records are acknowledged. Size in bytes up to the last register.
  localparam int unsigned BATCH_RECORD_SIZE_BYTES = 8;

  /// Result. How it went.
  localparam logic [15:0] BATCH_RECORD_RESULT_OFFSET = 16'h0000;
  localparam logic [31:0] BATCH_RECORD_RESULT_RESET = 32'h00000000;
  /// REASON (r): Why the first of them, by its place in the list, did not end well (BAD_HI.REASON);
  /// 0: all did. Of a line that was refused, why.
  localparam int unsigned BATCH_RECORD_RESULT_REASON_LSB = 0;
  localparam int unsigned BATCH_RECORD_RESULT_REASON_WIDTH = 8;
  localparam logic [31:0] BATCH_RECORD_RESULT_REASON_MASK = 32'h000000ff;
  /// FIRST (r): Number of that one, from 0 on; 0 if all ended well.
  localparam int unsigned BATCH_RECORD_RESULT_FIRST_LSB = 8;
  localparam int unsigned BATCH_RECORD_RESULT_FIRST_WIDTH = 8;
  localparam logic [31:0] BATCH_RECORD_RESULT_FIRST_MASK = 32'h0000ff00;
  /// GOOD (r): How many ended well.
  localparam int unsigned BATCH_RECORD_RESULT_GOOD_LSB = 16;
  localparam int unsigned BATCH_RECORD_RESULT_GOOD_WIDTH = 16;
  localparam logic [31:0] BATCH_RECORD_RESULT_GOOD_MASK = 32'hffff0000;

  /// Cookie. That of the line.
  localparam logic [15:0] BATCH_RECORD_COOKIE_OFFSET = 16'h0004;
  localparam logic [31:0] BATCH_RECORD_COOKIE_RESET = 32'h00000000;
  /// NUMBER (r): Any number.
  localparam int unsigned BATCH_RECORD_COOKIE_NUMBER_LSB = 0;
  localparam int unsigned BATCH_RECORD_COOKIE_NUMBER_WIDTH = 32;
  localparam logic [31:0] BATCH_RECORD_COOKIE_NUMBER_MASK = 32'hffffffff;

  /// Record of a buffer: 32 bytes that a channel of the AXI DMA map writes to its ring for each
  /// finished buffer, when its data are there. The sequence comes last. Of a buffer that was sent
  /// there is no time, no loss and no end of a packet to tell. Size in bytes up to the last
  /// register.
  localparam int unsigned S2MM_RECORD_SIZE_BYTES = 32;

  /// Stamp, low. Time of the buffer's first sample.
  localparam logic [15:0] S2MM_RECORD_STAMP_LO_OFFSET = 16'h0000;
  localparam logic [31:0] S2MM_RECORD_STAMP_LO_RESET = 32'h00000000;
  /// TIME (r): Bits 31:0.
  localparam int unsigned S2MM_RECORD_STAMP_LO_TIME_LSB = 0;
  localparam int unsigned S2MM_RECORD_STAMP_LO_TIME_WIDTH = 32;
  localparam logic [31:0] S2MM_RECORD_STAMP_LO_TIME_MASK = 32'hffffffff;

  /// Stamp, high. Time of the buffer's first sample.
  localparam logic [15:0] S2MM_RECORD_STAMP_HI_OFFSET = 16'h0004;
  localparam logic [31:0] S2MM_RECORD_STAMP_HI_RESET = 32'h00000000;
  /// TIME (r): Bits 63:32.
  localparam int unsigned S2MM_RECORD_STAMP_HI_TIME_LSB = 0;
  localparam int unsigned S2MM_RECORD_STAMP_HI_TIME_WIDTH = 32;
  localparam logic [31:0] S2MM_RECORD_STAMP_HI_TIME_MASK = 32'hffffffff;

  /// Lost, low. Samples lost ahead of the packets that begin in the buffer.
  localparam logic [15:0] S2MM_RECORD_LOST_LO_OFFSET = 16'h0008;
  localparam logic [31:0] S2MM_RECORD_LOST_LO_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 31:0.
  localparam int unsigned S2MM_RECORD_LOST_LO_SAMPLES_LSB = 0;
  localparam int unsigned S2MM_RECORD_LOST_LO_SAMPLES_WIDTH = 32;
  localparam logic [31:0] S2MM_RECORD_LOST_LO_SAMPLES_MASK = 32'hffffffff;

  /// Lost, high. The rest of it, and how the buffer ended.
  localparam logic [15:0] S2MM_RECORD_LOST_HI_OFFSET = 16'h000c;
  localparam logic [31:0] S2MM_RECORD_LOST_HI_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 47:32.
  localparam int unsigned S2MM_RECORD_LOST_HI_SAMPLES_LSB = 0;
  localparam int unsigned S2MM_RECORD_LOST_HI_SAMPLES_WIDTH = 16;
  localparam logic [31:0] S2MM_RECORD_LOST_HI_SAMPLES_MASK = 32'h0000ffff;
  /// EOP (r): A packet ended with its last byte.
  localparam int unsigned S2MM_RECORD_LOST_HI_EOP_LSB = 16;
  localparam int unsigned S2MM_RECORD_LOST_HI_EOP_WIDTH = 1;
  localparam logic [31:0] S2MM_RECORD_LOST_HI_EOP_MASK = 32'h00010000;
  /// EOB (r): A burst did.
  localparam int unsigned S2MM_RECORD_LOST_HI_EOB_LSB = 17;
  localparam int unsigned S2MM_RECORD_LOST_HI_EOB_WIDTH = 1;
  localparam logic [31:0] S2MM_RECORD_LOST_HI_EOB_MASK = 32'h00020000;
  /// OVERRUN (r): Samples were lost behind it.
  localparam int unsigned S2MM_RECORD_LOST_HI_OVERRUN_LSB = 18;
  localparam int unsigned S2MM_RECORD_LOST_HI_OVERRUN_WIDTH = 1;
  localparam logic [31:0] S2MM_RECORD_LOST_HI_OVERRUN_MASK = 32'h00040000;
  /// STOPPED (r): It was cut short: stopped, or by an error.
  localparam int unsigned S2MM_RECORD_LOST_HI_STOPPED_LSB = 19;
  localparam int unsigned S2MM_RECORD_LOST_HI_STOPPED_WIDTH = 1;
  localparam logic [31:0] S2MM_RECORD_LOST_HI_STOPPED_MASK = 32'h00080000;

  /// Buffer, low. Where the buffer is.
  localparam logic [15:0] S2MM_RECORD_BUFFER_LO_OFFSET = 16'h0010;
  localparam logic [31:0] S2MM_RECORD_BUFFER_LO_RESET = 32'h00000000;
  /// ADDR (r): Address bits 31:0.
  localparam int unsigned S2MM_RECORD_BUFFER_LO_ADDR_LSB = 0;
  localparam int unsigned S2MM_RECORD_BUFFER_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] S2MM_RECORD_BUFFER_LO_ADDR_MASK = 32'hffffffff;

  /// Buffer, high. Where the buffer is.
  localparam logic [15:0] S2MM_RECORD_BUFFER_HI_OFFSET = 16'h0014;
  localparam logic [31:0] S2MM_RECORD_BUFFER_HI_RESET = 32'h00000000;
  /// ADDR (r): Address bits 63:32.
  localparam int unsigned S2MM_RECORD_BUFFER_HI_ADDR_LSB = 0;
  localparam int unsigned S2MM_RECORD_BUFFER_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] S2MM_RECORD_BUFFER_HI_ADDR_MASK = 32'hffffffff;

  /// Bytes. How much is in it.
  localparam logic [15:0] S2MM_RECORD_BYTES_OFFSET = 16'h0018;
  localparam logic [31:0] S2MM_RECORD_BYTES_RESET = 32'h00000000;
  /// COUNT (r): Bytes.
  localparam int unsigned S2MM_RECORD_BYTES_COUNT_LSB = 0;
  localparam int unsigned S2MM_RECORD_BYTES_COUNT_WIDTH = 32;
  localparam logic [31:0] S2MM_RECORD_BYTES_COUNT_MASK = 32'hffffffff;

  /// Sequence. Which one it is.
  localparam logic [15:0] S2MM_RECORD_SEQUENCE_OFFSET = 16'h001c;
  localparam logic [31:0] S2MM_RECORD_SEQUENCE_RESET = 32'h00000000;
  /// NUMBER (r): Number of the buffer, from 1 on.
  localparam int unsigned S2MM_RECORD_SEQUENCE_NUMBER_LSB = 0;
  localparam int unsigned S2MM_RECORD_SEQUENCE_NUMBER_WIDTH = 32;
  localparam logic [31:0] S2MM_RECORD_SEQUENCE_NUMBER_MASK = 32'hffffffff;

  /// User registers: The card's own registers (BAR0). Addresses that are not described read 0;
  /// they, and writes to registers that cannot be written, are answered with an error that the card
  /// counts. Size in bytes up to the last register.
  localparam int unsigned USER_SIZE_BYTES = 8704;
  /// Feature: Identity, counters of the platform, last bad addresses, and the chain of features.
  localparam logic [31:0] USER_PLATFORM_IDENTITY = 32'h00000001;
  /// Feature: Registers of the stream ports.
  localparam logic [31:0] USER_PLATFORM_STREAM_PORTS = 32'h00000002;
  /// Feature: Enables and vectors of the interrupt lines; the table of messages is where PCI says.
  localparam logic [31:0] USER_PLATFORM_INTERRUPTS = 32'h00000003;
  /// Feature: DMA channels with the XDMA register map.
  localparam logic [31:0] USER_FRONT_END_XDMA = 32'h00000001;
  /// Feature: One copy at a time, by physical address.
  localparam logic [31:0] USER_FRONT_END_COPY = 32'h00000002;
  /// Feature: Transfers that programs start without the kernel, by one of ten schemes.
  localparam logic [31:0] USER_FRONT_END_UDMA = 32'h00000003;
  /// Feature: A stream into buffers of host memory, with the S2MM registers of an AXI DMA.
  localparam logic [31:0] USER_FRONT_END_S2MM = 32'h00000004;
  /// Feature: Buffers of host memory into a stream, with the MM2S registers of an AXI DMA.
  localparam logic [31:0] USER_FRONT_END_MM2S = 32'h00000005;
  /// Feature: Fault injection, on simulated cards only.
  localparam logic [31:0] USER_PLATFORM_FAULTS = 32'h00000004;

  /// Identity: What card this is and how it was built. All values are fixed for a build, except the
  /// cycle counter.
  localparam logic [15:0] USER_STATUS_BASE = 16'h0000;

  /// Magic. Marks a Forebay card.
  localparam logic [15:0] USER_STATUS_MAGIC_OFFSET = 16'h0000;
  localparam logic [31:0] USER_STATUS_MAGIC_RESET = 32'h59414246;
  /// VALUE (r): The letters FBAY, first letter in the lowest byte.
  localparam int unsigned USER_STATUS_MAGIC_VALUE_LSB = 0;
  localparam int unsigned USER_STATUS_MAGIC_VALUE_WIDTH = 32;
  localparam logic [31:0] USER_STATUS_MAGIC_VALUE_MASK = 32'hffffffff;

  /// Register version. Version of this register map; a new major number breaks software.
  localparam logic [15:0] USER_STATUS_VERSION_OFFSET = 16'h0004;
  localparam logic [31:0] USER_STATUS_VERSION_RESET = 32'h00000100;
  /// PATCH (r): Compatible fixes.
  localparam int unsigned USER_STATUS_VERSION_PATCH_LSB = 0;
  localparam int unsigned USER_STATUS_VERSION_PATCH_WIDTH = 8;
  localparam logic [31:0] USER_STATUS_VERSION_PATCH_MASK = 32'h000000ff;
  /// MINOR (r): Compatible additions.
  localparam int unsigned USER_STATUS_VERSION_MINOR_LSB = 8;
  localparam int unsigned USER_STATUS_VERSION_MINOR_WIDTH = 8;
  localparam logic [31:0] USER_STATUS_VERSION_MINOR_MASK = 32'h0000ff00;
  /// MAJOR (r): Breaking changes.
  localparam int unsigned USER_STATUS_VERSION_MAJOR_LSB = 16;
  localparam int unsigned USER_STATUS_VERSION_MAJOR_WIDTH = 16;
  localparam logic [31:0] USER_STATUS_VERSION_MAJOR_MASK = 32'hffff0000;

  /// Card kind. Which datapath is inside, and what a cycle is worth.
  localparam logic [15:0] USER_STATUS_CARD_KIND_OFFSET = 16'h0008;
  localparam logic [31:0] USER_STATUS_CARD_KIND_RESET = 32'h00000000;
  /// KIND (r): The datapath.
  localparam int unsigned USER_STATUS_CARD_KIND_KIND_LSB = 0;
  localparam int unsigned USER_STATUS_CARD_KIND_KIND_WIDTH = 8;
  localparam logic [31:0] USER_STATUS_CARD_KIND_KIND_MASK = 32'h000000ff;
  /// Each H2C stream comes back on the C2H stream of the same number.
  localparam int unsigned USER_STATUS_CARD_KIND_KIND_LOOPBACK = 1;
  /// Takes streams at a programmable rate and counts what they lack.
  localparam int unsigned USER_STATUS_CARD_KIND_KIND_SINK = 3;
  /// Samples at a rate, each with its time, where a radio has its converters.
  localparam int unsigned USER_STATUS_CARD_KIND_KIND_SOURCE = 4;
  /// Multi-scalar multiplication on BLS12-377 G1 by one to three adders, a sum for each window.
  localparam int unsigned USER_STATUS_CARD_KIND_KIND_MSM = 5;
  /// MODELLED (r): Cycles, and counts of cycles, come from a model: this is not the RTL, and what
  /// it says of time says nothing of a card.
  localparam int unsigned USER_STATUS_CARD_KIND_MODELLED_LSB = 8;
  localparam int unsigned USER_STATUS_CARD_KIND_MODELLED_WIDTH = 1;
  localparam logic [31:0] USER_STATUS_CARD_KIND_MODELLED_MASK = 32'h00000100;

  /// Channels. DMA channels of this build.
  localparam logic [15:0] USER_STATUS_CHANNELS_OFFSET = 16'h000c;
  localparam logic [31:0] USER_STATUS_CHANNELS_RESET = 32'h00000000;
  /// NUM_H2C (r): Number of H2C channels.
  localparam int unsigned USER_STATUS_CHANNELS_NUM_H2C_LSB = 0;
  localparam int unsigned USER_STATUS_CHANNELS_NUM_H2C_WIDTH = 4;
  localparam logic [31:0] USER_STATUS_CHANNELS_NUM_H2C_MASK = 32'h0000000f;
  /// NUM_C2H (r): Number of C2H channels.
  localparam int unsigned USER_STATUS_CHANNELS_NUM_C2H_LSB = 4;
  localparam int unsigned USER_STATUS_CHANNELS_NUM_C2H_WIDTH = 4;
  localparam logic [31:0] USER_STATUS_CHANNELS_NUM_C2H_MASK = 32'h000000f0;
  /// H2C_STREAM (r): Bit n: H2C channel n is a stream.
  localparam int unsigned USER_STATUS_CHANNELS_H2C_STREAM_LSB = 16;
  localparam int unsigned USER_STATUS_CHANNELS_H2C_STREAM_WIDTH = 4;
  localparam logic [31:0] USER_STATUS_CHANNELS_H2C_STREAM_MASK = 32'h000f0000;
  /// C2H_STREAM (r): Bit n: C2H channel n is a stream.
  localparam int unsigned USER_STATUS_CHANNELS_C2H_STREAM_LSB = 20;
  localparam int unsigned USER_STATUS_CHANNELS_C2H_STREAM_WIDTH = 4;
  localparam logic [31:0] USER_STATUS_CHANNELS_C2H_STREAM_MASK = 32'h00f00000;
  /// SHARED_PATH (r): What the H2C channels write to the card goes over one path, in order: a burst
  /// that finds no room in a stream port holds up those of every channel behind it. Otherwise it
  /// holds up its own channel only.
  localparam int unsigned USER_STATUS_CHANNELS_SHARED_PATH_LSB = 24;
  localparam int unsigned USER_STATUS_CHANNELS_SHARED_PATH_WIDTH = 1;
  localparam logic [31:0] USER_STATUS_CHANNELS_SHARED_PATH_MASK = 32'h01000000;

  /// Clock. Frequency of the card clock.
  localparam logic [15:0] USER_STATUS_CLOCK_KHZ_OFFSET = 16'h0010;
  localparam logic [31:0] USER_STATUS_CLOCK_KHZ_RESET = 32'h00000000;
  /// KHZ (r): In kHz.
  localparam int unsigned USER_STATUS_CLOCK_KHZ_KHZ_LSB = 0;
  localparam int unsigned USER_STATUS_CLOCK_KHZ_KHZ_WIDTH = 32;
  localparam logic [31:0] USER_STATUS_CLOCK_KHZ_KHZ_MASK = 32'hffffffff;

  /// Card memory. Size of the card memory at card address 0.
  localparam logic [15:0] USER_STATUS_MEM_BYTES_OFFSET = 16'h0014;
  localparam logic [31:0] USER_STATUS_MEM_BYTES_RESET = 32'h00000000;
  /// BYTES (r): In bytes.
  localparam int unsigned USER_STATUS_MEM_BYTES_BYTES_LSB = 0;
  localparam int unsigned USER_STATUS_MEM_BYTES_BYTES_WIDTH = 32;
  localparam logic [31:0] USER_STATUS_MEM_BYTES_BYTES_MASK = 32'hffffffff;

  /// Stream ports. Stream ports of this build.
  localparam logic [15:0] USER_STATUS_NUM_STREAM_PORTS_OFFSET = 16'h0018;
  localparam logic [31:0] USER_STATUS_NUM_STREAM_PORTS_RESET = 32'h00000000;
  /// COUNT (r): How many.
  localparam int unsigned USER_STATUS_NUM_STREAM_PORTS_COUNT_LSB = 0;
  localparam int unsigned USER_STATUS_NUM_STREAM_PORTS_COUNT_WIDTH = 8;
  localparam logic [31:0] USER_STATUS_NUM_STREAM_PORTS_COUNT_MASK = 32'h000000ff;

  /// Cycles, low. Free-running count of card clock cycles since reset. Reading it holds the upper
  /// half for CYCLES_HI.
  localparam logic [15:0] USER_STATUS_CYCLES_LO_OFFSET = 16'h0020;
  localparam logic [31:0] USER_STATUS_CYCLES_LO_RESET = 32'h00000000;
  /// COUNT (r): Bits 31:0.
  localparam int unsigned USER_STATUS_CYCLES_LO_COUNT_LSB = 0;
  localparam int unsigned USER_STATUS_CYCLES_LO_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_STATUS_CYCLES_LO_COUNT_MASK = 32'hffffffff;

  /// Cycles, high. Upper half as it was when a low half was last read.
  localparam logic [15:0] USER_STATUS_CYCLES_HI_OFFSET = 16'h0024;
  localparam logic [31:0] USER_STATUS_CYCLES_HI_RESET = 32'h00000000;
  /// COUNT (r): Bits 63:32.
  localparam int unsigned USER_STATUS_CYCLES_HI_COUNT_LSB = 0;
  localparam int unsigned USER_STATUS_CYCLES_HI_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_STATUS_CYCLES_HI_COUNT_MASK = 32'hffffffff;

  /// Last bad addresses: The address of the most recent error of each kind; 0 if none since the
  /// last clear. Reading a low half holds the upper half for the matching high register.
  localparam logic [15:0] USER_LAST_BAD_BASE = 16'h0040;

  /// Host address, low. Last host address that was refused; bits 31:0.
  localparam logic [15:0] USER_LAST_BAD_HOST_LO_OFFSET = 16'h0000;
  localparam logic [31:0] USER_LAST_BAD_HOST_LO_RESET = 32'h00000000;
  /// ADDR (r): Address bits 31:0.
  localparam int unsigned USER_LAST_BAD_HOST_LO_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_HOST_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_HOST_LO_ADDR_MASK = 32'hffffffff;

  /// Host address, high. Last host address that was refused; bits 63:32.
  localparam logic [15:0] USER_LAST_BAD_HOST_HI_OFFSET = 16'h0004;
  localparam logic [31:0] USER_LAST_BAD_HOST_HI_RESET = 32'h00000000;
  /// ADDR (r): Address bits 63:32.
  localparam int unsigned USER_LAST_BAD_HOST_HI_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_HOST_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_HOST_HI_ADDR_MASK = 32'hffffffff;

  /// Card address, low. Last card address that was refused; bits 31:0.
  localparam logic [15:0] USER_LAST_BAD_CARD_LO_OFFSET = 16'h0008;
  localparam logic [31:0] USER_LAST_BAD_CARD_LO_RESET = 32'h00000000;
  /// ADDR (r): Address bits 31:0.
  localparam int unsigned USER_LAST_BAD_CARD_LO_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_CARD_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_CARD_LO_ADDR_MASK = 32'hffffffff;

  /// Card address, high. Last card address that was refused; bits 63:32.
  localparam logic [15:0] USER_LAST_BAD_CARD_HI_OFFSET = 16'h000c;
  localparam logic [31:0] USER_LAST_BAD_CARD_HI_RESET = 32'h00000000;
  /// ADDR (r): Address bits 63:32.
  localparam int unsigned USER_LAST_BAD_CARD_HI_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_CARD_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_CARD_HI_ADDR_MASK = 32'hffffffff;

  /// Register address, low. Last register access that was refused; bits 31:0.
  localparam logic [15:0] USER_LAST_BAD_MMIO_LO_OFFSET = 16'h0010;
  localparam logic [31:0] USER_LAST_BAD_MMIO_LO_RESET = 32'h00000000;
  /// ADDR (r): Offset bits 31:0.
  localparam int unsigned USER_LAST_BAD_MMIO_LO_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_MMIO_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_MMIO_LO_ADDR_MASK = 32'hffffffff;

  /// Register address, high. Last register access that was refused; bits 63:32.
  localparam logic [15:0] USER_LAST_BAD_MMIO_HI_OFFSET = 16'h0014;
  localparam logic [31:0] USER_LAST_BAD_MMIO_HI_RESET = 32'h00000000;
  /// ADDR (r): Offset bits 35:32 in 3:0, BAR number in 6:4.
  localparam int unsigned USER_LAST_BAD_MMIO_HI_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_MMIO_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_MMIO_HI_ADDR_MASK = 32'hffffffff;

  /// Counters: 48-bit event counters that stop at their end. Read LO first: it holds the upper bits
  /// for HI. Indices without a name read 0.
  localparam logic [15:0] USER_COUNTER_BASE = 16'h0100;
  localparam int unsigned USER_COUNTER_STRIDE = 8;
  localparam int unsigned USER_COUNTER_COUNT = 48;
  /// Data beats that H2C movers took from the host side. What goes from host memory to host memory
  /// is in neither of these two.
  localparam int unsigned USER_COUNTER_H2C_BEATS_INDEX = 0;
  /// Data beats written to the host side.
  localparam int unsigned USER_COUNTER_C2H_BEATS_INDEX = 1;
  /// Read bursts issued to the host side.
  localparam int unsigned USER_COUNTER_HOST_READS_INDEX = 2;
  /// Write bursts issued to the host side.
  localparam int unsigned USER_COUNTER_HOST_WRITES_INDEX = 3;
  /// Descriptors finished.
  localparam int unsigned USER_COUNTER_DESC_DONE_INDEX = 4;
  /// Error responses from the host side; the address is in LAST_BAD.HOST.
  localparam int unsigned USER_COUNTER_HOST_ERRORS_INDEX = 5;
  /// Error responses from the card side; the address is in LAST_BAD.CARD.
  localparam int unsigned USER_COUNTER_CARD_ERRORS_INDEX = 6;
  /// Cycles in which an H2C mover had bytes to ask for and no room to put them.
  localparam int unsigned USER_COUNTER_NO_ROOM_CYCLES_INDEX = 7;
  /// MSI-X messages sent.
  localparam int unsigned USER_COUNTER_MESSAGES_INDEX = 8;
  /// Reads through BARs.
  localparam int unsigned USER_COUNTER_MMIO_READS_INDEX = 9;
  /// Writes through BARs.
  localparam int unsigned USER_COUNTER_MMIO_WRITES_INDEX = 10;
  /// Accesses through BARs answered with an error; the address is in LAST_BAD.MMIO.
  localparam int unsigned USER_COUNTER_MMIO_ERRORS_INDEX = 11;
  /// Register pages that did not answer in time, and are answered for with an error until the next
  /// reset.
  localparam int unsigned USER_COUNTER_DEAD_PAGES_INDEX = 12;
  /// Entries written into stream port 0's FIFO.
  localparam int unsigned USER_COUNTER_PORT0_BEATS_IN_INDEX = 16;
  /// Entries taken out of stream port 0's FIFO.
  localparam int unsigned USER_COUNTER_PORT0_BEATS_OUT_INDEX = 17;
  /// Cycles in which a write burst waited because stream port 0's FIFO had no room for it.
  localparam int unsigned USER_COUNTER_PORT0_FULL_STALL_INDEX = 18;
  /// Cycles in which the consumer waited because stream port 0's FIFO was empty.
  localparam int unsigned USER_COUNTER_PORT0_EMPTY_STARVE_INDEX = 19;
  /// Entries discarded by a flush of stream port 0.
  localparam int unsigned USER_COUNTER_PORT0_DISCARDED_INDEX = 20;
  /// Entries written into stream port 1's FIFO.
  localparam int unsigned USER_COUNTER_PORT1_BEATS_IN_INDEX = 24;
  /// Entries taken out of stream port 1's FIFO.
  localparam int unsigned USER_COUNTER_PORT1_BEATS_OUT_INDEX = 25;
  /// Cycles in which a write burst waited because stream port 1's FIFO had no room for it.
  localparam int unsigned USER_COUNTER_PORT1_FULL_STALL_INDEX = 26;
  /// Cycles in which the consumer waited because stream port 1's FIFO was empty.
  localparam int unsigned USER_COUNTER_PORT1_EMPTY_STARVE_INDEX = 27;
  /// Entries discarded by a flush of stream port 1.
  localparam int unsigned USER_COUNTER_PORT1_DISCARDED_INDEX = 28;
  /// Beats read from bank 0 of the card memory.
  localparam int unsigned USER_COUNTER_BANK0_BEATS_READ_INDEX = 32;
  /// Beats written to bank 0 of the card memory.
  localparam int unsigned USER_COUNTER_BANK0_BEATS_WRITTEN_INDEX = 33;
  /// Beats read from bank 1 of the card memory.
  localparam int unsigned USER_COUNTER_BANK1_BEATS_READ_INDEX = 34;
  /// Beats written to bank 1 of the card memory.
  localparam int unsigned USER_COUNTER_BANK1_BEATS_WRITTEN_INDEX = 35;
  /// Beats read from bank 2 of the card memory.
  localparam int unsigned USER_COUNTER_BANK2_BEATS_READ_INDEX = 36;
  /// Beats written to bank 2 of the card memory.
  localparam int unsigned USER_COUNTER_BANK2_BEATS_WRITTEN_INDEX = 37;
  /// Beats read from bank 3 of the card memory.
  localparam int unsigned USER_COUNTER_BANK3_BEATS_READ_INDEX = 38;
  /// Beats written to bank 3 of the card memory.
  localparam int unsigned USER_COUNTER_BANK3_BEATS_WRITTEN_INDEX = 39;

  /// Count, low. Bits 31:0; reading holds the upper bits for HI.
  localparam logic [15:0] USER_COUNTER_LO_OFFSET = 16'h0000;
  localparam logic [31:0] USER_COUNTER_LO_RESET = 32'h00000000;
  /// COUNT (r): Bits 31:0.
  localparam int unsigned USER_COUNTER_LO_COUNT_LSB = 0;
  localparam int unsigned USER_COUNTER_LO_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_COUNTER_LO_COUNT_MASK = 32'hffffffff;

  /// Count, high. Upper bits as they were when a low half was last read.
  localparam logic [15:0] USER_COUNTER_HI_OFFSET = 16'h0004;
  localparam logic [31:0] USER_COUNTER_HI_RESET = 32'h00000000;
  /// COUNT (r): Bits 47:32.
  localparam int unsigned USER_COUNTER_HI_COUNT_LSB = 0;
  localparam int unsigned USER_COUNTER_HI_COUNT_WIDTH = 16;
  localparam logic [31:0] USER_COUNTER_HI_COUNT_MASK = 32'h0000ffff;

  /// Feature headers: One entry of the chain of features, which begins with the first of these and
  /// goes by NEXT. All words but CONTROL, STATUS and PROGRESS are fixed for a build.
  localparam logic [15:0] USER_FEATURE_BASE = 16'h0400;
  localparam int unsigned USER_FEATURE_STRIDE = 64;
  localparam int unsigned USER_FEATURE_COUNT = 16;

  /// Identity. What the feature is.
  localparam logic [15:0] USER_FEATURE_ID_OFFSET = 16'h0000;
  localparam logic [31:0] USER_FEATURE_ID_RESET = 32'h46000000;
  /// KIND (r): The kind, within its class.
  localparam int unsigned USER_FEATURE_ID_KIND_LSB = 0;
  localparam int unsigned USER_FEATURE_ID_KIND_WIDTH = 16;
  localparam logic [31:0] USER_FEATURE_ID_KIND_MASK = 32'h0000ffff;
  /// CLASS (r): Which kind of numbers KIND is.
  localparam int unsigned USER_FEATURE_ID_CLASS_LSB = 16;
  localparam int unsigned USER_FEATURE_ID_CLASS_WIDTH = 4;
  localparam logic [31:0] USER_FEATURE_ID_CLASS_MASK = 32'h000f0000;
  /// Part of every card: identity, stream ports, interrupts and the like.
  localparam int unsigned USER_FEATURE_ID_CLASS_PLATFORM = 0;
  /// Asks for transfers.
  localparam int unsigned USER_FEATURE_ID_CLASS_FRONT_END = 1;
  /// Makes or takes data. KIND is the number that CARD_KIND shows as well.
  localparam int unsigned USER_FEATURE_ID_CLASS_DATAPATH = 2;
  /// MARK (r): The letter F: tells a header from whatever else a broken chain may lead to.
  localparam int unsigned USER_FEATURE_ID_MARK_LSB = 24;
  localparam int unsigned USER_FEATURE_ID_MARK_WIDTH = 8;
  localparam logic [31:0] USER_FEATURE_ID_MARK_MASK = 32'hff000000;

  /// Version. Version of the feature's registers.
  localparam logic [15:0] USER_FEATURE_VERSION_OFFSET = 16'h0004;
  localparam logic [31:0] USER_FEATURE_VERSION_RESET = 32'h00000000;
  /// MINOR (r): Compatible additions.
  localparam int unsigned USER_FEATURE_VERSION_MINOR_LSB = 0;
  localparam int unsigned USER_FEATURE_VERSION_MINOR_WIDTH = 16;
  localparam logic [31:0] USER_FEATURE_VERSION_MINOR_MASK = 32'h0000ffff;
  /// MAJOR (r): Breaking changes: who does not know this number leaves the feature alone.
  localparam int unsigned USER_FEATURE_VERSION_MAJOR_LSB = 16;
  localparam int unsigned USER_FEATURE_VERSION_MAJOR_WIDTH = 16;
  localparam logic [31:0] USER_FEATURE_VERSION_MAJOR_MASK = 32'hffff0000;

  /// Page offset. Where the feature's registers begin.
  localparam logic [15:0] USER_FEATURE_PAGE_OFFSET_OFFSET = 16'h0008;
  localparam logic [31:0] USER_FEATURE_PAGE_OFFSET_RESET = 32'h00000000;
  /// BYTES (r): Offset within its BAR; a multiple of 4096.
  localparam int unsigned USER_FEATURE_PAGE_OFFSET_BYTES_LSB = 0;
  localparam int unsigned USER_FEATURE_PAGE_OFFSET_BYTES_WIDTH = 32;
  localparam logic [31:0] USER_FEATURE_PAGE_OFFSET_BYTES_MASK = 32'hffffffff;

  /// Page size. How far they go.
  localparam logic [15:0] USER_FEATURE_PAGE_BYTES_OFFSET = 16'h000c;
  localparam logic [31:0] USER_FEATURE_PAGE_BYTES_RESET = 32'h00000000;
  /// BYTES (r): In bytes, a multiple of 4; 0 of a feature without registers.
  localparam int unsigned USER_FEATURE_PAGE_BYTES_BYTES_LSB = 0;
  localparam int unsigned USER_FEATURE_PAGE_BYTES_BYTES_WIDTH = 32;
  localparam logic [31:0] USER_FEATURE_PAGE_BYTES_BYTES_MASK = 32'hffffffff;

  /// Page BAR. Which BAR they are in.
  localparam logic [15:0] USER_FEATURE_PAGE_BAR_OFFSET = 16'h0010;
  localparam logic [31:0] USER_FEATURE_PAGE_BAR_RESET = 32'h00000000;
  /// NUMBER (r): Number of the BAR.
  localparam int unsigned USER_FEATURE_PAGE_BAR_NUMBER_LSB = 0;
  localparam int unsigned USER_FEATURE_PAGE_BAR_NUMBER_WIDTH = 3;
  localparam logic [31:0] USER_FEATURE_PAGE_BAR_NUMBER_MASK = 32'h00000007;

  /// Next. Where the next header is.
  localparam logic [15:0] USER_FEATURE_NEXT_OFFSET = 16'h0014;
  localparam logic [31:0] USER_FEATURE_NEXT_RESET = 32'h00000000;
  /// BYTES (r): From the beginning of the card's own registers on; a multiple of 64. 0 in the last
  /// header.
  localparam int unsigned USER_FEATURE_NEXT_BYTES_LSB = 0;
  localparam int unsigned USER_FEATURE_NEXT_BYTES_WIDTH = 32;
  localparam logic [31:0] USER_FEATURE_NEXT_BYTES_MASK = 32'hffffffff;

  /// Interrupt lines. User interrupt lines that the feature raises.
  localparam logic [15:0] USER_FEATURE_LINES_OFFSET = 16'h0018;
  localparam logic [31:0] USER_FEATURE_LINES_RESET = 32'h00000000;
  /// FIRST (r): Number of the first.
  localparam int unsigned USER_FEATURE_LINES_FIRST_LSB = 0;
  localparam int unsigned USER_FEATURE_LINES_FIRST_WIDTH = 8;
  localparam logic [31:0] USER_FEATURE_LINES_FIRST_MASK = 32'h000000ff;
  /// COUNT (r): How many.
  localparam int unsigned USER_FEATURE_LINES_COUNT_LSB = 8;
  localparam int unsigned USER_FEATURE_LINES_COUNT_WIDTH = 8;
  localparam logic [31:0] USER_FEATURE_LINES_COUNT_MASK = 32'h0000ff00;

  /// Streams. Streams that a datapath uses; 0 of anything else.
  localparam logic [15:0] USER_FEATURE_STREAMS_OFFSET = 16'h001c;
  localparam logic [31:0] USER_FEATURE_STREAMS_RESET = 32'h00000000;
  /// H2C (r): Bit n: it takes what H2C channel n brings.
  localparam int unsigned USER_FEATURE_STREAMS_H2C_LSB = 0;
  localparam int unsigned USER_FEATURE_STREAMS_H2C_WIDTH = 4;
  localparam logic [31:0] USER_FEATURE_STREAMS_H2C_MASK = 32'h0000000f;
  /// C2H (r): Bit n: it feeds C2H channel n.
  localparam int unsigned USER_FEATURE_STREAMS_C2H_LSB = 4;
  localparam int unsigned USER_FEATURE_STREAMS_C2H_WIDTH = 4;
  localparam logic [31:0] USER_FEATURE_STREAMS_C2H_MASK = 32'h000000f0;
  /// PORTS (r): Bit n: it takes what is written into stream port n.
  localparam int unsigned USER_FEATURE_STREAMS_PORTS_LSB = 8;
  localparam int unsigned USER_FEATURE_STREAMS_PORTS_WIDTH = 8;
  localparam logic [31:0] USER_FEATURE_STREAMS_PORTS_MASK = 32'h0000ff00;

  /// Events. Counters of the feature's own.
  localparam logic [15:0] USER_FEATURE_EVENTS_OFFSET = 16'h0020;
  localparam logic [31:0] USER_FEATURE_EVENTS_RESET = 32'h00000000;
  /// COUNT (r): How many; where they are is the same in the page of every plug.
  localparam int unsigned USER_FEATURE_EVENTS_COUNT_LSB = 0;
  localparam int unsigned USER_FEATURE_EVENTS_COUNT_WIDTH = 8;
  localparam logic [31:0] USER_FEATURE_EVENTS_COUNT_MASK = 32'h000000ff;

  /// Control. What can be asked of any plug, known or not.
  localparam logic [15:0] USER_FEATURE_CONTROL_OFFSET = 16'h0030;
  localparam logic [31:0] USER_FEATURE_CONTROL_RESET = 32'h00000000;
  /// QUIESCE (rw): While 1 the plug begins nothing, ends what it has on a bus, drops the rest and
  /// comes to rest: BUSY falls. Front ends stop as if each of their runs had been stopped. Ignored
  /// by features of the platform.
  localparam int unsigned USER_FEATURE_CONTROL_QUIESCE_LSB = 0;
  localparam int unsigned USER_FEATURE_CONTROL_QUIESCE_WIDTH = 1;
  localparam logic [31:0] USER_FEATURE_CONTROL_QUIESCE_MASK = 32'h00000001;

  /// Status. What any plug tells.
  localparam logic [15:0] USER_FEATURE_STATUS_OFFSET = 16'h0034;
  localparam logic [31:0] USER_FEATURE_STATUS_RESET = 32'h00000000;
  /// BUSY (r): It has something under way.
  localparam int unsigned USER_FEATURE_STATUS_BUSY_LSB = 0;
  localparam int unsigned USER_FEATURE_STATUS_BUSY_WIDTH = 1;
  localparam logic [31:0] USER_FEATURE_STATUS_BUSY_MASK = 32'h00000001;
  /// WAITS_H2C (r): Of a datapath, bit n: it is busy and would take from H2C channel n, which has
  /// nothing for it.
  localparam int unsigned USER_FEATURE_STATUS_WAITS_H2C_LSB = 8;
  localparam int unsigned USER_FEATURE_STATUS_WAITS_H2C_WIDTH = 4;
  localparam logic [31:0] USER_FEATURE_STATUS_WAITS_H2C_MASK = 32'h00000f00;
  /// WAITS_C2H (r): Of a datapath, bit n: it has something for C2H channel n, which does not take
  /// it.
  localparam int unsigned USER_FEATURE_STATUS_WAITS_C2H_LSB = 12;
  localparam int unsigned USER_FEATURE_STATUS_WAITS_C2H_WIDTH = 4;
  localparam logic [31:0] USER_FEATURE_STATUS_WAITS_C2H_MASK = 32'h0000f000;
  /// WAITS_PORTS (r): Of a datapath, bit n: it is busy and would take from stream port n, which has
  /// nothing for it.
  localparam int unsigned USER_FEATURE_STATUS_WAITS_PORTS_LSB = 16;
  localparam int unsigned USER_FEATURE_STATUS_WAITS_PORTS_WIDTH = 8;
  localparam logic [31:0] USER_FEATURE_STATUS_WAITS_PORTS_MASK = 32'h00ff0000;

  /// Progress. Shows that the plug gets on.
  localparam logic [15:0] USER_FEATURE_PROGRESS_OFFSET = 16'h0038;
  localparam logic [31:0] USER_FEATURE_PROGRESS_RESET = 32'h00000000;
  /// COUNT (r): Pieces of work since reset, modulo 2^32: beats taken and given, and whatever else
  /// the plug counts as a step. Unchanged while the plug waits.
  localparam int unsigned USER_FEATURE_PROGRESS_COUNT_LSB = 0;
  localparam int unsigned USER_FEATURE_PROGRESS_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_FEATURE_PROGRESS_COUNT_MASK = 32'hffffffff;

  /// Last bad addresses, clear on read: Twin of the last bad addresses at +0x800: reading a low
  /// half also sets the address back to 0.
  localparam logic [15:0] USER_LAST_BAD_CLEAR_BASE = 16'h0840;

  /// Host address, low. As in LAST_BAD, then cleared.
  localparam logic [15:0] USER_LAST_BAD_CLEAR_HOST_LO_OFFSET = 16'h0000;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_HOST_LO_RESET = 32'h00000000;
  /// ADDR (rc): Address bits 31:0.
  localparam int unsigned USER_LAST_BAD_CLEAR_HOST_LO_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_CLEAR_HOST_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_HOST_LO_ADDR_MASK = 32'hffffffff;

  /// Host address, high. Held by the read of the low half.
  localparam logic [15:0] USER_LAST_BAD_CLEAR_HOST_HI_OFFSET = 16'h0004;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_HOST_HI_RESET = 32'h00000000;
  /// ADDR (r): Address bits 63:32.
  localparam int unsigned USER_LAST_BAD_CLEAR_HOST_HI_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_CLEAR_HOST_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_HOST_HI_ADDR_MASK = 32'hffffffff;

  /// Card address, low. As in LAST_BAD, then cleared.
  localparam logic [15:0] USER_LAST_BAD_CLEAR_CARD_LO_OFFSET = 16'h0008;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_CARD_LO_RESET = 32'h00000000;
  /// ADDR (rc): Address bits 31:0.
  localparam int unsigned USER_LAST_BAD_CLEAR_CARD_LO_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_CLEAR_CARD_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_CARD_LO_ADDR_MASK = 32'hffffffff;

  /// Card address, high. Held by the read of the low half.
  localparam logic [15:0] USER_LAST_BAD_CLEAR_CARD_HI_OFFSET = 16'h000c;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_CARD_HI_RESET = 32'h00000000;
  /// ADDR (r): Address bits 63:32.
  localparam int unsigned USER_LAST_BAD_CLEAR_CARD_HI_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_CLEAR_CARD_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_CARD_HI_ADDR_MASK = 32'hffffffff;

  /// Register address, low. As in LAST_BAD, then cleared.
  localparam logic [15:0] USER_LAST_BAD_CLEAR_MMIO_LO_OFFSET = 16'h0010;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_MMIO_LO_RESET = 32'h00000000;
  /// ADDR (rc): Offset bits 31:0.
  localparam int unsigned USER_LAST_BAD_CLEAR_MMIO_LO_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_CLEAR_MMIO_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_MMIO_LO_ADDR_MASK = 32'hffffffff;

  /// Register address, high. Held by the read of the low half.
  localparam logic [15:0] USER_LAST_BAD_CLEAR_MMIO_HI_OFFSET = 16'h0014;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_MMIO_HI_RESET = 32'h00000000;
  /// ADDR (r): Offset bits 35:32 in 3:0, BAR number in 6:4.
  localparam int unsigned USER_LAST_BAD_CLEAR_MMIO_HI_ADDR_LSB = 0;
  localparam int unsigned USER_LAST_BAD_CLEAR_MMIO_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_LAST_BAD_CLEAR_MMIO_HI_ADDR_MASK = 32'hffffffff;

  /// Counters, clear on read: Twin of the counters at +0x800: reading LO also sets the counter back
  /// to 0. An event in the same cycle is not lost, it counts as the first one after.
  localparam logic [15:0] USER_COUNTER_CLEAR_BASE = 16'h0900;
  localparam int unsigned USER_COUNTER_CLEAR_STRIDE = 8;
  localparam int unsigned USER_COUNTER_CLEAR_COUNT = 48;

  /// Count, low. Bits 31:0, then cleared.
  localparam logic [15:0] USER_COUNTER_CLEAR_LO_OFFSET = 16'h0000;
  localparam logic [31:0] USER_COUNTER_CLEAR_LO_RESET = 32'h00000000;
  /// COUNT (rc): Bits 31:0.
  localparam int unsigned USER_COUNTER_CLEAR_LO_COUNT_LSB = 0;
  localparam int unsigned USER_COUNTER_CLEAR_LO_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_COUNTER_CLEAR_LO_COUNT_MASK = 32'hffffffff;

  /// Count, high. Upper bits as they were when a low half was last read.
  localparam logic [15:0] USER_COUNTER_CLEAR_HI_OFFSET = 16'h0004;
  localparam logic [31:0] USER_COUNTER_CLEAR_HI_RESET = 32'h00000000;
  /// COUNT (r): Bits 47:32.
  localparam int unsigned USER_COUNTER_CLEAR_HI_COUNT_LSB = 0;
  localparam int unsigned USER_COUNTER_CLEAR_HI_COUNT_WIDTH = 16;
  localparam logic [31:0] USER_COUNTER_CLEAR_HI_COUNT_MASK = 32'h0000ffff;

  /// Stream port: One memory-mapped entry to a stream, a FIFO behind it.
  localparam logic [15:0] USER_STREAM_BASE = 16'h2000;
  localparam int unsigned USER_STREAM_STRIDE = 256;
  localparam int unsigned USER_STREAM_COUNT = 2;

  /// Control. Flush.
  localparam logic [15:0] USER_STREAM_CONTROL_OFFSET = 16'h0000;
  localparam logic [31:0] USER_STREAM_CONTROL_RESET = 32'h00000000;
  /// FLUSH (rw): While 1 the consumer sees an empty FIFO and entries are discarded, one per cycle;
  /// arriving beats are accepted and follow them, and what BEGUN counts is forgotten. After it
  /// falls, what is inside is still discarded; beats that come then stay.
  localparam int unsigned USER_STREAM_CONTROL_FLUSH_LSB = 0;
  localparam int unsigned USER_STREAM_CONTROL_FLUSH_WIDTH = 1;
  localparam logic [31:0] USER_STREAM_CONTROL_FLUSH_MASK = 32'h00000001;

  /// Depth. Size of the FIFO.
  localparam logic [15:0] USER_STREAM_DEPTH_OFFSET = 16'h0004;
  localparam logic [31:0] USER_STREAM_DEPTH_RESET = 32'h00000000;
  /// ENTRIES (r): Entries of 64 bytes.
  localparam int unsigned USER_STREAM_DEPTH_ENTRIES_LSB = 0;
  localparam int unsigned USER_STREAM_DEPTH_ENTRIES_WIDTH = 16;
  localparam logic [31:0] USER_STREAM_DEPTH_ENTRIES_MASK = 32'h0000ffff;

  /// Occupancy. Entries in the FIFO now, and whether they are too many for somebody.
  localparam logic [15:0] USER_STREAM_OCCUPANCY_OFFSET = 16'h0008;
  localparam logic [31:0] USER_STREAM_OCCUPANCY_RESET = 32'h00000000;
  /// ENTRIES (r): Entries of 64 bytes.
  localparam int unsigned USER_STREAM_OCCUPANCY_ENTRIES_LSB = 0;
  localparam int unsigned USER_STREAM_OCCUPANCY_ENTRIES_WIDTH = 16;
  localparam logic [31:0] USER_STREAM_OCCUPANCY_ENTRIES_MASK = 32'h0000ffff;
  /// WAITS (r): A write burst waits because the FIFO has no room for it.
  localparam int unsigned USER_STREAM_OCCUPANCY_WAITS_LSB = 31;
  localparam int unsigned USER_STREAM_OCCUPANCY_WAITS_WIDTH = 1;
  localparam logic [31:0] USER_STREAM_OCCUPANCY_WAITS_MASK = 32'h80000000;

  /// High water. Most entries that were ever in the FIFO since the last clear.
  localparam logic [15:0] USER_STREAM_HIGH_WATER_OFFSET = 16'h000c;
  localparam logic [31:0] USER_STREAM_HIGH_WATER_RESET = 32'h00000000;
  /// ENTRIES (r): Entries of 64 bytes.
  localparam int unsigned USER_STREAM_HIGH_WATER_ENTRIES_LSB = 0;
  localparam int unsigned USER_STREAM_HIGH_WATER_ENTRIES_WIDTH = 16;
  localparam logic [31:0] USER_STREAM_HIGH_WATER_ENTRIES_MASK = 32'h0000ffff;

  /// Begun. What has been written through the aperture and does not make a whole entry yet. It
  /// waits for more bytes; a flush forgets it.
  localparam logic [15:0] USER_STREAM_BEGUN_OFFSET = 16'h0010;
  localparam logic [31:0] USER_STREAM_BEGUN_RESET = 32'h00000000;
  /// BYTES (r): Bytes.
  localparam int unsigned USER_STREAM_BEGUN_BYTES_LSB = 0;
  localparam int unsigned USER_STREAM_BEGUN_BYTES_WIDTH = 6;
  localparam logic [31:0] USER_STREAM_BEGUN_BYTES_MASK = 32'h0000003f;

  /// High water, clear on read. Twin of HIGH_WATER: reading also sets the mark down to the present
  /// occupancy.
  localparam logic [15:0] USER_STREAM_HIGH_WATER_CLEAR_OFFSET = 16'h008c;
  localparam logic [31:0] USER_STREAM_HIGH_WATER_CLEAR_RESET = 32'h00000000;
  /// ENTRIES (rc): Entries of 64 bytes.
  localparam int unsigned USER_STREAM_HIGH_WATER_CLEAR_ENTRIES_LSB = 0;
  localparam int unsigned USER_STREAM_HIGH_WATER_CLEAR_ENTRIES_WIDTH = 16;
  localparam logic [31:0] USER_STREAM_HIGH_WATER_CLEAR_ENTRIES_MASK = 32'h0000ffff;

  /// Copy: Page of the copy front end. Set up source, destination, length and spaces, write GO,
  /// wait for DONE or the line. What is refused has moved nothing; after anything at all the next
  /// copy works.
  localparam logic [15:0] USER_COPY_BASE = 16'h3000;

  /// Source, low. Where from; bits 31:0.
  localparam logic [15:0] USER_COPY_SRC_LO_OFFSET = 16'h0000;
  localparam logic [31:0] USER_COPY_SRC_LO_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0.
  localparam int unsigned USER_COPY_SRC_LO_ADDR_LSB = 0;
  localparam int unsigned USER_COPY_SRC_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_COPY_SRC_LO_ADDR_MASK = 32'hffffffff;

  /// Source, high. Where from; bits 63:32.
  localparam logic [15:0] USER_COPY_SRC_HI_OFFSET = 16'h0004;
  localparam logic [31:0] USER_COPY_SRC_HI_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned USER_COPY_SRC_HI_ADDR_LSB = 0;
  localparam int unsigned USER_COPY_SRC_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_COPY_SRC_HI_ADDR_MASK = 32'hffffffff;

  /// Destination, low. Where to; bits 31:0.
  localparam logic [15:0] USER_COPY_DST_LO_OFFSET = 16'h0008;
  localparam logic [31:0] USER_COPY_DST_LO_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0.
  localparam int unsigned USER_COPY_DST_LO_ADDR_LSB = 0;
  localparam int unsigned USER_COPY_DST_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_COPY_DST_LO_ADDR_MASK = 32'hffffffff;

  /// Destination, high. Where to; bits 63:32.
  localparam logic [15:0] USER_COPY_DST_HI_OFFSET = 16'h000c;
  localparam logic [31:0] USER_COPY_DST_HI_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned USER_COPY_DST_HI_ADDR_LSB = 0;
  localparam int unsigned USER_COPY_DST_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_COPY_DST_HI_ADDR_MASK = 32'hffffffff;

  /// Length. How much.
  localparam logic [15:0] USER_COPY_LENGTH_OFFSET = 16'h0010;
  localparam logic [31:0] USER_COPY_LENGTH_RESET = 32'h00000000;
  /// BYTES (rw): Bytes.
  localparam int unsigned USER_COPY_LENGTH_BYTES_LSB = 0;
  localparam int unsigned USER_COPY_LENGTH_BYTES_WIDTH = 32;
  localparam logic [31:0] USER_COPY_LENGTH_BYTES_MASK = 32'hffffffff;

  /// Spaces. What the addresses mean.
  localparam logic [15:0] USER_COPY_SPACES_OFFSET = 16'h0014;
  localparam logic [31:0] USER_COPY_SPACES_RESET = 32'h00000000;
  /// SRC_CARD (rw): 1: the source is a card address, 0: one of the host.
  localparam int unsigned USER_COPY_SPACES_SRC_CARD_LSB = 0;
  localparam int unsigned USER_COPY_SPACES_SRC_CARD_WIDTH = 1;
  localparam logic [31:0] USER_COPY_SPACES_SRC_CARD_MASK = 32'h00000001;
  /// DST_CARD (rw): 1: the destination is a card address, 0: one of the host.
  localparam int unsigned USER_COPY_SPACES_DST_CARD_LSB = 1;
  localparam int unsigned USER_COPY_SPACES_DST_CARD_WIDTH = 1;
  localparam logic [31:0] USER_COPY_SPACES_DST_CARD_MASK = 32'h00000002;

  /// Control. Begins and ends a copy. Reads as 0.
  localparam logic [15:0] USER_COPY_CONTROL_OFFSET = 16'h0018;
  localparam logic [31:0] USER_COPY_CONTROL_RESET = 32'h00000000;
  /// GO (pulse): Writing 1 begins a copy of what the registers say now, and clears DONE. Refused
  /// with an error while STATUS.BUSY is 1 or the feature is quiesced.
  localparam int unsigned USER_COPY_CONTROL_GO_LSB = 0;
  localparam int unsigned USER_COPY_CONTROL_GO_WIDTH = 1;
  localparam logic [31:0] USER_COPY_CONTROL_GO_MASK = 32'h00000001;
  /// ABORT (pulse): Writing 1 ends the copy: nothing more is begun, what is on a bus is finished.
  /// BUSY falls when all of that is answered.
  localparam int unsigned USER_COPY_CONTROL_ABORT_LSB = 1;
  localparam int unsigned USER_COPY_CONTROL_ABORT_WIDTH = 1;
  localparam logic [31:0] USER_COPY_CONTROL_ABORT_MASK = 32'h00000002;

  /// Status. What has become of the copy.
  localparam logic [15:0] USER_COPY_STATUS_OFFSET = 16'h001c;
  localparam logic [31:0] USER_COPY_STATUS_RESET = 32'h00000000;
  /// BUSY (r): A copy is under way.
  localparam int unsigned USER_COPY_STATUS_BUSY_LSB = 0;
  localparam int unsigned USER_COPY_STATUS_BUSY_WIDTH = 1;
  localparam logic [31:0] USER_COPY_STATUS_BUSY_MASK = 32'h00000001;
  /// DONE (w1c): A copy has ended since this was cleared. Raises the line. Cleared by writing 1 and
  /// by GO.
  localparam int unsigned USER_COPY_STATUS_DONE_LSB = 1;
  localparam int unsigned USER_COPY_STATUS_DONE_WIDTH = 1;
  localparam logic [31:0] USER_COPY_STATUS_DONE_MASK = 32'h00000002;
  /// CAUSE (r): How the last copy ended; its cause is there from DONE on.
  localparam int unsigned USER_COPY_STATUS_CAUSE_LSB = 8;
  localparam int unsigned USER_COPY_STATUS_CAUSE_WIDTH = 8;
  localparam logic [31:0] USER_COPY_STATUS_CAUSE_MASK = 32'h0000ff00;
  /// All of it has arrived.
  localparam int unsigned USER_COPY_STATUS_CAUSE_DONE_WHOLE = 0;
  /// Nobody is at a host address; it is in BAD.
  localparam int unsigned USER_COPY_STATUS_CAUSE_HOST_DECODE = 1;
  /// Whoever is at a host address refused; it is in BAD.
  localparam int unsigned USER_COPY_STATUS_CAUSE_HOST_SLAVE = 2;
  /// Nothing of the card is at a card address; it is in BAD.
  localparam int unsigned USER_COPY_STATUS_CAUSE_CARD_DECODE = 3;
  /// What is at a card address refused; it is in BAD.
  localparam int unsigned USER_COPY_STATUS_CAUSE_CARD_SLAVE = 4;
  /// Host data came marked as damaged; the address is in BAD.
  localparam int unsigned USER_COPY_STATUS_CAUSE_HOST_POISON = 5;
  /// Refused: no bytes were asked for.
  localparam int unsigned USER_COPY_STATUS_CAUSE_ZERO_LENGTH = 8;
  /// Refused: more than 2^28 - 1 bytes were asked for.
  localparam int unsigned USER_COPY_STATUS_CAUSE_TOO_LONG = 9;
  /// Refused: source or destination goes beyond the last address of 64 bits.
  localparam int unsigned USER_COPY_STATUS_CAUSE_WRAPS = 10;
  /// Refused: source and destination are in the same space and have bytes in common.
  localparam int unsigned USER_COPY_STATUS_CAUSE_OVERLAPS = 11;
  /// Refused: the card has nothing that copies between these spaces, such as from card to card.
  localparam int unsigned USER_COPY_STATUS_CAUSE_NO_PATH = 12;
  /// Stopped by ABORT or by QUIESCE of the feature header before all of it had moved.
  localparam int unsigned USER_COPY_STATUS_CAUSE_ABORTED = 13;

  /// Bad address, low. Where the last copy failed; bits 31:0, or 0 if no bus refused it.
  localparam logic [15:0] USER_COPY_BAD_LO_OFFSET = 16'h0020;
  localparam logic [31:0] USER_COPY_BAD_LO_RESET = 32'h00000000;
  /// ADDR (r): Address bits 31:0, of the burst that failed first.
  localparam int unsigned USER_COPY_BAD_LO_ADDR_LSB = 0;
  localparam int unsigned USER_COPY_BAD_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_COPY_BAD_LO_ADDR_MASK = 32'hffffffff;

  /// Bad address, high. Where the last copy failed; bits 63:32.
  localparam logic [15:0] USER_COPY_BAD_HI_OFFSET = 16'h0024;
  localparam logic [31:0] USER_COPY_BAD_HI_RESET = 32'h00000000;
  /// ADDR (r): Address bits 63:32.
  localparam int unsigned USER_COPY_BAD_HI_ADDR_LSB = 0;
  localparam int unsigned USER_COPY_BAD_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_COPY_BAD_HI_ADDR_MASK = 32'hffffffff;

  /// Moved. How much of the last copy has arrived, from its beginning on.
  localparam logic [15:0] USER_COPY_MOVED_OFFSET = 16'h0028;
  localparam logic [31:0] USER_COPY_MOVED_RESET = 32'h00000000;
  /// BYTES (r): Bytes.
  localparam int unsigned USER_COPY_MOVED_BYTES_LSB = 0;
  localparam int unsigned USER_COPY_MOVED_BYTES_WIDTH = 32;
  localparam logic [31:0] USER_COPY_MOVED_BYTES_MASK = 32'hffffffff;

  /// User-level DMA: Page of the user-level DMA front end, for the kernel. Table and contexts are
  /// reached through an index: set INDEX, then use the registers behind it.
  localparam logic [15:0] USER_UDMA_BASE = 16'h4000;

  /// Capabilities. How much of everything there is.
  localparam logic [15:0] USER_UDMA_CAPS_OFFSET = 16'h0000;
  localparam logic [31:0] USER_UDMA_CAPS_RESET = 32'h00000000;
  /// CONTEXTS (r): Contexts.
  localparam int unsigned USER_UDMA_CAPS_CONTEXTS_LSB = 0;
  localparam int unsigned USER_UDMA_CAPS_CONTEXTS_WIDTH = 8;
  localparam logic [31:0] USER_UDMA_CAPS_CONTEXTS_MASK = 32'h000000ff;
  /// SLOTS (r): Slots of the table, 4 KiB of memory each.
  localparam int unsigned USER_UDMA_CAPS_SLOTS_LSB = 8;
  localparam int unsigned USER_UDMA_CAPS_SLOTS_WIDTH = 16;
  localparam logic [31:0] USER_UDMA_CAPS_SLOTS_MASK = 32'h00ffff00;
  /// DEPTH (r): Transfers that a context may have under way.
  localparam int unsigned USER_UDMA_CAPS_DEPTH_LSB = 24;
  localparam int unsigned USER_UDMA_CAPS_DEPTH_WIDTH = 8;
  localparam logic [31:0] USER_UDMA_CAPS_DEPTH_MASK = 32'hff000000;

  /// Scheme. Which scheme sees the accesses. Writing it makes all schemes forget what they had
  /// begun to take in; transfers under way go on.
  localparam logic [15:0] USER_UDMA_SCHEME_OFFSET = 16'h0004;
  localparam logic [31:0] USER_UDMA_SCHEME_RESET = 32'h00000000;
  /// NUMBER (rw): The scheme; one that is not there is NONE.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_LSB = 0;
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_WIDTH = 8;
  localparam logic [31:0] USER_UDMA_SCHEME_NUMBER_MASK = 32'h000000ff;
  /// No access starts anything.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_NONE = 0;
  /// One access: a store of the size at the source; the destination is the partner of its page.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_SHRIMP1 = 1;
  /// Store at the destination, load at the source; safe with HOOK on every context switch, on one
  /// processor.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_SHRIMP2 = 2;
  /// The same, with the running process in WHO.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_FLASH = 3;
  /// Extended shadow addressing with one latch that keeps the context.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_SHADOW_CHECK = 4;
  /// Extended shadow addressing with a latch for each context.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_SHADOW = 5;
  /// Repeated passing, three accesses: can be broken.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_REPEAT3 = 6;
  /// Repeated passing, four accesses: can be broken.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_REPEAT4 = 7;
  /// Repeated passing, five accesses.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_REPEAT5 = 8;
  /// Arguments by stores that carry a key; a page for each context.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_KEY = 9;
  /// A line of 64 bytes carries all arguments.
  localparam int unsigned USER_UDMA_SCHEME_NUMBER_PORTAL = 10;
  /// DIRECT (rw): 1: shadow addresses are those of host memory on the bus, on a card that has room
  /// for them; schemes whose addresses do not all come as shadow addresses are NONE then.
  localparam int unsigned USER_UDMA_SCHEME_DIRECT_LSB = 8;
  localparam int unsigned USER_UDMA_SCHEME_DIRECT_WIDTH = 1;
  localparam logic [31:0] USER_UDMA_SCHEME_DIRECT_MASK = 32'h00000100;

  /// Hook. What a context switch tells SHRIMP-2. Reads as 0.
  localparam logic [15:0] USER_UDMA_HOOK_OFFSET = 16'h0008;
  localparam logic [31:0] USER_UDMA_HOOK_RESET = 32'h00000000;
  /// SWITCH (pulse): Writing 1 makes the scheme forget what a process has begun.
  localparam int unsigned USER_UDMA_HOOK_SWITCH_LSB = 0;
  localparam int unsigned USER_UDMA_HOOK_SWITCH_WIDTH = 1;
  localparam logic [31:0] USER_UDMA_HOOK_SWITCH_MASK = 32'h00000001;

  /// Who. What a context switch tells FLASH.
  localparam logic [15:0] USER_UDMA_WHO_OFFSET = 16'h000c;
  localparam logic [31:0] USER_UDMA_WHO_RESET = 32'h00000000;
  /// PROCESS (rw): Number of the process that runs.
  localparam int unsigned USER_UDMA_WHO_PROCESS_LSB = 0;
  localparam int unsigned USER_UDMA_WHO_PROCESS_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_WHO_PROCESS_MASK = 32'hffffffff;

  /// Pending. Contexts of which a transfer has ended, or whose record has been written, since this
  /// was cleared; of a list, when all of it is over. The line is high while one of them is enabled.
  localparam logic [15:0] USER_UDMA_PENDING_OFFSET = 16'h0010;
  localparam logic [31:0] USER_UDMA_PENDING_RESET = 32'h00000000;
  /// CONTEXTS (w1c): Bit n: context n. Cleared by writing 1.
  localparam int unsigned USER_UDMA_PENDING_CONTEXTS_LSB = 0;
  localparam int unsigned USER_UDMA_PENDING_CONTEXTS_WIDTH = 8;
  localparam logic [31:0] USER_UDMA_PENDING_CONTEXTS_MASK = 32'h000000ff;

  /// Interrupt enable. Which contexts may raise the line.
  localparam logic [15:0] USER_UDMA_ENABLE_OFFSET = 16'h0014;
  localparam logic [31:0] USER_UDMA_ENABLE_RESET = 32'h00000000;
  /// CONTEXTS (rw): Bit n: context n.
  localparam int unsigned USER_UDMA_ENABLE_CONTEXTS_LSB = 0;
  localparam int unsigned USER_UDMA_ENABLE_CONTEXTS_WIDTH = 8;
  localparam logic [31:0] USER_UDMA_ENABLE_CONTEXTS_MASK = 32'h000000ff;

  /// Batch. How much one line may start.
  localparam logic [15:0] USER_UDMA_BATCH_OFFSET = 16'h0018;
  localparam logic [31:0] USER_UDMA_BATCH_RESET = 32'h00000000;
  /// MOST (r): Descriptors of a list at most.
  localparam int unsigned USER_UDMA_BATCH_MOST_LSB = 0;
  localparam int unsigned USER_UDMA_BATCH_MOST_WIDTH = 16;
  localparam logic [31:0] USER_UDMA_BATCH_MOST_MASK = 32'h0000ffff;

  /// Direct addresses. Room for addresses of host memory as shadow addresses.
  localparam logic [15:0] USER_UDMA_DIRECT_OFFSET = 16'h001c;
  localparam logic [31:0] USER_UDMA_DIRECT_RESET = 32'h00000000;
  /// BITS (r): Bits of an address in the upper window, below those of the context; 0: there is no
  /// such window.
  localparam int unsigned USER_UDMA_DIRECT_BITS_LSB = 0;
  localparam int unsigned USER_UDMA_DIRECT_BITS_WIDTH = 8;
  localparam logic [31:0] USER_UDMA_DIRECT_BITS_MASK = 32'h000000ff;

  /// Slot. Which slot SLOT_BYTES writes.
  localparam logic [15:0] USER_UDMA_SLOT_OFFSET = 16'h0020;
  localparam logic [31:0] USER_UDMA_SLOT_RESET = 32'h00000000;
  /// INDEX (rw): Its number.
  localparam int unsigned USER_UDMA_SLOT_INDEX_LSB = 0;
  localparam int unsigned USER_UDMA_SLOT_INDEX_WIDTH = 16;
  localparam logic [31:0] USER_UDMA_SLOT_INDEX_MASK = 32'h0000ffff;

  /// Slot address, low. Where the slot's memory is; bits 31:0.
  localparam logic [15:0] USER_UDMA_SLOT_ADDR_LO_OFFSET = 16'h0024;
  localparam logic [31:0] USER_UDMA_SLOT_ADDR_LO_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0, a multiple of 4096.
  localparam int unsigned USER_UDMA_SLOT_ADDR_LO_ADDR_LSB = 0;
  localparam int unsigned USER_UDMA_SLOT_ADDR_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_SLOT_ADDR_LO_ADDR_MASK = 32'hffffffff;

  /// Slot address, high. Where the slot's memory is; bits 63:32.
  localparam logic [15:0] USER_UDMA_SLOT_ADDR_HI_OFFSET = 16'h0028;
  localparam logic [31:0] USER_UDMA_SLOT_ADDR_HI_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned USER_UDMA_SLOT_ADDR_HI_ADDR_LSB = 0;
  localparam int unsigned USER_UDMA_SLOT_ADDR_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_SLOT_ADDR_HI_ADDR_MASK = 32'hffffffff;

  /// Slot rights. What may be done with the slot's memory, and by whom.
  localparam logic [15:0] USER_UDMA_SLOT_RIGHTS_OFFSET = 16'h002c;
  localparam logic [31:0] USER_UDMA_SLOT_RIGHTS_RESET = 32'h00000000;
  /// READ (rw): It may be a source.
  localparam int unsigned USER_UDMA_SLOT_RIGHTS_READ_LSB = 0;
  localparam int unsigned USER_UDMA_SLOT_RIGHTS_READ_WIDTH = 1;
  localparam logic [31:0] USER_UDMA_SLOT_RIGHTS_READ_MASK = 32'h00000001;
  /// WRITE (rw): It may be a destination.
  localparam int unsigned USER_UDMA_SLOT_RIGHTS_WRITE_LSB = 1;
  localparam int unsigned USER_UDMA_SLOT_RIGHTS_WRITE_WIDTH = 1;
  localparam logic [31:0] USER_UDMA_SLOT_RIGHTS_WRITE_MASK = 32'h00000002;
  /// CARD (rw): 1: the address is one of the card, 0: one of the host.
  localparam int unsigned USER_UDMA_SLOT_RIGHTS_CARD_LSB = 2;
  localparam int unsigned USER_UDMA_SLOT_RIGHTS_CARD_WIDTH = 1;
  localparam logic [31:0] USER_UDMA_SLOT_RIGHTS_CARD_MASK = 32'h00000004;
  /// OWNER (rw): Context that it belongs to.
  localparam int unsigned USER_UDMA_SLOT_RIGHTS_OWNER_LSB = 8;
  localparam int unsigned USER_UDMA_SLOT_RIGHTS_OWNER_WIDTH = 3;
  localparam logic [31:0] USER_UDMA_SLOT_RIGHTS_OWNER_MASK = 32'h00000700;
  /// PARTNER (rw): Slot that SHRIMP-1 takes for the destination.
  localparam int unsigned USER_UDMA_SLOT_RIGHTS_PARTNER_LSB = 16;
  localparam int unsigned USER_UDMA_SLOT_RIGHTS_PARTNER_WIDTH = 8;
  localparam logic [31:0] USER_UDMA_SLOT_RIGHTS_PARTNER_MASK = 32'h00ff0000;

  /// Slot bytes. Writing it puts the four registers into the table, at the slot that SLOT says. The
  /// table itself is not read back.
  localparam logic [15:0] USER_UDMA_SLOT_BYTES_OFFSET = 16'h0030;
  localparam logic [31:0] USER_UDMA_SLOT_BYTES_RESET = 32'h00000000;
  /// COUNT (rw): Bytes of the registered region from the beginning of the slot on, as far as they
  /// follow each other on the bus; 0: nothing is there.
  localparam int unsigned USER_UDMA_SLOT_BYTES_COUNT_LSB = 0;
  localparam int unsigned USER_UDMA_SLOT_BYTES_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_SLOT_BYTES_COUNT_MASK = 32'hffffffff;

  /// Context. Which context the registers behind it are of.
  localparam logic [15:0] USER_UDMA_CONTEXT_OFFSET = 16'h0040;
  localparam logic [31:0] USER_UDMA_CONTEXT_RESET = 32'h00000000;
  /// INDEX (rw): Its number.
  localparam int unsigned USER_UDMA_CONTEXT_INDEX_LSB = 0;
  localparam int unsigned USER_UDMA_CONTEXT_INDEX_WIDTH = 3;
  localparam logic [31:0] USER_UDMA_CONTEXT_INDEX_MASK = 32'h00000007;

  /// Context control. Whether the context may start anything.
  localparam logic [15:0] USER_UDMA_CONTEXT_CONTROL_OFFSET = 16'h0044;
  localparam logic [31:0] USER_UDMA_CONTEXT_CONTROL_RESET = 32'h00000000;
  /// ON (rw): While 0 its starts are refused, what its schemes have begun to take in is forgotten,
  /// transfers that wait are dropped, and what is with a mover goes to its end; BUSY falls when all
  /// of that is over.
  localparam int unsigned USER_UDMA_CONTEXT_CONTROL_ON_LSB = 0;
  localparam int unsigned USER_UDMA_CONTEXT_CONTROL_ON_WIDTH = 1;
  localparam logic [31:0] USER_UDMA_CONTEXT_CONTROL_ON_MASK = 32'h00000001;

  /// Context key, low. Bits 31:0 of the key; kept until KEY_HI is written. Reads as 0.
  localparam logic [15:0] USER_UDMA_KEY_LO_OFFSET = 16'h0048;
  localparam logic [31:0] USER_UDMA_KEY_LO_RESET = 32'h00000000;
  /// KEY (w): Bits 31:0.
  localparam int unsigned USER_UDMA_KEY_LO_KEY_LSB = 0;
  localparam int unsigned USER_UDMA_KEY_LO_KEY_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_KEY_LO_KEY_MASK = 32'hffffffff;

  /// Context key, high. Writing it sets the key of the context. Reads as 0.
  localparam logic [15:0] USER_UDMA_KEY_HI_OFFSET = 16'h004c;
  localparam logic [31:0] USER_UDMA_KEY_HI_RESET = 32'h00000000;
  /// KEY (w): Bits 59:32.
  localparam int unsigned USER_UDMA_KEY_HI_KEY_LSB = 0;
  localparam int unsigned USER_UDMA_KEY_HI_KEY_WIDTH = 28;
  localparam logic [31:0] USER_UDMA_KEY_HI_KEY_MASK = 32'h0fffffff;

  /// Context status. What the context has under way.
  localparam logic [15:0] USER_UDMA_CONTEXT_STATUS_OFFSET = 16'h0050;
  localparam logic [31:0] USER_UDMA_CONTEXT_STATUS_RESET = 32'h00000000;
  /// BUSY (r): A transfer waits or is under way, or its record is.
  localparam int unsigned USER_UDMA_CONTEXT_STATUS_BUSY_LSB = 0;
  localparam int unsigned USER_UDMA_CONTEXT_STATUS_BUSY_WIDTH = 1;
  localparam logic [31:0] USER_UDMA_CONTEXT_STATUS_BUSY_MASK = 32'h00000001;
  /// FAILED (r): The last transfer that ended did not end well; 0 if none has since the context was
  /// turned on or off.
  localparam int unsigned USER_UDMA_CONTEXT_STATUS_FAILED_LSB = 1;
  localparam int unsigned USER_UDMA_CONTEXT_STATUS_FAILED_WIDTH = 1;
  localparam logic [31:0] USER_UDMA_CONTEXT_STATUS_FAILED_MASK = 32'h00000002;
  /// COUNT (r): How many are not over.
  localparam int unsigned USER_UDMA_CONTEXT_STATUS_COUNT_LSB = 8;
  localparam int unsigned USER_UDMA_CONTEXT_STATUS_COUNT_WIDTH = 8;
  localparam logic [31:0] USER_UDMA_CONTEXT_STATUS_COUNT_MASK = 32'h0000ff00;

  /// Bad address, low. Slot address with which the last start of the context was refused, or the
  /// transfer failed.
  localparam logic [15:0] USER_UDMA_BAD_LO_OFFSET = 16'h0054;
  localparam logic [31:0] USER_UDMA_BAD_LO_RESET = 32'h00000000;
  /// ADDR (r): Bits 31:0.
  localparam int unsigned USER_UDMA_BAD_LO_ADDR_LSB = 0;
  localparam int unsigned USER_UDMA_BAD_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_BAD_LO_ADDR_MASK = 32'hffffffff;

  /// Bad address, high. The rest of it, and why.
  localparam logic [15:0] USER_UDMA_BAD_HI_OFFSET = 16'h0058;
  localparam logic [31:0] USER_UDMA_BAD_HI_RESET = 32'h00000000;
  /// ADDR (r): Bits 47:32.
  localparam int unsigned USER_UDMA_BAD_HI_ADDR_LSB = 0;
  localparam int unsigned USER_UDMA_BAD_HI_ADDR_WIDTH = 16;
  localparam logic [31:0] USER_UDMA_BAD_HI_ADDR_MASK = 32'h0000ffff;
  /// REASON (r): Why.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_LSB = 16;
  localparam int unsigned USER_UDMA_BAD_HI_REASON_WIDTH = 8;
  localparam logic [31:0] USER_UDMA_BAD_HI_REASON_MASK = 32'h00ff0000;
  /// All of it has arrived.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_DONE = 0;
  /// Nobody is at a host address.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_HOST_DECODE = 1;
  /// Whoever is at a host address refused.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_HOST_SLAVE = 2;
  /// Nothing of the card is at a card address.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_CARD_DECODE = 3;
  /// What is at a card address refused.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_CARD_SLAVE = 4;
  /// Host data came marked as damaged.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_HOST_POISON = 5;
  /// Ended by the kernel before all of it had moved.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_ABORTED = 6;
  /// Refused: no bytes were asked for.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_EMPTY = 8;
  /// Refused: an address is in no slot of this context.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_SLOT = 9;
  /// Refused: the source may not be read.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_UNREADABLE = 10;
  /// Refused: the destination, or where the record goes, may not be written.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_UNWRITABLE = 11;
  /// Refused: it would leave the registered region of an address, or is more than one may be.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_EXTENT = 12;
  /// Refused: the card has nothing that moves between these two, or a record would not be in host
  /// memory on a multiple of 8, or a list not on one of 32.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_PATH = 13;
  /// Refused: the context has as many transfers under way as it may, or a list already.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_FULL = 14;
  /// Refused: the context is not enabled.
  localparam int unsigned USER_UDMA_BAD_HI_REASON_OFF = 15;

  /// Starts. Starts of the context that were taken; stops at its end.
  localparam logic [15:0] USER_UDMA_STARTS_OFFSET = 16'h0060;
  localparam logic [31:0] USER_UDMA_STARTS_RESET = 32'h00000000;
  /// COUNT (r): How many.
  localparam int unsigned USER_UDMA_STARTS_COUNT_LSB = 0;
  localparam int unsigned USER_UDMA_STARTS_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_STARTS_COUNT_MASK = 32'hffffffff;

  /// Ended well. Transfers of the context that arrived whole; stops at its end.
  localparam logic [15:0] USER_UDMA_DONE_OFFSET = 16'h0064;
  localparam logic [31:0] USER_UDMA_DONE_RESET = 32'h00000000;
  /// COUNT (r): How many.
  localparam int unsigned USER_UDMA_DONE_COUNT_LSB = 0;
  localparam int unsigned USER_UDMA_DONE_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_DONE_COUNT_MASK = 32'hffffffff;

  /// Failed. Transfers of the context that were taken and did not end well; stops at its end.
  localparam logic [15:0] USER_UDMA_FAILED_OFFSET = 16'h0068;
  localparam logic [31:0] USER_UDMA_FAILED_RESET = 32'h00000000;
  /// COUNT (r): How many.
  localparam int unsigned USER_UDMA_FAILED_COUNT_LSB = 0;
  localparam int unsigned USER_UDMA_FAILED_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_FAILED_COUNT_MASK = 32'hffffffff;

  /// Strays. Accesses that the scheme in force had no use for; stops at its end.
  localparam logic [15:0] USER_UDMA_STRAYS_OFFSET = 16'h006c;
  localparam logic [31:0] USER_UDMA_STRAYS_RESET = 32'h00000000;
  /// COUNT (r): How many.
  localparam int unsigned USER_UDMA_STRAYS_COUNT_LSB = 0;
  localparam int unsigned USER_UDMA_STRAYS_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_STRAYS_COUNT_MASK = 32'hffffffff;

  /// Not begun. Descriptors of lists that never came to be judged, because their list could not be
  /// read on or was called off; stops at its end.
  localparam logic [15:0] USER_UDMA_SKIPPED_OFFSET = 16'h0070;
  localparam logic [31:0] USER_UDMA_SKIPPED_RESET = 32'h00000000;
  /// COUNT (r): How many.
  localparam int unsigned USER_UDMA_SKIPPED_COUNT_LSB = 0;
  localparam int unsigned USER_UDMA_SKIPPED_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_SKIPPED_COUNT_MASK = 32'hffffffff;

  /// Refused. Starts of the context that were refused, by reason, from EMPTY on; each stops at its
  /// end.
  localparam logic [15:0] USER_UDMA_REFUSED_OFFSET = 16'h0080;
  localparam int unsigned USER_UDMA_REFUSED_STRIDE = 4;
  localparam int unsigned USER_UDMA_REFUSED_COUNT = 8;
  localparam logic [31:0] USER_UDMA_REFUSED_RESET = 32'h00000000;
  /// STARTS (r): How many.
  localparam int unsigned USER_UDMA_REFUSED_STARTS_LSB = 0;
  localparam int unsigned USER_UDMA_REFUSED_STARTS_WIDTH = 32;
  localparam logic [31:0] USER_UDMA_REFUSED_STARTS_MASK = 32'hffffffff;

  /// S2MM: Page of the capture engine: a stream to buffers in host memory, by pairs of an address
  /// and a length. Registers below 0x80 are those of the S2MM channel of an AXI DMA without
  /// scatter-gather; software for it finds nothing else new.
  localparam logic [15:0] USER_S2MM_BASE = 16'h5000;

  /// Control. Run, reset, interrupts.
  localparam logic [15:0] USER_S2MM_DMACR_OFFSET = 16'h0030;
  localparam logic [31:0] USER_S2MM_DMACR_RESET = 32'h00010002;
  /// RS (rw): 1: runs. Falls by itself at an error. Clearing it ends what is under way, and what
  /// had become of it by then is told.
  localparam int unsigned USER_S2MM_DMACR_RS_LSB = 0;
  localparam int unsigned USER_S2MM_DMACR_RS_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMACR_RS_MASK = 32'h00000001;
  /// FIXED (r): Reads as 1.
  localparam int unsigned USER_S2MM_DMACR_FIXED_LSB = 1;
  localparam int unsigned USER_S2MM_DMACR_FIXED_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMACR_FIXED_MASK = 32'h00000002;
  /// SOFT_RESET (rw): Writing 1 ends what is under way and puts every register back; reads as 1
  /// until that is over.
  localparam int unsigned USER_S2MM_DMACR_SOFT_RESET_LSB = 2;
  localparam int unsigned USER_S2MM_DMACR_SOFT_RESET_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMACR_SOFT_RESET_MASK = 32'h00000004;
  /// KEYHOLE (rw): The address stands still. Not done here: with it set a transfer ends with
  /// INT_ERR and moves nothing.
  localparam int unsigned USER_S2MM_DMACR_KEYHOLE_LSB = 3;
  localparam int unsigned USER_S2MM_DMACR_KEYHOLE_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMACR_KEYHOLE_MASK = 32'h00000008;
  /// IOC_IRQ_EN (rw): A finished transfer raises the line.
  localparam int unsigned USER_S2MM_DMACR_IOC_IRQ_EN_LSB = 12;
  localparam int unsigned USER_S2MM_DMACR_IOC_IRQ_EN_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMACR_IOC_IRQ_EN_MASK = 32'h00001000;
  /// DLY_IRQ_EN (rw): Kept; nothing is delayed in direct-register mode.
  localparam int unsigned USER_S2MM_DMACR_DLY_IRQ_EN_LSB = 13;
  localparam int unsigned USER_S2MM_DMACR_DLY_IRQ_EN_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMACR_DLY_IRQ_EN_MASK = 32'h00002000;
  /// ERR_IRQ_EN (rw): An error raises the line.
  localparam int unsigned USER_S2MM_DMACR_ERR_IRQ_EN_LSB = 14;
  localparam int unsigned USER_S2MM_DMACR_ERR_IRQ_EN_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMACR_ERR_IRQ_EN_MASK = 32'h00004000;
  /// IRQ_THRESHOLD (rw): Kept; each transfer interrupts in direct-register mode.
  localparam int unsigned USER_S2MM_DMACR_IRQ_THRESHOLD_LSB = 16;
  localparam int unsigned USER_S2MM_DMACR_IRQ_THRESHOLD_WIDTH = 8;
  localparam logic [31:0] USER_S2MM_DMACR_IRQ_THRESHOLD_MASK = 32'h00ff0000;
  /// IRQ_DELAY (rw): Kept; see DLY_IRQ_EN.
  localparam int unsigned USER_S2MM_DMACR_IRQ_DELAY_LSB = 24;
  localparam int unsigned USER_S2MM_DMACR_IRQ_DELAY_WIDTH = 8;
  localparam logic [31:0] USER_S2MM_DMACR_IRQ_DELAY_MASK = 32'hff000000;

  /// Status. What has become of it.
  localparam logic [15:0] USER_S2MM_DMASR_OFFSET = 16'h0034;
  localparam logic [31:0] USER_S2MM_DMASR_RESET = 32'h00010001;
  /// HALTED (r): It does not run, and all that it had under way is over.
  localparam int unsigned USER_S2MM_DMASR_HALTED_LSB = 0;
  localparam int unsigned USER_S2MM_DMASR_HALTED_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMASR_HALTED_MASK = 32'h00000001;
  /// IDLE (r): It runs, and the last transfer it had is finished.
  localparam int unsigned USER_S2MM_DMASR_IDLE_LSB = 1;
  localparam int unsigned USER_S2MM_DMASR_IDLE_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMASR_IDLE_MASK = 32'h00000002;
  /// SG_INCLD (r): Scatter-gather is not there.
  localparam int unsigned USER_S2MM_DMASR_SG_INCLD_LSB = 3;
  localparam int unsigned USER_S2MM_DMASR_SG_INCLD_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMASR_SG_INCLD_MASK = 32'h00000008;
  /// INT_ERR (r): KEYHOLE is set, or, of a stream to the host, a packet was longer than its buffer
  /// and MODE.CUT is 0. Stays until reset.
  localparam int unsigned USER_S2MM_DMASR_INT_ERR_LSB = 4;
  localparam int unsigned USER_S2MM_DMASR_INT_ERR_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMASR_INT_ERR_MASK = 32'h00000010;
  /// SLV_ERR (r): Whoever is at a host address refused. Stays until reset.
  localparam int unsigned USER_S2MM_DMASR_SLV_ERR_LSB = 5;
  localparam int unsigned USER_S2MM_DMASR_SLV_ERR_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMASR_SLV_ERR_MASK = 32'h00000020;
  /// DEC_ERR (r): Nobody is at a host address. Stays until reset.
  localparam int unsigned USER_S2MM_DMASR_DEC_ERR_LSB = 6;
  localparam int unsigned USER_S2MM_DMASR_DEC_ERR_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMASR_DEC_ERR_MASK = 32'h00000040;
  /// IOC_IRQ (w1c): A transfer was finished. Cleared by writing 1.
  localparam int unsigned USER_S2MM_DMASR_IOC_IRQ_LSB = 12;
  localparam int unsigned USER_S2MM_DMASR_IOC_IRQ_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMASR_IOC_IRQ_MASK = 32'h00001000;
  /// DLY_IRQ (w1c): Never set. Cleared by writing 1.
  localparam int unsigned USER_S2MM_DMASR_DLY_IRQ_LSB = 13;
  localparam int unsigned USER_S2MM_DMASR_DLY_IRQ_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMASR_DLY_IRQ_MASK = 32'h00002000;
  /// ERR_IRQ (w1c): An error has ended the run. Cleared by writing 1.
  localparam int unsigned USER_S2MM_DMASR_ERR_IRQ_LSB = 14;
  localparam int unsigned USER_S2MM_DMASR_ERR_IRQ_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_DMASR_ERR_IRQ_MASK = 32'h00004000;
  /// IRQ_THRESHOLD (r): As IRQ_THRESHOLD.
  localparam int unsigned USER_S2MM_DMASR_IRQ_THRESHOLD_LSB = 16;
  localparam int unsigned USER_S2MM_DMASR_IRQ_THRESHOLD_WIDTH = 8;
  localparam logic [31:0] USER_S2MM_DMASR_IRQ_THRESHOLD_MASK = 32'h00ff0000;
  /// IRQ_DELAY (r): As IRQ_DELAY.
  localparam int unsigned USER_S2MM_DMASR_IRQ_DELAY_LSB = 24;
  localparam int unsigned USER_S2MM_DMASR_IRQ_DELAY_WIDTH = 8;
  localparam logic [31:0] USER_S2MM_DMASR_IRQ_DELAY_MASK = 32'hff000000;

  /// Address, low. Where the buffer is; any alignment.
  localparam logic [15:0] USER_S2MM_DA_OFFSET = 16'h0048;
  localparam logic [31:0] USER_S2MM_DA_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0.
  localparam int unsigned USER_S2MM_DA_ADDR_LSB = 0;
  localparam int unsigned USER_S2MM_DA_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_S2MM_DA_ADDR_MASK = 32'hffffffff;

  /// Address, high. Where the buffer is.
  localparam logic [15:0] USER_S2MM_DA_MSB_OFFSET = 16'h004c;
  localparam logic [31:0] USER_S2MM_DA_MSB_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned USER_S2MM_DA_MSB_ADDR_LSB = 0;
  localparam int unsigned USER_S2MM_DA_MSB_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_S2MM_DA_MSB_ADDR_MASK = 32'hffffffff;

  /// Length. Writing it, last, begins a transfer; nothing happens while halted, while one is under
  /// way, or with 0. Reads as the bytes that the last finished transfer has moved.
  localparam logic [15:0] USER_S2MM_LENGTH_OFFSET = 16'h0058;
  localparam logic [31:0] USER_S2MM_LENGTH_RESET = 32'h00000000;
  /// BYTES (rw): Bytes.
  localparam int unsigned USER_S2MM_LENGTH_BYTES_LSB = 0;
  localparam int unsigned USER_S2MM_LENGTH_BYTES_WIDTH = 26;
  localparam logic [31:0] USER_S2MM_LENGTH_BYTES_MASK = 32'h03ffffff;

  /// Capabilities. What there is beyond the core.
  localparam logic [15:0] USER_S2MM_CAPS_OFFSET = 16'h0080;
  localparam logic [31:0] USER_S2MM_CAPS_RESET = 32'h40101a01;
  /// VERSION (r): Version of the registers from 0x80 on.
  localparam int unsigned USER_S2MM_CAPS_VERSION_LSB = 0;
  localparam int unsigned USER_S2MM_CAPS_VERSION_WIDTH = 8;
  localparam logic [31:0] USER_S2MM_CAPS_VERSION_MASK = 32'h000000ff;
  /// LENGTH_BITS (r): Bits of a length.
  localparam int unsigned USER_S2MM_CAPS_LENGTH_BITS_LSB = 8;
  localparam int unsigned USER_S2MM_CAPS_LENGTH_BITS_WIDTH = 8;
  localparam logic [31:0] USER_S2MM_CAPS_LENGTH_BITS_MASK = 32'h0000ff00;
  /// PAIRS (r): Pairs of an address and a length that may be armed, the one under way among them.
  localparam int unsigned USER_S2MM_CAPS_PAIRS_LSB = 16;
  localparam int unsigned USER_S2MM_CAPS_PAIRS_WIDTH = 8;
  localparam logic [31:0] USER_S2MM_CAPS_PAIRS_MASK = 32'h00ff0000;
  /// BEAT_BYTES (r): Bytes of a beat of the stream.
  localparam int unsigned USER_S2MM_CAPS_BEAT_BYTES_LSB = 24;
  localparam int unsigned USER_S2MM_CAPS_BEAT_BYTES_WIDTH = 8;
  localparam logic [31:0] USER_S2MM_CAPS_BEAT_BYTES_MASK = 32'hff000000;

  /// Mode. What a buffer is. Written while halted.
  localparam logic [15:0] USER_S2MM_MODE_OFFSET = 16'h0084;
  localparam logic [31:0] USER_S2MM_MODE_RESET = 32'h00000000;
  /// CUT (rw): A buffer that is full before its packet has ended is no error: the next one goes on.
  localparam int unsigned USER_S2MM_MODE_CUT_LSB = 0;
  localparam int unsigned USER_S2MM_MODE_CUT_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_MODE_CUT_MASK = 32'h00000001;
  /// THROUGH (rw): Packets follow each other in a buffer, which ends when it is full or a burst
  /// ends. As with CUT a packet may go on in the next one.
  localparam int unsigned USER_S2MM_MODE_THROUGH_LSB = 1;
  localparam int unsigned USER_S2MM_MODE_THROUGH_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_MODE_THROUGH_MASK = 32'h00000002;
  /// RECORDS (rw): A record of each buffer is written to the ring, behind its data and ahead of its
  /// interrupt.
  localparam int unsigned USER_S2MM_MODE_RECORDS_LSB = 2;
  localparam int unsigned USER_S2MM_MODE_RECORDS_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_MODE_RECORDS_MASK = 32'h00000004;

  /// Armed. Buffers that are not finished.
  localparam logic [15:0] USER_S2MM_ARMED_OFFSET = 16'h0088;
  localparam logic [31:0] USER_S2MM_ARMED_RESET = 32'h00000000;
  /// PAIRS (r): Pairs that are not over.
  localparam int unsigned USER_S2MM_ARMED_PAIRS_LSB = 0;
  localparam int unsigned USER_S2MM_ARMED_PAIRS_WIDTH = 8;
  localparam logic [31:0] USER_S2MM_ARMED_PAIRS_MASK = 32'h000000ff;
  /// REFUSED (r): Pairs that were refused since the last reset: no room, no bytes, or not running.
  /// Stops at its end.
  localparam int unsigned USER_S2MM_ARMED_REFUSED_LSB = 16;
  localparam int unsigned USER_S2MM_ARMED_REFUSED_WIDTH = 16;
  localparam logic [31:0] USER_S2MM_ARMED_REFUSED_MASK = 32'hffff0000;

  /// Next address, low. Where a buffer behind those that are armed is.
  localparam logic [15:0] USER_S2MM_NEXT_DA_OFFSET = 16'h0090;
  localparam logic [31:0] USER_S2MM_NEXT_DA_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0.
  localparam int unsigned USER_S2MM_NEXT_DA_ADDR_LSB = 0;
  localparam int unsigned USER_S2MM_NEXT_DA_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_S2MM_NEXT_DA_ADDR_MASK = 32'hffffffff;

  /// Next address, high. Where it is.
  localparam logic [15:0] USER_S2MM_NEXT_DA_MSB_OFFSET = 16'h0094;
  localparam logic [31:0] USER_S2MM_NEXT_DA_MSB_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned USER_S2MM_NEXT_DA_MSB_ADDR_LSB = 0;
  localparam int unsigned USER_S2MM_NEXT_DA_MSB_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_S2MM_NEXT_DA_MSB_ADDR_MASK = 32'hffffffff;

  /// Next length. Writing it arms the pair behind those that are armed, or begins it where there is
  /// none. Reads as 0.
  localparam logic [15:0] USER_S2MM_NEXT_LENGTH_OFFSET = 16'h0098;
  localparam logic [31:0] USER_S2MM_NEXT_LENGTH_RESET = 32'h00000000;
  /// BYTES (rw): Bytes.
  localparam int unsigned USER_S2MM_NEXT_LENGTH_BYTES_LSB = 0;
  localparam int unsigned USER_S2MM_NEXT_LENGTH_BYTES_WIDTH = 26;
  localparam logic [31:0] USER_S2MM_NEXT_LENGTH_BYTES_MASK = 32'h03ffffff;

  /// Stamp, low. Time of the first sample of the last finished buffer.
  localparam logic [15:0] USER_S2MM_STAMP_LO_OFFSET = 16'h00a0;
  localparam logic [31:0] USER_S2MM_STAMP_LO_RESET = 32'h00000000;
  /// TIME (r): Bits 31:0.
  localparam int unsigned USER_S2MM_STAMP_LO_TIME_LSB = 0;
  localparam int unsigned USER_S2MM_STAMP_LO_TIME_WIDTH = 32;
  localparam logic [31:0] USER_S2MM_STAMP_LO_TIME_MASK = 32'hffffffff;

  /// Stamp, high. Time of the first sample of the last finished buffer.
  localparam logic [15:0] USER_S2MM_STAMP_HI_OFFSET = 16'h00a4;
  localparam logic [31:0] USER_S2MM_STAMP_HI_RESET = 32'h00000000;
  /// TIME (r): Bits 63:32.
  localparam int unsigned USER_S2MM_STAMP_HI_TIME_LSB = 0;
  localparam int unsigned USER_S2MM_STAMP_HI_TIME_WIDTH = 32;
  localparam logic [31:0] USER_S2MM_STAMP_HI_TIME_MASK = 32'hffffffff;

  /// Lost, low. Samples lost ahead of the packets that begin in the last finished buffer.
  localparam logic [15:0] USER_S2MM_LOST_LO_OFFSET = 16'h00a8;
  localparam logic [31:0] USER_S2MM_LOST_LO_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 31:0.
  localparam int unsigned USER_S2MM_LOST_LO_SAMPLES_LSB = 0;
  localparam int unsigned USER_S2MM_LOST_LO_SAMPLES_WIDTH = 32;
  localparam logic [31:0] USER_S2MM_LOST_LO_SAMPLES_MASK = 32'hffffffff;

  /// Lost, high. The rest of it, and how that buffer ended.
  localparam logic [15:0] USER_S2MM_LOST_HI_OFFSET = 16'h00ac;
  localparam logic [31:0] USER_S2MM_LOST_HI_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 47:32.
  localparam int unsigned USER_S2MM_LOST_HI_SAMPLES_LSB = 0;
  localparam int unsigned USER_S2MM_LOST_HI_SAMPLES_WIDTH = 16;
  localparam logic [31:0] USER_S2MM_LOST_HI_SAMPLES_MASK = 32'h0000ffff;
  /// EOP (r): A packet ended with its last byte.
  localparam int unsigned USER_S2MM_LOST_HI_EOP_LSB = 16;
  localparam int unsigned USER_S2MM_LOST_HI_EOP_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_LOST_HI_EOP_MASK = 32'h00010000;
  /// EOB (r): A burst did.
  localparam int unsigned USER_S2MM_LOST_HI_EOB_LSB = 17;
  localparam int unsigned USER_S2MM_LOST_HI_EOB_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_LOST_HI_EOB_MASK = 32'h00020000;
  /// OVERRUN (r): Samples were lost behind it.
  localparam int unsigned USER_S2MM_LOST_HI_OVERRUN_LSB = 18;
  localparam int unsigned USER_S2MM_LOST_HI_OVERRUN_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_LOST_HI_OVERRUN_MASK = 32'h00040000;
  /// STOPPED (r): It was cut short: stopped, or by an error.
  localparam int unsigned USER_S2MM_LOST_HI_STOPPED_LSB = 19;
  localparam int unsigned USER_S2MM_LOST_HI_STOPPED_WIDTH = 1;
  localparam logic [31:0] USER_S2MM_LOST_HI_STOPPED_MASK = 32'h00080000;

  /// Sequence. Buffers finished since the last reset.
  localparam logic [15:0] USER_S2MM_SEQUENCE_OFFSET = 16'h00b0;
  localparam logic [31:0] USER_S2MM_SEQUENCE_RESET = 32'h00000000;
  /// BUFFERS (r): How many; counts on from 0 at its end.
  localparam int unsigned USER_S2MM_SEQUENCE_BUFFERS_LSB = 0;
  localparam int unsigned USER_S2MM_SEQUENCE_BUFFERS_WIDTH = 32;
  localparam logic [31:0] USER_S2MM_SEQUENCE_BUFFERS_MASK = 32'hffffffff;

  /// Ring, low. Where the records go: a ring of s2mm_record. Written while halted.
  localparam logic [15:0] USER_S2MM_RING_LO_OFFSET = 16'h00c0;
  localparam logic [31:0] USER_S2MM_RING_LO_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0, a multiple of 32.
  localparam int unsigned USER_S2MM_RING_LO_ADDR_LSB = 0;
  localparam int unsigned USER_S2MM_RING_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_S2MM_RING_LO_ADDR_MASK = 32'hffffffff;

  /// Ring, high. Where the records go.
  localparam logic [15:0] USER_S2MM_RING_HI_OFFSET = 16'h00c4;
  localparam logic [31:0] USER_S2MM_RING_HI_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned USER_S2MM_RING_HI_ADDR_LSB = 0;
  localparam int unsigned USER_S2MM_RING_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_S2MM_RING_HI_ADDR_MASK = 32'hffffffff;

  /// Ring size. Record n goes to place n modulo the size, n as SEQUENCE counts before it.
  localparam logic [15:0] USER_S2MM_RING_SIZE_OFFSET = 16'h00c8;
  localparam logic [31:0] USER_S2MM_RING_SIZE_RESET = 32'h00000000;
  /// LOG2 (rw): Logarithm to base 2 of the number of records.
  localparam int unsigned USER_S2MM_RING_SIZE_LOG2_LSB = 0;
  localparam int unsigned USER_S2MM_RING_SIZE_LOG2_WIDTH = 4;
  localparam logic [31:0] USER_S2MM_RING_SIZE_LOG2_MASK = 32'h0000000f;

  /// MM2S: Page of the transmit engine: buffers in host memory to a stream, by pairs of an address
  /// and a length. Registers below 0x80 are those of the MM2S channel of an AXI DMA without
  /// scatter-gather; software for it finds nothing else new.
  localparam logic [15:0] USER_MM2S_BASE = 16'h6000;

  /// Control. Run, reset, interrupts.
  localparam logic [15:0] USER_MM2S_DMACR_OFFSET = 16'h0000;
  localparam logic [31:0] USER_MM2S_DMACR_RESET = 32'h00010002;
  /// RS (rw): 1: runs. Falls by itself at an error. Clearing it ends what is under way, and what
  /// had become of it by then is told.
  localparam int unsigned USER_MM2S_DMACR_RS_LSB = 0;
  localparam int unsigned USER_MM2S_DMACR_RS_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMACR_RS_MASK = 32'h00000001;
  /// FIXED (r): Reads as 1.
  localparam int unsigned USER_MM2S_DMACR_FIXED_LSB = 1;
  localparam int unsigned USER_MM2S_DMACR_FIXED_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMACR_FIXED_MASK = 32'h00000002;
  /// SOFT_RESET (rw): Writing 1 ends what is under way and puts every register back; reads as 1
  /// until that is over.
  localparam int unsigned USER_MM2S_DMACR_SOFT_RESET_LSB = 2;
  localparam int unsigned USER_MM2S_DMACR_SOFT_RESET_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMACR_SOFT_RESET_MASK = 32'h00000004;
  /// KEYHOLE (rw): The address stands still. Not done here: with it set a transfer ends with
  /// INT_ERR and moves nothing.
  localparam int unsigned USER_MM2S_DMACR_KEYHOLE_LSB = 3;
  localparam int unsigned USER_MM2S_DMACR_KEYHOLE_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMACR_KEYHOLE_MASK = 32'h00000008;
  /// IOC_IRQ_EN (rw): A finished transfer raises the line.
  localparam int unsigned USER_MM2S_DMACR_IOC_IRQ_EN_LSB = 12;
  localparam int unsigned USER_MM2S_DMACR_IOC_IRQ_EN_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMACR_IOC_IRQ_EN_MASK = 32'h00001000;
  /// DLY_IRQ_EN (rw): Kept; nothing is delayed in direct-register mode.
  localparam int unsigned USER_MM2S_DMACR_DLY_IRQ_EN_LSB = 13;
  localparam int unsigned USER_MM2S_DMACR_DLY_IRQ_EN_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMACR_DLY_IRQ_EN_MASK = 32'h00002000;
  /// ERR_IRQ_EN (rw): An error raises the line.
  localparam int unsigned USER_MM2S_DMACR_ERR_IRQ_EN_LSB = 14;
  localparam int unsigned USER_MM2S_DMACR_ERR_IRQ_EN_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMACR_ERR_IRQ_EN_MASK = 32'h00004000;
  /// IRQ_THRESHOLD (rw): Kept; each transfer interrupts in direct-register mode.
  localparam int unsigned USER_MM2S_DMACR_IRQ_THRESHOLD_LSB = 16;
  localparam int unsigned USER_MM2S_DMACR_IRQ_THRESHOLD_WIDTH = 8;
  localparam logic [31:0] USER_MM2S_DMACR_IRQ_THRESHOLD_MASK = 32'h00ff0000;
  /// IRQ_DELAY (rw): Kept; see DLY_IRQ_EN.
  localparam int unsigned USER_MM2S_DMACR_IRQ_DELAY_LSB = 24;
  localparam int unsigned USER_MM2S_DMACR_IRQ_DELAY_WIDTH = 8;
  localparam logic [31:0] USER_MM2S_DMACR_IRQ_DELAY_MASK = 32'hff000000;

  /// Status. What has become of it.
  localparam logic [15:0] USER_MM2S_DMASR_OFFSET = 16'h0004;
  localparam logic [31:0] USER_MM2S_DMASR_RESET = 32'h00010001;
  /// HALTED (r): It does not run, and all that it had under way is over.
  localparam int unsigned USER_MM2S_DMASR_HALTED_LSB = 0;
  localparam int unsigned USER_MM2S_DMASR_HALTED_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMASR_HALTED_MASK = 32'h00000001;
  /// IDLE (r): It runs, and the last transfer it had is finished.
  localparam int unsigned USER_MM2S_DMASR_IDLE_LSB = 1;
  localparam int unsigned USER_MM2S_DMASR_IDLE_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMASR_IDLE_MASK = 32'h00000002;
  /// SG_INCLD (r): Scatter-gather is not there.
  localparam int unsigned USER_MM2S_DMASR_SG_INCLD_LSB = 3;
  localparam int unsigned USER_MM2S_DMASR_SG_INCLD_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMASR_SG_INCLD_MASK = 32'h00000008;
  /// INT_ERR (r): KEYHOLE is set, or, of a stream to the host, a packet was longer than its buffer
  /// and MODE.CUT is 0. Stays until reset.
  localparam int unsigned USER_MM2S_DMASR_INT_ERR_LSB = 4;
  localparam int unsigned USER_MM2S_DMASR_INT_ERR_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMASR_INT_ERR_MASK = 32'h00000010;
  /// SLV_ERR (r): Whoever is at a host address refused. Stays until reset.
  localparam int unsigned USER_MM2S_DMASR_SLV_ERR_LSB = 5;
  localparam int unsigned USER_MM2S_DMASR_SLV_ERR_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMASR_SLV_ERR_MASK = 32'h00000020;
  /// DEC_ERR (r): Nobody is at a host address. Stays until reset.
  localparam int unsigned USER_MM2S_DMASR_DEC_ERR_LSB = 6;
  localparam int unsigned USER_MM2S_DMASR_DEC_ERR_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMASR_DEC_ERR_MASK = 32'h00000040;
  /// IOC_IRQ (w1c): A transfer was finished. Cleared by writing 1.
  localparam int unsigned USER_MM2S_DMASR_IOC_IRQ_LSB = 12;
  localparam int unsigned USER_MM2S_DMASR_IOC_IRQ_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMASR_IOC_IRQ_MASK = 32'h00001000;
  /// DLY_IRQ (w1c): Never set. Cleared by writing 1.
  localparam int unsigned USER_MM2S_DMASR_DLY_IRQ_LSB = 13;
  localparam int unsigned USER_MM2S_DMASR_DLY_IRQ_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMASR_DLY_IRQ_MASK = 32'h00002000;
  /// ERR_IRQ (w1c): An error has ended the run. Cleared by writing 1.
  localparam int unsigned USER_MM2S_DMASR_ERR_IRQ_LSB = 14;
  localparam int unsigned USER_MM2S_DMASR_ERR_IRQ_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_DMASR_ERR_IRQ_MASK = 32'h00004000;
  /// IRQ_THRESHOLD (r): As IRQ_THRESHOLD.
  localparam int unsigned USER_MM2S_DMASR_IRQ_THRESHOLD_LSB = 16;
  localparam int unsigned USER_MM2S_DMASR_IRQ_THRESHOLD_WIDTH = 8;
  localparam logic [31:0] USER_MM2S_DMASR_IRQ_THRESHOLD_MASK = 32'h00ff0000;
  /// IRQ_DELAY (r): As IRQ_DELAY.
  localparam int unsigned USER_MM2S_DMASR_IRQ_DELAY_LSB = 24;
  localparam int unsigned USER_MM2S_DMASR_IRQ_DELAY_WIDTH = 8;
  localparam logic [31:0] USER_MM2S_DMASR_IRQ_DELAY_MASK = 32'hff000000;

  /// Address, low. Where the buffer is; any alignment.
  localparam logic [15:0] USER_MM2S_SA_OFFSET = 16'h0018;
  localparam logic [31:0] USER_MM2S_SA_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0.
  localparam int unsigned USER_MM2S_SA_ADDR_LSB = 0;
  localparam int unsigned USER_MM2S_SA_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_MM2S_SA_ADDR_MASK = 32'hffffffff;

  /// Address, high. Where the buffer is.
  localparam logic [15:0] USER_MM2S_SA_MSB_OFFSET = 16'h001c;
  localparam logic [31:0] USER_MM2S_SA_MSB_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned USER_MM2S_SA_MSB_ADDR_LSB = 0;
  localparam int unsigned USER_MM2S_SA_MSB_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_MM2S_SA_MSB_ADDR_MASK = 32'hffffffff;

  /// Length. Writing it, last, begins a transfer, which is a packet of the stream; nothing happens
  /// while halted, while one is under way, or with 0. Reads as what was written, and from the end
  /// of a transfer on as the bytes that it has moved.
  localparam logic [15:0] USER_MM2S_LENGTH_OFFSET = 16'h0028;
  localparam logic [31:0] USER_MM2S_LENGTH_RESET = 32'h00000000;
  /// BYTES (rw): Bytes.
  localparam int unsigned USER_MM2S_LENGTH_BYTES_LSB = 0;
  localparam int unsigned USER_MM2S_LENGTH_BYTES_WIDTH = 26;
  localparam logic [31:0] USER_MM2S_LENGTH_BYTES_MASK = 32'h03ffffff;

  /// Capabilities. What there is beyond the core.
  localparam logic [15:0] USER_MM2S_CAPS_OFFSET = 16'h0080;
  localparam logic [31:0] USER_MM2S_CAPS_RESET = 32'h40101a01;
  /// VERSION (r): Version of the registers from 0x80 on.
  localparam int unsigned USER_MM2S_CAPS_VERSION_LSB = 0;
  localparam int unsigned USER_MM2S_CAPS_VERSION_WIDTH = 8;
  localparam logic [31:0] USER_MM2S_CAPS_VERSION_MASK = 32'h000000ff;
  /// LENGTH_BITS (r): Bits of a length.
  localparam int unsigned USER_MM2S_CAPS_LENGTH_BITS_LSB = 8;
  localparam int unsigned USER_MM2S_CAPS_LENGTH_BITS_WIDTH = 8;
  localparam logic [31:0] USER_MM2S_CAPS_LENGTH_BITS_MASK = 32'h0000ff00;
  /// PAIRS (r): Pairs of an address and a length that may be armed, the one under way among them.
  localparam int unsigned USER_MM2S_CAPS_PAIRS_LSB = 16;
  localparam int unsigned USER_MM2S_CAPS_PAIRS_WIDTH = 8;
  localparam logic [31:0] USER_MM2S_CAPS_PAIRS_MASK = 32'h00ff0000;
  /// BEAT_BYTES (r): Bytes of a beat of the stream.
  localparam int unsigned USER_MM2S_CAPS_BEAT_BYTES_LSB = 24;
  localparam int unsigned USER_MM2S_CAPS_BEAT_BYTES_WIDTH = 8;
  localparam logic [31:0] USER_MM2S_CAPS_BEAT_BYTES_MASK = 32'hff000000;

  /// Mode. What is told of a buffer. Written while halted.
  localparam logic [15:0] USER_MM2S_MODE_OFFSET = 16'h0084;
  localparam logic [31:0] USER_MM2S_MODE_RESET = 32'h00000000;
  /// RECORDS (rw): A record of each buffer is written to the ring when the stream has its bytes,
  /// ahead of its interrupt.
  localparam int unsigned USER_MM2S_MODE_RECORDS_LSB = 2;
  localparam int unsigned USER_MM2S_MODE_RECORDS_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_MODE_RECORDS_MASK = 32'h00000004;

  /// Armed. Buffers that are not finished.
  localparam logic [15:0] USER_MM2S_ARMED_OFFSET = 16'h0088;
  localparam logic [31:0] USER_MM2S_ARMED_RESET = 32'h00000000;
  /// PAIRS (r): Pairs that are not over.
  localparam int unsigned USER_MM2S_ARMED_PAIRS_LSB = 0;
  localparam int unsigned USER_MM2S_ARMED_PAIRS_WIDTH = 8;
  localparam logic [31:0] USER_MM2S_ARMED_PAIRS_MASK = 32'h000000ff;
  /// REFUSED (r): Pairs that were refused since the last reset: no room, no bytes, or not running.
  /// Stops at its end.
  localparam int unsigned USER_MM2S_ARMED_REFUSED_LSB = 16;
  localparam int unsigned USER_MM2S_ARMED_REFUSED_WIDTH = 16;
  localparam logic [31:0] USER_MM2S_ARMED_REFUSED_MASK = 32'hffff0000;

  /// Next address, low. Where a buffer behind those that are armed is.
  localparam logic [15:0] USER_MM2S_NEXT_SA_OFFSET = 16'h0090;
  localparam logic [31:0] USER_MM2S_NEXT_SA_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0.
  localparam int unsigned USER_MM2S_NEXT_SA_ADDR_LSB = 0;
  localparam int unsigned USER_MM2S_NEXT_SA_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_MM2S_NEXT_SA_ADDR_MASK = 32'hffffffff;

  /// Next address, high. Where it is.
  localparam logic [15:0] USER_MM2S_NEXT_SA_MSB_OFFSET = 16'h0094;
  localparam logic [31:0] USER_MM2S_NEXT_SA_MSB_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned USER_MM2S_NEXT_SA_MSB_ADDR_LSB = 0;
  localparam int unsigned USER_MM2S_NEXT_SA_MSB_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_MM2S_NEXT_SA_MSB_ADDR_MASK = 32'hffffffff;

  /// Next length. Writing it arms the pair behind those that are armed, or begins it where there is
  /// none. Reads as 0.
  localparam logic [15:0] USER_MM2S_NEXT_LENGTH_OFFSET = 16'h0098;
  localparam logic [31:0] USER_MM2S_NEXT_LENGTH_RESET = 32'h00000000;
  /// BYTES (rw): Bytes.
  localparam int unsigned USER_MM2S_NEXT_LENGTH_BYTES_LSB = 0;
  localparam int unsigned USER_MM2S_NEXT_LENGTH_BYTES_WIDTH = 26;
  localparam logic [31:0] USER_MM2S_NEXT_LENGTH_BYTES_MASK = 32'h03ffffff;

  /// Ended. How the last finished buffer ended.
  localparam logic [15:0] USER_MM2S_ENDED_OFFSET = 16'h00ac;
  localparam logic [31:0] USER_MM2S_ENDED_RESET = 32'h00000000;
  /// STOPPED (r): It was cut short: stopped, or by an error.
  localparam int unsigned USER_MM2S_ENDED_STOPPED_LSB = 19;
  localparam int unsigned USER_MM2S_ENDED_STOPPED_WIDTH = 1;
  localparam logic [31:0] USER_MM2S_ENDED_STOPPED_MASK = 32'h00080000;

  /// Sequence. Buffers finished since the last reset.
  localparam logic [15:0] USER_MM2S_SEQUENCE_OFFSET = 16'h00b0;
  localparam logic [31:0] USER_MM2S_SEQUENCE_RESET = 32'h00000000;
  /// BUFFERS (r): How many; counts on from 0 at its end.
  localparam int unsigned USER_MM2S_SEQUENCE_BUFFERS_LSB = 0;
  localparam int unsigned USER_MM2S_SEQUENCE_BUFFERS_WIDTH = 32;
  localparam logic [31:0] USER_MM2S_SEQUENCE_BUFFERS_MASK = 32'hffffffff;

  /// Ring, low. Where the records go: a ring of s2mm_record. Written while halted.
  localparam logic [15:0] USER_MM2S_RING_LO_OFFSET = 16'h00c0;
  localparam logic [31:0] USER_MM2S_RING_LO_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 31:0, a multiple of 32.
  localparam int unsigned USER_MM2S_RING_LO_ADDR_LSB = 0;
  localparam int unsigned USER_MM2S_RING_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_MM2S_RING_LO_ADDR_MASK = 32'hffffffff;

  /// Ring, high. Where the records go.
  localparam logic [15:0] USER_MM2S_RING_HI_OFFSET = 16'h00c4;
  localparam logic [31:0] USER_MM2S_RING_HI_RESET = 32'h00000000;
  /// ADDR (rw): Address bits 63:32.
  localparam int unsigned USER_MM2S_RING_HI_ADDR_LSB = 0;
  localparam int unsigned USER_MM2S_RING_HI_ADDR_WIDTH = 32;
  localparam logic [31:0] USER_MM2S_RING_HI_ADDR_MASK = 32'hffffffff;

  /// Ring size. Record n goes to place n modulo the size, n as SEQUENCE counts before it.
  localparam logic [15:0] USER_MM2S_RING_SIZE_OFFSET = 16'h00c8;
  localparam logic [31:0] USER_MM2S_RING_SIZE_RESET = 32'h00000000;
  /// LOG2 (rw): Logarithm to base 2 of the number of records.
  localparam int unsigned USER_MM2S_RING_SIZE_LOG2_LSB = 0;
  localparam int unsigned USER_MM2S_RING_SIZE_LOG2_WIDTH = 4;
  localparam logic [31:0] USER_MM2S_RING_SIZE_LOG2_MASK = 32'h0000000f;

  /// Sink: Takes streams in steps: of each stream that is paired, so many entries. Streams 0 and 1
  /// are the stream ports, stream 2 + n is H2C channel n; one that a build does not have is not
  /// described by PAIRING: it reads 0 with an error.
  localparam logic [15:0] USER_SINK_BASE = 16'h1000;

  /// Events of its page.
  localparam int unsigned USER_SINK_EVENTS = 15;
  /// Steps finished.
  localparam int unsigned USER_SINK_STEPS_EVENT = 0;
  /// Of these, steps in which a packet ended before the last entry of its stream, or ended on one
  /// H2C stream and not on another.
  localparam int unsigned USER_SINK_MISMATCHED_ENDS_EVENT = 1;
  /// Entries taken from stream port 0 by steps.
  localparam int unsigned USER_SINK_PORT0_ENTRIES_EVENT = 2;
  /// Entries taken from stream port 1 by steps.
  localparam int unsigned USER_SINK_PORT1_ENTRIES_EVENT = 3;
  /// Entries taken from H2C channel 0 by steps.
  localparam int unsigned USER_SINK_H2C0_ENTRIES_EVENT = 4;
  /// Entries taken from H2C channel 1 by steps.
  localparam int unsigned USER_SINK_H2C1_ENTRIES_EVENT = 5;
  /// Entries taken from H2C channel 2 by steps.
  localparam int unsigned USER_SINK_H2C2_ENTRIES_EVENT = 6;
  /// Entries taken from H2C channel 3 by steps.
  localparam int unsigned USER_SINK_H2C3_ENTRIES_EVENT = 7;
  /// Cycles in which a step waited for stream port 0.
  localparam int unsigned USER_SINK_PORT0_STARVE_EVENT = 8;
  /// Cycles in which a step waited for stream port 1.
  localparam int unsigned USER_SINK_PORT1_STARVE_EVENT = 9;
  /// Cycles in which a step waited for H2C channel 0.
  localparam int unsigned USER_SINK_H2C0_STARVE_EVENT = 10;
  /// Cycles in which a step waited for H2C channel 1.
  localparam int unsigned USER_SINK_H2C1_STARVE_EVENT = 11;
  /// Cycles in which a step waited for H2C channel 2.
  localparam int unsigned USER_SINK_H2C2_STARVE_EVENT = 12;
  /// Cycles in which a step waited for H2C channel 3.
  localparam int unsigned USER_SINK_H2C3_STARVE_EVENT = 13;
  /// Entries dropped while the sink was quiesced.
  localparam int unsigned USER_SINK_DISCARDED_EVENT = 14;

  /// Control. Starts runs.
  localparam logic [15:0] USER_SINK_CONTROL_OFFSET = 16'h0000;
  localparam logic [31:0] USER_SINK_CONTROL_RESET = 32'h00000000;
  /// START (pulse): Writing 1 begins a run of STEPS steps with its first step at once. Refused with
  /// an error while a run is on or the sink is quiesced, or if STEPS is 0 or no stream is paired.
  /// Reads as 0.
  localparam int unsigned USER_SINK_CONTROL_START_LSB = 0;
  localparam int unsigned USER_SINK_CONTROL_START_WIDTH = 1;
  localparam logic [31:0] USER_SINK_CONTROL_START_MASK = 32'h00000001;

  /// Status. Progress of the run.
  localparam logic [15:0] USER_SINK_STATUS_OFFSET = 16'h0004;
  localparam logic [31:0] USER_SINK_STATUS_RESET = 32'h00000000;
  /// BUSY (r): A run is on.
  localparam int unsigned USER_SINK_STATUS_BUSY_LSB = 0;
  localparam int unsigned USER_SINK_STATUS_BUSY_WIDTH = 1;
  localparam logic [31:0] USER_SINK_STATUS_BUSY_MASK = 32'h00000001;

  /// Steps. Length of the next run; taken over when START is written.
  localparam logic [15:0] USER_SINK_STEPS_OFFSET = 16'h0008;
  localparam logic [31:0] USER_SINK_STEPS_RESET = 32'h00000000;
  /// COUNT (rw): Number of steps.
  localparam int unsigned USER_SINK_STEPS_COUNT_LSB = 0;
  localparam int unsigned USER_SINK_STEPS_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_SINK_STEPS_COUNT_MASK = 32'hffffffff;

  /// Steps done. Steps of the run that are finished; kept until the next START, 0 after QUIESCE.
  localparam logic [15:0] USER_SINK_STEPS_DONE_OFFSET = 16'h000c;
  localparam logic [31:0] USER_SINK_STEPS_DONE_RESET = 32'h00000000;
  /// COUNT (r): Number of steps.
  localparam int unsigned USER_SINK_STEPS_DONE_COUNT_LSB = 0;
  localparam int unsigned USER_SINK_STEPS_DONE_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_SINK_STEPS_DONE_COUNT_MASK = 32'hffffffff;

  /// Rate. How fast steps begin, at most. A step that could not begin in time is not made up for,
  /// but for one.
  localparam logic [15:0] USER_SINK_RATE_OFFSET = 16'h0010;
  localparam logic [31:0] USER_SINK_RATE_RESET = 32'h00010000;
  /// STEPS (rw): Steps in 2^16 cycles; more than 2^16 count as 2^16. 0 stops the run where it is.
  localparam int unsigned USER_SINK_RATE_STEPS_LSB = 0;
  localparam int unsigned USER_SINK_RATE_STEPS_WIDTH = 17;
  localparam logic [31:0] USER_SINK_RATE_STEPS_MASK = 32'h0001ffff;

  /// Pairing. Entries of a stream in a step. Refused with an error while a run is on.
  localparam logic [15:0] USER_SINK_PAIRING_OFFSET = 16'h0040;
  localparam int unsigned USER_SINK_PAIRING_STRIDE = 4;
  localparam int unsigned USER_SINK_PAIRING_COUNT = 6;
  localparam logic [31:0] USER_SINK_PAIRING_RESET = 32'h00000000;
  /// ENTRIES (rw): Entries of 64 bytes, one a cycle at most; 0 leaves the stream alone.
  localparam int unsigned USER_SINK_PAIRING_ENTRIES_LSB = 0;
  localparam int unsigned USER_SINK_PAIRING_ENTRIES_WIDTH = 16;
  localparam logic [31:0] USER_SINK_PAIRING_ENTRIES_MASK = 32'h0000ffff;

  /// Signal source: Stands where the converters of a radio would: samples of 32 bits, 16 for each
  /// of two components, at a rate that is a fraction of the card's clock, with the time of each.
  /// They go to the last C2H stream.
  localparam logic [15:0] USER_SOURCE_BASE = 16'h1000;

  /// Events of its page.
  localparam int unsigned USER_SOURCE_EVENTS = 10;
  /// Samples produced, of all channels together.
  localparam int unsigned USER_SOURCE_SAMPLES_EVENT = 0;
  /// Of these, samples that go on to the host.
  localparam int unsigned USER_SOURCE_KEPT_EVENT = 1;
  /// Of these, samples that found no room.
  localparam int unsigned USER_SOURCE_LOST_EVENT = 2;
  /// Times that samples began to be lost.
  localparam int unsigned USER_SOURCE_GAPS_EVENT = 3;
  /// Packets given to the stream.
  localparam int unsigned USER_SOURCE_PACKETS_EVENT = 4;
  /// Commands refused because their time was over.
  localparam int unsigned USER_SOURCE_LATE_EVENT = 5;
  /// Samples sent, of all channels together.
  localparam int unsigned USER_SOURCE_TX_SENT_EVENT = 6;
  /// Moments of bursts on the air for which there was no sample.
  localparam int unsigned USER_SOURCE_TX_MISSED_EVENT = 7;
  /// Packets dropped because their time was over.
  localparam int unsigned USER_SOURCE_TX_LATE_EVENT = 8;
  /// Packets dropped because they were malformed.
  localparam int unsigned USER_SOURCE_TX_MALFORMED_EVENT = 9;

  /// Control. Commands. Reads as 0.
  localparam logic [15:0] USER_SOURCE_CONTROL_OFFSET = 16'h0000;
  localparam logic [31:0] USER_SOURCE_CONTROL_RESET = 32'h00000000;
  /// START (pulse): Begins a burst of what the registers say. Refused with an error while one is
  /// armed or runs, while the source is quiesced, if a register has a value that it cannot do, or,
  /// where that burst or the last one has headers, while beats of the last one are held.
  localparam int unsigned USER_SOURCE_CONTROL_START_LSB = 0;
  localparam int unsigned USER_SOURCE_CONTROL_START_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_CONTROL_START_MASK = 32'h00000001;
  /// STOP (pulse): Ends the burst, or what is armed, at once.
  localparam int unsigned USER_SOURCE_CONTROL_STOP_LSB = 1;
  localparam int unsigned USER_SOURCE_CONTROL_STOP_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_CONTROL_STOP_MASK = 32'h00000002;
  /// AT (pulse): With START: at START_AT, not at once. If that time is over nothing is captured and
  /// STATUS.LATE is set.
  localparam int unsigned USER_SOURCE_CONTROL_AT_LSB = 2;
  localparam int unsigned USER_SOURCE_CONTROL_AT_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_CONTROL_AT_MASK = 32'h00000004;
  /// UNTIL (pulse): With START: no sample at or behind STOP_AT.
  localparam int unsigned USER_SOURCE_CONTROL_UNTIL_LSB = 3;
  localparam int unsigned USER_SOURCE_CONTROL_UNTIL_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_CONTROL_UNTIL_MASK = 32'h00000008;
  /// COUNTED (pulse): With START: SAMPLES samples of each channel, no more.
  localparam int unsigned USER_SOURCE_CONTROL_COUNTED_LSB = 4;
  localparam int unsigned USER_SOURCE_CONTROL_COUNTED_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_CONTROL_COUNTED_MASK = 32'h00000010;

  /// Status. What has become of it.
  localparam logic [15:0] USER_SOURCE_STATUS_OFFSET = 16'h0004;
  localparam logic [31:0] USER_SOURCE_STATUS_RESET = 32'h00000000;
  /// ARMED (r): A burst waits for its time.
  localparam int unsigned USER_SOURCE_STATUS_ARMED_LSB = 0;
  localparam int unsigned USER_SOURCE_STATUS_ARMED_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_STATUS_ARMED_MASK = 32'h00000001;
  /// RUNNING (r): A burst runs.
  localparam int unsigned USER_SOURCE_STATUS_RUNNING_LSB = 1;
  localparam int unsigned USER_SOURCE_STATUS_RUNNING_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_STATUS_RUNNING_MASK = 32'h00000002;
  /// LOSING (r): Samples of it are being lost.
  localparam int unsigned USER_SOURCE_STATUS_LOSING_LSB = 2;
  localparam int unsigned USER_SOURCE_STATUS_LOSING_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_STATUS_LOSING_MASK = 32'h00000004;
  /// HELD (r): Beats of a burst are here that nobody has taken.
  localparam int unsigned USER_SOURCE_STATUS_HELD_LSB = 3;
  localparam int unsigned USER_SOURCE_STATUS_HELD_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_STATUS_HELD_MASK = 32'h00000008;
  /// DONE (w1c): A burst is over. Cleared by writing 1 and by a START that is taken.
  localparam int unsigned USER_SOURCE_STATUS_DONE_LSB = 8;
  localparam int unsigned USER_SOURCE_STATUS_DONE_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_STATUS_DONE_MASK = 32'h00000100;
  /// LATE (w1c): A command came too late. Cleared by writing 1 and by a START that is taken.
  localparam int unsigned USER_SOURCE_STATUS_LATE_LSB = 9;
  localparam int unsigned USER_SOURCE_STATUS_LATE_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_STATUS_LATE_MASK = 32'h00000200;
  /// OVERRUN (w1c): Samples were lost. Cleared by writing 1 and by a START that is taken.
  localparam int unsigned USER_SOURCE_STATUS_OVERRUN_LSB = 10;
  localparam int unsigned USER_SOURCE_STATUS_OVERRUN_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_STATUS_OVERRUN_MASK = 32'h00000400;

  /// Interrupt enable. What raises the line.
  localparam logic [15:0] USER_SOURCE_ENABLE_OFFSET = 16'h0008;
  localparam logic [31:0] USER_SOURCE_ENABLE_RESET = 32'h00000000;
  /// DONE (rw): DONE does.
  localparam int unsigned USER_SOURCE_ENABLE_DONE_LSB = 8;
  localparam int unsigned USER_SOURCE_ENABLE_DONE_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_ENABLE_DONE_MASK = 32'h00000100;
  /// LATE (rw): LATE does.
  localparam int unsigned USER_SOURCE_ENABLE_LATE_LSB = 9;
  localparam int unsigned USER_SOURCE_ENABLE_LATE_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_ENABLE_LATE_MASK = 32'h00000200;
  /// OVERRUN (rw): OVERRUN does.
  localparam int unsigned USER_SOURCE_ENABLE_OVERRUN_LSB = 10;
  localparam int unsigned USER_SOURCE_ENABLE_OVERRUN_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_ENABLE_OVERRUN_MASK = 32'h00000400;

  /// Mode. What is captured, and how. Taken over by START.
  localparam logic [15:0] USER_SOURCE_MODE_OFFSET = 16'h000c;
  localparam logic [31:0] USER_SOURCE_MODE_RESET = 32'h00000001;
  /// WAVE (rw): What the samples are.
  localparam int unsigned USER_SOURCE_MODE_WAVE_LSB = 0;
  localparam int unsigned USER_SOURCE_MODE_WAVE_WIDTH = 2;
  localparam logic [31:0] USER_SOURCE_MODE_WAVE_MASK = 32'h00000003;
  /// A complex tone: cosine in the low half, sine in the high half of a sample.
  localparam int unsigned USER_SOURCE_MODE_WAVE_TONE = 0;
  /// The number of the sample in its burst, bits 27:0, and above them the channel's.
  localparam int unsigned USER_SOURCE_MODE_WAVE_RAMP = 1;
  /// White noise, another one for each channel, the same in every burst.
  localparam int unsigned USER_SOURCE_MODE_WAVE_NOISE = 2;
  /// CHANNELS (rw): Channels less one. Without CHDR they are 1, 2 or 4, and the samples of one time
  /// follow each other.
  localparam int unsigned USER_SOURCE_MODE_CHANNELS_LSB = 4;
  localparam int unsigned USER_SOURCE_MODE_CHANNELS_WIDTH = 2;
  localparam logic [31:0] USER_SOURCE_MODE_CHANNELS_MASK = 32'h00000030;
  /// STOP_AT_OVERRUN (rw): When samples find no room the burst ends, and does not go on when there
  /// is room again.
  localparam int unsigned USER_SOURCE_MODE_STOP_AT_OVERRUN_LSB = 8;
  localparam int unsigned USER_SOURCE_MODE_STOP_AT_OVERRUN_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_MODE_STOP_AT_OVERRUN_MASK = 32'h00000100;
  /// CHDR (rw): Each packet has a header line (CHDR, 64 bytes wide), and packets of the channels
  /// are interleaved. PACKET has to be set.
  localparam int unsigned USER_SOURCE_MODE_CHDR_LSB = 9;
  localparam int unsigned USER_SOURCE_MODE_CHDR_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_MODE_CHDR_MASK = 32'h00000200;
  /// LOOP (rw): What is on the air is captured, moment for moment, in place of a wave.
  localparam int unsigned USER_SOURCE_MODE_LOOP_LSB = 10;
  localparam int unsigned USER_SOURCE_MODE_LOOP_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_MODE_LOOP_MASK = 32'h00000400;

  /// Rate. How many samples a channel has. Taken over by START.
  localparam logic [15:0] USER_SOURCE_RATE_OFFSET = 16'h0010;
  localparam logic [31:0] USER_SOURCE_RATE_RESET = 32'h40000000;
  /// COUNT (rw): Samples in 2^32 cycles of the card's clock, 1 to 2^31. Sample n of a burst comes n
  /// * 2^32 / COUNT cycles behind the first, rounded up.
  localparam int unsigned USER_SOURCE_RATE_COUNT_LSB = 0;
  localparam int unsigned USER_SOURCE_RATE_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_RATE_COUNT_MASK = 32'hffffffff;

  /// Tone. Its frequency. Taken over by START.
  localparam logic [15:0] USER_SOURCE_TONE_OFFSET = 16'h0014;
  localparam logic [31:0] USER_SOURCE_TONE_RESET = 32'h04000000;
  /// TURNS (rw): Turns in 2^32 samples.
  localparam int unsigned USER_SOURCE_TONE_TURNS_LSB = 0;
  localparam int unsigned USER_SOURCE_TONE_TURNS_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TONE_TURNS_MASK = 32'hffffffff;

  /// Packet. Where packets end, besides at the end of a burst and where samples are lost. Taken
  /// over by START.
  localparam logic [15:0] USER_SOURCE_PACKET_OFFSET = 16'h0018;
  localparam logic [31:0] USER_SOURCE_PACKET_RESET = 32'h00000000;
  /// SAMPLES (rw): Samples of each channel in a packet; 0: no end. With CHDR 1 to 4096, and no more
  /// than a quarter of the stream's FIFO holds.
  localparam int unsigned USER_SOURCE_PACKET_SAMPLES_LSB = 0;
  localparam int unsigned USER_SOURCE_PACKET_SAMPLES_WIDTH = 16;
  localparam logic [31:0] USER_SOURCE_PACKET_SAMPLES_MASK = 32'h0000ffff;

  /// Endpoint. Whom packets with headers are for. Taken over by START.
  localparam logic [15:0] USER_SOURCE_ENDPOINT_OFFSET = 16'h001c;
  localparam logic [31:0] USER_SOURCE_ENDPOINT_RESET = 32'h00000000;
  /// ID (rw): Endpoint of the first channel; those of the others count on.
  localparam int unsigned USER_SOURCE_ENDPOINT_ID_LSB = 0;
  localparam int unsigned USER_SOURCE_ENDPOINT_ID_WIDTH = 16;
  localparam logic [31:0] USER_SOURCE_ENDPOINT_ID_MASK = 32'h0000ffff;

  /// Time, low. The hardware time, in cycles of the card's clock. Reading it keeps the rest for
  /// TIME_HI.
  localparam logic [15:0] USER_SOURCE_TIME_LO_OFFSET = 16'h0020;
  localparam logic [31:0] USER_SOURCE_TIME_LO_RESET = 32'h00000000;
  /// NOW (rw): Bits 31:0; what is written waits for TIME_HI.
  localparam int unsigned USER_SOURCE_TIME_LO_NOW_LSB = 0;
  localparam int unsigned USER_SOURCE_TIME_LO_NOW_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TIME_LO_NOW_MASK = 32'hffffffff;

  /// Time, high. The rest of it, as of the last read of TIME_LO. Writing it sets the time; refused
  /// with an error while a burst is armed or runs, or a packet to be sent is here.
  localparam logic [15:0] USER_SOURCE_TIME_HI_OFFSET = 16'h0024;
  localparam logic [31:0] USER_SOURCE_TIME_HI_RESET = 32'h00000000;
  /// NOW (rw): Bits 63:32.
  localparam int unsigned USER_SOURCE_TIME_HI_NOW_LSB = 0;
  localparam int unsigned USER_SOURCE_TIME_HI_NOW_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TIME_HI_NOW_MASK = 32'hffffffff;

  /// Start at, low. Time of the first sample of a burst with AT.
  localparam logic [15:0] USER_SOURCE_START_AT_LO_OFFSET = 16'h0028;
  localparam logic [31:0] USER_SOURCE_START_AT_LO_RESET = 32'h00000000;
  /// TIME (rw): Bits 31:0.
  localparam int unsigned USER_SOURCE_START_AT_LO_TIME_LSB = 0;
  localparam int unsigned USER_SOURCE_START_AT_LO_TIME_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_START_AT_LO_TIME_MASK = 32'hffffffff;

  /// Start at, high. The rest of it.
  localparam logic [15:0] USER_SOURCE_START_AT_HI_OFFSET = 16'h002c;
  localparam logic [31:0] USER_SOURCE_START_AT_HI_RESET = 32'h00000000;
  /// TIME (rw): Bits 63:32.
  localparam int unsigned USER_SOURCE_START_AT_HI_TIME_LSB = 0;
  localparam int unsigned USER_SOURCE_START_AT_HI_TIME_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_START_AT_HI_TIME_MASK = 32'hffffffff;

  /// Stop at, low. Time from which on a burst with UNTIL has no sample.
  localparam logic [15:0] USER_SOURCE_STOP_AT_LO_OFFSET = 16'h0030;
  localparam logic [31:0] USER_SOURCE_STOP_AT_LO_RESET = 32'h00000000;
  /// TIME (rw): Bits 31:0.
  localparam int unsigned USER_SOURCE_STOP_AT_LO_TIME_LSB = 0;
  localparam int unsigned USER_SOURCE_STOP_AT_LO_TIME_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_STOP_AT_LO_TIME_MASK = 32'hffffffff;

  /// Stop at, high. The rest of it.
  localparam logic [15:0] USER_SOURCE_STOP_AT_HI_OFFSET = 16'h0034;
  localparam logic [31:0] USER_SOURCE_STOP_AT_HI_RESET = 32'h00000000;
  /// TIME (rw): Bits 63:32.
  localparam int unsigned USER_SOURCE_STOP_AT_HI_TIME_LSB = 0;
  localparam int unsigned USER_SOURCE_STOP_AT_HI_TIME_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_STOP_AT_HI_TIME_MASK = 32'hffffffff;

  /// Samples, low. Length of a burst with COUNTED, of each channel.
  localparam logic [15:0] USER_SOURCE_SAMPLES_LO_OFFSET = 16'h0038;
  localparam logic [31:0] USER_SOURCE_SAMPLES_LO_RESET = 32'h00000000;
  /// COUNT (rw): Bits 31:0.
  localparam int unsigned USER_SOURCE_SAMPLES_LO_COUNT_LSB = 0;
  localparam int unsigned USER_SOURCE_SAMPLES_LO_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_SAMPLES_LO_COUNT_MASK = 32'hffffffff;

  /// Samples, high. The rest of it; 0 samples are refused.
  localparam logic [15:0] USER_SOURCE_SAMPLES_HI_OFFSET = 16'h003c;
  localparam logic [31:0] USER_SOURCE_SAMPLES_HI_RESET = 32'h00000000;
  /// COUNT (rw): Bits 47:32.
  localparam int unsigned USER_SOURCE_SAMPLES_HI_COUNT_LSB = 0;
  localparam int unsigned USER_SOURCE_SAMPLES_HI_COUNT_WIDTH = 16;
  localparam logic [31:0] USER_SOURCE_SAMPLES_HI_COUNT_MASK = 32'h0000ffff;

  /// Produced, low. Samples of a channel since START; without CHDR the first is of all channels, in
  /// samples of each. Reading it keeps the rest of the channel's account as of the same moment.
  localparam logic [15:0] USER_SOURCE_PRODUCED_LO_OFFSET = 16'h0080;
  localparam int unsigned USER_SOURCE_PRODUCED_LO_STRIDE = 4;
  localparam int unsigned USER_SOURCE_PRODUCED_LO_COUNT = 4;
  localparam logic [31:0] USER_SOURCE_PRODUCED_LO_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 31:0.
  localparam int unsigned USER_SOURCE_PRODUCED_LO_SAMPLES_LSB = 0;
  localparam int unsigned USER_SOURCE_PRODUCED_LO_SAMPLES_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_PRODUCED_LO_SAMPLES_MASK = 32'hffffffff;

  /// Produced, high. The rest of it, as of the last read of a PRODUCED_LO.
  localparam logic [15:0] USER_SOURCE_PRODUCED_HI_OFFSET = 16'h0090;
  localparam logic [31:0] USER_SOURCE_PRODUCED_HI_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 47:32.
  localparam int unsigned USER_SOURCE_PRODUCED_HI_SAMPLES_LSB = 0;
  localparam int unsigned USER_SOURCE_PRODUCED_HI_SAMPLES_WIDTH = 16;
  localparam logic [31:0] USER_SOURCE_PRODUCED_HI_SAMPLES_MASK = 32'h0000ffff;

  /// Kept, low. Of those, the ones that go to the host.
  localparam logic [15:0] USER_SOURCE_KEPT_LO_OFFSET = 16'h0094;
  localparam logic [31:0] USER_SOURCE_KEPT_LO_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 31:0.
  localparam int unsigned USER_SOURCE_KEPT_LO_SAMPLES_LSB = 0;
  localparam int unsigned USER_SOURCE_KEPT_LO_SAMPLES_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_KEPT_LO_SAMPLES_MASK = 32'hffffffff;

  /// Kept, high. The rest of it.
  localparam logic [15:0] USER_SOURCE_KEPT_HI_OFFSET = 16'h0098;
  localparam logic [31:0] USER_SOURCE_KEPT_HI_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 47:32.
  localparam int unsigned USER_SOURCE_KEPT_HI_SAMPLES_LSB = 0;
  localparam int unsigned USER_SOURCE_KEPT_HI_SAMPLES_WIDTH = 16;
  localparam logic [31:0] USER_SOURCE_KEPT_HI_SAMPLES_MASK = 32'h0000ffff;

  /// Lost, low. Of those, the ones that found no room.
  localparam logic [15:0] USER_SOURCE_LOST_LO_OFFSET = 16'h009c;
  localparam logic [31:0] USER_SOURCE_LOST_LO_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 31:0.
  localparam int unsigned USER_SOURCE_LOST_LO_SAMPLES_LSB = 0;
  localparam int unsigned USER_SOURCE_LOST_LO_SAMPLES_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_LOST_LO_SAMPLES_MASK = 32'hffffffff;

  /// Lost, high. The rest of it.
  localparam logic [15:0] USER_SOURCE_LOST_HI_OFFSET = 16'h00a0;
  localparam logic [31:0] USER_SOURCE_LOST_HI_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 47:32.
  localparam int unsigned USER_SOURCE_LOST_HI_SAMPLES_LSB = 0;
  localparam int unsigned USER_SOURCE_LOST_HI_SAMPLES_WIDTH = 16;
  localparam logic [31:0] USER_SOURCE_LOST_HI_SAMPLES_MASK = 32'h0000ffff;

  /// Transmit control. Commands. Reads as 0.
  localparam logic [15:0] USER_SOURCE_TX_CONTROL_OFFSET = 16'h0100;
  localparam logic [31:0] USER_SOURCE_TX_CONTROL_RESET = 32'h00000000;
  /// CLEAR (pulse): Forgets what is to be sent, ends what is on the air, and begins all accounts
  /// anew. What is under way of a buffer is dropped.
  localparam int unsigned USER_SOURCE_TX_CONTROL_CLEAR_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_CONTROL_CLEAR_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_TX_CONTROL_CLEAR_MASK = 32'h00000001;

  /// Transmit status. What has become of it.
  localparam logic [15:0] USER_SOURCE_TX_STATUS_OFFSET = 16'h0104;
  localparam logic [31:0] USER_SOURCE_TX_STATUS_RESET = 32'h00000000;
  /// ON_AIR (r): A burst is on the air, a bit for each channel.
  localparam int unsigned USER_SOURCE_TX_STATUS_ON_AIR_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_STATUS_ON_AIR_WIDTH = 4;
  localparam logic [31:0] USER_SOURCE_TX_STATUS_ON_AIR_MASK = 32'h0000000f;
  /// HELD (r): A whole packet is here, a bit for each channel.
  localparam int unsigned USER_SOURCE_TX_STATUS_HELD_LSB = 4;
  localparam int unsigned USER_SOURCE_TX_STATUS_HELD_WIDTH = 4;
  localparam logic [31:0] USER_SOURCE_TX_STATUS_HELD_MASK = 32'h000000f0;
  /// LATE (w1c): A packet was late. Cleared by writing 1 and by CLEAR.
  localparam int unsigned USER_SOURCE_TX_STATUS_LATE_LSB = 8;
  localparam int unsigned USER_SOURCE_TX_STATUS_LATE_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_TX_STATUS_LATE_MASK = 32'h00000100;
  /// UNDERRUN (w1c): A moment of a burst had no sample. Cleared by writing 1 and by CLEAR.
  localparam int unsigned USER_SOURCE_TX_STATUS_UNDERRUN_LSB = 9;
  localparam int unsigned USER_SOURCE_TX_STATUS_UNDERRUN_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_TX_STATUS_UNDERRUN_MASK = 32'h00000200;
  /// MALFORMED (w1c): A packet was malformed. Cleared by writing 1 and by CLEAR.
  localparam int unsigned USER_SOURCE_TX_STATUS_MALFORMED_LSB = 10;
  localparam int unsigned USER_SOURCE_TX_STATUS_MALFORMED_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_TX_STATUS_MALFORMED_MASK = 32'h00000400;
  /// SKIP (w1c): A packet was not the one that was next in its channel. Cleared by writing 1 and by
  /// CLEAR.
  localparam int unsigned USER_SOURCE_TX_STATUS_SKIP_LSB = 11;
  localparam int unsigned USER_SOURCE_TX_STATUS_SKIP_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_TX_STATUS_SKIP_MASK = 32'h00000800;

  /// Transmit interrupt enable. What raises the line, too.
  localparam logic [15:0] USER_SOURCE_TX_ENABLE_OFFSET = 16'h0108;
  localparam logic [31:0] USER_SOURCE_TX_ENABLE_RESET = 32'h00000000;
  /// LATE (rw): LATE does.
  localparam int unsigned USER_SOURCE_TX_ENABLE_LATE_LSB = 8;
  localparam int unsigned USER_SOURCE_TX_ENABLE_LATE_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_TX_ENABLE_LATE_MASK = 32'h00000100;
  /// UNDERRUN (rw): UNDERRUN does.
  localparam int unsigned USER_SOURCE_TX_ENABLE_UNDERRUN_LSB = 9;
  localparam int unsigned USER_SOURCE_TX_ENABLE_UNDERRUN_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_TX_ENABLE_UNDERRUN_MASK = 32'h00000200;
  /// MALFORMED (rw): MALFORMED does.
  localparam int unsigned USER_SOURCE_TX_ENABLE_MALFORMED_LSB = 10;
  localparam int unsigned USER_SOURCE_TX_ENABLE_MALFORMED_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_TX_ENABLE_MALFORMED_MASK = 32'h00000400;
  /// SKIP (rw): SKIP does.
  localparam int unsigned USER_SOURCE_TX_ENABLE_SKIP_LSB = 11;
  localparam int unsigned USER_SOURCE_TX_ENABLE_SKIP_WIDTH = 1;
  localparam logic [31:0] USER_SOURCE_TX_ENABLE_SKIP_MASK = 32'h00000800;

  /// Transmit rate. How many samples a channel sends. Refused with an error while a packet is here
  /// or a burst is on the air, and of a value that it cannot do.
  localparam logic [15:0] USER_SOURCE_TX_RATE_OFFSET = 16'h010c;
  localparam logic [31:0] USER_SOURCE_TX_RATE_RESET = 32'h40000000;
  /// COUNT (rw): Samples in 2^32 cycles of the card's clock, 1 to 2^31, as RATE has them.
  localparam int unsigned USER_SOURCE_TX_RATE_COUNT_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_RATE_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TX_RATE_COUNT_MASK = 32'hffffffff;

  /// Transmit endpoint. To whom packets are.
  localparam logic [15:0] USER_SOURCE_TX_ENDPOINT_OFFSET = 16'h0110;
  localparam logic [31:0] USER_SOURCE_TX_ENDPOINT_RESET = 32'h00000000;
  /// ID (rw): Endpoint of the first channel; those of the others count on.
  localparam int unsigned USER_SOURCE_TX_ENDPOINT_ID_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_ENDPOINT_ID_WIDTH = 16;
  localparam logic [31:0] USER_SOURCE_TX_ENDPOINT_ID_MASK = 32'h0000ffff;

  /// Malformed. Packets that were malformed since CLEAR; counts on from 0 at its end.
  localparam logic [15:0] USER_SOURCE_TX_MALFORMED_OFFSET = 16'h0114;
  localparam logic [31:0] USER_SOURCE_TX_MALFORMED_RESET = 32'h00000000;
  /// PACKETS (r): How many.
  localparam int unsigned USER_SOURCE_TX_MALFORMED_PACKETS_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_MALFORMED_PACKETS_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TX_MALFORMED_PACKETS_MASK = 32'hffffffff;

  /// Dropped. Beats that were dropped with them, headers among them; counts on from 0 at its end.
  localparam logic [15:0] USER_SOURCE_TX_DROPPED_OFFSET = 16'h0118;
  localparam logic [31:0] USER_SOURCE_TX_DROPPED_RESET = 32'h00000000;
  /// BEATS (r): How many.
  localparam int unsigned USER_SOURCE_TX_DROPPED_BEATS_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_DROPPED_BEATS_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TX_DROPPED_BEATS_MASK = 32'hffffffff;

  /// Sent, low. Samples of a channel that were sent. Reading it keeps the rest of the channel's
  /// account as of the same moment.
  localparam logic [15:0] USER_SOURCE_TX_SENT_LO_OFFSET = 16'h0140;
  localparam int unsigned USER_SOURCE_TX_SENT_LO_STRIDE = 4;
  localparam int unsigned USER_SOURCE_TX_SENT_LO_COUNT = 4;
  localparam logic [31:0] USER_SOURCE_TX_SENT_LO_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 31:0.
  localparam int unsigned USER_SOURCE_TX_SENT_LO_SAMPLES_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_SENT_LO_SAMPLES_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TX_SENT_LO_SAMPLES_MASK = 32'hffffffff;

  /// Sent, high. The rest of it, as of the last read of a TX_SENT_LO, as is all that follows.
  localparam logic [15:0] USER_SOURCE_TX_SENT_HI_OFFSET = 16'h0150;
  localparam logic [31:0] USER_SOURCE_TX_SENT_HI_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 47:32.
  localparam int unsigned USER_SOURCE_TX_SENT_HI_SAMPLES_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_SENT_HI_SAMPLES_WIDTH = 16;
  localparam logic [31:0] USER_SOURCE_TX_SENT_HI_SAMPLES_MASK = 32'h0000ffff;

  /// Missed, low. Moments of its bursts for which there was no sample.
  localparam logic [15:0] USER_SOURCE_TX_MISSED_LO_OFFSET = 16'h0154;
  localparam logic [31:0] USER_SOURCE_TX_MISSED_LO_RESET = 32'h00000000;
  /// MOMENTS (r): Bits 31:0.
  localparam int unsigned USER_SOURCE_TX_MISSED_LO_MOMENTS_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_MISSED_LO_MOMENTS_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TX_MISSED_LO_MOMENTS_MASK = 32'hffffffff;

  /// Missed, high. The rest of it.
  localparam logic [15:0] USER_SOURCE_TX_MISSED_HI_OFFSET = 16'h0158;
  localparam logic [31:0] USER_SOURCE_TX_MISSED_HI_RESET = 32'h00000000;
  /// MOMENTS (r): Bits 47:32.
  localparam int unsigned USER_SOURCE_TX_MISSED_HI_MOMENTS_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_MISSED_HI_MOMENTS_WIDTH = 16;
  localparam logic [31:0] USER_SOURCE_TX_MISSED_HI_MOMENTS_MASK = 32'h0000ffff;

  /// Late, low. Samples of packets that were dropped because their time was over.
  localparam logic [15:0] USER_SOURCE_TX_LATE_LO_OFFSET = 16'h015c;
  localparam logic [31:0] USER_SOURCE_TX_LATE_LO_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 31:0.
  localparam int unsigned USER_SOURCE_TX_LATE_LO_SAMPLES_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_LATE_LO_SAMPLES_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TX_LATE_LO_SAMPLES_MASK = 32'hffffffff;

  /// Late, high. The rest of it.
  localparam logic [15:0] USER_SOURCE_TX_LATE_HI_OFFSET = 16'h0160;
  localparam logic [31:0] USER_SOURCE_TX_LATE_HI_RESET = 32'h00000000;
  /// SAMPLES (r): Bits 47:32.
  localparam int unsigned USER_SOURCE_TX_LATE_HI_SAMPLES_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_LATE_HI_SAMPLES_WIDTH = 16;
  localparam logic [31:0] USER_SOURCE_TX_LATE_HI_SAMPLES_MASK = 32'h0000ffff;

  /// Late packets. Packets that were dropped because their time was over; counts on from 0 at its
  /// end.
  localparam logic [15:0] USER_SOURCE_TX_LATE_PACKETS_OFFSET = 16'h0164;
  localparam logic [31:0] USER_SOURCE_TX_LATE_PACKETS_RESET = 32'h00000000;
  /// PACKETS (r): How many.
  localparam int unsigned USER_SOURCE_TX_LATE_PACKETS_PACKETS_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_LATE_PACKETS_PACKETS_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TX_LATE_PACKETS_PACKETS_MASK = 32'hffffffff;

  /// Packets. Packets that were taken, late ones among them; counts on from 0 at its end.
  localparam logic [15:0] USER_SOURCE_TX_PACKETS_OFFSET = 16'h0168;
  localparam logic [31:0] USER_SOURCE_TX_PACKETS_RESET = 32'h00000000;
  /// PACKETS (r): How many.
  localparam int unsigned USER_SOURCE_TX_PACKETS_PACKETS_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_PACKETS_PACKETS_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TX_PACKETS_PACKETS_MASK = 32'hffffffff;

  /// Skips. Packets among them that were not the one that was next; counts on from 0 at its end.
  localparam logic [15:0] USER_SOURCE_TX_SKIPS_OFFSET = 16'h016c;
  localparam logic [31:0] USER_SOURCE_TX_SKIPS_RESET = 32'h00000000;
  /// PACKETS (r): How many.
  localparam int unsigned USER_SOURCE_TX_SKIPS_PACKETS_LSB = 0;
  localparam int unsigned USER_SOURCE_TX_SKIPS_PACKETS_WIDTH = 32;
  localparam logic [31:0] USER_SOURCE_TX_SKIPS_PACKETS_MASK = 32'hffffffff;

  /// Msm: Runs, window plan and card memory of the multi-scalar multiplication. Both tables and the
  /// card's memory keep what they have over a reset and ABORT; of points that a run was bringing
  /// when it was cut some are there. Reset values of tables are those of a new image, whose memory
  /// has no points.
  localparam logic [15:0] USER_MSM_BASE = 16'h1000;

  /// Events of its page.
  localparam int unsigned USER_MSM_EVENTS = 12;
  /// Cycles from the start of a run to its last sum.
  localparam int unsigned USER_MSM_ACTIVE_CYCLES_EVENT = 0;
  /// Additions issued, of all adders.
  localparam int unsigned USER_MSM_ADDS_EVENT = 1;
  /// Cycles in which an adder was idle because no record was there, summed over the adders.
  localparam int unsigned USER_MSM_STARVE_CYCLES_EVENT = 2;
  /// Cycles in which an adder was idle because every candidate's bucket was in flight, summed over
  /// the adders.
  localparam int unsigned USER_MSM_HAZARD_CYCLES_EVENT = 3;
  /// Operations that went through a hold pool.
  localparam int unsigned USER_MSM_HELD_EVENT = 4;
  /// Digits that made no addition: zero, or without a bucket.
  localparam int unsigned USER_MSM_ZERO_DIGITS_EVENT = 5;
  /// Cycles in which an adder summed buckets, over all adders.
  localparam int unsigned USER_MSM_REDUCE_CYCLES_EVENT = 6;
  /// Cycles in which a sum was there and the result stream was not taken.
  localparam int unsigned USER_MSM_STALL_CYCLES_EVENT = 7;
  /// Scalars taken in.
  localparam int unsigned USER_MSM_PAIRS_EVENT = 8;
  /// Runs finished.
  localparam int unsigned USER_MSM_RUNS_EVENT = 9;
  /// Passes finished.
  localparam int unsigned USER_MSM_PASSES_EVENT = 10;
  /// Cycles in which an adder had a pass to fill its buckets in, over all adders.
  localparam int unsigned USER_MSM_FILL_CYCLES_EVENT = 11;

  /// Control. Starts and aborts runs.
  localparam logic [15:0] USER_MSM_CONTROL_OFFSET = 16'h0000;
  localparam logic [31:0] USER_MSM_CONTROL_RESET = 32'h00000000;
  /// START (pulse): Writing 1 queues a run of POINTS pairs. Refused with an error while
  /// STATUS.START_READY is 0, where the run does not fit the card's memory, and where it would
  /// bring points (PASSES 0) that are there already (MODE.RESIDENT). Reads as 0.
  localparam int unsigned USER_MSM_CONTROL_START_LSB = 0;
  localparam int unsigned USER_MSM_CONTROL_START_WIDTH = 1;
  localparam logic [31:0] USER_MSM_CONTROL_START_MASK = 32'h00000001;
  /// ABORT (rw): While 1 the core is held in reset and its result stream is dropped.
  localparam int unsigned USER_MSM_CONTROL_ABORT_LSB = 1;
  localparam int unsigned USER_MSM_CONTROL_ABORT_WIDTH = 1;
  localparam logic [31:0] USER_MSM_CONTROL_ABORT_MASK = 32'h00000002;

  /// Status. Progress of runs.
  localparam logic [15:0] USER_MSM_STATUS_OFFSET = 16'h0004;
  localparam logic [31:0] USER_MSM_STATUS_RESET = 32'h00000002;
  /// BUSY (r): A run is under way, or what ABORT or a reset has cut is being cleared away.
  localparam int unsigned USER_MSM_STATUS_BUSY_LSB = 0;
  localparam int unsigned USER_MSM_STATUS_BUSY_WIDTH = 1;
  localparam logic [31:0] USER_MSM_STATUS_BUSY_MASK = 32'h00000001;
  /// START_READY (r): A further run may be queued.
  localparam int unsigned USER_MSM_STATUS_START_READY_LSB = 1;
  localparam int unsigned USER_MSM_STATUS_START_READY_WIDTH = 1;
  localparam logic [31:0] USER_MSM_STATUS_START_READY_MASK = 32'h00000002;
  /// REDUCING (r): Buckets are being summed or sums read out.
  localparam int unsigned USER_MSM_STATUS_REDUCING_LSB = 2;
  localparam int unsigned USER_MSM_STATUS_REDUCING_WIDTH = 1;
  localparam logic [31:0] USER_MSM_STATUS_REDUCING_MASK = 32'h00000004;
  /// SCALAR_CUT (w1c): A scalar was taken that has bits at or above COVER, or that is no residue of
  /// the group's order where MODE asks for one, or one of its digits has no bucket in its pass. The
  /// sums of its run are wrong. Cleared by writing 1 and by ABORT.
  localparam int unsigned USER_MSM_STATUS_SCALAR_CUT_LSB = 3;
  localparam int unsigned USER_MSM_STATUS_SCALAR_CUT_WIDTH = 1;
  localparam logic [31:0] USER_MSM_STATUS_SCALAR_CUT_MASK = 32'h00000008;
  /// MEMORY_ERROR (w1c): The card's memory answered with an error in a run, whose sums are wrong.
  /// Cleared by writing 1 and by ABORT.
  localparam int unsigned USER_MSM_STATUS_MEMORY_ERROR_LSB = 4;
  localparam int unsigned USER_MSM_STATUS_MEMORY_ERROR_WIDTH = 1;
  localparam logic [31:0] USER_MSM_STATUS_MEMORY_ERROR_MASK = 32'h00000010;
  /// PASS (r): Passes of the run that are done, of the last one if none is under way. A run's last
  /// pass is not counted.
  localparam int unsigned USER_MSM_STATUS_PASS_LSB = 8;
  localparam int unsigned USER_MSM_STATUS_PASS_WIDTH = 7;
  localparam logic [31:0] USER_MSM_STATUS_PASS_MASK = 32'h00007f00;
  /// RUNS_DONE (r): Runs finished since reset, modulo 2^16.
  localparam int unsigned USER_MSM_STATUS_RUNS_DONE_LSB = 16;
  localparam int unsigned USER_MSM_STATUS_RUNS_DONE_WIDTH = 16;
  localparam logic [31:0] USER_MSM_STATUS_RUNS_DONE_MASK = 32'hffff0000;

  /// Points. Pairs of the next run; taken over when START is written.
  localparam logic [15:0] USER_MSM_POINTS_OFFSET = 16'h0008;
  localparam logic [31:0] USER_MSM_POINTS_RESET = 32'h00000000;
  /// COUNT (rw): Number of pairs. 0 is a run whose sums are all empty.
  localparam int unsigned USER_MSM_POINTS_COUNT_LSB = 0;
  localparam int unsigned USER_MSM_POINTS_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_MSM_POINTS_COUNT_MASK = 32'hffffffff;

  /// Slot. Where in the card's memory the next run's points are; taken over when START is written.
  localparam logic [15:0] USER_MSM_SLOT_OFFSET = 16'h000c;
  localparam logic [31:0] USER_MSM_SLOT_RESET = 32'h00000000;
  /// FIRST (rw): Slot of the first points: each holds one point for each bank.
  localparam int unsigned USER_MSM_SLOT_FIRST_LSB = 0;
  localparam int unsigned USER_MSM_SLOT_FIRST_WIDTH = 32;
  localparam logic [31:0] USER_MSM_SLOT_FIRST_MASK = 32'hffffffff;

  /// Mode. What the next run does; taken over when START is written.
  localparam logic [15:0] USER_MSM_MODE_OFFSET = 16'h0010;
  localparam logic [31:0] USER_MSM_MODE_RESET = 32'h00000000;
  /// UNIFORM (rw): Scalars are made uniform: RHO times a record's class is added, modulo the
  /// group's order.
  localparam int unsigned USER_MSM_MODE_UNIFORM_LSB = 0;
  localparam int unsigned USER_MSM_MODE_UNIFORM_WIDTH = 1;
  localparam logic [31:0] USER_MSM_MODE_UNIFORM_MASK = 32'h00000001;
  /// FOLD (rw): Of a scalar and its negative the smaller one is taken, with the point of that sign.
  localparam int unsigned USER_MSM_MODE_FOLD_LSB = 1;
  localparam int unsigned USER_MSM_MODE_FOLD_WIDTH = 1;
  localparam logic [31:0] USER_MSM_MODE_FOLD_MASK = 32'h00000002;
  /// RESIDENT (rw): The points are in the card's memory already: only scalars come.
  localparam int unsigned USER_MSM_MODE_RESIDENT_LSB = 2;
  localparam int unsigned USER_MSM_MODE_RESIDENT_WIDTH = 1;
  localparam logic [31:0] USER_MSM_MODE_RESIDENT_MASK = 32'h00000004;

  /// Passes. Passes of the next run; taken over when START is written.
  localparam logic [15:0] USER_MSM_PASSES_OFFSET = 16'h0014;
  localparam logic [31:0] USER_MSM_PASSES_RESET = 32'h00000000;
  /// COUNT (rw): Rows of the pass table that count, up to 64. With 0 the run only brings points
  /// into the card's memory: no scalar comes and no sum goes.
  localparam int unsigned USER_MSM_PASSES_COUNT_LSB = 0;
  localparam int unsigned USER_MSM_PASSES_COUNT_WIDTH = 7;
  localparam logic [31:0] USER_MSM_PASSES_COUNT_MASK = 32'h0000007f;

  /// Cover. Bits of a prepared scalar that the windows cover. Not to be written while STATUS.BUSY.
  localparam logic [15:0] USER_MSM_COVER_OFFSET = 16'h0018;
  localparam logic [31:0] USER_MSM_COVER_RESET = 32'h00000000;
  /// BITS (rw): In bits, at most 255.
  localparam int unsigned USER_MSM_COVER_BITS_LSB = 0;
  localparam int unsigned USER_MSM_COVER_BITS_WIDTH = 8;
  localparam logic [31:0] USER_MSM_COVER_BITS_MASK = 32'h000000ff;

  /// Geometry. What the core is made of.
  localparam logic [15:0] USER_MSM_GEOMETRY_OFFSET = 16'h001c;
  localparam logic [31:0] USER_MSM_GEOMETRY_RESET = 32'h00000000;
  /// ADDERS (r): Adders, each with its own buckets.
  localparam int unsigned USER_MSM_GEOMETRY_ADDERS_LSB = 0;
  localparam int unsigned USER_MSM_GEOMETRY_ADDERS_WIDTH = 4;
  localparam logic [31:0] USER_MSM_GEOMETRY_ADDERS_MASK = 32'h0000000f;
  /// ADDER_LATENCY (r): Depth of an adder in cycles.
  localparam int unsigned USER_MSM_GEOMETRY_ADDER_LATENCY_LSB = 4;
  localparam int unsigned USER_MSM_GEOMETRY_ADDER_LATENCY_WIDTH = 12;
  localparam logic [31:0] USER_MSM_GEOMETRY_ADDER_LATENCY_MASK = 32'h0000fff0;
  /// HOLD_DEPTH (r): Operations of an adder that may wait for a bucket in flight.
  localparam int unsigned USER_MSM_GEOMETRY_HOLD_DEPTH_LSB = 16;
  localparam int unsigned USER_MSM_GEOMETRY_HOLD_DEPTH_WIDTH = 8;
  localparam logic [31:0] USER_MSM_GEOMETRY_HOLD_DEPTH_MASK = 32'h00ff0000;
  /// BANKS (r): Banks of the card's memory; 0 without one.
  localparam int unsigned USER_MSM_GEOMETRY_BANKS_LSB = 24;
  localparam int unsigned USER_MSM_GEOMETRY_BANKS_WIDTH = 4;
  localparam logic [31:0] USER_MSM_GEOMETRY_BANKS_MASK = 32'h0f000000;

  /// Buckets. Buckets of each adder.
  localparam logic [15:0] USER_MSM_BUCKETS_OFFSET = 16'h0020;
  localparam logic [31:0] USER_MSM_BUCKETS_RESET = 32'h00000000;
  /// COUNT (r): How many.
  localparam int unsigned USER_MSM_BUCKETS_COUNT_LSB = 0;
  localparam int unsigned USER_MSM_BUCKETS_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_MSM_BUCKETS_COUNT_MASK = 32'hffffffff;

  /// Records. Room of the card's memory for points.
  localparam logic [15:0] USER_MSM_RECORDS_OFFSET = 16'h0024;
  localparam logic [31:0] USER_MSM_RECORDS_RESET = 32'h00000000;
  /// COUNT (r): How many; 0 without a memory: a run has one pass and its points come with it.
  localparam int unsigned USER_MSM_RECORDS_COUNT_LSB = 0;
  localparam int unsigned USER_MSM_RECORDS_COUNT_WIDTH = 32;
  localparam logic [31:0] USER_MSM_RECORDS_COUNT_MASK = 32'hffffffff;

  /// Rho. What UNIFORM adds multiples of; below the group's order. Taken over when START is
  /// written.
  localparam logic [15:0] USER_MSM_RHO_OFFSET = 16'h0040;
  localparam int unsigned USER_MSM_RHO_STRIDE = 4;
  localparam int unsigned USER_MSM_RHO_COUNT = 8;
  localparam logic [31:0] USER_MSM_RHO_RESET = 32'h00000000;
  /// WORD (rw): 32 bits of it, the lowest in word 0.
  localparam int unsigned USER_MSM_RHO_WORD_LSB = 0;
  localparam int unsigned USER_MSM_RHO_WORD_WIDTH = 32;
  localparam logic [31:0] USER_MSM_RHO_WORD_MASK = 32'hffffffff;

  /// Recode. What is added to each scalar: a one at the top bit of every window of kind 0. Not to
  /// be written while STATUS.BUSY.
  localparam logic [15:0] USER_MSM_RECODE_OFFSET = 16'h0060;
  localparam int unsigned USER_MSM_RECODE_STRIDE = 4;
  localparam int unsigned USER_MSM_RECODE_COUNT = 8;
  localparam logic [31:0] USER_MSM_RECODE_RESET = 32'h00000000;
  /// WORD (rw): 32 bits of it, the lowest in word 0.
  localparam int unsigned USER_MSM_RECODE_WORD_LSB = 0;
  localparam int unsigned USER_MSM_RECODE_WORD_WIDTH = 32;
  localparam logic [31:0] USER_MSM_RECODE_WORD_MASK = 32'hffffffff;

  /// Window. A row of the window table. A write is refused with an error while STATUS.BUSY.
  localparam logic [15:0] USER_MSM_WINDOW_OFFSET = 16'h0100;
  localparam int unsigned USER_MSM_WINDOW_STRIDE = 4;
  localparam int unsigned USER_MSM_WINDOW_COUNT = 64;
  localparam logic [31:0] USER_MSM_WINDOW_RESET = 32'h00000000;
  /// OFFSET (rw): Its lowest bit in the word.
  localparam int unsigned USER_MSM_WINDOW_OFFSET_LSB = 0;
  localparam int unsigned USER_MSM_WINDOW_OFFSET_WIDTH = 8;
  localparam logic [31:0] USER_MSM_WINDOW_OFFSET_MASK = 32'h000000ff;
  /// BITS (rw): Its width, at most 18.
  localparam int unsigned USER_MSM_WINDOW_BITS_LSB = 8;
  localparam int unsigned USER_MSM_WINDOW_BITS_WIDTH = 5;
  localparam logic [31:0] USER_MSM_WINDOW_BITS_MASK = 32'h00001f00;
  /// KIND (rw): 0: the digit is the field less half its range; 1: the digit is the field; 2: the
  /// digit is the record's class, 1 to 1,024.
  localparam int unsigned USER_MSM_WINDOW_KIND_LSB = 13;
  localparam int unsigned USER_MSM_WINDOW_KIND_WIDTH = 2;
  localparam logic [31:0] USER_MSM_WINDOW_KIND_MASK = 32'h00006000;

  /// Pass. A row of the pass table. A write is refused with an error while STATUS.BUSY, where the
  /// buckets of its windows are more than an adder has (one window alone, without copies, may have
  /// more numbers than there are buckets, if half of them are fewer), where a window is beyond row
  /// 63, and where SPLIT cannot be.
  localparam logic [15:0] USER_MSM_PASS_OFFSET = 16'h0200;
  localparam int unsigned USER_MSM_PASS_STRIDE = 4;
  localparam int unsigned USER_MSM_PASS_COUNT = 64;
  localparam logic [31:0] USER_MSM_PASS_RESET = 32'h00400000;
  /// WEIGHT_BITS (rw): Of a bucket's number within its window, the bits that are the digit.
  localparam int unsigned USER_MSM_PASS_WEIGHT_BITS_LSB = 0;
  localparam int unsigned USER_MSM_PASS_WEIGHT_BITS_WIDTH = 5;
  localparam logic [31:0] USER_MSM_PASS_WEIGHT_BITS_MASK = 32'h0000001f;
  /// BUCKET_BITS (rw): All bits of it: those above are the copy, which the record's number chooses.
  localparam int unsigned USER_MSM_PASS_BUCKET_BITS_LSB = 5;
  localparam int unsigned USER_MSM_PASS_BUCKET_BITS_WIDTH = 5;
  localparam logic [31:0] USER_MSM_PASS_BUCKET_BITS_MASK = 32'h000003e0;
  /// LAST (rw): Windows of each adder, less one.
  localparam int unsigned USER_MSM_PASS_LAST_LSB = 10;
  localparam int unsigned USER_MSM_PASS_LAST_WIDTH = 6;
  localparam logic [31:0] USER_MSM_PASS_LAST_MASK = 32'h0000fc00;
  /// FIRST (rw): Row of the first adder's first window; those of the next adder follow, but in a
  /// split pass, where all have the same.
  localparam int unsigned USER_MSM_PASS_FIRST_LSB = 16;
  localparam int unsigned USER_MSM_PASS_FIRST_WIDTH = 6;
  localparam logic [31:0] USER_MSM_PASS_FIRST_MASK = 32'h003f0000;
  /// ADDERS (rw): Adders that take part.
  localparam int unsigned USER_MSM_PASS_ADDERS_LSB = 22;
  localparam int unsigned USER_MSM_PASS_ADDERS_WIDTH = 4;
  localparam logic [31:0] USER_MSM_PASS_ADDERS_MASK = 32'h03c00000;
  /// SPLIT (rw): Each adder has its own share of the points: adder a has those whose number modulo
  /// ADDERS is a. Only where ADDERS are all that there are, and not in row 0: the first pass is not
  /// split.
  localparam int unsigned USER_MSM_PASS_SPLIT_LSB = 26;
  localparam int unsigned USER_MSM_PASS_SPLIT_WIDTH = 1;
  localparam logic [31:0] USER_MSM_PASS_SPLIT_MASK = 32'h04000000;

  /// Card address space: Addresses that memory-mapped DMA channels and the aperture use, and the
  /// card's place on the PCI bus. Size in bytes up to the last register.
  localparam int unsigned CARD_SIZE_BYTES = 805306368;
  /// PCI class code: processing accelerator.
  localparam logic [31:0] CARD_PCI_CLASS = 32'h00120000;
  /// User interrupt lines; a card has as many vectors as channels and user lines together.
  localparam logic [31:0] CARD_USER_LINES = 32'h00000010;
  /// Frequency that the card is built for, in kHz.
  localparam logic [31:0] CARD_CLOCK_KHZ = 32'h0003d090;
  /// Banks of card memory, one behind the other; each has its counters.
  localparam logic [31:0] CARD_MEMORY_BANKS = 32'h00000004;
  /// Version of every part's registers, as the header of its feature tells it: another number,
  /// another meaning.
  localparam logic [31:0] CARD_FEATURE_MAJOR = 32'h00000001;
  /// The same: a higher number has more than a lower one.
  localparam logic [31:0] CARD_FEATURE_MINOR = 32'h00000000;
  /// Purpose of an access: the bytes of a transfer.
  localparam logic [31:0] CARD_PURPOSE_DATA = 32'h00000000;
  /// Purpose of an access: descriptors, or what else a front end reads for itself.
  localparam logic [31:0] CARD_PURPOSE_DESCRIPTOR = 32'h00000001;
  /// Purpose of an access: results of streams, poll-mode words, or what else a front end tells of
  /// itself.
  localparam logic [31:0] CARD_PURPOSE_STATUS_WORD = 32'h00000002;
  /// Beats of 64 bytes that a host-to-card channel may have on their way or hold; a power of two.
  localparam logic [31:0] CARD_DMA_H2C_BEATS = 32'h00000200;
  /// Beats that a card-to-host channel may hold; a power of two.
  localparam logic [31:0] CARD_DMA_C2H_BEATS = 32'h00000040;
  /// Reads of host memory that a channel, and all of them together, may have open; a power of two.
  localparam logic [31:0] CARD_DMA_READS = 32'h00000020;
  /// Writes to host memory that a card-to-host channel may have open; a power of two.
  localparam logic [31:0] CARD_DMA_WRITES = 32'h00000008;
  /// Descriptors that a channel may have with its mover, not yet answered; a power of two.
  localparam logic [31:0] CARD_DMA_REQUESTS = 32'h00000040;
  /// Bytes of the longest read or write of data, and the multiple of which none crosses; a power of
  /// two.
  localparam logic [31:0] CARD_DMA_READ_BYTES = 32'h00000400;
  /// Where the window for programs begins in the BAR of the card's own registers, in every layout.
  localparam logic [31:0] CARD_PROGRAM_WINDOW_BASE = 32'h02000000;
  /// How far it goes.
  localparam logic [31:0] CARD_PROGRAM_WINDOW_BYTES = 32'h01000000;
  /// An aperture of twice 2^35 bytes has a second window for programs, its upper half: so many bits
  /// of an offset in it.
  localparam logic [31:0] CARD_UPPER_WINDOW_BITS = 32'h00000023;
  /// PCI vendor; that of the XDMA core, whose drivers so bind.
  localparam logic [31:0] CARD_PCI_VENDOR = 32'h000010ee;
  /// PCI device; one of those in the stock XDMA driver's table.
  localparam logic [31:0] CARD_PCI_DEVICE = 32'h0000903f;
  /// PCI subsystem id, with PCI_VENDOR as subsystem vendor: tells a card with these registers from
  /// all others that have the core's ids.
  localparam logic [31:0] CARD_PCI_SUBSYSTEM = 32'h0000fb0e;
  /// Number of the BAR with the card's own registers.
  localparam logic [31:0] CARD_USER_BAR = 32'h00000000;
  /// Size of that BAR.
  localparam logic [31:0] CARD_USER_BAR_BYTES = 32'h04000000;
  /// Number of the BAR with the XDMA block and the table of messages.
  localparam logic [31:0] CARD_DMA_BAR = 32'h00000002;
  /// Size of that BAR.
  localparam logic [31:0] CARD_DMA_BAR_BYTES = 32'h00010000;
  /// Number of the BAR that shows the card address space.
  localparam logic [31:0] CARD_APERTURE_BAR = 32'h00000004;
  /// Size of that BAR: a power of two that holds the card address space.
  localparam logic [31:0] CARD_APERTURE_BAR_BYTES = 32'h40000000;
  /// Where the fault-injection page is among the own registers of a simulated card.
  localparam logic [31:0] CARD_FAULT_PAGE = 32'h03fef000;

  /// Card memory: Room for the card memory; a build has MEM_BYTES of it.
  localparam logic [15:0] CARD_MEMORY_BASE = 16'h0000;

  /// Stream port: Every beat written anywhere in the range becomes an entry of the port's FIFO.
  localparam logic [31:0] CARD_STREAM_PORT_BASE = 32'h10000000;
  localparam int unsigned CARD_STREAM_PORT_STRIDE = 268435456;
  localparam int unsigned CARD_STREAM_PORT_COUNT = 2;

  /// Fault injection: Lets software provoke what a bus can do to a card. Set up the registers,
  /// write 1 to ARM, run the transfer, read HITS. Accesses to this page are no events, and it
  /// answers whatever has been armed. Size in bytes up to the last register.
  localparam int unsigned FAULT_SIZE_BYTES = 40;

  /// Magic. Tells that faults can be injected.
  localparam logic [15:0] FAULT_MAGIC_OFFSET = 16'h0000;
  localparam logic [31:0] FAULT_MAGIC_RESET = 32'h49464246;
  /// VALUE (r): The letters FBFI, first letter in the lowest byte.
  localparam int unsigned FAULT_MAGIC_VALUE_LSB = 0;
  localparam int unsigned FAULT_MAGIC_VALUE_WIDTH = 32;
  localparam logic [31:0] FAULT_MAGIC_VALUE_MASK = 32'hffffffff;

  /// Arm. Writing 1 takes the other registers over and sets SEEN and HITS to 0; writing 0 disarms.
  /// A card reset disarms as well.
  localparam logic [15:0] FAULT_ARM_OFFSET = 16'h0004;
  localparam logic [31:0] FAULT_ARM_RESET = 32'h00000000;
  /// ARMED (rw): Reads 1 until COUNT events were hit.
  localparam int unsigned FAULT_ARM_ARMED_LSB = 0;
  localparam int unsigned FAULT_ARM_ARMED_WIDTH = 1;
  localparam logic [31:0] FAULT_ARM_ARMED_MASK = 32'h00000001;

  /// Kind. What goes wrong.
  localparam logic [15:0] FAULT_KIND_OFFSET = 16'h0008;
  localparam logic [31:0] FAULT_KIND_RESET = 32'h00000000;
  /// WHAT (rw): The kind; a number without a name arms nothing.
  localparam int unsigned FAULT_KIND_WHAT_LSB = 0;
  localparam int unsigned FAULT_KIND_WHAT_WIDTH = 8;
  localparam logic [31:0] FAULT_KIND_WHAT_MASK = 32'h000000ff;
  /// Nothing.
  localparam int unsigned FAULT_KIND_WHAT_NONE = 0;
  /// A DMA access finds nobody at its address.
  localparam int unsigned FAULT_KIND_WHAT_UNSUPPORTED_REQUEST = 1;
  /// A DMA access is refused by whoever is at its address.
  localparam int unsigned FAULT_KIND_WHAT_COMPLETER_ABORT = 2;
  /// A DMA read comes back marked as damaged. Writes do not match: nothing comes back that could be
  /// marked.
  localparam int unsigned FAULT_KIND_WHAT_POISONED = 3;
  /// A descriptor comes back with another magic number. Only reads of descriptors match, one event
  /// per descriptor.
  localparam int unsigned FAULT_KIND_WHAT_BAD_MAGIC = 4;
  /// A message-signalled interrupt does not arrive.
  localparam int unsigned FAULT_KIND_WHAT_LOST_MESSAGE = 5;
  /// A message-signalled interrupt arrives PARAM card cycles late.
  localparam int unsigned FAULT_KIND_WHAT_LATE_MESSAGE = 6;
  /// The card is off the bus: a BAR read answers all ones. While it lasts, BAR writes and messages
  /// are dropped and DMA accesses find nobody. Events are BAR reads.
  localparam int unsigned FAULT_KIND_WHAT_ALL_ONES = 7;
  /// A DMA access gets no answer until the card is reset, so its channel stays busy until then. A
  /// write does not reach memory.
  localparam int unsigned FAULT_KIND_WHAT_NEVER_ANSWERED = 8;
  /// The data of a DMA read come up to 1,023 card cycles late, a number drawn anew for each from
  /// the seed in PARAM: so reads come back out of order. The native card has no time and takes no
  /// notice.
  localparam int unsigned FAULT_KIND_WHAT_LATE_READ = 9;
  /// After a DMA access the card stands still until 0 is written to ARM: its registers answer, and
  /// nothing else of it moves but in the cycles that this takes.
  localparam int unsigned FAULT_KIND_WHAT_STANDSTILL = 10;
  /// A read of the card's own register at PLACE answers PARAM, and the card does not see it. Events
  /// are such reads.
  localparam int unsigned FAULT_KIND_WHAT_FALSE_WORD = 11;

  /// Select. Which DMA accesses match, for the kinds that spoil one. The access must be marked for
  /// both its direction and its purpose.
  localparam logic [15:0] FAULT_SELECT_OFFSET = 16'h000c;
  localparam logic [31:0] FAULT_SELECT_RESET = 32'h00000703;
  /// READ (rw): Reads of host memory.
  localparam int unsigned FAULT_SELECT_READ_LSB = 0;
  localparam int unsigned FAULT_SELECT_READ_WIDTH = 1;
  localparam logic [31:0] FAULT_SELECT_READ_MASK = 32'h00000001;
  /// WRITE (rw): Writes of host memory.
  localparam int unsigned FAULT_SELECT_WRITE_LSB = 1;
  localparam int unsigned FAULT_SELECT_WRITE_WIDTH = 1;
  localparam logic [31:0] FAULT_SELECT_WRITE_MASK = 32'h00000002;
  /// DATA (rw): Payload of a transfer. From here on one bit per purpose, in the order of
  /// card_purpose_e.
  localparam int unsigned FAULT_SELECT_DATA_LSB = 8;
  localparam int unsigned FAULT_SELECT_DATA_WIDTH = 1;
  localparam logic [31:0] FAULT_SELECT_DATA_MASK = 32'h00000100;
  /// DESCRIPTOR (rw): Descriptors.
  localparam int unsigned FAULT_SELECT_DESCRIPTOR_LSB = 9;
  localparam int unsigned FAULT_SELECT_DESCRIPTOR_WIDTH = 1;
  localparam logic [31:0] FAULT_SELECT_DESCRIPTOR_MASK = 32'h00000200;
  /// WRITE_BACK (rw): Results of C2H streams and poll-mode words.
  localparam int unsigned FAULT_SELECT_WRITE_BACK_LSB = 10;
  localparam int unsigned FAULT_SELECT_WRITE_BACK_WIDTH = 1;
  localparam logic [31:0] FAULT_SELECT_WRITE_BACK_MASK = 32'h00000400;

  /// Skip. How many matching events pass before the first is hit.
  localparam logic [15:0] FAULT_SKIP_OFFSET = 16'h0010;
  localparam logic [31:0] FAULT_SKIP_RESET = 32'h00000000;
  /// EVENTS (rw): Events.
  localparam int unsigned FAULT_SKIP_EVENTS_LSB = 0;
  localparam int unsigned FAULT_SKIP_EVENTS_WIDTH = 32;
  localparam logic [31:0] FAULT_SKIP_EVENTS_MASK = 32'hffffffff;

  /// Count. How many events are hit, one after another; then nothing more is. With 0 events are
  /// only counted.
  localparam logic [15:0] FAULT_COUNT_OFFSET = 16'h0014;
  localparam logic [31:0] FAULT_COUNT_RESET = 32'h00000001;
  /// EVENTS (rw): Events; all ones means all of them.
  localparam int unsigned FAULT_COUNT_EVENTS_LSB = 0;
  localparam int unsigned FAULT_COUNT_EVENTS_WIDTH = 32;
  localparam logic [31:0] FAULT_COUNT_EVENTS_MASK = 32'hffffffff;

  /// Parameter. For late_message: how late. For late_read: the seed. For false_word: the answer.
  localparam logic [15:0] FAULT_PARAM_OFFSET = 16'h0018;
  localparam logic [31:0] FAULT_PARAM_RESET = 32'h00000000;
  /// VALUE (rw): Card clock cycles, or any number.
  localparam int unsigned FAULT_PARAM_VALUE_LSB = 0;
  localparam int unsigned FAULT_PARAM_VALUE_WIDTH = 32;
  localparam logic [31:0] FAULT_PARAM_VALUE_MASK = 32'hffffffff;

  /// Seen. Matching events since ARM was written: a run with COUNT 0 tells how many places there
  /// are to hit.
  localparam logic [15:0] FAULT_SEEN_OFFSET = 16'h001c;
  localparam logic [31:0] FAULT_SEEN_RESET = 32'h00000000;
  /// EVENTS (r): Events, hit or not.
  localparam int unsigned FAULT_SEEN_EVENTS_LSB = 0;
  localparam int unsigned FAULT_SEEN_EVENTS_WIDTH = 32;
  localparam logic [31:0] FAULT_SEEN_EVENTS_MASK = 32'hffffffff;

  /// Hits. Events hit since ARM was written.
  localparam logic [15:0] FAULT_HITS_OFFSET = 16'h0020;
  localparam logic [31:0] FAULT_HITS_RESET = 32'h00000000;
  /// EVENTS (r): Events.
  localparam int unsigned FAULT_HITS_EVENTS_LSB = 0;
  localparam int unsigned FAULT_HITS_EVENTS_WIDTH = 32;
  localparam logic [31:0] FAULT_HITS_EVENTS_MASK = 32'hffffffff;

  /// Place. For false_word: which register answers something else. Registers of this page never do.
  localparam logic [15:0] FAULT_PLACE_OFFSET = 16'h0024;
  localparam logic [31:0] FAULT_PLACE_RESET = 32'h00000000;
  /// OFFSET (rw): Offset among the card's own registers.
  localparam int unsigned FAULT_PLACE_OFFSET_LSB = 0;
  localparam int unsigned FAULT_PLACE_OFFSET_WIDTH = 32;
  localparam logic [31:0] FAULT_PLACE_OFFSET_MASK = 32'hffffffff;

  /// Page of a datapath: The part that is the same in every datapath's page. Size in bytes up to
  /// the last register.
  localparam int unsigned PLUG_SIZE_BYTES = 3584;

  /// Events: 48-bit event counters of the datapath that stop at their end; what each counts is the
  /// datapath's to say. Read LO first: it holds the upper bits for HI. EVENTS of the feature header
  /// tells how many there are; the others read 0.
  localparam logic [15:0] PLUG_EVENT_BASE = 16'h0400;
  localparam int unsigned PLUG_EVENT_STRIDE = 8;
  localparam int unsigned PLUG_EVENT_COUNT = 64;

  /// Count, low. Bits 31:0; reading holds the upper bits for HI.
  localparam logic [15:0] PLUG_EVENT_LO_OFFSET = 16'h0000;
  localparam logic [31:0] PLUG_EVENT_LO_RESET = 32'h00000000;
  /// COUNT (r): Bits 31:0.
  localparam int unsigned PLUG_EVENT_LO_COUNT_LSB = 0;
  localparam int unsigned PLUG_EVENT_LO_COUNT_WIDTH = 32;
  localparam logic [31:0] PLUG_EVENT_LO_COUNT_MASK = 32'hffffffff;

  /// Count, high. Upper bits as they were when a low half was last read.
  localparam logic [15:0] PLUG_EVENT_HI_OFFSET = 16'h0004;
  localparam logic [31:0] PLUG_EVENT_HI_RESET = 32'h00000000;
  /// COUNT (r): Bits 47:32.
  localparam int unsigned PLUG_EVENT_HI_COUNT_LSB = 0;
  localparam int unsigned PLUG_EVENT_HI_COUNT_WIDTH = 16;
  localparam logic [31:0] PLUG_EVENT_HI_COUNT_MASK = 32'h0000ffff;

  /// Events, clear on read: Twin of the events at +0x800: reading LO also sets the counter back to
  /// 0. An event in the same cycle is not lost, it counts as the first one after.
  localparam logic [15:0] PLUG_EVENT_CLEAR_BASE = 16'h0c00;
  localparam int unsigned PLUG_EVENT_CLEAR_STRIDE = 8;
  localparam int unsigned PLUG_EVENT_CLEAR_COUNT = 64;

  /// Count, low. Bits 31:0, then cleared.
  localparam logic [15:0] PLUG_EVENT_CLEAR_LO_OFFSET = 16'h0000;
  localparam logic [31:0] PLUG_EVENT_CLEAR_LO_RESET = 32'h00000000;
  /// COUNT (rc): Bits 31:0.
  localparam int unsigned PLUG_EVENT_CLEAR_LO_COUNT_LSB = 0;
  localparam int unsigned PLUG_EVENT_CLEAR_LO_COUNT_WIDTH = 32;
  localparam logic [31:0] PLUG_EVENT_CLEAR_LO_COUNT_MASK = 32'hffffffff;

  /// Count, high. Upper bits as they were when a low half was last read.
  localparam logic [15:0] PLUG_EVENT_CLEAR_HI_OFFSET = 16'h0004;
  localparam logic [31:0] PLUG_EVENT_CLEAR_HI_RESET = 32'h00000000;
  /// COUNT (r): Bits 47:32.
  localparam int unsigned PLUG_EVENT_CLEAR_HI_COUNT_LSB = 0;
  localparam int unsigned PLUG_EVENT_CLEAR_HI_COUNT_WIDTH = 16;
  localparam logic [31:0] PLUG_EVENT_CLEAR_HI_COUNT_MASK = 32'h0000ffff;

  /// Window of user-level DMA: What programs map of it. Size in bytes up to the last register.
  localparam int unsigned UDMA_WINDOW_SIZE_BYTES = 16777216;

  /// Context page: Of the key scheme: the page of a context. Every word of the page is this one.
  localparam logic [15:0] UDMA_WINDOW_CONTEXT_PAGE_BASE = 16'h0000;
  localparam int unsigned UDMA_WINDOW_CONTEXT_PAGE_STRIDE = 4096;
  localparam int unsigned UDMA_WINDOW_CONTEXT_PAGE_COUNT = 8;

  /// Size. A store sets the size; a load starts the transfer, or tells how it goes.
  localparam logic [15:0] UDMA_WINDOW_CONTEXT_PAGE_SIZE_OFFSET = 16'h0000;
  localparam logic [31:0] UDMA_WINDOW_CONTEXT_PAGE_SIZE_RESET = 32'h00000000;
  /// BYTES (rw): Stored: bytes to move. Loaded: bytes left, 0 when it is over, all ones when it
  /// failed or nothing was asked for.
  localparam int unsigned UDMA_WINDOW_CONTEXT_PAGE_SIZE_BYTES_LSB = 0;
  localparam int unsigned UDMA_WINDOW_CONTEXT_PAGE_SIZE_BYTES_WIDTH = 32;
  localparam logic [31:0] UDMA_WINDOW_CONTEXT_PAGE_SIZE_BYTES_MASK = 32'hffffffff;

  /// Portal page: Of the portal: a line of 64 bytes is a transfer. Every line of the page is this
  /// one. Addresses are slot addresses.
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_BASE = 32'h00010000;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_STRIDE = 4096;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_COUNT = 8;

  /// Source, low. Where from; bits 31:0.
  localparam logic [15:0] UDMA_WINDOW_PORTAL_PAGE_SRC_LO_OFFSET = 16'h0000;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_SRC_LO_RESET = 32'h00000000;
  /// ADDR (w): Bits 31:0.
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_SRC_LO_ADDR_LSB = 0;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_SRC_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_SRC_LO_ADDR_MASK = 32'hffffffff;

  /// Source, high. Where from; bits 47:32.
  localparam logic [15:0] UDMA_WINDOW_PORTAL_PAGE_SRC_HI_OFFSET = 16'h0004;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_SRC_HI_RESET = 32'h00000000;
  /// ADDR (w): Bits 47:32; the others are 0.
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_SRC_HI_ADDR_LSB = 0;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_SRC_HI_ADDR_WIDTH = 16;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_SRC_HI_ADDR_MASK = 32'h0000ffff;

  /// Destination, low. Where to; bits 31:0.
  localparam logic [15:0] UDMA_WINDOW_PORTAL_PAGE_DST_LO_OFFSET = 16'h0008;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_DST_LO_RESET = 32'h00000000;
  /// ADDR (w): Bits 31:0.
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_DST_LO_ADDR_LSB = 0;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_DST_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_DST_LO_ADDR_MASK = 32'hffffffff;

  /// Destination, high. Where to; bits 47:32.
  localparam logic [15:0] UDMA_WINDOW_PORTAL_PAGE_DST_HI_OFFSET = 16'h000c;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_DST_HI_RESET = 32'h00000000;
  /// ADDR (w): Bits 47:32; the others are 0.
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_DST_HI_ADDR_LSB = 0;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_DST_HI_ADDR_WIDTH = 16;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_DST_HI_ADDR_MASK = 32'h0000ffff;

  /// Record, low. Where the completion record goes; bits 31:0.
  localparam logic [15:0] UDMA_WINDOW_PORTAL_PAGE_RECORD_LO_OFFSET = 16'h0010;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_RECORD_LO_RESET = 32'h00000000;
  /// ADDR (w): Bits 31:0, a multiple of 8.
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_RECORD_LO_ADDR_LSB = 0;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_RECORD_LO_ADDR_WIDTH = 32;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_RECORD_LO_ADDR_MASK = 32'hffffffff;

  /// Record, high. Where the completion record goes; bits 47:32.
  localparam logic [15:0] UDMA_WINDOW_PORTAL_PAGE_RECORD_HI_OFFSET = 16'h0014;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_RECORD_HI_RESET = 32'h00000000;
  /// ADDR (w): Bits 47:32; the others are 0.
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_RECORD_HI_ADDR_LSB = 0;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_RECORD_HI_ADDR_WIDTH = 16;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_RECORD_HI_ADDR_MASK = 32'h0000ffff;

  /// Size. How much.
  localparam logic [15:0] UDMA_WINDOW_PORTAL_PAGE_SIZE_OFFSET = 16'h0018;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_SIZE_RESET = 32'h00000000;
  /// BYTES (w): Bytes.
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_SIZE_BYTES_LSB = 0;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_SIZE_BYTES_WIDTH = 32;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_SIZE_BYTES_MASK = 32'hffffffff;

  /// Cookie. Comes back in the upper half of the record; the lower half is the reason
  /// (BAD_HI.REASON).
  localparam logic [15:0] UDMA_WINDOW_PORTAL_PAGE_COOKIE_OFFSET = 16'h001c;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_COOKIE_RESET = 32'h00000000;
  /// NUMBER (w): Any number.
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_COOKIE_NUMBER_LSB = 0;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_COOKIE_NUMBER_WIDTH = 32;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_COOKIE_NUMBER_MASK = 32'hffffffff;

  /// Reserved. Words that must be 0.
  localparam logic [15:0] UDMA_WINDOW_PORTAL_PAGE_RESERVED_OFFSET = 16'h0020;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_RESERVED_STRIDE = 4;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_RESERVED_COUNT = 6;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_RESERVED_RESET = 32'h00000000;
  /// ZERO (w): 0.
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_RESERVED_ZERO_LSB = 0;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_RESERVED_ZERO_WIDTH = 32;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_RESERVED_ZERO_MASK = 32'hffffffff;

  /// Control. What is to be told.
  localparam logic [15:0] UDMA_WINDOW_PORTAL_PAGE_CONTROL_OFFSET = 16'h0038;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_CONTROL_RESET = 32'h00000000;
  /// RECORD (w): A completion record is to be written.
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_CONTROL_RECORD_LSB = 0;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_CONTROL_RECORD_WIDTH = 1;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_CONTROL_RECORD_MASK = 32'h00000001;
  /// BATCH (w): It starts a list: SRC is where the list is, a multiple of 32, DST is 0, SIZE the
  /// number of its descriptors, and the record tells of all of them (batch_record).
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_CONTROL_BATCH_LSB = 1;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_CONTROL_BATCH_WIDTH = 1;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_CONTROL_BATCH_MASK = 32'h00000002;

  /// End. Must be 0. The store that brings its last byte starts the transfer.
  localparam logic [15:0] UDMA_WINDOW_PORTAL_PAGE_END_OFFSET = 16'h003c;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_END_RESET = 32'h00000000;
  /// ZERO (w): 0.
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_END_ZERO_LSB = 0;
  localparam int unsigned UDMA_WINDOW_PORTAL_PAGE_END_ZERO_WIDTH = 32;
  localparam logic [31:0] UDMA_WINDOW_PORTAL_PAGE_END_ZERO_MASK = 32'hffffffff;

  /// Shadow pages: Of each context, one after the other, a page for each slot: loads and stores
  /// mean the address, no memory.
  localparam logic [31:0] UDMA_WINDOW_SHADOW_PAGE_BASE = 32'h00800000;
  localparam int unsigned UDMA_WINDOW_SHADOW_PAGE_STRIDE = 4096;
  localparam int unsigned UDMA_WINDOW_SHADOW_PAGE_COUNT = 2048;

  /* verilator lint_on UNUSEDPARAM */
endpackage
