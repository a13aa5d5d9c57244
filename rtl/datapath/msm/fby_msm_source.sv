// SPDX-License-Identifier: Apache-2.0
/// Delivers the (point, digits) pairs of a run from the two input streams.
///
/// Both streams are unpacked on their own and meet at the output; a stream that is ahead waits in its
/// FIFO. Between runs both streams are left alone, so the next run's data may be waiting already.
module fby_msm_source #(
    /// Window table of fby_msm_pkg.
    parameter int unsigned WindowTable = 0,
    localparam int unsigned NumWindows = fby_msm_pkg::num_windows(WindowTable)
) (
    input  logic                                      clk_i,
    input  logic                                      rst_i,
    /// One-cycle pulse: a run of this many pairs starts.
    input  logic                                      start_i,
    input  logic [fby_msm_pkg::COUNT_BITS-1:0]        count_i,
    /// Pairs are still to be delivered.
    output logic                                      busy_o,
    /// One-cycle pulse: the scalar taken a cycle ago has bits above the table's reach; they are cut off.
    output logic                                      scalar_cut_o,
    /// Scalar stream beats.
    input  logic [fby_axi_pkg::DATA_BITS-1:0]         scalars_i,
    input  logic                                      scalars_valid_i,
    output logic                                      scalars_ready_o,
    /// Point stream beats.
    input  logic [fby_axi_pkg::DATA_BITS-1:0]         points_i,
    input  logic                                      points_valid_i,
    output logic                                      points_ready_o,
    /// One pair per handshake.
    output fby_msm_pkg::point_t                       point_o,
    output fby_msm_pkg::digit_t [NumWindows-1:0]      digits_o,
    output logic                                      pair_valid_o,
    input  logic                                      pair_ready_i
);
  import fby_msm_pkg::*;

  localparam int unsigned ScalarBits = scalar_bits(WindowTable);

  logic [SCALAR_WORD_BITS-1:0] scalar;
  logic scalar_valid, scalar_ready;
  logic digits_valid, point_valid;
  logic scalars_busy, points_busy;
  logic pair_fire;
  logic scalar_cut_q;

  fby_msm_unpack_scalars u_unpack_scalars (
      .clk_i,
      .rst_i,
      .start_i,
      .count_i,
      .busy_o        (scalars_busy),
      .beat_i        (scalars_i),
      .beat_valid_i  (scalars_valid_i),
      .beat_ready_o  (scalars_ready_o),
      .scalar_o      (scalar),
      .scalar_valid_o(scalar_valid),
      .scalar_ready_i(scalar_ready)
  );

  fby_msm_recode #(
      .WindowTable(WindowTable)
  ) u_recode (
      .clk_i,
      .rst_i,
      .scalar_i      (scalar[ScalarBits-1:0]),
      .scalar_valid_i(scalar_valid),
      .scalar_ready_o(scalar_ready),
      .digits_o,
      .digits_valid_o(digits_valid),
      .digits_ready_i(pair_fire)
  );

  fby_msm_unpack_points u_unpack_points (
      .clk_i,
      .rst_i,
      .start_i,
      .count_i,
      .busy_o       (points_busy),
      .beat_i       (points_i),
      .beat_valid_i (points_valid_i),
      .beat_ready_o (points_ready_o),
      .point_o,
      .point_valid_o(point_valid),
      .point_ready_i(pair_fire)
  );

  assign pair_valid_o = digits_valid && point_valid;
  assign pair_fire    = pair_valid_o && pair_ready_i;
  // Every scalar inside the recoder still has its point on the other side, so points_busy covers it.
  assign busy_o       = scalars_busy || points_busy;

  // Canonical scalars have nothing above the table's reach (a toy table's reach is shorter).
  always_ff @(posedge clk_i) begin
    scalar_cut_q <= scalar_valid && scalar_ready && (scalar[SCALAR_WORD_BITS-1:ScalarBits] != '0);
    if (rst_i) scalar_cut_q <= 1'b0;
  end

  assign scalar_cut_o = scalar_cut_q;

endmodule
