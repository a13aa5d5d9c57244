// SPDX-License-Identifier: Apache-2.0
/// The host bus of the engine: who shares it, and how many reads are outstanding.
///
/// Reads: those of the movers, then the front ends' own. Mover k owns ids k*ReadSlots and up; after the last mover come the
/// front ends. Writes: those of the movers with one id each, then the status words.
module fby_dma_host
  import fby_axi_pkg::*;
#(
  /// Movers that read the host, and movers that write it.
  parameter int unsigned NumReaders = 1,
  parameter int unsigned NumWriters = 1,
  /// Front ends.
  parameter int unsigned NumFronts  = 1,
  /// Reads outstanding, all together.
  parameter int unsigned MaxReads   = 32,
  /// Ids of each reader, from 0 on; a power of two.
  parameter int unsigned ReadSlots  = 16,
  /// Ids of status words.
  parameter int unsigned WordIds    = 1
) (
  input  logic                           clk_i,
  input  logic                           rst_i,
  input  axi_rd_req_t [NumReaders-1:0]   rd_req_i,
  output logic [NumReaders-1:0]          rd_req_ready_o,
  output axi_rd_rsp_t [NumReaders-1:0]   rd_rsp_o,
  input  logic [NumReaders-1:0]          rd_rsp_ready_i,
  input  axi_wr_req_t [NumWriters-1:0]   wr_req_i,
  output axi_wr_ready_t [NumWriters-1:0] wr_req_ready_o,
  output axi_wr_rsp_t [NumWriters-1:0]   wr_rsp_o,
  input  logic [NumWriters-1:0]          wr_rsp_ready_i,
  /// Reads of the front ends; ids below ReadSlots.
  input  axi_rd_req_t [NumFronts-1:0]    front_req_i,
  output logic [NumFronts-1:0]           front_req_ready_o,
  output axi_rd_rsp_t [NumFronts-1:0]    front_rsp_o,
  input  logic [NumFronts-1:0]           front_rsp_ready_i,
  /// Status words; ids below WordIds.
  input  axi_wr_req_t                    word_req_i,
  output axi_wr_ready_t                  word_req_ready_o,
  output axi_wr_rsp_t                    word_rsp_o,
  input  logic                           word_rsp_ready_i,
  output axi_req_t                       host_req_o,
  input  axi_req_ready_t                 host_req_ready_i,
  input  axi_rsp_t                       host_rsp_i,
  output axi_rsp_ready_t                 host_rsp_ready_o
);

  axi_rd_req_t reads;
  logic        read_ready;

  fby_axi_arb_rd #(
    .NumMasters  (NumReaders + NumFronts),
    .IdsPerMaster(ReadSlots)
  ) u_rd (
    .clk_i, .rst_i,
    .s_req_i({front_req_i, rd_req_i}), .s_req_ready_o({front_req_ready_o, rd_req_ready_o}),
    .s_rsp_o({front_rsp_o, rd_rsp_o}), .s_rsp_ready_i({front_rsp_ready_i, rd_rsp_ready_i}),
    .m_req_o(reads), .m_req_ready_i(read_ready),
    .m_rsp_i(host_rsp_i.rd), .m_rsp_ready_o(host_rsp_ready_o.rd)
  );

  assign host_req_o.rd.ar = reads.ar;

  fby_dma_read_limit #(
    .MaxReads(MaxReads)
  ) u_read_limit (
    .clk_i, .rst_i,
    .s_valid_i(reads.ar_valid),
    .s_ready_o(read_ready),
    .m_valid_o(host_req_o.rd.ar_valid),
    .m_ready_i(host_req_ready_i.rd),
    .done_i   (host_rsp_i.rd.r_valid && host_rsp_ready_o.rd && host_rsp_i.rd.r.last)
  );

  fby_axi_arb_wr #(
    .NumMasters(NumWriters + 1),
    .LastIds   (WordIds)
  ) u_wr (
    .clk_i, .rst_i,
    .s_req_i({word_req_i, wr_req_i}), .s_req_ready_o({word_req_ready_o, wr_req_ready_o}),
    .s_rsp_o({word_rsp_o, wr_rsp_o}), .s_rsp_ready_i({word_rsp_ready_i, wr_rsp_ready_i}),
    .m_req_o(host_req_o.wr), .m_req_ready_i(host_req_ready_i.wr),
    .m_rsp_i(host_rsp_i.wr), .m_rsp_ready_o(host_rsp_ready_o.wr)
  );

endmodule
