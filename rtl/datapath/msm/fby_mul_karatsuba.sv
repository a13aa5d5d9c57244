// SPDX-License-Identifier: Apache-2.0
/// Full product of two unsigned operands by recursive Karatsuba, one product per cycle.
///
/// With a = a1 2^H + a0 and b alike: z0 = a0 b0, z2 = a1 b1, zs = (a0 + a1)(b0 + b1), and
/// a b = z2 2^2H + (zs - z0 - z2) 2^H + z0. The middle term a0 b1 + a1 b0 is never negative, so
/// computing it modulo 2^(2 H + 1) is exact.
///
/// Latency: fby_fq_pkg::karatsuba_latency(Width, Levels). The branches of one level differ by a bit
/// in width; the narrower ones are delayed to the widest. A skewed product is not brought together: its last bits come
/// with that latency, those below as fby_fq_pkg::product_gives says, the low half before all the sums.
module fby_mul_karatsuba
  import fby_fq_pkg::*;
#(
    /// Width of both operands, bits.
    parameter int unsigned Width  = OPERAND_BITS,
    /// Levels of splitting; 0 is a leaf.
    parameter int unsigned Levels = KARATSUBA_LEVELS,
    /// 1: each part of the product leaves when it is there.
    parameter bit          Skewed = 1'b0
) (
    input  logic               clk_i,
    input  logic [Width-1:0]   a_i,
    input  logic [Width-1:0]   b_i,
    output logic [2*Width-1:0] r_o
);

  if (Levels == 0) begin : g_leaf
    fby_mul_leaf #(
        .Width(Width)
    ) u_leaf (
        .clk_i,
        .a_i,
        .b_i,
        .r_o
    );
  end else begin : g_split
    localparam int unsigned Half       = split_bits(Width);
    localparam int unsigned HighBits   = Width - Half;
    localparam int unsigned SumBits    = Half + 1;
    localparam int unsigned MiddleBits = 2 * Half + 1;
    localparam int unsigned TopBits    = 2 * Width - Half;

    localparam int unsigned SumLatency    = add_latency(SumBits);
    localparam int unsigned MiddleLatency = add_latency(MiddleBits);
    localparam int unsigned TopLatency    = add_latency(TopBits);
    localparam int unsigned BranchLatency = karatsuba_latency(SumBits, Levels - 1);
    /// The direct branches skip the operand sums and may be faster by themselves.
    localparam int unsigned LowSlack  =
        SumLatency + BranchLatency - karatsuba_latency(Half, Levels - 1);
    localparam int unsigned HighSlack =
        SumLatency + BranchLatency - karatsuba_latency(HighBits, Levels - 1);

    if (Width < 4) begin : g_bad
      $error("fby_mul_karatsuba: an operand below 4 bits is not worth splitting");
    end

    logic [Half-1:0]     a_low, b_low;
    logic [HighBits-1:0] a_high, b_high;
    logic [SumBits-1:0]  a_sum, b_sum;

    fby_add_pipe #(
        .Width(SumBits)
    ) u_a_sum (
        .clk_i,
        .a_i    (SumBits'(a_i[Half-1:0])),
        .b_i    (SumBits'(a_i[Width-1:Half])),
        .carry_i(1'b0),
        .s_o    (a_sum)
    );

    fby_add_pipe #(
        .Width(SumBits)
    ) u_b_sum (
        .clk_i,
        .a_i    (SumBits'(b_i[Half-1:0])),
        .b_i    (SumBits'(b_i[Width-1:Half])),
        .carry_i(1'b0),
        .s_o    (b_sum)
    );

    // Delaying operands is cheaper than delaying products, which are twice as wide.
    fby_delay #(
        .Width(2 * Half),
        .Depth(LowSlack)
    ) u_low_slack (
        .clk_i,
        .d_i({a_i[Half-1:0], b_i[Half-1:0]}),
        .q_o({a_low, b_low})
    );

    fby_delay #(
        .Width(2 * HighBits),
        .Depth(HighSlack)
    ) u_high_slack (
        .clk_i,
        .d_i({a_i[Width-1:Half], b_i[Width-1:Half]}),
        .q_o({a_high, b_high})
    );

    logic [2*Half-1:0]     z0;
    logic [2*HighBits-1:0] z2;
    logic [2*SumBits-1:0]  zs;

    fby_mul_karatsuba #(
        .Width (Half),
        .Levels(Levels - 1)
    ) u_low (
        .clk_i,
        .a_i(a_low),
        .b_i(b_low),
        .r_o(z0)
    );

    fby_mul_karatsuba #(
        .Width (HighBits),
        .Levels(Levels - 1)
    ) u_high (
        .clk_i,
        .a_i(a_high),
        .b_i(b_high),
        .r_o(z2)
    );

    fby_mul_karatsuba #(
        .Width (SumBits),
        .Levels(Levels - 1)
    ) u_sum (
        .clk_i,
        .a_i(a_sum),
        .b_i(b_sum),
        .r_o(zs)
    );

    // Middle term: zs - z0 - z2, two inverted operands and their two carries. Its top bit would be
    // bit 2 Half + 1 of zs, which the difference never reaches.
    logic [MiddleBits-1:0] z1;
    logic                  unused_zs_top;
    assign unused_zs_top = zs[MiddleBits];

    fby_add3_pipe #(
        .Width(MiddleBits)
    ) u_middle (
        .clk_i,
        .a_i    (zs[MiddleBits-1:0]),
        .b_i    (~MiddleBits'(z0)),
        .c_i    (~MiddleBits'(z2)),
        .carry_i(2'b11),
        .s_o    (z1)
    );

    logic [TopBits-1:0] outer;
    logic [Half-1:0]    low_at_top;

    fby_delay #(
        .Width(TopBits),
        .Depth(MiddleLatency)
    ) u_outer (
        .clk_i,
        .d_i({z2, z0[2*Half-1:Half]}),
        .q_o(outer)
    );

    fby_delay #(
        .Width(Half),
        .Depth(Skewed ? 0 : MiddleLatency + TopLatency)
    ) u_low_half (
        .clk_i,
        .d_i(z0[Half-1:0]),
        .q_o(low_at_top)
    );

    logic [TopBits-1:0] top;
    fby_add_pipe #(
        .Width (TopBits),
        .Skewed(Skewed)
    ) u_top (
        .clk_i,
        .a_i    (outer),
        .b_i    (TopBits'(z1)),
        .carry_i(1'b0),
        .s_o    (top)
    );

    assign r_o = {top, low_at_top};
  end

endmodule
