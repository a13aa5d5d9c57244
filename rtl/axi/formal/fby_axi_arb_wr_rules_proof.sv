// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the write arbiter between masters and a slave that keep the rules of the bus keeps them as well, on every
/// port. Bounded: from reset, as many cycles as the .sby file says.
module fby_axi_arb_wr_rules_proof #(
  parameter int unsigned NumMasters   = 2,
  parameter int unsigned IdsPerMaster = 1,
  parameter bit          Registered   = 1'b1
) (
  input logic                                       clk_i,
  input fby_axi_pkg::axi_wr_req_t [NumMasters-1:0]  s_req_i,
  input logic [NumMasters-1:0]                      s_b_ready_i,
  input fby_axi_pkg::axi_wr_ready_t                 m_ready_i,
  input fby_axi_pkg::axi_wr_rsp_t                   m_rsp_i
);

  logic                                        rst_i = 1'b1;
  fby_axi_pkg::axi_wr_ready_t [NumMasters-1:0] s_ready;
  fby_axi_pkg::axi_wr_rsp_t [NumMasters-1:0]   s_rsp;
  fby_axi_pkg::axi_wr_req_t                    m_req;
  logic                                        m_b_ready;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_axi_arb_wr #(.NumMasters(NumMasters), .IdsPerMaster(IdsPerMaster), .Registered(Registered)) u_dut (
    .clk_i, .rst_i,
    .s_req_i, .s_req_ready_o(s_ready), .s_rsp_o(s_rsp), .s_rsp_ready_i(s_b_ready_i),
    .m_req_o(m_req), .m_req_ready_i(m_ready_i), .m_rsp_i, .m_rsp_ready_o(m_b_ready)
  );

  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_master
    fby_axi_wr_props #(.Asks(1'b0), .Ids(IdsPerMaster)) u_rules (
      .clk_i, .rst_i, .req_i(s_req_i[k]), .req_ready_i(s_ready[k]), .rsp_i(s_rsp[k]), .rsp_ready_i(s_b_ready_i[k])
    );
  end

  // The choices that wait for their data, and the one on offer.
  fby_axi_wr_props #(.Asks(1'b1), .Ids(NumMasters * IdsPerMaster), .Ahead(5)) u_rules (
    .clk_i, .rst_i, .req_i(m_req), .req_ready_i(m_ready_i), .rsp_i(m_rsp_i), .rsp_ready_i(m_b_ready)
  );

  // Data of one master goes while the address of the other is out already; and a burst of two beats of each is over.
  `FBY_COVER(TwoAhead, u_rules.level_q == 3'd2 && u_rules.ahead_q[0].id == '0 && m_req.w_valid
             && 32'(u_rules.ahead_q[1].id) == IdsPerMaster)
  `FBY_COVER(BothAnswered, s_rsp[1].b_valid && $past(s_rsp[0].b_valid) && m_b_ready && $past(m_b_ready))

endmodule
