// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Lets an operation go only when its bucket is not in flight, and keeps the adder busy meanwhile.
///
///   op --> [candidate] ---------------> issue register --> bucket read, adder, write-back
///               |  bucket busy             ^                    (InFlightCycles)
///               +--> hold queue --> head --+ retried first
///
/// Buckets in flight stand in a circular table with one slot per cycle. Comparing with the whole table
/// takes a cycle: it is done while an operation moves into the candidate register (or waits in the head), and
/// the one operation that can have left meanwhile, now in the issue register, is compared in the deciding cycle. So
/// the answer errs only towards "busy". Per cycle, in this order: the head goes if its bucket is free;
/// otherwise the candidate goes; a candidate whose bucket is busy moves into the hold queue; when the queue
/// is full it waits. A busy candidate stays marked busy until it is held, and a held operation is compared anew
/// every cycle, so everything leaves in the end, for any sequence of buckets.
module fby_msm_hazard #(
    parameter int unsigned BucketBits     = 17,
    /// What travels along: point and sign; never looked at.
    parameter int unsigned PayloadBits    = 1132,
    /// Cycles from the issue register to the cycle in which the sum is written, both counted.
    parameter int unsigned InFlightCycles = 120,
    /// Operations that can wait; a power of two.
    parameter int unsigned HoldDepth      = 16
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic [BucketBits-1:0]  op_bucket_i,
    input  logic [PayloadBits-1:0] op_payload_i,
    input  logic                   op_valid_i,
    output logic                   op_ready_o,
    /// Operation to be done now; never refused.
    output logic [BucketBits-1:0]  issue_bucket_o,
    output logic [PayloadBits-1:0] issue_payload_o,
    output logic                   issue_valid_o,
    /// One-cycle pulse, in step with issue_valid_o: operations waited and none could go.
    output logic                   blocked_o,
    /// One-cycle pulse: an operation went into the hold queue.
    output logic                   held_o,
    /// An operation is inside (up to and including the issue register).
    output logic                   busy_o
);

  localparam int unsigned SlotBits = $clog2(InFlightCycles);

  `FBY_ASSERT_INIT(at_least_two_cycles_in_flight, InFlightCycles >= 2)

  // The table: slot_q moves on every cycle; a slot is rewritten InFlightCycles later.
  logic [BucketBits-1:0] flight_bucket_q[InFlightCycles];
  logic [InFlightCycles-1:0] flight_live_q;
  logic [SlotBits-1:0] slot_q;

  logic [BucketBits-1:0] candidate_bucket_q, head_bucket, issue_bucket_q, issue_bucket_d;
  logic [PayloadBits-1:0] candidate_payload_q, head_payload, issue_payload_q;
  logic candidate_valid_q, candidate_busy_q;
  logic head_valid, head_checked_q, head_busy_q;
  logic issue_valid_q, blocked_q;

  logic op_hit, head_hit;
  logic candidate_busy, head_go, candidate_go, hold_push, hold_full, hold_busy;
  logic candidate_leaves, op_fire;

  always_comb begin
    op_hit   = 1'b0;
    head_hit = 1'b0;
    for (int unsigned i = 0; i < InFlightCycles; i++) begin
      if (flight_live_q[i] && flight_bucket_q[i] == op_bucket_i) op_hit = 1'b1;
      if (flight_live_q[i] && flight_bucket_q[i] == head_bucket) head_hit = 1'b1;
    end
  end

`ifdef FBY_MUTANT_HAZARD_BLIND
  // Mutant: forgets the operation that left in the last cycle.
  assign candidate_busy = candidate_busy_q;
`else
  assign candidate_busy = candidate_busy_q || (issue_valid_q && issue_bucket_q == candidate_bucket_q);
`endif
  assign head_go = head_valid && head_checked_q && !head_busy_q
                 && !(issue_valid_q && issue_bucket_q == head_bucket);
  assign candidate_go     = candidate_valid_q && !candidate_busy && !head_go;
`ifdef FBY_MUTANT_HAZARD_LOSES
  // Mutant: pushes into a full queue.
  assign hold_push        = candidate_valid_q && candidate_busy;
`else
  assign hold_push        = candidate_valid_q && candidate_busy && !hold_full;
`endif
  assign candidate_leaves = candidate_go || hold_push;
  assign op_ready_o       = !candidate_valid_q || candidate_leaves;
  assign op_fire          = op_valid_i && op_ready_o;
  assign issue_bucket_d   = head_go ? head_bucket : candidate_bucket_q;

  always_ff @(posedge clk_i) begin
    if (op_fire) begin
      candidate_bucket_q  <= op_bucket_i;
      candidate_payload_q <= op_payload_i;
      candidate_busy_q    <= op_hit;
    end else begin
      candidate_busy_q <= candidate_busy;
    end
    if (head_go || candidate_go) begin
      issue_bucket_q  <= issue_bucket_d;
      issue_payload_q <= head_go ? head_payload : candidate_payload_q;
    end
    flight_bucket_q[slot_q] <= issue_bucket_d;
    head_busy_q             <= head_hit;
  end

  always_ff @(posedge clk_i) begin
    if (op_ready_o) candidate_valid_q <= op_valid_i;
    // A head that has just been fetched has not been compared yet.
    head_checked_q        <= head_valid && !head_go;
    issue_valid_q         <= head_go || candidate_go;
    blocked_q             <= !(head_go || candidate_go) && (candidate_valid_q || hold_busy);
    flight_live_q[slot_q] <= head_go || candidate_go;
    slot_q <= (slot_q == SlotBits'(InFlightCycles - 1)) ? '0 : slot_q + SlotBits'(1);
    if (rst_i) begin
      candidate_valid_q <= 1'b0;
      head_checked_q    <= 1'b0;
      issue_valid_q     <= 1'b0;
      blocked_q         <= 1'b0;
      flight_live_q     <= '0;
      slot_q            <= '0;
    end
  end

  fby_msm_hold #(
      .BucketBits (BucketBits),
      .PayloadBits(PayloadBits),
      .HoldDepth  (HoldDepth)
  ) u_hold (
      .clk_i,
      .rst_i,
      .push_i        (hold_push),
      .bucket_i      (candidate_bucket_q),
      .payload_i     (candidate_payload_q),
      .full_o        (hold_full),
      .busy_o        (hold_busy),
      .head_valid_o  (head_valid),
      .head_bucket_o (head_bucket),
      .head_payload_o(head_payload),
      .pop_i         (head_go)
  );

  assign issue_bucket_o  = issue_bucket_q;
  assign issue_payload_o = issue_payload_q;
  assign issue_valid_o   = issue_valid_q;
  assign blocked_o       = blocked_q;
  assign held_o          = hold_push;
  assign busy_o          = candidate_valid_q || hold_busy || issue_valid_q;

`ifdef FORMAL
  `include "formal/fby_msm_hazard_invariants.svh"
`endif

endmodule
