// SPDX-License-Identifier: Apache-2.0

/// Card-to-host mover with its stop gate.
module fby_dma_c2h_lane
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
#(
  /// 1: the card side is a stream.
  parameter bit          Stream             = 1'b0,
  /// Host writes outstanding.
  parameter int unsigned WriteSlots         = 8,
  /// Beats held.
  parameter int unsigned FifoBeats          = 64,
  /// Cycles without a beat after which the stream of a stopped channel counts as stuck.
  parameter int unsigned StopPatienceCycles = 4096
) (
  input  logic     clk_i,
  input  logic     rst_i,

  input  dma_req_t req_i,
  input  logic     req_valid_i,
  output logic     req_ready_o,
  output dma_rsp_t rsp_o,
  output logic     rsp_valid_o,
  input  logic     rsp_ready_i,
  /// The channel was told to stop and its mover still works.
  input  logic     stopping_i,
  /// The stream was given up.
  output logic     gave_up_o,

  output axi_ax_t  host_aw_o,
  output logic     host_aw_valid_o,
  input  logic     host_aw_ready_i,
  output axi_w_t   host_w_o,
  output logic     host_w_valid_o,
  input  logic     host_w_ready_i,
  input  axi_b_t   host_b_i,
  input  logic     host_b_valid_i,
  output logic     host_b_ready_o,
  output axi_ax_t  card_ar_o,
  output logic     card_ar_valid_o,
  input  logic     card_ar_ready_i,
  input  axi_r_t   card_r_i,
  input  logic     card_r_valid_i,
  output logic     card_r_ready_o,
  input  axis_t    s_i,
  input  logic     s_valid_i,
  output logic     s_ready_o,

  output logic     ev_beat_o,
  output logic     busy_o
);

  axis_t beat;
  logic  beat_valid, beat_ready;

  fby_dma_c2h #(
    .Stream    (Stream),
    .WriteSlots(WriteSlots),
    .FifoBeats (FifoBeats)
  ) u_mover (
    .clk_i, .rst_i,
    .req_i, .req_valid_i, .req_ready_o,
    .rsp_o, .rsp_valid_o, .rsp_ready_i,
    .host_aw_o, .host_aw_valid_o, .host_aw_ready_i,
    .host_w_o, .host_w_valid_o, .host_w_ready_i,
    .host_b_i, .host_b_valid_i, .host_b_ready_o,
    .card_ar_o, .card_ar_valid_o, .card_ar_ready_i,
    .card_r_i, .card_r_valid_i, .card_r_ready_o,
    .s_i(beat), .s_valid_i(beat_valid), .s_ready_o(beat_ready),
    .ev_beat_o, .busy_o
  );

  if (Stream) begin : gen_gate
    fby_dma_stop_gate #(
      .C2h           (1'b1),
      .PatienceCycles(StopPatienceCycles)
    ) u_gate (
      .clk_i, .rst_i, .stopping_i, .gave_up_o,
      .s_i, .s_valid_i, .s_ready_o,
      .m_o(beat), .m_valid_o(beat_valid), .m_ready_i(beat_ready)
    );
  end else begin : gen_wire
    assign beat       = s_i;
    assign beat_valid = s_valid_i;
    assign s_ready_o  = beat_ready;
    assign gave_up_o  = 1'b0;

    logic unused;
    assign unused = stopping_i;
  end

endmodule
