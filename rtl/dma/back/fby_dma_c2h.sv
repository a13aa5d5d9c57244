// SPDX-License-Identifier: Apache-2.0
/// Card-to-host mover: memory-mapped (card addresses to host memory) or streaming, chosen at build time.
module fby_dma_c2h #(
  /// Take stream s instead of reading card addresses.
  parameter bit          Stream        = 1'b0,
  /// Host writes in flight; a power of two.
  parameter int unsigned WriteSlots    = 8,
  /// Beats of write buffer; a power of two that holds two longest bursts.
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
  /// All writes carry id 0, so their responses come in order.
  output fby_axi_pkg::axi_wr_req_t       host_req_o,
  input  fby_axi_pkg::axi_wr_ready_t     host_req_ready_i,
  input  fby_axi_pkg::axi_wr_rsp_t       host_rsp_i,
  output logic                           host_rsp_ready_o,
  /// Card side, silent when Stream. Ids 0 to fby_dma_back_pkg::CARD_READ_SLOTS-1.
  output fby_axi_pkg::axi_rd_req_t       card_req_o,
  input  logic                           card_req_ready_i,
  input  fby_axi_pkg::axi_rd_rsp_t       card_rsp_i,
  output logic                           card_rsp_ready_o,
  /// Stream in, refused unless Stream.
  input  fby_axi_pkg::axis_req_t         s_i,
  output logic                           s_ready_o,
  output fby_dma_pkg::dma_mover_events_t events_o
);

  assign events_o.beat    = host_req_o.w_valid && host_req_ready_i.w;
  // Room is reserved where the data is, which is the card.
  assign events_o.no_room = 1'b0;

  if (Stream) begin : g_stream
    fby_dma_s2mm #(
      .WriteSlots   (WriteSlots),
      .FifoBeats    (FifoBeats),
      .MaxBurstBytes(MaxBurstBytes)
    ) u_mover (
      .clk_i, .rst_i,
      .offer_i, .offer_ready_o, .answer_o, .answer_ready_i,
      .s_i, .s_ready_o,
      .host_req_o, .host_req_ready_i, .host_rsp_i, .host_rsp_ready_o,
      .busy_o(events_o.busy)
    );

    assign card_req_o       = '0;
    assign card_rsp_ready_o = 1'b0;

    logic unused;
    assign unused = &{1'b0, card_req_ready_i, card_rsp_i};
  end else begin : g_memory
    // The card's own round trip is short: a few longest bursts keep it busy.
    localparam int unsigned CardBeats = MaxBurstBytes / (fby_axi_pkg::DATA_BYTES / 4);
    fby_axi_pkg::axi_ask_t ask;
    logic                  no_room;

    fby_dma_copy #(
      .SrcCard      (1'b1),
      .ReadSlots    (fby_dma_back_pkg::CARD_READ_SLOTS),
      .ReadBeats    (CardBeats),
      .WriteSlots   (WriteSlots),
      .WriteBeats   (FifoBeats),
      .MaxBurstBytes(MaxBurstBytes)
    ) u_mover (
      .clk_i, .rst_i,
      .offer_i, .offer_ready_o, .answer_o, .answer_ready_i,
      .rd_req_o(card_req_o), .rd_req_ready_i(card_req_ready_i),
      .rd_rsp_i(card_rsp_i), .rd_rsp_ready_o(card_rsp_ready_o),
      // Host memory always has room.
      .ask_o(ask), .room_i(1'b1),
      .wr_req_o(host_req_o), .wr_req_ready_i(host_req_ready_i),
      .wr_rsp_i(host_rsp_i), .wr_rsp_ready_o(host_rsp_ready_o),
      .no_room_o(no_room),
      .busy_o   (events_o.busy)
    );

    assign s_ready_o = 1'b0;

    logic unused;
    assign unused = &{1'b0, s_i, no_room, ask};
  end

endmodule
