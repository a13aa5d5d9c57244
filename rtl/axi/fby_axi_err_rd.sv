// SPDX-License-Identifier: Apache-2.0
/// Answers every read burst with the number of beats it asks for, all alike and in error.
///
/// One burst at a time. States: idle (address ready) -> answering (len+1 beats) -> idle.
module fby_axi_err_rd
  import fby_axi_pkg::*;
#(
  /// Response; the default is for addresses that nobody has.
  parameter logic [1:0] Resp = RESP_DECERR,
  /// Every bit of the data; all ones is what a PCIe host sees where nobody answers.
  parameter bit         Fill = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_i,
  input  axi_rd_req_t s_req_i,
  output logic        s_req_ready_o,
  output axi_rd_rsp_t s_rsp_o,
  input  logic        s_rsp_ready_i
);

  logic               busy_q;
  logic [7:0]         left_q;
  logic [ID_BITS-1:0] id_q;

  assign s_req_ready_o = !busy_q;
  assign s_rsp_o = '{r: '{id: id_q, data: {DATA_BITS{Fill}}, resp: Resp, last: left_q == '0}, r_valid: busy_q};

  always_ff @(posedge clk_i) begin
    if (!busy_q) begin
      busy_q <= s_req_i.ar_valid;
      id_q   <= s_req_i.ar.id;
      left_q <= s_req_i.ar.len;
    end else if (s_rsp_ready_i) begin
      busy_q <= left_q != '0;
      left_q <= left_q - 8'd1;
    end
    if (rst_i) busy_q <= 1'b0;
  end

  // The address and the exact byte count do not matter for an error.
  logic unused;
  assign unused = ^{s_req_i.ar.addr, s_req_i.ar.bytes};

endmodule
