// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the read arbiter between masters and a slave that keep the rules of the bus keeps them as well, on every
/// port. Bounded: from reset, as many cycles as the .sby file says.
module fby_axi_arb_rd_rules_proof #(
  parameter int unsigned NumMasters   = 2,
  parameter int unsigned IdsPerMaster = 2,
  parameter bit          Registered   = 1'b1
) (
  input logic                                      clk_i,
  input fby_axi_pkg::axi_rd_req_t [NumMasters-1:0] s_req_i,
  input logic [NumMasters-1:0]                     s_r_ready_i,
  input logic                                      m_ar_ready_i,
  input fby_axi_pkg::axi_rd_rsp_t                  m_rsp_i
);

  logic                                     rst_i = 1'b1;
  logic [NumMasters-1:0]                    ar_ready;
  fby_axi_pkg::axi_rd_rsp_t [NumMasters-1:0] s_rsp;
  fby_axi_pkg::axi_rd_req_t                 m_req;
  logic                                     m_r_ready;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_axi_arb_rd #(.NumMasters(NumMasters), .IdsPerMaster(IdsPerMaster), .Registered(Registered)) u_dut (
    .clk_i, .rst_i,
    .s_req_i, .s_req_ready_o(ar_ready), .s_rsp_o(s_rsp), .s_rsp_ready_i(s_r_ready_i),
    .m_req_o(m_req), .m_req_ready_i(m_ar_ready_i), .m_rsp_i, .m_rsp_ready_o(m_r_ready)
  );

  for (genvar k = 0; k < int'(NumMasters); k++) begin : g_master
    fby_axi_rd_props #(.Asks(1'b0), .Ids(IdsPerMaster)) u_rules (
      .clk_i, .rst_i, .req_i(s_req_i[k]), .req_ready_i(ar_ready[k]), .rsp_i(s_rsp[k]), .rsp_ready_i(s_r_ready_i[k])
    );
  end

  fby_axi_rd_props #(.Asks(1'b1), .Ids(NumMasters * IdsPerMaster)) u_rules (
    .clk_i, .rst_i, .req_i(m_req), .req_ready_i(m_ar_ready_i), .rsp_i(m_rsp_i), .rsp_ready_i(m_r_ready)
  );

  // Bursts of both masters under way at once, and one of two beats over.
  `FBY_COVER(BothUnderWay, u_rules.owed_q[0] != '0 && u_rules.owed_q[IdsPerMaster] != '0)
  `FBY_COVER(LastOfTwo, m_rsp_i.r_valid && m_r_ready && m_rsp_i.r.last && s_rsp[1].r_valid && $past(s_rsp[1].r_valid))

endmodule
