// SPDX-License-Identifier: Apache-2.0
/// Montgomery multiplication in the base field of BLS12-377: r = (a b + m p) / 2^384 with
/// m = -a b / p mod 2^384. One product per cycle, FQ_MUL_LATENCY cycles, no stall, no reset.
///
/// Operands are at most 6 p, results at most mul_max(a, b) < 1.24 p: congruent to a b / R, not
/// canonical. With the define FBY_SIM_MUL the simulation body stands in for the gates.
module fby_fq_mul
  import fby_fq_pkg::*;
#(
    /// 1: the simulation body (C++ through DPI), 0: the gates. Same result, same latency.
`ifdef FBY_SIM_MUL
    parameter bit Model = 1'b1
`else
    parameter bit Model = 1'b0
`endif
) (
    input  logic                    clk_i,
    /// Lets the simulation body skip idle cycles; without meaning for the gates.
    input  logic                    valid_i,
    input  logic [OPERAND_BITS-1:0] a_i,
    input  logic [OPERAND_BITS-1:0] b_i,
    output logic [RESULT_BITS-1:0]  r_o
);

`ifndef SYNTHESIS
  if (Model) begin : g_model
    fby_fq_mul_model u_model (
        .clk_i,
        .valid_i,
        .a_i,
        .b_i,
        .r_o
    );
  end
`else
  if (Model) begin : g_model
    $error("fby_fq_mul: the simulation body cannot be synthesised; undefine FBY_SIM_MUL");
  end
`endif

  if (!Model) begin : g_gates
    logic [PRODUCT_BITS-1:0] product;
    logic                    unused_valid;
    assign unused_valid = valid_i;

    fby_mul_karatsuba #(
        .Width (OPERAND_BITS),
        .Levels(KARATSUBA_LEVELS),
        .Skewed(1'b1)
    ) u_product (
        .clk_i,
        .a_i,
        .b_i,
        .r_o(product)
    );

    fby_fq_reduce u_reduce (
        .clk_i,
        .t_i(product),
        .r_o
    );
  end

endmodule
