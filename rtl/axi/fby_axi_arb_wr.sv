// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Several write masters on one AXI port, round robin per burst.
///
/// The data of bursts goes out in the order their addresses were chosen. A burst is chosen without waiting for
/// the port to take its address, because a slave may want to see data first. On the port the number of the
/// master is added to its id, which is 0 but of the last master; the response comes back with the master's id. A
/// master must have the data of a burst ready, and room for it where it goes, when it offers the address, or it
/// holds up the others.
module fby_axi_arb_wr #(
  parameter int unsigned NumMasters = 2,
  /// Ids that the last master may use, from 0 on.
  parameter int unsigned LastIds    = 1
) (
  input  logic                                  clk_i,
  input  logic                                  rst_i,
  input  fby_axi_pkg::axi_ax_t [NumMasters-1:0] s_aw_i,
  input  logic [NumMasters-1:0]                 s_aw_valid_i,
  output logic [NumMasters-1:0]                 s_aw_ready_o,
  input  fby_axi_pkg::axi_w_t [NumMasters-1:0]  s_w_i,
  input  logic [NumMasters-1:0]                 s_w_valid_i,
  output logic [NumMasters-1:0]                 s_w_ready_o,
  output fby_axi_pkg::axi_b_t [NumMasters-1:0]  s_b_o,
  output logic [NumMasters-1:0]                 s_b_valid_o,
  input  logic [NumMasters-1:0]                 s_b_ready_i,
  output fby_axi_pkg::axi_ax_t                  m_aw_o,
  output logic                                  m_aw_valid_o,
  input  logic                                  m_aw_ready_i,
  output fby_axi_pkg::axi_w_t                   m_w_o,
  output logic                                  m_w_valid_o,
  input  logic                                  m_w_ready_i,
  input  fby_axi_pkg::axi_b_t                   m_b_i,
  input  logic                                  m_b_valid_i,
  output logic                                  m_b_ready_o
);

  localparam int unsigned IdBits  = fby_axi_pkg::ID_BITS;
  localparam int unsigned IdxBits = NumMasters > 1 ? $clog2(NumMasters) : 1;
  localparam int unsigned Last    = NumMasters - 1;
  // Bursts chosen whose data is not through; more than one so that choosing costs no cycle.
  localparam int unsigned Ahead   = 4;

  if (LastIds < 1 || Last + LastIds > 2 ** IdBits) begin : g_bad_ids
    $error("fby_axi_arb_wr: one id per master, and those of the last one, must fit the port");
  end

  logic [IdxBits-1:0]         pick, route;
  logic                       any, room, valid_q, turn_room, turn_valid, turn_done;
  logic [$clog2(Ahead+1)-1:0] turn_level;
  fby_axi_pkg::axi_ax_t       ax_q;

  assign room = (!valid_q || m_aw_ready_i) && turn_room;

  fby_rr #(
    .Num(NumMasters)
  ) u_rr (
    .clk_i,
    .rst_i,
    .ask_i  (s_aw_valid_i),
    .serve_i(room),
    .idx_o  (pick),
    .valid_o(any)
  );

  // Whose data comes next.
  fby_fifo #(
    .WidthBits   (IdxBits),
    .DepthEntries(Ahead)
  ) u_turn (
    .clk_i,
    .rst_i,
    .data_i (pick),
    .valid_i(any && room),
    .ready_o(turn_room),
    .data_o (route),
    .valid_o(turn_valid),
    .ready_i(turn_done),
    .level_o (turn_level)
  );

  always_comb begin
    s_aw_ready_o = '0;
    s_aw_ready_o[pick] = room && any;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) valid_q <= 1'b0;
    else if (!valid_q || m_aw_ready_i) valid_q <= any && room;
    if (room && any) begin
      ax_q    <= s_aw_i[pick];
      ax_q.id <= IdBits'(pick) + s_aw_i[pick].id;
    end
  end

  assign m_aw_o       = ax_q;
  assign m_aw_valid_o = valid_q;

  always_comb begin
    s_w_ready_o = '0;
    s_w_ready_o[route] = turn_valid && m_w_ready_i;
  end
  assign m_w_o       = s_w_i[route];
  assign m_w_valid_o = turn_valid && s_w_valid_i[route];
`ifdef FBY_MUTANT_ARB_WR_TURN
  assign turn_done   = m_w_valid_o && m_w_ready_i;
`else
  assign turn_done   = m_w_valid_o && m_w_ready_i && m_w_o.last;
`endif

  logic [IdxBits-1:0] owner;
  always_comb begin
    owner = IdxBits'(Last);
    for (int unsigned i = 0; i + 1 < NumMasters; i++) if (32'(m_b_i.id) == i) owner = IdxBits'(i);
`ifdef FBY_MUTANT_ARB_WR_OWNER
    owner = IdxBits'(m_b_i.id);
`endif
    for (int unsigned i = 0; i < NumMasters; i++) begin
      s_b_o[i]       = '{id: m_b_i.id - IdBits'(i), resp: m_b_i.resp};
      s_b_valid_o[i] = m_b_valid_i && owner == IdxBits'(i);
    end
  end
  assign m_b_ready_o = s_b_ready_i[owner];

  `FBY_ASSERT(ArbWrOwnerExists, !m_b_valid_i || 32'(m_b_i.id) < Last + LastIds)
  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_ids
    `FBY_ASSERT(ArbWrIdInRange, !s_aw_valid_i[k] || 32'(s_aw_i[k].id) < (k == int'(Last) ? LastIds : 1))
  end

  logic unused;
  assign unused = &{1'b0, turn_level};

endmodule
