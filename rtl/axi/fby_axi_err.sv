// SPDX-License-Identifier: Apache-2.0
/// AXI4 slave behind every address that nothing else has: takes any burst and answers DECERR.
///
/// Read data is all ones, as a PCIe host sees it where nobody answers.
module fby_axi_err
  import fby_axi_pkg::*;
(
  input  logic    clk_i,
  input  logic    rst_i,
  input  axi_ax_t s_ar_i,
  input  logic    s_ar_valid_i,
  output logic    s_ar_ready_o,
  output axi_r_t  s_r_o,
  output logic    s_r_valid_o,
  input  logic    s_r_ready_i,
  input  axi_ax_t s_aw_i,
  input  logic    s_aw_valid_i,
  output logic    s_aw_ready_o,
  input  axi_w_t  s_w_i,
  input  logic    s_w_valid_i,
  output logic    s_w_ready_o,
  output axi_b_t  s_b_o,
  output logic    s_b_valid_o,
  input  logic    s_b_ready_i
);
  // Read: one burst at a time, beats_q counts down to the last.
  logic               r_busy_q;
  logic [7:0]         beats_q;
  logic [ID_BITS-1:0] r_id_q;

  assign s_ar_ready_o = !r_busy_q;
  assign s_r_valid_o  = r_busy_q;
  assign s_r_o = '{id: r_id_q, data: '1, resp: RESP_DECERR, last: beats_q == 0};

  always_ff @(posedge clk_i) begin
    if (s_ar_valid_i && s_ar_ready_o) begin
      r_busy_q <= 1'b1;
      beats_q  <= s_ar_i.len;
      r_id_q   <= s_ar_i.id;
    end else if (r_busy_q && s_r_ready_i) begin
      beats_q <= beats_q - 8'd1;
      if (beats_q == 0) r_busy_q <= 1'b0;
    end
    if (rst_i) r_busy_q <= 1'b0;
  end

  // Write: address, then data up to last, then the response.
  typedef enum logic [1:0] {
    WriteAddr,  // -> WriteData
    WriteData,  // -> WriteResp on the last beat
    WriteResp   // -> WriteAddr
  } write_e;
  write_e             write_q;
  logic [ID_BITS-1:0] b_id_q;

  assign s_aw_ready_o = write_q == WriteAddr;
  assign s_w_ready_o  = write_q == WriteData;
  assign s_b_valid_o  = write_q == WriteResp;
  assign s_b_o = '{id: b_id_q, resp: RESP_DECERR};

  always_ff @(posedge clk_i) begin
    unique case (write_q)
      WriteAddr: if (s_aw_valid_i) begin
        write_q <= WriteData;
        b_id_q  <= s_aw_i.id;
      end
      WriteData: if (s_w_valid_i && s_w_i.last) write_q <= WriteResp;
      WriteResp: if (s_b_ready_i) write_q <= WriteAddr;
      default:   write_q <= WriteAddr;
    endcase
    if (rst_i) write_q <= WriteAddr;
  end

  // The address and the data of what nobody wants.
  logic unused;
  assign unused = ^{s_ar_i.addr, s_ar_i.bytes, s_aw_i.addr, s_aw_i.len, s_aw_i.bytes, s_w_i.data, s_w_i.strb};

endmodule
