// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// What a FIFO promises at its ports, beside order (fby_fifo_invariants.svh): it counts right, never takes
/// more than fits, never offers what is not there, and keeps offering until the entry is taken.
module fby_fifo_props #(
  parameter int unsigned WidthBits    = 8,
  parameter int unsigned DepthEntries = 4
) (
  input logic                              clk_i,
  input logic                              rst_i,
  input logic                              push_i,
  input logic                              ready_i,
  input logic [WidthBits-1:0]              data_i,
  input logic                              valid_i,
  input logic                              pop_i,
  input logic [$clog2(DepthEntries+1)-1:0] level_i
);

  // Entries inside, counted from outside; one bit more than needed, so that an overflow shows.
  localparam int unsigned CountBits = $clog2(DepthEntries + 1) + 1;
  logic [CountBits-1:0] count_q = '0;
  logic                 was_held_q = 1'b0;
  logic                 was_full_q = 1'b0;
  logic [WidthBits-1:0] was_data_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) count_q <= '0;
    else count_q <= count_q + CountBits'(push_i) - CountBits'(pop_i);
    was_held_q <= !rst_i && valid_i && !pop_i;
    was_full_q <= !rst_i && (was_full_q || !ready_i);
    was_data_q <= data_i;
  end

  `FBY_ASSERT(level_counts, count_q == CountBits'(level_i))
  `FBY_ASSERT(never_more_than_fits, 32'(count_q) <= DepthEntries)
  `FBY_ASSERT(ready_while_room, ready_i == (32'(count_q) < DepthEntries))
  `FBY_ASSERT(valid_while_any, valid_i == (count_q != '0))
  `FBY_ASSERT(offer_stays, !was_held_q || (valid_i && data_i == was_data_q))
  `FBY_COVER(full, 32'(count_q) == DepthEntries)
  `FBY_COVER(empty_after_full, was_full_q && count_q == '0)
  `FBY_COVER(in_and_out_at_once, push_i && pop_i && count_q == CountBits'(1))

endmodule
