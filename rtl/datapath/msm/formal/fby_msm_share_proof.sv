// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the way from the records of a pass to the lanes: any passes one behind the other, any number of records, any
/// pauses of those that bring and of those that take. A record says which one it is, from 0 on in each pass.
module fby_msm_share_proof
  import fby_msm_pkg::record_t, fby_msm_pkg::stored_t, fby_msm_pkg::COUNT_BITS, fby_msm_pkg::CLASS_BITS,
         fby_msm_pkg::SUM_BITS;
#(
    parameter int unsigned NumAdders = 3
) (
    input logic                                 clk_i,
    input logic                                 rst_any_i,
    input logic                                 start_i,
    input logic                                 split_i,
    input logic [NumAdders-1:0]                 lanes_i,
    input logic [COUNT_BITS-1:0]                count_i,
    input logic [NumAdders-1:0][COUNT_BITS-1:0] own_count_i,
    input logic                                 stream_valid_i,
    input logic [NumAdders-1:0]                 own_valid_i,
    input logic [NumAdders-1:0]                 record_ready_i
);

  typedef logic [COUNT_BITS-1:0] count_t;

  logic                   first_q = 1'b1;
  logic                   rst_i, next, start, split_q;
  logic [NumAdders-1:0]   lanes_q;
  count_t                 count_q;
  count_t [NumAdders-1:0] own_count_q;

  record_t [NumAdders-1:0] record;
  stored_t [NumAdders-1:0] own;
  stored_t                 stream;
  logic    [NumAdders-1:0] record_valid, own_ready, ended;
  logic                    stream_ready;

  // Records that were brought and taken in this pass.
  count_t                 brought_q;
  count_t [NumAdders-1:0] own_brought_q, taken_q;

  assign rst_i = first_q || rst_any_i;
  // What a pass is stands still from before its start on.
  assign next  = start_i && ended == '1 && !start;

  always_comb begin
    stream     = '0;
    stream.sum = SUM_BITS'(brought_q);
    for (int unsigned l = 0; l < NumAdders; l++) begin
      own[l]     = '0;
      own[l].sum = SUM_BITS'(own_brought_q[l]);
    end
  end

  always_ff @(posedge clk_i) begin
    first_q <= 1'b0;
    if (stream_valid_i && stream_ready) brought_q <= brought_q + 1'b1;
    for (int unsigned l = 0; l < NumAdders; l++) begin
      if (own_valid_i[l] && own_ready[l]) own_brought_q[l] <= own_brought_q[l] + 1'b1;
      if (record_valid[l] && record_ready_i[l]) taken_q[l] <= taken_q[l] + 1'b1;
    end
    start <= next && !rst_i;
    if (next) begin
      split_q       <= split_i;
      lanes_q       <= lanes_i;
      count_q       <= count_i;
      own_count_q   <= own_count_i;
    end
    if (next || rst_i) begin
      brought_q     <= '0;
      own_brought_q <= '0;
      taken_q       <= '0;
    end
    // A pass that was cut has no records any more.
    if (rst_i) begin
      split_q     <= 1'b0;
      lanes_q     <= '0;
      count_q     <= '0;
      own_count_q <= '0;
    end
  end

  fby_msm_share #(
      .NumAdders(NumAdders)
  ) u_dut (
      .clk_i,
      .rst_i,
      .start_i       (start),
      .split_i       (split_q),
      .lanes_i       (lanes_q),
      .count_i       (count_q),
      .own_count_i   (own_count_q),
      .stream_i      (stream),
      .stream_valid_i,
      .stream_ready_o(stream_ready),
      .own_i         (own),
      .own_valid_i,
      .own_ready_o   (own_ready),
      .record_o      (record),
      .record_valid_o(record_valid),
      .record_ready_i,
      .end_o         (ended)
  );

  for (genvar l = 0; l < int'(NumAdders); l++) begin : gen_lane
    count_t wanted, number;
    assign wanted = split_q ? own_count_q[l] : lanes_q[l] ? count_q : '0;
    assign number = split_q ? count_t'(l) + taken_q[l] * count_t'(NumAdders) : taken_q[l];

    // 1. The record that a lane is offered is the next one of those that are its own, with its number in the run.
    `FBY_ASSERT(next_record, start || !record_valid[l]
                             || (record[l].stored.sum == SUM_BITS'(taken_q[l])
                                 && record[l].number == CLASS_BITS'(number)))
    // 2. It has no more than its own, and the end comes when it has all of them.
    `FBY_ASSERT(no_more_than_its_own, start || !record_valid[l] || taken_q[l] < wanted)
    `FBY_ASSERT(the_end_is_behind_the_last, start || split_q || !ended[l] || taken_q[l] == wanted)
    `FBY_ASSERT(the_end_of_a_share, start || !split_q || ended[l] == (taken_q[l] == own_count_q[l]))

    // What ties its inside to them.
    `FBY_ASSERT(share_left, start || !split_q || (u_dut.left_q[l] + taken_q[l] == own_count_q[l]
                                         && taken_q[l] <= own_count_q[l]
                                         && own_brought_q[l] == taken_q[l]
                                         && u_dut.lane_number_q[l] == CLASS_BITS'(number)))
    `FBY_ASSERT(shared_taken, start || split_q || (u_dut.left_q[l] == '0
                                          && taken_q[l] == (lanes_q[l] ? brought_q - count_t'(u_dut.wanted_q[l]) : '0)
                                          && (!u_dut.wanted_q[l] || (lanes_q[l] && brought_q != '0))))
    `FBY_COVER(all_taken, split_q && ended == '1 && own_count_q[l] == 3 && taken_q[l] == 3)
  end

  // 3. While nobody pauses something moves.
  `FBY_ASSERT(it_moves, start || ended == '1 || !(stream_valid_i && own_valid_i == '1 && record_ready_i == '1)
                        || stream_ready || (record_valid & record_ready_i) != '0)
  `FBY_ASSERT(shared_left, start || (split_q ? (u_dut.shared_left_q == '0 && u_dut.wanted_q == '0)
                                   : (u_dut.shared_left_q + brought_q == count_q && brought_q <= count_q
                                      && (count_q == '0 || u_dut.next_number_q == CLASS_BITS'(brought_q)))))
  `FBY_ASSERT(shared_register, u_dut.wanted_q == '0 || (u_dut.shared_q.sum == SUM_BITS'(brought_q - 1'b1)
                                                        && u_dut.number_q == CLASS_BITS'(brought_q - 1'b1)))
  `FBY_ASSERT(nothing_before_a_start, !start || (u_dut.shared_left_q == '0 && u_dut.wanted_q == '0 && u_dut.left_q == '0
                                                 && brought_q == '0 && taken_q == '0 && own_brought_q == '0))
  `FBY_COVER(lanes_apart, !split_q && lanes_q == '1 && taken_q[0] == 3 && taken_q[NumAdders-2] == 2)
  `FBY_COVER(two_of_three, !split_q && ended == '1 && lanes_q == 3 && taken_q[NumAdders-2] == 3)

endmodule
