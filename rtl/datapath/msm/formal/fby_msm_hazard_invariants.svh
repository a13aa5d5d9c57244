// SPDX-License-Identifier: Apache-2.0
// Included by fby_msm_hazard in proofs only: the promises, and what ties its inside to them.
//
// Every bucket has at most one owner: an operation in flight (age 0 is the issue register, the last age is `done`), in the
// ready queue, or just looked up and found free. The busy bit says whether there is one.
// One accepted operation carries a mark (payload bit 0); it is followed until it is issued.

logic [InFlightCycles-1:0] f_live;
logic [InFlightCycles-1:0][BucketBits-1:0] f_bucket;
logic [7:0] f_idle_q = '0;
logic [7:0] f_accepted_q = '0;
logic [7:0] f_issued_q = '0;
logic f_mark_accepted_q = 1'b0;
logic f_mark_issued_q = 1'b0;
logic f_was_held_q = 1'b0;
logic f_look_owns, f_bit_wrong, f_match_wrong, f_unowned, f_idle_wrong;
logic [3:0] f_owners;
logic [HoldDepth-1:0] f_waits;

assign f_live      = {done_q, flight_q, issue_valid_q};
assign f_bucket    = {done_bucket_q, u_flight.g_shift.line_q, issue_bucket_q};
assign f_look_owns = look_valid_q && (!was_taken || look_given_q);

always_ff @(posedge clk_i) begin
  if (op_fire) f_accepted_q <= f_accepted_q + 8'd1;
  if (issue_valid_q) f_issued_q <= f_issued_q + 8'd1;
  if (op_fire && op_payload_i[0]) f_mark_accepted_q <= 1'b1;
  if (issue_valid_q && issue_payload_q[0]) f_mark_issued_q <= 1'b1;
  if (hold_push && look_payload_q[0]) f_was_held_q <= 1'b1;
  // Cycles in a row in which something waited and nothing was issued.
  f_idle_q <= (issue_fire || !(look_valid_q || hold_busy)) ? '0 : f_idle_q + 8'd1;
  if (rst_i) begin
    f_accepted_q      <= '0;
    f_issued_q        <= '0;
    f_mark_accepted_q <= 1'b0;
    f_mark_issued_q   <= 1'b0;
    f_was_held_q      <= 1'b0;
    f_idle_q          <= '0;
  end
end

always_comb begin
  f_bit_wrong = 1'b0;
  f_owners    = '0;
  for (int unsigned b = 0; b < NumBuckets; b++) begin
    f_owners = 4'(f_look_owns && 32'(look_bucket_q) == b);
    for (int unsigned i = 0; i < InFlightCycles; i++) f_owners = f_owners + 4'(f_live[i] && 32'(f_bucket[i]) == b);
    for (int unsigned i = 0; i < ReadyDepth; i++) begin
      f_owners = f_owners + 4'(u_ready.f_live[i] && 32'(u_ready.bucket_mem_q[i]) == b);
    end
    if (f_owners != 4'(u_busy.taken_mem_q[b])) f_bit_wrong = 1'b1;
  end
end

always_comb begin
  f_match_wrong = look_match_q != (look_valid_q && !f_look_owns && done_q && look_bucket_q == done_bucket_q);
  f_unowned     = look_valid_q && !u_busy.taken_mem_q[look_bucket_q];
  f_idle_wrong  = 1'b0;
  f_waits       = '0;
  for (int unsigned i = 0; i < HoldDepth; i++) begin
    f_waits[i] = u_hold.valid_q[i] && done_q && u_hold.bucket_q[i] == done_bucket_q;
    // The lowest of those that wait for it.
    if (u_hold.go_q[i] != (f_waits[i] && (f_waits & ~({HoldDepth{1'b1}} << i)) == '0)) f_match_wrong = 1'b1;
    if (u_hold.valid_q[i] && !u_busy.taken_mem_q[u_hold.bucket_q[i]]) f_unowned = 1'b1;
  end
  for (int unsigned i = 0; i < InFlightCycles; i++) begin
    if (i < 32'(f_idle_q) && f_live[i]) f_idle_wrong = 1'b1;
  end
end

// 1. A busy bit is 1 for one owner and 0 for none; so nothing is issued while its bucket is in flight.
`FBY_ASSERT(busy_bit_is_the_owner, !f_bit_wrong)
`FBY_ASSERT(match_is_with_the_bucket_given_back, !f_match_wrong)
// 2. Whoever waits waits for a bucket that somebody has.
`FBY_ASSERT(what_waits_has_an_owner_before_it, !f_unowned)
`FBY_ASSERT(look_has_room, !look_valid_q || (32'(u_hold.count_q) < HoldDepth && 32'(u_ready.count_q) < ReadyDepth))
// 3. Nothing is lost or doubled: what came in is inside or went out, the marked one exactly once.
`FBY_ASSERT(all_accounted_for, f_accepted_q == f_issued_q + 8'(issue_valid_q) + 8'(look_valid_q)
                               + 8'(u_hold.count_q) + 8'(u_ready.count_q))
`FBY_ASSERT(marked_is_in_one_place, 3'(f_mark_accepted_q) == 3'(f_mark_issued_q)
                                    + 3'(issue_valid_q && issue_payload_q[0])
                                    + 3'(look_valid_q && look_payload_q[0])
                                    + 3'(u_hold.f_marked_q) + 3'(u_ready.f_marked_q))
// 4. Progress: with work inside, the pause between two issues is bounded.
`FBY_ASSERT(pause_is_history, !f_idle_wrong)
`FBY_ASSERT(pause_is_bounded, 32'(f_idle_q) <= InFlightCycles)
`FBY_COVER(held_operation_leaves, f_was_held_q && issue_valid_q && issue_payload_q[0])
`FBY_COVER(full_pool_makes_operations_wait, op_valid_i && !hold_room)
`FBY_COVER(look_takes_a_bucket_over, look_valid_q && was_taken && look_takes)
`FBY_COVER(operation_takes_a_bucket_over, op_takes)
`FBY_COVER(ready_queue_fills_the_gap_of_a_held_operation, hold_push && ready_pop)
