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
  output fby_axi_pkg::axi_ax_t  host_ar_o,
  output logic                  host_ar_valid_o,
  input  logic                  host_ar_ready_i,
  input  fby_axi_pkg::axi_r_t   host_r_i,
  input  logic                  host_r_valid_i,
  output logic                  host_r_ready_o,
  /// Card side, silent when Stream. Room is asked for ahead of each burst; see fby_dma_wr_issue.
  output fby_axi_pkg::axi_ask_t card_ask_o,
  output logic                  card_ask_valid_o,
  output logic                  card_ask_take_o,
  input  logic                  card_room_i,
  output fby_axi_pkg::axi_ax_t  card_aw_o,
  output logic                  card_aw_valid_o,
  input  logic                  card_aw_ready_i,
  output fby_axi_pkg::axi_w_t   card_w_o,
  output logic                  card_w_valid_o,
  input  logic                  card_w_ready_i,
  input  fby_axi_pkg::axi_b_t   card_b_i,
  input  logic                  card_b_valid_i,
  output logic                  card_b_ready_o,
  /// Stream out, silent unless Stream.
  output fby_axi_pkg::axis_t    m_o,
  output logic                  m_valid_o,
  input  logic                  m_ready_i,
  /// A beat came from the host.
  output logic                  ev_beat_o,
  /// There are bytes to ask for and no room to put them.
  output logic                  ev_no_room_o,
  /// A request is unanswered.
  output logic                  busy_o
);

  assign ev_beat_o = host_r_valid_i && host_r_ready_o;

  if (Stream) begin : g_stream
    fby_dma_mm2s #(
      .ReadSlots    (ReadSlots),
      .FifoBeats    (FifoBeats),
      .MaxBurstBytes(MaxBurstBytes)
    ) u_mover (
      .clk_i, .rst_i,
      .req_i, .req_valid_i, .req_ready_o,
      .rsp_o, .rsp_valid_o, .rsp_ready_i,
      .cancel_i,
      .ar_o(host_ar_o), .ar_valid_o(host_ar_valid_o), .ar_ready_i(host_ar_ready_i),
      .r_i (host_r_i),  .r_valid_i (host_r_valid_i),  .r_ready_o (host_r_ready_o),
      .m_o, .m_valid_o, .m_ready_i,
      .no_room_o(ev_no_room_o),
      .busy_o
    );

    assign card_ask_o       = '0;
    assign card_ask_valid_o = 1'b0;
    assign card_ask_take_o  = 1'b0;
    assign card_aw_o        = '0;
    assign card_aw_valid_o  = 1'b0;
    assign card_w_o         = '0;
    assign card_w_valid_o   = 1'b0;
    assign card_b_ready_o   = 1'b0;

    logic unused;
    assign unused = &{1'b0, card_room_i, card_aw_ready_i, card_w_ready_i, card_b_i, card_b_valid_i};
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
      .req_i, .req_valid_i, .req_ready_o,
      .rsp_o, .rsp_valid_o, .rsp_ready_i,
      .cancel_i,
      .src_ar_o(host_ar_o), .src_ar_valid_o(host_ar_valid_o), .src_ar_ready_i(host_ar_ready_i),
      .src_r_i (host_r_i),  .src_r_valid_i (host_r_valid_i),  .src_r_ready_o (host_r_ready_o),
      .dst_ask_o(card_ask_o), .dst_ask_valid_o(card_ask_valid_o), .dst_ask_take_o(card_ask_take_o),
      .dst_room_i(card_room_i),
      .dst_aw_o(card_aw_o), .dst_aw_valid_o(card_aw_valid_o), .dst_aw_ready_i(card_aw_ready_i),
      .dst_w_o (card_w_o),  .dst_w_valid_o (card_w_valid_o),  .dst_w_ready_i (card_w_ready_i),
      .dst_b_i (card_b_i),  .dst_b_valid_i (card_b_valid_i),  .dst_b_ready_o (card_b_ready_o),
      .no_room_o(ev_no_room_o),
      .busy_o
    );

    assign m_o       = '0;
    assign m_valid_o = 1'b0;

    logic unused;
    assign unused = m_ready_i;
  end

endmodule
