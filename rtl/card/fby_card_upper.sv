// SPDX-License-Identifier: Apache-2.0
/// The upper half of a wide aperture: a window for programs, of the front end that has the window in the user BAR.
///
///   s: aperture BAR --> lower half --> m: the aperture
///                  \-> upper half --> bridge --\
///   window of the user BAR ----------------------+-> window_o: one at a time
///
/// A word or a store that is shown stays until it is answered, and two words of one store have nothing between them: whoever asks
/// on keeps its turn. A bridge pauses between accesses, so the other one gets on.
///
/// On a card without such a half everything passes as it is.
module fby_card_upper
  import fby_axi_pkg::*;
  import fby_reg_pkg::*;
#(
  /// 1: there is such a half.
  parameter bit          Upper         = 1'b0,
  /// Cycles that the window has to answer an access of the upper half.
  parameter int unsigned TimeoutCycles = 2040
) (
  input  logic           clk_i,
  input  logic           rst_i,
  /// The aperture's BAR; and what is for the aperture itself.
  input  axi_req_t       s_req_i,
  output axi_req_ready_t s_req_ready_o,
  output axi_rsp_t       s_rsp_o,
  input  axi_rsp_ready_t s_rsp_ready_i,
  output axi_req_t       m_req_o,
  input  axi_req_ready_t m_req_ready_i,
  input  axi_rsp_t       m_rsp_i,
  output axi_rsp_ready_t m_rsp_ready_o,
  /// The window of the user BAR.
  input  window_req_t    user_i,
  output window_rsp_t    user_o,
  /// Both.
  output window_req_t    window_o,
  input  window_rsp_t    window_i,
  /// What becomes of accesses of the upper half.
  output bar_access_t    access_o,
  output logic           busy_o
);

  if (Upper) begin : gen_upper
    localparam logic [ADDR_BITS-1:0] Half = ADDR_BITS'(1) << WINDOW_BITS;

    // ---- halves ----

    // 0: the aperture, 1: the upper half.
    axi_ax_t             ar, aw;
    axi_w_t              w;
    logic [1:0]          ar_valid, aw_valid, w_valid, r_ready, b_ready, ar_ready;
    axi_wr_ready_t [1:0] wr_ready;
    axi_rd_rsp_t [1:0]   rd_rsp;
    axi_wr_rsp_t [1:0]   wr_rsp;

    fby_axi_demux_rd #(
      .NumSlaves(2), .Base({Half, 64'd0}), .Bytes({Half, Half})
    ) u_rd (
      .clk_i, .rst_i,
      .s_req_i(s_req_i.rd), .s_req_ready_o(s_req_ready_o.rd), .s_rsp_o(s_rsp_o.rd), .s_rsp_ready_i(s_rsp_ready_i.rd),
      .m_ar_o(ar), .m_ar_valid_o(ar_valid), .m_req_ready_i(ar_ready), .m_rsp_i(rd_rsp), .m_rsp_ready_o(r_ready)
    );

    fby_axi_demux_wr #(
      .NumSlaves(2), .Base({Half, 64'd0}), .Bytes({Half, Half})
    ) u_wr (
      .clk_i, .rst_i,
      .s_req_i(s_req_i.wr), .s_req_ready_o(s_req_ready_o.wr), .s_rsp_o(s_rsp_o.wr), .s_rsp_ready_i(s_rsp_ready_i.wr),
      .m_aw_o(aw), .m_w_o(w), .m_aw_valid_o(aw_valid), .m_w_valid_o(w_valid),
      .m_req_ready_i(wr_ready), .m_rsp_i(wr_rsp), .m_rsp_ready_o(b_ready)
    );

    axi_req_t       bridge_req;
    axi_req_ready_t bridge_req_ready;
    axi_rsp_t       bridge_rsp;
    axi_rsp_ready_t bridge_rsp_ready;

    assign m_req_o.rd       = '{ar: ar, ar_valid: ar_valid[0]};
    assign m_req_o.wr       = '{aw: aw, w: w, aw_valid: aw_valid[0], w_valid: w_valid[0]};
    assign m_rsp_ready_o    = '{rd: r_ready[0], wr: b_ready[0]};
    assign bridge_req.rd    = '{ar: ar, ar_valid: ar_valid[1]};
    assign bridge_req.wr    = '{aw: aw, w: w, aw_valid: aw_valid[1], w_valid: w_valid[1]};
    assign bridge_rsp_ready = '{rd: r_ready[1], wr: b_ready[1]};
    assign ar_ready         = {bridge_req_ready.rd, m_req_ready_i.rd};
    assign wr_ready         = {bridge_req_ready.wr, m_req_ready_i.wr};
    assign rd_rsp           = {bridge_rsp.rd, m_rsp_i.rd};
    assign wr_rsp           = {bridge_rsp.wr, m_rsp_i.wr};

    // ---- words and stores ----

    window_req_t own;
    window_rsp_t answer;
    bar_access_t access;
    assign own.upper = 1'b1;

    fby_reg_bridge #(
      .NumPages(1), .Base('0), .Bytes(Half), .TakesStores(1'b1), .TimeoutCycles(TimeoutCycles)
    ) u_bridge (
      .clk_i, .rst_i,
      .s_req_i(bridge_req), .s_req_ready_o(bridge_req_ready), .s_rsp_o(bridge_rsp), .s_rsp_ready_i(bridge_rsp_ready),
      .reg_o(own.word), .reg_i(answer.word), .high_o(own.high), .store_o(own.store), .store_i(answer.store),
      .access_o(access), .busy_o
    );

    always_comb begin
      access_o      = access;
      access_o.addr = access.addr | Half;
    end

    // ---- turns ----

    logic turn, turn_q, user_asks, own_asks;
    assign user_asks = user_i.word.valid || user_i.store.valid;
    assign own_asks  = own.word.valid || own.store.valid;
    assign turn      = turn_q ? own_asks || !user_asks : own_asks && !user_asks;
    always_ff @(posedge clk_i) turn_q <= !rst_i && turn;

    assign window_o = turn ? own : user_i;
    assign user_o   = turn ? '0 : window_i;
    assign answer   = turn ? window_i : '0;
  end else begin : gen_lower_only
    assign m_req_o       = s_req_i;
    assign s_req_ready_o = m_req_ready_i;
    assign s_rsp_o       = m_rsp_i;
    assign m_rsp_ready_o = s_rsp_ready_i;
    assign window_o      = user_i;
    assign user_o        = window_i;
    assign access_o      = '0;
    assign busy_o        = 1'b0;

    logic unused;
    assign unused = &{1'b0, clk_i, rst_i};
  end

endmodule
