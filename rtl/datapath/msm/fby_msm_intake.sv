// SPDX-License-Identifier: Apache-2.0
/// What comes by the input streams in a run's first pass: prepared scalars, and points.
///
///   scalar beats --> unpack --> prepare --> word
///   point beats ---> unpack --------------> point
///
/// Between runs both streams are left alone, so the next run's data may be waiting already.
module fby_msm_intake (
    input  logic                               clk_i,
    input  logic                               rst_i,
    /// One-cycle pulse: this run starts; run_i and the plan stand still while it lasts.
    input  logic                               start_i,
    input  fby_msm_pkg::run_t                  run_i,
    input  fby_msm_pkg::word_plan_t            word_plan_i,
    /// Scalars, or points, of the run are still to be handed on.
    output logic                               busy_o,
    input  logic [fby_axi_pkg::DATA_BITS-1:0]  scalars_i,
    input  logic                               scalars_valid_i,
    output logic                               scalars_ready_o,
    input  logic [fby_axi_pkg::DATA_BITS-1:0]  points_i,
    input  logic                               points_valid_i,
    output logic                               points_ready_o,
    output logic                               negative_o,
    output logic [fby_msm_pkg::SUM_BITS-1:0]   sum_o,
    output logic                               word_valid_o,
    input  logic                               word_ready_i,
    output fby_msm_pkg::point_t                point_o,
    output logic                               point_valid_o,
    input  logic                               point_ready_i,
    /// One-cycle pulse: a scalar was wider than the plan covers, or no residue where it has to be one.
    output logic                               scalar_cut_o,
    /// One-cycle pulse: a scalar was taken.
    output logic                               taken_o
);
  import fby_msm_pkg::*;

  logic [SCALAR_WORD_BITS-1:0] scalar;
  logic scalar_valid, scalar_ready, scalars_busy, points_busy, prepare_busy;
  logic no_scalars, no_points;

  assign no_scalars = run_i.passes == '0;
  assign no_points  = run_i.mode.resident;

  fby_msm_unpack_scalars u_unpack_scalars (
      .clk_i,
      .rst_i,
      .start_i,
      .count_i       (no_scalars ? '0 : run_i.points),
      .busy_o        (scalars_busy),
      .beat_i        (scalars_i),
      .beat_valid_i  (scalars_valid_i),
      .beat_ready_o  (scalars_ready_o),
      .scalar_o      (scalar),
      .scalar_valid_o(scalar_valid),
      .scalar_ready_i(scalar_ready)
  );

  fby_msm_prepare u_prepare (
      .clk_i,
      .rst_i,
      .start_i,
      .busy_o        (prepare_busy),
      .uniform_i     (run_i.mode.uniform),
      .fold_i        (run_i.mode.fold),
      .rho_i         (run_i.rho),
      .recode_i      (word_plan_i.recode),
      .cover_bits_i  (word_plan_i.cover_bits),
      .scalar_i      (scalar),
      .scalar_valid_i(scalar_valid),
      .scalar_ready_o(scalar_ready),
      .word_o        ({negative_o, sum_o}),
      .word_valid_o,
      .word_ready_i,
      .cut_o         (scalar_cut_o)
  );

  fby_msm_unpack_points u_unpack_points (
      .clk_i,
      .rst_i,
      .start_i,
      .count_i      (no_points ? '0 : run_i.points),
      .busy_o       (points_busy),
      .beat_i       (points_i),
      .beat_valid_i (points_valid_i),
      .beat_ready_o (points_ready_o),
      .point_o,
      .point_valid_o,
      .point_ready_i
  );

  // Where records are kept is not its business.
  wire unused_slot = ^run_i.slot;

  assign busy_o  = scalars_busy || prepare_busy || points_busy;
  assign taken_o = scalar_valid && scalar_ready;

endmodule
