// SPDX-License-Identifier: Apache-2.0
// Included by fby_msm_hold in proofs only: what is true of its inside at every clock edge.
//
// One operation may carry a mark (payload bit 0); the environment promises that there is at most one.

logic f_marked_q = 1'b0;
logic [CountBits:0] f_live, f_live_marked;

always_ff @(posedge clk_i) begin
  if (rst_i) f_marked_q <= 1'b0;
  else if (push_i && payload_i[0]) f_marked_q <= 1'b1;
  else if (go_o && go_payload_o[0]) f_marked_q <= 1'b0;
end

always_comb begin
  f_live        = '0;
  f_live_marked = '0;
  for (int unsigned i = 0; i < HoldDepth; i++) begin
    f_live        = f_live + (CountBits + 1)'(valid_q[i]);
    f_live_marked = f_live_marked + (CountBits + 1)'(valid_q[i] && payload_mem_q[i][0]);
  end
end

`FBY_ASSERT(count_is_that_of_the_slots, (CountBits + 1)'(count_q) == f_live)
`FBY_ASSERT(leaves_a_slot_in_use, (go_q & ~valid_q) == '0)
`FBY_ASSERT(marked_is_in_one_place, f_live_marked == (CountBits + 1)'(f_marked_q))
