// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the read arbiter: every address goes out once, unchanged but for its master's id range; every
/// return reaches its owner; nobody who waits is passed by more than the others once each.
module fby_axi_arb_rd_proof #(
  parameter int unsigned NumMasters   = 3,
  parameter int unsigned IdsPerMaster = 8,
  parameter bit          Registered   = 1'b1
) (
  input logic                                  clk_i,
  input fby_axi_pkg::axi_ax_t [NumMasters-1:0] s_ar_i,
  input logic [NumMasters-1:0]                 s_ar_valid_i,
  input logic [NumMasters-1:0]                 s_r_ready_i,
  input logic                                  m_ar_ready_i,
  input fby_axi_pkg::axi_r_t                   m_r_i,
  input logic                                  m_r_valid_i
);

  logic                                 rst_i = 1'b1;
  logic [NumMasters-1:0]                ar_ready, r_valid;
  fby_axi_pkg::axi_r_t [NumMasters-1:0] r;
  fby_axi_pkg::axi_ax_t                 m_ar;
  logic                                 m_ar_valid, m_r_ready;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_axi_pkg::axi_rd_req_t [NumMasters-1:0] s_req;
  fby_axi_pkg::axi_rd_rsp_t [NumMasters-1:0] s_rsp;
  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_bundle
    assign s_req[k] = {s_ar_valid_i[k], s_ar_i[k]};
    assign {r_valid[k], r[k]} = s_rsp[k];
  end

  fby_axi_arb_rd #(.NumMasters(NumMasters), .IdsPerMaster(IdsPerMaster), .Registered(Registered)) u_dut (
    .clk_i, .rst_i,
    .s_req_i(s_req), .s_req_ready_o(ar_ready), .s_rsp_o(s_rsp), .s_rsp_ready_i(s_r_ready_i),
    .m_req_o({m_ar_valid, m_ar}), .m_req_ready_i(m_ar_ready_i),
    .m_rsp_i({m_r_valid_i, m_r_i}), .m_rsp_ready_o(m_r_ready)
  );

  // Promises of the masters and of the bus.
  logic [NumMasters-1:0]                 held_q;
  fby_axi_pkg::axi_ax_t [NumMasters-1:0] was_q;
  always_ff @(posedge clk_i) begin
    held_q <= rst_i ? '0 : s_ar_valid_i & ~ar_ready;
    was_q  <= s_ar_i;
  end
  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_promise
    `FBY_ASSUME(MasterHolds, !held_q[k] || (s_ar_valid_i[k] && s_ar_i[k] == was_q[k]))
    `FBY_ASSUME(MasterIdInRange, 32'(s_ar_i[k].id) < IdsPerMaster)
  end
  `FBY_ASSUME(BusIdInRange, 32'(m_r_i.id) < NumMasters * IdsPerMaster)

  logic [NumMasters-1:0] take;
  assign take = s_ar_valid_i & ar_ready;
  `FBY_ASSERT(ArbOneTaken, $onehot0(take))

  // An address as it has to be on the port.
  function automatic fby_axi_pkg::axi_ax_t outside(input fby_axi_pkg::axi_ax_t ax, input int unsigned master);
    outside    = ax;
    outside.id = ax.id + 8'(master * IdsPerMaster);
  endfunction

  if (Registered) begin : g_register
    // The one address inside.
    logic                 full_q;
    fby_axi_pkg::axi_ax_t want_q;
    always_ff @(posedge clk_i) begin
      if (rst_i) full_q <= 1'b0;
      else if (take != '0) full_q <= 1'b1;
      else if (m_ar_ready_i) full_q <= 1'b0;
      for (int unsigned k = 0; k < NumMasters; k++) if (take[k]) want_q <= outside(s_ar_i[k], k);
    end
    `FBY_ASSERT(ArbNoneLost, take == '0 || !full_q || m_ar_ready_i)
    `FBY_ASSERT(ArbSameValid, m_ar_valid == full_q)
    `FBY_ASSERT(ArbSamePayload, !full_q || m_ar == want_q)
    `FBY_ASSERT(ArbWorkConserving, s_ar_valid_i == '0 || take != '0 || (full_q && !m_ar_ready_i))
    `FBY_COVER(AllAsk, &s_ar_valid_i && take[2] && full_q)
  end else begin : g_through
    // What is taken from a master is taken by the port in the same cycle; what is offered stays.
    logic                 offered_q;
    fby_axi_pkg::axi_ax_t offer_q;
    always_ff @(posedge clk_i) begin
      offered_q <= !rst_i && m_ar_valid && !m_ar_ready_i;
      offer_q   <= m_ar;
    end
    `FBY_ASSERT(ArbWorkConserving, m_ar_valid == (s_ar_valid_i != '0))
    `FBY_ASSERT(ArbTakenAtOnce, (take != '0) == (m_ar_valid && m_ar_ready_i))
    for (genvar k = 0; k < int'(NumMasters); k++) begin : g_same
      `FBY_ASSERT(ArbSamePayload, !take[k] || m_ar == outside(s_ar_i[k], k))
    end
    `FBY_ASSERT(ArbOfferStays, !offered_q || (m_ar_valid && m_ar == offer_q))
    // Ties: who is on offer is the one that was chosen last.
    `FBY_ASSERT(TieHeld, u_dut.g_through.held_q == offered_q)
    `FBY_ASSERT(TieChoice, !offered_q || (u_dut.g_through.pick_q == u_dut.u_rr.last_q
                && held_q[u_dut.g_through.pick_q] && offer_q == outside(was_q[u_dut.g_through.pick_q],
                                                                       32'(u_dut.g_through.pick_q))))
    `FBY_COVER(AllAsk, &s_ar_valid_i && take[2] && offered_q)
  end

  // Returns.
  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_return
    logic mine;
    assign mine = 32'(m_r_i.id) >= k * IdsPerMaster && 32'(m_r_i.id) < (k + 1) * IdsPerMaster;
    `FBY_ASSERT(ReturnToOwner, r_valid[k] == (m_r_valid_i && mine))
    `FBY_ASSERT(ReturnReady, !mine || m_r_ready == s_r_ready_i[k])
    `FBY_ASSERT(ReturnPayload, !r_valid[k] || (r[k].data == m_r_i.data && r[k].resp == m_r_i.resp
                && r[k].last == m_r_i.last && 32'(r[k].id) + k * IdsPerMaster == 32'(m_r_i.id)))
  end

  // Others served while a master waits, bounded through its distance from the one served last.
  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_fair
    logic [3:0] passed_q;
    logic [3:0] ahead;
    // Who is on offer has been chosen already; the others wait behind it.
    logic       offered, mine;
    if (Registered) begin : g_register
      assign offered = 1'b0;
      assign mine    = 1'b0;
    end else begin : g_through
      assign offered = u_dut.g_through.held_q;
      assign mine    = offered && 32'(u_dut.g_through.pick_q) == k;
    end
    assign ahead = 4'((k + 2 * NumMasters - 1 - 32'(u_dut.u_rr.last_q)) % NumMasters);
    always_ff @(posedge clk_i) begin
      if (rst_i || !s_ar_valid_i[k] || take[k]) passed_q <= '0;
      else if (take != '0) passed_q <= passed_q + 4'd1;
    end
    `FBY_ASSERT(FairServedLastExists, 32'(u_dut.u_rr.last_q) < NumMasters)
    `FBY_ASSERT(FairDistance, !held_q[k] || mine || passed_q + ahead + 4'(offered) <= 4'(NumMasters - 1))
    `FBY_ASSERT(FairPassedOnceEach, !s_ar_valid_i[k] || !held_q[k] || passed_q <= 4'(NumMasters - 1))
  end

  `FBY_COVER(ReturnLast, m_r_valid_i && m_r_ready && r_valid[2])

endmodule
