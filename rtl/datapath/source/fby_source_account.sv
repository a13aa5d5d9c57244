// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// What became of the samples of a lane since its burst began.
module fby_source_account
  import fby_source_pkg::*;
(
  input  logic     clk_i,
  input  logic     rst_i,
  /// One cycle: a burst begins.
  input  logic     start_i,
  input  fate_t    fate_i,
  output account_t account_o
);

  account_t account_q;

  assign account_o = account_q;

  always_ff @(posedge clk_i) begin
    if (rst_i || start_i) begin
      account_q <= '0;
    end else begin
      if (fate_i.keeps || fate_i.loses) account_q.produced <= account_q.produced + count_t'(1);
      if (fate_i.keeps) account_q.kept <= account_q.kept + count_t'(1);
      if (fate_i.loses) account_q.lost <= account_q.lost + count_t'(1);
    end
  end

  `FBY_ASSERT(SourceAccountIsWhole, account_q.produced == account_q.kept + account_q.lost)

  logic unused;
  assign unused = fate_i.gap;

endmodule
