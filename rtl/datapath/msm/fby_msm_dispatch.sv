// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Turns pairs into additions: one operation per cycle for the non-zero digits of the current pair.
///
///            dropped if no digit counts
///   pair --+--> next pair --> current pair --> operation
///
/// While the current pair is worked off the next one waits beside it, so there is no gap between pairs; pairs whose
/// digits are all zero are dropped at the entrance and never reach the waiting place.
module fby_msm_dispatch #(
    /// Window table of fby_msm_pkg.
    parameter int unsigned WindowTable = 0,
    localparam int unsigned NumWindows = fby_msm_pkg::num_windows(WindowTable)
) (
    input  logic                                      clk_i,
    input  logic                                      rst_i,
    /// Pair in.
    input  fby_msm_pkg::point_t                       point_i,
    input  fby_msm_pkg::digit_t [NumWindows-1:0]      digits_i,
    input  logic                                      pair_valid_i,
    output logic                                      pair_ready_o,
    /// Operation out.
    output fby_msm_pkg::bucket_t                      op_bucket_o,
    output fby_msm_pkg::addend_t                      op_addend_o,
    output logic                                      op_valid_o,
    input  logic                                      op_ready_i,
    /// Number of zero digits of the pair taken two cycles ago, 0 when none was taken.
    output logic [5:0]                                zero_digits_o,
    /// Operations are still to be handed on.
    output logic                                      busy_o
);
  import fby_msm_pkg::*;

  logic [NumWindows-1:0] in_mask, in_negative;
  bucket_t [NumWindows-1:0] in_buckets;

  logic [NumWindows-1:0] next_mask_q, next_negative_q, mask_q, negative_q;
  bucket_t [NumWindows-1:0] next_buckets_q, buckets_q;
  point_t next_point_q, point_q;
  logic next_valid_q;

  logic [NumWindows-1:0] rest, first, zeros_q;
  logic [5:0] zero_digits_d, zero_digits_q;
  bucket_t first_bucket;
  logic take, pair_fire, next_load, advance;

  bucket_t op_bucket_q;
  addend_t op_addend_q;
  logic op_valid_q;

  for (genvar w = 0; w < NumWindows; w++) begin : gen_bucket
    localparam bucket_t Base = bucket_t'(window_base(WindowTable, w));
    assign in_mask[w]     = digits_i[w].magnitude != '0;
    assign in_negative[w] = digits_i[w].negative;
    // Magnitude m lives in bucket m - 1 of its window.
    assign in_buckets[w]  = Base + bucket_t'(digits_i[w].magnitude) - bucket_t'(1);
  end

  // Counted six at a time, which is one LUT for each bit, and the few sums added up: nothing waits for this count.
  always_comb begin
    zero_digits_d = '0;
    for (int unsigned first_of_six = 0; first_of_six < NumWindows; first_of_six += 6) begin
      zero_digits_d = zero_digits_d + 6'($countones(6'(zeros_q >> first_of_six)));
    end
  end

  always_ff @(posedge clk_i) begin
    zeros_q       <= pair_fire ? ~in_mask : '0;
    zero_digits_q <= zero_digits_d;
    if (rst_i) begin
      zeros_q       <= '0;
      zero_digits_q <= '0;
    end
  end

  assign zero_digits_o = zero_digits_q;

  // Clearing the lowest set bit of the mask is one decrement; what it removes is the one-hot choice.
  assign rest  = mask_q & (mask_q - NumWindows'(1));
  assign first = mask_q & ~rest;

  always_comb begin
    first_bucket = '0;
    for (int unsigned w = 0; w < NumWindows; w++) begin
      first_bucket |= buckets_q[w] & {BUCKET_BITS{first[w]}};
    end
  end

  assign take         = (mask_q != '0) && (!op_valid_q || op_ready_i);
  assign advance      = (mask_q == '0) || (take && rest == '0);
  assign pair_ready_o = !next_valid_q || advance || (in_mask == '0);
  assign pair_fire    = pair_valid_i && pair_ready_o;
  assign next_load    = pair_fire && (in_mask != '0);

  always_ff @(posedge clk_i) begin
    if (next_load) begin
      next_point_q    <= point_i;
      next_buckets_q  <= in_buckets;
      next_negative_q <= in_negative;
      next_mask_q     <= in_mask;
    end
    if (advance && next_valid_q) begin
      point_q    <= next_point_q;
      buckets_q  <= next_buckets_q;
      negative_q <= next_negative_q;
    end
    if (take) begin
      op_bucket_q <= first_bucket;
      op_addend_q <= '{negate: |(negative_q & first), point: point_q};
    end
  end

  always_ff @(posedge clk_i) begin
    if (next_load) next_valid_q <= 1'b1;
    else if (advance) next_valid_q <= 1'b0;

    if (advance) mask_q <= next_valid_q ? next_mask_q : '0;
    else if (take) mask_q <= rest;

    if (take) op_valid_q <= 1'b1;
    else if (op_ready_i) op_valid_q <= 1'b0;

    if (rst_i) begin
      next_valid_q <= 1'b0;
      mask_q       <= '0;
      op_valid_q   <= 1'b0;
    end
  end

  assign op_bucket_o = op_bucket_q;
  assign op_addend_o = op_addend_q;
  assign op_valid_o  = op_valid_q;
  assign busy_o      = next_valid_q || (mask_q != '0) || op_valid_q;

  `FBY_ASSERT(waiting_pair_has_work, rst_i || !next_valid_q || (next_mask_q != '0))

endmodule
