// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Protocol rules of the reading half of a port, small enough for proofs, and from either side of it: the rules of
/// `fby_axi_props` that tell of reads, for the first Ids identifiers.
///
/// Asks: the design asks, so what it asks is asserted and what it is answered is assumed. Otherwise the design answers.
/// Numbers in brackets are clauses of the AXI4 specification (Arm IHI 0022).
module fby_axi_rd_props #(
  parameter bit          Asks = 1'b1,
  /// Identifiers that may be used; none is used again before its burst is over.
  parameter int unsigned Ids  = 8
) (
  input logic                     clk_i,
  input logic                     rst_i,
  input fby_axi_pkg::axi_rd_req_t req_i,
  input logic                     req_ready_i,
  input fby_axi_pkg::axi_rd_rsp_t rsp_i,
  input logic                     rsp_ready_i
);

  localparam int unsigned Lanes    = fby_axi_pkg::DATA_BYTES;
  localparam int unsigned LaneBits = fby_axi_pkg::LANE_BITS;
  localparam int unsigned IdBits   = $clog2(Ids);

  logic asks, gives;
  assign asks  = req_i.ar_valid && req_ready_i;
  assign gives = rsp_i.r_valid && rsp_ready_i;

  // What is offered stays until it is taken [A3.2.1].
  logic                 held_ar_q, held_r_q;
  fby_axi_pkg::axi_ax_t was_ar_q;
  fby_axi_pkg::axi_r_t  was_r_q;
  always_ff @(posedge clk_i) begin
    held_ar_q <= !rst_i && req_i.ar_valid && !req_ready_i;
    held_r_q  <= !rst_i && rsp_i.r_valid && !rsp_ready_i;
    was_ar_q  <= req_i.ar;
    was_r_q   <= rsp_i.r;
  end

  // 1 to 4096 bytes, none over 4 KiB [A3.4.1]; as many beats as they lie in.
  logic [13:0] in_page, in_beats;
  assign in_page  = 14'(req_i.ar.addr[11:0]) + 14'(req_i.ar.bytes);
  assign in_beats = 14'(req_i.ar.addr[LaneBits-1:0]) + 14'(req_i.ar.bytes) + 14'(Lanes - 1);

  // Beats that are owed of each identifier; none of one that is free.
  logic [Ids-1:0][8:0] owed_q;
  logic [IdBits-1:0]   ar_id, r_id;
  assign ar_id = IdBits'(req_i.ar.id);
  assign r_id  = IdBits'(rsp_i.r.id);
  always_ff @(posedge clk_i) begin
    if (gives) owed_q[r_id] <= owed_q[r_id] - 9'd1;
    if (asks) owed_q[ar_id] <= 9'(req_i.ar.len) + 9'd1;
    if (rst_i) owed_q <= '0;
  end

  logic ar_stable, ar_legal, ar_fresh, r_stable, r_asked, r_last;
  assign ar_stable = !held_ar_q || (req_i.ar_valid && req_i.ar == was_ar_q);
  assign ar_legal  = !req_i.ar_valid || (req_i.ar.bytes != '0 && in_page <= 14'(fby_axi_pkg::PAGE_BYTES)
                                         && 9'(req_i.ar.len) + 9'd1 == 9'(in_beats >> LaneBits));
  assign ar_fresh  = !req_i.ar_valid || (32'(req_i.ar.id) < Ids && owed_q[ar_id] == '0);
  assign r_stable  = !held_r_q || (rsp_i.r_valid && rsp_i.r == was_r_q);
  assign r_asked   = !rsp_i.r_valid || (32'(rsp_i.r.id) < Ids && owed_q[r_id] != '0);
  assign r_last    = !rsp_i.r_valid || rsp_i.r.last == (owed_q[r_id] == 9'd1);

  if (Asks) begin : g_asks
    `FBY_ASSERT(RdArStable, ar_stable)
    `FBY_ASSERT(RdArLegal, ar_legal)
    `FBY_ASSERT(RdArFresh, ar_fresh)
    `FBY_ASSUME(RdReturnStable, r_stable)
    `FBY_ASSUME(RdReturnAsked, r_asked)
    `FBY_ASSUME(RdReturnLast, r_last)
  end else begin : g_answers
    `FBY_ASSUME(RdArStable, ar_stable)
    `FBY_ASSUME(RdArLegal, ar_legal)
    `FBY_ASSUME(RdArFresh, ar_fresh)
    `FBY_ASSERT(RdReturnStable, r_stable)
    `FBY_ASSERT(RdReturnAsked, r_asked)
    `FBY_ASSERT(RdReturnLast, r_last)
  end

endmodule
