// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Multi-scalar multiplication with one to three adders: windows in passes, a sum for each window. What it does is told by
/// whoever has its registers.
///
///   scalars -->+------+   +------+    +------+
///              | feed |-->| lane |--->|      |
///   points --->+------+   | lane |    | coll.|--> sums
///                |  ^     | lane |--->|      |
///                v  |     +------+    +------+
///              card memory
module fby_msm_engine
  import fby_mem_pkg::SLICES;
#(
    parameter int unsigned                       NumAdders  = 1,
    /// Buckets of each adder.
    parameter int unsigned                       NumBuckets = 32768,
    /// 0: no memory, and one pass only.
    parameter bit                                Memory     = 1'b1,
    /// Banks of the memory, a multiple of NumAdders. A bank gives no record while it is refreshed: a lane with two has one
    /// a cycle all the same.
    parameter int unsigned                       NumBanks   = NumAdders,
    /// Memory: bytes of a slice of a bank, 32 for each record.
    parameter logic [fby_mem_pkg::ADDR_BITS-1:0] SliceBytes = fby_mem_pkg::ADDR_BITS'(1) << 20,
    /// Operations that may wait for a bucket in flight.
    parameter int unsigned                       HoldDepth  = 64
) (
    input  logic                                               clk_i,
    input  logic                                               rst_i,
    /// Queues a run; refused while start_ready_o is low. What fits the memory is the caller's business.
    input  logic                                               start_valid_i,
    input  fby_msm_pkg::run_t                                  start_i,
    output logic                                               start_ready_o,
    /// Level: drop everything, run nothing.
    input  logic                                               abort_i,
    /// The plan: how words are made, a row of the window table to be written, the row of the pass table that is asked for.
    /// Nothing of it changes while busy_o.
    input  fby_msm_pkg::word_plan_t                            word_plan_i,
    input  fby_msm_pkg::window_write_t                         window_write_i,
    output logic [fby_msm_pkg::PASS_ROW_BITS-1:0]              pass_row_o,
    input  fby_msm_pkg::pass_row_t                             pass_row_i,
    /// Scalars: 32 bytes each, little-endian, canonical.
    input  fby_axi_pkg::axis_req_t                             scalars_i,
    output logic                                               scalars_ready_o,
    /// Points: 144 bytes each, (y - x), (y + x), 2dxy.
    input  fby_axi_pkg::axis_req_t                             points_i,
    output logic                                               points_ready_o,
    /// Sums: 192 bytes each, X, Y, Z, T; last with the last beat of a run.
    output fby_axi_pkg::axis_req_t                             result_o,
    input  logic                                               result_ready_i,
    output fby_msm_pkg::engine_events_t                        events_o,
    output fby_msm_pkg::engine_state_t                         state_o,
    /// Ports of the card's memory: six for each bank.
    output fby_mem_pkg::mem_req_t       [NumBanks*SLICES-1:0] mem_req_o,
    input  fby_mem_pkg::mem_req_ready_t [NumBanks*SLICES-1:0] mem_req_ready_i,
    input  fby_mem_pkg::mem_rsp_t       [NumBanks*SLICES-1:0] mem_rsp_i,
    output fby_mem_pkg::mem_rsp_ready_t [NumBanks*SLICES-1:0] mem_rsp_ready_o
);
  import fby_msm_pkg::*;

  logic lane_rst, flush, sweep;
  bucket_t sweep_bucket;
  run_t run;
  logic run_start, run_ready, run_done, pass_start, pass_done, first_pass, last_pass;
  logic memory_idle, feed_busy;
  feed_told_t told;

  logic [NumAdders-1:0] lanes, record_valid, record_ready, records_end, lane_busy, lane_done, reducing, stray;
  logic [NumAdders-1:0] sum_last, sum_valid, sum_ready;
  record_t [NumAdders-1:0] record;
  logic [NumAdders-1:0][fby_axi_pkg::DATA_BITS-1:0] sum_beat;
  lane_events_t lane_events[NumAdders];

  assign lane_rst = rst_i || flush;

  fby_msm_passes #(
      .NumBuckets(NumBuckets)
  ) u_passes (
      .clk_i,
      .rst_i,
      .start_valid_i,
      .start_i,
      .start_ready_o,
      .abort_i,
      .busy_o        (state_o.busy),
      .passes_done_o (state_o.passes_done),
      .runs_done_o   (state_o.runs_done),
      .flush_o       (flush),
      .memory_idle_i (memory_idle),
      .sweep_o       (sweep),
      .sweep_bucket_o(sweep_bucket),
      .run_start_o   (run_start),
      .run_o         (run),
      .run_ready_i   (run_ready),
      .pass_start_o  (pass_start),
      .pass_row_o,
      .first_pass_o  (first_pass),
      .last_pass_o   (last_pass),
      .pass_rest_i   (!feed_busy && lane_busy == '0),
      .pass_done_o   (pass_done),
      .run_done_o    (run_done)
  );

  fby_msm_feed #(
      .NumAdders (NumAdders),
      .NumBanks  (NumBanks),
      .Memory    (Memory),
      .SliceBytes(SliceBytes)
  ) u_feed (
      .clk_i,
      .rst_i,
      .flush_i       (flush),
      .memory_idle_o (memory_idle),
      .run_start_i   (run_start),
      .run_i         (run),
      .word_plan_i,
      .run_ready_o   (run_ready),
      .pass_i        ('{start: pass_start, first: first_pass, split: pass_row_i.split}),
      .lanes_i       (lanes),
      .busy_o        (feed_busy),
      .scalars_i,
      .scalars_ready_o,
      .points_i,
      .points_ready_o,
      .record_o      (record),
      .record_valid_o(record_valid),
      .record_ready_i(record_ready),
      .end_o         (records_end),
      .told_o        (told),
      .mem_req_o,
      .mem_req_ready_i,
      .mem_rsp_i,
      .mem_rsp_ready_o
  );

  for (genvar a = 0; a < int'(NumAdders); a++) begin : gen_lane
    pass_t pass;

    // A run without a pass is the feed's alone.
    assign lanes[a] = run.passes != '0 && a < 32'(pass_row_i.adders);

    always_comb begin
      pass = pass_row_i.lane;
      // Each lane has the windows behind those of the lane before it, but where all have the same.
      if (!pass_row_i.split) pass.first = pass_row_i.lane.first + ROW_BITS'(a) * (pass_row_i.lane.last + ROW_BITS'(1));
    end

    fby_msm_lane #(
        .NumBuckets(NumBuckets),
        .HoldDepth (HoldDepth)
    ) u_lane (
        .clk_i,
        .rst_i         (lane_rst),
        .sweep_i       (sweep),
        .sweep_bucket_i(sweep_bucket),
        .start_i       (pass_start && lanes[a]),
        .pass_i        (pass),
        .window_write_i,
        .record_i      (record[a]),
        .record_valid_i(record_valid[a]),
        .record_ready_o(record_ready[a]),
        .records_end_i (records_end[a]),
        .result_o      (sum_beat[a]),
        .result_last_o (sum_last[a]),
        .result_valid_o(sum_valid[a]),
        .result_ready_i(sum_ready[a]),
        .busy_o        (lane_busy[a]),
        .done_o        (lane_done[a]),
        .events_o      (lane_events[a])
    );

    assign reducing[a] = lane_busy[a] && !lane_events[a].fill;
    assign stray[a]    = lane_events[a].stray;
  end

  fby_msm_collect #(
      .NumAdders(NumAdders)
  ) u_collect (
      .clk_i,
      .rst_i      (lane_rst),
      .start_i    (pass_start),
      .lanes_i    (lanes),
      .last_pass_i(last_pass),
      .beat_i     (sum_beat),
      .last_i     (sum_last),
      .valid_i    (sum_valid),
      .ready_o    (sum_ready),
      .result_o,
      .result_ready_i
  );

  assign state_o.reducing     = |reducing;
  assign state_o.scalar_cut   = told.scalar_cut || stray != '0;
  // What an abort leaves behind is no run's.
  assign state_o.memory_error = told.memory_error && !flush;

  wire unused_done = ^lane_done;

  always_comb begin
    events_o = '0;
    for (int unsigned a = 0; a < NumAdders; a++) begin
      events_o.fill   = events_o.fill + 4'(lane_events[a].fill);
      events_o.add    = events_o.add + 4'(lane_events[a].add);
      events_o.starve = events_o.starve + 4'(lane_events[a].starve);
      events_o.hazard = events_o.hazard + 4'(lane_events[a].hazard);
      events_o.held   = events_o.held + 4'(lane_events[a].held);
      events_o.zero   = events_o.zero + 4'(lane_events[a].zero);
      events_o.reduce = events_o.reduce + 4'(lane_events[a].reduce);
    end
    events_o.active = feed_busy || lane_busy != '0;
    events_o.stall  = result_o.valid && !result_ready_i;
    events_o.pair   = told.taken;
    events_o.pass   = pass_done;
    events_o.run    = run_done;
  end

endmodule
