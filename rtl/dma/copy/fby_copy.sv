// SPDX-License-Identifier: Apache-2.0

/// Front end that copies by physical address, one copy at a time: host to card, card to host, host to host.
///
///   registers --> control (check, hand over, wait, tell) --> one of three movers
///        line <-- done
///
/// It writes no status words and reads nothing for itself: all it tells is in its registers and on its line.
module fby_copy
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
  import fby_copy_pkg::*;
#(
  /// Movers of the back end.
  parameter int unsigned Movers   = 3,
  /// Which of them goes from host to card, from card to host, and from host to host; Movers where none does.
  parameter int unsigned H2cMover = 0,
  parameter int unsigned C2hMover = 1,
  parameter int unsigned H2hMover = 2
) (
  input  logic                     clk_i,
  input  logic                     rst_i,

  /// Level: the copy is aborted; none begins.
  input  logic                     quiesce_i,
  /// A copy is under way.
  output logic                     busy_o,
  /// A beat has moved, or a copy has ended.
  output logic                     moved_o,
  input  fby_reg_pkg::reg_req_t    reg_i,
  output fby_reg_pkg::reg_rsp_t    reg_o,

  output dma_offer_t [Movers-1:0]  offer_o,
  input  logic [Movers-1:0]        offer_ready_i,
  input  dma_answer_t [Movers-1:0] answer_i,
  output logic [Movers-1:0]        answer_ready_o,
  /// A data beat of its own moved in that mover.
  input  logic [Movers-1:0]        beat_i,

  /// Interrupt line, level: a copy has ended and nobody has cleared that.
  output logic                     lines_o,
  output dma_front_events_t        events_o
);

  copy_job_t          asked;
  copy_end_t          end_info;
  logic               go, abort, ended, path, offer_ready, answer_ready, src_card, dst_card;
  dma_offer_t         offer;
  dma_answer_t        answer;
  logic [Movers-1:0]  pick;

  fby_copy_regs u_regs (
    .clk_i, .rst_i, .reg_i, .reg_o,
    .refuse_i  (busy_o || quiesce_i),
    .busy_i    (busy_o),
    .job_o     (asked),
    .go_o      (go),
    .abort_o   (abort),
    .end_i     (ended),
    .end_info_i(end_info),
    .done_o    (lines_o)
  );

  fby_copy_ctl u_ctl (
    .clk_i, .rst_i, .quiesce_i,
    .job_i  (asked),
    .go_i   (go),
    .abort_i(abort),
    .path_i (path),
    .src_card_o(src_card), .dst_card_o(dst_card),
    .offer_o(offer), .offer_ready_i(offer_ready), .answer_i(answer), .answer_ready_o(answer_ready),
    .busy_o,
    .end_o     (ended),
    .end_info_o(end_info)
  );

  // ---- the mover between the two spaces ----

  always_comb begin
    pick = '0;
    for (int unsigned i = 0; i < Movers; i++) begin
      if (i == H2cMover) pick[i] = !src_card && dst_card;
      if (i == C2hMover) pick[i] = src_card && !dst_card;
      if (i == H2hMover) pick[i] = !src_card && !dst_card;
    end
  end

  assign path        = pick != '0;
  assign offer_ready = (offer_ready_i & pick) != '0;

  always_comb begin
    answer = '0;
    for (int unsigned i = 0; i < Movers; i++) begin
      offer_o[i]        = offer;
      offer_o[i].valid  = offer.valid && pick[i];
      offer_o[i].cancel = offer.cancel && pick[i];
      answer_ready_o[i] = answer_ready && pick[i];
      if (pick[i]) answer = answer_i[i];
    end
  end

  // ---- what is counted ----

  logic host_cause, card_cause;
  assign host_cause = answer.rsp.cause == DMA_HOST_DECODE || answer.rsp.cause == DMA_HOST_SLAVE ||
                      answer.rsp.cause == DMA_HOST_POISON;
  assign card_cause = answer.rsp.cause == DMA_CARD_DECODE || answer.rsp.cause == DMA_CARD_SLAVE;

  always_comb begin
    events_o.desc_done      = 1'b0;
    events_o.host_error     = answer.valid && answer_ready && host_cause;
    events_o.card_error     = answer.valid && answer_ready && card_cause;
    events_o.bad.host_addr  = answer.rsp.bad_addr;
    events_o.bad.host_valid = events_o.host_error;
    events_o.bad.card_addr  = answer.rsp.bad_addr;
    events_o.bad.card_valid = events_o.card_error;
  end

  assign moved_o = beat_i != '0 || ended;

endmodule
