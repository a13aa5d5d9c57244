// SPDX-License-Identifier: Apache-2.0
/// Event counters that stop at their end and can be cleared without losing an event.
///
/// In the cycle of a clear the counter becomes what happens in that cycle, not 0: whoever reads and
/// clears gets the count up to, but not including, this cycle.
module fby_status_counters #(
  parameter int unsigned NumCounters = 48,
  /// Width of a counter.
  parameter int unsigned CountBits   = 48,
  /// Width of the amount that one cycle may add.
  parameter int unsigned AmountBits  = 6
) (
  input  logic                                   clk_i,
  input  logic                                   rst_i,
  /// What each counter adds in this cycle.
  input  logic [NumCounters-1:0][AmountBits-1:0] amount_i,
  /// Start again from this cycle's amount.
  input  logic [NumCounters-1:0]                 clear_i,
  output logic [NumCounters-1:0][CountBits-1:0]  count_o
);

  if (AmountBits >= CountBits) begin : gen_bad_width
    $error("fby_status_counters: AmountBits must be less than CountBits");
  end

  logic [NumCounters-1:0][CountBits-1:0] count_q;

  for (genvar i = 0; i < NumCounters; i++) begin : gen_counter
    logic [CountBits:0] sum;
    assign sum = (CountBits + 1)'(clear_i[i] ? '0 : count_q[i]) + (CountBits + 1)'(amount_i[i]);

    always_ff @(posedge clk_i) begin
      if (rst_i) count_q[i] <= '0;
      else if (clear_i[i] || amount_i[i] != '0) begin
        count_q[i] <= sum[CountBits] ? '1 : sum[CountBits-1:0];
      end
    end
  end

  assign count_o = count_q;

endmodule
