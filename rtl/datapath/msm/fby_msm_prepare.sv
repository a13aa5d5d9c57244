// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Scalars of a stream to prepared words, in order, one a cycle (docs/decisions/0024-msm-passes.md).
///
///   scalar --> gate --+--------------> fby_msm_word --> queue --> word
///               |     |                    ^
///               |     +--> take            | k rho
///               |     fby_msm_multiples ---+
///               +------ room for what is inside ------------+
///
/// The pipeline never stops: the gate takes a scalar only while the queue has room for it and for all that is on the way, by
/// a count of what is inside.
///
/// A run begins with start_i, while nothing is inside; about 60 cycles later the first multiples of rho are there and scalars
/// are taken until the next start or reset. After a reset none are taken before a start.
module fby_msm_prepare #(
    /// Width of scalars and words, bits.
    parameter int unsigned          WordBits  = fby_msm_word_pkg::WORD_BITS,
    /// Width of the order, bits.
    parameter int unsigned          OrderBits = fby_msm_word_pkg::ORDER_BITS,
    /// Order of the group; odd.
    parameter logic [OrderBits-1:0] Order     = OrderBits'(fby_msm_word_pkg::ORDER),
    /// Scalar i is of class 1 + i mod Classes.
    parameter int unsigned          Classes   = fby_msm_word_pkg::CLASSES,
    localparam int unsigned         CoverBits = $clog2(WordBits)
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    /// One-cycle pulse while busy_o is 0: a run begins, the next scalar is of class 1.
    input  logic                 start_i,
    /// The multiples are being made, or a word is inside.
    output logic                 busy_o,
    /// Add class times rho, modulo the order. Stable from start_i until the run's last word has left, like all up to
    /// cover_bits_i.
    input  logic                 uniform_i,
    /// Take the smaller of t and Order - t, and a sign.
    input  logic                 fold_i,
    /// Only its residue modulo the order counts.
    input  logic [OrderBits-1:0] rho_i,
    /// C: a one at the top bit of each signed window.
    input  logic [WordBits-1:0]  recode_i,
    /// Bits that the windows cover, from bit 0 on.
    input  logic [CoverBits-1:0] cover_bits_i,
    input  logic [WordBits-1:0]  scalar_i,
    input  logic                 scalar_valid_i,
    output logic                 scalar_ready_o,
    /// Sign in the top bit, t + C below it.
    output logic [WordBits-1:0]  word_o,
    output logic                 word_valid_o,
    input  logic                 word_ready_i,
    /// In the cycle in which a word is handed on: it is not that of its scalar, see fby_msm_word.
    output logic                 cut_o
);
  import fby_msm_word_pkg::*;

  localparam int unsigned WordCycles = word_cycles(WordBits, OrderBits, fby_fq_pkg::ADD_CHUNK_BITS);
  /// At full pace a word is inside for the pipeline, the register before it and a cycle in the queue.
  localparam int unsigned Depth      = 2 ** $clog2(WordCycles + 2);
  localparam int unsigned CountBits  = $clog2(Depth + 1);

  logic [WordBits-1:0]   scalar_q, word;
  logic [OrderBits-1:0]  multiple;
  // The register before the pipeline and each of its cycles hold a scalar that counts.
  logic [WordCycles:0]   valid_q;
  logic [CountBits-1:0]  inside_q, waiting;
  logic                  take, give, open, multiples_busy, cut, word_cut;

  assign scalar_ready_o = open && !start_i && inside_q != CountBits'(Depth);
  assign take           = scalar_valid_i && scalar_ready_o;
  assign word_valid_o   = waiting != '0;
  assign give           = word_valid_o && word_ready_i;
  assign cut_o          = give && word_cut;
  assign busy_o         = multiples_busy || inside_q != '0;

  fby_msm_multiples #(
      .OrderBits(OrderBits),
      .Order    (Order),
      .Classes  (Classes)
  ) u_multiples (
      .clk_i,
      .rst_i,
      .start_i,
      .rho_i,
      .open_o    (open),
      .take_i    (take),
      .multiple_o(multiple),
      .busy_o    (multiples_busy)
  );

  fby_msm_word #(
      .WordBits (WordBits),
      .OrderBits(OrderBits),
      .Order    (Order)
  ) u_word (
      .clk_i,
      .uniform_i,
      .fold_i,
      .recode_i,
      .cover_bits_i,
      .scalar_i  (scalar_q),
      .multiple_i(multiple),
      .word_o    (word),
      .cut_o     (cut)
  );

  fby_queue #(
      .WidthBits(WordBits + 1),
      .Depth    (Depth)
  ) u_queue (
      .clk_i,
      .rst_i,
      .clear_i(1'b0),
      .push_i (valid_q[WordCycles]),
      .data_i ({cut, word}),
      .pop_i  (give),
      .data_o ({word_cut, word_o}),
      .level_o(waiting)
  );

  always_ff @(posedge clk_i) begin
    if (take) scalar_q <= scalar_i;
    valid_q <= {valid_q[WordCycles-1:0], take};
    if (take != give) inside_q <= take ? inside_q + CountBits'(1) : inside_q - CountBits'(1);
    if (rst_i) begin
      valid_q  <= '0;
      inside_q <= '0;
    end
  end

  `FBY_ASSERT(start_only_when_idle, !(start_i && busy_o))
  `FBY_ASSERT(all_that_waits_is_counted, waiting <= inside_q)

endmodule
