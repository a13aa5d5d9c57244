// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the aperture's writes: each burst of the host is answered once, in order and in bounded time, whatever the card does;
/// what reaches the card is what the host sent, once, and a good answer is the card's own to that very burst.
///
/// The solver chooses one burst of the host and one of its beats, and marks the burst by a bit of its address, which the design has
/// no reason to look at: so it is known on the other side without a look inside.
module fby_card_aperture_wr_proof
  import fby_axi_pkg::*;
#(
  parameter int unsigned MaxBursts     = 2,
  parameter int unsigned StoreBeats    = 4,
  parameter int unsigned TimeoutCycles = 2
) (
  input logic          clk_i,
  /// The burst and the beat of it that the solver chooses: taken at reset.
  input logic [2:0]    choice_i,
  input logic [7:0]    beat_choice_i,
  input axi_wr_req_t   s_req_i,
  input logic          s_b_ready_i,
  input logic          room_i,
  input axi_wr_ready_t m_ready_i,
  input axi_wr_rsp_t   m_rsp_i,
  input logic [fby_card_pkg::NUM_STREAM_PORTS-1:0] clear_i
);
  localparam int unsigned MarkBit = 20;
  // A burst in front waits for room and then for its answer, and a few cycles go by on the way.
  localparam int unsigned AnswerBound = 2 * TimeoutCycles + 3 + fby_stream_pkg::CLOSE_CYCLES;
  typedef logic [2:0] number_t;

  logic                    rst_i = 1'b1;
  axi_wr_ready_t           s_ready;
  axi_wr_rsp_t             s_rsp;
  axi_ask_t                ask;
  axi_wr_req_t             m_req;
  logic                    m_b_ready, settled, busy;
  logic [1:0]              owed;
  logic [fby_card_pkg::NUM_STREAM_PORTS-1:0][LANE_BITS-1:0] held;
  fby_reg_pkg::bar_access_t told;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_card_aperture_wr #(.MaxBursts(MaxBursts), .StoreBeats(StoreBeats), .TimeoutCycles(TimeoutCycles)) u_dut (
    .clk_i, .rst_i,
    .s_req_i, .s_req_ready_o(s_ready), .s_rsp_o(s_rsp), .s_rsp_ready_i(s_b_ready_i),
    .ask_o(ask), .room_i,
    .m_req_o(m_req), .m_req_ready_i(m_ready_i), .m_rsp_i, .m_rsp_ready_o(m_b_ready),
    .owed_o(owed), .settled_o(settled), .clear_i, .held_o(held), .access_o(told), .busy_o(busy)
  );

  logic s_aw, s_w, s_b;
  assign s_aw = s_req_i.aw_valid && s_ready.aw;
  assign s_w  = s_req_i.w_valid && s_ready.w;
  assign s_b  = s_rsp.b_valid && s_b_ready_i;

  // ---- the host: keeps what it offers; bursts that the store can hold, across a page or not ----
  logic    aw_held_q, w_held_q, b_held_q;
  axi_ax_t aw_was_q;
  axi_w_t  w_was_q;
  axi_b_t  b_was_q;
  always_ff @(posedge clk_i) begin
    aw_held_q <= !rst_i && s_req_i.aw_valid && !s_ready.aw;
    w_held_q  <= !rst_i && s_req_i.w_valid && !s_ready.w;
    b_held_q  <= !rst_i && s_rsp.b_valid && !s_b_ready_i;
    aw_was_q  <= s_req_i.aw;
    w_was_q   <= s_req_i.w;
    b_was_q   <= s_rsp.b;
  end
  logic [13:0] in_beats;
  assign in_beats = 14'(s_req_i.aw.addr[LANE_BITS-1:0]) + 14'(s_req_i.aw.bytes) + 14'(DATA_BYTES - 1);
  `FBY_ASSUME(HostAddressStays, !aw_held_q || (s_req_i.aw_valid && s_req_i.aw == aw_was_q))
  `FBY_ASSUME(HostDataStays, !w_held_q || (s_req_i.w_valid && s_req_i.w == w_was_q))
  `FBY_ASSUME(HostBurstFits, !s_req_i.aw_valid || 32'(s_req_i.aw.len) < StoreBeats)
  `FBY_ASSUME(HostBytesAgree, !s_req_i.aw_valid || (s_req_i.aw.bytes != '0
                              && 14'(s_req_i.aw.len) + 14'd1 == in_beats >> LANE_BITS))
  `FBY_ASSERT(AnswerStays, !b_held_q || (s_rsp.b_valid && s_rsp.b == b_was_q))

  // ---- the host's bursts by number ----
  number_t                 chosen_q, named_q, whole_q, settled_q, answered_q;
  logic [7:0]              beat_q, chosen_beat_q;
  logic [7:0][7:0]         len_q;
  logic [7:0][ID_BITS-1:0] id_q;
  logic                    became_whole, mine;
  assign became_whole = s_w && beat_q == len_q[whole_q];
  assign mine         = s_aw && named_q == chosen_q;
  `FBY_ASSUME(MarkedByAddress, !s_req_i.aw_valid || s_req_i.aw.addr[MarkBit] == (named_q == chosen_q))
  `FBY_ASSUME(NumbersSuffice, named_q != '1)

  axi_ax_t want_q;
  axi_w_t  want_beat_q;
  logic    legal_q;
  always_ff @(posedge clk_i) begin
    if (s_aw) begin
      len_q[named_q] <= s_req_i.aw.len;
      id_q[named_q]  <= s_req_i.aw.id;
    end
    if (mine) begin
      want_q  <= s_req_i.aw;
      // Worked out otherwise than in the design.
      legal_q <= 32'(s_req_i.aw.addr[PAGE_BITS-1:0]) + 32'(s_req_i.aw.bytes) <= PAGE_BYTES;
    end
    if (s_w && whole_q == chosen_q && beat_q == chosen_beat_q) want_beat_q <= s_req_i.w;
    named_q    <= named_q + number_t'(s_aw);
    whole_q    <= whole_q + number_t'(became_whole);
    settled_q  <= settled_q + number_t'(settled);
    answered_q <= answered_q + number_t'(s_b);
    if (s_w) beat_q <= became_whole ? '0 : beat_q + 8'd1;
    if (rst_i) begin
      {chosen_q, chosen_beat_q} <= {choice_i, beat_choice_i};
      {named_q, whole_q, settled_q, answered_q} <= '0;
      beat_q <= '0;
    end
  end

  // ---- room: what goes out was promised, and is numbered by that; the chosen burst once, whole, and not if it crosses a page ----
  number_t         promised_q, place_q;
  logic [7:0][7:0] m_len_q;
  logic            asked_q, out_q, marked;
  axi_ask_t        ask_was_q;
  assign marked = ask.take && ask.addr[MarkBit];
  always_ff @(posedge clk_i) begin
    asked_q   <= !rst_i && ask.valid && !ask.take;
    ask_was_q <= ask;
    if (ask.take) m_len_q[promised_q] <= ask.len;
    if (marked) place_q <= promised_q;
    out_q      <= !rst_i && (out_q || marked);
    promised_q <= rst_i ? '0 : promised_q + number_t'(ask.take);
  end
  `FBY_ASSERT(TakesWhatIsPromised, !ask.take || (ask.valid && room_i))
  `FBY_ASSERT(QuestionStands, !(asked_q && ask.valid) || (ask.addr == ask_was_q.addr && ask.len == ask_was_q.len))
  `FBY_ASSERT(GoesOutOnce, !marked || !out_q)
  `FBY_ASSERT(GoesOutWhole, !marked || (whole_q > chosen_q && legal_q && ask.addr == want_q.addr
                                        && ask.len == want_q.len))

  // ---- towards the card: addresses and data in that order, as the host sent them; offers stay ----
  // Data may come before its address, as AXI4 lets it: the demultiplexer behind holds it.
  number_t    taken_q, through_q, responded_q;
  logic [7:0] m_beat_q;
  logic       m_aw_held_q, m_w_held_q, m_w, m_end, replied, came_q;
  axi_ax_t    m_aw_was_q;
  axi_w_t     m_w_was_q;
  logic [1:0] resp_q;
  assign m_w     = m_req.w_valid && m_ready_i.w;
  assign m_end   = m_w && m_req.w.last;
  assign replied = m_rsp_i.b_valid && out_q && responded_q == place_q;
  always_ff @(posedge clk_i) begin
    m_aw_held_q <= !rst_i && m_req.aw_valid && !m_ready_i.aw;
    m_w_held_q  <= !rst_i && m_req.w_valid && !m_ready_i.w;
    m_aw_was_q  <= m_req.aw;
    m_w_was_q   <= m_req.w;
    if (replied) resp_q <= m_rsp_i.b.resp;
    came_q      <= came_q || replied;
    taken_q     <= taken_q + number_t'(m_req.aw_valid && m_ready_i.aw);
    through_q   <= through_q + number_t'(m_end);
    responded_q <= responded_q + number_t'(m_rsp_i.b_valid);
    if (m_w) m_beat_q <= m_end ? '0 : m_beat_q + 8'd1;
    if (rst_i) begin
      came_q <= 1'b0;
      {taken_q, through_q, responded_q} <= '0;
      m_beat_q <= '0;
    end
  end
  `FBY_ASSUME(CardAnswersWhatIsWhole, !m_rsp_i.b_valid || (responded_q != taken_q && responded_q != through_q))
  `FBY_ASSERT(AddressStays, !m_aw_held_q || (m_req.aw_valid && m_req.aw == m_aw_was_q))
  `FBY_ASSERT(DataStays, !m_w_held_q || (m_req.w_valid && m_req.w == m_w_was_q))
  `FBY_ASSERT(AddressWasPromised, !m_req.aw_valid || (taken_q != promised_q && m_req.aw.id == '0
                                                      && m_req.aw.len == m_len_q[taken_q]))
  `FBY_ASSERT(DataWasPromised, !m_req.w_valid || through_q != promised_q)
  `FBY_ASSERT(BurstIsWhole, !m_req.w_valid || m_req.w.last == (m_beat_q == m_len_q[through_q]))
  `FBY_ASSERT(AddressAsSent, !(m_req.aw_valid && out_q && taken_q == place_q)
                             || (m_req.aw.addr == want_q.addr && m_req.aw.bytes == want_q.bytes))
  // What goes into a stream port is packed, which fby_stream_pack proves; elsewhere nothing is changed.
  logic into_port;
  assign into_port = want_q.addr >= fby_card_pkg::STREAM_PORT_BASE && want_q.addr < fby_card_pkg::STREAM_PORT_BASE
                     + 64'(fby_card_pkg::NUM_STREAM_PORTS) * fby_card_pkg::STREAM_PORT_BYTES;
  `FBY_ASSERT(BeatAsSent, !(m_req.w_valid && out_q && through_q == place_q && m_beat_q == chosen_beat_q) || into_port
                          || {m_req.w.data, m_req.w.strb} == {want_beat_q.data, want_beat_q.strb})
  `FBY_ASSERT(WholeEntriesAlone, !(m_req.w_valid && out_q && through_q == place_q) || !into_port
                                 || m_req.w.strb == '0 || m_req.w.strb == '1)
  // Of what does not reach the card nothing is packed: entries begun change behind what it took, and by being cleared.
  logic                                                     held_changes_q;
  logic [fby_card_pkg::NUM_STREAM_PORTS-1:0]                cleared_q;
  logic [fby_card_pkg::NUM_STREAM_PORTS-1:0][LANE_BITS-1:0] held_was_q;
  always_ff @(posedge clk_i) begin
    held_changes_q <= rst_i || m_w;
    cleared_q      <= clear_i;
    held_was_q     <= held;
  end
  for (genvar n = 0; n < int'(fby_card_pkg::NUM_STREAM_PORTS); n++) begin : g_held
    `FBY_ASSERT(NothingRefusedIsPacked, held_changes_q || held[n] == held_was_q[n] || (cleared_q[n] && held[n] == '0))
  end
  // Data waits for that of refused bursts before it to be thrown away, a beat per cycle.
  logic [4:0] held_back_q;
  always_ff @(posedge clk_i) begin
    held_back_q <= rst_i || m_req.w_valid || through_q == promised_q ? '0 : held_back_q + 5'd1;
  end
  `FBY_ASSERT(AddressNotHeldBack, taken_q == promised_q || m_req.aw_valid)
  `FBY_ASSERT(DataNotHeldBack, 32'(held_back_q) <= StoreBeats)
  `FBY_ASSERT(ResponsesTaken, m_b_ready)

  // ---- answers: in order, once, with the card's own word or an error ----
  logic       at_chosen, given_up, gave_up_q;
  logic [3:0] age_q;
  assign at_chosen = s_rsp.b_valid && answered_q == chosen_q;
  assign given_up  = at_chosen && legal_q && !(came_q && resp_q == s_rsp.b.resp);
  always_ff @(posedge clk_i) begin
    // An error before it, after which nothing has patience until the card has answered.
    gave_up_q <= !rst_i && (gave_up_q || (s_b && answered_q < chosen_q && s_rsp.b.resp == RESP_SLVERR));
    age_q     <= whole_q > chosen_q ? age_q + 4'(age_q != '1) : '0;
  end
  `FBY_ASSERT(AnswersWhatIsWhole, !s_rsp.b_valid || answered_q < whole_q)
  `FBY_ASSERT(AnswersInOrder, !s_rsp.b_valid || s_rsp.b.id == id_q[answered_q])
  `FBY_ASSERT(CrossingIsDecerr, !at_chosen || legal_q || s_rsp.b.resp == RESP_DECERR)
  `FBY_ASSERT(CardsWordOrSlverr, !given_up || s_rsp.b.resp == RESP_SLVERR)
  `FBY_ASSERT(PatienceIsKept, !given_up || gave_up_q || 32'(age_q) >= TimeoutCycles)

  // ---- what reads wait for ----
  `FBY_ASSERT(OwedAreNotSettled, owed == 2'(whole_q - settled_q) + 2'(became_whole) - 2'(settled))
  `FBY_ASSERT(SettlesWhatIsOwed, !settled || settled_q < whole_q)
  `FBY_ASSERT(AnswersWhatIsSettled, !s_rsp.b_valid || answered_q < settled_q)

  // ---- bounded: as long as the host takes answers and gives what it announced ----
  logic [4:0] wait_q, full_q;
  always_ff @(posedge clk_i) begin
    wait_q <= rst_i || s_rsp.b_valid || answered_q == whole_q ? '0 : wait_q + 5'd1;
    full_q <= rst_i || s_rsp.b_valid || !s_req_i.aw_valid || s_ready.aw || whole_q != named_q ? '0 : full_q + 5'd1;
  end
  `FBY_ASSERT(AnsweredInTime, 32'(wait_q) < AnswerBound)
  `FBY_ASSERT(AddressTakenInTime, 32'(full_q) < AnswerBound)
  `FBY_ASSERT(DataTakenAtOnce, !s_req_i.w_valid || s_ready.w || whole_q == named_q)
  `FBY_ASSERT(BusyWhileOwing, busy || (answered_q == named_q && !m_req.aw_valid && !m_req.w_valid))

  `FBY_COVER(TwoBeatsThrough, at_chosen && chosen_q != '0 && came_q && resp_q == RESP_OKAY && want_q.len == 8'd1)
  `FBY_COVER(RefusedThenServed, at_chosen && gave_up_q && came_q && resp_q == RESP_OKAY)
  `FBY_COVER(LateThenServed, at_chosen && gave_up_q && came_q && place_q != '0 && resp_q == RESP_OKAY)
  `FBY_COVER(CrossingAnswered, s_b && at_chosen && !legal_q)

  logic unused;
  assign unused = ^told;

endmodule
