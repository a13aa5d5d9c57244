// SPDX-License-Identifier: Apache-2.0
/// Numbers of the field arithmetic: the modulus, every range, and every latency as a function of the
/// pipeline parameters. The reasons are in ARITHMETIC.md.
package fby_fq_pkg;

  /// A number of this package: wide enough for the modulus, its small multiples and R - 1.
  typedef logic [383:0] num_t;

  // ---------------------------------------------------------------------------------------------
  // The field of BLS12-377 and its sparse structure
  // ---------------------------------------------------------------------------------------------

  /// The curve's parameter is x = CURVE_K * 2^46 + 1, and
  /// p = 2^92 * (CURVE_K * CURVE_K_THIRD) * (x^4 - x^2 + 1) + x.
  localparam logic [17:0] CURVE_K       = 18'h21423;
  localparam logic [17:0] CURVE_K_THIRD = 18'h0b161;

  /// A constant as two sums of three shifted terms: ((2^y_high + 2^y_low +- 1) (2^r_high + 2^r_low) + 2^direct).
  typedef struct packed {
    logic [4:0] y_high;
    logic [4:0] y_low;
    /// The third term of the first sum is subtracted.
    logic       minus;
    logic [4:0] r_high;
    logic [4:0] r_low;
    logic [4:0] direct;
  } sparse_t;
  localparam sparse_t CURVE_K_FORM =
      '{y_high: 5'd10, y_low: 5'd3, minus: 1'b1, r_high: 5'd2, r_low: 5'd0, direct: 5'd17};
  localparam sparse_t CURVE_K_THIRD_FORM =
      '{y_high: 5'd3, y_low: 5'd1, minus: 1'b0, r_high: 5'd12, r_low: 5'd5, direct: 5'd0};
  /// The base field modulus p (377 bits).
  localparam num_t P =
      384'h1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001;
  /// Montgomery constant R = 2^RADIX_BITS; a field element v is held as v * R mod p.
  localparam int unsigned RADIX_BITS = 384;
  /// The number one in Montgomery form.
  localparam num_t        ONE        = num_t'((768'd1 << RADIX_BITS) % {384'd0, P});
  /// d of the twisted Edwards form -x^2 + y^2 = 1 + d x^2 y^2 of the curve, as an integer.
  localparam num_t        EDWARDS_D  =
      384'hcb5d5818b4d2796505bb385732fe3a1bbc34cc60d19690bf8b2d97f059909cb9aeca3c3871e9f27016092b426b700b;
  /// 2 d in Montgomery form.
  localparam num_t        TWICE_D    = num_t'(({384'd0, EDWARDS_D} << (RADIX_BITS + 1)) % {384'd0, P});

  // ---------------------------------------------------------------------------------------------
  // Ranges. "MAX" is the largest value that may occur, inclusive.
  // ---------------------------------------------------------------------------------------------

  /// Operands of the multiplier and all lazy sums.
  localparam int unsigned OPERAND_BITS = 380;
  localparam num_t        OPERAND_MAX  = 6 * P;
  /// Results of the multiplier.
  localparam int unsigned RESULT_BITS  = 378;
  /// Coordinates of the precomputed affine point: whatever 377 bits hold, canonical or not, so that
  /// no range depends on what a stream carries.
  localparam int unsigned POINT_BITS   = 377;
  localparam num_t        POINT_MAX    = (384'd1 << POINT_BITS) - 1;
  /// Coordinates of an accumulator at the input of the curve addition: below 2 p.
  localparam num_t        ACC_MAX      = 2 * P - 1;

  /// Largest Montgomery product of operands that are at most a_max and b_max:
  /// (a b + m p) / R <= (a b + (R - 1) p) / R < a b / R + p.
  function automatic num_t mul_max(input num_t a_max, input num_t b_max);
    logic [767:0] product;
    product = {384'd0, a_max} * {384'd0, b_max};
    return num_t'(product >> RADIX_BITS) + P;
  endfunction

  // ---------------------------------------------------------------------------------------------
  // Pipeline parameters
  // ---------------------------------------------------------------------------------------------

  /// Longest carry chain between two registers, in bits.
  localparam int unsigned ADD_CHUNK_BITS = 208;
  /// Levels of Karatsuba in the full product.
  localparam int unsigned KARATSUBA_LEVELS = 3;
  /// Unsigned operands of a DSP slice, which multiplies 27 x 18 bits signed.
  localparam int unsigned SLICE_A_BITS = 26;
  localparam int unsigned SLICE_B_BITS = 17;
  /// And its sum: room for many more products than a column has.
  localparam int unsigned SLICE_SUM_BITS = 48;
  /// Widest leaf: two columns of three slices.
  localparam int unsigned LEAF_MAX_BITS = 3 * SLICE_B_BITS;

  /// Cycles of a pipelined addition of the given width.
  function automatic int unsigned add_latency(input int unsigned bits);
    return (bits + ADD_CHUNK_BITS - 1) / ADD_CHUNK_BITS;
  endfunction

  /// DSP slices of a column whose second operand has the given width.
  function automatic int unsigned column_slices(input int unsigned bits);
    return (bits + SLICE_B_BITS - 1) / SLICE_B_BITS;
  endfunction

  /// Cycles of a column: operands, product and sum of the first slice, and one for each further slice.
  function automatic int unsigned column_latency(input int unsigned bits);
    return 2 + column_slices(bits);
  endfunction

  /// Cycles of a leaf: a column, and the sum of two if one does not hold it.
  function automatic int unsigned leaf_latency(input int unsigned bits);
    return column_latency(bits)
         + ((bits > SLICE_A_BITS) ? add_latency(2 * bits - SLICE_A_BITS) : 0);
  endfunction

  /// Cycles of a product with a sparse constant: two levels of additions.
  function automatic int unsigned sparse_latency(input int unsigned out_bits);
    return 2 * add_latency(out_bits);
  endfunction

  /// Low part of a Karatsuba split.
  function automatic int unsigned split_bits(input int unsigned bits);
    return (bits + 1) / 2;
  endfunction

  /// Cycles of a full product of two operands of the given width: per level the operand sums, the
  /// middle term and the recombination, and one leaf. The widest branch, half + 1 bits, decides.
  function automatic int unsigned karatsuba_latency(input int unsigned bits,
                                                    input int unsigned levels);
    int unsigned width;
    int unsigned half;
    int unsigned total;
    width = bits;
    total = 0;
    for (int unsigned level = 0; level < levels; level++) begin
      half  = split_bits(width);
      total = total + add_latency(half + 1) + add_latency(2 * half + 1)
            + add_latency(2 * width - half);
      width = half + 1;
    end
    return total + leaf_latency(width);
  endfunction

  // ---------------------------------------------------------------------------------------------
  // Montgomery reduction in four rounds of 96 bits
  // ---------------------------------------------------------------------------------------------

  localparam int unsigned DIGIT_BITS    = 96;
  localparam int unsigned REDUCE_ROUNDS = RADIX_BITS / DIGIT_BITS;
  localparam int unsigned PRODUCT_BITS  = 2 * OPERAND_BITS;
  /// Widths of digit * CURVE_K and of digit * CURVE_K_THIRD * CURVE_K^j, j = 0 to 5.
  localparam int unsigned MK_BITS = 114;
  localparam int unsigned G0_BITS = 112;
  localparam int unsigned G1_BITS = 129;
  localparam int unsigned G2_BITS = 146;
  localparam int unsigned G3_BITS = 163;
  localparam int unsigned G4_BITS = 180;
  localparam int unsigned G5_BITS = 197;
  /// Registers of the digit.
  localparam int unsigned DIGIT_LATENCY = 2;

  /// Where m K and the g_j of m p begin, bits above the digit, and where they end.
  localparam int unsigned MK_AT  = 46;
  localparam int unsigned G1_AT  = 92;
  localparam int unsigned G2_AT  = 139;
  localparam int unsigned G3_AT  = 184;
  localparam int unsigned G4_AT  = 232;
  localparam int unsigned G5_AT  = 276;
  localparam int unsigned MK_END = MK_AT + MK_BITS;
  localparam int unsigned G1_END = G1_AT + G1_BITS;
  localparam int unsigned G3_END = G3_AT + G3_BITS;
  localparam int unsigned G4_END = G4_AT + G4_BITS;
  /// What a round looks at: as wide as a digit times p. Its sum has one bit more, which the next round adds at CARRY_AT.
  localparam int unsigned WINDOW_BITS = G5_AT + G5_BITS;
  localparam int unsigned CARRY_AT    = WINDOW_BITS - DIGIT_BITS;

  /// Cycles of a round in which m K and the g_j are there, from the digit's operand on.
  localparam int unsigned G0_TIME = DIGIT_LATENCY + sparse_latency(G0_BITS);
  localparam int unsigned MK_TIME = G0_TIME + add_latency(MK_BITS);
  localparam int unsigned G1_TIME = G0_TIME + sparse_latency(G1_BITS);
  localparam int unsigned G2_TIME = G1_TIME + sparse_latency(G2_BITS);
  localparam int unsigned G3_TIME = G2_TIME + sparse_latency(G3_BITS);
  localparam int unsigned G4_TIME = G3_TIME + sparse_latency(G4_BITS);
  localparam int unsigned G5_TIME = G4_TIME + sparse_latency(G5_BITS);

  /// In which cycle a round adds the carry of the round before, and in which each bit of its window.
  localparam int unsigned CARRY_NEEDED = G3_TIME + 1;
  function automatic int unsigned round_needs(input int unsigned at);
    if (at < DIGIT_BITS) return 0;
    if (at >= G4_END) return G5_TIME + 1;
    if (at >= G3_END) return CARRY_NEEDED;
    if (at >= MK_END) return G2_TIME;
    if (at >= G2_AT) return G3_TIME;
    return G1_TIME;
  endfunction

  /// In which cycle a bit of a round's sum is there; bit WINDOW_BITS is the carry.
  function automatic int unsigned round_gives(input int unsigned at);
    if (at >= G4_END) return G5_TIME + 2;
    if (at >= G4_AT) return G5_TIME + 1;
    if (at >= G2_AT) return G3_TIME + 1;
    return G1_TIME + 1;
  endfunction

  /// From a round's digit to the next one's: the lowest two digits of the sum have nothing of g4 and g5.
  localparam int unsigned ROUND_PERIOD  = G3_TIME + 1;
  localparam int unsigned ROUND_LATENCY = round_gives(WINDOW_BITS);
  localparam int unsigned REDUCE_LATENCY = (REDUCE_ROUNDS - 1) * ROUND_PERIOD + ROUND_LATENCY;

  /// In which cycle a bit of the full product is there, from its lowest bits on: the low half has no sum to wait for.
  function automatic int unsigned product_gives(input int unsigned at);
    int unsigned half;
    half = split_bits(OPERAND_BITS);
    return (at < half) ? 0 : add_latency(2 * half + 1) + 1 + (at - half) / ADD_CHUNK_BITS;
  endfunction

  /// When a bit of a round's window is needed and when it is there, in cycles from the start of the round before on: it
  /// comes from that round or, which may be long before, from the product. Round REDUCE_ROUNDS is the result, from its
  /// bit 0 on, all of which is needed at once.
  function automatic int window_needs(input int unsigned index, input int unsigned at);
    return (index == REDUCE_ROUNDS) ? ROUND_LATENCY : ROUND_PERIOD + round_needs(at);
  endfunction
  function automatic int window_gives(input int unsigned index, input int unsigned at, input bit skewed);
    int product;
    if (index == REDUCE_ROUNDS || (index > 0 && at < CARRY_AT)) return round_gives(at + DIGIT_BITS);
    product = skewed ? product_gives(at + index * DIGIT_BITS) : 0;
    return product - (int'(index) - 1) * int'(ROUND_PERIOD);
  endfunction

  /// Largest value at the input of a round, when the operands are at most OPERAND_MAX; round REDUCE_ROUNDS is the result.
  function automatic logic [767:0] round_max(input int unsigned index);
    logic [767:0] value;
    value = {384'd0, OPERAND_MAX} * {384'd0, OPERAND_MAX};
    for (int unsigned i = 0; i < index; i++) begin
      value = (value + {384'd0, P} * ((768'd1 << DIGIT_BITS) - 1)) >> DIGIT_BITS;
    end
    return value;
  endfunction

  // ---------------------------------------------------------------------------------------------
  // Latencies of the blocks
  // ---------------------------------------------------------------------------------------------

  /// To the lowest bits of the full product.
  localparam int unsigned PRODUCT_LATENCY =
      karatsuba_latency(OPERAND_BITS, KARATSUBA_LEVELS) - product_gives(PRODUCT_BITS - 1);
  /// fby_fq_mul.
  localparam int unsigned FQ_MUL_LATENCY  = PRODUCT_LATENCY + REDUCE_LATENCY;
  /// fby_fq_add and fby_fq_sub.
  localparam int unsigned FQ_ADD_LATENCY  = add_latency(OPERAND_BITS);
  /// fby_ec_add: sums, products, sums, products.
  localparam int unsigned EC_ADD_LATENCY  = 2 * (FQ_ADD_LATENCY + FQ_MUL_LATENCY);
  /// Cycles between the two passages of a sum of two accumulators: half of the pipeline.
  localparam int unsigned SLOT_DISTANCE   = EC_ADD_LATENCY / 2;

  /// What passes through fby_ec_add.
  typedef enum logic [1:0] {
    SLOT_MIXED  = 2'd0,  // an accumulator and a point
    SLOT_FIRST  = 2'd1,  // the second of two accumulators
    SLOT_SECOND = 2'd2   // the first of them, SLOT_DISTANCE cycles later
  } slot_e;

endpackage
