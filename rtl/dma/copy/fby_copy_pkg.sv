// SPDX-License-Identifier: Apache-2.0
/// Types of the copy front end.
package fby_copy_pkg;

  import fby_regs_pkg::*;

  /// What a copy was asked to do.
  typedef struct packed {
    logic [63:0] src;
    logic [63:0] dst;
    logic [31:0] bytes;
    /// The address is one of the card, not of the host.
    logic        src_card;
    logic        dst_card;
  } copy_job_t;

  /// How it ended.
  typedef logic [USER_COPY_STATUS_CAUSE_WIDTH-1:0] cause_t;

  typedef struct packed {
    cause_t                           cause;
    logic [63:0]                      bad_addr;
    logic [fby_dma_pkg::LEN_BITS-1:0] moved;
  } copy_end_t;

  // A block uses some of these, never all.
  /* verilator lint_off UNUSEDPARAM */
  localparam cause_t CAUSE_ZERO_LENGTH = cause_t'(USER_COPY_STATUS_CAUSE_ZERO_LENGTH);
  localparam cause_t CAUSE_TOO_LONG    = cause_t'(USER_COPY_STATUS_CAUSE_TOO_LONG);
  localparam cause_t CAUSE_WRAPS       = cause_t'(USER_COPY_STATUS_CAUSE_WRAPS);
  localparam cause_t CAUSE_OVERLAPS    = cause_t'(USER_COPY_STATUS_CAUSE_OVERLAPS);
  localparam cause_t CAUSE_NO_PATH     = cause_t'(USER_COPY_STATUS_CAUSE_NO_PATH);
  localparam cause_t CAUSE_ABORTED     = cause_t'(USER_COPY_STATUS_CAUSE_ABORTED);
  /* verilator lint_on UNUSEDPARAM */

  /// Number of a mover's cause in the status register.
  function automatic cause_t cause_of(input fby_dma_pkg::dma_cause_e cause);
    unique case (cause)
      fby_dma_pkg::DMA_HOST_DECODE: return cause_t'(USER_COPY_STATUS_CAUSE_HOST_DECODE);
      fby_dma_pkg::DMA_HOST_SLAVE:  return cause_t'(USER_COPY_STATUS_CAUSE_HOST_SLAVE);
      fby_dma_pkg::DMA_CARD_DECODE: return cause_t'(USER_COPY_STATUS_CAUSE_CARD_DECODE);
      fby_dma_pkg::DMA_CARD_SLAVE:  return cause_t'(USER_COPY_STATUS_CAUSE_CARD_SLAVE);
      fby_dma_pkg::DMA_HOST_POISON: return cause_t'(USER_COPY_STATUS_CAUSE_HOST_POISON);
      default:                      return cause_t'(USER_COPY_STATUS_CAUSE_DONE_WHOLE);
    endcase
  endfunction

endpackage
