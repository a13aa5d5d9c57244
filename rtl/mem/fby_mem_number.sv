// SPDX-License-Identifier: Apache-2.0

/// Running record number: set at a start, one more for each record that is placed, until the slice is full.
module fby_mem_number
  import fby_mem_pkg::*;
#(
  /// Records that fit.
  parameter mem_number_t CapacityRecords = '1
) (
  input  logic        clk_i,
  input  logic        rst_i,
  input  logic        start_i,
  input  mem_number_t first_i,
  /// A record is placed at this number; nothing is counted where it is full.
  input  logic        place_i,
  output mem_number_t number_o,
  output logic        full_o
);

  mem_number_t number_q;

  assign number_o = number_q;
  assign full_o   = number_q >= CapacityRecords;

  always_ff @(posedge clk_i) begin
    if (rst_i) number_q <= '0;
    else if (start_i) number_q <= first_i;
    else if (place_i && !full_o) number_q <= number_q + 1'b1;
  end

endmodule
