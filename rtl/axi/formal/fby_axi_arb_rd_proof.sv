// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the read arbiter: every address goes out once, unchanged but for its master's id range; every
/// return reaches its owner; nobody who waits is passed by more than the others once each.
module fby_axi_arb_rd_proof #(
  parameter int unsigned NumMasters   = 3,
  parameter int unsigned IdsPerMaster = 8
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

  fby_axi_arb_rd #(.NumMasters(NumMasters), .IdsPerMaster(IdsPerMaster)) u_dut (
    .clk_i, .rst_i,
    .s_ar_i, .s_ar_valid_i, .s_ar_ready_o(ar_ready),
    .s_r_o(r), .s_r_valid_o(r_valid), .s_r_ready_i,
    .m_ar_o(m_ar), .m_ar_valid_o(m_ar_valid), .m_ar_ready_i,
    .m_r_i, .m_r_valid_i, .m_r_ready_o(m_r_ready)
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

  // The one address inside.
  logic                 full_q;
  fby_axi_pkg::axi_ax_t want_q;
  logic [NumMasters-1:0] take;
  assign take = s_ar_valid_i & ar_ready;
  always_ff @(posedge clk_i) begin
    if (rst_i) full_q <= 1'b0;
    else if (take != '0) full_q <= 1'b1;
    else if (m_ar_ready_i) full_q <= 1'b0;
    for (int unsigned k = 0; k < NumMasters; k++) begin
      if (take[k]) begin
        want_q    <= s_ar_i[k];
        want_q.id <= s_ar_i[k].id + 8'(k * IdsPerMaster);
      end
    end
  end
  `FBY_ASSERT(ArbOneTaken, $onehot0(take))
  `FBY_ASSERT(ArbNoneLost, take == '0 || !full_q || m_ar_ready_i)
  `FBY_ASSERT(ArbSameValid, m_ar_valid == full_q)
  `FBY_ASSERT(ArbSamePayload, !full_q || m_ar == want_q)
  `FBY_ASSERT(ArbWorkConserving, s_ar_valid_i == '0 || take != '0 || (full_q && !m_ar_ready_i))

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
    assign ahead = 4'((k + 2 * NumMasters - 1 - 32'(u_dut.u_rr.last_q)) % NumMasters);
    always_ff @(posedge clk_i) begin
      if (rst_i || !s_ar_valid_i[k] || take[k]) passed_q <= '0;
      else if (take != '0) passed_q <= passed_q + 4'd1;
    end
    `FBY_ASSERT(FairServedLastExists, 32'(u_dut.u_rr.last_q) < NumMasters)
    `FBY_ASSERT(FairDistance, !held_q[k] || passed_q + ahead <= 4'(NumMasters - 1))
    `FBY_ASSERT(FairPassedOnceEach, !s_ar_valid_i[k] || !held_q[k] || passed_q <= 4'(NumMasters - 1))
  end

  `FBY_COVER(AllAsk, &s_ar_valid_i && take[2] && full_q)
  `FBY_COVER(ReturnLast, m_r_valid_i && m_r_ready && r_valid[2])

endmodule
