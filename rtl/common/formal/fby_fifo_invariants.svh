// SPDX-License-Identifier: Apache-2.0
// Included by fby_fifo in proofs only: what is true of its inside at every clock edge. Without these an
// induction step could start in a state that no run reaches.
//
// Entries are numbered as they are written, modulo more than fit. The solver chooses one number (a register
// without initial value that never changes), and every entry of that number is followed: it is remembered with
// its place in memory; until it leaves, memory holds it there and `f_ahead_q` entries are before it.

logic [LevelBits:0]   f_chosen_q;
logic [LevelBits:0]   f_number_q = '0;
logic                 f_pick;
logic                 f_follow_q = 1'b0;
logic [PtrBits-1:0]   f_slot_q;
logic [WidthBits-1:0] f_data_q;
logic [LevelBits-1:0] f_ahead_q;

assign f_pick = f_number_q == f_chosen_q;

always_ff @(posedge clk_i) begin
  f_chosen_q <= f_chosen_q;
  if (rst_i) f_number_q <= '0;
  else if (push) f_number_q <= f_number_q + (LevelBits + 1)'(1);
end

always_ff @(posedge clk_i) begin
  if (rst_i) begin
    f_follow_q <= 1'b0;
  end else if (!f_follow_q) begin
    if (push && f_pick) begin
      f_follow_q <= 1'b1;
      f_slot_q   <= tail_q;
      f_data_q   <= data_i;
      f_ahead_q  <= level_q - LevelBits'(pop);
    end
  end else if (pop) begin
    if (f_ahead_q == '0) f_follow_q <= 1'b0;
    else f_ahead_q <= f_ahead_q - LevelBits'(1);
  end
end

// Where the entry with so many before it stands.
function automatic logic [PtrBits-1:0] f_place(input logic [LevelBits-1:0] ahead);
  logic [LevelBits:0] sum;
  sum = (LevelBits + 1)'(head_q) + (LevelBits + 1)'(ahead);
  if (sum >= (LevelBits + 1)'(DepthEntries)) sum = sum - (LevelBits + 1)'(DepthEntries);
  return sum[PtrBits-1:0];
endfunction

// 1. Pointers and level agree and stay in range.
`FBY_ASSERT(head_in_range, 32'(head_q) < DepthEntries)
`FBY_ASSERT(tail_in_range, 32'(tail_q) < DepthEntries)
`FBY_ASSERT(level_in_range, 32'(level_q) <= DepthEntries)
`FBY_ASSERT(tail_follows_head, tail_q == f_place(level_q))
// 2. What is offered is what memory holds at the head.
`FBY_ASSERT(head_is_offered, !valid_o || data_o == mem_q[head_q])
// 3. The followed entry is inside, at its place, unchanged.
`FBY_ASSERT(followed_is_inside, !f_follow_q || f_ahead_q < level_q)
`FBY_ASSERT(followed_has_its_place, !f_follow_q || f_slot_q == f_place(f_ahead_q))
`FBY_ASSERT(followed_is_unchanged, !f_follow_q || mem_q[f_slot_q] == f_data_q)
`FBY_COVER(third_entry_is_followed, f_follow_q && f_chosen_q == (LevelBits + 1)'(2) && f_data_q != '0)
// 4. The promise: when everything before it has left, it is what comes out.
`FBY_ASSERT(in_order_and_unchanged, !f_follow_q || f_ahead_q != '0 || (valid_o && data_o == f_data_q))
