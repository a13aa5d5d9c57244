// SPDX-License-Identifier: Apache-2.0
/// fby_dma_gate with flat ports.
module tb_fby_dma_gate #(
  parameter bit Stream = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_i,
  input  logic [5:0]  chunk_lo,
  input  logic [6:0]  chunk_bytes,
  input  logic        chunk_last,
  input  logic [1:0]  chunk_resp,
  input  logic [63:0] chunk_addr,
  input  logic [3:0]  chunk_tag,
  input  logic        chunk_valid,
  output logic        chunk_ready,
  input  logic [5:0]  dst,
  input  logic        eop,
  output logic        ctx_pop,
  input  logic [15:0] failed,
  input  logic        cancel,
  output logic [5:0]  piece_lo,
  output logic [6:0]  piece_bytes,
  output logic        piece_start,
  output logic [5:0]  piece_dst,
  output logic        piece_flush,
  output logic        piece_last,
  output logic        piece_valid,
  input  logic        piece_ready,
  output logic [2:0]  info_cause,
  output logic [63:0] info_bad_addr,
  output logic [27:0] info_bytes,
  output logic        info_valid,
  output logic        fail,
  output logic [3:0]  fail_tag
);

  fby_dma_back_pkg::chunk_t chunk;
  fby_dma_back_pkg::piece_t piece;
  fby_dma_pkg::dma_rsp_t    info;

  always_comb begin
    chunk       = '0;
    chunk.lo    = chunk_lo;
    chunk.bytes = chunk_bytes;
    chunk.last  = chunk_last;
    chunk.resp  = chunk_resp;
    chunk.addr  = chunk_addr;
    chunk.tag   = chunk_tag;
  end

  assign piece_lo      = piece.lo;
  assign piece_bytes   = piece.bytes;
  assign piece_start   = piece.start;
  assign piece_dst     = piece.dst;
  assign piece_flush   = piece.flush;
  assign piece_last    = piece.last;
  assign info_cause    = info.cause;
  assign info_bad_addr = info.bad_addr;
  assign info_bytes    = info.bytes;

  fby_dma_gate #(.Stream(Stream)) u_dut (
    .clk_i, .rst_i,
    .chunk_i(chunk), .chunk_valid_i(chunk_valid), .chunk_ready_o(chunk_ready),
    .dst_i(dst), .eop_i(eop), .ctx_pop_o(ctx_pop), .failed_i(failed), .cancel_i(cancel),
    .piece_o(piece), .piece_valid_o(piece_valid), .piece_ready_i(piece_ready),
    .info_o(info), .info_valid_o(info_valid), .fail_o(fail), .fail_tag_o(fail_tag)
  );

endmodule
