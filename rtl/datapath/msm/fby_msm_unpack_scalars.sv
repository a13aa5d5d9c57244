// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Takes scalars out of stream beats: two 32-byte words per beat, low word first.
///
/// A run takes exactly the number of scalars it was started with; what follows the last one in its beat
/// is padding and goes with it, so the next run starts at a beat boundary.
module fby_msm_unpack_scalars (
    input  logic                                     clk_i,
    input  logic                                     rst_i,
    /// One-cycle pulse: take this many scalars from the next beat on.
    input  logic                                     start_i,
    input  logic [fby_msm_pkg::COUNT_BITS-1:0]       count_i,
    /// Scalars are still to be handed on.
    output logic                                     busy_o,
    input  logic [fby_axi_pkg::DATA_BITS-1:0]        beat_i,
    input  logic                                     beat_valid_i,
    output logic                                     beat_ready_o,
    output logic [fby_msm_pkg::SCALAR_WORD_BITS-1:0] scalar_o,
    output logic                                     scalar_valid_o,
    input  logic                                     scalar_ready_i
);
  import fby_msm_pkg::*;

  logic [COUNT_BITS-1:0] left_q;
  logic upper_q;
  logic last, fire;

  assign busy_o         = left_q != '0;
  assign last           = left_q == COUNT_BITS'(1);
  assign scalar_o       = upper_q ? beat_i[SCALAR_WORD_BITS+:SCALAR_WORD_BITS] : beat_i[SCALAR_WORD_BITS-1:0];
  assign scalar_valid_o = beat_valid_i && busy_o;
  assign fire           = scalar_valid_o && scalar_ready_i;
  assign beat_ready_o   = busy_o && scalar_ready_i && (upper_q || last);

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      left_q  <= count_i;
      upper_q <= 1'b0;
    end else if (fire) begin
      left_q  <= left_q - COUNT_BITS'(1);
      upper_q <= !upper_q && !last;
    end
    if (rst_i) begin
      left_q  <= '0;
      upper_q <= 1'b0;
    end
  end

  `FBY_ASSERT(start_only_when_done, !(start_i && busy_o && !rst_i))

endmodule
