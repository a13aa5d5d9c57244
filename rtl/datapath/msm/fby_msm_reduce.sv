// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Sums the buckets of some windows, each in its place in the bucket memory, by additions of two buckets.
///
/// Bucket k of a window, A[k], weighs k + 1. So the window is  A[0] + ... (every bucket once)  +  sum of 2^b U_b,
/// where U_b is the sum of the buckets whose number has bit b.
///
///   HALVE  h from the top:       A[k] += A[k + 2^h]               k < 2^h      A[2^h..2^(h+1)) keeps what U_h is made of
///                                A[2^b + k] += A[2^b + k + 2^h]   k < 2^h      for each b > h; after level 0 A[2^b] is U_b
///   DOUBLE b from the top less 1:  A[top] += A[top]               top = 2^(highest b)
///   JOIN                           A[top] += A[2^b]               and, last, A[top] += A[0]
///
/// Levels above the weight bits are copies of the window and want no U. Within a step no addition needs
/// another one's sum, so they go one behind the other; between steps all sums are awaited. The windows of a pass go through
/// each step together. The last read of a bucket takes it: afterwards the sum is in bucket `top` and all others are empty.
///
/// An addition is two passages through the adder, Distance cycles apart, the bucket that is added first: where no second
/// passage is due a first one may start.
module fby_msm_reduce #(
    /// Buckets that there are. A window alone may have more numbers: what would be beyond is left out.
    parameter int unsigned NumBuckets = 1 << 17,
    parameter int unsigned BucketBits = 17,
    /// Most windows at once.
    parameter int unsigned MaxWindows = 64,
    /// Cycles between the two passages of an addition.
    parameter int unsigned Distance   = 92,
    localparam int unsigned WindowIndexBits = $clog2(MaxWindows),
    localparam int unsigned LevelBits = $clog2(BucketBits + 1)
) (
    input  logic                       clk_i,
    input  logic                       rst_i,
    /// One-cycle pulse: sum the windows that the next three inputs describe; they stand still while busy_o.
    input  logic                       start_i,
    /// Number of windows less one.
    input  logic [WindowIndexBits-1:0] last_window_i,
    /// Window g has the buckets from g 2^bucket_bits on, 2^bucket_bits of them.
    input  logic [LevelBits-1:0]       bucket_bits_i,
    /// Of a bucket's number within its window, the bits that weigh; at most bucket_bits_i.
    input  logic [LevelBits-1:0]       weight_bits_i,
    output logic                       busy_o,
    /// One-cycle pulse: all sums are written.
    output logic                       done_o,
    /// Within a window, where its sum is.
    output logic [BucketBits-1:0]      sum_bucket_o,
    /// A passage: a bucket to read, and whether that empties it.
    output logic                       valid_o,
    output fby_fq_pkg::slot_e          slot_o,
    output logic [BucketBits-1:0]      bucket_o,
    output logic                       take_o,
    /// One-cycle pulse: a sum is being written.
    input  logic                       written_i
);
  import fby_fq_pkg::*;

  typedef enum logic [2:0] {
    IDLE,    // successor: HALVE, or DONE for windows of one bucket
    HALVE,   // successors: DOUBLE, or JOIN, DONE where there is nothing to double
    DOUBLE,  // successor: JOIN
    JOIN,    // successors: DOUBLE, DONE
    DONE     // successor: IDLE
  } step_e;

  typedef logic [BucketBits-1:0] bucket_t;
  typedef logic [LevelBits-1:0] level_t;

  /// Additions that may be under way: one every two cycles from the first read on, generously.
  localparam int unsigned UnderWayBits = $clog2(4 * Distance);

  step_e step_q, step_d;
  // The level of a step: the bit of a bucket's number whose halves are added. In JOIN that of the bucket, and all of it 0 with last_join_q.
  level_t level_q, level_d;
  logic last_join_q, last_join_d;
  logic stepping;

  // The addition on offer: window, part of it (HALVE only) and number within the part. Part 0 is the window's lowest buckets,
  // part b + 1 those of U_b.
  logic [WindowIndexBits-1:0] window_q;
  level_t part_q;
  bucket_t number_q;
  logic offering_q;
  logic last_number, last_part, last_addition, beyond, advance;
  level_t top_level;
  bucket_t base, part_base, low, high;
  logic first_fire, take;

  logic [Distance-1:0] second_valid_q;
  bucket_t second_bucket;
  logic second_due;
  logic [UnderWayBits-1:0] under_way_q;

  logic valid_q, take_q;
  slot_e slot_q;
  bucket_t bucket_q;

  // ---------------------------------------------------------------------------------------------
  // Steps
  // ---------------------------------------------------------------------------------------------

  assign top_level = weight_bits_i - level_t'(1);
`ifdef FBY_MUTANT_REDUCE_EARLY
  // Mutant: the last sum of a step is not awaited.
  assign stepping  = (step_q != IDLE) && (step_q != DONE) && !offering_q && (under_way_q <= UnderWayBits'(1));
`else
  assign stepping  = (step_q != IDLE) && (step_q != DONE) && !offering_q && (under_way_q == '0);
`endif

  always_comb begin
    step_d      = step_q;
    level_d     = level_q;
    last_join_d = last_join_q;
    case (step_q)
      IDLE: begin
        last_join_d = 1'b0;
        level_d     = bucket_bits_i - level_t'(1);
        if (start_i) step_d = (bucket_bits_i == '0) ? DONE : HALVE;
      end
      HALVE:
      if (stepping) begin
        level_d = level_q - level_t'(1);
        if (level_q == '0) begin
          // Weights of one bit have nothing to double, those of none nothing at all.
          step_d      = (weight_bits_i == '0) ? DONE : (weight_bits_i == level_t'(1)) ? JOIN : DOUBLE;
          level_d     = (weight_bits_i <= level_t'(1)) ? '0 : weight_bits_i - level_t'(2);
          last_join_d = weight_bits_i == level_t'(1);
        end
      end
      DOUBLE: if (stepping) step_d = JOIN;
      JOIN:
      if (stepping) begin
        if (last_join_q) step_d = DONE;
        else if (level_q == '0) last_join_d = 1'b1;
        else begin
          step_d  = DOUBLE;
          level_d = level_q - level_t'(1);
        end
      end
      default: step_d = IDLE;
    endcase
  end

  assign busy_o       = step_q != IDLE;
  assign done_o       = step_q == DONE;
  assign sum_bucket_o = (weight_bits_i == '0) ? '0 : bucket_t'(1) << top_level;

  always_ff @(posedge clk_i) begin
    step_q      <= step_d;
    level_q     <= level_d;
    last_join_q <= last_join_d;
    if (rst_i) step_q <= IDLE;
  end

  // ---------------------------------------------------------------------------------------------
  // Additions of a step
  // ---------------------------------------------------------------------------------------------

  assign last_number   = (step_q == DOUBLE) || (step_q == JOIN) || beyond
                       || (number_q == (bucket_t'(1) << level_q) - bucket_t'(1));
`ifdef FBY_MUTANT_REDUCE_SHORT
  // Mutant: the tree of the highest bit is left out.
  assign last_part     = (step_q != HALVE)
                       || (part_q == '0 ? level_q + level_t'(2) >= weight_bits_i
                                        : part_q >= weight_bits_i - level_t'(1));
`else
  assign last_part     = (step_q != HALVE)
                       || (part_q == '0 ? level_q + level_t'(1) >= weight_bits_i : part_q == weight_bits_i);
`endif
  assign last_addition = last_number && last_part && (window_q == last_window_i);

  assign base      = bucket_t'(window_q) << bucket_bits_i;
  assign part_base = (part_q == '0) ? '0 : bucket_t'(1) << (part_q - level_t'(1));

  always_comb begin
    case (step_q)
      HALVE: begin
        low  = part_base | number_q;
        high = low | (bucket_t'(1) << level_q);
      end
      DOUBLE: begin
        low  = sum_bucket_o;
        high = sum_bucket_o;
      end
      default: begin
        low  = sum_bucket_o;
        high = last_join_q ? '0 : bucket_t'(1) << level_q;
      end
    endcase
  end

  // The lowest buckets' upper half is what U is made of, but where it is copies.
`ifdef FBY_MUTANT_REDUCE_NO_TAKE
  // Mutant: copies stay in their buckets.
  assign take       = (step_q == JOIN) || (step_q == HALVE && part_q != '0);
`else
  assign take       = (step_q == JOIN) || (step_q == HALVE && (part_q != '0 || level_q >= weight_bits_i));
`endif
  // So are those behind it.
  assign beyond     = 32'(base | high) >= NumBuckets;
`ifdef FBY_MUTANT_REDUCE_COLLIDE
  // Mutant: a first passage goes where a second one is due.
  assign advance    = offering_q;
`else
  assign advance    = offering_q && (!second_due || beyond);
`endif
  assign first_fire = advance && !beyond;

  always_ff @(posedge clk_i) begin
    if (advance) begin
      if (!last_number) begin
        number_q <= number_q + bucket_t'(1);
      end else begin
        number_q <= '0;
        if (!last_part) begin
          // Of the others those above this level.
          part_q <= ((part_q == '0) ? level_q + level_t'(1) : part_q) + level_t'(1);
        end else begin
          part_q   <= '0;
          window_q <= window_q + WindowIndexBits'(1);
        end
      end
      offering_q <= !last_addition;
    end
    if (step_d != step_q || stepping) begin
      window_q   <= '0;
      number_q   <= '0;
      part_q     <= '0;
      offering_q <= (step_d != IDLE) && (step_d != DONE);
    end
    if (rst_i) offering_q <= 1'b0;
  end

  // ---------------------------------------------------------------------------------------------
  // Passages
  // ---------------------------------------------------------------------------------------------

  assign second_due = second_valid_q[Distance-1];

  fby_delay #(
      .Width(BucketBits),
      .Depth(Distance)
  ) u_second (
      .clk_i,
      .d_i(base | low),
      .q_o(second_bucket)
  );

  always_ff @(posedge clk_i) begin
    second_valid_q <= {second_valid_q[Distance-2:0], first_fire};
    valid_q        <= first_fire || second_due;
    if (first_fire != written_i) begin
      under_way_q <= first_fire ? under_way_q + UnderWayBits'(1) : under_way_q - UnderWayBits'(1);
    end
    if (rst_i) begin
      second_valid_q <= '0;
      valid_q        <= 1'b0;
      under_way_q    <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    slot_q   <= second_due ? SLOT_SECOND : SLOT_FIRST;
    bucket_q <= second_due ? second_bucket : base | high;
    take_q   <= !second_due && take;
  end

  assign valid_o  = valid_q;
  assign slot_o   = slot_q;
  assign bucket_o = bucket_q;
  assign take_o   = take_q;

  `FBY_ASSERT(started_only_when_idle, !(start_i && busy_o))
  `FBY_ASSERT(weights_within_buckets, !start_i || (weight_bits_i <= bucket_bits_i))
  `FBY_ASSERT(a_sum_has_a_start, !written_i || under_way_q != '0)

endmodule
