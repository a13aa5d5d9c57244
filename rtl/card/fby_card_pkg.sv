// SPDX-License-Identifier: Apache-2.0
/// Card map, names of the kernels, and what the parts of the card tell each other.
package fby_card_pkg;
  // A block uses the part of the map it needs.
  // verilator lint_off UNUSEDPARAM

  /// Kernels; the number is also what the CARD_KIND register reads.
  localparam int unsigned KERNEL_LOOPBACK = 1;
  localparam int unsigned KERNEL_MSM      = 2;

  /// Stream windows: window n is WINDOW_BYTES from WINDOW_BASE + n * WINDOW_BYTES on.
  localparam int unsigned NUM_WINDOWS  = fby_regs_pkg::CARD_WINDOW_COUNT;
  localparam logic [63:0] WINDOW_BASE  = 64'(fby_regs_pkg::CARD_WINDOW_BASE);
  localparam logic [63:0] WINDOW_BYTES = 64'(fby_regs_pkg::CARD_WINDOW_STRIDE);

  /// Frequency the card is built for.
  localparam int unsigned CLOCK_KHZ = 250_000;

  /// User interrupt line that tells of a finished run.
  localparam int unsigned IRQ_RUN_DONE = fby_regs_pkg::CARD_RUN_DONE_LINE;

  // verilator lint_on UNUSEDPARAM

  /// One access through a BAR that has ended: one-cycle pulses, the error with that of its kind.
  typedef struct packed {
    logic        read;
    logic        write;
    logic        error;
    /// Address of the access that the pulses speak of.
    logic [63:0] addr;
  } card_access_t;

endpackage
