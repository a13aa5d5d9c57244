// SPDX-License-Identifier: Apache-2.0
/// Proof top of fby_msm_word over a small field: any scalars, any classes; rho, mode, windows and reach are any, too, and
/// stay. The class's multiple of rho is computed here with a multiplication and a remainder.
module fby_msm_word_proof
  import fby_msm_word_pkg::*;
#(
    parameter int unsigned          WordBits  = 8,
    parameter int unsigned          OrderBits = 4,
    parameter logic [OrderBits-1:0] Order     = 13,
    parameter int unsigned          ChunkBits = 3,
    localparam int unsigned         ClassBits = OrderBits,
    localparam int unsigned         CoverBits = $clog2(WordBits)
) (
    input logic                 clk_i,
    input logic [WordBits-1:0]  scalar_i,
    input logic [ClassBits-1:0] class_i
);

  // Without a value at the start: whatever the solver likes.
  logic                 uniform_q, fold_q;
  logic [OrderBits-1:0] rho_q;
  logic [WordBits-1:0]  recode_q;
  logic [CoverBits-1:0] cover_q;
  logic [WordBits-1:0]  word;
  logic                 cut;

  always_ff @(posedge clk_i) begin
    uniform_q <= uniform_q;
    fold_q    <= fold_q;
    rho_q     <= rho_q;
    recode_q  <= recode_q;
    cover_q   <= cover_q;
  end

  localparam int unsigned ProductBits = OrderBits + ClassBits + 1;
  logic [ProductBits-1:0] multiple;
  assign multiple = ((ProductBits'(class_i) + 1'b1) * ProductBits'(rho_q)) % ProductBits'(Order);

  fby_msm_word #(
      .WordBits (WordBits),
      .OrderBits(OrderBits),
      .Order    (Order),
      .ChunkBits(ChunkBits)
  ) u_dut (
      .clk_i,
      .uniform_i   (uniform_q),
      .fold_i      (fold_q),
      .recode_i    (recode_q),
      .cover_bits_i(cover_q),
      .scalar_i,
      .multiple_i  (multiple[OrderBits-1:0]),
      .word_o      (word),
      .cut_o       (cut)
  );

  fby_msm_word_props #(
      .WordBits (WordBits),
      .OrderBits(OrderBits),
      .Order    (Order),
      .ClassBits(ClassBits),
      .Latency  (word_cycles(WordBits, OrderBits, ChunkBits))
  ) u_props (
      .clk_i,
      .uniform_i   (uniform_q),
      .fold_i      (fold_q),
      .rho_i       (rho_q),
      .recode_i    (recode_q),
      .cover_bits_i(cover_q),
      .scalar_i,
      .class_i,
      .word_i      (word),
      .cut_i       (cut)
  );

endmodule
