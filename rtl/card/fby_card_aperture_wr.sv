// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Writes of the aperture: stored until they are whole, sent when there is room for them, answered in order.
///
/// A ring holds every burst from its address to its response. Hands go round, none passes the one before:
///
///   tail: next address --> came: data taken --> whole: all of it stored --> sent: went out, or was refused --> done: settled --> head: answered
///
/// The data of all stored bursts lies in one FIFO. What leaves it, and where to, is a list of turns: to the bus, or nowhere. Data of
/// a burst that is answered in error from the start is not stored.
///
/// Of what goes into a stream port the bytes with a strobe alone count: on the way into the FIFO the gaps between them are closed, on
/// the way out they are packed into whole entries. Data of a refused burst is thrown away before that, so nothing of it is packed.
module fby_card_aperture_wr
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  /// Bursts under way; a power of two.
  parameter int unsigned MaxBursts     = 32,
  /// Beats that are stored.
  parameter int unsigned StoreBeats    = 256,
  /// Cycles that the burst in front waits for room, and then for its response.
  parameter int unsigned TimeoutCycles = 1008,
  localparam int unsigned CountBits    = $clog2(MaxBursts + 1)
) (
  input  logic                     clk_i,
  input  logic                     rst_i,
  input  axi_wr_req_t              s_req_i,
  output axi_wr_ready_t            s_req_ready_o,
  output axi_wr_rsp_t              s_rsp_o,
  input  logic                     s_rsp_ready_i,
  output axi_ask_t                 ask_o,
  input  logic                     room_i,
  output axi_wr_req_t              m_req_o,
  input  axi_wr_ready_t            m_req_ready_i,
  input  axi_wr_rsp_t              m_rsp_i,
  output logic                     m_rsp_ready_o,
  /// Bursts with all of their data here that are not settled, counting what happens in this cycle; and that one is settled.
  output logic [CountBits-1:0]     owed_o,
  output logic                     settled_o,
  /// Forget the bytes of an entry that is not whole; and how many there are.
  input  logic [NUM_STREAM_PORTS-1:0]                clear_i,
  output logic [NUM_STREAM_PORTS-1:0][LANE_BITS-1:0] held_o,
  output fby_reg_pkg::bar_access_t access_o,
  output logic                     busy_o
);
  localparam int unsigned IdxBits   = $clog2(MaxBursts);
  localparam int unsigned BeatBits  = $clog2(StoreBeats + 1);
  localparam int unsigned TimerBits = $clog2(TimeoutCycles + 1);
  localparam int unsigned Close     = fby_stream_pkg::CLOSE_CYCLES;
  // Bursts whose address waits for the bus.
  localparam int unsigned Ahead     = 4;
  // A hand: place in the ring, and a bit by which full and empty differ.
  typedef logic [IdxBits:0]     hand_t;
  typedef logic [BeatBits-1:0]  beats_t;
  typedef logic [TimerBits-1:0] timer_t;
  typedef logic [$clog2(DATA_BYTES + 1)-1:0] count_t;
  typedef logic [NUM_STREAM_PORTS-1:0]       port_t;
  localparam timer_t Patience = timer_t'(TimeoutCycles - 1);

  `FBY_ASSERT_INIT(bursts_power_of_two, MaxBursts >= 2 && MaxBursts == 2 ** IdxBits)
  `FBY_ASSERT_INIT(patience, TimeoutCycles >= 2)

  hand_t                tail_q, came_q, whole_q, sent_q, done_q, head_q;
  axi_ax_t              ring_q [MaxBursts];
  logic [MaxBursts-1:0] stored_q, on_bus_q;
  logic [MaxBursts-1:0][1:0] resp_q;
  /// Into which stream port each goes.
  port_t [MaxBursts-1:0] port_q;
  // Responses that nobody waits for any more.
  hand_t                late_q;
  logic                 stuck;
  assign stuck = late_q != '0;

  // ---- addresses: a place in the ring, and room for all of the data ----
  beats_t free_q, need;
  logic   legal, keep, aw_take;
  assign need    = beats_t'(s_req_i.aw.len) + beats_t'(1);
  assign legal   = in_one_page(s_req_i.aw.addr[PAGE_BITS-1:0], s_req_i.aw.len);
`ifdef FBY_MUTANT_APERTURE_WR_CROSSES
  assign keep    = !stuck;
`else
  assign keep    = legal && !stuck;
`endif
  assign s_req_ready_o.aw = tail_q - head_q != hand_t'(MaxBursts) && (!keep || 32'(free_q) > 32'(s_req_i.aw.len));
  assign aw_take = s_req_i.aw_valid && s_req_ready_o.aw;

  // ---- data: its gaps closed where it goes into a stream port, then into the FIFO, or nowhere ----
  axi_ax_t               front;
  axi_w_t                beat;
  logic [7:0]            beat_q, went_q;
  logic                  w_take, w_end, became_whole, push, pop, fifo_ready, fifo_valid, closed_valid;
  logic [DATA_BITS-1:0]  closed_data;
  logic [DATA_BYTES-1:0] closed_strb;
  count_t                closed_count, count;
  // Of the beats on their way there: whether they are stored, and which are last.
  logic [Close-1:0]      stores_q, ends_q;
  assign s_req_ready_o.w = came_q != tail_q;
  assign w_take       = s_req_i.w_valid && s_req_ready_o.w;
  assign w_end        = w_take && beat_q == ring_q[came_q[IdxBits-1:0]].len;
  assign push         = closed_valid && stores_q[Close-1];
  assign became_whole = closed_valid && ends_q[Close-1];

  fby_stream_close u_close (
    .clk_i, .rst_i,
    .valid_i(w_take), .close_i(port_q[came_q[IdxBits-1:0]] != '0), .data_i(s_req_i.w.data), .strb_i(s_req_i.w.strb),
    .valid_o(closed_valid), .data_o(closed_data), .strb_o(closed_strb), .count_o(closed_count)
  );

  // Nobody asks how full it is.
  /* verilator lint_off PINCONNECTEMPTY */
  fby_fifo #(.WidthBits(DATA_BITS + DATA_BYTES + $bits(count_t)), .DepthEntries(StoreBeats)) u_data (
    .clk_i, .rst_i,
    .data_i({closed_data, closed_strb, closed_count}), .valid_i(push), .ready_o(fifo_ready),
    .data_o({beat.data, beat.strb, count}), .valid_o(fifo_valid), .ready_i(pop),
    .level_o()
  );

  // ---- the question, and what becomes of it ----
  timer_t ask_timer_q;
  logic   waits, asks, take, refuse, skip, rests_q, aw_room;
  assign front  = ring_q[sent_q[IdxBits-1:0]];
  assign waits  = sent_q != whole_q && stored_q[sent_q[IdxBits-1:0]];
  assign skip   = sent_q != whole_q && !stored_q[sent_q[IdxBits-1:0]];
  assign asks   = waits && !stuck && aw_room && !rests_q;
  assign ask_o  = '{valid: asks, take: take, addr: front.addr, len: front.len};
  assign take   = asks && room_i;
`ifdef FBY_MUTANT_APERTURE_WR_WAITS
  assign refuse = waits && !take && stuck;
`else
  assign refuse = waits && !take && (stuck || ask_timer_q == '0);
`endif

  // Whose data leaves the FIFO next. A turn has a beat in the FIFO at least, so there are never more of them than beats.
  typedef struct packed {
    logic       to_bus;
    port_t      port;
    logic [7:0] len;
  } turn_t;
  turn_t turn;
  logic  turn_ready, turn_valid, turn_end;
  fby_fifo #(.WidthBits($bits(turn_t)), .DepthEntries(StoreBeats)) u_turns (
    .clk_i, .rst_i,
    .data_i({take, port_q[sent_q[IdxBits-1:0]], front.len}), .valid_i(take || refuse), .ready_o(turn_ready),
    .data_o(turn), .valid_o(turn_valid), .ready_i(turn_end),
    .level_o()
  );

  fby_fifo #(.WidthBits($bits(axi_ax_t)), .DepthEntries(Ahead)) u_aw (
    .clk_i, .rst_i,
    .data_i({ID_BITS'(0), front.addr, front.len, front.bytes, axi_who_t'('0)}), .valid_i(take), .ready_o(aw_room),
    .data_o(m_req_o.aw), .valid_o(m_req_o.aw_valid), .ready_i(m_req_ready_i.aw),
    .level_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign beat.last       = went_q == turn.len;
  assign m_req_o.w_valid = turn_valid && turn.to_bus;
  // Whether a beat is there to be packed: data of a refused burst is not.
  logic packs;
`ifdef FBY_MUTANT_APERTURE_WR_PACKS
  assign packs = turn_valid;
`else
  assign packs = m_req_o.w_valid;
`endif
  fby_stream_pack #(.NumPorts(NUM_STREAM_PORTS)) u_pack (
    .clk_i, .rst_i,
    .s_i(beat), .s_valid_i(packs), .s_port_i(turn.port), .s_count_i(count),
    .m_o(m_req_o.w), .m_ready_i(m_req_ready_i.w), .clear_i, .held_o
  );
  assign pop             = turn_valid && (!turn.to_bus || m_req_ready_i.w);
  assign turn_end        = pop && beat.last;

  // ---- settled: answered by the bus, refused, or given up ----
  timer_t              b_timer_q;
  logic [IdxBits-1:0]  at;
  logic                b_comes, undecided, give_up;
  assign at            = done_q[IdxBits-1:0];
  assign m_rsp_ready_o = 1'b1;
`ifdef FBY_MUTANT_APERTURE_WR_LATE
  assign b_comes       = m_rsp_i.b_valid;
`else
  assign b_comes       = m_rsp_i.b_valid && !stuck;
`endif
  assign undecided     = done_q != sent_q && on_bus_q[at];
  assign give_up       = undecided && !b_comes && (stuck || b_timer_q == '0);
  assign settled_o     = done_q != sent_q && (!on_bus_q[at] || b_comes || give_up);
  assign owed_o        = CountBits'(came_q - done_q) + CountBits'(w_end) - CountBits'(settled_o);

  // ---- answered ----
  axi_ax_t oldest;
  logic    b_fire;
  assign oldest           = ring_q[head_q[IdxBits-1:0]];
  assign s_rsp_o.b        = '{id: oldest.id, resp: resp_q[head_q[IdxBits-1:0]]};
  assign s_rsp_o.b_valid  = head_q != done_q;
  assign b_fire           = s_rsp_o.b_valid && s_rsp_ready_i;
  assign access_o = '{
    read: 1'b0, write: b_fire, error: b_fire && s_rsp_o.b.resp != RESP_OKAY, dead: 1'b0, addr: oldest.addr
  };
  assign busy_o   = tail_q != head_q || fifo_valid || stuck;

  always_ff @(posedge clk_i) begin
    if (aw_take) begin
      ring_q[tail_q[IdxBits-1:0]]   <= s_req_i.aw;
      port_q[tail_q[IdxBits-1:0]]   <= stream_port_of(s_req_i.aw.addr);
      stored_q[tail_q[IdxBits-1:0]] <= keep;
      on_bus_q[tail_q[IdxBits-1:0]] <= 1'b0;
      resp_q[tail_q[IdxBits-1:0]]   <= legal ? RESP_SLVERR : RESP_DECERR;
    end
    if (take) on_bus_q[sent_q[IdxBits-1:0]] <= 1'b1;
    if (undecided && b_comes) resp_q[at] <= m_rsp_i.b.resp;
  end

  always_ff @(posedge clk_i) begin
    tail_q  <= tail_q + hand_t'(aw_take);
    came_q  <= came_q + hand_t'(w_end);
    whole_q <= whole_q + hand_t'(became_whole);
    sent_q  <= sent_q + hand_t'(take || refuse || skip);
    done_q  <= done_q + hand_t'(settled_o);
    head_q  <= head_q + hand_t'(b_fire);
    late_q  <= late_q + hand_t'(give_up) - hand_t'(m_rsp_i.b_valid && stuck);
    free_q  <= free_q - (aw_take && keep ? need : '0) + beats_t'(pop);
    if (w_take) beat_q <= w_end ? '0 : beat_q + 8'd1;
    stores_q <= Close'({stores_q, stored_q[came_q[IdxBits-1:0]]});
    ends_q   <= Close'({ends_q, w_end});
    if (pop) went_q <= turn_end ? '0 : went_q + 8'd1;
    // A question that is withdrawn rests for a cycle.
    rests_q     <= refuse;
    ask_timer_q <= !waits || take || refuse ? Patience : ask_timer_q - timer_t'(1);
    b_timer_q   <= !undecided || settled_o ? Patience : b_timer_q - timer_t'(1);
    if (rst_i) begin
      {tail_q, came_q, whole_q, sent_q, done_q, head_q, late_q} <= '0;
      free_q <= beats_t'(StoreBeats);
      {beat_q, went_q} <= '0;
      rests_q <= 1'b0;
    end
  end

  `FBY_ASSERT(data_is_kept, !push || fifo_ready)
  `FBY_ASSERT(data_is_there, !turn_valid || fifo_valid)
  `FBY_ASSERT(turn_is_kept, !(take || refuse) || turn_ready)
  `FBY_ASSERT(response_is_known, !b_comes || undecided)

  // Counted, not believed: where a burst ends is said by its address.
  logic unused;
  assign unused = ^{s_req_i.w.last, m_rsp_i.b.id, front.id, oldest.len, oldest.bytes, front.who, oldest.who};

endmodule
