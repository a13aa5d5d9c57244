// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// Harness: the aperture between a master (flat AXI signals) and a card address space whose memory can be made to stop. Another
/// master has the DMA engine's port of the space.
module tb_fby_card_aperture
  import fby_axi_pkg::*;
#(
  parameter int unsigned TimeoutCycles = 256,
  parameter int unsigned WriteBeats    = 256,
  parameter int unsigned MemBytes      = 1 << 16,
  parameter int unsigned FifoEntries   = 64
) (
  input  logic         clk_i,
  input  logic         rst_i,
  `TB_AXI_ASKED(s_axi, 8)
  // Another master of the space.
  `TB_AXI_ASKED(d_axi, 8)
  /// Holds off the space behind the aperture.
  input  logic         stall,
  // Consumers of the stream ports.
  input  logic [1:0]   port_ready,
  output logic [1:0]   port_valid,
  output logic [511:0] port0_data,
  output logic [511:0] port1_data,
  output logic         wrote,
  output logic         wrote_error,
  output logic [63:0]  wrote_addr,
  output logic         read,
  output logic         read_error,
  output logic [63:0]  read_addr,
  output logic         busy,
  /// What the card's bus sees of the aperture.
  output logic         m_awvalid,
  output logic         m_arvalid,
  output logic         m_held,
  /// Forgets the bytes of an entry that is not whole; how many there are.
  input  logic [1:0]   clear,
  output logic [5:0]   held0,
  output logic [5:0]   held1
);
  axi_req_t       s_req, d_req, m_req, space_req;
  axi_req_ready_t m_req_ready, space_req_ready;
  axi_rsp_t       s_rsp, d_rsp, m_rsp, space_rsp;
  axi_rsp_ready_t m_rsp_ready, space_rsp_ready;
  axi_ask_t       ask;
  logic [1:0]     room;
  axis_req_t [1:0] port;
  fby_reg_pkg::bar_access_t of_writes, of_reads;

  `TB_AXI_FROM(s_axi, s_req)
  `TB_AXI_TO(s_axi, s_rsp)
  `TB_AXI_FROM(d_axi, d_req)
  `TB_AXI_TO(d_axi, d_rsp)

  fby_card_aperture #(.WriteBeats(WriteBeats), .TimeoutCycles(TimeoutCycles)) u_dut (
    .clk_i, .rst_i,
    .s_req_i(s_req), .s_req_ready_o({s_axi_arready, s_axi_awready, s_axi_wready}),
    .s_rsp_o(s_rsp), .s_rsp_ready_i({s_axi_rready, s_axi_bready}),
    .ask_o(ask), .room_i(room[0]),
    .m_req_o(m_req), .m_req_ready_i(m_req_ready), .m_rsp_i(m_rsp), .m_rsp_ready_o(m_rsp_ready),
    .clear_i(clear), .held_o({held1, held0}), .wrote_o(of_writes), .read_o(of_reads), .busy_o(busy)
  );

  // A space that is stalled neither sees nor takes nor says anything.
  always_comb begin
    space_req = m_req;
    m_rsp     = space_rsp;
    if (stall) begin
      {space_req.rd.ar_valid, space_req.wr.aw_valid, space_req.wr.w_valid} = '0;
      {m_rsp.rd.r_valid, m_rsp.wr.b_valid} = '0;
    end
    m_req_ready     = stall ? '0 : space_req_ready;
    space_rsp_ready = stall ? '0 : m_rsp_ready;
  end

  fby_card_space #(
    .MemBytes(MemBytes), .FifoEntries(FifoEntries), .NumWriters(2)
  ) u_space (
    .clk_i, .rst_i,
    .ask_i({axi_ask_t'('0), ask}), .room_o(room),
    .dma_req_i(d_req), .dma_req_ready_o({d_axi_arready, d_axi_awready, d_axi_wready}),
    .dma_rsp_o(d_rsp), .dma_rsp_ready_i({d_axi_rready, d_axi_bready}),
    .bar_req_i(space_req), .bar_req_ready_o(space_req_ready), .bar_rsp_o(space_rsp), .bar_rsp_ready_i(space_rsp_ready),
    .stream_o(port), .stream_ready_i(port_ready),
    .reg_i('0), .reg_o(), .events_o(), .flush_o(), .held_i({held1, held0}), .banks_o()
  );

  assign port_valid = {port[1].valid, port[0].valid};
  assign port0_data = port[0].beat.data;
  assign port1_data = port[1].beat.data;
  assign {wrote, wrote_error, wrote_addr} = {of_writes.write, of_writes.error, of_writes.addr};
  assign {read, read_error, read_addr}    = {of_reads.read, of_reads.error, of_reads.addr};
  assign m_awvalid = m_req.wr.aw_valid;
  assign m_arvalid = m_req.rd.ar_valid;
  // The aperture holds up the bus: it does not take a response, or owes it data.
  logic [7:0] open_q;
  logic       aw, w_last;
  assign aw     = space_req.wr.aw_valid && space_req_ready.wr.aw;
  assign w_last = space_req.wr.w_valid && space_req_ready.wr.w && space_req.wr.w.last;
  always_ff @(posedge clk_i) open_q <= rst_i ? '0 : open_q + 8'(aw) - 8'(w_last);
  assign m_held = !stall && ((space_rsp.rd.r_valid && !m_rsp_ready.rd) || (space_rsp.wr.b_valid && !m_rsp_ready.wr) ||
                             (open_q != 0 && !space_req.wr.w_valid));

endmodule
