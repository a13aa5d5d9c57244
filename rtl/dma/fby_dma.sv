// SPDX-License-Identifier: Apache-2.0

/// Scatter-gather DMA engine with the XDMA register map: 1 to 4 channels per direction, each memory-mapped or
/// streaming. See README.md for the picture.
///
/// Everything here is wiring: channels (front), movers (back), and who shares which bus.
module fby_dma
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
#(
  /// Host-to-card channels, 1 to 4.
  parameter int unsigned NumH2c             = 1,
  /// Card-to-host channels, 1 to 4.
  parameter int unsigned NumC2h             = 1,
  /// Which host-to-card channels are streams.
  parameter logic [3:0]  H2cStream          = 4'b0000,
  /// Which card-to-host channels are streams.
  parameter logic [3:0]  C2hStream          = 4'b0000,
  /// Reads outstanding on the host bus, all channels together.
  parameter int unsigned MaxReads           = 32,
  /// Reads outstanding per host-to-card channel; a power of two, at least the number of channels.
  parameter int unsigned ReadSlots          = 32,
  /// Writes outstanding per card-to-host channel; a power of two.
  parameter int unsigned WriteSlots         = 8,
  /// Beats a host-to-card channel can have in flight; a power of two. Rate times round trip, or it limits the rate.
  parameter int unsigned H2cFifoBeats       = 512,
  /// Beats a card-to-host channel can hold; a power of two.
  parameter int unsigned C2hFifoBeats       = 64,
  /// Free number of the card's builder.
  parameter logic [15:0] SystemId           = 16'h0000
) (
  input  logic                   clk_i,
  input  logic                   rst_i,

  /// The 64 KiB of BAR2.
  input  fby_reg_pkg::reg_req_t  reg_i,
  output fby_reg_pkg::reg_rsp_t  reg_o,

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
  output logic [NumC2h-1:0]      c2h_ready_o,

  /// User interrupt lines, level.
  input  logic [USER_IRQS-1:0]   usr_irq_i,
  output logic                   msix_valid_o,
  output logic [VECTOR_BITS-1:0] msix_vector_o,
  input  logic                   msix_ready_i,

  output dma_events_t            events_o,
  /// Address of the latest failed host access, valid for one cycle.
  output logic [63:0]            bad_host_addr_o,
  output logic                   bad_host_valid_o,
  /// Address of the latest failed card access, valid for one cycle.
  output logic [63:0]            bad_card_addr_o,
  output logic                   bad_card_valid_o,
  /// Some channel runs or some write-back is under way.
  output logic                   busy_o
);

  localparam int unsigned N = NumH2c + NumC2h;

  if (NumH2c < 1 || NumH2c > MAX_CHANNELS || NumC2h < 1 || NumC2h > MAX_CHANNELS) begin : gen_bad_channels
    $error("fby_dma: NumH2c and NumC2h must be 1 to 4");
  end
  if (ReadSlots < N) begin : gen_bad_slots
    $error("fby_dma: ReadSlots must be at least the number of channels");
  end

  // ---- registers ----

  xdma_access_t             access;
  logic                    reg_read;
  logic [N-1:0]            chan_sel, sgdma_sel, halt, credit_mode, chan_irq, chan_busy;
  logic [N-1:0][31:0]      chan_rdata;

  fby_xdma_ctl #(
    .NumH2c  (NumH2c),
    .NumC2h  (NumC2h),
    .SystemId(SystemId)
  ) u_ctl (
    .clk_i, .rst_i, .reg_i, .reg_o,
    .access_o     (access),
    .read_o       (reg_read),
    .chan_sel_o   (chan_sel),
    .sgdma_sel_o  (sgdma_sel),
    .chan_rdata_i (chan_rdata),
    .halt_o       (halt),
    .credit_mode_o(credit_mode),
    .chan_irq_i   (chan_irq),
    .usr_irq_i, .msix_valid_o, .msix_vector_o, .msix_ready_i
  );

  // ---- channels ----

  dma_req_t [N-1:0]         req;
  dma_rsp_t [N-1:0]         rsp;
  logic [N-1:0]             req_valid, req_ready, rsp_valid, rsp_ready, cancel, beat, mover_busy;
  axi_ax_t [N-1:0]          fetch_ar;
  axi_r_t [N-1:0]           fetch_r;
  logic [N-1:0]             fetch_ar_valid, fetch_ar_ready, fetch_r_valid, fetch_r_ready;
  dma_word_t [2*N-1:0]      mail;
  logic [2*N-1:0]           mail_valid, mail_ready, mail_done;
  dma_cause_e               mail_cause;
  logic [63:0]              mail_addr;
  logic                     mail_busy;
  xdma_chan_events_t [N-1:0] chan_events;

  for (genvar i = 0; i < int'(N); i++) begin : gen_chan
    localparam bit          C2h     = i >= int'(NumH2c);
    localparam int unsigned Channel = C2h ? i - NumH2c : i;
    fby_xdma_chan #(
      .C2h    (C2h),
      .Stream (C2h ? C2hStream[Channel] : H2cStream[Channel]),
      .Channel(Channel)
    ) u_chan (
      .clk_i, .rst_i,
      .access_i     (access),
      .read_i       (reg_read),
      .chan_sel_i   (chan_sel[i]),
      .sgdma_sel_i  (sgdma_sel[i]),
      .rdata_o      (chan_rdata[i]),
      .halt_i       (halt[i]),
      .credit_mode_i(credit_mode[i]),
      .ar_o         (fetch_ar[i]),
      .ar_valid_o   (fetch_ar_valid[i]),
      .ar_ready_i   (fetch_ar_ready[i]),
      .r_i          (fetch_r[i]),
      .r_valid_i    (fetch_r_valid[i]),
      .r_ready_o    (fetch_r_ready[i]),
      .req_o        (req[i]),
      .req_valid_o  (req_valid[i]),
      .req_ready_i  (req_ready[i]),
      .rsp_i        (rsp[i]),
      .rsp_valid_i  (rsp_valid[i]),
      .rsp_ready_o  (rsp_ready[i]),
      .cancel_o     (cancel[i]),
      .beat_i       (beat[i]),
      .mail_o       (mail[2*i +: 2]),
      .mail_valid_o (mail_valid[2*i +: 2]),
      .mail_ready_i (mail_ready[2*i +: 2]),
      .mail_done_i  (mail_done[2*i +: 2]),
      .mail_cause_i (mail_cause),
      .irq_o        (chan_irq[i]),
      .events_o     (chan_events[i]),
      .busy_o       (chan_busy[i])
    );
  end

  // ---- descriptor reads, write-backs ----

  axi_ax_t fetch_port_ar, mail_aw;
  axi_r_t  fetch_port_r;
  axi_w_t  mail_w;
  axi_b_t  mail_b;
  logic    fetch_port_ar_valid, fetch_port_ar_ready, fetch_port_r_valid, fetch_port_r_ready;
  logic    mail_aw_valid, mail_aw_ready, mail_w_valid, mail_w_ready, mail_b_valid, mail_b_ready;

  fby_axi_arb_rd #(
    .NumMasters  (N),
    .IdsPerMaster(1)
  ) u_fetch_arb (
    .clk_i, .rst_i,
    .s_ar_i(fetch_ar), .s_ar_valid_i(fetch_ar_valid), .s_ar_ready_o(fetch_ar_ready),
    .s_r_o (fetch_r),  .s_r_valid_o (fetch_r_valid),  .s_r_ready_i (fetch_r_ready),
    .m_ar_o(fetch_port_ar), .m_ar_valid_o(fetch_port_ar_valid), .m_ar_ready_i(fetch_port_ar_ready),
    .m_r_i (fetch_port_r),  .m_r_valid_i (fetch_port_r_valid),  .m_r_ready_o (fetch_port_r_ready)
  );

  fby_dma_status_writer #(
    .NumMails(2 * N)
  ) u_status_writer (
    .clk_i, .rst_i,
    .mail_i(mail), .mail_valid_i(mail_valid), .mail_ready_o(mail_ready),
    .done_o(mail_done), .done_cause_o(mail_cause), .done_addr_o(mail_addr), .busy_o(mail_busy),
    .aw_o(mail_aw), .aw_valid_o(mail_aw_valid), .aw_ready_i(mail_aw_ready),
    .w_o (mail_w),  .w_valid_o (mail_w_valid),  .w_ready_i (mail_w_ready),
    .b_i (mail_b),  .b_valid_i (mail_b_valid),  .b_ready_o (mail_b_ready)
  );

  // ---- data ----

  logic [NumH2c-1:0] no_room;

  fby_dma_movers #(
    .NumH2c            (NumH2c),
    .NumC2h            (NumC2h),
    .H2cStream         (H2cStream),
    .C2hStream         (C2hStream),
    .MaxReads          (MaxReads),
    .ReadSlots         (ReadSlots),
    .WriteSlots        (WriteSlots),
    .H2cFifoBeats      (H2cFifoBeats),
    .C2hFifoBeats      (C2hFifoBeats),
    .MailIds           (2 * N)
  ) u_movers (
    .clk_i, .rst_i,
    .req_i(req), .req_valid_i(req_valid), .req_ready_o(req_ready),
    .rsp_o(rsp), .rsp_valid_o(rsp_valid), .rsp_ready_i(rsp_ready),
    .cancel_i(cancel), .beat_o(beat), .no_room_o(no_room), .busy_o(mover_busy),
    .fetch_ar_i(fetch_port_ar), .fetch_ar_valid_i(fetch_port_ar_valid), .fetch_ar_ready_o(fetch_port_ar_ready),
    .fetch_r_o(fetch_port_r), .fetch_r_valid_o(fetch_port_r_valid), .fetch_r_ready_i(fetch_port_r_ready),
    .mail_aw_i(mail_aw), .mail_aw_valid_i(mail_aw_valid), .mail_aw_ready_o(mail_aw_ready),
    .mail_w_i(mail_w), .mail_w_valid_i(mail_w_valid), .mail_w_ready_o(mail_w_ready),
    .mail_b_o(mail_b), .mail_b_valid_o(mail_b_valid), .mail_b_ready_i(mail_b_ready),
    .host_ar_o, .host_ar_valid_o, .host_ar_ready_i, .host_r_i, .host_r_valid_i, .host_r_ready_o,
    .host_aw_o, .host_aw_valid_o, .host_aw_ready_i, .host_w_o, .host_w_valid_o, .host_w_ready_i,
    .host_b_i, .host_b_valid_i, .host_b_ready_o,
    .card_ar_o, .card_ar_valid_o, .card_ar_ready_i, .card_r_i, .card_r_valid_i, .card_r_ready_o,
    .card_ask_o, .card_ask_valid_o, .card_ask_take_o, .card_room_i,
    .card_aw_o, .card_aw_valid_o, .card_aw_ready_i, .card_w_o, .card_w_valid_o, .card_w_ready_i,
    .card_b_i, .card_b_valid_i, .card_b_ready_o,
    .h2c_o, .h2c_valid_o, .h2c_ready_i, .c2h_i, .c2h_valid_i, .c2h_ready_o
  );

  // ---- what is counted ----

  dma_events_t bus_events;
  logic        poll_error;

  always_comb begin
    bus_events            = '0;
    bus_events.h2c_beat   = beat[NumH2c-1:0] != '0;
    bus_events.c2h_beat   = beat[N-1:NumH2c] != '0;
    bus_events.host_read  = host_ar_valid_o && host_ar_ready_i;
    bus_events.host_write = host_aw_valid_o && host_aw_ready_i;
    bus_events.no_room    = no_room != '0;
    bus_events.message    = msix_valid_o && msix_ready_i;
    // Failed stream results are reported by their channel; failed poll-mode words only here.
    poll_error = 1'b0;
    for (int unsigned i = 0; i < N; i++) poll_error = poll_error || (mail_done[2*i] && mail_cause != DMA_OK);
  end

  fby_xdma_events #(
    .NumChannels(N)
  ) u_events (
    .clk_i, .rst_i,
    .chan_i           (chan_events),
    .mail_error_i     (poll_error),
    .mail_error_addr_i(mail_addr),
    .bus_i            (bus_events),
    .events_o, .bad_host_addr_o, .bad_host_valid_o, .bad_card_addr_o, .bad_card_valid_o
  );

  assign busy_o = chan_busy != '0 || mover_busy != '0 || mail_busy || msix_valid_o;

endmodule
