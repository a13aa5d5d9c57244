// SPDX-License-Identifier: Apache-2.0
/// Both bodies of fby_fq_mul side by side: the gates and the simulation model get the same operands
/// and must agree in every cycle for which operands were valid.
module tb_fq_mul
  import fby_fq_pkg::*;
(
    input  logic                    clk_i,
    input  logic                    rst_i,
    input  logic                    valid_i,
    input  logic [OPERAND_BITS-1:0] a_i,
    input  logic [OPERAND_BITS-1:0] b_i,
    output logic                    valid_o,
    /// Result of the gates.
    output logic [RESULT_BITS-1:0]  r_o,
    /// Result of the simulation model.
    output logic [RESULT_BITS-1:0]  model_o,
    /// Valid results so far, and those in which the bodies differed.
    output logic [31:0]             compared_o,
    output logic [31:0]             differing_o,
    /// Latency, for the test to check against.
    output logic [31:0]             latency_o
);

  logic [FQ_MUL_LATENCY-1:0] valid_q;

  fby_fq_mul #(.Model(1'b0)) u_gates (.clk_i, .valid_i, .a_i, .b_i, .r_o(r_o));
  fby_fq_mul #(.Model(1'b1)) u_model (.clk_i, .valid_i, .a_i, .b_i, .r_o(model_o));

  assign valid_o   = valid_q[FQ_MUL_LATENCY-1];
  assign latency_o = FQ_MUL_LATENCY;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      valid_q     <= '0;
      compared_o  <= '0;
      differing_o <= '0;
    end else begin
      valid_q <= {valid_q[FQ_MUL_LATENCY-2:0], valid_i};
      if (valid_o) begin
        compared_o <= compared_o + 1;
        if (r_o != model_o) differing_o <= differing_o + 1;
      end
    end
  end

endmodule
