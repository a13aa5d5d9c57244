// SPDX-License-Identifier: Apache-2.0
/// Card map, and what the parts of the card tell each other.
package fby_card_pkg;
  // A block uses the part of the map it needs.
  // verilator lint_off UNUSEDPARAM

  /// Stream windows: window n is WINDOW_BYTES from WINDOW_BASE + n * WINDOW_BYTES on.
  localparam int unsigned NUM_WINDOWS  = fby_regs_pkg::CARD_WINDOW_COUNT;
  localparam logic [63:0] WINDOW_BASE  = 64'(fby_regs_pkg::CARD_WINDOW_BASE);
  localparam logic [63:0] WINDOW_BYTES = 64'(fby_regs_pkg::CARD_WINDOW_STRIDE);

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
