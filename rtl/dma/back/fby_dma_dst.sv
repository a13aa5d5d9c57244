// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Writing half of a mover: beats in destination lanes in, one answer per request out.
///
///   beats -> cut -+-> data buffer ---+-> issue -> AW, W
///                 +-> closed bursts -+     |
///                                          +-> track <- B      -> answers
module fby_dma_dst
  import fby_dma_back_pkg::*;
#(
  /// The writes go to the card side.
  parameter bit          DstCard       = 1'b0,
  /// Writes in flight.
  parameter int unsigned Slots         = 8,
  /// Beats of write buffer; two longest bursts keep the bus busy.
  parameter int unsigned FifoBeats     = 64,
  parameter int unsigned MaxBurstBytes = fby_regs_pkg::CARD_DMA_READ_BYTES
) (
  input  logic                       clk_i,
  input  logic                       rst_i,
  /// A request begins; never more than MAX_REQUESTS unanswered.
  input  wreq_t                      wreq_i,
  input  logic                       wreq_valid_i,
  /// Requests whose writes failed.
  input  tags_t                      failed_i,
  /// Level: begin no further burst.
  input  logic                       cancel_i,
  input  beat_t                      beat_i,
  input  logic                       beat_valid_i,
  output logic                       beat_ready_o,
  /// Result of the reading side, one per request, before its last beat.
  input  fby_dma_pkg::dma_rsp_t      info_i,
  input  logic                       info_valid_i,
  /// Asks for room ahead of each burst; see fby_dma_wr_issue.
  output fby_axi_pkg::axi_ask_t      ask_o,
  input  logic                       room_i,
  output fby_axi_pkg::axi_wr_req_t   wr_req_o,
  input  fby_axi_pkg::axi_wr_ready_t wr_req_ready_i,
  input  fby_axi_pkg::axi_wr_rsp_t   wr_rsp_i,
  output logic                       wr_rsp_ready_o,
  /// Answer; always taken.
  output fby_dma_pkg::dma_rsp_t      rsp_o,
  output logic                       rsp_valid_o,
  output logic                       fail_o,
  output tag_t                       fail_tag_o
);

  localparam int unsigned DataWidth = fby_axi_pkg::DATA_BITS + fby_axi_pkg::DATA_BYTES;
  localparam int unsigned BurstBits = $bits(burst_t);
  localparam int unsigned InfoBits  = $bits(fby_dma_pkg::dma_rsp_t);

  if (FifoBeats < 2 * (MaxBurstBytes / fby_axi_pkg::DATA_BYTES)) begin : g_bad_fifo
    $error("fby_dma_dst: FifoBeats must hold two bursts of MaxBurstBytes");
  end

  wreq_t                              wreq;
  logic                               wreq_room, wreq_valid, wreq_pop;
  logic [TAG_BITS:0]                  wreq_level, info_level;
  fby_dma_pkg::dma_rsp_t              info;
  logic                               info_room, info_valid;
  logic                               data_in_valid, data_in_ready, data_valid, data_ready;
  logic [fby_axi_pkg::DATA_BITS-1:0]  data;
  logic [fby_axi_pkg::DATA_BYTES-1:0] strb;
  logic [$clog2(FifoBeats+1)-1:0]     data_level;
  burst_t                             cut, burst;
  logic                               cut_valid, cut_ready, burst_valid, burst_ready, skip;
  logic [$clog2(Slots+1)-1:0]         burst_level;
  logic                               track_ready;

  fby_fifo #(
    .WidthBits   ($bits(wreq_t)),
    .DepthEntries(MAX_REQUESTS)
  ) u_wreq (
    .clk_i, .rst_i,
    .data_i (wreq_i), .valid_i(wreq_valid_i), .ready_o(wreq_room),
    .data_o (wreq),   .valid_o(wreq_valid),   .ready_i(wreq_pop),
    .level_o (wreq_level)
  );

  fby_fifo #(
    .WidthBits   (InfoBits),
    .DepthEntries(MAX_REQUESTS)
  ) u_info (
    .clk_i, .rst_i,
    .data_i (info_i), .valid_i(info_valid_i), .ready_o(info_room),
    .data_o (info),   .valid_o(info_valid),   .ready_i(rsp_valid_o),
    .level_o (info_level)
  );

  fby_dma_wr_cut #(
    .MaxBurstBytes(MaxBurstBytes)
  ) u_cut (
    .clk_i, .rst_i,
    .wreq_i       (wreq),
    .wreq_pop_o   (wreq_pop),
    .beat_i, .beat_valid_i, .beat_ready_o,
    .data_valid_o (data_in_valid),
    .data_ready_i (data_in_ready),
    .burst_o      (cut),
    .burst_valid_o(cut_valid),
    .burst_ready_i(cut_ready)
  );

  fby_fifo #(
    .WidthBits   (DataWidth),
    .DepthEntries(FifoBeats)
  ) u_data (
    .clk_i, .rst_i,
    .data_i ({beat_i.strb, beat_i.data}), .valid_i(data_in_valid), .ready_o(data_in_ready),
    .data_o ({strb, data}),               .valid_o(data_valid),    .ready_i(data_ready),
    .level_o (data_level)
  );

  fby_fifo #(
    .WidthBits   (BurstBits),
    .DepthEntries(Slots)
  ) u_burst (
    .clk_i, .rst_i,
    .data_i (cut),   .valid_i(cut_valid),   .ready_o(cut_ready),
    .data_o (burst), .valid_o(burst_valid), .ready_i(burst_ready),
    .level_o (burst_level)
  );

  fby_dma_wr_issue u_issue (
    .clk_i, .rst_i,
    .burst_i      (burst),
    .burst_valid_i(burst_valid),
    .burst_ready_o(burst_ready),
    .failed_i,
    .cancel_i,
    .skip_o       (skip),
    .track_ready_i(track_ready),
    .ask_o, .room_i,
    .data_i       (data),
    .strb_i       (strb),
    .data_valid_i (data_valid),
    .data_ready_o (data_ready),
    .wr_req_o, .wr_req_ready_i
  );

  fby_dma_wr_track #(
    .DstCard(DstCard),
    .Slots  (Slots)
  ) u_track (
    .clk_i, .rst_i,
    .burst_i      (burst),
    .skip_i       (skip),
    .burst_valid_i(burst_valid && burst_ready),
    .burst_ready_o(track_ready),
    .wr_rsp_i, .wr_rsp_ready_o,
    .info_i       (info),
    .info_valid_i (info_valid),
    .rsp_o, .rsp_valid_o, .fail_o, .fail_tag_o
  );

  `FBY_ASSERT(DstRequestHasRoom, !wreq_valid_i || wreq_room)
  `FBY_ASSERT(DstInfoHasRoom, !info_valid_i || info_room)
  `FBY_ASSERT(DstBeatHasRequest, !beat_valid_i || wreq_valid)

  logic unused;
  assign unused = &{1'b0, wreq_room, wreq_valid, wreq_level, info_room, info_level, data_level,
                    burst_level};

endmodule
