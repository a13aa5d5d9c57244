// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Small first-in first-out queue in flip-flops or distributed memory.
///
/// An element written in one cycle can be read in the next. Writing a full queue or reading an empty
/// one is the caller's mistake and is asserted.
module fby_queue #(
  /// Bits of an element.
  parameter int unsigned WidthBits = 8,
  /// Elements; a power of two, at least 2.
  parameter int unsigned Depth     = 4
) (
  input  logic                       clk_i,
  input  logic                       rst_i,
  /// Forget everything; wins over push and pop.
  input  logic                       clear_i,
  input  logic                       push_i,
  input  logic [WidthBits-1:0]       data_i,
  input  logic                       pop_i,
  /// Oldest element; meaningful while level_o is not 0.
  output logic [WidthBits-1:0]       data_o,
  /// Elements inside.
  output logic [$clog2(Depth+1)-1:0] level_o
);

  localparam int unsigned PtrBits   = $clog2(Depth);
  localparam int unsigned LevelBits = $clog2(Depth + 1);

  if (Depth < 2 || Depth != 2 ** PtrBits) begin : gen_bad_depth
    $error("fby_queue: Depth must be a power of two of at least 2");
  end

  logic [WidthBits-1:0] mem_q[Depth];
  logic [PtrBits-1:0]   head_q, tail_q;
  logic [LevelBits-1:0] level_q;

  assign data_o  = mem_q[head_q];
  assign level_o = level_q;

  always_ff @(posedge clk_i) begin
    if (push_i) mem_q[tail_q] <= data_i;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i || clear_i) begin
      head_q  <= '0;
      tail_q  <= '0;
      level_q <= '0;
    end else if (push_i || pop_i) begin
      tail_q  <= tail_q + PtrBits'(push_i);
      head_q  <= head_q + PtrBits'(pop_i);
      level_q <= level_q + LevelBits'(push_i) - LevelBits'(pop_i);
    end
  end

  `FBY_ASSERT(never_overfull, clear_i || !push_i || pop_i || level_q != LevelBits'(Depth))
  `FBY_ASSERT(never_popped_empty, clear_i || !pop_i || level_q != '0)

endmodule
