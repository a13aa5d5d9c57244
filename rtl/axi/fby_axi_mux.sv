// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Two AXI4 masters share one slave.
///
/// Fair on both address channels (the master that did not go last goes first). A response finds its way back
/// by the top identifier bit, which therefore belongs to this module: masters leave it 0.
/// Write data never interleaves: the next write address is let through no earlier than with the last beat of
/// the write before it, so back-to-back bursts lose no cycle.
module fby_axi_mux
  import fby_axi_pkg::*;
(
  input  logic          clk_i,
  input  logic          rst_i,

  input  axi_ax_t [1:0] s_ar_i,
  input  logic    [1:0] s_ar_valid_i,
  output logic    [1:0] s_ar_ready_o,
  output axi_r_t  [1:0] s_r_o,
  output logic    [1:0] s_r_valid_o,
  input  logic    [1:0] s_r_ready_i,
  input  axi_ax_t [1:0] s_aw_i,
  input  logic    [1:0] s_aw_valid_i,
  output logic    [1:0] s_aw_ready_o,
  input  axi_w_t  [1:0] s_w_i,
  input  logic    [1:0] s_w_valid_i,
  output logic    [1:0] s_w_ready_o,
  output axi_b_t  [1:0] s_b_o,
  output logic    [1:0] s_b_valid_o,
  input  logic    [1:0] s_b_ready_i,

  output axi_ax_t       m_ar_o,
  output logic          m_ar_valid_o,
  input  logic          m_ar_ready_i,
  input  axi_r_t        m_r_i,
  input  logic          m_r_valid_i,
  output logic          m_r_ready_o,
  output axi_ax_t       m_aw_o,
  output logic          m_aw_valid_o,
  input  logic          m_aw_ready_i,
  output axi_w_t        m_w_o,
  output logic          m_w_valid_o,
  input  logic          m_w_ready_i,
  input  axi_b_t        m_b_i,
  input  logic          m_b_valid_i,
  output logic          m_b_ready_o
);
  localparam int unsigned SourceBit = ID_BITS - 1;

  /// An address offered stays offered: the choice is kept while the slave makes us wait.
  function automatic logic choose(logic [1:0] valid, logic held, logic last);
    if (held) return last;
    return (valid == 2'b11) ? ~last : valid[1];
  endfunction

  // Read addresses. *_sel_q is the master that went last, or that is being held.
  logic ar_sel, ar_sel_q, ar_held_q;
  assign ar_sel = choose(s_ar_valid_i, ar_held_q, ar_sel_q);

  always_comb begin
    m_ar_o = s_ar_i[ar_sel];
    m_ar_o.id[SourceBit] = ar_sel;
    m_ar_valid_o = s_ar_valid_i[ar_sel];
    s_ar_ready_o = '0;
    s_ar_ready_o[ar_sel] = m_ar_ready_i;
  end

  // Write addresses, and the write whose data is under way.
  logic aw_sel, aw_sel_q, aw_held_q, aw_open;
  logic w_busy_q, w_sel_q, w_done;
  assign aw_sel  = choose(s_aw_valid_i, aw_held_q, aw_sel_q);
  assign w_done  = m_w_valid_o && m_w_ready_i && m_w_o.last;
  assign aw_open = !w_busy_q || w_done;

  always_comb begin
    m_aw_o = s_aw_i[aw_sel];
    m_aw_o.id[SourceBit] = aw_sel;
    m_aw_valid_o = s_aw_valid_i[aw_sel] && aw_open;
    s_aw_ready_o = '0;
    s_aw_ready_o[aw_sel] = m_aw_ready_i && aw_open;
  end

  always_comb begin
    m_w_o = s_w_i[w_sel_q];
    m_w_valid_o = s_w_valid_i[w_sel_q] && w_busy_q;
    s_w_ready_o = '0;
    s_w_ready_o[w_sel_q] = m_w_ready_i && w_busy_q;
  end

  always_ff @(posedge clk_i) begin
    if (m_ar_valid_o) begin
      ar_sel_q  <= ar_sel;
      ar_held_q <= !m_ar_ready_i;
    end
    if (m_aw_valid_o) begin
      aw_sel_q  <= aw_sel;
      aw_held_q <= !m_aw_ready_i;
    end
    if (w_done) w_busy_q <= 1'b0;
    if (m_aw_valid_o && m_aw_ready_i) begin
      w_busy_q <= 1'b1;
      w_sel_q  <= aw_sel;
    end
    if (rst_i) begin
      ar_sel_q  <= 1'b0;
      ar_held_q <= 1'b0;
      aw_sel_q  <= 1'b0;
      aw_held_q <= 1'b0;
      w_busy_q  <= 1'b0;
      w_sel_q   <= 1'b0;
    end
  end

  // Responses.
  logic r_sel, b_sel;
  assign r_sel = m_r_i.id[SourceBit];
  assign b_sel = m_b_i.id[SourceBit];

  always_comb begin
    s_r_o = {2{m_r_i}};
    s_r_o[0].id[SourceBit] = 1'b0;
    s_r_o[1].id[SourceBit] = 1'b0;
    s_r_valid_o = '0;
    s_r_valid_o[r_sel] = m_r_valid_i;
    m_r_ready_o = s_r_ready_i[r_sel];

    s_b_o = {2{m_b_i}};
    s_b_o[0].id[SourceBit] = 1'b0;
    s_b_o[1].id[SourceBit] = 1'b0;
    s_b_valid_o = '0;
    s_b_valid_o[b_sel] = m_b_valid_i;
    m_b_ready_o = s_b_ready_i[b_sel];
  end

  for (genvar i = 0; i < 2; i++) begin : gen_check
    `FBY_ASSERT(read_id_is_ours, !s_ar_valid_i[i] || !s_ar_i[i].id[SourceBit])
    `FBY_ASSERT(write_id_is_ours, !s_aw_valid_i[i] || !s_aw_i[i].id[SourceBit])
  end

endmodule
