// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// What fby_msm_word promises for every scalar, class, rho, mode, table of windows and reach: the digits that are cut from a
/// word add up to the number that went in, and if they do not, the word is marked.
///
/// A table of windows is any C: each of its ones is the top of a signed window, the first of which begins at bit 0, and what
/// is left below the reach is an unsigned one.
module fby_msm_word_props #(
    parameter int unsigned          WordBits  = 8,
    parameter int unsigned          OrderBits = 4,
    parameter logic [OrderBits-1:0] Order     = 13,
    /// Bits of the class, and cycles from a scalar to its word.
    parameter int unsigned          ClassBits = 4,
    parameter int unsigned          Latency   = 11,
    localparam int unsigned         CoverBits = $clog2(WordBits)
) (
    input logic                 clk_i,
    input logic                 uniform_i,
    input logic                 fold_i,
    input logic [OrderBits-1:0] rho_i,
    input logic [WordBits-1:0]  recode_i,
    input logic [CoverBits-1:0] cover_bits_i,
    input logic [WordBits-1:0]  scalar_i,
    input logic [ClassBits-1:0] class_i,
    input logic [WordBits-1:0]  word_i,
    input logic                 cut_i
);

  /// Room for any sum of digits, and for a multiple of the order above it.
  localparam int unsigned SumBits = WordBits + 3;
  localparam int unsigned ProductBits = OrderBits + ClassBits + 1;
  typedef logic signed [SumBits-1:0] sum_t;

  logic rst_i;
  assign rst_i = 1'b0;

  logic [Latency-1:0][WordBits-1:0]  scalar_q;
  logic [Latency-1:0][ClassBits-1:0] class_q;
  logic [$clog2(Latency+1)-1:0]      age_q = '0;

  always_ff @(posedge clk_i) begin
    scalar_q <= {scalar_q[Latency-2:0], scalar_i};
    class_q  <= {class_q[Latency-2:0], class_i};
    if (age_q != Latency) age_q <= age_q + 1'b1;
  end

  // ---------------------------------------------------------------------------------------------
  // The number that the scalar stands for
  // ---------------------------------------------------------------------------------------------

  logic [WordBits-1:0]    scalar;
  logic [ProductBits-1:0] residue;
  logic                   settled, in_range, negative;
  sum_t                   number;

  assign settled  = age_q == Latency;
  assign scalar   = scalar_q[Latency-1];
  assign residue  = (ProductBits'(class_q[Latency-1]) + 1'b1) * ProductBits'(rho_i);
  assign in_range = scalar < WordBits'(Order) || !(uniform_i || fold_i);
  assign number   = !uniform_i ? sum_t'(scalar)
                               : (sum_t'(scalar) + sum_t'(residue % ProductBits'(Order))) % sum_t'(Order);
  assign negative = word_i[WordBits-1];

  // ---------------------------------------------------------------------------------------------
  // The digits of the word, one window after the other
  // ---------------------------------------------------------------------------------------------

  sum_t digit, digits, value;

  always_comb begin
    digits = '0;
    digit  = '0;
    for (int unsigned i = 0; i < WordBits - 1; i++) begin
      if (i < 32'(cover_bits_i)) begin
        // Bits are added at their weights, and a signed window's half is taken off at its top.
        digit = digit + (sum_t'(word_i[i]) << i);
        if (recode_i[i]) begin
          digits = digits + digit - (sum_t'(1) << i);
          digit  = '0;
        end
      end
    end
    digits = digits + digit;
  end

  assign value = negative ? -digits : digits;

  // The number itself, or what it is congruent to, as near to 0 as it can be.
  sum_t nearest, shifted;
  assign nearest = (fold_i && number > sum_t'(Order >> 1)) ? number - sum_t'(Order) : number;
  assign shifted = (nearest < 0 ? -nearest : nearest) + sum_t'({1'b0, recode_i});

  // 1. What is not marked is worth what went in.
  `FBY_ASSERT(digits_are_the_number, !settled || cut_i || value == nearest)
  // 2. A mark says one of two things, and nothing else is marked.
  `FBY_ASSERT(cut_has_a_cause, !settled || cut_i == (!in_range || (shifted >> cover_bits_i) != '0))
  // 3. Only folding makes a sign, and never one of 0.
  `FBY_ASSERT(sign_is_of_a_fold, !settled || !in_range || negative == (nearest < 0))

  `FBY_COVER(sum_is_the_order, settled && !cut_i && uniform_i && number == '0 && scalar != '0)
  `FBY_COVER(half, settled && !cut_i && fold_i && number == sum_t'(Order >> 1))
  `FBY_COVER(above_half, settled && !cut_i && fold_i && number == sum_t'(Order >> 1) + 1)
  `FBY_COVER(many_windows, settled && !cut_i && recode_i == WordBits'('b1011) && scalar == WordBits'(5))
  `FBY_COVER(cut_by_range, settled && cut_i && scalar == WordBits'(Order) && (shifted >> cover_bits_i) == '0)
  `FBY_COVER(cut_by_reach, settled && cut_i && in_range && cover_bits_i == '1)

endmodule
