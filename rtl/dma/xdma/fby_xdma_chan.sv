// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// One XDMA channel without its mover: registers, descriptor reader, run control, results, write-back.
///
///   registers -> run control <- fetch <- host reads, or doorbell
///                 |       ^
///            request     record <- result <- response
///              (mover)               |
///                        status words (4 or 8 bytes to the host) <- write-back
module fby_xdma_chan
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
#(
  /// 1: card to host.
  parameter bit          C2h     = 1'b0,
  /// 1: the card side is a stream.
  parameter bit          Stream  = 1'b0,
  /// Number of the channel in its direction, 0 to 3.
  parameter int unsigned Channel = 0
) (
  input  logic                  clk_i,
  input  logic                  rst_i,

  input  xdma_bus_t             bus_i,
  input  xdma_sel_t             sel_i,
  output logic [31:0]           rdata_o,
  /// A doorbell refuses what comes in this cycle.
  output logic                  refused_o,
  /// Level: no run; one that is there is stopped.
  input  logic                  quiesce_i,
  /// Fetch halted.
  input  logic                  halt_i,
  /// Fetch only against credits.
  input  logic                  credit_mode_i,

  output axi_rd_req_t           fetch_req_o,
  input  logic                  fetch_req_ready_i,
  input  axi_rd_rsp_t           fetch_rsp_i,
  output logic                  fetch_rsp_ready_o,

  /// To the mover and back; see fby_dma_pkg.
  output dma_offer_t            offer_o,
  input  logic                  offer_ready_i,
  input  dma_answer_t           answer_i,
  output logic                  answer_ready_o,
  /// A data beat moved.
  input  logic                  beat_i,

  /// Poll-mode word (index 0) and stream result (index 1).
  output dma_word_offer_t [1:0] word_o,
  input  logic [1:0]            word_ready_i,
  input  dma_word_done_t [1:0]  word_done_i,

  /// An enabled cause is logged, and the host can see everything that belongs to it.
  output logic                  irq_o,
  output xdma_chan_events_t     events_o,
  output logic                  busy_o
);

  xdma_mode_t   mode;
  logic        start, stop, ring, result_disable, run_begin, run_busy, run_waits, wb_busy, stopped, irq;
  xdma_log_t   log;
  logic [31:0] content, chan_rdata, perf_rdata, sgdma_rdata, doorbell_rdata;
  logic [63:0] wb_addr;

  // ---- registers ----

  fby_xdma_chan_regs #(
    .C2h    (C2h),
    .Stream (Stream),
    .Channel(Channel)
  ) u_regs (
    .clk_i, .rst_i,
    .access_i        (bus_i.access),
    .read_i          (bus_i.read),
    .sel_i           (sel_i.chan),
    .rdata_o         (chan_rdata),
    .quiesce_i,
    .mode_o          (mode),
    .result_disable_o(result_disable),
    .ring_i          (ring),
    .start_o         (start),
    .stop_o          (stop),
    .begin_i         (run_begin),
    .busy_i          (busy_o),
    .log_i           (log),
    .word_o          (content),
    .wb_addr_o       (wb_addr),
    .irq_o           (irq)
  );

  logic [$clog2(RUN_DEPTH+1)-1:0] under_way;

  fby_xdma_perf u_perf (
    .clk_i, .rst_i,
    .access_i (bus_i.access),
    .sel_i    (sel_i.chan),
    .rdata_o  (perf_rdata),
    .begin_i  (run_begin),
    .stopped_i(stopped),
    .beat_i,
    .waiting_i(under_way)
  );

  logic [63:0] first_addr;
  logic [5:0]  first_adjacent;
  logic [9:0]  credits;
  logic [6:0]  credits_used;

  fby_xdma_sgdma_regs #(
    .C2h    (C2h),
    .Stream (Stream),
    .Channel(Channel)
  ) u_sgdma_regs (
    .clk_i, .rst_i,
    .access_i        (bus_i.access),
    .sel_i           (sel_i.sgdma),
    .rdata_o         (sgdma_rdata),
    .first_addr_o    (first_addr),
    .first_adjacent_o(first_adjacent),
    .credit_mode_i,
    .run_i           (mode.run),
    .credits_o       (credits),
    .credits_used_i  (credits_used)
  );

  assign rdata_o = chan_rdata | perf_rdata | sgdma_rdata | doorbell_rdata;

  // ---- descriptors ----

  logic        fetch_start, fetch_flush, fetch_idle, fetch_error;
  logic [63:0] fetch_error_addr;
  xdma_desc_t  fetched, rung, desc;
  logic        fetched_valid, rung_valid, desc_valid, desc_ready, run_rung;

  fby_xdma_fetch u_fetch (
    .clk_i, .rst_i,
    .start_i         (fetch_start && !run_rung),
    .first_addr_i    (first_addr),
    .first_adjacent_i(first_adjacent),
    .flush_i         (fetch_flush),
    .halt_i,
    .credit_mode_i,
    .credits_i       (credits),
    .credits_used_o  (credits_used),
    .idle_o          (fetch_idle),
    .desc_o          (fetched),
    .desc_valid_o    (fetched_valid),
    .desc_ready_i    (desc_ready),
    .error_o         (fetch_error),
    .error_addr_o    (fetch_error_addr),
    .rd_req_o(fetch_req_o), .rd_req_ready_i(fetch_req_ready_i),
    .rd_rsp_i(fetch_rsp_i), .rd_rsp_ready_o(fetch_rsp_ready_o)
  );

  fby_xdma_doorbell #(
    .C2h    (C2h),
    .Stream (Stream),
    .Channel(Channel)
  ) u_doorbell (
    .clk_i, .rst_i,
    .access_i    (bus_i.access),
    .store_i     (bus_i.store),
    .sel_i       (sel_i.doorbell),
    .rdata_o     (doorbell_rdata),
    .refused_o,
    .quiesce_i,
    .busy_i      (run_busy),
    .ring_o      (ring),
    .stop_i      (stop),
    .begin_i     (run_begin),
    .rung_o      (run_rung),
    .flush_i     (fetch_flush),
    .desc_o      (rung),
    .desc_valid_o(rung_valid),
    .desc_ready_i(desc_ready)
  );

  // A run has its descriptors from one of the two.
  assign desc       = rung_valid ? rung : fetched;
  assign desc_valid = rung_valid || fetched_valid;
  `FBY_ASSERT(one_source, !(rung_valid && (fetched_valid || !fetch_idle)))

  // ---- running ----

  xdma_meta_t   meta;
  xdma_record_t record;
  logic [63:0] bad_addr;
  logic        record_valid;

  fby_xdma_run #(
    .C2h   (C2h),
    .Stream(Stream)
  ) u_run (
    .clk_i, .rst_i,
    .mode_i        (mode),
    .start_i       (start),
    .stop_i        (stop),
    .word_busy_i   (wb_busy),
    .waits_o       (run_waits),
    .begin_o       (run_begin),
    .busy_o        (run_busy),
    .log_o         (log),
    .stopped_o     (stopped),
    .under_way_o   (under_way),
    .fetch_start_o (fetch_start),
    .fetch_flush_o (fetch_flush),
    .fetch_idle_i  (fetch_idle),
    .desc_i        (desc),
    .desc_valid_i  (desc_valid),
    .desc_ready_o  (desc_ready),
    .offer_o, .offer_ready_i,
    .meta_o        (meta),
    .record_i      (record),
    .record_valid_i(record_valid)
  );

  fby_xdma_result #(
    .WriteResults(C2h && Stream)
  ) u_result (
    .clk_i, .rst_i,
    .disable_i     (result_disable),
    .meta_valid_i  (offer_o.valid && offer_ready_i),
    .meta_i        (meta),
    .answer_i, .answer_ready_o,
    .word_o        (word_o[1]),
    .word_ready_i  (word_ready_i[1]),
    .word_done_i   (word_done_i[1]),
    .record_o      (record),
    .bad_addr_o    (bad_addr),
    .record_valid_o(record_valid)
  );

  fby_xdma_writeback u_writeback (
    .clk_i, .rst_i,
    .notify_i    (log.notify),
    .content_i   (content),
    .addr_i      (wb_addr),
    .word_o      (word_o[0]),
    .word_ready_i(word_ready_i[0]),
    .word_done_i (word_done_i[0]),
    .irq_i       (irq),
    .hold_i      (run_waits),
    .irq_o,
    .busy_o      (wb_busy)
  );

  // The poll-mode word goes to host memory as well.
  assign busy_o = run_busy || wb_busy;

  // ---- what the status block counts ----

  logic host_cause, card_cause;
  assign host_cause = record.cause == DMA_HOST_DECODE || record.cause == DMA_HOST_SLAVE ||
                      record.cause == DMA_HOST_POISON;
  assign card_cause = record.cause == DMA_CARD_DECODE || record.cause == DMA_CARD_SLAVE;

  always_comb begin
    events_o.desc_done  = log.count;
    events_o.card_error = record_valid && card_cause;
    events_o.host_error = record_valid && host_cause;
    events_o.bad_addr   = bad_addr;
    // A failed fetch and a failed transfer may meet in one cycle, so each has its own line.
    events_o.fetch_error      = fetch_error;
    events_o.fetch_error_addr = fetch_error_addr;
  end

endmodule
