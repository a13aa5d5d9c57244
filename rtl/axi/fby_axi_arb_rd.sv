// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Several read masters on one AXI port, round robin per burst.
///
/// Master k owns ids k*IdsPerMaster to (k+1)*IdsPerMaster-1 on the port, so ids of different masters never
/// meet, and a return finds its way by its id alone.
module fby_axi_arb_rd #(
  parameter int unsigned NumMasters   = 2,
  /// Ids a master may use, from 0 on; a power of two.
  parameter int unsigned IdsPerMaster = 8
) (
  input  logic                                  clk_i,
  input  logic                                  rst_i,
  input  fby_axi_pkg::axi_ax_t [NumMasters-1:0] s_ar_i,
  input  logic [NumMasters-1:0]                 s_ar_valid_i,
  output logic [NumMasters-1:0]                 s_ar_ready_o,
  output fby_axi_pkg::axi_r_t [NumMasters-1:0]  s_r_o,
  output logic [NumMasters-1:0]                 s_r_valid_o,
  input  logic [NumMasters-1:0]                 s_r_ready_i,
  output fby_axi_pkg::axi_ax_t                  m_ar_o,
  output logic                                  m_ar_valid_o,
  input  logic                                  m_ar_ready_i,
  input  fby_axi_pkg::axi_r_t                   m_r_i,
  input  logic                                  m_r_valid_i,
  output logic                                  m_r_ready_o
);

  localparam int unsigned IdBits    = fby_axi_pkg::ID_BITS;
  localparam int unsigned LocalBits = $clog2(IdsPerMaster);
  localparam int unsigned IdxBits   = NumMasters > 1 ? $clog2(NumMasters) : 1;

  if ((IdsPerMaster & (IdsPerMaster - 1)) != 0 || NumMasters * IdsPerMaster > 2 ** IdBits) begin : g_bad_ids
    $error("fby_axi_arb_rd: IdsPerMaster must be a power of two and all ids must fit the port");
  end

  logic [IdxBits-1:0]   pick;
  logic                 any, room, valid_q;
  fby_axi_pkg::axi_ax_t ax_q;

  assign room = !valid_q || m_ar_ready_i;

  fby_rr #(
    .Num(NumMasters)
  ) u_rr (
    .clk_i,
    .rst_i,
    .ask_i  (s_ar_valid_i),
    .serve_i(room),
    .idx_o  (pick),
    .valid_o(any)
  );

  always_comb begin
    s_ar_ready_o = '0;
    s_ar_ready_o[pick] = room && any;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) valid_q <= 1'b0;
    else if (room) valid_q <= any;
    if (room && any) begin
      ax_q    <= s_ar_i[pick];
      ax_q.id <= (IdBits'(pick) << LocalBits) | s_ar_i[pick].id;
`ifdef FBY_MUTANT_ARB_RD_ID
      ax_q.id <= s_ar_i[pick].id;
`endif
    end
  end

  assign m_ar_o       = ax_q;
  assign m_ar_valid_o = valid_q;

  logic [IdBits-1:0] owner;
  assign owner = m_r_i.id >> LocalBits;

  always_comb begin
    m_r_ready_o = 1'b0;
    for (int unsigned i = 0; i < NumMasters; i++) begin
      s_r_o[i]       = m_r_i;
      s_r_o[i].id    = m_r_i.id & IdBits'(IdsPerMaster - 1);
      s_r_valid_o[i] = m_r_valid_i && 32'(owner) == i;
      if (32'(owner) == i) m_r_ready_o = s_r_ready_i[i];
    end
  end

  for (genvar i = 0; i < int'(NumMasters); i++) begin : g_check
    `FBY_ASSERT(ArbRdIdInRange, !s_ar_valid_i[i] || 32'(s_ar_i[i].id) < IdsPerMaster)
  end
  `FBY_ASSERT(ArbRdOwnerExists, !m_r_valid_i || 32'(owner) < NumMasters)

endmodule
