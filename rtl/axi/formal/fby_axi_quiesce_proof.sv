// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the quiesce block: whatever the card does, and whenever it is reset, the host sees whole bursts and
/// steady offers, and the card sees no answer to a question that it asked before its reset.
module fby_axi_quiesce_proof
  import fby_axi_pkg::*;
(
  input logic    clk_i,
  input logic    rst_card_i,
  input axi_ax_t s_ar_i,
  input logic    s_ar_valid_i,
  input logic    s_r_ready_i,
  input axi_ax_t s_aw_i,
  input logic    s_aw_valid_i,
  input axi_w_t  s_w_i,
  input logic    s_w_valid_i,
  input logic    s_b_ready_i,
  input logic    m_ar_ready_i,
  input axi_r_t  m_r_i,
  input logic    m_r_valid_i,
  input logic    m_aw_ready_i,
  input logic    m_w_ready_i,
  input axi_b_t  m_b_i,
  input logic    m_b_valid_i
);
  logic    rst_i = 1'b1;
  logic    s_ar_ready, s_r_valid, s_aw_ready, s_w_ready, s_b_valid;
  logic    m_ar_valid, m_r_ready, m_aw_valid, m_w_valid, m_b_ready, draining;
  axi_r_t  s_r;
  axi_b_t  s_b;
  axi_ax_t m_ar, m_aw;
  axi_w_t  m_w;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_axi_quiesce #(.MaxBursts(3), .MaxOpen(2)) u_dut (
    .clk_i, .rst_i, .rst_card_i,
    .s_req_i({s_ar_valid_i, s_ar_i, s_aw_valid_i, s_aw_i, s_w_valid_i, s_w_i}),
    .s_req_ready_o({s_ar_ready, s_aw_ready, s_w_ready}),
    .s_rsp_o({s_b_valid, s_b, s_r_valid, s_r}), .s_rsp_ready_i({s_r_ready_i, s_b_ready_i}),
    .m_req_o({m_ar_valid, m_ar, m_aw_valid, m_aw, m_w_valid, m_w}),
    .m_req_ready_i({m_ar_ready_i, m_aw_ready_i, m_w_ready_i}),
    .m_rsp_i({m_b_valid_i, m_b_i, m_r_valid_i, m_r_i}), .m_rsp_ready_o({m_r_ready, m_b_ready}),
    .draining_o(draining)
  );

  logic ar_take, r_end, aw_take, w_take, b_take;
  assign ar_take = m_ar_valid && m_ar_ready_i;
  assign r_end   = m_r_valid_i && m_r_ready && m_r_i.last;
  assign aw_take = m_aw_valid && m_aw_ready_i;
  assign w_take  = m_w_valid && m_w_ready_i;
  assign b_take  = m_b_valid_i && m_b_ready;

  // ---- the host: answers what was asked, writes only after their address and their data ----
  logic [4:0] host_reads_q, named_q, filled_q, answered_q;
  always_ff @(posedge clk_i) begin
    host_reads_q <= rst_i ? '0 : host_reads_q + 5'(ar_take) - 5'(r_end);
    named_q      <= rst_i ? '0 : named_q + 5'(aw_take);
    filled_q     <= rst_i ? '0 : filled_q + 5'(w_take && m_w.last);
    answered_q   <= rst_i ? '0 : answered_q + 5'(b_take);
  end
  `FBY_ASSUME(HostReadAsked, !m_r_valid_i || host_reads_q != '0)
  `FBY_ASSUME(HostWriteDone, !m_b_valid_i || (answered_q != named_q && answered_q != filled_q))

  // ---- the card: what it offers stays until it is taken or the card is reset ----
  logic    ar_off_q, aw_off_q, w_off_q;
  axi_ax_t ar_was_q, aw_was_q;
  axi_w_t  w_was_q;
  always_ff @(posedge clk_i) begin
    ar_off_q <= !rst_i && !rst_card_i && s_ar_valid_i && !s_ar_ready;
    aw_off_q <= !rst_i && !rst_card_i && s_aw_valid_i && !s_aw_ready;
    w_off_q  <= !rst_i && !rst_card_i && s_w_valid_i && !s_w_ready;
    ar_was_q <= s_ar_i;
    aw_was_q <= s_aw_i;
    w_was_q  <= s_w_i;
  end
  `FBY_ASSUME(CardReadStays, !ar_off_q || (s_ar_valid_i && s_ar_i == ar_was_q))
  `FBY_ASSUME(CardWriteStays, !aw_off_q || (s_aw_valid_i && s_aw_i == aw_was_q))
  `FBY_ASSUME(CardDataStays, !w_off_q || (s_w_valid_i && s_w_i == w_was_q))

  // ---- towards the host: offers stay, also over a reset of the card ----
  logic    ar_held_q, aw_held_q, w_held_q;
  axi_ax_t ar_seen_q, aw_seen_q;
  axi_w_t  w_seen_q;
  always_ff @(posedge clk_i) begin
    ar_held_q <= !rst_i && m_ar_valid && !m_ar_ready_i;
    aw_held_q <= !rst_i && m_aw_valid && !m_aw_ready_i;
    w_held_q  <= !rst_i && m_w_valid && !m_w_ready_i;
    ar_seen_q <= m_ar;
    aw_seen_q <= m_aw;
    w_seen_q  <= m_w;
  end
  `FBY_ASSERT(ReadStays, !ar_held_q || (m_ar_valid && m_ar == ar_seen_q))
  `FBY_ASSERT(WriteStays, !aw_held_q || (m_aw_valid && m_aw == aw_seen_q))
  `FBY_ASSERT(DataStays, !w_held_q || (m_w_valid && m_w == w_seen_q))

  // ---- towards the host: every burst has the beats that its address promised ----
  // Never more than MaxOpen and the one on offer are open.
  logic [3:0][7:0]  lens_q;
  logic [7:0]       beat_q;
  always_ff @(posedge clk_i) begin
    if (aw_take) lens_q[named_q[1:0]] <= m_aw.len;
    if (w_take) beat_q <= m_w.last ? '0 : beat_q + 8'd1;
    if (rst_i) beat_q <= '0;
  end
  // The burst whose data comes next: named already, or being named.
  logic named, naming, due_last;
  assign named    = filled_q != named_q && filled_q != named_q + 5'd1;
  assign naming   = filled_q == named_q && m_aw_valid;
  assign due_last = beat_q == (named ? lens_q[filled_q[1:0]] : m_aw.len);
  `FBY_ASSUME(CardBurstIsWhole,
              draining || rst_card_i || !s_w_valid_i || !(named || naming) || s_w_i.last == due_last)
  `FBY_ASSERT(DataHasAddress, !m_w_valid || named || naming)
  `FBY_ASSERT(BurstIsWhole, !m_w_valid || m_w.last == due_last)

  // ---- towards the card: nothing but what it has asked for since its last reset ----
  logic [4:0] card_reads_q, card_writes_q;
  always_ff @(posedge clk_i) begin
    card_reads_q  <= card_reads_q + 5'(s_ar_valid_i && s_ar_ready) - 5'(s_r_valid && s_r_ready_i && s_r.last);
    card_writes_q <= card_writes_q + 5'(s_aw_valid_i && s_aw_ready) - 5'(s_b_valid && s_b_ready_i);
    if (rst_i || rst_card_i) begin
      card_reads_q  <= '0;
      card_writes_q <= '0;
    end
  end
  `FBY_ASSERT(ReadIsOwn, !s_r_valid || card_reads_q != '0)
  `FBY_ASSERT(ResponseIsOwn, !s_b_valid || card_writes_q != '0)
  `FBY_ASSERT(NothingTakenInReset, !rst_card_i || !(s_ar_ready || s_aw_ready || s_w_ready))

  // ---- without a reset it is not there ----
  logic was_reset_q;
  always_ff @(posedge clk_i) was_reset_q <= !rst_i && (was_reset_q || rst_card_i);
  logic untouched;
  assign untouched = !was_reset_q && !rst_card_i;
  `FBY_ASSERT(ReturnsPass, !untouched || (s_r_valid == m_r_valid_i && m_r_ready == s_r_ready_i))
  `FBY_ASSERT(ResponsesPass, !untouched || (s_b_valid == m_b_valid_i && m_b_ready == s_b_ready_i))
  `FBY_ASSERT(ReadsPass,
              !untouched || host_reads_q == 5'd3 || (m_ar_valid == s_ar_valid_i && s_ar_ready == m_ar_ready_i))

  // Data waits for no address to be taken.
  `FBY_ASSERT(DataPasses,
              !untouched || !(named || naming) || (m_w_valid == s_w_valid_i && s_w_ready == m_w_ready_i))
  `FBY_COVER(DataFirst, untouched && filled_q == named_q + 5'd1 && filled_q == 5'd2)

  // ---- what ties all this to the inside, for the induction step ----
  logic [4:0] writes, open;
  logic [7:0] held_len;
  assign writes   = named_q - answered_q;
  assign open     = 5'(u_dut.open_level);
  assign held_len = open != '0 ? lens_q[filled_q[1:0]] : aw_seen_q.len;
  `FBY_ASSERT(ReadsCount, host_reads_q == 5'(u_dut.reads_q))
  `FBY_ASSERT(WritesCount, writes == 5'(u_dut.writes_q) && open <= writes)
  `FBY_ASSERT(DataCount, filled_q - answered_q == writes - open + 5'(u_dut.w_ahead_q))
  `FBY_ASSERT(BeatsCount, beat_q == u_dut.sent_q)
  `FBY_ASSERT(AheadIsOnOffer, !u_dut.w_ahead_q || (aw_held_q && open == '0 && beat_q == '0))
  `FBY_ASSERT(BegunIsOpen, beat_q == '0 || open != '0 || (aw_held_q && !u_dut.w_ahead_q))
  for (genvar k = 0; k < 2; k++) begin : gen_open
    `FBY_ASSERT(SameLengths,
                open <= k || lens_q[2'(filled_q + 5'(k))] == u_dut.u_open.mem_q[1'(u_dut.u_open.head_q + k)])
  end
  `FBY_ASSERT(ReadIsHeld, u_dut.ar_held_q == ar_held_q
              && (!ar_held_q || (u_dut.ar_q == ar_seen_q && host_reads_q != 5'd3)))
  `FBY_ASSERT(WriteIsHeld, u_dut.aw_held_q == aw_held_q
              && (!aw_held_q || (u_dut.aw_q == aw_seen_q && writes != 5'd3 && open != 5'd2)))
  `FBY_ASSERT(DataIsHeld, u_dut.w_held_q == w_held_q
              && (!w_held_q || (u_dut.w_q == w_seen_q && w_seen_q.last == (beat_q == held_len)
                                && (open != '0 || (aw_held_q && !u_dut.w_ahead_q)))))
  `FBY_ASSERT(HeldIsTheCards, draining || ((!ar_held_q || (ar_off_q && ar_was_q == ar_seen_q))
                                           && (!aw_held_q || (aw_off_q && aw_was_q == aw_seen_q))
                                           && (!w_held_q || (w_off_q && w_was_q == w_seen_q))))
  `FBY_ASSERT(OwnReads, card_reads_q == (draining ? '0 : host_reads_q))
  `FBY_ASSERT(OwnWrites, card_writes_q == (draining ? '0 : writes))
  `FBY_ASSERT(DrainsAfterReset, !draining || was_reset_q)

  // A reset finds a read, half a write burst and an offered address; all ends, and the card reads again.
  logic met_q;
  always_ff @(posedge clk_i) begin
    met_q <= !rst_i && (met_q || (rst_card_i && host_reads_q != '0 && beat_q != '0 && aw_held_q));
  end
  `FBY_COVER(CutAndGoesOn, met_q && !draining && s_r_valid && s_r_ready_i && card_reads_q != '0)

endmodule
