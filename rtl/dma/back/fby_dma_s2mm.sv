// SPDX-License-Identifier: Apache-2.0
/// Stream to host memory: a request takes bytes until it is full or its packet ends.
module fby_dma_s2mm
  import fby_dma_back_pkg::*;
#(
  parameter int unsigned WriteSlots    = 8,
  parameter int unsigned FifoBeats     = 64,
  parameter int unsigned MaxBurstBytes = fby_regs_pkg::CARD_DMA_READ_BYTES
) (
  input  logic                       clk_i,
  input  logic                       rst_i,
  input  fby_dma_pkg::dma_offer_t    offer_i,
  output logic                       offer_ready_o,
  output fby_dma_pkg::dma_answer_t   answer_o,
  input  logic                       answer_ready_i,
  input  fby_axi_pkg::axis_req_t     s_i,
  output logic                       s_ready_o,
  output fby_axi_pkg::axi_wr_req_t   host_req_o,
  input  fby_axi_pkg::axi_wr_ready_t host_req_ready_i,
  input  fby_axi_pkg::axi_wr_rsp_t   host_rsp_i,
  output logic                       host_rsp_ready_o,
  output logic                       busy_o
);

  logic                              accept, free, wr_fail, take_ready, align_busy;
  tag_t                              tag, wr_fail_tag;
  tags_t                             failed, wr_failed;
  piece_t                            piece;
  logic [fby_axi_pkg::DATA_BITS-1:0] data;
  logic                              piece_valid, piece_ready;
  beat_t                             beat;
  fby_axi_pkg::axi_ask_t             ask;
  logic                              beat_valid, beat_ready;
  fby_dma_pkg::dma_rsp_t             info, done;
  logic                              info_valid, done_valid;
  wreq_t                             wreq;
  fby_dma_pkg::dma_source_t          source;
  fby_axi_pkg::axi_wr_req_t          wr_req;

  assign offer_ready_o = free && take_ready;
  assign accept      = offer_i.valid && offer_ready_o;
  assign wreq        = '{addr: offer_i.req.host_addr, fixed: 1'b0, tag: tag};

  // The requests in here are of one front end.
  always_comb begin
    host_req_o        = wr_req;
    host_req_o.aw.who = fby_dma_pkg::data_of(source);
  end

  fby_dma_tags u_tags (
    .clk_i, .rst_i,
    .free_o       (free),
    .tag_o        (tag),
    .accept_i     (accept),
    .source_i     (offer_i.source),
    .front_tag_i  (offer_i.tag),
    .source_o     (source),
    .front_tag_o  (answer_o.tag),
    .done_i       (answer_o.valid && answer_ready_i),
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
    .dst_i        (offer_i.req.host_addr[fby_axi_pkg::LANE_BITS-1:0]),
    .len_i        (offer_i.req.len),
    .tag_i        (tag),
    .stop_at_eop_i(offer_i.req.stop_at_eop),
    .through_i    (offer_i.req.through),
    .first_i      (offer_i.req.first),
    .valid_i      (offer_i.valid && free),
    .ready_o      (take_ready),
    .failed_i     (failed),
    .fail_i       (wr_fail),
    .cancel_i    (offer_i.cancel),
    .s_i(s_i.beat), .s_valid_i(s_i.valid), .s_ready_o,
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
    .ask_o(ask), .room_i(1'b1),
    .wr_req_o(wr_req), .wr_req_ready_i(host_req_ready_i), .wr_rsp_i(host_rsp_i), .wr_rsp_ready_o(host_rsp_ready_o),
    .rsp_o       (done),
    .rsp_valid_o (done_valid),
    .fail_o      (wr_fail),
    .fail_tag_o  (wr_fail_tag)
  );

  fby_dma_rsp u_rsp (
    .clk_i, .rst_i,
    .rsp_i  (done),
    .valid_i(done_valid),
    .rsp_o(answer_o.rsp), .rsp_valid_o(answer_o.valid), .rsp_ready_i(answer_ready_i)
  );

  logic unused;
  assign unused = &{1'b0, offer_i.req.card_addr, offer_i.req.eop, offer_i.req.fixed_card_addr, align_busy, ask};

endmodule
