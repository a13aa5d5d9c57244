// SPDX-License-Identifier: Apache-2.0
/// Takes any write burst and answers DECERR: behind every address that nobody has.
///
/// One burst at a time: address, then data up to last, then the response.
module fby_axi_err_wr
  import fby_axi_pkg::*;
(
  input  logic          clk_i,
  input  logic          rst_i,
  input  axi_wr_req_t   s_req_i,
  output axi_wr_ready_t s_req_ready_o,
  output axi_wr_rsp_t   s_rsp_o,
  input  logic          s_rsp_ready_i
);

  typedef enum logic [1:0] {
    WriteAddr,  // -> WriteData
    WriteData,  // -> WriteResp on the last beat
    WriteResp   // -> WriteAddr
  } write_e;
  write_e             write_q;
  logic [ID_BITS-1:0] id_q;

  assign s_req_ready_o = '{aw: write_q == WriteAddr, w: write_q == WriteData};
  assign s_rsp_o = '{b: '{id: id_q, resp: RESP_DECERR}, b_valid: write_q == WriteResp};

  always_ff @(posedge clk_i) begin
    unique case (write_q)
      WriteAddr: if (s_req_i.aw_valid) begin
        write_q <= WriteData;
        id_q    <= s_req_i.aw.id;
      end
      WriteData: if (s_req_i.w_valid && s_req_i.w.last) write_q <= WriteResp;
      WriteResp: if (s_rsp_ready_i) write_q <= WriteAddr;
      default:   write_q <= WriteAddr;
    endcase
    if (rst_i) write_q <= WriteAddr;
  end

  // The address and the data of what nobody wants.
  logic unused;
  assign unused = ^{s_req_i.aw.addr, s_req_i.aw.len, s_req_i.aw.bytes, s_req_i.w.data, s_req_i.w.strb};

endmodule
