// SPDX-License-Identifier: Apache-2.0

/// What has happened in a channel since all was forgotten.
module fby_transmit_account
  import fby_source_pkg::count_t;
  import fby_transmit_pkg::*;
(
  input  logic     clk_i,
  input  logic     rst_i,
  input  fate_t    fate_i,
  output account_t account_o
);

  account_t account_q;

  assign account_o = account_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      account_q <= '0;
    end else begin
      account_q.sent         <= account_q.sent + count_t'(fate_i.sends);
      account_q.missed       <= account_q.missed + count_t'(fate_i.misses);
      account_q.late         <= account_q.late + count_t'(fate_i.late_samples);
      account_q.late_packets <= account_q.late_packets + 32'(fate_i.late);
      account_q.packets      <= account_q.packets + 32'(fate_i.accepts);
      account_q.skips        <= account_q.skips + 32'(fate_i.skips);
    end
  end

endmodule
