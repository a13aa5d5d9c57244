// SPDX-License-Identifier: Apache-2.0
/// All movers towards the card, and the one write port into the card address space that they share.
///
/// Each has a read port of its own towards the host; fby_dma_host brings them together.
module fby_dma_h2c_movers
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
#(
  /// Movers.
  parameter int unsigned    Num       = 1,
  /// Which of them feed a stream.
  parameter logic [Num-1:0] Stream    = '0,
  /// Reads outstanding per mover; a power of two.
  parameter int unsigned    ReadSlots = 16,
  /// Beats a mover can have in flight; a power of two.
  parameter int unsigned    FifoBeats = 256
) (
  input  logic                        clk_i,
  input  logic                        rst_i,
  /// Requests in, answers out; see fby_dma_pkg.
  input  dma_offer_t [Num-1:0]        offer_i,
  output logic [Num-1:0]              offer_ready_o,
  output dma_answer_t [Num-1:0]       answer_o,
  input  logic [Num-1:0]              answer_ready_i,
  output axi_rd_req_t [Num-1:0]       host_req_o,
  input  logic [Num-1:0]              host_req_ready_i,
  input  axi_rd_rsp_t [Num-1:0]       host_rsp_i,
  output logic [Num-1:0]              host_rsp_ready_o,
  /// Asked by each mover ahead of each write burst: is there room where it goes?
  output axi_ask_t [Num-1:0]          card_ask_o,
  input  logic [Num-1:0]              card_room_i,
  /// Ids: the number of the mover.
  output axi_wr_req_t                 card_req_o,
  input  axi_wr_ready_t               card_req_ready_i,
  input  axi_wr_rsp_t                 card_rsp_i,
  output logic                        card_rsp_ready_o,
  /// Streams; silent where the mover is memory-mapped.
  output axis_req_t [Num-1:0]         m_o,
  input  logic [Num-1:0]              m_ready_i,
  output dma_mover_events_t [Num-1:0] events_o
);

  axi_wr_req_t [Num-1:0]   card_req;
  axi_wr_ready_t [Num-1:0] card_req_ready;
  axi_wr_rsp_t [Num-1:0]   card_rsp;
  logic [Num-1:0]          card_rsp_ready;

  for (genvar i = 0; i < int'(Num); i++) begin : gen_mover
    fby_dma_h2c #(
      .Stream   (Stream[i]),
      .ReadSlots(ReadSlots),
      .FifoBeats(FifoBeats)
    ) u_mover (
      .clk_i, .rst_i,
      .offer_i(offer_i[i]), .offer_ready_o(offer_ready_o[i]),
      .answer_o(answer_o[i]), .answer_ready_i(answer_ready_i[i]),
      .host_req_o(host_req_o[i]), .host_req_ready_i(host_req_ready_i[i]),
      .host_rsp_i(host_rsp_i[i]), .host_rsp_ready_o(host_rsp_ready_o[i]),
      .card_ask_o(card_ask_o[i]), .card_room_i(card_room_i[i]),
      .card_req_o(card_req[i]), .card_req_ready_i(card_req_ready[i]),
      .card_rsp_i(card_rsp[i]), .card_rsp_ready_o(card_rsp_ready[i]),
      .m_o(m_o[i]), .m_ready_i(m_ready_i[i]),
      .events_o(events_o[i])
    );
  end

  fby_axi_arb_wr #(
    .NumMasters(Num)
  ) u_card_wr (
    .clk_i, .rst_i,
    .s_req_i(card_req), .s_req_ready_o(card_req_ready), .s_rsp_o(card_rsp), .s_rsp_ready_i(card_rsp_ready),
    .m_req_o(card_req_o), .m_req_ready_i(card_req_ready_i), .m_rsp_i(card_rsp_i), .m_rsp_ready_o(card_rsp_ready_o)
  );

endmodule
