// SPDX-License-Identifier: Apache-2.0

/// All movers of the engine and the buses they share.
///
/// On the host buses they meet the front end's small traffic: descriptor reads and 4- or 8-byte writes come in
/// at the fetch and mail ports. Host read identifiers: mover k owns k*ReadSlots and up; after the last mover
/// come the descriptor readers. Host write identifiers: one of each card-to-host mover, then those of the write-backs.
module fby_dma_movers
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
#(
  /// Host-to-card channels, 1 to 4.
  parameter int unsigned NumH2c             = 1,
  /// Card-to-host channels, 1 to 4.
  parameter int unsigned NumC2h             = 1,
  /// Which host-to-card channels are streams.
  parameter logic [3:0]  H2cStream          = 4'b0000,
  /// Which card-to-host channels are streams.
  parameter logic [3:0]  C2hStream          = 4'b0000,
  /// Reads outstanding on the host bus, all together.
  parameter int unsigned MaxReads           = 32,
  /// Reads outstanding per host-to-card mover; a power of two.
  parameter int unsigned ReadSlots          = 16,
  /// Writes outstanding per card-to-host mover; a power of two.
  parameter int unsigned WriteSlots         = 8,
  /// Beats a host-to-card mover can have in flight; a power of two.
  parameter int unsigned H2cFifoBeats       = 256,
  /// Beats a card-to-host mover can hold; a power of two.
  parameter int unsigned C2hFifoBeats       = 64,
  /// Identifiers of write-backs.
  parameter int unsigned MailIds            = 1,
  localparam int unsigned N = NumH2c + NumC2h
) (
  input  logic                   clk_i,
  input  logic                   rst_i,

  /// Requests and responses, host-to-card movers first.
  input  dma_req_t [N-1:0]       req_i,
  input  logic [N-1:0]           req_valid_i,
  output logic [N-1:0]           req_ready_o,
  output dma_rsp_t [N-1:0]       rsp_o,
  output logic [N-1:0]           rsp_valid_o,
  input  logic [N-1:0]           rsp_ready_i,
  /// The channel's run is cancelled and not yet at rest.
  input  logic [N-1:0]           cancel_i,
  /// A data beat moved on the host bus.
  output logic [N-1:0]           beat_o,
  /// A host-to-card mover has bytes to ask for and no room to put them.
  output logic [NumH2c-1:0]      no_room_o,
  output logic [N-1:0]           busy_o,

  /// Descriptor reads; identifiers below ReadSlots.
  input  axi_ax_t                fetch_ar_i,
  input  logic                   fetch_ar_valid_i,
  output logic                   fetch_ar_ready_o,
  output axi_r_t                 fetch_r_o,
  output logic                   fetch_r_valid_o,
  input  logic                   fetch_r_ready_i,
  /// Write-backs; identifiers below MailIds.
  input  axi_ax_t                mail_aw_i,
  input  logic                   mail_aw_valid_i,
  output logic                   mail_aw_ready_o,
  input  axi_w_t                 mail_w_i,
  input  logic                   mail_w_valid_i,
  output logic                   mail_w_ready_o,
  output axi_b_t                 mail_b_o,
  output logic                   mail_b_valid_o,
  input  logic                   mail_b_ready_i,

  output axi_ax_t                host_ar_o,
  output logic                   host_ar_valid_o,
  input  logic                   host_ar_ready_i,
  input  axi_r_t                 host_r_i,
  input  logic                   host_r_valid_i,
  output logic                   host_r_ready_o,
  output axi_ax_t                host_aw_o,
  output logic                   host_aw_valid_o,
  input  logic                   host_aw_ready_i,
  output axi_w_t                 host_w_o,
  output logic                   host_w_valid_o,
  input  logic                   host_w_ready_i,
  input  axi_b_t                 host_b_i,
  input  logic                   host_b_valid_i,
  output logic                   host_b_ready_o,

  output axi_ax_t                card_ar_o,
  output logic                   card_ar_valid_o,
  input  logic                   card_ar_ready_i,
  input  axi_r_t                 card_r_i,
  input  logic                   card_r_valid_i,
  output logic                   card_r_ready_o,
  /// Asked by each host-to-card channel ahead of each write burst: is there room where it goes? Taken with `take`.
  output axi_ask_t [NumH2c-1:0]  card_ask_o,
  output logic [NumH2c-1:0]      card_ask_valid_o,
  output logic [NumH2c-1:0]      card_ask_take_o,
  input  logic [NumH2c-1:0]      card_room_i,
  output axi_ax_t                card_aw_o,
  output logic                   card_aw_valid_o,
  input  logic                   card_aw_ready_i,
  output axi_w_t                 card_w_o,
  output logic                   card_w_valid_o,
  input  logic                   card_w_ready_i,
  input  axi_b_t                 card_b_i,
  input  logic                   card_b_valid_i,
  output logic                   card_b_ready_o,

  /// Streams of the host-to-card channels; silent on memory-mapped ones.
  output axis_t [NumH2c-1:0]     h2c_o,
  output logic [NumH2c-1:0]      h2c_valid_o,
  input  logic [NumH2c-1:0]      h2c_ready_i,
  /// Streams of the card-to-host channels; refused on memory-mapped ones.
  input  axis_t [NumC2h-1:0]     c2h_i,
  input  logic [NumC2h-1:0]      c2h_valid_i,
  output logic [NumC2h-1:0]      c2h_ready_o
);

  // ---- movers ----

  axi_ax_t [NumH2c:0]       hr_ar;
  axi_r_t [NumH2c:0]        hr_r;
  logic [NumH2c:0]          hr_ar_valid, hr_ar_ready, hr_r_valid, hr_r_ready;
  axi_ax_t [NumC2h:0]       hw_aw;
  axi_w_t [NumC2h:0]        hw_w;
  axi_b_t [NumC2h:0]        hw_b;
  logic [NumC2h:0]          hw_aw_valid, hw_aw_ready, hw_w_valid, hw_w_ready, hw_b_valid, hw_b_ready;
  axi_ax_t [NumH2c-1:0]     cw_aw;
  axi_w_t [NumH2c-1:0]      cw_w;
  axi_b_t [NumH2c-1:0]      cw_b;
  logic [NumH2c-1:0]        cw_aw_valid, cw_aw_ready, cw_w_valid, cw_w_ready, cw_b_valid, cw_b_ready;
  axi_ax_t [NumC2h-1:0]     cr_ar;
  axi_r_t [NumC2h-1:0]      cr_r;
  logic [NumC2h-1:0]        cr_ar_valid, cr_ar_ready, cr_r_valid, cr_r_ready;

  for (genvar i = 0; i < int'(NumH2c); i++) begin : gen_h2c
    fby_dma_h2c #(
      .Stream   (H2cStream[i]),
      .ReadSlots(ReadSlots),
      .FifoBeats(H2cFifoBeats)
    ) u_mover (
      .clk_i, .rst_i,
      .req_i(req_i[i]), .req_valid_i(req_valid_i[i]), .req_ready_o(req_ready_o[i]),
      .rsp_o(rsp_o[i]), .rsp_valid_o(rsp_valid_o[i]), .rsp_ready_i(rsp_ready_i[i]),
      .cancel_i(cancel_i[i]),
      .host_ar_o(hr_ar[i]), .host_ar_valid_o(hr_ar_valid[i]), .host_ar_ready_i(hr_ar_ready[i]),
      .host_r_i (hr_r[i]),  .host_r_valid_i (hr_r_valid[i]),  .host_r_ready_o (hr_r_ready[i]),
      .card_ask_o(card_ask_o[i]), .card_ask_valid_o(card_ask_valid_o[i]), .card_ask_take_o(card_ask_take_o[i]),
      .card_room_i(card_room_i[i]),
      .card_aw_o(cw_aw[i]), .card_aw_valid_o(cw_aw_valid[i]), .card_aw_ready_i(cw_aw_ready[i]),
      .card_w_o (cw_w[i]),  .card_w_valid_o (cw_w_valid[i]),  .card_w_ready_i (cw_w_ready[i]),
      .card_b_i (cw_b[i]),  .card_b_valid_i (cw_b_valid[i]),  .card_b_ready_o (cw_b_ready[i]),
      .m_o(h2c_o[i]), .m_valid_o(h2c_valid_o[i]), .m_ready_i(h2c_ready_i[i]),
      .ev_beat_o(beat_o[i]), .ev_no_room_o(no_room_o[i]), .busy_o(busy_o[i])
    );
  end

  for (genvar i = 0; i < int'(NumC2h); i++) begin : gen_c2h
    localparam int unsigned K = NumH2c + i;
    fby_dma_c2h #(
      .Stream    (C2hStream[i]),
      .WriteSlots(WriteSlots),
      .FifoBeats (C2hFifoBeats)
    ) u_mover (
      .clk_i, .rst_i,
      .req_i(req_i[K]), .req_valid_i(req_valid_i[K]), .req_ready_o(req_ready_o[K]),
      .rsp_o(rsp_o[K]), .rsp_valid_o(rsp_valid_o[K]), .rsp_ready_i(rsp_ready_i[K]),
      .cancel_i(cancel_i[K]),
      .host_aw_o(hw_aw[i]), .host_aw_valid_o(hw_aw_valid[i]), .host_aw_ready_i(hw_aw_ready[i]),
      .host_w_o (hw_w[i]),  .host_w_valid_o (hw_w_valid[i]),  .host_w_ready_i (hw_w_ready[i]),
      .host_b_i (hw_b[i]),  .host_b_valid_i (hw_b_valid[i]),  .host_b_ready_o (hw_b_ready[i]),
      .card_ar_o(cr_ar[i]), .card_ar_valid_o(cr_ar_valid[i]), .card_ar_ready_i(cr_ar_ready[i]),
      .card_r_i (cr_r[i]),  .card_r_valid_i (cr_r_valid[i]),  .card_r_ready_o (cr_r_ready[i]),
      .s_i(c2h_i[i]), .s_valid_i(c2h_valid_i[i]), .s_ready_o(c2h_ready_o[i]),
      .ev_beat_o(beat_o[K]), .busy_o(busy_o[K])
    );
  end

  // ---- the front end's share of the host buses ----

  assign hr_ar[NumH2c]       = fetch_ar_i;
  assign hr_ar_valid[NumH2c] = fetch_ar_valid_i;
  assign fetch_ar_ready_o    = hr_ar_ready[NumH2c];
  assign fetch_r_o           = hr_r[NumH2c];
  assign fetch_r_valid_o     = hr_r_valid[NumH2c];
  assign hr_r_ready[NumH2c]  = fetch_r_ready_i;

  assign hw_aw[NumC2h]       = mail_aw_i;
  assign hw_aw_valid[NumC2h] = mail_aw_valid_i;
  assign mail_aw_ready_o     = hw_aw_ready[NumC2h];
  assign hw_w[NumC2h]        = mail_w_i;
  assign hw_w_valid[NumC2h]  = mail_w_valid_i;
  assign mail_w_ready_o      = hw_w_ready[NumC2h];
  assign mail_b_o            = hw_b[NumC2h];
  assign mail_b_valid_o      = hw_b_valid[NumC2h];
  assign hw_b_ready[NumC2h]  = mail_b_ready_i;

  // ---- buses ----

  logic read_valid, read_ready;

  fby_axi_arb_rd #(
    .NumMasters  (NumH2c + 1),
    .IdsPerMaster(ReadSlots)
  ) u_host_rd (
    .clk_i, .rst_i,
    .s_ar_i(hr_ar), .s_ar_valid_i(hr_ar_valid), .s_ar_ready_o(hr_ar_ready),
    .s_r_o (hr_r),  .s_r_valid_o (hr_r_valid),  .s_r_ready_i (hr_r_ready),
    .m_ar_o(host_ar_o), .m_ar_valid_o(read_valid), .m_ar_ready_i(read_ready),
    .m_r_i (host_r_i),  .m_r_valid_i (host_r_valid_i), .m_r_ready_o(host_r_ready_o)
  );

  fby_dma_read_limit #(
    .MaxReads(MaxReads)
  ) u_read_limit (
    .clk_i, .rst_i,
    .s_valid_i(read_valid),
    .s_ready_o(read_ready),
    .m_valid_o(host_ar_valid_o),
    .m_ready_i(host_ar_ready_i),
    .done_i   (host_r_valid_i && host_r_ready_o && host_r_i.last)
  );

  fby_axi_arb_wr #(
    .NumMasters(NumC2h + 1),
    .LastIds   (MailIds)
  ) u_host_wr (
    .clk_i, .rst_i,
    .s_aw_i(hw_aw), .s_aw_valid_i(hw_aw_valid), .s_aw_ready_o(hw_aw_ready),
    .s_w_i (hw_w),  .s_w_valid_i (hw_w_valid),  .s_w_ready_o (hw_w_ready),
    .s_b_o (hw_b),  .s_b_valid_o (hw_b_valid),  .s_b_ready_i (hw_b_ready),
    .m_aw_o(host_aw_o), .m_aw_valid_o(host_aw_valid_o), .m_aw_ready_i(host_aw_ready_i),
    .m_w_o (host_w_o),  .m_w_valid_o (host_w_valid_o),  .m_w_ready_i (host_w_ready_i),
    .m_b_i (host_b_i),  .m_b_valid_i (host_b_valid_i),  .m_b_ready_o (host_b_ready_o)
  );

  fby_axi_arb_wr #(
    .NumMasters(NumH2c)
  ) u_card_wr (
    .clk_i, .rst_i,
    .s_aw_i(cw_aw), .s_aw_valid_i(cw_aw_valid), .s_aw_ready_o(cw_aw_ready),
    .s_w_i (cw_w),  .s_w_valid_i (cw_w_valid),  .s_w_ready_o (cw_w_ready),
    .s_b_o (cw_b),  .s_b_valid_o (cw_b_valid),  .s_b_ready_i (cw_b_ready),
    .m_aw_o(card_aw_o), .m_aw_valid_o(card_aw_valid_o), .m_aw_ready_i(card_aw_ready_i),
    .m_w_o (card_w_o),  .m_w_valid_o (card_w_valid_o),  .m_w_ready_i (card_w_ready_i),
    .m_b_i (card_b_i),  .m_b_valid_i (card_b_valid_i),  .m_b_ready_o (card_b_ready_o)
  );

  fby_axi_arb_rd #(
    .NumMasters  (NumC2h),
    .IdsPerMaster(fby_dma_back_pkg::CARD_READ_SLOTS)
  ) u_card_rd (
    .clk_i, .rst_i,
    .s_ar_i(cr_ar), .s_ar_valid_i(cr_ar_valid), .s_ar_ready_o(cr_ar_ready),
    .s_r_o (cr_r),  .s_r_valid_o (cr_r_valid),  .s_r_ready_i (cr_r_ready),
    .m_ar_o(card_ar_o), .m_ar_valid_o(card_ar_valid_o), .m_ar_ready_i(card_ar_ready_i),
    .m_r_i (card_r_i),  .m_r_valid_i (card_r_valid_i),  .m_r_ready_o (card_r_ready_o)
  );

endmodule
