// SPDX-License-Identifier: Apache-2.0
/// The Forebay card: DMA engine, card address space, kernel, status block, and the BARs through which the host
/// reaches them. See README.md for the picture and the address map.
module fby_card
  import fby_axi_pkg::*;
  import fby_reg_pkg::*;
  import fby_card_pkg::*;
#(
  /// What sits on the streams: KERNEL_LOOPBACK or KERNEL_MSM.
  parameter int unsigned Kernel      = KERNEL_LOOPBACK,
  /// Host-to-card and card-to-host DMA channels, 1 to 4 each.
  parameter int unsigned NumH2c      = 4,
  parameter int unsigned NumC2h      = 4,
  /// Which of them are streams; the others are memory-mapped.
  parameter bit [3:0]    H2cStream   = 4'b1100,
  parameter bit [3:0]    C2hStream   = 4'b1100,
  /// MSM kernel: table of window widths.
  parameter int unsigned WindowTable = 0,
  /// Depth of each stream FIFO in beats.
  parameter int unsigned FifoEntries = 1024,
  /// Size of the card memory; a power of two.
  parameter int unsigned MemBytes    = 1 << 20
) (
  input  logic                      clk_i,
  /// Reset of the bus and of the card with it.
  input  logic                      rst_i,
  /// Reset of the card alone: what it has under way on the bus is brought to its end first.
  input  logic                      rst_card_i,

  // DMA master towards host memory.
  output axi_req_t                  host_req_o,
  input  axi_req_ready_t            host_req_ready_i,
  input  axi_rsp_t                  host_rsp_i,
  output axi_rsp_ready_t            host_rsp_ready_o,

  // BAR slave: single beats; address 38:36 = BAR number, 35:0 = offset.
  input  axi_req_t                  bar_req_i,
  output axi_req_ready_t            bar_req_ready_o,
  output axi_rsp_t                  bar_rsp_o,
  input  axi_rsp_ready_t            bar_rsp_ready_i,

  // Messages.
  output fby_dma_pkg::dma_message_t message_o,
  input  logic                      message_ready_i,

  /// Something is going on; while low, no cycle changes anything before the next BAR access.
  output logic                      busy_o
);
  logic rst;
  assign rst = rst_i || rst_card_i;

  // The DMA engine's side of the host bus.
  axi_req_t       dma_req;
  axi_req_ready_t dma_req_ready;
  axi_rsp_t       dma_rsp;
  axi_rsp_ready_t dma_rsp_ready;
  logic           draining;

  // Register blocks behind the BARs, as fby_card_bar numbers them.
  localparam int unsigned RegStatus = 0;
  localparam int unsigned RegKernel = 1;
  localparam int unsigned RegStream = 2;
  localparam int unsigned RegDma    = 3;
  reg_req_t [3:0] reg_req;
  reg_rsp_t [3:0] reg_rsp;

  // Masters of the card address space.
  axi_req_t       card_req, aperture_req;
  axi_req_ready_t card_req_ready, aperture_req_ready;
  axi_rsp_t       card_rsp, aperture_rsp;
  axi_rsp_ready_t card_rsp_ready, aperture_rsp_ready;

  // Who asks for room there: each host-to-card channel, and the BAR bridge behind them.
  axi_ask_t [NumH2c:0] ask;
  logic     [NumH2c:0] room;

  // Streams.
  axis_req_t [NUM_WINDOWS-1:0] window;
  logic      [NUM_WINDOWS-1:0] window_ready;
  axis_req_t [NumH2c-1:0]      h2c;
  logic      [NumH2c-1:0]      h2c_ready;
  axis_req_t [NumC2h-1:0]      c2h;
  logic      [NumC2h-1:0]      c2h_ready;

  // What the status block counts. Six bits: the most zero digits one pair can have.
  localparam int unsigned AmountBits = 6;
  logic [fby_regs_pkg::USER_COUNTER_COUNT-1:0][AmountBits-1:0] amount;
  fby_dma_pkg::dma_events_t                         dma_events;
  fby_stream_pkg::stream_events_t [NUM_WINDOWS-1:0] stream_events;
  fby_msm_pkg::msm_events_t                         msm_events;
  fby_dma_pkg::dma_bad_t                            bad;
  card_access_t                                     access;

  logic        dma_busy, kernel_busy, bar_busy, run_done;
  logic [15:0] usr_irq;

  always_comb begin
    usr_irq = '0;
    usr_irq[IRQ_RUN_DONE] = run_done;
  end

  // A flush throws entries away cycle by cycle with nothing else going on.
  logic flushing;
  always_comb begin
    flushing = 1'b0;
    for (int n = 0; n < NUM_WINDOWS; n++) flushing |= stream_events[n].discarded;
  end

  assign busy_o = dma_busy || kernel_busy || bar_busy || flushing || draining;

  fby_card_bar u_bar (
    .clk_i, .rst_i(rst),
    .bar_req_i, .bar_req_ready_o, .bar_rsp_o, .bar_rsp_ready_i,
    .reg_o   (reg_req),
    .reg_i   (reg_rsp),
    .ask_o(ask[NumH2c]), .room_i(room[NumH2c]),
    .m_req_o(aperture_req), .m_req_ready_i(aperture_req_ready),
    .m_rsp_i(aperture_rsp), .m_rsp_ready_o(aperture_rsp_ready),
    .access_o(access),
    .busy_o  (bar_busy)
  );

  // Nobody asks it to rest yet, nor how it gets on.
  plug_req_t dma_plug_req;
  plug_rsp_t dma_plug;
  assign dma_plug_req    = '{quiesce: 1'b0, regs: reg_req[RegDma]};
  assign reg_rsp[RegDma] = dma_plug.regs;
  logic unused_plug;
  assign unused_plug = &{1'b0, dma_plug.busy, dma_plug.moved};

  fby_dma #(
    .NumH2c    (NumH2c),
    .NumC2h    (NumC2h),
    .H2cStream (H2cStream),
    .C2hStream (C2hStream)
  ) u_dma (
    .clk_i, .rst_i(rst),
    .plug_i(dma_plug_req),
    .plug_o(dma_plug),
    .host_req_o(dma_req), .host_req_ready_i(dma_req_ready), .host_rsp_i(dma_rsp), .host_rsp_ready_o(dma_rsp_ready),
    .card_ask_o(ask[NumH2c-1:0]), .card_room_i(room[NumH2c-1:0]),
    .card_req_o(card_req), .card_req_ready_i(card_req_ready), .card_rsp_i(card_rsp), .card_rsp_ready_o(card_rsp_ready),
    .h2c_o       (h2c),
    .h2c_ready_i (h2c_ready),
    .c2h_i       (c2h),
    .c2h_ready_o (c2h_ready),
    .usr_irq_i   (usr_irq),
    .message_o, .message_ready_i,
    .events_o    (dma_events),
    .bad_o       (bad),
    .busy_o      (dma_busy)
  );

  fby_axi_quiesce u_quiesce (
    .clk_i, .rst_i, .rst_card_i,
    .s_req_i(dma_req), .s_req_ready_o(dma_req_ready), .s_rsp_o(dma_rsp), .s_rsp_ready_i(dma_rsp_ready),
    .m_req_o(host_req_o), .m_req_ready_i(host_req_ready_i), .m_rsp_i(host_rsp_i), .m_rsp_ready_o(host_rsp_ready_o),
    .draining_o(draining)
  );

  fby_card_space #(
    .MemBytes    (MemBytes),
    .FifoEntries (FifoEntries),
    .NumWriters  (NumH2c + 1)
  ) u_space (
    .clk_i, .rst_i(rst),
    .ask_i(ask), .room_o(room),
    .dma_req_i(card_req), .dma_req_ready_o(card_req_ready), .dma_rsp_o(card_rsp), .dma_rsp_ready_i(card_rsp_ready),
    .bar_req_i(aperture_req), .bar_req_ready_o(aperture_req_ready),
    .bar_rsp_o(aperture_rsp), .bar_rsp_ready_i(aperture_rsp_ready),
    .stream_o       (window),
    .stream_ready_i (window_ready),
    .reg_i          (reg_req[RegStream]),
    .reg_o          (reg_rsp[RegStream]),
    .events_o       (stream_events)
  );

  fby_card_kernel #(
    .Kernel      (Kernel),
    .NumH2c      (NumH2c),
    .NumC2h      (NumC2h),
    .H2cStream   (H2cStream),
    .C2hStream   (C2hStream),
    .WindowTable (WindowTable),
    .FifoEntries (FifoEntries)
  ) u_kernel (
    .clk_i, .rst_i(rst),
    .reg_i          (reg_req[RegKernel]),
    .reg_o          (reg_rsp[RegKernel]),
    .window_i       (window),
    .window_ready_o (window_ready),
    .h2c_i          (h2c),
    .h2c_ready_o    (h2c_ready),
    .c2h_o          (c2h),
    .c2h_ready_i    (c2h_ready),
    .events_o       (msm_events),
    .run_done_o     (run_done),
    .busy_o         (kernel_busy)
  );

  fby_card_events #(
    .AmountBits (AmountBits)
  ) u_events (
    .dma_i        (dma_events),
    .stream_i     (stream_events),
    .msm_i        (msm_events),
    .access_i     (access),
    .amount_o     (amount)
  );

  // The head of the chain: the page of the status block itself.
  localparam fby_feature_pkg::feature_t IDENTITY = '{
    kind: 16'(fby_regs_pkg::USER_PLATFORM_IDENTITY), class_id: 4'(fby_regs_pkg::USER_FEATURE_ID_CLASS_PLATFORM),
    major: 16'd1, page_bytes: 32'h1000, default: '0
  };
  // It is never quiesced.
  logic unused_quiesce;

  fby_status #(
    .CardKind   (Kernel),
    .NumH2c     (NumH2c),
    .NumC2h     (NumC2h),
    .H2cStream  (H2cStream),
    .C2hStream  (C2hStream),
    .ClockKhz   (CLOCK_KHZ),
    .MemBytes   (MemBytes),
    .NumWindows (NUM_WINDOWS),
    .AmountBits (AmountBits),
    .NumFeatures(1),
    .Features   (IDENTITY)
  ) u_status (
    .clk_i, .rst_i(rst),
    .reg_i            (reg_req[RegStatus]),
    .reg_o            (reg_rsp[RegStatus]),
    .amount_i         (amount),
    .bad_host_addr_i  (bad.host_addr),
    .bad_host_valid_i (bad.host_valid),
    .bad_card_addr_i  (bad.card_addr),
    .bad_card_valid_i (bad.card_valid),
    .bad_mmio_addr_i  (access.addr),
    .bad_mmio_valid_i (access.error),
    .quiesce_o        (unused_quiesce),
    .busy_i           (1'b0),
    .moved_i          (1'b0)
  );

endmodule
