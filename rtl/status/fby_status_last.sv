// SPDX-License-Identifier: Apache-2.0
/// Keeps the address of the most recent error; clearing does not lose one that arrives in that cycle.
module fby_status_last (
  input  logic        clk_i,
  input  logic        rst_i,
  /// Address of an error in this cycle.
  input  logic [63:0] addr_i,
  input  logic        valid_i,
  /// Back to 0.
  input  logic        clear_i,
  output logic [63:0] addr_o
);

  logic [63:0] addr_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) addr_q <= '0;
    else if (valid_i) addr_q <= addr_i;
    else if (clear_i) addr_q <= '0;
  end

  assign addr_o = addr_q;

endmodule
