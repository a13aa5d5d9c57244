// SPDX-License-Identifier: Apache-2.0
/// Loopback: what comes in on a stream goes out on the stream of the same number, packet ends included.
///
/// A FIFO per stream lets a transfer to the card end before the one back begins.
module fby_loopback
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  /// Channels; as many one way as the other.
  parameter int unsigned NumH2c      = 1,
  parameter int unsigned NumC2h      = 1,
  /// Which of them are streams. Those of the same number are looped where both are; the others are never ready, never valid.
  parameter bit [3:0]    H2cStream   = 4'b0001,
  parameter bit [3:0]    C2hStream   = 4'b0001,
  /// Depth of each FIFO in beats, at least 2.
  parameter int unsigned FifoEntries = 1024,
  /// Means nothing here.
  parameter int unsigned Option      = 0
) (
  input  logic                             clk_i,
  input  logic                             rst_i,
  /// What is inside and what comes is dropped.
  input  logic                             quiesce_i,
  /// A beat moves in this cycle; so busy and moved are one.
  output logic                             busy_o,
  output logic                             moved_o,
  input  fby_reg_pkg::reg_req_t            reg_i,
  output fby_reg_pkg::reg_rsp_t            reg_o,
  input  axis_req_t [NUM_STREAM_PORTS-1:0] port_i,
  output logic      [NUM_STREAM_PORTS-1:0] port_ready_o,
  input  axis_req_t [NumH2c-1:0]           h2c_i,
  output logic      [NumH2c-1:0]           h2c_ready_o,
  output axis_req_t [NumC2h-1:0]           c2h_o,
  input  logic      [NumC2h-1:0]           c2h_ready_i,
  output logic [15:0][5:0]                 events_o,
  output logic [3:0]                       lines_o
);
  localparam bit [3:0] Looped = H2cStream & C2hStream;

  if (NumH2c != NumC2h) begin : gen_bad_channels
    $error("fby_loopback: as many C2H as H2C channels are needed");
  end

  for (genvar k = 0; k < NumH2c; k++) begin : gen_stream
    if (Looped[k]) begin : gen_looped
      logic      fifo_ready;
      axis_req_t fifo;
      // Nobody asks for the level.
      /* verilator lint_off PINCONNECTEMPTY */
      fby_axis_fifo #(
        .DepthEntries (FifoEntries)
      ) u_fifo (
        .clk_i,
        .rst_i     (rst_i || quiesce_i),
        .s_i       (h2c_i[k]),
        .s_ready_o (fifo_ready),
        .m_o       (fifo),
        .m_ready_i (c2h_ready_i[k]),
        .level_o   ()
      );
      /* verilator lint_on PINCONNECTEMPTY */
      assign h2c_ready_o[k] = fifo_ready || quiesce_i;
      assign c2h_o[k]       = quiesce_i ? '0 : fifo;
    end else begin : gen_silent
      assign h2c_ready_o[k] = 1'b0;
      assign c2h_o[k]       = '0;
      logic unused;
      assign unused = ^{h2c_i[k], c2h_ready_i[k]};
    end
  end

  // Beats that wait for a channel that nobody has started are no activity.
  always_comb begin
    busy_o = 1'b0;
    for (int unsigned k = 0; k < NumH2c; k++) begin
      busy_o |= (h2c_i[k].valid && h2c_ready_o[k]) || (c2h_o[k].valid && c2h_ready_i[k]);
    end
  end
  assign moved_o = busy_o;

  // Nobody takes what is written into the stream ports, there is nothing to control and nothing of its own to count.
  assign port_ready_o = '0;
  assign reg_o        = '{ready: reg_i.valid, error: 1'b1, rdata: '0};
  assign events_o     = '0;
  assign lines_o      = '0;
  logic unused_socket;
  assign unused_socket = ^{clk_i, rst_i, quiesce_i, reg_i, port_i, 32'(Option)};

endmodule
