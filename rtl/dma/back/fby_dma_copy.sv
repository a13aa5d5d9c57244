// SPDX-License-Identifier: Apache-2.0
/// Memory-to-memory mover: reads one side, realigns, writes the other. All directions are this module.
///
/// Requests follow each other without a gap: while one is still moving, the reads of the next are issued.
module fby_dma_copy
  import fby_dma_back_pkg::*;
#(
  /// Read the card and write the host, instead of the other way round.
  parameter bit          SrcCard       = 1'b0,
  /// What is written is the card. Where neither is, a request's card_addr is the host address to write.
  parameter bit          DstCard       = !SrcCard,
  parameter int unsigned ReadSlots     = 8,
  parameter int unsigned ReadBeats     = 64,
  parameter int unsigned WriteSlots    = 8,
  parameter int unsigned WriteBeats    = 64,
  parameter int unsigned MaxBurstBytes = fby_regs_pkg::CARD_DMA_READ_BYTES
) (
  input  logic                       clk_i,
  input  logic                       rst_i,
  input  fby_dma_pkg::dma_offer_t    offer_i,
  output logic                       offer_ready_o,
  output fby_dma_pkg::dma_answer_t   answer_o,
  input  logic                       answer_ready_i,
  output fby_axi_pkg::axi_rd_req_t   rd_req_o,
  input  logic                       rd_req_ready_i,
  input  fby_axi_pkg::axi_rd_rsp_t   rd_rsp_i,
  output logic                       rd_rsp_ready_o,
  /// Asks for room ahead of each burst; see fby_dma_wr_issue.
  output fby_axi_pkg::axi_ask_t      ask_o,
  input  logic                       room_i,
  output fby_axi_pkg::axi_wr_req_t   wr_req_o,
  input  fby_axi_pkg::axi_wr_ready_t wr_req_ready_i,
  input  fby_axi_pkg::axi_wr_rsp_t   wr_rsp_i,
  output logic                       wr_rsp_ready_o,
  /// Bytes to ask for, no room to put them.
  output logic                       no_room_o,
  output logic                       busy_o
);

  logic                              accept, free, src_ready, src_busy;
  tag_t                              tag, rd_fail_tag, wr_fail_tag;
  tags_t                             failed, wr_failed;
  logic                              rd_fail, wr_fail;
  logic [fby_axi_pkg::ADDR_BITS-1:0] src_addr, dst_addr;
  wreq_t                             wreq;
  beat_t                             beat;
  logic                              beat_valid, beat_ready;
  info_t                             info;
  fby_dma_pkg::dma_source_t          source;
  fby_axi_pkg::axi_rd_req_t          rd_req;
  fby_axi_pkg::axi_wr_req_t          wr_req;
  fby_dma_pkg::dma_rsp_t             done;
  logic                              done_valid;

  assign src_addr    = SrcCard ? offer_i.req.card_addr : offer_i.req.host_addr;
  assign dst_addr    = SrcCard ? offer_i.req.host_addr : offer_i.req.card_addr;
  assign offer_ready_o = free && src_ready;
  assign accept      = offer_i.valid && offer_ready_o;
  assign wreq        = '{addr: dst_addr, fixed: DstCard && offer_i.req.fixed_card_addr, tag: tag};

  // The requests in here are of one front end.
  always_comb begin
    rd_req_o        = rd_req;
    wr_req_o        = wr_req;
    rd_req_o.ar.who = fby_dma_pkg::data_of(source);
    wr_req_o.aw.who = fby_dma_pkg::data_of(source);
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
    .rd_fail_i    (rd_fail),
    .rd_fail_tag_i(rd_fail_tag),
    .wr_fail_i    (wr_fail),
    .wr_fail_tag_i(wr_fail_tag),
    .failed_o     (failed),
    .wr_failed_o  (wr_failed),
    .busy_o
  );

  fby_dma_src #(
    .Stream       (1'b0),
    .SrcCard      (SrcCard),
    .Slots        (ReadSlots),
    .FifoBeats    (ReadBeats),
    .MaxBurstBytes(MaxBurstBytes)
  ) u_src (
    .clk_i, .rst_i,
    .addr_i      (src_addr),
    .len_i       (offer_i.req.len),
    .fixed_i     (SrcCard && offer_i.req.fixed_card_addr),
    .dst_i       (dst_addr[fby_axi_pkg::LANE_BITS-1:0]),
    .eop_i       (1'b0),
    .tag_i       (tag),
    .valid_i     (offer_i.valid && free),
    .ready_o     (src_ready),
    .failed_i    (failed),
    .cancel_i    (offer_i.cancel),
    .rd_req_o(rd_req), .rd_req_ready_i, .rd_rsp_i, .rd_rsp_ready_o,
    .beat_o      (beat),
    .beat_valid_o(beat_valid),
    .beat_ready_i(beat_ready),
    .info_o      (info),
    .fail_o      (rd_fail),
    .fail_tag_o  (rd_fail_tag),
    .no_room_o,
    .busy_o      (src_busy)
  );

  fby_dma_dst #(
    .DstCard      (DstCard),
    .Slots        (WriteSlots),
    .FifoBeats    (WriteBeats),
    .MaxBurstBytes(MaxBurstBytes)
  ) u_dst (
    .clk_i, .rst_i,
    .wreq_i      (wreq),
    .wreq_valid_i(accept),
    .failed_i    (wr_failed),
    .cancel_i    (offer_i.cancel),
    .beat_i      (beat),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .info_i      (info.rsp),
    .info_valid_i(info.valid),
    .ask_o, .room_i,
    .wr_req_o(wr_req), .wr_req_ready_i, .wr_rsp_i, .wr_rsp_ready_o,
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
  assign unused = &{1'b0, offer_i.req.eop, offer_i.req.stop_at_eop, offer_i.req.first, src_busy};

endmodule
