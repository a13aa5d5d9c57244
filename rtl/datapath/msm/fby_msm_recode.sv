// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Turns a scalar into one signed digit per window: two pipeline stages, one scalar per cycle.
///
/// Window w holds bits + carry_in; above half of its range the digit becomes that value less 2^b and a
/// carry goes up. "Above half" is certain for bits > half (generate) and hangs on the carry for
/// bits = half (propagate), which is the recurrence of an adder: so one NumWindows-bit addition of
/// (generate | propagate) + generate has all the carries in it, and the chain costs one carry chain.
module fby_msm_recode #(
    /// Window table of fby_msm_pkg.
    parameter int unsigned WindowTable = 0,
    localparam int unsigned NumWindows = fby_msm_pkg::num_windows(WindowTable),
    localparam int unsigned ScalarBits = fby_msm_pkg::scalar_bits(WindowTable)
) (
    input  logic                                      clk_i,
    input  logic                                      rst_i,
    /// Canonical scalar, the bits that the table covers.
    input  logic                [ScalarBits-1:0]      scalar_i,
    input  logic                                      scalar_valid_i,
    output logic                                      scalar_ready_o,
    /// Digits, window 0 first; the top window's digit is never negative.
    output fby_msm_pkg::digit_t [NumWindows-1:0]      digits_o,
    output logic                                      digits_valid_o,
    input  logic                                      digits_ready_i
);
  import fby_msm_pkg::*;

  if (WindowTable >= NUM_TABLES) begin : gen_bad_table
    $error("fby_msm_recode: WindowTable must be below fby_msm_pkg::NUM_TABLES");
  end

  logic [NumWindows-1:0][DIGIT_BITS-1:0] bits_d, bits_q;
  logic [NumWindows-1:0] generate_d, generate_q, propagate_d, propagate_q;
  logic cut_valid_q, digits_valid_q;
  logic cut_ready;

  logic [NumWindows-1:0] either, sum, carry_in, carry_out;
  digit_t [NumWindows-1:0] digits_d, digits_q;

  assign cut_ready      = !digits_valid_q || digits_ready_i;
  assign scalar_ready_o = !cut_valid_q || cut_ready;

  for (genvar w = 0; w < NumWindows; w++) begin : gen_cut
    localparam int unsigned Bits = window_bits(WindowTable, w);
    localparam int unsigned Offset = window_offset(WindowTable, w);
    localparam logic [DIGIT_BITS-1:0] Half = DIGIT_BITS'(1 << (Bits - 1));
    // The top window keeps what it has: a carry out of it would have nowhere to go.
    localparam bit Top = (w == NumWindows - 1);
    assign bits_d[w]      = DIGIT_BITS'(scalar_i[Offset+:Bits]);
    assign generate_d[w]  = !Top && (bits_d[w] > Half);
    assign propagate_d[w] = !Top && (bits_d[w] == Half);
  end

  assign either    = generate_q | propagate_q;
  assign sum       = either + generate_q;
  assign carry_in  = sum ^ either ^ generate_q;
  assign carry_out = generate_q | (propagate_q & carry_in);

  for (genvar w = 0; w < NumWindows; w++) begin : gen_digit
    localparam int unsigned Bits = window_bits(WindowTable, w);
    localparam logic [DIGIT_BITS:0] Range = (DIGIT_BITS + 1)'(1 << Bits);
    logic [DIGIT_BITS:0] value, magnitude;
    assign value                 = (DIGIT_BITS + 1)'(bits_q[w]) + (DIGIT_BITS + 1)'(carry_in[w]);
    assign magnitude             = carry_out[w] ? Range - value : value;
    assign digits_d[w].magnitude = magnitude[DIGIT_BITS-1:0];
    assign digits_d[w].negative  = carry_out[w];
    // Half of the widest window is 2^12, so the top bit of the subtraction is always clear.
    `FBY_ASSERT(magnitude_fits, !cut_valid_q || !magnitude[DIGIT_BITS])
  end

  always_ff @(posedge clk_i) begin
    if (scalar_valid_i && scalar_ready_o) begin
      bits_q      <= bits_d;
      generate_q  <= generate_d;
      propagate_q <= propagate_d;
    end
    if (cut_valid_q && cut_ready) digits_q <= digits_d;

    if (scalar_ready_o) cut_valid_q <= scalar_valid_i;
    if (cut_ready) digits_valid_q <= cut_valid_q;
    if (rst_i) begin
      cut_valid_q    <= 1'b0;
      digits_valid_q <= 1'b0;
    end
  end

  assign digits_o       = digits_q;
  assign digits_valid_o = digits_valid_q;

endmodule
