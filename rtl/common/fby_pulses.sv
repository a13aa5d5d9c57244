// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Turns pulses of several sources into one pulse line without losing any: simultaneous ones follow each other.
module fby_pulses #(
  /// Sources.
  parameter int unsigned NumSources = 2,
  /// Width of the count of pulses not yet given out.
  parameter int unsigned CountBits  = 8
) (
  input  logic                  clk_i,
  input  logic                  rst_i,
  input  logic [NumSources-1:0] pulse_i,
  output logic                  pulse_o
);

  logic [CountBits-1:0] owed_q, sum;

  always_comb begin
    sum = owed_q;
    for (int unsigned i = 0; i < NumSources; i++) sum = sum + CountBits'(pulse_i[i]);
  end

  assign pulse_o = owed_q != '0;

  always_ff @(posedge clk_i) begin
    if (rst_i) owed_q <= '0;
    else       owed_q <= sum - CountBits'(pulse_o);
  end

  `FBY_ASSERT(none_lost, sum >= owed_q)

endmodule
