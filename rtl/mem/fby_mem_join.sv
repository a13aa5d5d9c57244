// SPDX-License-Identifier: Apache-2.0

/// One record of the beats of several slices: given when each slice in use has one, and taken from all of them at once.
module fby_mem_join
  import fby_mem_pkg::*;
(
  /// Slices in use; the others are not waited for and are zero in the record.
  input  logic [SLICES-1:0] use_i,
  input  mem_record_t       data_i,
  input  logic [SLICES-1:0] valid_i,
  output logic [SLICES-1:0] ready_o,
  output mem_record_t       record_o,
  output logic              valid_o,
  input  logic              ready_i
);

  assign valid_o = (valid_i & use_i) == use_i && use_i != '0;
  assign ready_o = use_i & {SLICES{valid_o && ready_i}};

  for (genvar k = 0; k < int'(SLICES); k++) begin : g_slice
    assign record_o[k] = use_i[k] ? data_i[k] : '0;
  end

endmodule
