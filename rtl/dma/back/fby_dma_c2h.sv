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
  /// All writes carry id 0, so their responses come in order.
  output fby_axi_pkg::axi_ax_t  host_aw_o,
  output logic                  host_aw_valid_o,
  input  logic                  host_aw_ready_i,
  output fby_axi_pkg::axi_w_t   host_w_o,
  output logic                  host_w_valid_o,
  input  logic                  host_w_ready_i,
  input  fby_axi_pkg::axi_b_t   host_b_i,
  input  logic                  host_b_valid_i,
  output logic                  host_b_ready_o,
  /// Card side, silent when Stream. Ids 0 to fby_dma_back_pkg::CARD_READ_SLOTS-1.
  output fby_axi_pkg::axi_ax_t  card_ar_o,
  output logic                  card_ar_valid_o,
  input  logic                  card_ar_ready_i,
  input  fby_axi_pkg::axi_r_t   card_r_i,
  input  logic                  card_r_valid_i,
  output logic                  card_r_ready_o,
  /// Stream in, refused unless Stream.
  input  fby_axi_pkg::axis_t    s_i,
  input  logic                  s_valid_i,
  output logic                  s_ready_o,
  /// A beat went to the host.
  output logic                  ev_beat_o,
  /// A request is unanswered.
  output logic                  busy_o
);

  assign ev_beat_o = host_w_valid_o && host_w_ready_i;

  if (Stream) begin : g_stream
    fby_dma_s2mm #(
      .WriteSlots   (WriteSlots),
      .FifoBeats    (FifoBeats),
      .MaxBurstBytes(MaxBurstBytes)
    ) u_mover (
      .clk_i, .rst_i,
      .req_i, .req_valid_i, .req_ready_o,
      .rsp_o, .rsp_valid_o, .rsp_ready_i,
      .cancel_i,
      .s_i, .s_valid_i, .s_ready_o,
      .aw_o(host_aw_o), .aw_valid_o(host_aw_valid_o), .aw_ready_i(host_aw_ready_i),
      .w_o (host_w_o),  .w_valid_o (host_w_valid_o),  .w_ready_i (host_w_ready_i),
      .b_i (host_b_i),  .b_valid_i (host_b_valid_i),  .b_ready_o (host_b_ready_o),
      .busy_o
    );

    assign card_ar_o       = '0;
    assign card_ar_valid_o = 1'b0;
    assign card_r_ready_o  = 1'b0;

    logic unused;
    assign unused = &{1'b0, card_ar_ready_i, card_r_i, card_r_valid_i};
  end else begin : g_memory
    // The card's own round trip is short: a few longest bursts keep it busy.
    localparam int unsigned CardBeats = MaxBurstBytes / (fby_axi_pkg::DATA_BYTES / 4);
    fby_axi_pkg::axi_ask_t ask;
    logic                  ask_valid, ask_take, no_room;

    fby_dma_copy #(
      .SrcCard      (1'b1),
      .ReadSlots    (fby_dma_back_pkg::CARD_READ_SLOTS),
      .ReadBeats    (CardBeats),
      .WriteSlots   (WriteSlots),
      .WriteBeats   (FifoBeats),
      .MaxBurstBytes(MaxBurstBytes)
    ) u_mover (
      .clk_i, .rst_i,
      .req_i, .req_valid_i, .req_ready_o,
      .rsp_o, .rsp_valid_o, .rsp_ready_i,
      .cancel_i,
      .src_ar_o(card_ar_o), .src_ar_valid_o(card_ar_valid_o), .src_ar_ready_i(card_ar_ready_i),
      .src_r_i (card_r_i),  .src_r_valid_i (card_r_valid_i),  .src_r_ready_o (card_r_ready_o),
      // Host memory always has room.
      .dst_ask_o(ask), .dst_ask_valid_o(ask_valid), .dst_ask_take_o(ask_take), .dst_room_i(1'b1),
      .dst_aw_o(host_aw_o), .dst_aw_valid_o(host_aw_valid_o), .dst_aw_ready_i(host_aw_ready_i),
      .dst_w_o (host_w_o),  .dst_w_valid_o (host_w_valid_o),  .dst_w_ready_i (host_w_ready_i),
      .dst_b_i (host_b_i),  .dst_b_valid_i (host_b_valid_i),  .dst_b_ready_o (host_b_ready_o),
      .no_room_o(no_room),
      .busy_o
    );

    assign s_ready_o = 1'b0;

    logic unused;
    assign unused = &{1'b0, s_i, s_valid_i, no_room, ask, ask_valid, ask_take};
  end

endmodule
