// SPDX-License-Identifier: Apache-2.0
// Included by fby_msm_ready in proofs only: what is true of its inside at every clock edge.
//
// One operation may carry a mark (payload bit 0); the environment promises that there is at most one.

logic f_marked_q = 1'b0;
logic [Depth-1:0] f_live;
logic [PtrBits+1:0] f_live_marked;

always_ff @(posedge clk_i) begin
  if (rst_i) f_marked_q <= 1'b0;
  else if (push_i && payload_i[0]) f_marked_q <= 1'b1;
  else if (pop_i && payload_o[0]) f_marked_q <= 1'b0;
end

always_comb begin
  f_live_marked = '0;
  for (int unsigned i = 0; i < Depth; i++) begin
    // Entry i is live when it lies within count_q places of the read pointer.
    f_live[i]     = {1'b0, PtrBits'(i) - read_q} < count_q;
    f_live_marked = f_live_marked + (PtrBits + 2)'(f_live[i] && payload_mem_q[i][0]);
  end
end

`FBY_ASSERT(count_in_range, 32'(count_q) <= Depth)
`FBY_ASSERT(pointers_agree, write_q == read_q + count_q[PtrBits-1:0])
`FBY_ASSERT(marked_is_in_one_place, f_live_marked == (PtrBits + 2)'(f_marked_q))
