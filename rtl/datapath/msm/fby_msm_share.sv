// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Gives each lane its records: the same ones to all, or to each those of its own banks.
///
///   shared   stream --> one register --> every lane that takes part, each in its own time
///   split    banks of lane l ---------> lane l
///
/// Record i of a run lies in a bank of lane i mod NumAdders.
module fby_msm_share #(
    parameter int unsigned NumAdders = 1
) (
    input  logic                                              clk_i,
    input  logic                                              rst_i,
    /// One-cycle pulse: a pass starts. What follows stands still until end_o.
    input  logic                                              start_i,
    input  logic                                              split_i,
    /// Lanes that take part, from lane 0 on.
    input  logic [NumAdders-1:0]                              lanes_i,
    /// Records of the run, and of each lane's banks.
    input  logic [fby_msm_pkg::COUNT_BITS-1:0]                count_i,
    input  logic [NumAdders-1:0][fby_msm_pkg::COUNT_BITS-1:0] own_count_i,
    /// Records in; their numbers are made here.
    input  fby_msm_pkg::stored_t                              stream_i,
    input  logic                                              stream_valid_i,
    output logic                                              stream_ready_o,
    input  fby_msm_pkg::stored_t [NumAdders-1:0]              own_i,
    input  logic                 [NumAdders-1:0]              own_valid_i,
    output logic                 [NumAdders-1:0]              own_ready_o,
    /// Records out. Level end_o: the lane gets no more in this pass.
    output fby_msm_pkg::record_t [NumAdders-1:0]              record_o,
    output logic                 [NumAdders-1:0]              record_valid_o,
    input  logic                 [NumAdders-1:0]              record_ready_i,
    output logic                 [NumAdders-1:0]              end_o
);
  import fby_msm_pkg::*;

  typedef logic [COUNT_BITS-1:0] count_t;

  // The shared register: a record, and the lanes that still want it.
  stored_t shared_q;
  logic [NumAdders-1:0] wanted_q;
  logic [CLASS_BITS-1:0] number_q, next_number_q;
  count_t shared_left_q;
  logic shared_valid, shared_free, shared_fire;

  // A split pass: what each lane still has, and the number of its next record.
  logic [NumAdders-1:0][COUNT_BITS-1:0] left_q;
  logic [NumAdders-1:0][CLASS_BITS-1:0] lane_number_q;
  logic [NumAdders-1:0] split_fire;

  assign shared_valid = !split_i && shared_left_q != '0 && stream_valid_i;
`ifdef FBY_MUTANT_SHARE_FORGETS
  // Mutant: the first that takes it is enough.
  assign shared_free  = wanted_q == '0 || (wanted_q & record_ready_i) != '0;
`else
  assign shared_free  = (wanted_q & ~record_ready_i) == '0;
`endif
  assign shared_fire  = shared_valid && shared_free;

  assign stream_ready_o = !split_i && shared_left_q != '0 && shared_free;

  for (genvar l = 0; l < int'(NumAdders); l++) begin : gen_lane
    assign own_ready_o[l] = split_i && left_q[l] != '0 && record_ready_i[l];
    assign split_fire[l]   = own_valid_i[l] && own_ready_o[l];

    assign record_o[l] = split_i ? '{number: lane_number_q[l], stored: own_i[l]}
                                 : '{number: number_q, stored: shared_q};
    assign record_valid_o[l] = split_i ? (left_q[l] != '0 && own_valid_i[l]) : wanted_q[l];
    assign end_o[l]          = split_i ? left_q[l] == '0 : (shared_left_q == '0 && !wanted_q[l]);

    always_ff @(posedge clk_i) begin
      if (split_fire[l]) begin
        left_q[l]        <= left_q[l] - count_t'(1);
`ifdef FBY_MUTANT_SHARE_NUMBERS
  // Mutant: numbers of a split pass are counted by ones.
        lane_number_q[l] <= lane_number_q[l] + CLASS_BITS'(1);
`else
        lane_number_q[l] <= lane_number_q[l] + CLASS_BITS'(NumAdders);
`endif
      end
      if (start_i) begin
        left_q[l]        <= split_i ? own_count_i[l] : '0;
        lane_number_q[l] <= CLASS_BITS'(l);
      end
      if (rst_i) left_q[l] <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (shared_fire) begin
      shared_q <= stream_i;
      number_q <= next_number_q;
    end
  end

  always_ff @(posedge clk_i) begin
`ifdef FBY_MUTANT_SHARE_TWICE
  // Mutant: who has taken it is offered it again while others have not.
    wanted_q <= shared_fire ? lanes_i : shared_free ? '0 : wanted_q;
`else
    wanted_q <= shared_fire ? lanes_i : wanted_q & ~record_ready_i;
`endif
    if (shared_fire) begin
      shared_left_q <= shared_left_q - count_t'(1);
      next_number_q <= next_number_q + CLASS_BITS'(1);
    end
    if (start_i) begin
      shared_left_q <= split_i ? '0 : count_i;
      next_number_q <= '0;
    end
    if (rst_i) begin
      wanted_q      <= '0;
      shared_left_q <= '0;
    end
  end

  `FBY_ASSERT(started_only_when_done, !start_i || (shared_left_q == '0 && wanted_q == '0 && left_q == '0))

endmodule
