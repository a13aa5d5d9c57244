// SPDX-License-Identifier: Apache-2.0
/// Types of front ends that are told where to go by pairs of an address and a length, as an AXI DMA in direct-register mode is.
package fby_pairs_pkg;

  // A block uses some of these, never all.
  /* verilator lint_off UNUSEDPARAM */
  /// Bits of a length, as wide as that core can have them.
  localparam int unsigned LENGTH_BITS = fby_regs_pkg::USER_S2MM_LENGTH_BYTES_WIDTH;
  /// Pairs that may be armed, the ones under way among them; a power of two, and no more requests than a mover takes.
  localparam int unsigned PAIRS =
      (fby_regs_pkg::USER_S2MM_CAPS_RESET & fby_regs_pkg::USER_S2MM_CAPS_PAIRS_MASK) >>
      fby_regs_pkg::USER_S2MM_CAPS_PAIRS_LSB;
  localparam int unsigned COUNT_BITS  = $clog2(PAIRS + 1);
  /* verilator lint_on UNUSEDPARAM */

  /// Where to go.
  typedef struct packed {
    logic [63:0]            addr;
    logic [LENGTH_BITS-1:0] len;
  } pair_t;

  /// What a buffer is.
  typedef struct packed {
    /// The address stands still, which is not done: what begins ends with an error.
    logic keyhole;
    /// A full buffer is no error; its packet goes on in the next one. Requests go through ends of packets.
    logic whole;
    logic through;
  } mode_t;

  /// A finished pair.
  typedef struct packed {
    pair_t                 pair;
    fby_dma_pkg::dma_rsp_t rsp;
    /// Cut short: stopped, or by an error.
    logic                  stopped;
  } finished_t;

  /// What has ended a run; stays until reset.
  typedef struct packed {
    logic decode;
    logic slave;
    logic internal;
  } errors_t;

endpackage
