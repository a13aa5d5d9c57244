// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Reading half of a mover: request in, beats in destination lanes out, in order.
///
///   request -> split -> rd (slots, reorder memory) -> gate (errors) -> align -> beats
module fby_dma_src
  import fby_dma_back_pkg::*;
#(
  /// Bytes of consecutive requests of a packet are packed (see fby_dma_gate).
  parameter bit          Stream        = 1'b0,
  /// The reads go to the card side.
  parameter bit          SrcCard       = 1'b0,
  parameter int unsigned Slots         = 8,
  parameter int unsigned FifoBeats     = 64,
  parameter int unsigned MaxBurstBytes = fby_regs_pkg::CARD_DMA_READ_BYTES
) (
  input  logic                              clk_i,
  input  logic                              rst_i,
  /// Source address, length and mode of a request.
  input  logic [fby_axi_pkg::ADDR_BITS-1:0] addr_i,
  input  logic [fby_dma_pkg::LEN_BITS-1:0]  len_i,
  input  logic                              fixed_i,
  /// First destination lane; unused when Stream.
  input  logic [fby_axi_pkg::LANE_BITS-1:0] dst_i,
  input  logic                              eop_i,
  input  tag_t                              tag_i,
  input  logic                              valid_i,
  output logic                              ready_o,
  input  tags_t                             failed_i,
  /// Level: read no more, and let nothing through to the beats.
  input  logic                              cancel_i,
  output fby_axi_pkg::axi_rd_req_t          rd_req_o,
  input  logic                              rd_req_ready_i,
  input  fby_axi_pkg::axi_rd_rsp_t          rd_rsp_i,
  output logic                              rd_rsp_ready_o,
  output beat_t                             beat_o,
  output logic                              beat_valid_o,
  input  logic                              beat_ready_i,
  /// Results of the read side, one per request, before its last beat; always taken.
  output info_t                             info_o,
  output logic                              fail_o,
  output tag_t                              fail_tag_o,
  output logic                              no_room_o,
  /// Beats are on their way out, or a packet is still to be closed.
  output logic                              busy_o
);

  localparam int unsigned LaneBits = fby_axi_pkg::LANE_BITS;

  burst_t                            burst;
  logic                              burst_valid, burst_ready;
  chunk_t                            chunk;
  logic [fby_axi_pkg::DATA_BITS-1:0] data;
  logic                              chunk_valid, chunk_ready;
  piece_t                            piece;
  logic                              piece_valid, piece_ready, align_busy;

  // Destination lane and packet end of the requests whose data is still to come.
  logic [LaneBits:0] ctx;
  logic              ctx_ready, ctx_valid, ctx_pop;
  logic [TAG_BITS:0] ctx_level;

  fby_fifo #(
    .WidthBits   (LaneBits + 1),
    .DepthEntries(MAX_REQUESTS)
  ) u_ctx (
    .clk_i,
    .rst_i,
    .data_i ({eop_i, dst_i}),
    .valid_i(valid_i && ready_o),
    .ready_o(ctx_ready),
    .data_o (ctx),
    .valid_o(ctx_valid),
    .ready_i(ctx_pop),
    .level_o (ctx_level)
  );

  fby_dma_split #(
    .MaxBurstBytes(MaxBurstBytes)
  ) u_split (
    .clk_i,
    .rst_i,
    .addr_i,
    .len_i,
    .fixed_i,
    .tag_i,
    .valid_i,
    .ready_o,
    .failed_i,
    .cancel_i,
    .burst_o      (burst),
    .burst_valid_o(burst_valid),
    .burst_ready_i(burst_ready)
  );

  fby_dma_rd #(
    .Slots        (Slots),
    .FifoBeats    (FifoBeats),
    .MaxBurstBytes(MaxBurstBytes),
    // Neighbours on the card may be of different kinds, and its round trip is short: no joint reads.
    .Bursts       (SrcCard || Slots > MAX_REQUESTS ? Slots : MAX_REQUESTS)
  ) u_rd (
    .clk_i,
    .rst_i,
    .burst_i      (burst),
    .burst_valid_i(burst_valid),
    .burst_ready_o(burst_ready),
    .rd_req_o, .rd_req_ready_i, .rd_rsp_i, .rd_rsp_ready_o,
    .chunk_o      (chunk),
    .chunk_data_o (data),
    .chunk_valid_o(chunk_valid),
    .chunk_ready_i(chunk_ready),
    .no_room_o
  );

  fby_dma_gate #(
    .Stream (Stream),
    .SrcCard(SrcCard)
  ) u_gate (
    .clk_i,
    .rst_i,
    .chunk_i      (chunk),
    .chunk_valid_i(chunk_valid),
    .chunk_ready_o(chunk_ready),
    .dst_i        (ctx[LaneBits-1:0]),
    .eop_i        (ctx[LaneBits]),
    .ctx_pop_o    (ctx_pop),
    .failed_i,
    .cancel_i,
    .piece_o      (piece),
    .piece_valid_o(piece_valid),
    .piece_ready_i(piece_ready),
    .info_o       (info_o.rsp),
    .info_valid_o (info_o.valid),
    .fail_o,
    .fail_tag_o
  );

  assign busy_o = piece_valid || align_busy;

  fby_dma_align u_align (
    .clk_i,
    .rst_i,
    .piece_i(piece),
    .data_i (data),
    .valid_i(piece_valid),
    .ready_o(piece_ready),
    .beat_o,
    .valid_o(beat_valid_o),
    .ready_i(beat_ready_i),
    .busy_o (align_busy)
  );

  // A context per tag: the owner of the tags keeps the FIFO from overflowing.
  `FBY_ASSERT(SrcCtxHasRoom, !(valid_i && ready_o) || ctx_ready)
  `FBY_ASSERT(SrcCtxThere, !chunk_valid || ctx_valid)

  logic unused;
  assign unused = &{1'b0, ctx_ready, ctx_valid, ctx_level};

endmodule
