// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Pairs in order: armed, then handed to the mover, then finished.
///
///   push --> [ armed | armed | handed | handed ] --> pop
///                      hand ---^          head --^
module fby_pairs_queue
  import fby_pairs_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_i,
  /// Forget all.
  input  logic                  clear_i,
  /// Arms one; there is room.
  input  logic                  push_i,
  input  pair_t                 pair_i,
  output logic                  room_o,
  /// The oldest that was not handed over.
  output pair_t                 next_o,
  output logic                  next_valid_o,
  input  logic                  hand_i,
  /// The oldest that was.
  output pair_t                 head_o,
  output logic                  head_valid_o,
  input  logic                  pop_i,
  /// Pairs inside.
  output logic [COUNT_BITS-1:0] count_o
);

  localparam int unsigned PlaceBits = $clog2(PAIRS);
  // One bit more tells full from empty.
  typedef logic [PlaceBits:0] place_t;

  pair_t [PAIRS-1:0] pair_q;
  place_t            tail_q, next_q, head_q;

  assign count_o      = COUNT_BITS'(place_t'(tail_q - head_q));
  assign room_o       = count_o != COUNT_BITS'(PAIRS);
  assign next_valid_o = next_q != tail_q;
  assign head_valid_o = head_q != next_q;
  assign next_o       = pair_q[next_q[PlaceBits-1:0]];
`ifdef FBY_MUTANT_PAIRS_HEAD
  assign head_o       = next_o;
`else
  assign head_o       = pair_q[head_q[PlaceBits-1:0]];
`endif

  always_ff @(posedge clk_i) begin
    if (rst_i || clear_i) begin
      tail_q <= '0;
      next_q <= '0;
      head_q <= '0;
    end else begin
      tail_q <= tail_q + place_t'(push_i);
      next_q <= next_q + place_t'(hand_i);
      head_q <= head_q + place_t'(pop_i);
    end
    if (push_i) pair_q[tail_q[PlaceBits-1:0]] <= pair_i;
  end

  `FBY_ASSERT(PairsPushHasRoom, !push_i || room_o)
  `FBY_ASSERT(PairsHandsWhatIsThere, !hand_i || next_valid_o)
  `FBY_ASSERT(PairsPopsWhatIsHanded, !pop_i || head_valid_o)

endmodule
