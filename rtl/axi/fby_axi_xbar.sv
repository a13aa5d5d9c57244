// SPDX-License-Identifier: Apache-2.0
/// Crossbar: several masters in front of several slaves, each slave with an arbiter of its own.
///
///   master 0 --> demux --+--> arb --> slave 0
///                     \ /
///                      X
///                     / \
///   master 1 --> demux --+--> arb --> slave 1
///
/// No register lies on the way: a request reaches an idle slave in the cycle in which it is made, and masters at different
/// slaves do not meet. At a slave they take turns, master 0 first after a reset. What no slave has is answered DECERR.
module fby_axi_xbar
  import fby_axi_pkg::*;
#(
  parameter int unsigned NumMasters = 2,
  parameter int unsigned NumSlaves  = 1,
  /// Ids of each master, from 0 on; a power of two.
  parameter int unsigned IdsPerMaster = 2 ** ID_BITS / NumMasters,
  /// First address and size of each slave; see fby_axi_decode.
  parameter logic [NumSlaves-1:0][ADDR_BITS-1:0] Base  = '0,
  parameter logic [NumSlaves-1:0][ADDR_BITS-1:0] Bytes = {NumSlaves{ADDR_BITS'(PAGE_BYTES)}}
) (
  input  logic                            clk_i,
  input  logic                            rst_i,
  input  axi_req_t       [NumMasters-1:0] s_req_i,
  output axi_req_ready_t [NumMasters-1:0] s_req_ready_o,
  output axi_rsp_t       [NumMasters-1:0] s_rsp_o,
  input  axi_rsp_ready_t [NumMasters-1:0] s_rsp_ready_i,
  output axi_req_t       [NumSlaves-1:0]  m_req_o,
  input  axi_req_ready_t [NumSlaves-1:0]  m_req_ready_i,
  input  axi_rsp_t       [NumSlaves-1:0]  m_rsp_i,
  output axi_rsp_ready_t [NumSlaves-1:0]  m_rsp_ready_o
);

  // Between demultiplexers and arbiters, by master and slave; what a master says, all slaves hear, and one of them is meant.
  axi_ax_t       [NumMasters-1:0]                ar, aw;
  axi_w_t        [NumMasters-1:0]                w;
  logic          [NumMasters-1:0][NumSlaves-1:0] ar_valid, aw_valid, w_valid;
  axi_rd_rsp_t   [NumMasters-1:0][NumSlaves-1:0] rd_rsp;
  axi_wr_ready_t [NumMasters-1:0][NumSlaves-1:0] wr_req_ready;
  axi_wr_rsp_t   [NumMasters-1:0][NumSlaves-1:0] wr_rsp;
  logic          [NumMasters-1:0][NumSlaves-1:0] rd_req_ready, rd_rsp_ready, wr_rsp_ready;

  for (genvar k = 0; k < NumMasters; k++) begin : gen_master
    fby_axi_demux_rd #(
      .NumSlaves(NumSlaves), .Base(Base), .Bytes(Bytes)
    ) u_rd (
      .clk_i, .rst_i,
      .s_req_i(s_req_i[k].rd), .s_req_ready_o(s_req_ready_o[k].rd),
      .s_rsp_o(s_rsp_o[k].rd), .s_rsp_ready_i(s_rsp_ready_i[k].rd),
      .m_ar_o(ar[k]), .m_ar_valid_o(ar_valid[k]),
      .m_req_ready_i(rd_req_ready[k]), .m_rsp_i(rd_rsp[k]), .m_rsp_ready_o(rd_rsp_ready[k])
    );

    fby_axi_demux_wr #(
      .NumSlaves(NumSlaves), .Base(Base), .Bytes(Bytes)
    ) u_wr (
      .clk_i, .rst_i,
      .s_req_i(s_req_i[k].wr), .s_req_ready_o(s_req_ready_o[k].wr),
      .s_rsp_o(s_rsp_o[k].wr), .s_rsp_ready_i(s_rsp_ready_i[k].wr),
      .m_aw_o(aw[k]), .m_w_o(w[k]), .m_aw_valid_o(aw_valid[k]), .m_w_valid_o(w_valid[k]),
      .m_req_ready_i(wr_req_ready[k]), .m_rsp_i(wr_rsp[k]), .m_rsp_ready_o(wr_rsp_ready[k])
    );
  end

  for (genvar s = 0; s < NumSlaves; s++) begin : gen_slave
    // What meets at this slave, by master.
    axi_rd_req_t   [NumMasters-1:0] at_rd_req;
    axi_rd_rsp_t   [NumMasters-1:0] at_rd_rsp;
    axi_wr_req_t   [NumMasters-1:0] at_wr_req;
    axi_wr_ready_t [NumMasters-1:0] at_wr_req_ready;
    axi_wr_rsp_t   [NumMasters-1:0] at_wr_rsp;
    logic          [NumMasters-1:0] at_rd_req_ready, at_rd_rsp_ready, at_wr_rsp_ready;

    for (genvar k = 0; k < NumMasters; k++) begin : gen_at
      assign at_rd_req[k]       = '{ar: ar[k], ar_valid: ar_valid[k][s]};
      assign rd_req_ready[k][s] = at_rd_req_ready[k];
      assign rd_rsp[k][s]       = at_rd_rsp[k];
      assign at_rd_rsp_ready[k] = rd_rsp_ready[k][s];
      assign at_wr_req[k]       = '{aw: aw[k], aw_valid: aw_valid[k][s], w: w[k], w_valid: w_valid[k][s]};
      assign wr_req_ready[k][s] = at_wr_req_ready[k];
      assign wr_rsp[k][s]       = at_wr_rsp[k];
      assign at_wr_rsp_ready[k] = wr_rsp_ready[k][s];
    end

    fby_axi_arb_rd #(
      .NumMasters(NumMasters), .IdsPerMaster(IdsPerMaster), .Registered(1'b0)
    ) u_rd (
      .clk_i, .rst_i,
      .s_req_i(at_rd_req), .s_req_ready_o(at_rd_req_ready), .s_rsp_o(at_rd_rsp), .s_rsp_ready_i(at_rd_rsp_ready),
      .m_req_o(m_req_o[s].rd), .m_req_ready_i(m_req_ready_i[s].rd),
      .m_rsp_i(m_rsp_i[s].rd), .m_rsp_ready_o(m_rsp_ready_o[s].rd)
    );

    fby_axi_arb_wr #(
      .NumMasters(NumMasters), .IdsPerMaster(IdsPerMaster), .Registered(1'b0)
    ) u_wr (
      .clk_i, .rst_i,
      .s_req_i(at_wr_req), .s_req_ready_o(at_wr_req_ready), .s_rsp_o(at_wr_rsp), .s_rsp_ready_i(at_wr_rsp_ready),
      .m_req_o(m_req_o[s].wr), .m_req_ready_i(m_req_ready_i[s].wr),
      .m_rsp_i(m_rsp_i[s].wr), .m_rsp_ready_o(m_rsp_ready_o[s].wr)
    );
  end

endmodule
