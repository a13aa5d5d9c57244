// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"
`include "tb_axi.svh"

/// Two masters with flat AXI signals, the crossbar, two small memories.
module tb_fby_axi_xbar
  import fby_axi_pkg::*;
(
  input  logic clk_i,
  `TB_AXI_ASKED(s0_axi, 7)
  `TB_AXI_ASKED(s1_axi, 7)
  input  logic rst_i
);
  localparam int unsigned MemBytes = 8192;

  axi_req_t       [1:0] s_req, m_req;
  axi_req_ready_t [1:0] s_req_ready, m_req_ready;
  axi_rsp_t       [1:0] s_rsp, m_rsp;
  axi_rsp_ready_t [1:0] s_rsp_ready, m_rsp_ready;

  `TB_AXI_FROM(s0_axi, s_req[0])
  `TB_AXI_FROM(s1_axi, s_req[1])
  `TB_AXI_TO(s0_axi, s_rsp[0])
  `TB_AXI_TO(s1_axi, s_rsp[1])
  assign {s0_axi_arready, s0_axi_awready, s0_axi_wready} = s_req_ready[0];
  assign {s1_axi_arready, s1_axi_awready, s1_axi_wready} = s_req_ready[1];
  assign s_rsp_ready = {s1_axi_rready, s1_axi_bready, s0_axi_rready, s0_axi_bready};

  fby_axi_xbar #(
    .NumMasters(2),
    .NumSlaves(2),
    .Base({64'h10_0000, 64'h0}),
    .Bytes({2{64'(MemBytes)}})
  ) u_xbar (
    .clk_i, .rst_i,
    .s_req_i(s_req), .s_req_ready_o(s_req_ready), .s_rsp_o(s_rsp), .s_rsp_ready_i(s_rsp_ready),
    .m_req_o(m_req), .m_req_ready_i(m_req_ready), .m_rsp_i(m_rsp), .m_rsp_ready_o(m_rsp_ready)
  );

  for (genvar k = 0; k < 2; k++) begin : gen_mem
    fby_card_mem #(.MemBytes(MemBytes)) u_mem (
      .clk_i, .rst_i,
      .s_req_i(m_req[k]), .s_req_ready_o(m_req_ready[k]), .s_rsp_o(m_rsp[k]), .s_rsp_ready_i(m_rsp_ready[k])
    );
  end

  // AXI4 A3.2.1: what is offered stays as it is until it is taken. Checked where it could be broken: behind the arbiters, and
  // towards the masters.
  for (genvar k = 0; k < 2; k++) begin : gen_stays
    axi_ax_t ar_q, aw_q;
    axi_r_t  r_q;
    logic    ar_waits_q, aw_waits_q, r_waits_q;
    always_ff @(posedge clk_i) begin
      {ar_q, aw_q, r_q} <= {m_req[k].rd.ar, m_req[k].wr.aw, s_rsp[k].rd.r};
      ar_waits_q <= !rst_i && m_req[k].rd.ar_valid && !m_req_ready[k].rd;
      aw_waits_q <= !rst_i && m_req[k].wr.aw_valid && !m_req_ready[k].wr.aw;
      r_waits_q  <= !rst_i && s_rsp[k].rd.r_valid && !s_rsp_ready[k].rd;
    end
    `FBY_ASSERT(read_address_stays, !ar_waits_q || (m_req[k].rd.ar_valid && m_req[k].rd.ar == ar_q))
    `FBY_ASSERT(write_address_stays, !aw_waits_q || (m_req[k].wr.aw_valid && m_req[k].wr.aw == aw_q))
    `FBY_ASSERT(read_data_stays, !r_waits_q || (s_rsp[k].rd.r_valid && s_rsp[k].rd.r == r_q))
  end

endmodule
