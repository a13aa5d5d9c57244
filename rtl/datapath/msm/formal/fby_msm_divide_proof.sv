// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the division of records among banks: any count, as often as it likes.
module fby_msm_divide_proof #(
    parameter int unsigned NumBanks  = 3,
    parameter int unsigned CountBits = 6
) (
    input logic                 clk_i,
    input logic                 start_i,
    input logic [CountBits-1:0] count_i
);

  logic                                rst_i = 1'b1;
  logic                                busy, done_q;
  logic [CountBits-1:0]                count_q;
  logic [NumBanks-1:0][CountBits-1:0]  bank_count;
  logic [7:0]                          age_q;

  always_ff @(posedge clk_i) begin
    rst_i  <= 1'b0;
    done_q <= !rst_i && (start_i || done_q);
    age_q  <= start_i ? '0 : (age_q == '1) ? age_q : age_q + 8'd1;
    if (start_i) count_q <= count_i;
  end

  fby_msm_divide #(
      .NumBanks (NumBanks),
      .CountBits(CountBits)
  ) u_dut (
      .clk_i,
      .rst_i,
      .start_i,
      .count_i,
      .busy_o      (busy),
      .bank_count_o(bank_count)
  );

  for (genvar b = 0; b < int'(NumBanks); b++) begin : gen_bank
    logic [CountBits-1:0] mine;
    always_comb begin
      mine = '0;
      for (int unsigned i = 0; i < 2 ** CountBits; i++) begin
        if (i % NumBanks == b && i < 32'(count_q)) mine = mine + 1'b1;
      end
    end
    // A bank has the records whose turn is its own.
    `FBY_ASSERT(records_of_the_bank, !done_q || busy || bank_count[b] == mine)
  end

  `FBY_ASSERT(it_ends, !done_q || busy == (32'(age_q) < CountBits))
  `FBY_COVER(uneven, done_q && !busy && bank_count[0] == 5 && bank_count[NumBanks-1] == 4)

endmodule
