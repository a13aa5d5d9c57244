// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the aperture's reads: each burst of the host is answered with all of its beats, once, in order and in bounded time,
/// whatever the card does; a good beat is the card's own for that very place, read when the writes before were settled.
///
/// The solver chooses one burst of the host and one of its beats, and marks the burst by a bit of its address, which the design has
/// no reason to look at: so it is known on the other side without a look inside.
module fby_card_aperture_rd_proof
  import fby_axi_pkg::*;
#(
  parameter int unsigned MaxBursts     = 2,
  parameter int unsigned StoreBeats    = 4,
  parameter int unsigned TimeoutCycles = 2
) (
  input logic        clk_i,
  /// The burst and the beat of it that the solver chooses: taken at reset.
  input logic [2:0]  choice_i,
  input logic [7:0]  beat_choice_i,
  input axi_rd_req_t s_req_i,
  input logic        s_r_ready_i,
  input logic        m_ready_i,
  input axi_rd_rsp_t m_rsp_i,
  /// A write became whole; one was settled.
  input logic        became_whole_i,
  input logic        settled_i
);
  localparam int unsigned MarkBit = 20;
  // A burst in front waits for the card, and a few cycles go by on the way.
  localparam int unsigned AnswerBound = TimeoutCycles + 2;
  typedef logic [2:0] number_t;

  logic                     rst_i = 1'b1;
  logic                     s_ready, m_r_ready, busy;
  axi_rd_rsp_t              s_rsp;
  axi_rd_req_t              m_req;
  fby_reg_pkg::bar_access_t told;
  logic [1:0]               owed_q, owed;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_card_aperture_rd #(.MaxBursts(MaxBursts), .StoreBeats(StoreBeats), .TimeoutCycles(TimeoutCycles)) u_dut (
    .clk_i, .rst_i,
    .s_req_i, .s_req_ready_o(s_ready), .s_rsp_o(s_rsp), .s_rsp_ready_i(s_r_ready_i),
    .m_req_o(m_req), .m_req_ready_i(m_ready_i), .m_rsp_i, .m_rsp_ready_o(m_r_ready),
    .owed_i(owed), .settled_i, .access_o(told), .busy_o(busy)
  );

  logic s_ar, s_r, s_end;
  assign s_ar  = s_req_i.ar_valid && s_ready;
  assign s_r   = s_rsp.r_valid && s_r_ready_i;
  assign s_end = s_r && s_rsp.r.last;

  // ---- the writes: as many as the other half has places for, settled after they are whole ----
  assign owed = owed_q + 2'(became_whole_i) - 2'(settled_i);
  always_ff @(posedge clk_i) owed_q <= rst_i ? '0 : owed;
  `FBY_ASSUME(SettlesWhatIsOwed, !settled_i || owed_q != '0)
  `FBY_ASSUME(WritesHavePlaces, !became_whole_i || 32'(owed_q) < MaxBursts)

  // ---- the host: keeps what it offers; bursts that the store can hold, across a page or not ----
  logic    ar_held_q, r_held_q;
  axi_ax_t ar_was_q;
  axi_r_t  r_was_q;
  always_ff @(posedge clk_i) begin
    ar_held_q <= !rst_i && s_req_i.ar_valid && !s_ready;
    r_held_q  <= !rst_i && s_rsp.r_valid && !s_r_ready_i;
    ar_was_q  <= s_req_i.ar;
    r_was_q   <= s_rsp.r;
  end
  logic [13:0] in_beats;
  assign in_beats = 14'(s_req_i.ar.addr[LANE_BITS-1:0]) + 14'(s_req_i.ar.bytes) + 14'(DATA_BYTES - 1);
  `FBY_ASSUME(HostAddressStays, !ar_held_q || (s_req_i.ar_valid && s_req_i.ar == ar_was_q))
  `FBY_ASSUME(HostBurstFits, !s_req_i.ar_valid || 32'(s_req_i.ar.len) < StoreBeats)
  `FBY_ASSUME(HostBytesAgree, !s_req_i.ar_valid || (s_req_i.ar.bytes != '0
                              && 14'(s_req_i.ar.len) + 14'd1 == in_beats >> LANE_BITS))
  `FBY_ASSERT(AnswerStays, !r_held_q || (s_rsp.r_valid && s_rsp.r == r_was_q))

  // ---- the host's bursts by number ----
  number_t                 chosen_q, named_q, answered_q;
  logic [7:0]              beat_q, chosen_beat_q;
  logic [7:0][7:0]         len_q;
  logic [7:0][ID_BITS-1:0] id_q;
  logic                    mine;
  assign mine = s_ar && named_q == chosen_q;
  `FBY_ASSUME(MarkedByAddress, !s_req_i.ar_valid || s_req_i.ar.addr[MarkBit] == (named_q == chosen_q))
  `FBY_ASSUME(NumbersSuffice, named_q != '1)

  axi_ax_t    want_q;
  logic       legal_q;
  // Writes that were whole before the chosen read and are not settled.
  logic [1:0] before_q;
  always_ff @(posedge clk_i) begin
    if (s_ar) begin
      len_q[named_q] <= s_req_i.ar.len;
      id_q[named_q]  <= s_req_i.ar.id;
    end
    before_q <= before_q - 2'(settled_i && before_q != '0);
    if (mine) begin
      want_q   <= s_req_i.ar;
      before_q <= owed;
      // Worked out otherwise than in the design.
      legal_q  <= 32'(s_req_i.ar.addr[PAGE_BITS-1:0]) + 32'(s_req_i.ar.bytes) <= PAGE_BYTES;
    end
    named_q    <= named_q + number_t'(s_ar);
    answered_q <= answered_q + number_t'(s_end);
    if (s_r) beat_q <= s_end ? '0 : beat_q + 8'd1;
    if (rst_i) begin
      {chosen_q, chosen_beat_q} <= {choice_i, beat_choice_i};
      {named_q, answered_q} <= '0;
      beat_q <= '0;
    end
  end

  // ---- towards the card: one id, so addresses and data go in one order; the chosen burst once, and when it may ----
  number_t         offered_q, taken_q, returned_q, place_q;
  logic [7:0][7:0] m_len_q;
  logic [7:0]      m_beat_q;
  axi_ax_t         m_was_q;
  axi_r_t          came_q;
  logic            m_held_q, fresh, marked, out_q, out, got_q, m_ar, m_end;
  assign m_ar   = m_req.ar_valid && m_ready_i;
  assign fresh  = m_req.ar_valid && !m_held_q;
  assign marked = fresh && m_req.ar.addr[MarkBit];
  assign out    = out_q || marked;
  assign m_end  = m_rsp_i.r_valid && m_rsp_i.r.last;
  always_ff @(posedge clk_i) begin
    m_held_q <= !rst_i && m_req.ar_valid && !m_ready_i;
    m_was_q  <= m_req.ar;
    if (m_ar) m_len_q[taken_q] <= m_req.ar.len;
    out_q <= out;
    if (marked) place_q <= offered_q;
    if (m_rsp_i.r_valid && out_q && returned_q == place_q && m_beat_q == chosen_beat_q) begin
      got_q  <= 1'b1;
      came_q <= m_rsp_i.r;
    end
    offered_q  <= offered_q + number_t'(fresh);
    taken_q    <= taken_q + number_t'(m_ar);
    returned_q <= returned_q + number_t'(m_end);
    if (m_rsp_i.r_valid) m_beat_q <= m_end ? '0 : m_beat_q + 8'd1;
    if (rst_i) begin
      {out_q, got_q, m_held_q} <= '0;
      {offered_q, taken_q, returned_q} <= '0;
      m_beat_q <= '0;
    end
  end
  `FBY_ASSUME(CardAnswersWhatWasAsked, !m_rsp_i.r_valid || returned_q != taken_q)
  `FBY_ASSUME(CardBurstIsWhole, !m_rsp_i.r_valid || m_rsp_i.r.last == (m_beat_q == m_len_q[returned_q]))
  `FBY_ASSERT(OfferStays, !m_held_q || (m_req.ar_valid && m_req.ar == m_was_q))
  `FBY_ASSERT(OneId, !m_req.ar_valid || m_req.ar.id == '0)
  `FBY_ASSERT(GoesOutOnce, !marked || !out_q)
  `FBY_ASSERT(AddressAsAsked, !marked || (legal_q && named_q > chosen_q && m_req.ar.addr == want_q.addr
                                          && m_req.ar.len == want_q.len && m_req.ar.bytes == want_q.bytes))
  `FBY_ASSERT(WritesBeforeAreSettled, !marked || before_q == '0)
  `FBY_ASSERT(DataTakenAtOnce, m_r_ready)

  // ---- answers: in order, each beat once, with the card's own word or an error ----
  logic       at_chosen, given_up, gave_up_q;
  logic [3:0] age_q;
  assign at_chosen = s_rsp.r_valid && answered_q == chosen_q && beat_q == chosen_beat_q;
  assign given_up  = at_chosen && legal_q
                     && !(got_q && s_rsp.r.data == came_q.data && s_rsp.r.resp == came_q.resp);
  always_ff @(posedge clk_i) begin
    // An error before it, after which nothing has patience until the card has answered.
    gave_up_q <= !rst_i && (gave_up_q || (s_r && answered_q < chosen_q && s_rsp.r.resp == RESP_SLVERR));
    age_q     <= named_q > chosen_q && answered_q == chosen_q ? age_q + 4'(age_q != '1) : '0;
  end
  `FBY_ASSERT(AnswersWhatWasAsked, !s_rsp.r_valid || answered_q != named_q)
  `FBY_ASSERT(AnswersInOrder, !s_rsp.r_valid || s_rsp.r.id == id_q[answered_q])
  `FBY_ASSERT(AllBeatsOfIt, !s_rsp.r_valid || s_rsp.r.last == (beat_q == len_q[answered_q]))
  `FBY_ASSERT(CrossingIsDecerr, !at_chosen || legal_q || (s_rsp.r.resp == RESP_DECERR && s_rsp.r.data == '1))
  `FBY_ASSERT(CardsWordOrSlverr, !given_up || (s_rsp.r.resp == RESP_SLVERR && s_rsp.r.data == '1))
  `FBY_ASSERT(PatienceIsKept, !given_up || gave_up_q || 32'(age_q) >= TimeoutCycles)

  // ---- bounded: as long as the host takes beats and no write is owed ----
  logic [4:0] wait_q;
  always_ff @(posedge clk_i) begin
    wait_q <= rst_i || s_rsp.r_valid || answered_q == named_q || owed_q != '0 ? '0 : wait_q + 5'd1;
  end
  `FBY_ASSERT(AnsweredInTime, 32'(wait_q) < AnswerBound)
  `FBY_ASSERT(AddressTakenWhenIdle, !s_req_i.ar_valid || s_ready || 32'(named_q - answered_q) == MaxBursts)
  `FBY_ASSERT(BusyWhileOwing, busy || (answered_q == named_q && !m_req.ar_valid && returned_q == taken_q))

  `FBY_COVER(SecondBeatThrough, at_chosen && chosen_q != '0 && beat_q == 8'd1 && got_q && came_q.resp == RESP_OKAY)
  `FBY_COVER(WaitsForTwoWrites, at_chosen && $past(before_q) == '0 && got_q && chosen_q == 3'd1 && returned_q == 3'd2)
  `FBY_COVER(LateThenServed, at_chosen && gave_up_q && got_q && place_q != '0 && came_q.resp == RESP_OKAY)
  `FBY_COVER(GivenUpInTheMiddle, given_up && beat_q == 8'd1 && out_q && returned_q == place_q)
  `FBY_COVER(CrossingAnswered, s_end && at_chosen && !legal_q)

  logic unused;
  assign unused = ^told;

endmodule
