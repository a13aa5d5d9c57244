// SPDX-License-Identifier: Apache-2.0
/// Host-to-card mover: memory-mapped (host memory to card addresses) or streaming, chosen at build time.
module fby_dma_h2c #(
  /// Feed stream m instead of writing card addresses.
  parameter bit          Stream        = 1'b0,
  /// Host reads in flight, ids 0 to ReadSlots-1; a power of two.
  parameter int unsigned ReadSlots     = 8,
  /// Beats of reorder memory; a power of two. Round trip in cycles is what full rate needs.
  parameter int unsigned FifoBeats     = 64,
  /// Longest burst; a power of two, 64 to 4096.
  parameter int unsigned MaxBurstBytes = fby_regs_pkg::CARD_DMA_READ_BYTES
) (
  input  logic                           clk_i,
  input  logic                           rst_i,
  /// Requests in, answers out; see fby_dma_pkg.
  input  fby_dma_pkg::dma_offer_t        offer_i,
  output logic                           offer_ready_o,
  output fby_dma_pkg::dma_answer_t       answer_o,
  input  logic                           answer_ready_i,
  output fby_axi_pkg::axi_rd_req_t       host_req_o,
  input  logic                           host_req_ready_i,
  input  fby_axi_pkg::axi_rd_rsp_t       host_rsp_i,
  output logic                           host_rsp_ready_o,
  /// Card side, silent when Stream. Room is asked for ahead of each burst; see fby_dma_wr_issue.
  output fby_axi_pkg::axi_ask_t          card_ask_o,
  input  logic                           card_room_i,
  output fby_axi_pkg::axi_wr_req_t       card_req_o,
  input  fby_axi_pkg::axi_wr_ready_t     card_req_ready_i,
  input  fby_axi_pkg::axi_wr_rsp_t       card_rsp_i,
  output logic                           card_rsp_ready_o,
  /// Stream out, silent unless Stream.
  output fby_axi_pkg::axis_req_t         m_o,
  input  logic                           m_ready_i,
  output fby_dma_pkg::dma_mover_events_t events_o
);

  assign events_o.beat = host_rsp_i.r_valid && host_rsp_ready_o;

  if (Stream) begin : g_stream
    fby_dma_mm2s #(
      .ReadSlots    (ReadSlots),
      .FifoBeats    (FifoBeats),
      .MaxBurstBytes(MaxBurstBytes)
    ) u_mover (
      .clk_i, .rst_i,
      .offer_i, .offer_ready_o, .answer_o, .answer_ready_i,
      .host_req_o, .host_req_ready_i, .host_rsp_i, .host_rsp_ready_o,
      .m_o, .m_ready_i,
      .no_room_o(events_o.no_room),
      .busy_o   (events_o.busy)
    );

    assign card_ask_o       = '0;
    assign card_req_o       = '0;
    assign card_rsp_ready_o = 1'b0;

    logic unused;
    assign unused = &{1'b0, card_room_i, card_req_ready_i, card_rsp_i};
  end else begin : g_memory
    fby_dma_copy #(
      .SrcCard      (1'b0),
      .ReadSlots    (ReadSlots),
      .ReadBeats    (FifoBeats),
      .WriteSlots   (fby_dma_back_pkg::CARD_WRITE_SLOTS),
      // Four longest bursts.
      .WriteBeats   (MaxBurstBytes / (fby_axi_pkg::DATA_BYTES / 4)),
      .MaxBurstBytes(MaxBurstBytes)
    ) u_mover (
      .clk_i, .rst_i,
      .offer_i, .offer_ready_o, .answer_o, .answer_ready_i,
      .rd_req_o(host_req_o), .rd_req_ready_i(host_req_ready_i),
      .rd_rsp_i(host_rsp_i), .rd_rsp_ready_o(host_rsp_ready_o),
      .ask_o(card_ask_o), .room_i(card_room_i),
      .wr_req_o(card_req_o), .wr_req_ready_i(card_req_ready_i),
      .wr_rsp_i(card_rsp_i), .wr_rsp_ready_o(card_rsp_ready_o),
      .no_room_o(events_o.no_room),
      .busy_o   (events_o.busy)
    );

    assign m_o = '0;

    logic unused;
    assign unused = m_ready_i;
  end

endmodule
