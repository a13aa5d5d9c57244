// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the stream port with a small FIFO and free inputs, reset in the first cycle. Nothing is assumed of
/// the bus: the promises hold even for a master that breaks AXI's rules or reserves nothing. With FBY_CONTRACT the bus reserves
/// as it should, and then no beat is refused.
module fby_stream_port_proof #(
  parameter int unsigned DepthEntries = 3
) (
  input logic                 clk_i,
  input fby_axi_pkg::axi_ax_t s_aw_i,
  input logic                 s_aw_valid_i,
  input fby_axi_pkg::axi_w_t  s_w_i,
  input logic                 s_w_valid_i,
  input logic                 s_b_ready_i,
  input fby_axi_pkg::axi_ax_t s_ar_i,
  input logic                 s_ar_valid_i,
  input logic                 s_r_ready_i,
  input logic                 m_ready_i,
  input logic                 flush_i,
  input logic [8:0]           reserve_i,
  input logic                 waits_i
);

  localparam int unsigned LevelBits = $clog2(DepthEntries + 1);
  logic                 ar_ready, aw_ready, w_ready;
  logic [LevelBits-1:0] free, level;

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_stream_port #(.DepthEntries(DepthEntries)) u_dut (
    .clk_i, .rst_i,
    .s_req_i({s_ar_valid_i, s_ar_i, s_aw_valid_i, s_aw_i, s_w_valid_i, s_w_i}),
    .s_req_ready_o({ar_ready, aw_ready, w_ready}),
    .s_rsp_o(), .s_rsp_ready_i({s_r_ready_i, s_b_ready_i}),
    .m_o(), .m_ready_i,
    .flush_i, .reserve_i, .free_o(free), .waits_i, .level_o(level), .events_o()
  );

`ifdef FBY_CONTRACT
  // Beats reserved and not announced yet; beats to come of each burst announced, oldest first.
  logic [3:0]      ahead_q;
  logic [3:0][3:0] left_q;
  logic [2:0]      count_q;
  logic [3:0]      ahead, beats;
  logic            aw_take, w_take, w_end;

  assign ahead   = ahead_q + 4'(reserve_i);
  assign beats   = 4'(s_aw_i.len) + 4'd1;
  assign aw_take = s_aw_valid_i && aw_ready;
  assign w_take  = s_w_valid_i && w_ready;
  assign w_end   = w_take && s_w_i.last;

  `FBY_ASSUME(reserves_what_is_free, 32'(reserve_i) <= 32'(free))
  `FBY_ASSUME(announces_what_is_reserved, !s_aw_valid_i || 32'(s_aw_i.len) < 32'(ahead))
  `FBY_ASSUME(bursts_are_whole, count_q == '0 || !s_w_valid_i || s_w_i.last == (left_q[0] == 4'd1))

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      ahead_q <= '0;
      left_q  <= '0;
      count_q <= '0;
    end else begin
      ahead_q <= ahead - (aw_take ? beats : 4'd0);
      count_q <= count_q + 3'(aw_take) - 3'(w_end);
      for (int unsigned k = 0; k < 4; k++) begin
        if (w_end) left_q[k] <= k < 3 ? left_q[2'(k + 1)] : '0;
        else if (w_take && k == 0) left_q[k] <= left_q[k] - 4'd1;
        if (aw_take && 32'(count_q) - 32'(w_end) == k) left_q[k] <= beats;
      end
    end
  end

  `FBY_ASSERT(no_beat_is_refused, count_q == '0 || w_ready)
  `FBY_ASSERT(reserved_within_room,
              32'(free) + 32'(ahead_q) + 32'(left_q[0]) + 32'(left_q[1]) + 32'(left_q[2]) + 32'(left_q[3]) + 32'(level)
              == DepthEntries)
  `FBY_ASSERT(same_bursts_open, count_q == 3'(u_dut.u_bursts.level_q))
  for (genvar k = 0; k < 4; k++) begin : gen_left
    `FBY_ASSERT(open_has_beats, (left_q[k] != '0) == (32'(count_q) > k))
  end
  `FBY_COVER(full_by_promises, free == '0 && 32'(level) == 1 && count_q == 3'd2)
`endif

endmodule
