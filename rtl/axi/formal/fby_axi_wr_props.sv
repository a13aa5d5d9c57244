// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Protocol rules of the writing half of a port, small enough for proofs, and from either side of it: the rules of
/// `fby_axi_props` that tell of writes, for the first Ids identifiers.
///
/// Asks: the design asks, so what it asks is asserted and what it is answered is assumed. Otherwise the design answers.
/// One rule is stricter than AXI4: data is not offered before its address is. The masters of this card that may do so (the aperture)
/// have a demultiplexer in front of everybody who relies on it, which holds the data.
/// Numbers in brackets are clauses of the AXI4 specification (Arm IHI 0022).
module fby_axi_wr_props #(
  parameter bit          Asks  = 1'b1,
  /// Identifiers that may be used.
  parameter int unsigned Ids   = 2,
  /// Bursts whose address has been offered and whose data is not through, at most.
  parameter int unsigned Ahead = 4
) (
  input logic                       clk_i,
  input logic                       rst_i,
  input fby_axi_pkg::axi_wr_req_t   req_i,
  input fby_axi_pkg::axi_wr_ready_t req_ready_i,
  input fby_axi_pkg::axi_wr_rsp_t   rsp_i,
  input logic                       rsp_ready_i
);

  localparam int unsigned Lanes     = fby_axi_pkg::DATA_BYTES;
  localparam int unsigned LaneBits  = fby_axi_pkg::LANE_BITS;
  localparam int unsigned IdBits    = Ids > 1 ? $clog2(Ids) : 1;
  localparam int unsigned LevelBits = $clog2(Ahead + 1);

  // What is offered stays until it is taken [A3.2.1].
  logic                 held_aw_q, held_w_q, held_b_q;
  fby_axi_pkg::axi_ax_t was_aw_q;
  fby_axi_pkg::axi_w_t  was_w_q;
  fby_axi_pkg::axi_b_t  was_b_q;
  always_ff @(posedge clk_i) begin
    held_aw_q <= !rst_i && req_i.aw_valid && !req_ready_i.aw;
    held_w_q  <= !rst_i && req_i.w_valid && !req_ready_i.w;
    held_b_q  <= !rst_i && rsp_i.b_valid && !rsp_ready_i;
    was_aw_q  <= req_i.aw;
    was_w_q   <= req_i.w;
    was_b_q   <= rsp_i.b;
  end

  // 1 to 4096 bytes, none over 4 KiB [A3.4.1]; as many beats as they lie in.
  logic [13:0] in_page, in_beats;
  assign in_page  = 14'(req_i.aw.addr[11:0]) + 14'(req_i.aw.bytes);
  assign in_beats = 14'(req_i.aw.addr[LaneBits-1:0]) + 14'(req_i.aw.bytes) + 14'(Lanes - 1);

  // ---- data belongs to the addresses in their order [A5.3.3] ----
  typedef struct packed {
    logic [IdBits-1:0] id;
    logic [7:0]        len;
  } burst_t;
  burst_t [Ahead-1:0]   ahead_q;
  burst_t               offered, front;
  logic [LevelBits-1:0] level_q, place;
  logic [7:0]           beat_q;
  logic                 fresh, w_fire, w_end;
  assign offered = '{id: IdBits'(req_i.aw.id), len: req_i.aw.len};
  assign fresh   = req_i.aw_valid && !held_aw_q;
  assign front   = level_q == '0 ? offered : ahead_q[0];
  assign w_fire  = req_i.w_valid && req_ready_i.w;
  assign w_end   = w_fire && beat_q == front.len;
  assign place   = level_q - LevelBits'(w_end && level_q != '0);
  always_ff @(posedge clk_i) begin
    if (w_end) ahead_q <= {burst_t'('0), ahead_q[Ahead-1:1]};
    for (int unsigned k = 0; k < Ahead; k++) if (fresh && place == LevelBits'(k)) ahead_q[k] <= offered;
    level_q <= level_q + LevelBits'(fresh) - LevelBits'(w_end);
    if (w_fire) beat_q <= w_end ? '0 : beat_q + 8'd1;
    if (rst_i) begin
      level_q <= '0;
      beat_q  <= '0;
    end
  end

  // ---- a response for what was taken whole, once [A3.3.1] ----
  logic [Ids-1:0][4:0] addressed_q, whole_q;
  logic [IdBits-1:0]   b_id;
  assign b_id = IdBits'(rsp_i.b.id);
  for (genvar k = 0; k < int'(Ids); k++) begin : g_id
    logic answered;
    assign answered = rsp_i.b_valid && rsp_ready_i && b_id == IdBits'(k);
    always_ff @(posedge clk_i) begin
      addressed_q[k] <= addressed_q[k] - 5'(answered)
                        + 5'(req_i.aw_valid && req_ready_i.aw && offered.id == IdBits'(k));
      whole_q[k]     <= whole_q[k] - 5'(answered) + 5'(w_end && front.id == IdBits'(k));
      if (rst_i) begin
        addressed_q[k] <= '0;
        whole_q[k]     <= '0;
      end
    end
  end

  logic aw_stable, aw_legal, w_stable, w_addressed, w_last, b_stable, b_asked;
  assign aw_stable   = !held_aw_q || (req_i.aw_valid && req_i.aw == was_aw_q);
  assign aw_legal    = !req_i.aw_valid || (32'(req_i.aw.id) < Ids && req_i.aw.bytes != '0
                                           && in_page <= 14'(fby_axi_pkg::PAGE_BYTES)
                                           && 9'(req_i.aw.len) + 9'd1 == 9'(in_beats >> LaneBits)
                                           && (!fresh || 32'(level_q) < Ahead));
  assign w_stable    = !held_w_q || (req_i.w_valid && req_i.w == was_w_q);
  assign w_addressed = !req_i.w_valid || level_q != '0 || fresh;
  assign w_last      = !req_i.w_valid || req_i.w.last == (beat_q == front.len);
  assign b_stable    = !held_b_q || (rsp_i.b_valid && rsp_i.b == was_b_q);
  assign b_asked     = !rsp_i.b_valid || (32'(rsp_i.b.id) < Ids && addressed_q[b_id] != '0 && whole_q[b_id] != '0);

  if (Asks) begin : g_asks
    `FBY_ASSERT(WrAddressStable, aw_stable)
    `FBY_ASSERT(WrAddressLegal, aw_legal)
    `FBY_ASSERT(WrDataStable, w_stable)
    `FBY_ASSERT(WrDataAddressed, w_addressed)
    `FBY_ASSERT(WrDataLast, w_last)
    `FBY_ASSUME(WrResponseStable, b_stable)
    `FBY_ASSUME(WrResponseAsked, b_asked)
  end else begin : g_answers
    `FBY_ASSUME(WrAddressStable, aw_stable)
    `FBY_ASSUME(WrAddressLegal, aw_legal)
    `FBY_ASSUME(WrDataStable, w_stable)
    `FBY_ASSUME(WrDataAddressed, w_addressed)
    `FBY_ASSUME(WrDataLast, w_last)
    `FBY_ASSERT(WrResponseStable, b_stable)
    `FBY_ASSERT(WrResponseAsked, b_asked)
  end

endmodule
