// SPDX-License-Identifier: Apache-2.0
/// Mover from host memory to host memory: host_addr of a request is where from, card_addr is where to.
module fby_dma_h2h #(
  /// Host reads in flight, ids 0 to ReadSlots-1; a power of two.
  parameter int unsigned ReadSlots     = 8,
  /// Host writes in flight, all with id 0; a power of two.
  parameter int unsigned WriteSlots    = 8,
  /// Beats of reorder memory, and of write buffer; powers of two. The write buffer holds two longest bursts.
  parameter int unsigned ReadBeats     = 64,
  parameter int unsigned WriteBeats    = 64,
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
  output fby_axi_pkg::axi_rd_req_t       rd_req_o,
  input  logic                           rd_req_ready_i,
  input  fby_axi_pkg::axi_rd_rsp_t       rd_rsp_i,
  output logic                           rd_rsp_ready_o,
  output fby_axi_pkg::axi_wr_req_t       wr_req_o,
  input  fby_axi_pkg::axi_wr_ready_t     wr_req_ready_i,
  input  fby_axi_pkg::axi_wr_rsp_t       wr_rsp_i,
  output logic                           wr_rsp_ready_o,
  output fby_dma_pkg::dma_mover_events_t events_o
);

  fby_axi_pkg::axi_ask_t ask;

  fby_dma_copy #(
    .SrcCard      (1'b0),
    .DstCard      (1'b0),
    .ReadSlots    (ReadSlots),
    .ReadBeats    (ReadBeats),
    .WriteSlots   (WriteSlots),
    .WriteBeats   (WriteBeats),
    .MaxBurstBytes(MaxBurstBytes)
  ) u_mover (
    .clk_i, .rst_i,
    .offer_i, .offer_ready_o, .answer_o, .answer_ready_i,
    .rd_req_o, .rd_req_ready_i, .rd_rsp_i, .rd_rsp_ready_o,
    // Host memory always has room.
    .ask_o(ask), .room_i(1'b1),
    .wr_req_o, .wr_req_ready_i, .wr_rsp_i, .wr_rsp_ready_o,
    .no_room_o(events_o.no_room),
    .busy_o   (events_o.busy)
  );

  // Each beat is read and written; it counts when it is written.
  assign events_o.beat = wr_req_o.w_valid && wr_req_ready_i.w;

  logic unused;
  assign unused = &{1'b0, ask};

endmodule
