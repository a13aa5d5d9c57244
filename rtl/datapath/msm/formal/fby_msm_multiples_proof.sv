// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of fby_msm_multiples over a small field: starts, takes and resets at any time that is allowed, with any rho.
module fby_msm_multiples_proof #(
    parameter int unsigned          OrderBits = 3,
    parameter logic [OrderBits-1:0] Order     = 7,
    parameter int unsigned          Classes   = 16,
    /// Two chunks a sum, as at the field's own width.
    parameter int unsigned          ChunkBits = 2,
    /// 1: the first start is at once, and there is no reset. So covers are reached and mutants found sooner.
    parameter bit                   AtOnce    = 1'b0,
    /// 1: with AtOnce, that start is the only one.
    parameter bit                   Single    = 1'b0
) (
    input logic                 clk_i,
    input logic                 reset_i,
    input logic                 start_i,
    input logic                 take_i,
    input logic [OrderBits-1:0] rho_i
);

  localparam int unsigned ProductBits = OrderBits + $clog2(Classes) + 1;

  logic first_q = 1'b1;
  logic second_q = 1'b0;
  logic rst_i, start, take, open, busy;
  logic [OrderBits-1:0] multiple;

  assign rst_i = (reset_i && !AtOnce) || first_q;
  assign start = ((AtOnce && second_q) || (start_i && !Single)) && !busy;
  assign take  = take_i && open && !start;

  fby_msm_multiples #(
      .OrderBits(OrderBits),
      .Order    (Order),
      .Classes  (Classes),
      .ChunkBits(ChunkBits)
  ) u_dut (
      .clk_i,
      .rst_i,
      .start_i   (start),
      .rho_i,
      .open_o    (open),
      .take_i    (take),
      .multiple_o(multiple),
      .busy_o    (busy)
  );

  // Takes since the last start, from 1 to Classes and again from 1, counted here.
  logic [OrderBits-1:0]   rho_q;
  logic [ProductBits-1:0] count_q, residue;
  logic                   counted_q;

  assign residue = (count_q * ProductBits'(rho_q)) % ProductBits'(Order);

  always_ff @(posedge clk_i) begin
    first_q  <= 1'b0;
    second_q <= first_q;
    if (take) begin
      count_q   <= count_q == ProductBits'(Classes) ? ProductBits'(1) : count_q + 1'b1;
      counted_q <= 1'b1;
    end
    if (start) begin
      rho_q   <= rho_i;
      count_q <= '0;
    end
    if (rst_i || start) counted_q <= 1'b0;
  end

  // 1. The multiple that was taken last is that of its place in the run.
  `FBY_ASSERT(multiple_is_that_of_its_class, !counted_q || ProductBits'(multiple) == residue)
  // 2. After a start the multiples come: in no state is there nothing on the way to them.
  `FBY_ASSERT(opens, !busy || open || u_dut.again_q || u_dut.f_under_way != '0)

  // This count and the design's are the same.
  `FBY_ASSERT(counts_agree, !u_dut.f_started_q
                            || (u_dut.f_taken_q == counted_q && u_dut.f_rho_q == rho_q
                                && count_q <= ProductBits'(Classes) && (counted_q == (count_q != '0))
                                && u_dut.class_q == count_q[$clog2(Classes)-1:0]))
  `FBY_ASSERT(nothing_counted_before_a_start, u_dut.f_started_q || !counted_q)

  // Every class in as many cycles, and some of the next turn.
  logic [5:0] pace_q;
  always_ff @(posedge clk_i) pace_q <= take ? pace_q + 6'(pace_q != '1) : '0;
  `FBY_COVER(classes_begin_again_at_full_pace, take && pace_q == 6'(Classes + 3) && rho_q == OrderBits'(5))
  `FBY_COVER(pauses, counted_q && !take && open && count_q == ProductBits'(9) && u_dut.f_under_way == '0)
  `FBY_COVER(another_start, start && counted_q && rho_i != rho_q)

endmodule
