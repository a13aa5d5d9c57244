// SPDX-License-Identifier: Apache-2.0
/// All movers towards the host, and the one read port into the card address space that they share.
///
/// Each has a write port of its own towards the host; fby_dma_host brings them together.
module fby_dma_c2h_movers
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
#(
  /// Movers.
  parameter int unsigned    Num        = 1,
  /// Which of them take a stream.
  parameter logic [Num-1:0] Stream     = '0,
  /// Writes outstanding per mover; a power of two.
  parameter int unsigned    WriteSlots = 8,
  /// Beats a mover can hold; a power of two.
  parameter int unsigned    FifoBeats  = 64
) (
  input  logic                        clk_i,
  input  logic                        rst_i,
  /// Requests in, answers out; see fby_dma_pkg.
  input  dma_offer_t [Num-1:0]        offer_i,
  output logic [Num-1:0]              offer_ready_o,
  output dma_answer_t [Num-1:0]       answer_o,
  input  logic [Num-1:0]              answer_ready_i,
  output axi_wr_req_t [Num-1:0]       host_req_o,
  input  axi_wr_ready_t [Num-1:0]     host_req_ready_i,
  input  axi_wr_rsp_t [Num-1:0]       host_rsp_i,
  output logic [Num-1:0]              host_rsp_ready_o,
  /// Ids: CARD_READ_SLOTS of each mover.
  output axi_rd_req_t                 card_req_o,
  input  logic                        card_req_ready_i,
  input  axi_rd_rsp_t                 card_rsp_i,
  output logic                        card_rsp_ready_o,
  /// Streams; refused where the mover is memory-mapped.
  input  axis_req_t [Num-1:0]         s_i,
  output logic [Num-1:0]              s_ready_o,
  output dma_mover_events_t [Num-1:0] events_o
);

  axi_rd_req_t [Num-1:0] card_req;
  axi_rd_rsp_t [Num-1:0] card_rsp;
  logic [Num-1:0]        card_req_ready, card_rsp_ready;

  for (genvar i = 0; i < int'(Num); i++) begin : gen_mover
    fby_dma_c2h #(
      .Stream    (Stream[i]),
      .WriteSlots(WriteSlots),
      .FifoBeats (FifoBeats)
    ) u_mover (
      .clk_i, .rst_i,
      .offer_i(offer_i[i]), .offer_ready_o(offer_ready_o[i]),
      .answer_o(answer_o[i]), .answer_ready_i(answer_ready_i[i]),
      .host_req_o(host_req_o[i]), .host_req_ready_i(host_req_ready_i[i]),
      .host_rsp_i(host_rsp_i[i]), .host_rsp_ready_o(host_rsp_ready_o[i]),
      .card_req_o(card_req[i]), .card_req_ready_i(card_req_ready[i]),
      .card_rsp_i(card_rsp[i]), .card_rsp_ready_o(card_rsp_ready[i]),
      .s_i(s_i[i]), .s_ready_o(s_ready_o[i]),
      .events_o(events_o[i])
    );
  end

  fby_axi_arb_rd #(
    .NumMasters  (Num),
    .IdsPerMaster(fby_dma_back_pkg::CARD_READ_SLOTS)
  ) u_card_rd (
    .clk_i, .rst_i,
    .s_req_i(card_req), .s_req_ready_o(card_req_ready), .s_rsp_o(card_rsp), .s_rsp_ready_i(card_rsp_ready),
    .m_req_o(card_req_o), .m_req_ready_i(card_req_ready_i), .m_rsp_i(card_rsp_i), .m_rsp_ready_o(card_rsp_ready_o)
  );

endmodule
