// SPDX-License-Identifier: Apache-2.0
/// The smaller of t and Order - t, with a sign: the first is taken up to (Order - 1) / 2. One number a cycle, latency
/// fby_msm_word_pkg::fold_cycles.
///
/// Without folding t goes through as it is, whatever its size.
module fby_msm_fold #(
    /// Width of a number, bits.
    parameter int unsigned          Width     = fby_msm_word_pkg::WORD_BITS,
    /// Width of the order, bits.
    parameter int unsigned          OrderBits = fby_msm_word_pkg::ORDER_BITS,
    /// An odd number: so t and Order - t are never equal.
    parameter logic [OrderBits-1:0] Order     = OrderBits'(fby_msm_word_pkg::ORDER),
    /// Longest carry chain between two registers, bits.
    parameter int unsigned          ChunkBits = fby_fq_pkg::ADD_CHUNK_BITS
) (
    input  logic             clk_i,
    /// 1: fold; t_i must be below Order. A level, not of one number.
    input  logic             fold_i,
    input  logic [Width-1:0] t_i,
    output logic             negative_o,
    output logic [Width-1:0] magnitude_o
);
  import fby_msm_word_pkg::*;

`ifdef FBY_MUTANT_FOLD_HALF
  localparam logic [OrderBits-1:0] Half = (Order >> 1) + 1;
`else
  localparam logic [OrderBits-1:0] Half = Order >> 1;
`endif

  if (!Order[0]) begin : g_bad_order
    $error("fby_msm_fold: Order must be odd");
  end
  if (OrderBits > Width) begin : g_bad_width
    $error("fby_msm_fold: the order does not fit Width bits");
  end

  logic [OrderBits:0] room, other;
  logic [Width-1:0]   late;
  logic               turn;

  // -t is ~t + 1 in both; the top bit of the first says that t is above half.
  fby_add_pipe #(
      .Width    (OrderBits + 1),
      .ChunkBits(ChunkBits)
  ) u_room (
      .clk_i,
      .a_i    ({1'b0, Half}),
      .b_i    (~{1'b0, t_i[OrderBits-1:0]}),
      .carry_i(1'b1),
      .s_o    (room)
  );

  fby_add_pipe #(
      .Width    (OrderBits + 1),
      .ChunkBits(ChunkBits)
  ) u_other (
      .clk_i,
      .a_i    ({1'b0, Order}),
      .b_i    (~{1'b0, t_i[OrderBits-1:0]}),
      .carry_i(1'b1),
      .s_o    (other)
  );

  fby_delay #(
      .Width(Width),
      .Depth(add_cycles(OrderBits + 1, ChunkBits))
  ) u_late (
      .clk_i,
      .d_i(t_i),
      .q_o(late)
  );

  assign turn = fold_i && room[OrderBits];

  always_ff @(posedge clk_i) begin
    negative_o  <= turn;
    magnitude_o <= turn ? Width'(other[OrderBits-1:0]) : late;
  end

  logic unused;
  assign unused = &{1'b0, room[OrderBits-1:0], other[OrderBits]};

endmodule
