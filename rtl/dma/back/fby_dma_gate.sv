// SPDX-License-Identifier: Apache-2.0
/// Between reads and realigner: turns arrived beats into orders, and an errored or cancelled request into nothing.
///
/// From the first beat with an error response on, once the request is marked failed by another stage, and while
/// cancel_i is high, what arrives is dropped; bytes before that go on to their destination. With the last
/// beat of a request its result (cause, bytes given) is handed to whoever answers.
///
/// Behind a request of a stream that failed, nothing passes until cancel_i has risen: it would follow a hole.
///
/// Memory: a dropped beat passes as an order of 0 bytes, for the last mark has to follow the bytes. Stream: what is
/// given to the realigner is given to the stream, so the result needs no mark behind it. A dropped beat waits for
/// nobody; the packet that it cuts (or that an earlier request left open) is closed by an order of its own as soon as
/// the stream lets the realigner move, and nothing passes before that.
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
  /// Level: drop everything.
  input  logic                              cancel_i,
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

  // What the realigner got last goes on in its next piece; the packet is still to be closed.
  logic                              open_q, close_q;
  logic                              err_q;
  // A request has failed: nothing follows it into the stream.
  logic                              halt_q;
  fby_dma_pkg::dma_cause_e           cause_q;
  logic [fby_axi_pkg::ADDR_BITS-1:0] bad_q;
  logic [LenBits-1:0]                sum_q;

  logic                              bad, drop, aside, step;
  logic [fby_axi_pkg::LANE_BITS:0]   bytes;

  always_comb begin
    // What is dropped anyway may as well be damaged.
    bad   = chunk_i.resp != fby_axi_pkg::RESP_OKAY && !cancel_i && !halt_q;
`ifdef FBY_MUTANT_GATE_LEAKS
    drop  = bad || err_q || halt_q || failed_i[chunk_i.tag];
`else
    drop  = cancel_i || bad || err_q || halt_q || failed_i[chunk_i.tag];
`endif
    aside = Stream && drop;
    bytes = drop ? '0 : chunk_i.bytes;
    step  = chunk_valid_i && chunk_ready_o;
  end

  always_comb begin
    piece_o.lo    = chunk_i.lo;
    piece_o.bytes = close_q ? '0 : bytes;
    piece_o.start = !open_q;
    piece_o.dst   = Stream ? '0 : dst_i;
    piece_o.flush = close_q || (chunk_i.last && (!Stream || eop_i));
    piece_o.last  = chunk_i.last && !Stream;
  end

  assign piece_valid_o = close_q || (chunk_valid_i && !aside);
  assign chunk_ready_o = aside || (piece_ready_i && !close_q);
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
    info_o.note  = '0;
  end
  assign info_valid_o = ctx_pop_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      open_q  <= 1'b0;
      close_q <= 1'b0;
      err_q   <= 1'b0;
      halt_q  <= 1'b0;
      sum_q   <= '0;
    end else begin
`ifndef FBY_MUTANT_GATE_FOLLOWS
      halt_q  <= Stream && !cancel_i && (halt_q || fail_o);
`endif
      if (piece_valid_o && piece_ready_i) open_q <= !piece_o.flush;
      if (close_q) close_q <= !piece_ready_i;
`ifndef FBY_MUTANT_GATE_NO_CLOSE
      else         close_q <= Stream && open_q && (cancel_i || (chunk_valid_i && drop));
`endif
      if (step) begin
        err_q <= !chunk_i.last && (err_q || bad);
        sum_q <= chunk_i.last ? '0 : info_o.bytes;
      end
    end
    if (step && bad && !err_q) begin
      cause_q <= info_o.cause;
      bad_q   <= chunk_i.addr;
    end
  end

endmodule
