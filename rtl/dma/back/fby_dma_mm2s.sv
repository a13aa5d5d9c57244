// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Host memory to stream: the bytes of the requests of a packet, packed into full beats.
///
/// A request without end of packet may leave up to 63 bytes held; they lead the beat that the next request
/// completes. A packet that ends with nothing held (a last request of no bytes, an error, a stop) is closed with a
/// beat whose keep is 0, so that a receiver sees an end for every packet it saw begin.
///
/// A request is answered when the last of its bytes is given to the realigner: from there every byte reaches the
/// stream, in its own time, whatever becomes of the run. So no answer waits for the stream's reader once the rest of
/// the request is dropped.
module fby_dma_mm2s
  import fby_dma_back_pkg::*;
#(
  parameter int unsigned ReadSlots     = 8,
  parameter int unsigned FifoBeats     = 64,
  parameter int unsigned MaxBurstBytes = fby_regs_pkg::CARD_DMA_READ_BYTES
) (
  input  logic                     clk_i,
  input  logic                     rst_i,
  input  fby_dma_pkg::dma_offer_t  offer_i,
  output logic                     offer_ready_o,
  output fby_dma_pkg::dma_answer_t answer_o,
  input  logic                     answer_ready_i,
  output fby_axi_pkg::axi_rd_req_t host_req_o,
  input  logic                     host_req_ready_i,
  input  fby_axi_pkg::axi_rd_rsp_t host_rsp_i,
  output logic                     host_rsp_ready_o,
  output fby_axi_pkg::axis_req_t   m_o,
  input  logic                     m_ready_i,
  output logic                     no_room_o,
  output logic                     busy_o
);

  logic                  accept, free, src_ready, rd_fail;
  tag_t                  tag, rd_fail_tag;
  tags_t                 failed, wr_failed;
  beat_t                 beat;
  logic                  beat_valid, beat_ready, src_busy, tags_busy;
  info_t                 info;
  fby_dma_pkg::dma_source_t source;
  fby_axi_pkg::axi_rd_req_t rd_req;

  assign offer_ready_o = free && src_ready;
  assign accept      = offer_i.valid && offer_ready_o;

  // The requests in here are of one front end.
  always_comb begin
    host_req_o        = rd_req;
    host_req_o.ar.who = fby_dma_pkg::data_of(source);
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
    .wr_fail_i    (1'b0),
    .wr_fail_tag_i('0),
    .failed_o     (failed),
    .wr_failed_o  (wr_failed),
    .busy_o       (tags_busy)
  );

  fby_dma_src #(
    .Stream       (1'b1),
    .SrcCard      (1'b0),
    .Slots        (ReadSlots),
    .FifoBeats    (FifoBeats),
    .MaxBurstBytes(MaxBurstBytes)
  ) u_src (
    .clk_i, .rst_i,
    .addr_i      (offer_i.req.host_addr),
    .len_i       (offer_i.req.len),
    .fixed_i     (1'b0),
    .dst_i       ('0),
    .eop_i       (offer_i.req.eop),
    .tag_i       (tag),
    .valid_i     (offer_i.valid && free),
    .ready_o     (src_ready),
    .failed_i    (failed),
    .cancel_i    (offer_i.cancel),
    .rd_req_o(rd_req), .rd_req_ready_i(host_req_ready_i), .rd_rsp_i(host_rsp_i), .rd_rsp_ready_o(host_rsp_ready_o),
    .beat_o      (beat),
    .beat_valid_o(beat_valid),
    .beat_ready_i(beat_ready),
    .info_o      (info),
    .fail_o      (rd_fail),
    .fail_tag_o  (rd_fail_tag),
    .no_room_o,
    .busy_o      (src_busy)
  );

  // The stream has seen a beat of a packet and not yet its last.
  logic open_q;

  fby_axi_pkg::axis_req_t out;
  logic                   out_ready;
  logic [1:0]         out_level;

  assign out.beat   = '{note: '0, data: beat.data, keep: beat.strb, last: beat.flushed};
  assign out.valid  = beat_valid && (beat.hi != '0 || (beat.flushed && open_q));
  assign beat_ready = !out.valid || out_ready;

  always_ff @(posedge clk_i) begin
    if (rst_i) open_q <= 1'b0;
    else if (out.valid && out_ready) open_q <= !out.beat.last;
  end

  // Two places, so that ready does not pass through.
  fby_axis_fifo #(
    .DepthEntries(2)
  ) u_out (
    .clk_i, .rst_i,
    .s_i(out), .s_ready_o(out_ready),
    .m_o, .m_ready_i,
    .level_o(out_level)
  );

  // Beats that their reader does not take wait without anything moving.
  assign busy_o = tags_busy || ((src_busy || m_o.valid) && !(m_o.valid && !m_ready_i));

  fby_dma_rsp u_rsp (
    .clk_i, .rst_i,
    .rsp_i  (info.rsp),
    .valid_i(info.valid),
    .rsp_o(answer_o.rsp), .rsp_valid_o(answer_o.valid), .rsp_ready_i(answer_ready_i)
  );

  logic unused;
  assign unused = &{1'b0, offer_i.req.card_addr, offer_i.req.fixed_card_addr, offer_i.req.stop_at_eop,
                    offer_i.req.first, offer_i.req.through, beat.last, out_level, wr_failed};

endmodule
