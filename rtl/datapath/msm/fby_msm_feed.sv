// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Where the records of a pass come from: the streams in the first pass, the card's memory in the others.
///
///   first pass, points with it    words, points from the streams --> lanes, and into the memory if there are more passes
///   first pass, points resident   words from the stream, points from the memory --> lanes, words into the memory
///   run without a pass            points from the stream --> memory
///   further passes                memory --> lanes; one record a cycle, or in a split pass one for each lane
module fby_msm_feed
  import fby_mem_pkg::SLICES;
#(
    parameter int unsigned                       NumAdders  = 1,
    /// Banks of the memory, a multiple of NumAdders: as many for each lane.
    parameter int unsigned                       NumBanks   = 1,
    /// 0: no memory, and one pass only.
    parameter bit                                Memory     = 1'b1,
    parameter logic [fby_mem_pkg::ADDR_BITS-1:0] SliceBytes = fby_mem_pkg::ADDR_BITS'(1) << 20
) (
    input  logic                                            clk_i,
    input  logic                                            rst_i,
    /// Level: drop everything; memory_idle_o when nothing is under way.
    input  logic                                            flush_i,
    output logic                                            memory_idle_o,
    /// One-cycle pulse: a run starts; run_i and the plan stand still while it lasts.
    input  logic                                            run_start_i,
    input  fby_msm_pkg::run_t                               run_i,
    input  fby_msm_pkg::word_plan_t                         word_plan_i,
    output logic                                            run_ready_o,
    input  fby_msm_pkg::pass_now_t                          pass_i,
    input  logic [NumAdders-1:0]                            lanes_i,
    /// Records of the pass are still to be handed on, or stored.
    output logic                                            busy_o,
    input  fby_axi_pkg::axis_req_t                          scalars_i,
    output logic                                            scalars_ready_o,
    input  fby_axi_pkg::axis_req_t                          points_i,
    output logic                                            points_ready_o,
    /// Records of each lane; see fby_msm_share.
    output fby_msm_pkg::record_t [NumAdders-1:0]            record_o,
    output logic                 [NumAdders-1:0]            record_valid_o,
    input  logic                 [NumAdders-1:0]            record_ready_i,
    output logic                 [NumAdders-1:0]            end_o,
    output fby_msm_pkg::feed_told_t                         told_o,
    output fby_mem_pkg::mem_req_t       [NumBanks*SLICES-1:0] mem_req_o,
    input  fby_mem_pkg::mem_req_ready_t [NumBanks*SLICES-1:0] mem_req_ready_i,
    input  fby_mem_pkg::mem_rsp_t       [NumBanks*SLICES-1:0] mem_rsp_i,
    output fby_mem_pkg::mem_rsp_ready_t [NumBanks*SLICES-1:0] mem_rsp_ready_o
);
  import fby_msm_pkg::*;

  logic loads, keeps, first_resident, first_streamed, later;
  logic rst, divide_busy, intake_busy;
  logic [NumBanks-1:0][COUNT_BITS-1:0] bank_count;
  logic [NumAdders-1:0][COUNT_BITS-1:0] own_count;

  logic negative, word_valid, word_ready, point_valid, point_ready;
  logic [SUM_BITS-1:0] sum;
  point_t point;

  stored_t joined, merged, stream;
  store_t in;
  logic merged_valid, merged_ready, joined_valid, joined_ready, in_ready, stream_valid, stream_ready;
  logic store_done_q, share_done_q;
  stored_t [NumAdders-1:0] own;
  logic [NumAdders-1:0] own_valid, own_ready;
  logic [COUNT_BITS-1:0] joins_left_q;
  logic flush_pending_q, write_idle, share_start;
  fby_mem_pkg::mem_error_t [NumBanks-1:0] memory_error, memory_error_q;

  // What the pass is.
  assign loads          = run_i.passes == '0;
  assign keeps          = pass_i.first && run_i.passes != 7'd1;
  assign first_resident = pass_i.first && run_i.mode.resident;
  assign first_streamed = pass_i.first && !run_i.mode.resident;
  assign later          = !pass_i.first;

  assign rst = rst_i || flush_i;

  fby_msm_divide #(
      .NumBanks (NumBanks),
      .CountBits(COUNT_BITS)
  ) u_divide (
      .clk_i,
      .rst_i       (rst),
      .start_i     (run_start_i),
      .count_i     (run_i.points),
      .busy_o      (divide_busy),
      .bank_count_o(bank_count)
  );

  fby_msm_intake u_intake (
      .clk_i,
      .rst_i          (rst),
      .start_i        (pass_i.start && pass_i.first),
      .run_i,
      .word_plan_i,
      .busy_o         (intake_busy),
      .scalars_i      (scalars_i.beat.data),
      .scalars_valid_i(scalars_i.valid),
      .scalars_ready_o,
      .points_i       (points_i.beat.data),
      .points_valid_i (points_i.valid),
      .points_ready_o,
      .negative_o     (negative),
      .sum_o          (sum),
      .word_valid_o   (word_valid),
      .word_ready_i   (word_ready),
      .point_o        (point),
      .point_valid_o  (point_valid),
      .point_ready_i  (point_ready),
      .scalar_cut_o   (told_o.scalar_cut),
      .taken_o        (told_o.taken)
  );

  // ---------------------------------------------------------------------------------------------
  // The first pass: words and points meet, and go to lanes and memory, to each in its own time
  // ---------------------------------------------------------------------------------------------

  logic has_word, has_point, to_store, to_share;

  assign has_word     = loads || word_valid;
  assign has_point    = first_resident ? merged_valid : point_valid;
  assign joined_valid = pass_i.first && joins_left_q != '0 && has_word && has_point;
  assign joined       = '{negative: negative, sum: sum, point: first_resident ? merged.point : point};
  assign to_store     = keeps && !store_done_q;
  assign to_share     = !loads && !share_done_q;
  assign joined_ready = (!to_store || in_ready) && (!to_share || stream_ready);

  assign in           = '{valid: joined_valid && to_store, point: first_streamed, word: !loads, record: joined};
  assign stream       = later ? merged : joined;
  assign stream_valid = later ? merged_valid : joined_valid && to_share;

  assign word_ready   = joined_valid && joined_ready && !loads;
  assign point_ready  = joined_valid && joined_ready && first_streamed;
  assign merged_ready = later ? stream_ready : joined_valid && joined_ready && first_resident;

  always_ff @(posedge clk_i) begin
    if (joined_valid && joined_ready) begin
      store_done_q <= 1'b0;
      share_done_q <= 1'b0;
      joins_left_q <= joins_left_q - COUNT_BITS'(1);
    end else if (joined_valid) begin
      if (to_store && in_ready) store_done_q <= 1'b1;
      if (to_share && stream_ready) share_done_q <= 1'b1;
    end
    if (pass_i.start) joins_left_q <= pass_i.first ? run_i.points : '0;
    // What is gathered goes out behind the last one.
    flush_pending_q <= joined_valid && joined_ready && joins_left_q == COUNT_BITS'(1) && keeps;
    if (rst) begin
      store_done_q    <= 1'b0;
      share_done_q    <= 1'b0;
      joins_left_q    <= '0;
      flush_pending_q <= 1'b0;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Memory
  // ---------------------------------------------------------------------------------------------

  if (Memory) begin : gen_store
    fby_msm_store #(
        .NumBanks  (NumBanks),
        .NumLanes  (NumAdders),
        .SliceBytes(SliceBytes)
    ) u_store (
        .clk_i,
        .rst_i,
        .cancel_i      (flush_i),
        .idle_o        (memory_idle_o),
        .slot_i        (run_i.slot),
        .write_start_i (pass_i.start && keeps),
        .write_flush_i (flush_pending_q),
        .write_idle_o  (write_idle),
        .in_i          (in),
        .in_ready_o    (in_ready),
        .read_start_i  (pass_i.start && (later || first_resident)),
        .read_words_i  (later),
        .read_count_i  (bank_count),
        .out_o         (merged),
        .out_valid_o   (merged_valid),
        .out_ready_i   (merged_ready),
        .own_o         (own),
        .own_valid_o   (own_valid),
        .own_ready_i   (own_ready),
        .error_o       (memory_error),
        .mem_req_o,
        .mem_req_ready_i,
        .mem_rsp_i,
        .mem_rsp_ready_o
    );
  end else begin : gen_no_store
    assign memory_idle_o   = 1'b1;
    assign write_idle      = 1'b1;
    assign in_ready        = 1'b1;
    assign merged          = '0;
    assign merged_valid    = 1'b0;
    assign own             = '0;
    assign own_valid       = '0;
    assign memory_error    = '0;
    assign mem_req_o       = '0;
    assign mem_rsp_ready_o = '0;
    wire unused = ^{mem_req_ready_i, mem_rsp_i, merged_ready, own_ready, flush_pending_q, in};
  end

  // ---------------------------------------------------------------------------------------------
  // Lanes
  // ---------------------------------------------------------------------------------------------

  assign share_start = pass_i.start && !loads;

  for (genvar l = 0; l < int'(NumAdders); l++) begin : gen_own_count
    always_comb begin
      own_count[l] = '0;
      for (int unsigned b = l; b < NumBanks; b += NumAdders) own_count[l] = own_count[l] + bank_count[b];
    end
  end

  fby_msm_share #(
      .NumAdders(NumAdders)
  ) u_share (
      .clk_i,
      .rst_i         (rst),
      .start_i       (share_start),
      .split_i       (pass_i.split && later),
      .lanes_i,
      .count_i       (run_i.points),
      .own_count_i   (own_count),
      .stream_i      (stream),
      .stream_valid_i(stream_valid),
      .stream_ready_o(stream_ready),
      .own_i         (own),
      .own_valid_i   (own_valid),
      .own_ready_o   (own_ready),
      .record_o,
      .record_valid_o,
      .record_ready_i,
      .end_o
  );

  // A bank keeps its errors of reading and of writing until that is started again, which is not in each pass.
  always_ff @(posedge clk_i) memory_error_q <= memory_error;

  assign told_o.memory_error = (memory_error & ~memory_error_q) != '0;

  assign run_ready_o = !divide_busy;
  assign busy_o      = intake_busy || joins_left_q != '0 || flush_pending_q || !write_idle || !(&end_o);

  wire unused_sideband = ^{scalars_i.beat.note, scalars_i.beat.keep, scalars_i.beat.last,
                           points_i.beat.note, points_i.beat.keep, points_i.beat.last};

endmodule
