// SPDX-License-Identifier: Apache-2.0
// Included by fby_msm_hazard in proofs only: the promises, and what ties its inside to them.
//
// History: what was issued i cycles ago, kept as a plain shift register. Place 0 is the issue register.
// One accepted operation carries a mark (payload bit 0); it is followed until it is issued.

logic [InFlightCycles-1:0] f_live_q = '0;
logic [BucketBits-1:0] f_bucket_q[InFlightCycles];
logic [InFlightCycles-1:0] f_live;
logic [SlotBits:0] f_slot[InFlightCycles];
logic [7:0] f_idle_q = '0;
logic [7:0] f_accepted_q = '0;
logic [7:0] f_issued_q = '0;
logic f_mark_accepted_q = 1'b0;
logic f_mark_issued_q = 1'b0;
logic f_was_held_q = 1'b0;
logic f_collision, f_candidate_clash, f_head_clash, f_table_wrong, f_idle_wrong;

assign f_live = {f_live_q[InFlightCycles-1:1], issue_valid_q};

always_ff @(posedge clk_i) begin
  f_live_q <= {f_live[InFlightCycles-2:0], 1'b0};
  f_bucket_q[1] <= issue_bucket_q;
  for (int unsigned i = 2; i < InFlightCycles; i++) f_bucket_q[i] <= f_bucket_q[i-1];
  if (op_fire) f_accepted_q <= f_accepted_q + 8'd1;
  if (issue_valid_q) f_issued_q <= f_issued_q + 8'd1;
  if (op_fire && op_payload_i[0]) f_mark_accepted_q <= 1'b1;
  if (issue_valid_q && issue_payload_q[0]) f_mark_issued_q <= 1'b1;
  if (hold_push && candidate_payload_q[0]) f_was_held_q <= 1'b1;
  // Cycles in a row in which something waited and nothing was issued.
  f_idle_q <= (head_go || candidate_go || !(candidate_valid_q || hold_busy)) ? '0 : f_idle_q + 8'd1;
  if (rst_i) begin
    f_live_q          <= '0;
    f_accepted_q      <= '0;
    f_issued_q        <= '0;
    f_mark_accepted_q <= 1'b0;
    f_mark_issued_q   <= 1'b0;
    f_was_held_q      <= 1'b0;
    f_idle_q          <= '0;
  end
end

always_comb begin
  f_collision       = 1'b0;
  f_candidate_clash = 1'b0;
  f_head_clash      = 1'b0;
  f_table_wrong     = 1'b0;
  f_idle_wrong      = 1'b0;
  for (int unsigned i = 0; i < InFlightCycles; i++) begin
    // The slot written i + 1 edges ago.
    f_slot[i] = (SlotBits + 1)'(slot_q) + (SlotBits + 1)'(InFlightCycles - 1 - i);
    if (f_slot[i] >= (SlotBits + 1)'(InFlightCycles)) f_slot[i] = f_slot[i] - (SlotBits + 1)'(InFlightCycles);
    if (flight_live_q[f_slot[i][SlotBits-1:0]] != f_live[i]) f_table_wrong = 1'b1;
    if (f_live[i] && flight_bucket_q[f_slot[i][SlotBits-1:0]] != ((i == 0) ? issue_bucket_q : f_bucket_q[i])) begin
      f_table_wrong = 1'b1;
    end
    if (i < 32'(f_idle_q) && f_live[i]) f_idle_wrong = 1'b1;
    if (i > 0 && f_live[i]) begin
      if (issue_valid_q && f_bucket_q[i] == issue_bucket_q) f_collision = 1'b1;
      if (candidate_valid_q && !candidate_busy_q && f_bucket_q[i] == candidate_bucket_q) f_candidate_clash = 1'b1;
      if (head_valid && head_checked_q && !head_busy_q && f_bucket_q[i] == head_bucket) f_head_clash = 1'b1;
    end
  end
end

// 1. The table is the history, and what counts as free is free but for the issue register.
`FBY_ASSERT(slot_in_range, 32'(slot_q) < InFlightCycles)
`FBY_ASSERT(table_is_history, !f_table_wrong)
`FBY_ASSERT(free_candidate_is_free, !f_candidate_clash)
`FBY_ASSERT(free_head_is_free, !f_head_clash)
// 2. The promise: nothing is issued while its bucket is in flight.
`FBY_ASSERT(never_a_bucket_in_flight, !f_collision)
// 3. Nothing is lost or doubled: what came in is inside or went out, the marked one exactly once.
`FBY_ASSERT(all_accounted_for, f_accepted_q == f_issued_q + 8'(issue_valid_q) + 8'(candidate_valid_q)
                               + 8'(u_hold.count_q) + 8'(head_valid))
`FBY_ASSERT(marked_is_in_one_place, 3'(f_mark_accepted_q) == 3'(f_mark_issued_q)
                                    + 3'(issue_valid_q && issue_payload_q[0])
                                    + 3'(candidate_valid_q && candidate_payload_q[0]) + 3'(u_hold.f_marked_q))
// 4. Progress: with work inside, the pause between two issues is bounded.
`FBY_ASSERT(pause_is_history, !f_idle_wrong)
`FBY_ASSERT(pause_is_bounded, 32'(f_idle_q) <= InFlightCycles + 4)
`FBY_COVER(held_operation_leaves, f_was_held_q && issue_valid_q && issue_payload_q[0])
`FBY_COVER(full_queue_makes_candidate_wait, candidate_valid_q && candidate_busy && hold_full && !head_go)
`FBY_COVER(head_goes_before_candidate, head_go && candidate_valid_q && !candidate_busy)
