// SPDX-License-Identifier: Apache-2.0

/// Host-to-card mover with its stop gate.
module fby_dma_h2c_lane
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
#(
  /// 1: the card side is a stream.
  parameter bit          Stream             = 1'b0,
  /// Host reads outstanding.
  parameter int unsigned ReadSlots          = 16,
  /// Beats in flight.
  parameter int unsigned FifoBeats          = 256,
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

  output axi_ax_t  host_ar_o,
  output logic     host_ar_valid_o,
  input  logic     host_ar_ready_i,
  input  axi_r_t   host_r_i,
  input  logic     host_r_valid_i,
  output logic     host_r_ready_o,
  output axi_ax_t  card_aw_o,
  output logic     card_aw_valid_o,
  input  logic     card_aw_ready_i,
  output axi_w_t   card_w_o,
  output logic     card_w_valid_o,
  input  logic     card_w_ready_i,
  input  axi_b_t   card_b_i,
  input  logic     card_b_valid_i,
  output logic     card_b_ready_o,
  output axis_t    m_o,
  output logic     m_valid_o,
  input  logic     m_ready_i,

  output logic     ev_beat_o,
  output logic     ev_no_room_o,
  output logic     busy_o
);

  axis_t beat;
  logic  beat_valid, beat_ready;

  fby_dma_h2c #(
    .Stream   (Stream),
    .ReadSlots(ReadSlots),
    .FifoBeats(FifoBeats)
  ) u_mover (
    .clk_i, .rst_i,
    .req_i, .req_valid_i, .req_ready_o,
    .rsp_o, .rsp_valid_o, .rsp_ready_i,
    .host_ar_o, .host_ar_valid_o, .host_ar_ready_i,
    .host_r_i, .host_r_valid_i, .host_r_ready_o,
    .card_aw_o, .card_aw_valid_o, .card_aw_ready_i,
    .card_w_o, .card_w_valid_o, .card_w_ready_i,
    .card_b_i, .card_b_valid_i, .card_b_ready_o,
    .m_o(beat), .m_valid_o(beat_valid), .m_ready_i(beat_ready),
    .ev_beat_o, .ev_no_room_o, .busy_o
  );

  if (Stream) begin : gen_gate
    fby_dma_stop_gate #(
      .C2h           (1'b0),
      .PatienceCycles(StopPatienceCycles)
    ) u_gate (
      .clk_i, .rst_i, .stopping_i, .gave_up_o,
      .s_i(beat), .s_valid_i(beat_valid), .s_ready_o(beat_ready),
      .m_o, .m_valid_o, .m_ready_i
    );
  end else begin : gen_wire
    assign m_o        = beat;
    assign m_valid_o  = beat_valid;
    assign beat_ready = m_ready_i;
    assign gave_up_o  = 1'b0;

    logic unused;
    assign unused = stopping_i;
  end

endmodule
