// SPDX-License-Identifier: Apache-2.0
/// Between reads and realigner: turns arrived beats into orders, and an errored request into nothing.
///
/// From the first beat with an error response on, or once the request is marked failed by another stage, the
/// rest of the request passes with 0 bytes; bytes before the error go on to their destination. With the last
/// beat of a request its result (cause, bytes given) is handed to whoever answers.
module fby_dma_gate
  import fby_dma_back_pkg::*;
#(
  /// Packets: start and flush the realigner per packet instead of per request.
  parameter bit Stream  = 1'b0,
  /// The reads go to the card side (decides the cause reported).
  parameter bit SrcCard = 1'b0
) (
  input  logic                              clk_i,
  input  logic                              rst_i,
  input  chunk_t                            chunk_i,
  input  logic                              chunk_valid_i,
  output logic                              chunk_ready_o,
  /// Destination lane of the request the chunk belongs to.
  input  logic [fby_axi_pkg::LANE_BITS-1:0] dst_i,
  /// The request ends its packet.
  input  logic                              eop_i,
  /// The request's context was used up.
  output logic                              ctx_pop_o,
  input  tags_t                             failed_i,
  output piece_t                            piece_o,
  output logic                              piece_valid_o,
  input  logic                              piece_ready_i,
  /// Result of a request, with its last piece; always taken.
  output fby_dma_pkg::dma_rsp_t             info_o,
  output logic                              info_valid_o,
  /// A read error was seen in request fail_tag_o.
  output logic                              fail_o,
  output tag_t                              fail_tag_o
);

  localparam int unsigned LenBits = fby_dma_pkg::LEN_BITS;

  logic                              first_q, err_q;
  fby_dma_pkg::dma_cause_e           cause_q;
  logic [fby_axi_pkg::ADDR_BITS-1:0] bad_q;
  logic [LenBits-1:0]                sum_q;

  logic                              bad, drop, step;
  logic [fby_axi_pkg::LANE_BITS:0]   bytes;

  always_comb begin
    bad   = chunk_i.resp != fby_axi_pkg::RESP_OKAY;
    drop  = bad || err_q || failed_i[chunk_i.tag];
    bytes = drop ? '0 : chunk_i.bytes;
    step  = chunk_valid_i && piece_ready_i;
  end

  always_comb begin
    piece_o.lo    = chunk_i.lo;
    piece_o.bytes = bytes;
    piece_o.start = first_q;
    piece_o.dst   = Stream ? '0 : dst_i;
    // A packet cut by an error is closed, so that its receiver stays in step with packets.
    piece_o.flush = chunk_i.last && (!Stream || eop_i || drop);
    piece_o.last  = chunk_i.last;
  end

  assign piece_valid_o = chunk_valid_i;
  assign chunk_ready_o = piece_ready_i;
  assign ctx_pop_o     = step && chunk_i.last;
  assign fail_o        = step && bad && !err_q;
  assign fail_tag_o    = chunk_i.tag;

  always_comb begin
    info_o.cause    = fby_dma_pkg::DMA_OK;
    info_o.bad_addr = '0;
    if (err_q) begin
      info_o.cause    = cause_q;
      info_o.bad_addr = bad_q;
    end else if (bad) begin
      info_o.cause    = cause_of(chunk_i.resp, SrcCard);
      info_o.bad_addr = chunk_i.addr;
    end
    info_o.bytes = sum_q + LenBits'(bytes);
    info_o.eop   = 1'b0;
  end
  assign info_valid_o = ctx_pop_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      first_q <= 1'b1;
      err_q   <= 1'b0;
      sum_q   <= '0;
    end else if (step) begin
      first_q <= chunk_i.last && piece_o.flush;
      err_q   <= !chunk_i.last && (err_q || bad);
      sum_q   <= chunk_i.last ? '0 : info_o.bytes;
    end
    if (step && bad && !err_q) begin
      cause_q <= info_o.cause;
      bad_q   <= chunk_i.addr;
    end
  end

endmodule
