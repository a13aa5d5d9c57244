// SPDX-License-Identifier: Apache-2.0

/// Front end that takes a stream into buffers of host memory: the S2MM channel of an AXI DMA in direct-register mode, with what fby_pairs has
/// beyond it.
module fby_s2mm
  import fby_dma_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_i,

  /// Level: what is under way is cut short; nothing begins.
  input  logic                  quiesce_i,
  /// A buffer is armed, or its end is still to be told.
  output logic                  busy_o,
  /// A beat has moved, or a buffer is finished.
  output logic                  moved_o,
  input  fby_reg_pkg::reg_req_t reg_i,
  output fby_reg_pkg::reg_rsp_t reg_o,

  output dma_offer_t            offer_o,
  input  logic                  offer_ready_i,
  input  dma_answer_t           answer_i,
  output logic                  answer_ready_o,
  /// A data beat moved.
  input  logic                  beat_i,

  output dma_word_offer_t       word_o,
  input  logic                  word_ready_i,
  input  dma_word_done_t        word_done_i,

  /// Interrupt line, level.
  output logic                  lines_o,
  output dma_front_events_t     events_o
);

  fby_pairs #(
    .C2h(1'b1), .Base(fby_regs_pkg::USER_S2MM_DMACR_OFFSET)
  ) u_channel (
    .clk_i, .rst_i, .quiesce_i, .busy_o, .moved_o, .reg_i, .reg_o,
    .offer_o, .offer_ready_i, .answer_i, .answer_ready_o, .beat_i,
    .word_o, .word_ready_i, .word_done_i, .lines_o, .events_o
  );

endmodule
