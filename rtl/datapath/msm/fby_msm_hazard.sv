// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Lets an operation go only when its bucket is not in flight, and keeps the adder busy meanwhile.
///
///   op --> [look] --+-- free --> ready queue --+--> issue register --> bucket read, adder, write-back
///            |      |                          |          |               (InFlightCycles)
///         busy bits +-- taken -> hold pool ----+          v
///            ^                     ^               bucket about to be free
///            +------- clear -------+-------------------------+
///
/// A bucket is taken by the operation that finds its busy bit 0, and given back when that operation's sum is written: to
/// an operation in the hold pool that waits for it (the bit stays 1), else to one that has just been
/// looked up or is being looked up, else the bit is cleared. So a bucket has one owner at a time, nothing is looked
/// up twice, and an operation that waits costs no issue slot while the ready queue has something.
///
/// After a reset every bucket is swept before the first operation.
module fby_msm_hazard #(
    parameter int unsigned NumBuckets     = 20,
    parameter int unsigned BucketBits     = 17,
    /// What travels along: point and sign; never looked at.
    parameter int unsigned PayloadBits    = 1132,
    /// Cycles from the issue register to the cycle in which the sum is written, both counted.
    parameter int unsigned InFlightCycles = 120,
    /// Operations that can wait for a bucket.
    parameter int unsigned HoldDepth      = 16,
    /// Operations that can wait for the issue register; a power of two.
    parameter int unsigned ReadyDepth     = 8
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    /// Marks a bucket free: all of them after a reset, while no operation is inside.
    input  logic                   sweep_i,
    input  logic [BucketBits-1:0]  sweep_bucket_i,
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
    /// One-cycle pulse: an operation went into the hold pool.
    output logic                   held_o,
    /// An operation is inside (up to and including the issue register).
    output logic                   busy_o
);

  /// Cycles from the issue register to the one before the sum is written.
  localparam int unsigned SoonCycles = InFlightCycles - 2;

  `FBY_ASSERT_INIT(at_least_four_cycles_in_flight, InFlightCycles >= 4)

  logic [BucketBits-1:0] look_bucket_q, issue_bucket_q, ready_bucket;
  logic [PayloadBits-1:0] look_payload_q, issue_payload_q, ready_payload, hold_payload;
  logic look_valid_q, look_given_q, look_match_q, was_taken, look_free;
  logic issue_valid_q, blocked_q, issue_fire;

  // The bucket whose sum is written in the next cycle, and in this one.
  logic [SoonCycles-1:0] flight_q;
  logic [BucketBits-1:0] soon_bucket, done_bucket_q;
  logic soon, done_q;

  logic op_fire, op_takes, look_takes, clear;
  logic hold_push, hold_go, hold_room, hold_busy;
  logic ready_push, ready_pop, ready_room, ready_valid;

`ifdef FBY_MUTANT_HAZARD_LOSES
  // Mutant: takes an operation though the hold pool may be full.
  assign op_ready_o = ready_room;
`else
  assign op_ready_o = ready_room && hold_room;
`endif
  assign op_fire = op_valid_i && op_ready_o;

  // Who gets the bucket that is free from now on.
  assign look_takes = look_match_q && !hold_go;
  assign op_takes   = done_q && !hold_go && !look_match_q && op_fire && (op_bucket_i == done_bucket_q);
`ifdef FBY_MUTANT_HAZARD_BLIND
  // Mutant: forgets that the hold pool has taken it over.
  assign clear      = done_q && !look_match_q && !op_takes;
`else
  assign clear      = done_q && !hold_go && !look_match_q && !op_takes;
`endif

  assign look_free  = look_valid_q && (!was_taken || look_given_q || look_takes);
  assign hold_push  = look_valid_q && !look_free;
  assign ready_push = look_free && (hold_go || ready_valid);
  assign ready_pop  = ready_valid && !hold_go;
  assign issue_fire = hold_go || ready_valid || look_free;

  always_ff @(posedge clk_i) begin
    if (op_fire) begin
      look_bucket_q  <= op_bucket_i;
      look_payload_q <= op_payload_i;
    end
    if (issue_fire) begin
      issue_bucket_q  <= hold_go ? done_bucket_q : ready_valid ? ready_bucket : look_bucket_q;
      issue_payload_q <= hold_go ? hold_payload : ready_valid ? ready_payload : look_payload_q;
    end
    done_bucket_q <= soon_bucket;
  end

  always_ff @(posedge clk_i) begin
    look_valid_q  <= op_fire;
    look_given_q  <= op_takes;
    look_match_q  <= op_fire && soon && (op_bucket_i == soon_bucket);
    issue_valid_q <= issue_fire;
    blocked_q     <= !issue_fire && (look_valid_q || hold_busy);
    flight_q      <= SoonCycles'({flight_q, issue_valid_q});
    done_q        <= soon;
    if (rst_i) begin
      look_valid_q  <= 1'b0;
      look_given_q  <= 1'b0;
      look_match_q  <= 1'b0;
      issue_valid_q <= 1'b0;
      blocked_q     <= 1'b0;
      flight_q      <= '0;
      done_q        <= 1'b0;
    end
  end

  assign soon = flight_q[SoonCycles-1];

  fby_delay #(
      .Width(BucketBits),
      .Depth(SoonCycles)
  ) u_flight (
      .clk_i,
      .d_i(issue_bucket_q),
      .q_o(soon_bucket)
  );

  fby_msm_busy #(
      .NumBuckets(NumBuckets),
      .BucketBits(BucketBits)
  ) u_busy (
      .clk_i,
      .rst_i,
      .test_i        (op_fire),
      .test_bucket_i (op_bucket_i),
      .was_taken_o   (was_taken),
      .clear_i       (clear || sweep_i),
      .clear_bucket_i(sweep_i ? sweep_bucket_i : done_bucket_q)
  );

  fby_msm_hold #(
      .BucketBits (BucketBits),
      .PayloadBits(PayloadBits),
      .HoldDepth  (HoldDepth)
  ) u_hold (
      .clk_i,
      .rst_i,
      .push_i       (hold_push),
      .bucket_i     (look_bucket_q),
      .payload_i    (look_payload_q),
      .room_o       (hold_room),
      .busy_o       (hold_busy),
      .soon_i       (soon),
      .soon_bucket_i(soon_bucket),
      .go_o         (hold_go),
      .go_payload_o (hold_payload)
  );

  fby_msm_ready #(
      .BucketBits (BucketBits),
      .PayloadBits(PayloadBits),
      .Depth      (ReadyDepth)
  ) u_ready (
      .clk_i,
      .rst_i,
      .push_i   (ready_push),
      .bucket_i (look_bucket_q),
      .payload_i(look_payload_q),
      .room_o   (ready_room),
      .valid_o  (ready_valid),
      .bucket_o (ready_bucket),
      .payload_o(ready_payload),
      .pop_i    (ready_pop)
  );

  assign issue_bucket_o  = issue_bucket_q;
  assign issue_payload_o = issue_payload_q;
  assign issue_valid_o   = issue_valid_q;
  assign blocked_o       = blocked_q;
  assign held_o          = hold_push;
  assign busy_o          = look_valid_q || ready_valid || hold_busy || issue_valid_q;

  `FBY_ASSERT(swept_only_when_empty, !sweep_i || !(busy_o || op_valid_i))

`ifdef FORMAL
  `include "formal/fby_msm_hazard_invariants.svh"
`endif

endmodule
