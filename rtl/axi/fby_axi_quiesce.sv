// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Between the card's DMA master and the host, outside the card's reset: keeps the bus whole when the card behind it
/// is reset in the middle of transfers.
///
/// What the card had offered stays offered until it is taken. Write bursts whose address is out are filled up with beats
/// without strobes, which write nothing. Data and responses that the card is not there to take are swallowed here. Only
/// when nothing is owed either way may the card ask for anything again, so no answer ever meets the wrong question.
/// Without a reset nothing is added: not a cycle, and not a register on the way. Data waits for its address to be offered, as
/// the card does it anyway, and never for the host to take that address.
module fby_axi_quiesce
  import fby_axi_pkg::*;
#(
  /// Bursts of one direction that may be outstanding; more than the card ever has.
  parameter int unsigned MaxBursts = 256,
  /// Write bursts that may have their address out and their data not; more than the card ever has.
  parameter int unsigned MaxOpen   = 8
) (
  input  logic           clk_i,
  /// Reset of the bus and of everything on it.
  input  logic           rst_i,
  /// Reset of the card alone.
  input  logic           rst_card_i,

  // From the card.
  input  axi_req_t       s_req_i,
  output axi_req_ready_t s_req_ready_o,
  output axi_rsp_t       s_rsp_o,
  input  axi_rsp_ready_t s_rsp_ready_i,

  // To the host.
  output axi_req_t       m_req_o,
  input  axi_req_ready_t m_req_ready_i,
  input  axi_rsp_t       m_rsp_i,
  output axi_rsp_ready_t m_rsp_ready_o,

  /// The bus is being brought to rest.
  output logic           draining_o
);
  localparam int unsigned CountBits = $clog2(MaxBursts + 1);
  localparam int unsigned LenBits   = 8;
  typedef logic [CountBits-1:0] count_t;
  localparam count_t CountMax = count_t'(MaxBursts);

  // What is offered to the host, and taken from it.
  axi_ax_t m_ar, m_aw;
  axi_w_t  m_w;
  logic    m_ar_valid, m_aw_valid, m_w_valid, m_r_ready, m_b_ready;
  assign m_req_o.rd     = '{ar: m_ar, ar_valid: m_ar_valid};
  assign m_req_o.wr     = '{aw: m_aw, aw_valid: m_aw_valid, w: m_w, w_valid: m_w_valid};
  assign m_rsp_ready_o  = '{rd: m_r_ready, wr: m_b_ready};

  // What is owed: data of reads, responses of writes, beats of write bursts.
  count_t reads_q, writes_q;
  logic   ar_fire, r_last, aw_fire, b_fire, w_fire;
  assign ar_fire = m_ar_valid && m_req_ready_i.rd;
  assign r_last  = m_rsp_i.rd.r_valid && m_r_ready && m_rsp_i.rd.r.last;
  assign aw_fire = m_aw_valid && m_req_ready_i.wr.aw;
  assign b_fire  = m_rsp_i.wr.b_valid && m_b_ready;
  assign w_fire  = m_w_valid && m_req_ready_i.wr.w;

  // Bursts whose address is out and whose data is not. The burst on offer may be ahead of that: its data goes, down to the
  // last beat, before its address does.
  logic [LenBits-1:0] len, sent_q;
  logic               w_owed, w_early, w_open, w_last, w_end, w_ahead_q, aw_room;
  logic [$clog2(MaxOpen+1)-1:0] open_level;
  fby_fifo #(.WidthBits(LenBits), .DepthEntries(MaxOpen)) u_open (
    .clk_i, .rst_i,
    .data_i(m_aw.len), .valid_i(aw_fire && !w_ahead_q && !(w_early && w_end)), .ready_o(aw_room),
    .data_o(len), .valid_o(w_owed), .ready_i(w_end),
    .level_o(open_level)
  );
`ifdef FBY_MUTANT_QUIESCE_WAITS
  assign w_early = 1'b0;
`else
  assign w_early = !w_owed && m_aw_valid && !w_ahead_q;
`endif
  assign w_open  = w_owed || w_early;
  assign w_last  = sent_q == (w_owed ? len : m_aw.len);
  assign w_end   = w_fire && w_last;

  // What was offered and not taken, in case the card goes away under it.
  logic    ar_held_q, aw_held_q, w_held_q;
  axi_ax_t ar_q, aw_q;
  axi_w_t  w_q;

  // The card is connected while it is out of reset and nothing from before its last reset is left.
  logic drain_q, at_rest, connected;
  assign at_rest    = reads_q == '0 && writes_q == '0 && !ar_held_q && !aw_held_q;
  assign connected  = !rst_card_i && !drain_q;
  assign draining_o = drain_q;

  always_comb begin
    m_ar       = s_req_i.rd.ar;
    m_ar_valid = s_req_i.rd.ar_valid && reads_q != CountMax;
    m_aw       = s_req_i.wr.aw;
    m_aw_valid = s_req_i.wr.aw_valid && writes_q != CountMax && aw_room;
    if (!connected) begin
      m_ar       = ar_q;
      m_ar_valid = ar_held_q;
      m_aw       = aw_q;
      m_aw_valid = aw_held_q;
    end
`ifdef FBY_MUTANT_QUIESCE_WITHDRAWS
    if (!connected) m_ar_valid = 1'b0;
`endif
  end

  always_comb begin
    m_w       = s_req_i.wr.w;
    m_w_valid = s_req_i.wr.w_valid && w_open;
    if (!connected) begin
      m_w       = w_held_q ? w_q : '{data: '0, strb: '0, last: w_last};
      m_w_valid = w_open;
    end
  end

  assign s_req_ready_o.rd = connected && m_req_ready_i.rd && reads_q != CountMax;
  assign s_req_ready_o.wr.aw = connected && m_req_ready_i.wr.aw && writes_q != CountMax && aw_room;
  assign s_req_ready_o.wr.w  = connected && m_req_ready_i.wr.w && w_open;
  assign s_rsp_o.rd.r        = m_rsp_i.rd.r;
  assign s_rsp_o.wr.b        = m_rsp_i.wr.b;
`ifdef FBY_MUTANT_QUIESCE_LEAKS
  assign s_rsp_o.rd.r_valid  = m_rsp_i.rd.r_valid && !rst_card_i;
`else
  assign s_rsp_o.rd.r_valid  = m_rsp_i.rd.r_valid && connected;
`endif
  assign s_rsp_o.wr.b_valid  = m_rsp_i.wr.b_valid && connected;
  assign m_r_ready  = connected ? s_rsp_ready_i.rd : 1'b1;
  assign m_b_ready  = connected ? s_rsp_ready_i.wr : 1'b1;

  always_ff @(posedge clk_i) begin
    if (m_ar_valid && !ar_held_q) ar_q <= m_ar;
    if (m_aw_valid && !aw_held_q) aw_q <= m_aw;
    if (m_w_valid && !m_req_ready_i.wr.w && !w_held_q) w_q <= m_w;
    if (w_fire) sent_q <= w_last ? '0 : sent_q + LenBits'(1);
    w_ahead_q <= !aw_fire && (w_ahead_q || (w_early && w_end));
    ar_held_q <= m_ar_valid && !m_req_ready_i.rd;
    aw_held_q <= m_aw_valid && !m_req_ready_i.wr.aw;
    w_held_q  <= m_w_valid && !m_req_ready_i.wr.w;
    reads_q   <= reads_q + count_t'(ar_fire) - count_t'(r_last);
    writes_q  <= writes_q + count_t'(aw_fire) - count_t'(b_fire);
    drain_q   <= rst_card_i || (drain_q && !at_rest);
    if (rst_i) begin
      ar_held_q <= 1'b0;
      aw_held_q <= 1'b0;
      w_held_q  <= 1'b0;
      sent_q    <= '0;
      w_ahead_q <= 1'b0;
      reads_q   <= '0;
      writes_q  <= '0;
      drain_q   <= 1'b0;
    end
  end

  `FBY_ASSERT(data_was_asked_for, !m_rsp_i.rd.r_valid || reads_q != '0)
  `FBY_ASSERT(response_was_asked_for, !m_rsp_i.wr.b_valid || writes_q != '0)
  `FBY_ASSERT(last_is_the_last, !connected || !m_w_valid || s_req_i.wr.w.last == w_last)

  logic unused;
  assign unused = &{1'b0, open_level};

endmodule
