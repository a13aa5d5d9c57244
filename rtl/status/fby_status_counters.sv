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
  output logic [CountBits-1:0]                   count_o [NumCounters]
);

  if (AmountBits >= CountBits) begin : gen_bad_width
    $error("fby_status_counters: AmountBits must be less than CountBits");
  end

  typedef logic [CountBits-1:0] count_t;

  function automatic count_t saturating(input count_t count, input logic [AmountBits-1:0] amount);
    logic [CountBits:0] sum;
    sum = (CountBits + 1)'(count) + (CountBits + 1)'(amount);
    return sum[CountBits] ? '1 : sum[CountBits-1:0];
  endfunction

  for (genvar i = 0; i < NumCounters; i++) begin : gen_counter
    count_t count_q;

    always_ff @(posedge clk_i) begin
      if (rst_i) count_q <= '0;
      else if (clear_i[i] || amount_i[i] != '0) count_q <= saturating(clear_i[i] ? '0 : count_q, amount_i[i]);
    end

    assign count_o[i] = count_q;
  end

endmodule
