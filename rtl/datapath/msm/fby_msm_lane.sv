// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// One adder with all that is its own: buckets, hazards, reduction. It makes one pass at a time, and knows no other lane.
///
///   records --> cut --> hazard --+--> bucket read --> adder --> bucket write
///                                |                      |
///                     reduce ----+       (FILL, then REDUCE, then READ have the bucket memory)
///                     readout ---+--> sums
module fby_msm_lane #(
    parameter int unsigned NumBuckets = 32768,
    /// Operations that may wait for a bucket in flight.
    parameter int unsigned HoldDepth  = 64
) (
    input  logic                                        clk_i,
    /// Resets everything but the buckets; to be held for FLUSH_CYCLES of the package.
    input  logic                                        rst_i,
    /// Empties a bucket and marks it free: every bucket after a reset, before the first pass.
    input  logic                                        sweep_i,
    input  fby_msm_pkg::bucket_t                        sweep_bucket_i,
    /// One-cycle pulse: a pass starts. What it does stands still until done_o.
    input  logic                                        start_i,
    input  fby_msm_pkg::pass_t                          pass_i,
    /// Writes a row of the window table; only between passes.
    input  fby_msm_pkg::window_write_t                  window_write_i,
    /// Records of the pass. Level records_end_i: from now on none comes in this pass.
    input  fby_msm_pkg::record_t                        record_i,
    input  logic                                        record_valid_i,
    output logic                                        record_ready_o,
    input  logic                                        records_end_i,
    /// Sums: see fby_msm_readout.
    output logic [fby_axi_pkg::DATA_BITS-1:0]           result_o,
    output logic                                        result_last_o,
    output logic                                        result_valid_o,
    input  logic                                        result_ready_i,
    output logic                                        busy_o,
    /// One-cycle pulse: the last sum was taken; all buckets are empty.
    output logic                                        done_o,
    output fby_msm_pkg::lane_events_t                   events_o
);
  import fby_msm_pkg::*;
  import fby_fq_pkg::*;

  localparam int unsigned UnderWayBits = $clog2(IN_FLIGHT_CYCLES + 1);

  typedef enum logic [1:0] {
    IDLE,    // successor: FILL
    FILL,    // successor: REDUCE
    REDUCE,  // successor: READ
    READ     // successor: IDLE
  } state_e;

  state_e state_q, state_d;
  logic filled, reduce_start, reduce_done, readout_start;
  logic [UnderWayBits-1:0] under_way_q;

  bucket_t op_bucket, issue_bucket, reduce_bucket, readout_bucket, sum_place, rd_bucket, passage_bucket, sum_bucket;
  addend_t op_addend, issue_addend, addend;
  logic op_valid, op_ready, issue_valid, reduce_valid, reduce_take, readout_valid, rd_valid, rd_take;
  slot_e reduce_slot, rd_slot, slot;
  logic blocked, cut_busy, hazard_busy, bucket_valid, bucket_empty, sum_valid, reading;
  acc_t bucket_data, sum;

  always_comb begin
    state_d = state_q;
    case (state_q)
      FILL:    if (filled) state_d = REDUCE;
      REDUCE:  if (reduce_done) state_d = READ;
      READ:    if (done_o) state_d = IDLE;
      default: if (start_i) state_d = FILL;
    endcase
  end

  assign filled        = records_end_i && !record_valid_i && !cut_busy && !hazard_busy && under_way_q == '0;
  assign reduce_start  = state_q == FILL && filled;
  assign readout_start = state_q == REDUCE && reduce_done;
  assign busy_o        = state_q != IDLE;

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (issue_valid != (sum_valid && state_q == FILL)) begin
      under_way_q <= issue_valid ? under_way_q + UnderWayBits'(1) : under_way_q - UnderWayBits'(1);
    end
    if (rst_i) begin
      state_q     <= IDLE;
      under_way_q <= '0;
    end
  end

  // A record is taken only in its pass.
  logic cut_ready, cut_valid;
  assign cut_valid      = record_valid_i && state_q == FILL;
  assign record_ready_o = cut_ready && state_q == FILL;

  fby_msm_cut #(
      .NumBuckets(NumBuckets)
  ) u_cut (
      .clk_i,
      .rst_i,
      .window_write_i,
      .pass_i,
      .record_i,
      .record_valid_i(cut_valid),
      .record_ready_o(cut_ready),
      .op_bucket_o   (op_bucket),
      .op_addend_o   (op_addend),
      .op_valid_o    (op_valid),
      .op_ready_i    (op_ready),
      .zero_o        (events_o.zero),
      .stray_o       (events_o.stray),
      .busy_o        (cut_busy)
  );

  fby_msm_hazard #(
      .NumBuckets    (NumBuckets),
      .BucketBits    (BUCKET_BITS),
      .PayloadBits   ($bits(addend_t)),
      .InFlightCycles(IN_FLIGHT_CYCLES),
      .HoldDepth     (HoldDepth),
      // While that many are put aside, the adder has as many to go on with.
      .ReadyDepth    (HoldDepth)
  ) u_hazard (
      .clk_i,
      .rst_i,
      .sweep_i,
      .sweep_bucket_i,
      .op_bucket_i    (op_bucket),
      .op_payload_i   (op_addend),
      .op_valid_i     (op_valid),
      .op_ready_o     (op_ready),
      .issue_bucket_o (issue_bucket),
      .issue_payload_o(issue_addend),
      .issue_valid_o  (issue_valid),
      .blocked_o      (blocked),
      .held_o         (events_o.held),
      .busy_o         (hazard_busy)
  );

  // Each ends with a pulse, which is all that is wanted.
  /* verilator lint_off PINCONNECTEMPTY */
  fby_msm_reduce #(
      .NumBuckets(NumBuckets),
      .BucketBits(BUCKET_BITS),
      .MaxWindows(WINDOW_ROWS),
      .Distance  (SLOT_DISTANCE)
  ) u_reduce (
      .clk_i,
      .rst_i,
      .start_i      (reduce_start),
      .last_window_i(pass_i.last),
      .bucket_bits_i(pass_i.bucket_bits),
      .weight_bits_i(pass_i.weight_bits),
      .busy_o       (),
      .done_o       (reduce_done),
      .sum_bucket_o (sum_place),
      .valid_o      (reduce_valid),
      .slot_o       (reduce_slot),
      .bucket_o     (reduce_bucket),
      .take_o       (reduce_take),
      .written_i    (sum_valid && state_q == REDUCE)
  );

  fby_msm_readout u_readout (
      .clk_i,
      .rst_i,
      .start_i      (readout_start),
      .last_window_i(pass_i.last),
      .bucket_bits_i(pass_i.bucket_bits),
      .sum_bucket_i (sum_place),
      .busy_o       (),
      .done_o,
      .rd_valid_o   (readout_valid),
      .rd_bucket_o  (readout_bucket),
      .rd_valid_i   (bucket_valid),
      .rd_data_i    (bucket_data),
      .rd_empty_i   (bucket_empty),
      .result_o,
      .result_last_o,
      .result_valid_o,
      .result_ready_i
  );
  /* verilator lint_on PINCONNECTEMPTY */

  always_comb begin
    rd_valid  = issue_valid || reduce_valid || readout_valid;
    rd_bucket = issue_bucket;
    rd_take   = 1'b0;
    rd_slot   = SLOT_MIXED;
    if (reduce_valid) begin
      rd_bucket = reduce_bucket;
      rd_take   = reduce_take;
      rd_slot   = reduce_slot;
    end else if (readout_valid) begin
      rd_bucket = readout_bucket;
      rd_take   = 1'b1;
    end
  end

  fby_msm_bucket #(
      .NumBuckets (NumBuckets),
      .BucketBits (BUCKET_BITS),
      .DataBits   ($bits(acc_t)),
      .ReadLatency(BUCKET_READ_LATENCY),
      .EmptyValue (IDENTITY)
  ) u_bucket (
      .clk_i,
      .rst_i,
      .rd_valid_i (rd_valid),
      .rd_bucket_i(rd_bucket),
      .rd_take_i  (rd_take),
      .rd_valid_o (bucket_valid),
      .rd_data_o  (bucket_data),
      .rd_empty_o (bucket_empty),
      .wr_valid_i (sum_valid || sweep_i),
      .wr_bucket_i(sweep_i ? sweep_bucket_i : sum_bucket),
      .wr_data_i  (sum),
      .wr_clear_i (sweep_i)
  );

  // The point waits while its bucket is read.
  fby_delay #(
      .Width($bits(addend_t) + BUCKET_BITS + $bits(slot_e)),
      .Depth(BUCKET_READ_LATENCY)
  ) u_addend_delay (
      .clk_i,
      .d_i({issue_addend, rd_bucket, rd_slot}),
      .q_o({addend, passage_bucket, slot})
  );

  // What is read out goes to no adder.
  assign reading = state_q == READ;

  fby_ec_add #(
      .TagBits(BUCKET_BITS)
  ) u_ec_add (
      .clk_i,
      .rst_i,
      .valid_i (bucket_valid && !reading),
      .slot_i  (slot),
      .x_i     (bucket_data.x),
      .y_i     (bucket_data.y),
      .z_i     (bucket_data.z),
      .t_i     (bucket_data.t),
      .a_i     (addend.point.a),
      .b_i     (addend.point.b),
      .c_i     (addend.point.c),
      .negate_i(addend.negate && slot == SLOT_MIXED),
      .tag_i   (passage_bucket),
      .valid_o (sum_valid),
      .x_o     (sum.x),
      .y_o     (sum.y),
      .z_o     (sum.z),
      .t_o     (sum.t),
      .tag_o   (sum_bucket)
  );

  assign events_o.fill   = state_q == FILL;
  assign events_o.reduce = state_q == REDUCE;
  assign events_o.add    = issue_valid;
  assign events_o.starve = state_q == FILL && !records_end_i && !issue_valid && !blocked;
  assign events_o.hazard = blocked;

  `FBY_ASSERT(started_only_when_idle, !(start_i && busy_o))
  `FBY_ASSERT(swept_only_when_idle, !(sweep_i && busy_o))
  `FBY_ASSERT(one_reader, !(issue_valid && (reduce_valid || readout_valid)))
  `FBY_ASSERT(additions_only_while_filling, !issue_valid || state_q == FILL)
  `FBY_ASSERT(a_sum_has_an_addition, !(sum_valid && state_q == FILL) || under_way_q != '0)

endmodule
