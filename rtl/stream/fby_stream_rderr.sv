// SPDX-License-Identifier: Apache-2.0
/// Answers every AXI4 read burst with the asked number of beats, all zero with SLVERR.
///
/// A window can only be written: reading would have to take entries away from the consumer.
/// One burst at a time. States: idle (address ready) -> answering (len+1 beats) -> idle.
module fby_stream_rderr (
  input  logic                 clk_i,
  input  logic                 rst_i,
  /// Read address channel.
  input  fby_axi_pkg::axi_ax_t ar_i,
  input  logic                 ar_valid_i,
  output logic                 ar_ready_o,
  /// Read data channel.
  output fby_axi_pkg::axi_r_t  r_o,
  output logic                 r_valid_o,
  input  logic                 r_ready_i
);

  logic                            busy_q;
  logic [fby_axi_pkg::ID_BITS-1:0] id_q;
  logic [7:0]                      left_q;

  // The address and the exact byte count do not matter for an error.
  logic unused;
  assign unused = &{1'b0, ar_i.addr, ar_i.bytes};

  assign ar_ready_o = !busy_q;
  assign r_valid_o  = busy_q;
  assign r_o = '{id: id_q, data: '0, resp: fby_axi_pkg::RESP_SLVERR, last: left_q == '0};

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      busy_q <= 1'b0;
      id_q   <= '0;
      left_q <= '0;
    end else if (!busy_q) begin
      busy_q <= ar_valid_i;
      id_q   <= ar_i.id;
      left_q <= ar_i.len;
    end else if (r_ready_i) begin
      busy_q <= left_q != '0;
      left_q <= left_q - 8'd1;
    end
  end

endmodule
