// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// First-word fall-through FIFO of any depth, one entry in and one out per cycle.
///
/// The memory is read synchronously, so that it maps to block memory: the entry that will be at the
/// head after this clock edge is fetched at this edge. If that very entry is being written now, the
/// memory cannot deliver it yet and a bypass register does.
///
///   data_i --+--> memory[tail] --> read at next head --> ram_q ----\
///            |                                                      >-- data_o
///            +------------------------------------> bypass_q ------/
module fby_fifo #(
  /// Bits of an entry.
  parameter int unsigned WidthBits    = 8,
  /// Entries; any number from 2 on.
  parameter int unsigned DepthEntries = 4
) (
  input  logic                              clk_i,
  input  logic                              rst_i,
  /// Entry to write; taken when valid and ready are both high.
  input  logic [WidthBits-1:0]              data_i,
  input  logic                              valid_i,
  /// There is room.
  output logic                              ready_o,
  /// Oldest entry; taken when valid and ready are both high.
  output logic [WidthBits-1:0]              data_o,
  output logic                              valid_o,
  input  logic                              ready_i,
  /// Entries inside.
  output logic [$clog2(DepthEntries+1)-1:0] level_o
);

  localparam int unsigned PtrBits   = $clog2(DepthEntries);
  localparam int unsigned LevelBits = $clog2(DepthEntries + 1);

  if (DepthEntries < 2) begin : gen_bad_depth
    $error("fby_fifo: DepthEntries must be at least 2");
  end

  logic [WidthBits-1:0] mem_q [DepthEntries];
  logic [WidthBits-1:0] ram_q, bypass_q;
  logic                 use_bypass_q;
  logic [PtrBits-1:0]   head_q, head_d, tail_q;
  logic [LevelBits-1:0] level_q;
  logic                 push, pop;

  function automatic logic [PtrBits-1:0] next_ptr(input logic [PtrBits-1:0] ptr);
    return (ptr == PtrBits'(DepthEntries - 1)) ? '0 : ptr + PtrBits'(1);
  endfunction

`ifdef FBY_MUTANT_FIFO_OVERFLOW
  assign ready_o = 1'b1;
`else
  assign ready_o = level_q != LevelBits'(DepthEntries);
`endif
  assign valid_o = level_q != '0;
  assign level_o = level_q;
  assign data_o  = use_bypass_q ? bypass_q : ram_q;
  assign push    = valid_i && ready_o;
  assign pop     = valid_o && ready_i;
  assign head_d  = pop ? next_ptr(head_q) : head_q;

  // Where neither an entry comes nor one goes, nothing is read: an idle FIFO costs neither power nor time of a simulation. What
  // was bypassed is fetched a cycle later.
  always_ff @(posedge clk_i) begin
    if (push) begin
      mem_q[tail_q] <= data_i;
      bypass_q      <= data_i;
    end
    if (pop || use_bypass_q) ram_q <= mem_q[head_d];
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      head_q       <= '0;
      tail_q       <= '0;
      level_q      <= '0;
      use_bypass_q <= 1'b0;
    end else if (push || pop || use_bypass_q) begin
      head_q       <= head_d;
      tail_q       <= push ? next_ptr(tail_q) : tail_q;
      level_q      <= level_q + LevelBits'(push) - LevelBits'(pop);
`ifdef FBY_MUTANT_FIFO_NO_BYPASS
      use_bypass_q <= 1'b0;
`else
      use_bypass_q <= push && tail_q == head_d;
`endif
    end
  end

`ifdef FORMAL
  `include "formal/fby_fifo_invariants.svh"
`endif

endmodule
