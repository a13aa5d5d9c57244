// SPDX-License-Identifier: Apache-2.0
// Included by fby_msm_hold in proofs only: what is true of its inside at every clock edge.
//
// One operation may carry a mark (payload bit 0); the environment promises that there is at most one.

logic f_marked_q = 1'b0;
logic [HoldDepth-1:0] f_live, f_live_marked;
logic [PtrBits+1:0] f_places;

always_ff @(posedge clk_i) begin
  if (rst_i) f_marked_q <= 1'b0;
  else if (push_i && payload_i[0]) f_marked_q <= 1'b1;
  else if (pop_i && head_payload_q[0]) f_marked_q <= 1'b0;
end

always_comb begin
  f_places = '0;
  for (int unsigned i = 0; i < HoldDepth; i++) begin
    // Entry i is live when it lies within count_q places of the read pointer.
    f_live[i] = {1'b0, PtrBits'(i) - read_q} < count_q;
    f_live_marked[i] = f_live[i] && payload_mem_q[i][0];
    f_places = f_places + (PtrBits + 2)'(f_live_marked[i]);
  end
  f_places = f_places + (PtrBits + 2)'(head_valid_q && head_payload_q[0]);
end

`FBY_ASSERT(count_in_range, 32'(count_q) <= HoldDepth)
`FBY_ASSERT(pointers_agree, write_q == read_q + count_q[PtrBits-1:0])
`FBY_ASSERT(marked_is_in_one_place, f_places == (PtrBits + 2)'(f_marked_q))
