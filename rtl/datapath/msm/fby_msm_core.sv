// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Multi-scalar multiplication core: bucket accumulation over two input streams, read-out of the buckets.
///
///   scalars -->+--------+   +----------+   +--------+   +--------+   +--------+
///              | source |-->| dispatch |-->| hazard |-->| bucket |-->| adder  |--+
///   points --->+--------+   +----------+   +--------+   +--------+   +--------+  |
///                                                         ^    |                 |
///                                                         +----|-----------------+
///                                                              +--> drain --> result
module fby_msm_core #(
    /// Window table of fby_msm_pkg.
    parameter int unsigned WindowTable = 0,
    /// Operations that may wait for a bucket in flight; a power of two.
    parameter int unsigned HoldDepth   = 16
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    /// Level: drop everything once, then run nothing.
    input  logic                     quiesce_i,
    /// Registers, offsets within the datapath's page.
    input  fby_reg_pkg::reg_req_t    reg_i,
    output fby_reg_pkg::reg_rsp_t    reg_o,
    /// Scalars: 32 bytes each, little-endian, canonical.
    input  fby_axi_pkg::axis_req_t scalars_i,
    output logic                     scalars_ready_o,
    /// Points: 144 bytes each, (y - x), (y + x), 2dxy.
    input  fby_axi_pkg::axis_req_t points_i,
    output logic                     points_ready_o,
    /// Buckets: 192 bytes each, X, Y, Z, T; last with the last beat of a run.
    output fby_axi_pkg::axis_req_t result_o,
    input  logic                     result_ready_i,
    output fby_msm_pkg::msm_events_t events_o,
    /// A run is under way or queued, or buckets are being emptied.
    output logic                     busy_o
);
  import fby_msm_pkg::*;

  localparam int unsigned NumWindows = num_windows(WindowTable);
  localparam int unsigned NumBuckets = num_buckets(WindowTable);
  localparam int unsigned AdderLatency = fby_fq_pkg::EC_ADD_LATENCY;
  /// From the issue register to the write of the sum, both cycles counted.
  localparam int unsigned InFlightCycles = 1 + BUCKET_READ_LATENCY + AdderLatency + BUCKET_WRITE_LATENCY;
  /// Longer than anything stays in the pipeline.
  localparam int unsigned FlushCycles = InFlightCycles + 2;

  logic core_rst, flush, active;
  logic start_valid, start_ready, abort, draining, run_start, run_done;
  logic [COUNT_BITS-1:0] start_points, run_points;
  logic [15:0] runs_done;

  logic source_busy, dispatch_busy, hazard_busy;
  logic scalar_cut;
  point_t point;
  digit_t [NumWindows-1:0] digits;
  logic pair_valid, pair_ready;

  bucket_t op_bucket, issue_bucket, sum_bucket;
  addend_t op_addend, issue_addend, addend;
  logic op_valid, op_ready, issue_valid, issue_blocked, held;
  bucket_t addend_bucket;
  logic [5:0] zero_digits;

  logic bucket_rd_valid, bucket_empty;
  acc_t bucket_data, sum;
  logic sum_valid;

  logic drain_start, drain_discard, drain_busy, drain_done;
  logic drain_rd_valid, clear_valid;
  bucket_t drain_rd_bucket, clear_bucket;

  // The pipeline is reset with the card and by an abort.
  assign core_rst = rst_i || flush;

  fby_msm_regs #(
      .WindowTable (WindowTable),
      .AdderLatency(AdderLatency),
      .HoldDepth   (HoldDepth)
  ) u_regs (
      .clk_i,
      .rst_i,
      .reg_i,
      .reg_o,
      .start_valid_o (start_valid),
      .start_points_o(start_points),
      .start_ready_i (start_ready),
      .abort_o       (abort),
      .quiesce_i,
      .busy_i        (busy_o),
      .draining_i    (draining),
      .runs_done_i   (runs_done),
      .scalar_cut_i  (scalar_cut)
  );

  fby_msm_ctrl #(
      .FlushCycles   (FlushCycles),
      .InFlightCycles(InFlightCycles)
  ) u_ctrl (
      .clk_i,
      .rst_i,
      .start_valid_i  (start_valid),
      .start_points_i (start_points),
      .start_ready_o  (start_ready),
      .abort_i        (abort),
      .busy_o,
      .draining_o     (draining),
      .runs_done_o    (runs_done),
      .flush_o        (flush),
      .active_o       (active),
      .run_start_o    (run_start),
      .run_points_o   (run_points),
      .upstream_busy_i(source_busy || dispatch_busy || hazard_busy),
      .issue_i        (issue_valid),
      .writeback_i    (sum_valid),
      .drain_start_o  (drain_start),
      .drain_discard_o(drain_discard),
      .drain_done_i   (drain_done),
      .run_done_o     (run_done)
  );

  fby_msm_source #(
      .WindowTable(WindowTable)
  ) u_source (
      .clk_i,
      .rst_i          (core_rst),
      .start_i        (run_start),
      .count_i        (run_points),
      .busy_o         (source_busy),
      .scalar_cut_o   (scalar_cut),
      .scalars_i      (scalars_i.beat.data),
      .scalars_valid_i(scalars_i.valid),
      .scalars_ready_o,
      .points_i       (points_i.beat.data),
      .points_valid_i (points_i.valid),
      .points_ready_o,
      .point_o        (point),
      .digits_o       (digits),
      .pair_valid_o   (pair_valid),
      .pair_ready_i   (pair_ready)
  );

  fby_msm_dispatch #(
      .WindowTable(WindowTable)
  ) u_dispatch (
      .clk_i,
      .rst_i        (core_rst),
      .point_i      (point),
      .digits_i     (digits),
      .pair_valid_i (pair_valid),
      .pair_ready_o (pair_ready),
      .op_bucket_o  (op_bucket),
      .op_addend_o  (op_addend),
      .op_valid_o   (op_valid),
      .op_ready_i   (op_ready),
      .zero_digits_o(zero_digits),
      .busy_o       (dispatch_busy)
  );

  fby_msm_hazard #(
      .NumBuckets    (NumBuckets),
      .BucketBits    (BUCKET_BITS),
      .PayloadBits   ($bits(addend_t)),
      .InFlightCycles(InFlightCycles),
      .HoldDepth     (HoldDepth)
  ) u_hazard (
      .clk_i,
      .rst_i          (core_rst),
      .sweep_i        (clear_valid),
      .sweep_bucket_i (clear_bucket),
      .op_bucket_i    (op_bucket),
      .op_payload_i   (op_addend),
      .op_valid_i     (op_valid),
      .op_ready_o     (op_ready),
      .issue_bucket_o (issue_bucket),
      .issue_payload_o(issue_addend),
      .issue_valid_o  (issue_valid),
      .blocked_o      (issue_blocked),
      .held_o         (held),
      .busy_o         (hazard_busy)
  );

  fby_msm_bucket #(
      .NumBuckets (NumBuckets),
      .BucketBits (BUCKET_BITS),
      .DataBits   ($bits(acc_t)),
      .ReadLatency(BUCKET_READ_LATENCY),
      .EmptyValue (IDENTITY)
  ) u_bucket (
      .clk_i,
      .rst_i      (core_rst),
      .rd_valid_i (issue_valid || drain_rd_valid),
      .rd_bucket_i(issue_valid ? issue_bucket : drain_rd_bucket),
      .rd_take_i  (1'b0),
      .rd_valid_o (bucket_rd_valid),
      .rd_data_o  (bucket_data),
      .rd_empty_o (bucket_empty),
      // Sums of an aborted run come out of the adder during FLUSH, when active is low.
      .wr_valid_i ((active && sum_valid) || clear_valid),
      .wr_bucket_i(clear_valid ? clear_bucket : sum_bucket),
      .wr_data_i  (sum),
      .wr_clear_i (clear_valid)
  );

  // The point waits while its bucket is read.
  fby_delay #(
      .Width($bits(addend_t) + BUCKET_BITS),
      .Depth(BUCKET_READ_LATENCY)
  ) u_addend_delay (
      .clk_i,
      .d_i({issue_addend, issue_bucket}),
      .q_o({addend, addend_bucket})
  );

  fby_ec_add #(
      .TagBits(BUCKET_BITS)
  ) u_ec_add (
      .clk_i,
      .rst_i   (core_rst),
      .valid_i (bucket_rd_valid && active),
      .slot_i  (fby_fq_pkg::SLOT_MIXED),
      .x_i     (bucket_data.x),
      .y_i     (bucket_data.y),
      .z_i     (bucket_data.z),
      .t_i     (bucket_data.t),
      .a_i     (addend.point.a),
      .b_i     (addend.point.b),
      .c_i     (addend.point.c),
      .negate_i(addend.negate),
      .tag_i   (addend_bucket),
      .valid_o (sum_valid),
      .x_o     (sum.x),
      .y_o     (sum.y),
      .z_o     (sum.z),
      .t_o     (sum.t),
      .tag_o   (sum_bucket)
  );

  fby_msm_drain #(
      .NumBuckets(NumBuckets)
  ) u_drain (
      .clk_i,
      .rst_i         (core_rst),
      .start_i       (drain_start),
      .discard_i     (drain_discard),
      .busy_o        (drain_busy),
      .done_o        (drain_done),
      .rd_valid_o    (drain_rd_valid),
      .rd_bucket_o   (drain_rd_bucket),
      .rd_valid_i    (bucket_rd_valid),
      .rd_data_i     (bucket_data),
      .rd_empty_i    (bucket_empty),
      .clear_valid_o (clear_valid),
      .clear_bucket_o(clear_bucket),
      .result_o       (result_o.beat),
      .result_valid_o (result_o.valid),
      .result_ready_i
  );

  assign events_o.active      = active;
  assign events_o.add         = issue_valid;
  assign events_o.starve      = active && source_busy && !issue_valid && !issue_blocked;
  assign events_o.hazard      = issue_blocked;
  assign events_o.held        = held;
  assign events_o.zero_digits = zero_digits;
  assign events_o.drain       = draining;
  assign events_o.drain_stall = result_o.valid && !result_ready_i;
  assign events_o.pair        = pair_valid && pair_ready;
  assign events_o.run         = run_done;

  // Beats carry whole words: which bytes count follows from the run's length alone.
  wire unused_sideband = &{1'b0, scalars_i.beat.keep, scalars_i.beat.last, points_i.beat.keep, points_i.beat.last};

  `FBY_ASSERT(accumulation_and_walk_are_apart, !(active && drain_busy))

endmodule
