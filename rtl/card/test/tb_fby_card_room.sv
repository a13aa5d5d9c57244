// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// Three host-to-card movers, one back, and the aperture on one card address space, with protocol rules on its DMA port.
/// Channels 0 to 2 are host to card, 3 is card to host.
module tb_fby_card_room
  import fby_axi_pkg::*;
#(
  parameter int unsigned MemBytes    = 1 << 16,
  parameter int unsigned FifoEntries = 64,
  parameter bit          SharedPath  = 1'b0
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [3:0][63:0]  req_host,
  input  logic [3:0][63:0]  req_card,
  input  logic [3:0][27:0]  req_len,
  input  logic [3:0]        req_eop,
  input  logic [3:0]        req_fixed,
  input  logic [3:0]        req_valid,
  output logic [3:0]        req_ready,
  output logic [3:0][2:0]   rsp_cause,
  output logic [3:0][63:0]  rsp_bad,
  output logic [3:0][27:0]  rsp_bytes,
  output logic [3:0]        rsp_valid,
  input  logic [3:0]        rsp_ready,
  input  logic [3:0]        cancel,
  output logic [3:0]        busy,
  // Host memory.
  `TB_AXI_ASKS_RD(host)
  `TB_AXI_ASKS_WR(host)
  // One write of a line through the aperture.
  input  logic         bar_valid,
  input  logic [35:0]  bar_addr,
  input  logic [511:0] bar_data,
  output logic         bar_done,
  output logic [1:0]   bar_resp,
  // What comes out of the stream ports.
  output logic [511:0] port0_data,
  output logic [511:0] port1_data,
  output logic [1:0]   port_valid,
  input  logic [1:0]   port_ready,
  output logic [1:0]   port_stall
);
  localparam int unsigned Bar = 3;

  fby_dma_pkg::dma_offer_t [3:0]        offer;
  fby_dma_pkg::dma_answer_t [3:0]       answer;
  fby_dma_pkg::dma_mover_events_t [3:0] mover;
  axi_ask_t [3:0]                       ask;
  logic [3:0]                           room;
  axi_req_t                             host_req, dma_req, bar_req;
  axi_req_ready_t                       dma_req_ready, bar_req_ready;
  axi_rsp_t                             host_rsp, dma_rsp, bar_rsp;
  axi_rsp_ready_t                       dma_rsp_ready, bar_rsp_ready;
  axis_req_t [1:0]                      port;
  fby_stream_pkg::stream_events_t [1:0] events;

  for (genvar k = 0; k < 4; k++) begin : gen_port
    assign offer[k] = '{
      valid: req_valid[k], cancel: cancel[k], source: '0, tag: '0,
      req: {req_host[k], req_card[k], req_len[k], req_eop[k], 3'b000, req_fixed[k]}
    };
    assign rsp_valid[k] = answer[k].valid;
    assign rsp_cause[k] = answer[k].rsp.cause;
    assign rsp_bad[k]   = answer[k].rsp.bad_addr;
    assign rsp_bytes[k] = answer[k].rsp.bytes;
    assign busy[k]      = mover[k].busy;
  end

  // Between movers and host bus.
  axi_rd_req_t [2:0] down_req;
  axi_rd_rsp_t [2:0] down_rsp;
  logic [2:0]        down_req_ready, down_rsp_ready;
  axi_wr_req_t       up_req;
  axi_wr_ready_t     up_req_ready;
  axi_wr_rsp_t       up_rsp;
  logic              up_rsp_ready;

  fby_dma_h2c_movers #(.Num(3), .Stream(3'b000)) u_h2c (
    .clk_i, .rst_i,
    .offer_i(offer[2:0]), .offer_ready_o(req_ready[2:0]), .answer_o(answer[2:0]), .answer_ready_i(rsp_ready[2:0]),
    .host_req_o(down_req), .host_req_ready_i(down_req_ready), .host_rsp_i(down_rsp), .host_rsp_ready_o(down_rsp_ready),
    .card_ask_o(ask[2:0]), .card_room_i(room[2:0]),
    .card_req_o(dma_req.wr), .card_req_ready_i(dma_req_ready.wr),
    .card_rsp_i(dma_rsp.wr), .card_rsp_ready_o(dma_rsp_ready.wr),
    .m_o(), .m_ready_i(3'b000),
    .events_o(mover[2:0])
  );

  fby_dma_c2h_movers #(.Num(1), .Stream(1'b0)) u_c2h (
    .clk_i, .rst_i,
    .offer_i(offer[3]), .offer_ready_o(req_ready[3]), .answer_o(answer[3]), .answer_ready_i(rsp_ready[3]),
    .host_req_o(up_req), .host_req_ready_i(up_req_ready), .host_rsp_i(up_rsp), .host_rsp_ready_o(up_rsp_ready),
    .card_req_o(dma_req.rd), .card_req_ready_i(dma_req_ready.rd),
    .card_rsp_i(dma_rsp.rd), .card_rsp_ready_o(dma_rsp_ready.rd),
    .s_i('0), .s_ready_o(),
    .events_o(mover[3])
  );

  fby_dma_host #(.NumReaders(3), .NumWriters(1)) u_host (
    .clk_i, .rst_i,
    .rd_req_i(down_req), .rd_req_ready_o(down_req_ready), .rd_rsp_o(down_rsp), .rd_rsp_ready_i(down_rsp_ready),
    .wr_req_i(up_req), .wr_req_ready_o(up_req_ready), .wr_rsp_o(up_rsp), .wr_rsp_ready_i(up_rsp_ready),
    .front_req_i('0), .front_req_ready_o(), .front_rsp_o(), .front_rsp_ready_i(1'b0),
    .word_req_i('0), .word_req_ready_o(), .word_rsp_o(), .word_rsp_ready_i(1'b0),
    .host_req_o(host_req), .host_req_ready_i({host_arready, host_awready, host_wready}),
    .host_rsp_i(host_rsp), .host_rsp_ready_o({host_rready, host_bready})
  );

  // The aperture, with one line at a time: address and data stand until they are taken, and the response ends it.
  axi_req_t       line_req;
  axi_req_ready_t line_req_ready;
  axi_rsp_t       line_rsp;
  logic           aw_done_q, w_done_q;
  always_comb begin
    line_req = '0;
    line_req.wr.aw       = '{id: '0, addr: {28'd0, bar_addr}, len: '0, bytes: 13'd64, who: '0};
    line_req.wr.aw_valid = bar_valid && !aw_done_q;
    line_req.wr.w        = '{data: bar_data, strb: '1, last: 1'b1};
    line_req.wr.w_valid  = bar_valid && !w_done_q;
  end
  assign bar_done = bar_valid && line_rsp.wr.b_valid;
  assign bar_resp = line_rsp.wr.b.resp;
  always_ff @(posedge clk_i) begin
    aw_done_q <= !rst_i && !bar_done && (aw_done_q || (line_req.wr.aw_valid && line_req_ready.wr.aw));
    w_done_q  <= !rst_i && !bar_done && (w_done_q || (line_req.wr.w_valid && line_req_ready.wr.w));
  end

  logic [1:0]                flush;
  logic [1:0][LANE_BITS-1:0] held;
  fby_card_aperture u_aperture (
    .clk_i, .rst_i,
    .s_req_i(line_req), .s_req_ready_o(line_req_ready), .s_rsp_o(line_rsp), .s_rsp_ready_i('1),
    .ask_o(ask[3]), .room_i(room[3]),
    .m_req_o(bar_req), .m_req_ready_i(bar_req_ready), .m_rsp_i(bar_rsp), .m_rsp_ready_o(bar_rsp_ready),
    .clear_i(flush), .held_o(held), .wrote_o(), .read_o(), .busy_o()
  );

  fby_card_space #(
    .MemBytes(MemBytes), .FifoEntries(FifoEntries), .NumWriters(4), .SharedPath(SharedPath)
  ) u_space (
    .clk_i, .rst_i,
    .ask_i(ask), .room_o(room),
    .dma_req_i(dma_req), .dma_req_ready_o(dma_req_ready), .dma_rsp_o(dma_rsp), .dma_rsp_ready_i(dma_rsp_ready),
    .bar_req_i(bar_req), .bar_req_ready_o(bar_req_ready), .bar_rsp_o(bar_rsp), .bar_rsp_ready_i(bar_rsp_ready),
    .stream_o(port), .stream_ready_i(port_ready),
    .reg_i('0), .reg_o(), .events_o(events), .flush_o(flush), .held_i(held), .banks_o()
  );

  fby_axi_props #(.MaxReads(16)) u_rules (
    .clk_i, .rst_i,
    .req_i(dma_req), .req_ready_i(dma_req_ready), .rsp_i(dma_rsp), .rsp_ready_i(dma_rsp_ready)
  );

  assign port0_data = port[0].beat.data;
  assign port1_data = port[1].beat.data;
  assign port_valid = {port[1].valid, port[0].valid};
  assign port_stall = {events[1].full_stall, events[0].full_stall};

  `TB_AXI_REQ_RD(host, host_req.rd)
  `TB_AXI_REQ_WR(host, host_req.wr)
  `TB_AXI_RSP_RD(host, host_rsp.rd)
  `TB_AXI_RSP_WR(host, host_rsp.wr)

endmodule
