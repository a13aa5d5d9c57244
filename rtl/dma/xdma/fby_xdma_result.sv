// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// From mover responses to finished descriptors; on C2H streams it writes the 8-byte result in between.
///
/// A descriptor counts as finished only when its result has been acknowledged by the host side, so
/// whoever sees the count also sees the result. One that was dropped before it had any data gets none. Up to
/// Depth results are under way at once, so the acknowledge time does not limit the stream.
module fby_xdma_result
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
#(
  /// 1: write results (C2H streams); 0: pass responses through.
  parameter bit          WriteResults = 1'b0,
  /// Requests with the mover; a power of two.
  parameter int unsigned Depth        = RUN_DEPTH
) (
  input  logic            clk_i,
  input  logic            rst_i,
  /// Level: write no results (control bit 27).
  input  logic            disable_i,

  /// A request was handed to the mover.
  input  logic            meta_valid_i,
  input  xdma_meta_t      meta_i,
  input  dma_answer_t     answer_i,
  output logic            answer_ready_o,

  output dma_word_offer_t word_o,
  input  logic            word_ready_i,
  input  dma_word_done_t  word_done_i,

  /// A finished descriptor; taken at once.
  output xdma_record_t    record_o,
  /// Where it failed, if it did.
  output logic [63:0]     bad_addr_o,
  output logic            record_valid_o
);

  localparam int unsigned LevelBits = $clog2(Depth + 1);

  xdma_meta_t            meta;
  logic [LevelBits-1:0] metas;
  logic                 take;

  fby_queue #(
    .WidthBits($bits(xdma_meta_t)),
    .Depth    (Depth)
  ) u_metas (
    .clk_i, .rst_i,
    .clear_i(1'b0),
    .push_i (meta_valid_i),
    .data_i (meta_i),
    .pop_i  (take),
    .data_o (meta),
    .level_o(metas)
  );

  assign take = answer_i.valid && answer_ready_o;

  xdma_record_t record;
  logic        packet_stop;
  assign packet_stop = meta.stop_at_eop && answer_i.rsp.eop;

  always_comb begin
    record.stop      = meta.stop || packet_stop;
    record.completed = meta.completed || packet_stop;
    record.whole     = answer_i.rsp.bytes == meta.len || answer_i.rsp.eop;
    record.bytes     = answer_i.rsp.bytes;
    record.cause     = answer_i.rsp.cause;
  end

  if (WriteResults) begin : gen_results
    // A record waits here for the acknowledge of its result, if it has one.
    typedef struct packed {
      logic        written;
      // Of the result, or of the failure if nothing was written.
      logic [63:0] addr;
      xdma_record_t record;
    } waiting_t;

    waiting_t             waiting;
    logic [LevelBits-1:0] waiters, acks;
    dma_cause_e           ack_cause;
    logic                 write, leave;

    assign write        = !disable_i && answer_i.rsp.cause == DMA_OK && (answer_i.rsp.bytes != '0 || answer_i.rsp.eop);
    assign word_o.source     = '0;
    assign word_o.word.addr  = meta.result_addr;
    assign word_o.word.data  = result_word(answer_i.rsp.eop, answer_i.rsp.bytes);
    assign word_o.word.wide  = 1'b1;
    assign word_o.valid = answer_i.valid && metas != '0 && write;
    assign answer_ready_o  = metas != '0 && (!write || word_ready_i);

    fby_queue #(
      .WidthBits($bits(waiting_t)),
      .Depth    (Depth)
    ) u_waiting (
      .clk_i, .rst_i,
      .clear_i(1'b0),
      .push_i (take),
      .data_i ({write, write ? meta.result_addr : answer_i.rsp.bad_addr, record}),
      .pop_i  (leave),
      .data_o (waiting),
      .level_o(waiters)
    );

    // Where it went is known here.
    logic unused;
    assign unused = &{1'b0, word_done_i.addr, answer_i.tag};

    logic [$bits(dma_cause_e)-1:0] ack_bits;
    fby_queue #(
      .WidthBits($bits(dma_cause_e)),
      .Depth    (Depth)
    ) u_acks (
      .clk_i, .rst_i,
      .clear_i(1'b0),
      .push_i (word_done_i.valid),
      .data_i (word_done_i.cause),
      .pop_i  (leave && waiting.written),
      .data_o (ack_bits),
      .level_o(acks)
    );
    assign ack_cause = dma_cause_e'(ack_bits);
`ifdef FBY_MUTANT_RESULT_WAITS
    assign leave     = waiters != '0 && acks != '0;
`elsif FBY_MUTANT_RESULT_EARLY
    assign leave     = waiters != '0;
`else
    assign leave     = waiters != '0 && (!waiting.written || acks != '0);
`endif

    always_comb begin
      record_o = waiting.record;
      if (waiting.written) record_o.cause = ack_cause;
    end
    assign bad_addr_o     = waiting.addr;
    assign record_valid_o = leave;
  end else begin : gen_through
    assign word_o         = '0;
    assign answer_ready_o    = metas != '0;
    assign record_o       = record;
    assign bad_addr_o     = answer_i.rsp.bad_addr;
    assign record_valid_o = take;

    logic unused;
    assign unused = &{1'b0, disable_i, meta.result_addr, word_ready_i, word_done_i, answer_i.tag};
  end

endmodule
