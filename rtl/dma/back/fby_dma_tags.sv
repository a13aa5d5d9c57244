// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Tags of the requests in flight in one mover, and which of them have failed.
///
/// Tags go round in order because responses are given in order, so a counter is enough to know the free ones.
module fby_dma_tags
  import fby_dma_back_pkg::*;
(
  input  logic  clk_i,
  input  logic  rst_i,
  /// A tag is free; tag_o is the one the next request gets.
  output logic  free_o,
  output tag_t  tag_o,
  /// A request takes tag_o. Whose it is, and what its front end wrote on it.
  input  logic  accept_i,
  input  fby_dma_pkg::dma_source_t source_i,
  input  fby_dma_pkg::dma_tag_t    front_tag_i,
  /// Whose requests are inside, while any are.
  output fby_dma_pkg::dma_source_t source_o,
  /// What was written on the oldest request.
  output fby_dma_pkg::dma_tag_t    front_tag_o,
  /// The response of the oldest request was taken.
  input  logic  done_i,
  /// The read side saw an error in a request.
  input  logic  rd_fail_i,
  input  tag_t  rd_fail_tag_i,
  /// The write side saw an error in a request.
  input  logic  wr_fail_i,
  input  tag_t  wr_fail_tag_i,
  /// One bit per tag: ask for no more of this request.
  output tags_t failed_o,
  /// Of these, the ones whose writes failed: write no more of this request. After a read error the bytes
  /// before it are still written.
  output tags_t wr_failed_o,
  output logic  busy_o
);

  tag_t              next_q;
  logic [TAG_BITS:0] used_q;
  tags_t             rd_failed_d, rd_failed_q, wr_failed_d, wr_failed_q;
  tag_t              oldest;
  fby_dma_pkg::dma_source_t source_q;
  fby_dma_pkg::dma_tag_t [MAX_REQUESTS-1:0] front_tag_q;

  assign free_o   = used_q != (TAG_BITS + 1)'(MAX_REQUESTS);
  assign tag_o    = next_q;
  assign failed_o = rd_failed_q | wr_failed_q;
  assign wr_failed_o = wr_failed_q;
  assign busy_o   = used_q != '0;
  assign oldest   = next_q - tag_t'(used_q);
  assign source_o = source_q;
  assign front_tag_o = front_tag_q[oldest];

  always_ff @(posedge clk_i) begin
    if (accept_i) begin
      source_q            <= source_i;
      front_tag_q[next_q] <= front_tag_i;
    end
  end

  always_comb begin
    rd_failed_d = rd_failed_q;
    wr_failed_d = wr_failed_q;
    if (accept_i) begin
      rd_failed_d[next_q] = 1'b0;
      wr_failed_d[next_q] = 1'b0;
    end
    if (rd_fail_i) rd_failed_d[rd_fail_tag_i] = 1'b1;
    if (wr_fail_i) wr_failed_d[wr_fail_tag_i] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      next_q   <= '0;
      used_q   <= '0;
      rd_failed_q <= '0;
      wr_failed_q <= '0;
    end else begin
      if (accept_i) next_q <= next_q + 1'b1;
      used_q   <= used_q + (TAG_BITS + 1)'(accept_i) - (TAG_BITS + 1)'(done_i);
      rd_failed_q <= rd_failed_d;
      wr_failed_q <= wr_failed_d;
    end
  end

  `FBY_ASSERT(TagsAcceptOnlyFree, !accept_i || free_o)
  `FBY_ASSERT(TagsOneSource, !accept_i || !busy_o || source_i == source_q)
  `FBY_ASSERT(TagsDoneOnlyBusy, !done_i || busy_o)

endmodule
