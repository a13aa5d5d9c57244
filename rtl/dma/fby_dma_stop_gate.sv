// SPDX-License-Identifier: Apache-2.0

/// Sits between a stream and its mover so that a stopped engine always comes to rest.
///
/// When the run bit is cleared, the descriptor under way may be waiting for a stream that never moves again.
/// After the stream has kept its mover waiting for PatienceCycles while stopping, the gate gives up: towards the card it drops what the
/// mover still has (the beat already offered stays offered), towards the host it ends the packet with an empty
/// beat, again and again until the mover has answered everything. Otherwise it is a register (H2C) or a wire (C2H).
module fby_dma_stop_gate
  import fby_axi_pkg::*;
#(
  /// 1: the stream flows towards the host.
  parameter bit          C2h            = 1'b0,
  /// Cycles of waiting for the stream, while stopping, after which it counts as stuck.
  parameter int unsigned PatienceCycles = 4096
) (
  input  logic  clk_i,
  input  logic  rst_i,
  /// The run bit was cleared and the mover still works.
  input  logic  stopping_i,
  /// The gate is giving up.
  output logic  gave_up_o,

  input  axis_t s_i,
  input  logic  s_valid_i,
  output logic  s_ready_o,
  output axis_t m_o,
  output logic  m_valid_o,
  input  logic  m_ready_i
);

  localparam int unsigned CountBits = $clog2(PatienceCycles + 1);

  logic [CountBits-1:0] still_q;
  logic                 gave_up_q;
  logic                 waiting;

  // A slow host is no reason to give up: only the card's side of the stream counts.
  assign waiting = C2h ? !s_valid_i : (s_valid_i && !s_ready_o);

  always_ff @(posedge clk_i) begin
    if (rst_i || !stopping_i) begin
      still_q   <= '0;
      gave_up_q <= 1'b0;
    end else begin
      if (!waiting)        still_q <= '0;
      else if (!gave_up_q) still_q <= still_q + 1'b1;
      if (still_q == CountBits'(PatienceCycles)) gave_up_q <= 1'b1;
    end
  end

  assign gave_up_o = gave_up_q;

  if (C2h) begin : gen_c2h
    // An empty beat once offered stays until it is taken, whatever arrives behind it.
    logic empty_q, empty;
    assign empty = empty_q || (gave_up_q && !s_valid_i);

    always_ff @(posedge clk_i) begin
      if (rst_i) empty_q <= 1'b0;
      else       empty_q <= empty && !m_ready_i && stopping_i;
    end

    assign m_o       = empty ? '{data: '0, keep: '0, last: 1'b1} : s_i;
    assign m_valid_o = empty || s_valid_i;
    assign s_ready_o = m_ready_i && !empty;
  end else begin : gen_h2c
    // Two places, so that neither valid nor ready passes through.
    axis_t beat_q, spare_q;
    logic  beat_valid_q, spare_valid_q;
    logic  take;

    assign s_ready_o = !spare_valid_q || gave_up_q;
    assign take      = s_valid_i && s_ready_o && !gave_up_q;
    assign m_o       = beat_q;
    assign m_valid_o = beat_valid_q;

    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        beat_valid_q  <= 1'b0;
        spare_valid_q <= 1'b0;
      end else if (m_ready_i || !beat_valid_q) begin
        beat_valid_q  <= spare_valid_q || take;
        spare_valid_q <= 1'b0;
      end else begin
        spare_valid_q <= spare_valid_q || take;
      end
      if (m_ready_i || !beat_valid_q) beat_q <= spare_valid_q ? spare_q : s_i;
      if (take) spare_q <= s_i;
    end
  end

endmodule
