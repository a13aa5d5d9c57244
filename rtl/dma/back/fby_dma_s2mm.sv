// SPDX-License-Identifier: Apache-2.0
/// Stream to host memory: a request takes bytes until it is full or its packet ends.
module fby_dma_s2mm
  import fby_dma_back_pkg::*;
#(
  parameter int unsigned WriteSlots    = 8,
  parameter int unsigned FifoBeats     = 64,
  parameter int unsigned MaxBurstBytes = 1024
) (
  input  logic                  clk_i,
  input  logic                  rst_i,
  input  fby_dma_pkg::dma_req_t req_i,
  input  logic                  req_valid_i,
  output logic                  req_ready_o,
  output fby_dma_pkg::dma_rsp_t rsp_o,
  output logic                  rsp_valid_o,
  input  logic                  rsp_ready_i,
  /// Level: begin nothing, drop what has not moved, answer; see fby_dma_pkg.
  input  logic                  cancel_i,
  input  fby_axi_pkg::axis_t    s_i,
  input  logic                  s_valid_i,
  output logic                  s_ready_o,
  output fby_axi_pkg::axi_ax_t  aw_o,
  output logic                  aw_valid_o,
  input  logic                  aw_ready_i,
  output fby_axi_pkg::axi_w_t   w_o,
  output logic                  w_valid_o,
  input  logic                  w_ready_i,
  input  fby_axi_pkg::axi_b_t   b_i,
  input  logic                  b_valid_i,
  output logic                  b_ready_o,
  output logic                  busy_o
);

  logic                              accept, free, wr_fail, take_ready, align_busy;
  tag_t                              tag, wr_fail_tag;
  tags_t                             failed, wr_failed;
  piece_t                            piece;
  logic [fby_axi_pkg::DATA_BITS-1:0] data;
  logic                              piece_valid, piece_ready;
  beat_t                             beat;
  fby_axi_pkg::axi_ask_t             ask;
  logic                              ask_valid, ask_take;
  logic                              beat_valid, beat_ready;
  fby_dma_pkg::dma_rsp_t             info, done;
  logic                              info_valid, done_valid;
  wreq_t                             wreq;

  assign req_ready_o = free && take_ready;
  assign accept      = req_valid_i && req_ready_o;
  assign wreq        = '{addr: req_i.host_addr, fixed: 1'b0, tag: tag};

  fby_dma_tags u_tags (
    .clk_i, .rst_i,
    .free_o       (free),
    .tag_o        (tag),
    .accept_i     (accept),
    .done_i       (rsp_valid_o && rsp_ready_i),
    .rd_fail_i    (1'b0),
    .rd_fail_tag_i('0),
    .wr_fail_i    (wr_fail),
    .wr_fail_tag_i(wr_fail_tag),
    .failed_o     (failed),
    .wr_failed_o  (wr_failed),
    .busy_o
  );

  fby_dma_take u_take (
    .clk_i, .rst_i,
    .dst_i        (req_i.host_addr[fby_axi_pkg::LANE_BITS-1:0]),
    .len_i        (req_i.len),
    .tag_i        (tag),
    .stop_at_eop_i(req_i.stop_at_eop),
    .first_i      (req_i.first),
    .valid_i      (req_valid_i && free),
    .ready_o      (take_ready),
    .failed_i     (failed),
    .fail_i       (wr_fail),
    .cancel_i,
    .s_i, .s_valid_i, .s_ready_o,
    .piece_o      (piece),
    .data_o       (data),
    .piece_valid_o(piece_valid),
    .piece_ready_i(piece_ready),
    .info_o       (info),
    .info_valid_o (info_valid)
  );

  fby_dma_align u_align (
    .clk_i, .rst_i,
    .piece_i(piece),
    .data_i (data),
    .valid_i(piece_valid),
    .ready_o(piece_ready),
    .beat_o (beat),
    .valid_o(beat_valid),
    .ready_i(beat_ready),
    .busy_o (align_busy)
  );

  fby_dma_dst #(
    .DstCard      (1'b0),
    .Slots        (WriteSlots),
    .FifoBeats    (FifoBeats),
    .MaxBurstBytes(MaxBurstBytes)
  ) u_dst (
    .clk_i, .rst_i,
    .wreq_i      (wreq),
    .wreq_valid_i(accept),
    .failed_i    (wr_failed),
    // What was taken from the stream is written: it is nowhere else.
    .cancel_i    (1'b0),
    .beat_i      (beat),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .info_i      (info),
    .info_valid_i(info_valid),
    // Host memory always has room.
    .ask_o       (ask),
    .ask_valid_o (ask_valid),
    .ask_take_o  (ask_take),
    .room_i      (1'b1),
    .aw_o, .aw_valid_o, .aw_ready_i,
    .w_o, .w_valid_o, .w_ready_i,
    .b_i, .b_valid_i, .b_ready_o,
    .rsp_o       (done),
    .rsp_valid_o (done_valid),
    .fail_o      (wr_fail),
    .fail_tag_o  (wr_fail_tag)
  );

  fby_dma_rsp u_rsp (
    .clk_i, .rst_i,
    .rsp_i  (done),
    .valid_i(done_valid),
    .rsp_o, .rsp_valid_o, .rsp_ready_i
  );

  logic unused;
  assign unused = &{1'b0, req_i.card_addr, req_i.eop, req_i.fixed_card_addr, align_busy, ask, ask_valid,
                    ask_take};

endmodule
