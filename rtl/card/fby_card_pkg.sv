// SPDX-License-Identifier: Apache-2.0
/// Card map, and what the parts of the card tell each other.
package fby_card_pkg;
  // A block uses the part of the map it needs.
  // verilator lint_off UNUSEDPARAM

  /// Stream ports: stream port n is STREAM_PORT_BYTES from STREAM_PORT_BASE + n * STREAM_PORT_BYTES on.
  localparam int unsigned NUM_STREAM_PORTS  = fby_regs_pkg::CARD_STREAM_PORT_COUNT;
  localparam logic [63:0] STREAM_PORT_BASE  = 64'(fby_regs_pkg::CARD_STREAM_PORT_BASE);
  localparam logic [63:0] STREAM_PORT_BYTES = 64'(fby_regs_pkg::CARD_STREAM_PORT_STRIDE);

  /// The stream port that an address means, a bit each; no bit elsewhere. By equality of the upper bits: comparing sizes would put two
  /// carry chains of 64 bits into every decision.
  function automatic logic [NUM_STREAM_PORTS-1:0] stream_port_of(input logic [63:0] addr);
    for (int unsigned n = 0; n < NUM_STREAM_PORTS; n++) begin
      stream_port_of[n] = (addr & ~(STREAM_PORT_BYTES - 64'd1)) == STREAM_PORT_BASE + 64'(n) * STREAM_PORT_BYTES;
    end
  endfunction

  /// Banks of the card memory, at most; there are counters for so many.
  localparam int unsigned NUM_BANKS = fby_regs_pkg::CARD_MEMORY_BANKS;

  // verilator lint_on UNUSEDPARAM

  /// What a bank of memory does in a cycle.
  typedef struct packed {
    logic read;
    logic written;
  } bank_events_t;

  /// Accesses through BARs that have ended in a cycle.
  typedef struct packed {
    logic [2:0]  reads;
    logic [2:0]  writes;
    /// Those of them that were answered with an error.
    logic [2:0]  errors;
    /// Pages of registers that were given up.
    logic [2:0]  dead;
    /// Where one of those in error was: BAR number in 38:36, offset in 35:0.
    logic [63:0] addr;
  } card_access_t;

endpackage
