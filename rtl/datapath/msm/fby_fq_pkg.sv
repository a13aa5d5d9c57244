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
  /// The base field modulus p (377 bits).
  localparam num_t P =
      384'h1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001;
  /// Montgomery constant R = 2^RADIX_BITS; a field element v is held as v * R mod p.
  localparam int unsigned RADIX_BITS = 384;

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
  localparam int unsigned KARATSUBA_LEVELS = 4;
  /// Registers of one leaf multiplication: input, product, first sum, second sum (a DSP cascade).
  localparam int unsigned LEAF_LATENCY = 4;
  /// Widest leaf that two 27 x 18 signed DSP slices hold, and the low part that the first one takes.
  localparam int unsigned LEAF_MAX_BITS = 26;
  localparam int unsigned LEAF_LOW_BITS = 17;

  /// Cycles of a pipelined addition of the given width.
  function automatic int unsigned add_latency(input int unsigned bits);
    return (bits + ADD_CHUNK_BITS - 1) / ADD_CHUNK_BITS;
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
    total = LEAF_LATENCY;
    for (int unsigned level = 0; level < levels; level++) begin
      half  = split_bits(width);
      total = total + add_latency(half + 1) + add_latency(2 * half + 1)
            + add_latency(2 * width - half);
      width = half + 1;
    end
    return total;
  endfunction

  // ---------------------------------------------------------------------------------------------
  // Montgomery reduction in four rounds of 96 bits
  // ---------------------------------------------------------------------------------------------

  localparam int unsigned DIGIT_BITS    = 96;
  localparam int unsigned REDUCE_ROUNDS = RADIX_BITS / DIGIT_BITS;
  /// Width of a digit times p.
  localparam int unsigned DIGIT_P_BITS  = 473;
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

  /// Width at the input of a round; round REDUCE_ROUNDS is the result.
  function automatic int unsigned round_bits(input int unsigned index);
    int unsigned bits;
    bits = PRODUCT_BITS - index * DIGIT_BITS;
    return (bits < RESULT_BITS) ? RESULT_BITS : bits;
  endfunction

  /// Largest value at the input of a round, when the operands are at most OPERAND_MAX.
  function automatic logic [767:0] round_max(input int unsigned index);
    logic [767:0] value;
    value = {384'd0, OPERAND_MAX} * {384'd0, OPERAND_MAX};
    for (int unsigned i = 0; i < index; i++) begin
      value = (value + {384'd0, P} * ((768'd1 << DIGIT_BITS) - 1)) >> DIGIT_BITS;
    end
    return value;
  endfunction

  /// Width of the sums within a round: one bit above the larger of t and digit * p.
  function automatic int unsigned round_sum_bits(input int unsigned t_bits);
    return ((t_bits > DIGIT_P_BITS) ? t_bits : DIGIT_P_BITS) + 1;
  endfunction

  function automatic int unsigned round_latency(input int unsigned t_bits);
    return DIGIT_LATENCY + sparse_latency(G0_BITS) + sparse_latency(G1_BITS)
         + sparse_latency(G2_BITS) + sparse_latency(G3_BITS) + sparse_latency(G4_BITS)
         + sparse_latency(G5_BITS) + add_latency(round_sum_bits(t_bits));
  endfunction

  function automatic int unsigned reduce_latency();
    int unsigned total;
    total = 0;
    for (int unsigned i = 0; i < REDUCE_ROUNDS; i++) total = total + round_latency(round_bits(i));
    return total;
  endfunction

  // ---------------------------------------------------------------------------------------------
  // Latencies of the blocks
  // ---------------------------------------------------------------------------------------------

  localparam int unsigned PRODUCT_LATENCY = karatsuba_latency(OPERAND_BITS, KARATSUBA_LEVELS);
  localparam int unsigned REDUCE_LATENCY  = reduce_latency();
  /// fby_fq_mul.
  localparam int unsigned FQ_MUL_LATENCY  = PRODUCT_LATENCY + REDUCE_LATENCY;
  /// fby_fq_add and fby_fq_sub.
  localparam int unsigned FQ_ADD_LATENCY  = add_latency(OPERAND_BITS);
  /// fby_ec_add: sums, products, sums, products.
  localparam int unsigned EC_ADD_LATENCY  = 2 * (FQ_ADD_LATENCY + FQ_MUL_LATENCY);

endpackage
