// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Several read masters on one port, round robin per burst.
///
/// Master k owns ids k*IdsPerMaster to (k+1)*IdsPerMaster-1 on the port, so ids of different masters never
/// meet, and a return finds its way by its id alone.
module fby_axi_arb_rd
  import fby_axi_pkg::*;
#(
  parameter int unsigned NumMasters   = 2,
  /// Ids a master may use, from 0 on; a power of two.
  parameter int unsigned IdsPerMaster = 8,
  /// 1: an address leaves from a register, a cycle after it was chosen. 0: in the cycle in which it is chosen.
  parameter bit          Registered   = 1'b1
) (
  input  logic                         clk_i,
  input  logic                         rst_i,
  input  axi_rd_req_t [NumMasters-1:0] s_req_i,
  output logic [NumMasters-1:0]        s_req_ready_o,
  output axi_rd_rsp_t [NumMasters-1:0] s_rsp_o,
  input  logic [NumMasters-1:0]        s_rsp_ready_i,
  output axi_rd_req_t                  m_req_o,
  input  logic                         m_req_ready_i,
  input  axi_rd_rsp_t                  m_rsp_i,
  output logic                         m_rsp_ready_o
);

  localparam int unsigned LocalBits = $clog2(IdsPerMaster);
  localparam int unsigned IdxBits   = NumMasters > 1 ? $clog2(NumMasters) : 1;

  if ((IdsPerMaster & (IdsPerMaster - 1)) != 0 || NumMasters * IdsPerMaster > 2 ** ID_BITS) begin : g_bad_ids
    $error("fby_axi_arb_rd: IdsPerMaster must be a power of two and all ids must fit the port");
  end

  logic [NumMasters-1:0] asks;
  logic [IdxBits-1:0]    next, pick;
  logic                  any, choose, room;
  axi_ax_t               asked [NumMasters];
  axi_ax_t               ax;

  for (genvar i = 0; i < int'(NumMasters); i++) begin : g_asks
    assign asks[i]  = s_req_i[i].ar_valid;
    assign asked[i] = s_req_i[i].ar;
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

  always_comb begin
    ax = asked[pick];
`ifndef FBY_MUTANT_ARB_RD_ID
    ax.id = (ID_BITS'(pick) << LocalBits) | asked[pick].id;
`endif
    s_req_ready_o = '0;
    s_req_ready_o[pick] = room && any;
  end

  if (Registered) begin : g_register
    logic    valid_q;
    axi_ax_t ax_q;

    assign room   = !valid_q || m_req_ready_i;
    assign choose = room;
    assign pick   = next;

    always_ff @(posedge clk_i) begin
      if (rst_i) valid_q <= 1'b0;
      else if (room) valid_q <= any;
      if (room && any) ax_q <= ax;
    end

    assign m_req_o = '{ar: ax_q, ar_valid: valid_q};
  end else begin : g_through
    // What is offered stays offered: the choice stands until it is taken.
    logic               held_q;
    logic [IdxBits-1:0] pick_q;

    assign room   = m_req_ready_i;
    assign choose = !held_q;
`ifdef FBY_MUTANT_ARB_RD_FICKLE
    assign pick   = next;
`else
    assign pick   = held_q ? pick_q : next;
`endif

    always_ff @(posedge clk_i) begin
      held_q <= !rst_i && any && !m_req_ready_i;
      pick_q <= pick;
    end

    assign m_req_o = '{ar: ax, ar_valid: any};
  end

  logic [ID_BITS-1:0] owner;
  assign owner = m_rsp_i.r.id >> LocalBits;

  axi_r_t                r;
  logic [NumMasters-1:0] is_owner;

  always_comb begin
    r    = m_rsp_i.r;
    r.id = m_rsp_i.r.id & ID_BITS'(IdsPerMaster - 1);
  end

  for (genvar i = 0; i < int'(NumMasters); i++) begin : g_answer
    assign is_owner[i] = 32'(owner) == i;
    assign s_rsp_o[i]  = '{r: r, r_valid: m_rsp_i.r_valid && is_owner[i]};
  end
  assign m_rsp_ready_o = (is_owner & s_rsp_ready_i) != '0;

  for (genvar i = 0; i < int'(NumMasters); i++) begin : g_check
    `FBY_ASSERT(ArbRdIdInRange, !s_req_i[i].ar_valid || 32'(s_req_i[i].ar.id) < IdsPerMaster)
  end
  `FBY_ASSERT(ArbRdOwnerExists, !m_rsp_i.r_valid || 32'(owner) < NumMasters)

endmodule
