// SPDX-License-Identifier: Apache-2.0
/// Every pair of operands of a small width through the recursive product, checked against the `*`
/// operator of the simulator: no split or recombination has a carry that is not seen here. Several pairs a cycle, since a
/// cycle costs the simulator's clock more than the products do.
module tb_mul_karatsuba
  import fby_fq_pkg::*;
#(
    parameter int unsigned Width  = 9,
    parameter int unsigned Levels = 2,
    /// log2 of the products at once.
    parameter int unsigned LaneBits = 3
) (
    input  logic        clk_i,
    input  logic        rst_i,
    /// All pairs have come out.
    output logic        done_o,
    output logic [31:0] checked_o,
    output logic [31:0] wrong_o
);

  localparam int unsigned PairBits = 2 * Width;
  localparam int unsigned CountBits = PairBits - LaneBits;
  localparam int unsigned Lanes = 1 << LaneBits;
  localparam int unsigned Latency = karatsuba_latency(Width, Levels);

  // The lane is the low end of the pair.
  logic [CountBits:0]   count_q;
  logic [Latency-1:0]   valid_q;
  logic                 offering;
  logic [Lanes-1:0]     differs;

  assign offering = !count_q[CountBits];

  for (genvar lane = 0; lane < Lanes; ++lane) begin : gen_lane
    logic [Width-1:0] a, b;
    logic [PairBits-1:0] expected_in, expected, product;

    assign {b, a} = {count_q[CountBits-1:0], LaneBits'(lane)};
    assign expected_in = PairBits'(a) * PairBits'(b);
    assign differs[lane] = product != expected;

    fby_mul_karatsuba #(
        .Width (Width),
        .Levels(Levels)
    ) u_product (
        .clk_i,
        .a_i(a),
        .b_i(b),
        .r_o(product)
    );

    fby_delay #(
        .Width(PairBits),
        .Depth(Latency),
        .Ring (1'b0)
    ) u_expected (
        .clk_i,
        .d_i(expected_in),
        .q_o(expected)
    );
  end

  assign done_o = !offering && valid_q == '0;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      count_q   <= '0;
      valid_q   <= '0;
      checked_o <= '0;
      wrong_o   <= '0;
    end else begin
      valid_q <= {valid_q[Latency-2:0], offering};
      if (offering) count_q <= count_q + 1'b1;
      if (valid_q[Latency-1]) begin
        checked_o <= checked_o + Lanes;
        wrong_o   <= wrong_o + 32'($countones(differs));
      end
    end
  end

endmodule
