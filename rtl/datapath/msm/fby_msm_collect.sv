// SPDX-License-Identifier: Apache-2.0
/// Puts the sums of all lanes into one stream: those of lane 0 first, pass by pass.
module fby_msm_collect #(
    parameter int unsigned NumAdders = 1
) (
    input  logic                                               clk_i,
    input  logic                                               rst_i,
    /// One-cycle pulse: a pass starts. What follows stands still while it lasts.
    input  logic                                               start_i,
    /// Lanes that take part, from lane 0 on.
    input  logic [NumAdders-1:0]                               lanes_i,
    input  logic                                               last_pass_i,
    /// Beats of each lane, last with its last one.
    input  logic [NumAdders-1:0][fby_axi_pkg::DATA_BITS-1:0]   beat_i,
    input  logic [NumAdders-1:0]                               last_i,
    input  logic [NumAdders-1:0]                               valid_i,
    output logic [NumAdders-1:0]                               ready_o,
    /// The stream, last with the last beat of a run.
    output fby_axi_pkg::axis_req_t                             result_o,
    input  logic                                               result_ready_i
);

  // The lane whose turn it is, one-hot, and those behind it that take part.
  logic [NumAdders-1:0] turn_q, next_turn;
  logic [fby_axi_pkg::DATA_BITS-1:0] beat;
  logic last;

  assign next_turn = turn_q << 1;

  always_comb begin
    beat = '0;
    for (int unsigned i = 0; i < NumAdders; i++) beat |= beat_i[i] & {fby_axi_pkg::DATA_BITS{turn_q[i]}};
  end

  assign last    = |(last_i & turn_q);
  assign ready_o = turn_q & {NumAdders{result_ready_i}};

  always_comb begin
    result_o           = '0;
    result_o.valid     = |(valid_i & turn_q);
    result_o.beat.data = beat;
    result_o.beat.keep = '1;
    result_o.beat.last = last && last_pass_i && (next_turn & lanes_i) == '0;
  end

  always_ff @(posedge clk_i) begin
    if (result_o.valid && result_ready_i && last) turn_q <= next_turn;
    if (start_i || rst_i) turn_q <= NumAdders'(1);
  end

endmodule
