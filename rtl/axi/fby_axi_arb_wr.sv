// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Several write masters on one port, round robin per burst.
///
/// The data of bursts goes out in the order their addresses were chosen, and never interleaves. On the port a master's ids
/// begin at its number times IdsPerMaster; the last master may own more of them than the others. The response comes back with
/// the master's id. A master must have the data of a burst ready, and room for it where it goes, when it offers the address, or
/// it holds up the others.
module fby_axi_arb_wr
  import fby_axi_pkg::*;
#(
  parameter int unsigned NumMasters   = 2,
  /// Ids of every master but the last, from 0 on; a power of two.
  parameter int unsigned IdsPerMaster = 1,
  /// Ids that the last master may use, from 0 on.
  parameter int unsigned LastIds      = IdsPerMaster,
  /// 1: an address leaves from a register, a cycle after it was chosen, and is chosen without waiting for the port to take the
  /// one before, because a slave may want to see data first. 0: it leaves in the cycle in which it is chosen, and its data
  /// after it was taken.
  parameter bit          Registered   = 1'b1
) (
  input  logic                           clk_i,
  input  logic                           rst_i,
  input  axi_wr_req_t [NumMasters-1:0]   s_req_i,
  output axi_wr_ready_t [NumMasters-1:0] s_req_ready_o,
  output axi_wr_rsp_t [NumMasters-1:0]   s_rsp_o,
  input  logic [NumMasters-1:0]          s_rsp_ready_i,
  output axi_wr_req_t                    m_req_o,
  input  axi_wr_ready_t                  m_req_ready_i,
  input  axi_wr_rsp_t                    m_rsp_i,
  output logic                           m_rsp_ready_o
);

  localparam int unsigned LocalBits = $clog2(IdsPerMaster);
  localparam int unsigned IdxBits   = NumMasters > 1 ? $clog2(NumMasters) : 1;
  localparam int unsigned Last      = NumMasters - 1;
  // Bursts chosen whose data is not through; more than one so that choosing costs no cycle.
  localparam int unsigned Ahead     = 4;

  if ((IdsPerMaster & (IdsPerMaster - 1)) != 0 || LastIds < 1 ||
      Last * IdsPerMaster + LastIds > 2 ** ID_BITS) begin : g_bad_ids
    $error("fby_axi_arb_wr: IdsPerMaster must be a power of two and all ids must fit the port");
  end

  logic [NumMasters-1:0]      asks;
  logic [IdxBits-1:0]         next, pick, route;
  logic                       any, choose, room, turn_room, turn_valid, turn_done;
  logic [$clog2(Ahead+1)-1:0] turn_level;
  axi_ax_t                    asked [NumMasters];
  logic [NumMasters-1:0]      data_valid;
  axi_ax_t                    ax;
  // The address as it is offered on the port, and the data.
  axi_ax_t                    aw;
  logic                       aw_valid, w_valid;
  axi_w_t                     w;

  for (genvar i = 0; i < int'(NumMasters); i++) begin : g_asks
    assign asks[i]       = s_req_i[i].aw_valid;
    assign asked[i]      = s_req_i[i].aw;
    assign data_valid[i] = s_req_i[i].w_valid;
  end

  fby_rr #(
    .Num(NumMasters)
  ) u_rr (
    .clk_i,
    .rst_i,
    .ask_i  (asks),
    .serve_i(choose),
    .idx_o  (next),
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
    ax    = asked[pick];
    ax.id = (ID_BITS'(pick) << LocalBits) + asked[pick].id;
  end

  if (Registered) begin : g_register
    logic    valid_q;
    axi_ax_t ax_q;

    assign room   = (!valid_q || m_req_ready_i.aw) && turn_room;
    assign choose = room;
    assign pick   = next;

    always_ff @(posedge clk_i) begin
      if (rst_i) valid_q <= 1'b0;
      else if (!valid_q || m_req_ready_i.aw) valid_q <= any && room;
      if (room && any) ax_q <= ax;
    end

    assign aw       = ax_q;
    assign aw_valid = valid_q;
  end else begin : g_through
    // What is offered stays offered: the choice stands until it is taken. Only what is taken takes room in the queue of turns.
    logic               held_q;
    logic [IdxBits-1:0] pick_q;

    assign room   = m_req_ready_i.aw && turn_room;
    assign choose = !held_q && turn_room;
`ifdef FBY_MUTANT_ARB_WR_FICKLE
    assign pick   = next;
`else
    assign pick   = held_q ? pick_q : next;
`endif

    always_ff @(posedge clk_i) begin
      held_q <= !rst_i && aw_valid && !m_req_ready_i.aw;
      pick_q <= pick;
    end

    assign aw       = ax;
    assign aw_valid = any && turn_room;
  end

  always_comb begin
    w = s_req_i[Last].w;
    for (int unsigned i = 0; i + 1 < NumMasters; i++) if (32'(route) == i) w = s_req_i[i].w;
  end
  assign w_valid = turn_valid && data_valid[route];
`ifdef FBY_MUTANT_ARB_WR_TURN
  assign turn_done = w_valid && m_req_ready_i.w;
`else
  assign turn_done = w_valid && m_req_ready_i.w && w.last;
`endif
  assign m_req_o = '{aw: aw, aw_valid: aw_valid, w: w, w_valid: w_valid};

  for (genvar i = 0; i < int'(NumMasters); i++) begin : g_ready
    assign s_req_ready_o[i] = '{
      aw: room && any && pick == IdxBits'(i),
      w:  turn_valid && m_req_ready_i.w && route == IdxBits'(i)
    };
  end

  logic [IdxBits-1:0] owner;
  always_comb begin
    owner = IdxBits'(Last);
    for (int unsigned i = 0; i + 1 < NumMasters; i++) if (32'(m_rsp_i.b.id >> LocalBits) == i) owner = IdxBits'(i);
`ifdef FBY_MUTANT_ARB_WR_OWNER
    owner = IdxBits'(m_rsp_i.b.id);
`endif
  end

  for (genvar i = 0; i < int'(NumMasters); i++) begin : g_answer
    assign s_rsp_o[i] = '{
      b:       '{id: m_rsp_i.b.id - (ID_BITS'(i) << LocalBits), resp: m_rsp_i.b.resp},
      b_valid: m_rsp_i.b_valid && owner == IdxBits'(i)
    };
  end
  assign m_rsp_ready_o = s_rsp_ready_i[owner];

  `FBY_ASSERT(ArbWrOwnerExists, !m_rsp_i.b_valid || 32'(m_rsp_i.b.id) < Last * IdsPerMaster + LastIds)
  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_ids
    `FBY_ASSERT(ArbWrIdInRange,
                !s_req_i[k].aw_valid || 32'(s_req_i[k].aw.id) < (k == int'(Last) ? LastIds : IdsPerMaster))
  end

  logic unused;
  assign unused = &{1'b0, turn_level};

endmodule
