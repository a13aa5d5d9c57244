// SPDX-License-Identifier: Apache-2.0
/// How many of some records lie in each bank: record i is in bank i mod NumBanks. One bit a cycle, once a run.
module fby_msm_divide #(
    parameter int unsigned NumBanks = 3,
    /// Width of the counts.
    parameter int unsigned CountBits = 32
) (
    input  logic                               clk_i,
    input  logic                               rst_i,
    /// One-cycle pulse: count_i is to be shared out.
    input  logic                               start_i,
    input  logic [CountBits-1:0]               count_i,
    output logic                               busy_o,
    output logic [NumBanks-1:0][CountBits-1:0] bank_count_o
);

  localparam int unsigned StepBits = $clog2(CountBits + 1);
  localparam int unsigned RestBits = $clog2(NumBanks) + 1;

  logic [CountBits-1:0] quotient_q;
  logic [RestBits-1:0] rest_q, rest;
  logic [StepBits-1:0] left_q;
  logic fits;

  // The count is shifted out at the top while the quotient comes in at the bottom.
  assign rest = RestBits'({rest_q, quotient_q[CountBits-1]});
  assign fits = 32'(rest) >= NumBanks;

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      quotient_q <= count_i;
      rest_q     <= '0;
      left_q     <= StepBits'(CountBits);
    end else if (left_q != '0) begin
      quotient_q <= {quotient_q[CountBits-2:0], fits};
      rest_q     <= fits ? rest - RestBits'(NumBanks) : rest;
      left_q     <= left_q - StepBits'(1);
    end
    if (rst_i) left_q <= '0;
  end

  assign busy_o = left_q != '0;

  for (genvar b = 0; b < int'(NumBanks); b++) begin : gen_bank
`ifdef FBY_MUTANT_DIVIDE_REST
  // Mutant: one bank too many gets of the rest.
    assign bank_count_o[b] = quotient_q + CountBits'(b <= 32'(rest_q));
`else
    assign bank_count_o[b] = quotient_q + CountBits'(b < 32'(rest_q));
`endif
  end

endmodule
