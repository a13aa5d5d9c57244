// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the write arbiter: addresses go out in the order taken, data in the same order and whole, responses
/// reach their owner with the id it gave, nobody is passed over. Bounded: from reset, the number of cycles the .sby
/// file states.
module fby_axi_arb_wr_proof #(
  parameter int unsigned NumMasters   = 3,
  parameter int unsigned IdsPerMaster = 1,
  parameter int unsigned LastIds      = 6,
  parameter bit          Registered   = 1'b1
) (
  input logic                                  clk_i,
  input fby_axi_pkg::axi_ax_t [NumMasters-1:0] s_aw_i,
  input logic [NumMasters-1:0]                 s_aw_valid_i,
  input fby_axi_pkg::axi_w_t [NumMasters-1:0]  s_w_i,
  input logic [NumMasters-1:0]                 s_w_valid_i,
  input logic [NumMasters-1:0]                 s_b_ready_i,
  input logic                                  m_aw_ready_i,
  input logic                                  m_w_ready_i,
  input fby_axi_pkg::axi_b_t                   m_b_i,
  input logic                                  m_b_valid_i
);

  logic                                 rst_i = 1'b1;
  logic [NumMasters-1:0]                aw_ready, w_ready, b_valid, take, w_take;
  fby_axi_pkg::axi_b_t [NumMasters-1:0] b;
  fby_axi_pkg::axi_ax_t                 m_aw;
  fby_axi_pkg::axi_w_t                  m_w;
  logic                                 m_aw_valid, m_w_valid, m_b_ready;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_axi_pkg::axi_wr_req_t [NumMasters-1:0]   s_req;
  fby_axi_pkg::axi_wr_ready_t [NumMasters-1:0] s_req_ready;
  fby_axi_pkg::axi_wr_rsp_t [NumMasters-1:0]   s_rsp;
  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_bundle
    assign s_req[k] = {s_aw_valid_i[k], s_aw_i[k], s_w_valid_i[k], s_w_i[k]};
    assign {aw_ready[k], w_ready[k]} = s_req_ready[k];
    assign {b_valid[k], b[k]} = s_rsp[k];
  end

  fby_axi_arb_wr #(
    .NumMasters(NumMasters), .IdsPerMaster(IdsPerMaster), .LastIds(LastIds), .Registered(Registered)
  ) u_dut (
    .clk_i, .rst_i,
    .s_req_i(s_req), .s_req_ready_o(s_req_ready), .s_rsp_o(s_rsp), .s_rsp_ready_i(s_b_ready_i),
    .m_req_o({m_aw_valid, m_aw, m_w_valid, m_w}), .m_req_ready_i({m_aw_ready_i, m_w_ready_i}),
    .m_rsp_i({m_b_valid_i, m_b_i}), .m_rsp_ready_o(m_b_ready)
  );

  // Ids of a master; on the port they begin at its number times IdsPerMaster.
  function automatic logic [7:0] ids(input int unsigned master);
    return master == NumMasters - 1 ? 8'(LastIds) : 8'(IdsPerMaster);
  endfunction

  `FBY_ASSUME(BusIdInRange, 32'(m_b_i.id) < (NumMasters - 1) * IdsPerMaster + LastIds)
  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_in_range
    `FBY_ASSUME(MasterIdInRange, !s_aw_valid_i[k] || s_aw_i[k].id < ids(k))
  end

  assign take   = s_aw_valid_i & aw_ready;
  assign w_take = s_w_valid_i & w_ready;

  // Masters in the order their addresses were taken; long enough for the bound.
  localparam int unsigned Bound = 16;
  logic [Bound-1:0][1:0] order_q;
  logic [4:0]            taken_q, sent_q, done_q;
  fby_axi_pkg::axi_ax_t  want_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      taken_q <= '0;
      sent_q  <= '0;
      done_q  <= '0;
    end else begin
      if (take != '0) taken_q <= taken_q + 5'd1;
      if (m_aw_valid && m_aw_ready_i) sent_q <= sent_q + 5'd1;
      if (m_w_valid && m_w_ready_i && m_w.last) done_q <= done_q + 5'd1;
    end
    for (int unsigned k = 0; k < NumMasters; k++) begin
      if (take[k]) begin
        order_q[taken_q[3:0]] <= 2'(k);
        want_q    <= s_aw_i[k];
        want_q.id <= s_aw_i[k].id + 8'(k * IdsPerMaster);
      end
    end
  end

  logic [1:0] turn;
  assign turn = order_q[done_q[3:0]];

  `FBY_ASSERT(WrOneTaken, $onehot0(take))
  if (Registered) begin : g_register
    `FBY_ASSERT(WrAddressOnce, m_aw_valid == (sent_q != taken_q))
    `FBY_ASSERT(WrAddressSame, !m_aw_valid || m_aw == want_q)
    `FBY_COVER(WrDataFirst, done_q == 5'd1 && sent_q == '0)
  end else begin : g_through
    // Masters keep what they offer.
    logic [NumMasters-1:0]                 waits_q;
    fby_axi_pkg::axi_ax_t [NumMasters-1:0] was_q;
    always_ff @(posedge clk_i) begin
      waits_q <= rst_i ? '0 : s_aw_valid_i & ~aw_ready;
      was_q   <= s_aw_i;
    end
    for (genvar k = 0; k < int'(NumMasters); k++) begin : g_promise
      `FBY_ASSUME(MasterHolds, !waits_q[k] || (s_aw_valid_i[k] && s_aw_i[k] == was_q[k]))
    end

    // What is taken from a master is taken by the port in the same cycle; what is offered stays.
    logic                 offered_q;
    fby_axi_pkg::axi_ax_t offer_q;
    always_ff @(posedge clk_i) begin
      offered_q <= !rst_i && m_aw_valid && !m_aw_ready_i;
      offer_q   <= m_aw;
    end
    logic                 sent_before_q;
    fby_axi_pkg::axi_ax_t sent_aw_q;
    always_ff @(posedge clk_i) begin
      sent_before_q <= !rst_i && m_aw_valid && m_aw_ready_i;
      sent_aw_q     <= m_aw;
    end
    `FBY_ASSERT(WrTakenAtOnce, (take != '0) == (m_aw_valid && m_aw_ready_i))
    `FBY_ASSERT(WrAddressSame, sent_q == taken_q && (sent_q == '0 || !sent_before_q || sent_aw_q == want_q))
    `FBY_ASSERT(WrOfferStays, !offered_q || (m_aw_valid && m_aw == offer_q))
    // Who asks is offered something, unless all turns are taken.
    `FBY_ASSERT(WrWorkConserving, s_aw_valid_i == '0 || m_aw_valid || taken_q - done_q >= 5'd4)
  end
  `FBY_ASSERT(WrDataOnlyAfterTaken, !m_w_valid || done_q != taken_q)
  `FBY_ASSERT(WrDataOfTurn, !m_w_valid || (s_w_valid_i[turn] && m_w == s_w_i[turn]))
  `FBY_ASSERT(WrDataTakenOnce, w_take == (m_w_valid && m_w_ready_i ? NumMasters'(1) << turn : '0))
  // Data does not wait for the port to take the address.
  `FBY_ASSERT(WrDataNotHeld, taken_q == done_q || m_w_valid == s_w_valid_i[turn])
  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_answer
    logic mine;
    assign mine = 32'(m_b_i.id) >= k * IdsPerMaster && 32'(m_b_i.id) < k * IdsPerMaster + 32'(ids(k));
    `FBY_ASSERT(AnswerToOwner, b_valid[k] == (m_b_valid_i && mine))
    `FBY_ASSERT(AnswerPayload, !b_valid[k] || (b[k].resp == m_b_i.resp
                && 32'(b[k].id) + k * IdsPerMaster == 32'(m_b_i.id)
                && m_b_ready == s_b_ready_i[k]))
  end

  // A master that offers an address is passed by each of the others once at most.
  logic [NumMasters-1:0][2:0] passed_q;
  logic [NumMasters-1:0]      kept_q;
  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_fair
    always_ff @(posedge clk_i) begin
      kept_q[k]   <= !rst_i && s_aw_valid_i[k] && !take[k];
      passed_q[k] <= (kept_q[k] ? passed_q[k] : '0) + 3'((take & ~(NumMasters'(1) << k)) != '0);
    end
    `FBY_ASSERT(PassedByEachOnce, !kept_q[k] || 32'(passed_q[k]) < NumMasters)
  end

  `FBY_COVER(WrThreeDone, done_q == 5'd3 && order_q[0] != order_q[1] && order_q[1] != order_q[2])
  `FBY_COVER(WrLastId, m_aw_valid && 32'(m_aw.id) == (NumMasters - 1) * IdsPerMaster + LastIds - 1)

endmodule
