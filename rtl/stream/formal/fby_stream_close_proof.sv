// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the gaps' closing: beats come out CLOSE_CYCLES later, in order, each byte with a strobe in the lane that is the number of
/// such bytes below it. The solver chooses which lane is looked at.
module fby_stream_close_proof
  import fby_axi_pkg::*;
(
  input logic                  clk_i,
  input logic                  valid_i,
  input logic                  close_i,
  input logic [DATA_BITS-1:0]  data_i,
  input logic [DATA_BYTES-1:0] strb_i,
  input logic [LANE_BITS-1:0]  lane_i
);
  localparam int unsigned Cycles = fby_stream_pkg::CLOSE_CYCLES;

  logic                              rst_i = 1'b1;
  logic                              valid;
  logic [DATA_BITS-1:0]              data;
  logic [DATA_BYTES-1:0]             strb;
  logic [$clog2(DATA_BYTES + 1)-1:0] count;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_stream_close u_dut (
    .clk_i, .rst_i, .valid_i, .close_i, .data_i, .strb_i, .valid_o(valid), .data_o(data), .strb_o(strb), .count_o(count)
  );

  // What went in that many cycles ago.
  logic [Cycles-1:0]                 valid_q, close_q;
  logic [Cycles-1:0][DATA_BITS-1:0]  data_q;
  logic [Cycles-1:0][DATA_BYTES-1:0] strb_q;
  always_ff @(posedge clk_i) begin
    valid_q <= rst_i ? '0 : {valid_q[Cycles-2:0], valid_i};
    close_q <= {close_q[Cycles-2:0], close_i};
    data_q  <= {data_q[Cycles-2:0], data_i};
    strb_q  <= {strb_q[Cycles-2:0], strb_i};
  end

  // Counted one by one.
  logic [LANE_BITS:0] below, all;
  logic               there;
  logic [7:0]         was, is;
  always_comb begin
    below = '0;
    all   = '0;
    there = 1'b0;
    was   = '0;
    for (int unsigned i = 0; i < DATA_BYTES; i++) begin
      if (strb_q[Cycles-1][i] && i < 32'(lane_i)) below += 1'b1;
      if (strb_q[Cycles-1][i]) all += 1'b1;
      if (i == 32'(lane_i)) begin
        there = strb_q[Cycles-1][i];
        was   = data_q[Cycles-1][8*i +: 8];
      end
    end
    is = data[8 * below[LANE_BITS-1:0] +: 8];
  end

  `FBY_ASSERT(same_beat, valid == valid_q[Cycles-1])
  `FBY_ASSERT(strobes_stay, !valid || strb == strb_q[Cycles-1])
  `FBY_ASSERT(bytes_are_counted, !valid || 32'(count) == 32'(all))
  `FBY_ASSERT(byte_is_in_its_lane, !valid || !close_q[Cycles-1] || !there || is == was)
  `FBY_ASSERT(others_stay_as_they_are, !valid || close_q[Cycles-1] || data == data_q[Cycles-1])

  `FBY_COVER(far_moves, valid && close_q[Cycles-1] && there && 32'(lane_i) == DATA_BYTES - 1 && below == 1)
  `FBY_COVER(all_bytes, valid && close_q[Cycles-1] && 32'(all) == DATA_BYTES)
  `FBY_COVER(not_closed, valid && !close_q[Cycles-1] && strb != '0 && valid_q == 3'b101)

endmodule
