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
  input  logic       clk_i,
  /// Reset of the bus and of the card with it.
  input  logic       rst_i,
  /// Reset of the card alone: what it has under way on the bus is brought to its end first.
  input  logic       rst_card_i,

  // DMA master towards host memory.
  output axi_ax_t    host_ar_o,
  output logic       host_ar_valid_o,
  input  logic       host_ar_ready_i,
  input  axi_r_t     host_r_i,
  input  logic       host_r_valid_i,
  output logic       host_r_ready_o,
  output axi_ax_t    host_aw_o,
  output logic       host_aw_valid_o,
  input  logic       host_aw_ready_i,
  output axi_w_t     host_w_o,
  output logic       host_w_valid_o,
  input  logic       host_w_ready_i,
  input  axi_b_t     host_b_i,
  input  logic       host_b_valid_i,
  output logic       host_b_ready_o,

  // BAR slave: single beats; address 38:36 = BAR number, 35:0 = offset.
  input  axi_ax_t    bar_ar_i,
  input  logic       bar_ar_valid_i,
  output logic       bar_ar_ready_o,
  output axi_r_t     bar_r_o,
  output logic       bar_r_valid_o,
  input  logic       bar_r_ready_i,
  input  axi_ax_t    bar_aw_i,
  input  logic       bar_aw_valid_i,
  output logic       bar_aw_ready_o,
  input  axi_w_t     bar_w_i,
  input  logic       bar_w_valid_i,
  output logic       bar_w_ready_o,
  output axi_b_t     bar_b_o,
  output logic       bar_b_valid_o,
  input  logic       bar_b_ready_i,

  // Messages.
  output logic       msix_valid_o,
  output logic [4:0] msix_vector_o,
  input  logic       msix_ready_i,

  /// Something is going on; while low, no cycle changes anything before the next BAR access.
  output logic       busy_o
);
  logic rst;
  assign rst = rst_i || rst_card_i;

  // The DMA engine's side of the host bus.
  axi_ax_t dma_ar, dma_aw;
  axi_r_t  dma_r;
  axi_w_t  dma_w;
  axi_b_t  dma_b;
  logic    dma_ar_valid, dma_ar_ready, dma_r_valid, dma_r_ready;
  logic    dma_aw_valid, dma_aw_ready, dma_w_valid, dma_w_ready, dma_b_valid, dma_b_ready;
  logic    draining;

  // Register blocks behind the BARs, as fby_card_bar numbers them.
  localparam int unsigned RegStatus = 0;
  localparam int unsigned RegKernel = 1;
  localparam int unsigned RegStream = 2;
  localparam int unsigned RegDma    = 3;
  reg_req_t [3:0] reg_req;
  reg_rsp_t [3:0] reg_rsp;

  // Masters of the card address space: 0 DMA, 1 BAR bridge.
  axi_ax_t [1:0] space_ar, space_aw;
  axi_r_t  [1:0] space_r;
  axi_w_t  [1:0] space_w;
  axi_b_t  [1:0] space_b;
  logic    [1:0] space_ar_valid, space_ar_ready, space_r_valid, space_r_ready;
  logic    [1:0] space_aw_valid, space_aw_ready, space_w_valid, space_w_ready, space_b_valid, space_b_ready;

  // Who asks for room there: each host-to-card channel, and the BAR bridge behind them.
  axi_ask_t [NumH2c:0] ask;
  logic     [NumH2c:0] ask_valid, ask_take, room;

  // Streams.
  axis_t [NUM_WINDOWS-1:0] window;
  logic  [NUM_WINDOWS-1:0] window_valid, window_ready;
  axis_t [NumH2c-1:0]      h2c;
  logic  [NumH2c-1:0]      h2c_valid, h2c_ready;
  axis_t [NumC2h-1:0]      c2h;
  logic  [NumC2h-1:0]      c2h_valid, c2h_ready;

  // What the status block counts. Six bits: the most zero digits one pair can have.
  localparam int unsigned AmountBits = 6;
  logic [fby_regs_pkg::USER_COUNTER_COUNT-1:0][AmountBits-1:0] amount;
  fby_dma_pkg::dma_events_t                         dma_events;
  fby_stream_pkg::stream_events_t [NUM_WINDOWS-1:0] stream_events;
  fby_msm_pkg::msm_events_t                         msm_events;
  logic        mmio_read, mmio_write, mmio_error;
  logic [63:0] mmio_addr, bad_host_addr, bad_card_addr;
  logic        bad_host_valid, bad_card_valid;

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
    .bar_ar_i, .bar_ar_valid_i, .bar_ar_ready_o, .bar_r_o, .bar_r_valid_o, .bar_r_ready_i,
    .bar_aw_i, .bar_aw_valid_i, .bar_aw_ready_o, .bar_w_i, .bar_w_valid_i, .bar_w_ready_o,
    .bar_b_o,  .bar_b_valid_o,  .bar_b_ready_i,
    .reg_o   (reg_req),
    .reg_i   (reg_rsp),
    .m_ar_o(space_ar[1]), .m_ar_valid_o(space_ar_valid[1]), .m_ar_ready_i(space_ar_ready[1]),
    .m_r_i(space_r[1]),   .m_r_valid_i(space_r_valid[1]),   .m_r_ready_o(space_r_ready[1]),
    .ask_o(ask[NumH2c]), .ask_valid_o(ask_valid[NumH2c]), .ask_take_o(ask_take[NumH2c]), .room_i(room[NumH2c]),
    .m_aw_o(space_aw[1]), .m_aw_valid_o(space_aw_valid[1]), .m_aw_ready_i(space_aw_ready[1]),
    .m_w_o(space_w[1]),   .m_w_valid_o(space_w_valid[1]),   .m_w_ready_i(space_w_ready[1]),
    .m_b_i(space_b[1]),   .m_b_valid_i(space_b_valid[1]),   .m_b_ready_o(space_b_ready[1]),
    .read_o  (mmio_read),
    .write_o (mmio_write),
    .error_o (mmio_error),
    .addr_o  (mmio_addr),
    .busy_o  (bar_busy)
  );

  fby_dma #(
    .NumH2c    (NumH2c),
    .NumC2h    (NumC2h),
    .H2cStream (H2cStream),
    .C2hStream (C2hStream)
  ) u_dma (
    .clk_i, .rst_i(rst),
    .reg_i (reg_req[RegDma]),
    .reg_o (reg_rsp[RegDma]),
    .host_ar_o(dma_ar), .host_ar_valid_o(dma_ar_valid), .host_ar_ready_i(dma_ar_ready),
    .host_r_i(dma_r),   .host_r_valid_i(dma_r_valid),   .host_r_ready_o(dma_r_ready),
    .host_aw_o(dma_aw), .host_aw_valid_o(dma_aw_valid), .host_aw_ready_i(dma_aw_ready),
    .host_w_o(dma_w),   .host_w_valid_o(dma_w_valid),   .host_w_ready_i(dma_w_ready),
    .host_b_i(dma_b),   .host_b_valid_i(dma_b_valid),   .host_b_ready_o(dma_b_ready),
    .card_ar_o(space_ar[0]), .card_ar_valid_o(space_ar_valid[0]), .card_ar_ready_i(space_ar_ready[0]),
    .card_r_i(space_r[0]),   .card_r_valid_i(space_r_valid[0]),   .card_r_ready_o(space_r_ready[0]),
    .card_ask_o(ask[NumH2c-1:0]), .card_ask_valid_o(ask_valid[NumH2c-1:0]),
    .card_ask_take_o(ask_take[NumH2c-1:0]), .card_room_i(room[NumH2c-1:0]),
    .card_aw_o(space_aw[0]), .card_aw_valid_o(space_aw_valid[0]), .card_aw_ready_i(space_aw_ready[0]),
    .card_w_o(space_w[0]),   .card_w_valid_o(space_w_valid[0]),   .card_w_ready_i(space_w_ready[0]),
    .card_b_i(space_b[0]),   .card_b_valid_i(space_b_valid[0]),   .card_b_ready_o(space_b_ready[0]),
    .h2c_o       (h2c),
    .h2c_valid_o (h2c_valid),
    .h2c_ready_i (h2c_ready),
    .c2h_i       (c2h),
    .c2h_valid_i (c2h_valid),
    .c2h_ready_o (c2h_ready),
    .usr_irq_i   (usr_irq),
    .msix_valid_o, .msix_vector_o, .msix_ready_i,
    .events_o         (dma_events),
    .bad_host_addr_o  (bad_host_addr),
    .bad_host_valid_o (bad_host_valid),
    .bad_card_addr_o  (bad_card_addr),
    .bad_card_valid_o (bad_card_valid),
    .busy_o           (dma_busy)
  );

  fby_axi_quiesce u_quiesce (
    .clk_i, .rst_i, .rst_card_i,
    .s_ar_i(dma_ar), .s_ar_valid_i(dma_ar_valid), .s_ar_ready_o(dma_ar_ready),
    .s_r_o(dma_r),   .s_r_valid_o(dma_r_valid),   .s_r_ready_i(dma_r_ready),
    .s_aw_i(dma_aw), .s_aw_valid_i(dma_aw_valid), .s_aw_ready_o(dma_aw_ready),
    .s_w_i(dma_w),   .s_w_valid_i(dma_w_valid),   .s_w_ready_o(dma_w_ready),
    .s_b_o(dma_b),   .s_b_valid_o(dma_b_valid),   .s_b_ready_i(dma_b_ready),
    .m_ar_o(host_ar_o), .m_ar_valid_o(host_ar_valid_o), .m_ar_ready_i(host_ar_ready_i),
    .m_r_i(host_r_i),   .m_r_valid_i(host_r_valid_i),   .m_r_ready_o(host_r_ready_o),
    .m_aw_o(host_aw_o), .m_aw_valid_o(host_aw_valid_o), .m_aw_ready_i(host_aw_ready_i),
    .m_w_o(host_w_o),   .m_w_valid_o(host_w_valid_o),   .m_w_ready_i(host_w_ready_i),
    .m_b_i(host_b_i),   .m_b_valid_i(host_b_valid_i),   .m_b_ready_o(host_b_ready_o),
    .draining_o(draining)
  );

  fby_card_space #(
    .MemBytes    (MemBytes),
    .FifoEntries (FifoEntries),
    .NumWriters  (NumH2c + 1)
  ) u_space (
    .clk_i, .rst_i(rst),
    .ask_i(ask), .ask_valid_i(ask_valid), .room_o(room), .take_i(ask_take),
    .s_ar_i(space_ar), .s_ar_valid_i(space_ar_valid), .s_ar_ready_o(space_ar_ready),
    .s_r_o(space_r),   .s_r_valid_o(space_r_valid),   .s_r_ready_i(space_r_ready),
    .s_aw_i(space_aw), .s_aw_valid_i(space_aw_valid), .s_aw_ready_o(space_aw_ready),
    .s_w_i(space_w),   .s_w_valid_i(space_w_valid),   .s_w_ready_o(space_w_ready),
    .s_b_o(space_b),   .s_b_valid_o(space_b_valid),   .s_b_ready_i(space_b_ready),
    .stream_o       (window),
    .stream_valid_o (window_valid),
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
    .window_valid_i (window_valid),
    .window_ready_o (window_ready),
    .h2c_i          (h2c),
    .h2c_valid_i    (h2c_valid),
    .h2c_ready_o    (h2c_ready),
    .c2h_o          (c2h),
    .c2h_valid_o    (c2h_valid),
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
    .mmio_read_i  (mmio_read),
    .mmio_write_i (mmio_write),
    .mmio_error_i (mmio_error),
    .amount_o     (amount)
  );

  fby_status #(
    .CardKind   (Kernel),
    .NumH2c     (NumH2c),
    .NumC2h     (NumC2h),
    .H2cStream  (H2cStream),
    .C2hStream  (C2hStream),
    .ClockKhz   (CLOCK_KHZ),
    .MemBytes   (MemBytes),
    .NumWindows (NUM_WINDOWS),
    .AmountBits (AmountBits)
  ) u_status (
    .clk_i, .rst_i(rst),
    .reg_i            (reg_req[RegStatus]),
    .reg_o            (reg_rsp[RegStatus]),
    .amount_i         (amount),
    .bad_host_addr_i  (bad_host_addr),
    .bad_host_valid_i (bad_host_valid),
    .bad_card_addr_i  (bad_card_addr),
    .bad_card_valid_i (bad_card_valid),
    .bad_mmio_addr_i  (mmio_addr),
    .bad_mmio_valid_i (mmio_error)
  );

endmodule
