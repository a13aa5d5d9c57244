// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Waits for write responses and gives one answer per request once the last of them is in.
///
/// All writes of a mover carry one id, so responses come in order. The first error of a request is kept with the
/// address of its burst, and the request is marked failed so that no further burst of it is issued. The bytes
/// answered are those of the bursts before the first error.
module fby_dma_wr_track
  import fby_dma_back_pkg::*;
#(
  /// The writes go to the card side (decides the cause reported).
  parameter bit          DstCard = 1'b0,
  /// Writes in flight.
  parameter int unsigned Slots   = 8
) (
  input  logic                     clk_i,
  input  logic                     rst_i,
  input  burst_t                   burst_i,
  input  logic                     skip_i,
  input  logic                     burst_valid_i,
  output logic                     burst_ready_o,
  input  fby_axi_pkg::axi_wr_rsp_t wr_rsp_i,
  output logic                     wr_rsp_ready_o,
  /// Result of the reading side for the oldest request.
  input  fby_dma_pkg::dma_rsp_t    info_i,
  input  logic                     info_valid_i,
  /// Answer, with which the result above is used up; always taken.
  output fby_dma_pkg::dma_rsp_t    rsp_o,
  output logic                     rsp_valid_o,
  output logic                     fail_o,
  output tag_t                     fail_tag_o
);

  localparam int unsigned WordBits = $bits(burst_t) + 1;
  localparam int unsigned LenBits  = fby_dma_pkg::LEN_BITS;

  logic [WordBits-1:0]               word;
  burst_t                            head;
  logic                              head_valid, head_skip, pop;
  logic [$clog2(Slots+1)-1:0]        level;

  fby_fifo #(
    .WidthBits   (WordBits),
    .DepthEntries(Slots)
  ) u_flight (
    .clk_i,
    .rst_i,
    .data_i ({skip_i, burst_i}),
    .valid_i(burst_valid_i),
    .ready_o(burst_ready_o),
    .data_o (word),
    .valid_o(head_valid),
    .ready_i(pop),
    .level_o (level)
  );

  logic                              err_q, bad, good;
  fby_dma_pkg::dma_cause_e           cause_q, cause;
  logic [fby_axi_pkg::ADDR_BITS-1:0] bad_q;
  logic [LenBits-1:0]                sum_q, sum;

  assign {head_skip, head} = word;
  assign wr_rsp_ready_o = head_valid && !head_skip;
`ifdef FBY_MUTANT_TRACK_WAITS
  assign pop       = head_valid && wr_rsp_i.b_valid;
`else
  assign pop       = head_valid && (head_skip || wr_rsp_i.b_valid);
`endif

  always_comb begin
    bad   = !head_skip && wr_rsp_i.b.resp != fby_axi_pkg::RESP_OKAY;
    good  = !head_skip && !bad && !err_q;
    cause = cause_of(wr_rsp_i.b.resp, DstCard);
    sum   = sum_q + (good ? LenBits'(head.bytes) : '0);
  end

  // An error of the writes is of earlier bytes than one of the reads, so it is the one reported.
  always_comb begin
    rsp_o       = info_i;
    rsp_o.bytes = sum;
    if (err_q) begin
      rsp_o.cause    = cause_q;
      rsp_o.bad_addr = bad_q;
    end else if (bad) begin
      rsp_o.cause    = cause;
      rsp_o.bad_addr = head.addr;
    end
    if (rsp_o.cause != fby_dma_pkg::DMA_OK) rsp_o.eop = 1'b0;
  end

`ifdef FBY_MUTANT_TRACK_MUTE
  assign rsp_valid_o = pop && head.last && !head_skip;
`else
  assign rsp_valid_o = pop && head.last;
`endif
  assign fail_o      = pop && bad;
  assign fail_tag_o  = head.tag;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      err_q <= 1'b0;
      sum_q <= '0;
    end else if (pop) begin
      err_q <= !head.last && (err_q || bad);
      sum_q <= head.last ? '0 : sum;
    end
    if (pop && bad && !err_q) begin
      cause_q <= cause;
      bad_q   <= head.addr;
    end
  end

  `FBY_ASSERT(TrackInfoFirst, !rsp_valid_o || info_valid_i)
  `FBY_ASSERT(TrackResponseExpected, !wr_rsp_i.b_valid || head_valid)

  logic unused;
  assign unused = &{1'b0, head.joins, head.beats, wr_rsp_i.b.id, level, info_valid_i};

endmodule
