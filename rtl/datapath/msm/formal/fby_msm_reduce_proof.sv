// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the reduction of some windows, with buckets and an adder around it in small: any of the buckets filled. A bucket's
/// content is how often it holds the watched one; nothing else of it matters, because nothing is decided by it.
///
/// One reduction from a reset on is all there is: it leaves everything as the reset did, which is asserted, too.
module fby_msm_reduce_proof
  import fby_fq_pkg::slot_e, fby_fq_pkg::SLOT_FIRST, fby_fq_pkg::SLOT_SECOND;
#(
    parameter int unsigned BucketBits = 3,
    parameter int unsigned NumBuckets = 1 << BucketBits,
    /// Windows, bits of the number of a bucket in each, and those of them that weigh.
    parameter int unsigned Windows    = 1,
    parameter int unsigned Bits       = 3,
    parameter int unsigned WeightBits = 3,
    /// Cycles between the passages of an addition, and from the second one to the write of its sum.
    parameter int unsigned Distance   = 2,
    parameter int unsigned Latency    = 4,
    /// No reduction takes longer.
    parameter int unsigned MostCycles = 100,
    localparam int unsigned MaxWindows = 4,
    localparam int unsigned WindowBits = $clog2(MaxWindows),
    localparam int unsigned LevelBits  = $clog2(BucketBits + 1),
    /// Buckets of the windows that there are.
    localparam int unsigned Used       = (Windows << Bits) < NumBuckets ? Windows << Bits : NumBuckets
) (
    input logic clk_i
);

  typedef logic [BucketBits-1:0] bucket_t;
  /// More than any weight.
  typedef logic [BucketBits:0] times_t;

  typedef struct packed {
    logic    valid;
    bucket_t bucket;
    times_t  times;
  } sum_t;

  // The watched bucket: any, and always the same.
  bucket_t any_q, watched;
  always_ff @(posedge clk_i) any_q <= any_q;
  assign watched = 32'(any_q) < Used ? any_q : '0;

  // ---------------------------------------------------------------------------------------------
  // The reduction
  // ---------------------------------------------------------------------------------------------

  logic [7:0] cycle_q = '0;
  logic       rst_i, start, busy, done, over_q, valid, take;
  slot_e      slot;
  bucket_t    bucket, place;
  sum_t       written;

  assign rst_i = cycle_q == '0;
  assign start = cycle_q == 8'd1;

  fby_msm_reduce #(
      .NumBuckets(NumBuckets),
      .BucketBits(BucketBits),
      .MaxWindows(MaxWindows),
      .Distance  (Distance)
  ) u_dut (
      .clk_i,
      .rst_i,
      .start_i      (start),
      .last_window_i(WindowBits'(Windows - 1)),
      .bucket_bits_i(LevelBits'(Bits)),
      .weight_bits_i(LevelBits'(WeightBits)),
      .busy_o       (busy),
      .done_o       (done),
      .sum_bucket_o (place),
      .valid_o      (valid),
      .slot_o       (slot),
      .bucket_o     (bucket),
      .take_o       (take),
      .written_i    (written.valid)
  );

  // ---------------------------------------------------------------------------------------------
  // Buckets and adder
  // ---------------------------------------------------------------------------------------------

  times_t [NumBuckets-1:0]             times_q;
  logic   [NumBuckets-1:0]             mark_q;
  logic   [Distance-1:0][BucketBits+1:0] first_q;  // of a first passage: its content
  sum_t   [Latency-1:0]                sum_q;
  logic                                first_due, under_way, moving;
  times_t                              content, first_times;

  assign content                  = mark_q[bucket] ? times_q[bucket] : '0;
  assign {first_due, first_times} = first_q[Distance-1];
  assign written                  = sum_q[Latency-1];

  always_comb begin
    under_way = 1'b0;
    moving    = valid;
    for (int unsigned i = 0; i < Distance; i++) if (first_q[i][BucketBits+1]) moving = 1'b1;
    for (int unsigned i = 0; i < Latency; i++) begin
      if (sum_q[i].valid && sum_q[i].bucket == bucket) under_way = 1'b1;
      if (sum_q[i].valid) moving = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (cycle_q != '1) cycle_q <= cycle_q + 8'd1;
    over_q  <= done;
    first_q <= {first_q[Distance-2:0], {valid && slot == SLOT_FIRST, content}};
    sum_q   <= {sum_q[Latency-2:0], sum_t'{valid && slot == SLOT_SECOND, bucket, content + first_times}};
    if (valid && take) mark_q[bucket] <= 1'b0;
    if (written.valid) begin
      mark_q[written.bucket]  <= 1'b1;
      times_q[written.bucket] <= written.times;
    end
    if (rst_i) begin
      first_q <= '0;
      sum_q   <= '0;
      over_q  <= 1'b0;
      // Buckets of the windows are filled or not, but for the watched one, which is; those behind them are empty.
      for (int unsigned b = 0; b < NumBuckets; b++) begin
        times_q[b] <= times_t'(b == 32'(watched));
        mark_q[b]  <= b == 32'(watched) || (mark_q[b] && b < Used);
      end
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Promises
  // ---------------------------------------------------------------------------------------------

  logic   [NumBuckets-1:0] is_sum;
  times_t                  weight;
  bucket_t                 sum_of_watched;
  logic                    elsewhere;

  assign weight         = times_t'(watched & ~(~bucket_t'(0) << WeightBits)) + times_t'(1);
  assign sum_of_watched = (watched >> Bits << Bits) | place;

  always_comb begin
    is_sum    = '0;
    elsewhere = 1'b0;
    for (int unsigned g = 0; g < Windows; g++) is_sum[BucketBits'(g<<Bits)|place] = 1'b1;
    for (int unsigned b = 0; b < NumBuckets; b++) begin
      if (mark_q[b] && times_q[b] != '0 && b != 32'(sum_of_watched)) elsewhere = 1'b1;
    end
  end

  // 1. An addition is a first passage and, Distance cycles later, a second; each reads what is written back.
  `FBY_ASSERT(second_follows_first, !(valid && slot == SLOT_SECOND) || first_due)
  `FBY_ASSERT(first_has_its_second, !first_due || (valid && slot == SLOT_SECOND))
  `FBY_ASSERT(nothing_under_way_is_read, !valid || !under_way)
  `FBY_ASSERT(only_buckets_of_the_windows, !valid || 32'(bucket) < Used)
  // 2. The watched bucket goes into the sum of its window, as often as it weighs, and into nothing else.
  `FBY_ASSERT(it_counts_by_its_weight,
              !done || (mark_q[sum_of_watched] && times_q[sum_of_watched] == weight && !elsewhere))
  // 3. All buckets but the sums are empty, and nothing is under way: the next pass begins as this one did.
  `FBY_ASSERT(all_others_are_empty, !done || (mark_q & ~is_sum) == '0)
  `FBY_ASSERT(at_rest_behind_the_end, !(done || over_q) || !moving)
  `FBY_ASSERT(as_after_the_reset, !over_q || (!busy && !u_dut.offering_q && u_dut.under_way_q == '0
                                              && u_dut.second_valid_q == '0))
  // 4. It ends.
  `FBY_ASSERT(it_ends, !busy || 32'(cycle_q) < MostCycles)

  `FBY_COVER(last_bucket_is_in, done && 32'(watched) == Used - 1)
  `FBY_COVER(all_others_were_empty, over_q && watched == '0)

endmodule
