// SPDX-License-Identifier: Apache-2.0
/// Memory-to-memory mover: reads one side, realigns, writes the other. Both directions are this module.
///
/// Requests follow each other without a gap: while one is still moving, the reads of the next are issued.
module fby_dma_copy
  import fby_dma_back_pkg::*;
#(
  /// Read the card and write the host, instead of the other way round.
  parameter bit          SrcCard       = 1'b0,
  parameter int unsigned ReadSlots     = 8,
  parameter int unsigned ReadBeats     = 64,
  parameter int unsigned WriteSlots    = 8,
  parameter int unsigned WriteBeats    = 64,
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
  output fby_axi_pkg::axi_ax_t  src_ar_o,
  output logic                  src_ar_valid_o,
  input  logic                  src_ar_ready_i,
  input  fby_axi_pkg::axi_r_t   src_r_i,
  input  logic                  src_r_valid_i,
  output logic                  src_r_ready_o,
  /// Asks for room ahead of each burst; see fby_dma_wr_issue.
  output fby_axi_pkg::axi_ask_t dst_ask_o,
  output logic                  dst_ask_valid_o,
  output logic                  dst_ask_take_o,
  input  logic                  dst_room_i,
  output fby_axi_pkg::axi_ax_t  dst_aw_o,
  output logic                  dst_aw_valid_o,
  input  logic                  dst_aw_ready_i,
  output fby_axi_pkg::axi_w_t   dst_w_o,
  output logic                  dst_w_valid_o,
  input  logic                  dst_w_ready_i,
  input  fby_axi_pkg::axi_b_t   dst_b_i,
  input  logic                  dst_b_valid_i,
  output logic                  dst_b_ready_o,
  /// Bytes to ask for, no room to put them.
  output logic                  no_room_o,
  output logic                  busy_o
);

  logic                              accept, free, src_ready, src_busy;
  tag_t                              tag, rd_fail_tag, wr_fail_tag;
  tags_t                             failed, wr_failed;
  logic                              rd_fail, wr_fail;
  logic [fby_axi_pkg::ADDR_BITS-1:0] src_addr, dst_addr;
  wreq_t                             wreq;
  beat_t                             beat;
  logic                              beat_valid, beat_ready;
  fby_dma_pkg::dma_rsp_t             info, done;
  logic                              info_valid, done_valid;

  assign src_addr    = SrcCard ? req_i.card_addr : req_i.host_addr;
  assign dst_addr    = SrcCard ? req_i.host_addr : req_i.card_addr;
  assign req_ready_o = free && src_ready;
  assign accept      = req_valid_i && req_ready_o;
  assign wreq        = '{addr: dst_addr, fixed: !SrcCard && req_i.fixed_card_addr, tag: tag};

  fby_dma_tags u_tags (
    .clk_i, .rst_i,
    .free_o       (free),
    .tag_o        (tag),
    .accept_i     (accept),
    .done_i       (rsp_valid_o && rsp_ready_i),
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
    .len_i       (req_i.len),
    .fixed_i     (SrcCard && req_i.fixed_card_addr),
    .dst_i       (dst_addr[fby_axi_pkg::LANE_BITS-1:0]),
    .eop_i       (1'b0),
    .tag_i       (tag),
    .valid_i     (req_valid_i && free),
    .ready_o     (src_ready),
    .failed_i    (failed),
    .cancel_i,
    .ar_o        (src_ar_o),
    .ar_valid_o  (src_ar_valid_o),
    .ar_ready_i  (src_ar_ready_i),
    .r_i         (src_r_i),
    .r_valid_i   (src_r_valid_i),
    .r_ready_o   (src_r_ready_o),
    .beat_o      (beat),
    .beat_valid_o(beat_valid),
    .beat_ready_i(beat_ready),
    .info_o      (info),
    .info_valid_o(info_valid),
    .fail_o      (rd_fail),
    .fail_tag_o  (rd_fail_tag),
    .no_room_o,
    .busy_o      (src_busy)
  );

  fby_dma_dst #(
    .DstCard      (!SrcCard),
    .Slots        (WriteSlots),
    .FifoBeats    (WriteBeats),
    .MaxBurstBytes(MaxBurstBytes)
  ) u_dst (
    .clk_i, .rst_i,
    .wreq_i      (wreq),
    .wreq_valid_i(accept),
    .failed_i    (wr_failed),
    .cancel_i,
    .beat_i      (beat),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .info_i      (info),
    .info_valid_i(info_valid),
    .ask_o       (dst_ask_o),
    .ask_valid_o (dst_ask_valid_o),
    .ask_take_o  (dst_ask_take_o),
    .room_i      (dst_room_i),
    .aw_o        (dst_aw_o),
    .aw_valid_o  (dst_aw_valid_o),
    .aw_ready_i  (dst_aw_ready_i),
    .w_o         (dst_w_o),
    .w_valid_o   (dst_w_valid_o),
    .w_ready_i   (dst_w_ready_i),
    .b_i         (dst_b_i),
    .b_valid_i   (dst_b_valid_i),
    .b_ready_o   (dst_b_ready_o),
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
  assign unused = &{1'b0, req_i.eop, req_i.stop_at_eop, req_i.first, src_busy};

endmodule
