// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Adds a precomputed affine point to an accumulator on the twisted Edwards curve (a = -1): strongly
/// unified, so doubling, the neutral element and inverses need no case of their own. Seven
/// multiplications, one addition per cycle, EC_ADD_LATENCY cycles, no stall. Two accumulators are added in two
/// passages (below).
///
///     A = (Y1 - X1) a   B = (Y1 + X1) b   C = T1 c   D = 2 Z1        a = y - x, b = y + x, c = 2 d x y
///     E = B - A         F = D - C         G = D + C  H = B + A
///     X3 = E F          Y3 = G H          T3 = E H   Z3 = F G
///
/// The negative of a point swaps a with b and negates c; negating c swaps F with G, so a negative
/// digit costs two multiplexers and no subtraction.
///
/// Two accumulators: the second operand goes through first, with the constant point (1, 1, 2d), and what it leaves in the
/// middle, (Y2 - X2), (Y2 + X2) and 2 d T2, is the point of the first operand, which comes in just then, SLOT_DISTANCE
/// cycles later. Z1 Z2 takes the place of Z1: the multiplier of Z3 makes it while it has nothing to do for the first passage.
///
///     cycle       0               SLOT_DISTANCE          2 SLOT_DISTANCE         3 SLOT_DISTANCE
///     SLOT_FIRST  X2 Y2 Z2 T2 --> products, Z2 --------> Z1 Z2
///     SLOT_SECOND                 X1 Y1 Z1 T1 ---------> A B C, D = 2 Z1 Z2 ---> sum
///
/// Sums are lazy. Every range is a number below, and every adder checks its own at elaboration.
module fby_ec_add
  import fby_fq_pkg::*;
#(
    /// Width of the tag that travels beside an addition, bits.
    parameter int unsigned TagBits = 24
) (
    input  logic                   clk_i,
    input  logic                   rst_i,

    input  logic                   valid_i,
    /// What passes: SLOT_MIXED, or one of the two passages of a sum of accumulators.
    input  slot_e                  slot_i,
    /// Accumulator in extended coordinates, each below 2 p.
    input  logic [RESULT_BITS-1:0] x_i,
    input  logic [RESULT_BITS-1:0] y_i,
    input  logic [RESULT_BITS-1:0] z_i,
    input  logic [RESULT_BITS-1:0] t_i,
    /// Point of SLOT_MIXED: y - x, y + x and 2 d x y.
    input  logic [POINT_BITS-1:0]  a_i,
    input  logic [POINT_BITS-1:0]  b_i,
    input  logic [POINT_BITS-1:0]  c_i,
    /// 1 subtracts the point; 0 in the other slots.
    input  logic                   negate_i,
    input  logic [TagBits-1:0]     tag_i,

    /// Not for SLOT_FIRST.
    output logic                   valid_o,
    /// Sum in extended coordinates, each below 1.2 p, so it may come back as an accumulator.
    output logic [RESULT_BITS-1:0] x_o,
    output logic [RESULT_BITS-1:0] y_o,
    output logic [RESULT_BITS-1:0] z_o,
    output logic [RESULT_BITS-1:0] t_o,
    output logic [TagBits-1:0]     tag_o
);

  // Ranges, stage by stage (largest values).
  localparam num_t DiffMax    = ACC_MAX + 2 * P;            // Y1 - X1 + 2 p
  localparam num_t SumMax     = 2 * ACC_MAX;                // Y1 + X1, and D = 2 Z1
  localparam num_t AMax       = mul_max(DiffMax, POINT_MAX);
  localparam num_t BMax       = mul_max(SumMax, POINT_MAX);
  localparam num_t CMax       = mul_max(ACC_MAX, POINT_MAX);
  localparam num_t EMax       = BMax + 2 * P;               // B - A + 2 p
  localparam num_t FMax       = SumMax + 2 * P;             // D - C + 2 p
  localparam num_t GMax       = SumMax + CMax;
  localparam num_t HMax       = BMax + AMax;
  /// F and G may trade places, so both are bounded by the larger.
  localparam num_t FgMax      = (FMax > GMax) ? FMax : GMax;
  localparam num_t ResultXMax = mul_max(EMax, FgMax);
  localparam num_t ResultYMax = mul_max(FgMax, HMax);
  localparam num_t ResultTMax = mul_max(EMax, HMax);
  localparam num_t ResultZMax = mul_max(FMax, GMax);

  if (ResultXMax > ACC_MAX || ResultYMax > ACC_MAX || ResultTMax > ACC_MAX ||
      ResultZMax > ACC_MAX) begin : g_bad_result
    $error("fby_ec_add: a result may exceed ACC_MAX and could not be added to again");
  end
  // What the first passage leaves is the point of the second, and Z1 Z2 stands where Z1 does.
  if (AMax > POINT_MAX || BMax > POINT_MAX || CMax > POINT_MAX ||
      2 * mul_max(ACC_MAX, ACC_MAX) > SumMax) begin : g_bad_slot
    $error("fby_ec_add: what a first passage leaves does not fit the place that the second has for it");
  end
  if ((ACC_MAX >> RESULT_BITS) != 0) begin : g_bad_width
    $error("fby_ec_add: ACC_MAX does not fit RESULT_BITS");
  end

  // ---------------------------------------------------------------------------------------------
  // What goes beside it
  // ---------------------------------------------------------------------------------------------

  localparam int unsigned FirstMul = FQ_ADD_LATENCY;

  logic                   valid_first, valid_second, is_first, is_second, first_at_second_mul, second_in_middle;
  logic                   negate_second;
  logic [RESULT_BITS-1:0] z_first, z_mid, z_second;

  assign is_first  = slot_i == SLOT_FIRST;
  assign is_second = slot_i == SLOT_SECOND;

  fby_ec_way #(
      .TagBits(TagBits)
  ) u_way (
      .clk_i,
      .rst_i,
      .valid_i,
      .slot_i,
      .negate_i,
      .z_i,
      .tag_i,
      .valid_first_o        (valid_first),
      .valid_second_o       (valid_second),
      .valid_o,
      .first_at_second_mul_o(first_at_second_mul),
      .second_in_middle_o   (second_in_middle),
      .negate_second_o      (negate_second),
      .z_first_o            (z_first),
      .z_mid_o              (z_mid),
      .z_second_o           (z_second),
      .tag_o
  );

  `FBY_ASSERT(EcAddAccumulatorInRange,
              !valid_i || (384'(x_i) <= ACC_MAX && 384'(y_i) <= ACC_MAX && 384'(z_i) <= ACC_MAX &&
                           384'(t_i) <= ACC_MAX))

  `FBY_ASSERT(EcAddOnlyPointsAreSubtracted, !valid_i || slot_i == SLOT_MIXED || !negate_i)

  // ---------------------------------------------------------------------------------------------
  // First sums, and everything else delayed beside them
  // ---------------------------------------------------------------------------------------------

  logic [OPERAND_BITS-1:0] diff, sum;
  logic [POINT_BITS-1:0]   a_in, b_in, c_in, a_first, b_first, c_first;
  logic [RESULT_BITS-1:0]  t_first;
  // First products.
  logic [RESULT_BITS-1:0]  a, b, c;

  fby_fq_sub #(
      .Multiple(2),
      .AMax    (ACC_MAX),
      .BMax    (ACC_MAX)
  ) u_diff (
      .clk_i,
      .a_i(OPERAND_BITS'(y_i)),
      .b_i(OPERAND_BITS'(x_i)),
      .r_o(diff)
  );

  fby_fq_add #(
      .AMax(ACC_MAX),
      .BMax(ACC_MAX)
  ) u_sum (
      .clk_i,
      .a_i(OPERAND_BITS'(y_i)),
      .b_i(OPERAND_BITS'(x_i)),
      .r_o(sum)
  );

  fby_delay #(
      .Width(3 * POINT_BITS + RESULT_BITS),
      .Depth(FirstMul)
  ) u_first (
      .clk_i,
      .d_i({a_in, b_in, c_in, t_i}),
      .q_o({a_first, b_first, c_first, t_first})
  );

  always_comb begin
    if (is_first) {a_in, b_in, c_in} = {ONE[POINT_BITS-1:0], ONE[POINT_BITS-1:0], TWICE_D[POINT_BITS-1:0]};
    else if (is_second) {a_in, b_in, c_in} = {a[POINT_BITS-1:0], b[POINT_BITS-1:0], c[POINT_BITS-1:0]};
    else {a_in, b_in, c_in} = negate_i ? {b_i, a_i, c_i} : {a_i, b_i, c_i};
  end

  // ---------------------------------------------------------------------------------------------
  // First products
  // ---------------------------------------------------------------------------------------------

  fby_fq_mul u_mul_a (
      .clk_i,
      .valid_i(valid_first),
      .a_i    (diff),
      .b_i    (OPERAND_BITS'(a_first)),
      .r_o    (a)
  );
  fby_fq_mul u_mul_b (
      .clk_i,
      .valid_i(valid_first),
      .a_i    (sum),
      .b_i    (OPERAND_BITS'(b_first)),
      .r_o    (b)
  );
  fby_fq_mul u_mul_c (
      .clk_i,
      .valid_i(valid_first),
      .a_i    (OPERAND_BITS'(t_first)),
      .b_i    (OPERAND_BITS'(c_first)),
      .r_o    (c)
  );

  // ---------------------------------------------------------------------------------------------
  // Second sums
  // ---------------------------------------------------------------------------------------------

  logic [OPERAND_BITS-1:0] d, e, d_minus_c, d_plus_c, f, g, h;

  // Z1 Z2 leaves the last multiplier when the second passage is in the middle.
  assign d = OPERAND_BITS'(second_in_middle ? z_o : z_mid) << 1;

  fby_fq_sub #(
      .Multiple(2),
      .AMax    (BMax),
      .BMax    (AMax)
  ) u_e (
      .clk_i,
      .a_i(OPERAND_BITS'(b)),
      .b_i(OPERAND_BITS'(a)),
      .r_o(e)
  );
  fby_fq_sub #(
      .Multiple(2),
      .AMax    (SumMax),
      .BMax    (CMax)
  ) u_f (
      .clk_i,
      .a_i(d),
      .b_i(OPERAND_BITS'(c)),
      .r_o(d_minus_c)
  );
  fby_fq_add #(
      .AMax(SumMax),
      .BMax(CMax)
  ) u_g (
      .clk_i,
      .a_i(d),
      .b_i(OPERAND_BITS'(c)),
      .r_o(d_plus_c)
  );
  fby_fq_add #(
      .AMax(BMax),
      .BMax(AMax)
  ) u_h (
      .clk_i,
      .a_i(OPERAND_BITS'(b)),
      .b_i(OPERAND_BITS'(a)),
      .r_o(h)
  );

  assign f = negate_second ? d_plus_c : d_minus_c;
  assign g = negate_second ? d_minus_c : d_plus_c;

  // ---------------------------------------------------------------------------------------------
  // Second products
  // ---------------------------------------------------------------------------------------------

  fby_fq_mul u_mul_x (
      .clk_i,
      .valid_i(valid_second),
      .a_i    (e),
      .b_i    (f),
      .r_o    (x_o)
  );
  fby_fq_mul u_mul_y (
      .clk_i,
      .valid_i(valid_second),
      .a_i    (g),
      .b_i    (h),
      .r_o    (y_o)
  );
  fby_fq_mul u_mul_t (
      .clk_i,
      .valid_i(valid_second),
      .a_i    (e),
      .b_i    (h),
      .r_o    (t_o)
  );
  fby_fq_mul u_mul_z (
      .clk_i,
      .valid_i(valid_second),
      .a_i    (first_at_second_mul ? OPERAND_BITS'(z_first) : f),
      .b_i    (first_at_second_mul ? OPERAND_BITS'(z_second) : g),
      .r_o    (z_o)
  );

endmodule
