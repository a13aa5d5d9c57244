// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Reads of the aperture: sent when the writes before them are settled and there is room for their data, answered in order.
///
/// A ring holds every burst from its address to its last beat. Three hands go round, none passes the one before:
///
///   tail: next address --> sent: went out, or will not --> head: answered
module fby_card_aperture_rd
  import fby_axi_pkg::*;
#(
  /// Bursts under way; a power of two.
  parameter int unsigned MaxBursts     = 32,
  /// Beats that are stored.
  parameter int unsigned StoreBeats    = 128,
  /// Cycles that the burst in front waits for the card, while the host takes what is there.
  parameter int unsigned TimeoutCycles = 1008,
  localparam int unsigned CountBits    = $clog2(MaxBursts + 1)
) (
  input  logic                     clk_i,
  input  logic                     rst_i,
  input  axi_rd_req_t              s_req_i,
  output logic                     s_req_ready_o,
  output axi_rd_rsp_t              s_rsp_o,
  input  logic                     s_rsp_ready_i,
  output axi_rd_req_t              m_req_o,
  input  logic                     m_req_ready_i,
  input  axi_rd_rsp_t              m_rsp_i,
  output logic                     m_rsp_ready_o,
  /// Whole writes that are not settled, counting what happens in this cycle; and that one is settled.
  input  logic [CountBits-1:0]     owed_i,
  input  logic                     settled_i,
  output fby_reg_pkg::bar_access_t access_o,
  output logic                     busy_o
);
  localparam int unsigned IdxBits   = $clog2(MaxBursts);
  localparam int unsigned BeatBits  = $clog2(StoreBeats + 1);
  localparam int unsigned TimerBits = $clog2(TimeoutCycles + 1);
  // A hand: place in the ring, and a bit by which full and empty differ.
  typedef logic [IdxBits:0]     hand_t;
  typedef logic [BeatBits-1:0]  beats_t;
  typedef logic [TimerBits-1:0] timer_t;
  localparam timer_t Patience = timer_t'(TimeoutCycles - 1);

  `FBY_ASSERT_INIT(bursts_power_of_two, MaxBursts >= 2 && MaxBursts == 2 ** IdxBits)
  `FBY_ASSERT_INIT(patience, TimeoutCycles >= 2)

  hand_t                tail_q, sent_q, head_q;
  axi_ax_t              ring_q [MaxBursts];
  logic [MaxBursts-1:0] legal_q, on_bus_q;
  // Writes that must be settled before each.
  logic [MaxBursts-1:0][CountBits-1:0] before_q;
  // Bursts of which the data is still to come that nobody waits for any more.
  hand_t                late_q;
  logic                 stuck;
  assign stuck = late_q != '0;

  // ---- addresses ----
  logic ar_take;
  assign s_req_ready_o = tail_q - head_q != hand_t'(MaxBursts);
  assign ar_take       = s_req_i.ar_valid && s_req_ready_o;

  // ---- to the bus, from a register, or not at all ----
  axi_ax_t            front, ar_q;
  logic [IdxBits-1:0] next;
  beats_t             free_q;
  logic               ar_valid_q, due, send, skip, give_up;
  assign next  = sent_q[IdxBits-1:0];
  assign front = ring_q[next];
`ifdef FBY_MUTANT_APERTURE_RD_EARLY
  assign due   = 1'b1;
`else
  assign due   = before_q[next] == '0;
`endif
  // What is given up in front, or was never legal.
  assign skip  = sent_q != tail_q && (!legal_q[next] || (give_up && sent_q == head_q));
  assign send  = sent_q != tail_q && !skip && due && !stuck && 32'(free_q) > 32'(front.len) &&
                 (!ar_valid_q || m_req_ready_i);
  assign m_req_o = '{ar: ar_q, ar_valid: ar_valid_q};

  // ---- data: stored as it comes, or dropped when it comes late ----
  logic [DATA_BITS+1:0] beat;
  logic                 drop, push, pop, fifo_ready, fifo_valid;
  assign m_rsp_ready_o = 1'b1;
`ifdef FBY_MUTANT_APERTURE_RD_LATE
  assign drop = 1'b0;
`else
  assign drop = m_rsp_i.r_valid && stuck;
`endif
  assign push = m_rsp_i.r_valid && !drop;

  // Nobody asks how full it is.
  /* verilator lint_off PINCONNECTEMPTY */
  fby_fifo #(.WidthBits(DATA_BITS + 2), .DepthEntries(StoreBeats)) u_data (
    .clk_i, .rst_i,
    .data_i({m_rsp_i.r.data, m_rsp_i.r.resp}), .valid_i(push), .ready_o(fifo_ready),
    .data_o(beat), .valid_o(fifo_valid), .ready_i(pop),
    .level_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // ---- answers ----
  axi_ax_t            oldest;
  logic [IdxBits-1:0] at;
  timer_t             timer_q;
  logic [7:0]         beat_q;
  logic               any, waits, dead_q, bad_q, r_fire, r_end, good;
  assign at      = head_q[IdxBits-1:0];
  assign oldest  = ring_q[at];
  assign any     = tail_q != head_q;
  assign good    = legal_q[at] && !dead_q;
  // Only the card is waited for here: the writes before have a bound of their own, and so has what the host takes.
  assign waits   = any && good && !fifo_valid && !push;
`ifdef FBY_MUTANT_APERTURE_RD_WAITS
  assign give_up = waits && stuck;
`else
  assign give_up = waits && (stuck || (timer_q == '0 && before_q[at] == '0));
`endif
  assign s_rsp_o.r_valid = any && (!good || fifo_valid);
  always_comb begin
    s_rsp_o.r = '{id: oldest.id, data: beat[2 +: DATA_BITS], resp: beat[1:0], last: beat_q == oldest.len};
    if (!good) begin
      s_rsp_o.r.data = '1;
      s_rsp_o.r.resp = legal_q[at] ? RESP_SLVERR : RESP_DECERR;
    end
  end
  assign r_fire = s_rsp_o.r_valid && s_rsp_ready_i;
  assign r_end  = r_fire && s_rsp_o.r.last;
  assign pop    = r_fire && good;

  assign access_o = '{
    read: r_end, write: 1'b0, error: r_end && (bad_q || s_rsp_o.r.resp != RESP_OKAY), dead: 1'b0, addr: oldest.addr
  };
  assign busy_o = any || stuck;

  always_ff @(posedge clk_i) begin
    if (settled_i) begin
      for (int unsigned k = 0; k < MaxBursts; k++) begin
        if (before_q[k] != '0) before_q[k] <= before_q[k] - CountBits'(1);
      end
    end
    if (ar_take) begin
      ring_q[tail_q[IdxBits-1:0]]   <= s_req_i.ar;
      legal_q[tail_q[IdxBits-1:0]]  <= in_one_page(s_req_i.ar.addr[PAGE_BITS-1:0], s_req_i.ar.len);
      on_bus_q[tail_q[IdxBits-1:0]] <= 1'b0;
      before_q[tail_q[IdxBits-1:0]] <= owed_i;
    end
    if (send) on_bus_q[next] <= 1'b1;
    if (!ar_valid_q || m_req_ready_i) ar_q <= '{id: '0, addr: front.addr, len: front.len, bytes: front.bytes, who: '0};
  end

  always_ff @(posedge clk_i) begin
    tail_q     <= tail_q + hand_t'(ar_take);
    sent_q     <= sent_q + hand_t'(send || skip);
    head_q     <= head_q + hand_t'(r_end);
    late_q     <= late_q + hand_t'(give_up && on_bus_q[at]) - hand_t'(drop && m_rsp_i.r.last);
    free_q     <= free_q - (send ? beats_t'(front.len) + beats_t'(1) : '0) + beats_t'(pop) + beats_t'(drop);
    ar_valid_q <= send || (ar_valid_q && !m_req_ready_i);
    if (r_fire) beat_q <= r_end ? '0 : beat_q + 8'd1;
    dead_q     <= !r_end && (dead_q || give_up);
    bad_q      <= !r_end && (bad_q || (r_fire && s_rsp_o.r.resp != RESP_OKAY));
    timer_q    <= !any || r_end ? Patience : timer_q - timer_t'(waits && before_q[at] == '0 && timer_q != '0);
    if (rst_i) begin
      {tail_q, sent_q, head_q, late_q} <= '0;
      free_q <= beats_t'(StoreBeats);
      beat_q <= '0;
      {ar_valid_q, dead_q, bad_q} <= '0;
    end
  end

  `FBY_ASSERT(data_is_kept, !push || fifo_ready)

  // All of them carry id 0.
  logic unused;
  assign unused = ^{m_rsp_i.r.id, front.id, oldest.bytes, front.who, oldest.who};

endmodule
