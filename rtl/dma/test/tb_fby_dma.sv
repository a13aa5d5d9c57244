// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// fby_dma with flat ports for Python bus models, and bus rules that its users rely on.
///
/// The streams of channels H2cPort and C2hPort come out; further stream channels are looped, H2C k to C2H k.
module tb_fby_dma #(
  parameter int unsigned NumH2c             = 2,
  parameter int unsigned NumC2h             = 2,
  parameter logic [3:0]  H2cStream          = 4'b0010,
  parameter logic [3:0]  C2hStream          = 4'b0010,
  parameter int unsigned H2cPort            = 1,
  parameter int unsigned C2hPort            = 1
) (
  // The Python bus models find signals by their AXI names, which have no direction suffix.
  input  logic         clk_i,
  input  logic         rst_i,
  // Register bus.
  input  logic         reg_valid,
  input  logic         reg_write,
  input  logic [15:0]  reg_addr,
  input  logic [31:0]  reg_wdata,
  output logic         reg_ready,
  output logic         reg_error,
  output logic [31:0]  reg_rdata,
  // An error response of the bus model means DECERR instead of SLVERR.
  input  logic         host_decode,
  input  logic         card_decode,
  // An error response to a read of the host means damaged data.
  input  logic         host_poison,
  // Level: the bus takes no address and gives no data.
  input  logic         host_dead,
  output logic [7:0]   host_arid,
  output logic [63:0]  host_araddr,
  output logic [7:0]   host_arlen,
  output logic [2:0]   host_arsize,
  output logic [1:0]   host_arburst,
  output logic [12:0]  host_arbytes,
  output logic         host_arvalid,
  input  logic         host_arready,
  input  logic [7:0]   host_rid,
  input  logic [511:0] host_rdata,
  input  logic [1:0]   host_rresp,
  input  logic         host_rlast,
  input  logic         host_rvalid,
  output logic         host_rready,
  output logic [7:0]   host_awid,
  output logic [63:0]  host_awaddr,
  output logic [7:0]   host_awlen,
  output logic [2:0]   host_awsize,
  output logic [1:0]   host_awburst,
  output logic [12:0]  host_awbytes,
  output logic         host_awvalid,
  input  logic         host_awready,
  output logic [511:0] host_wdata,
  output logic [63:0]  host_wstrb,
  output logic         host_wlast,
  output logic         host_wvalid,
  input  logic         host_wready,
  input  logic [7:0]   host_bid,
  input  logic [1:0]   host_bresp,
  input  logic         host_bvalid,
  output logic         host_bready,
  output logic [7:0]   card_arid,
  output logic [63:0]  card_araddr,
  output logic [7:0]   card_arlen,
  output logic [2:0]   card_arsize,
  output logic [1:0]   card_arburst,
  output logic [12:0]  card_arbytes,
  output logic         card_arvalid,
  input  logic         card_arready,
  input  logic [7:0]   card_rid,
  input  logic [511:0] card_rdata,
  input  logic [1:0]   card_rresp,
  input  logic         card_rlast,
  input  logic         card_rvalid,
  output logic         card_rready,
  output logic [7:0]   card_awid,
  output logic [63:0]  card_awaddr,
  output logic [7:0]   card_awlen,
  output logic [2:0]   card_awsize,
  output logic [1:0]   card_awburst,
  output logic [12:0]  card_awbytes,
  output logic         card_awvalid,
  input  logic         card_awready,
  output logic [511:0] card_wdata,
  output logic [63:0]  card_wstrb,
  output logic         card_wlast,
  output logic         card_wvalid,
  input  logic         card_wready,
  input  logic [7:0]   card_bid,
  input  logic [1:0]   card_bresp,
  input  logic         card_bvalid,
  output logic         card_bready,
  // Streams of the channels H2cPort and C2hPort.
  output logic [511:0] h2c_tdata,
  output logic [63:0]  h2c_tkeep,
  output logic         h2c_tlast,
  output logic         h2c_tvalid,
  input  logic         h2c_tready,
  input  logic [511:0] c2h_tdata,
  input  logic [63:0]  c2h_tkeep,
  input  logic         c2h_tlast,
  input  logic         c2h_tvalid,
  output logic         c2h_tready,
  input  logic [15:0]  usr_irq,
  output logic         msix_valid,
  output logic [4:0]   msix_vector,
  input  logic         msix_ready,
  output logic         ev_h2c_beat,
  output logic         ev_c2h_beat,
  output logic         ev_host_read,
  output logic         ev_host_write,
  output logic         ev_desc_done,
  output logic         ev_host_error,
  output logic         ev_card_error,
  output logic         ev_no_room,
  output logic         ev_message,
  output logic [63:0]  bad_host_addr,
  output logic         bad_host_valid,
  output logic [63:0]  bad_card_addr,
  output logic         bad_card_valid,
  output logic         busy
);

  localparam int unsigned MaxReads = 32;

  fby_reg_pkg::reg_req_t    req;
  fby_reg_pkg::reg_rsp_t    rsp;
  fby_axi_pkg::axi_ax_t     host_ar, host_aw, card_ar, card_aw;
  fby_axi_pkg::axi_r_t      host_r, card_r;
  fby_axi_pkg::axi_w_t      host_w, card_w;
  fby_axi_pkg::axi_b_t      host_b, card_b;
  fby_dma_pkg::dma_events_t events;
  logic                     host_arvalid_raw, host_awvalid_raw, host_rready_raw;

  assign req          = '{valid: reg_valid, write: reg_write, addr: reg_addr, wdata: reg_wdata};
  assign reg_ready    = rsp.ready;
  assign reg_error    = rsp.error;
  assign reg_rdata    = rsp.rdata;
  assign host_arvalid = host_arvalid_raw && !host_dead;
  assign host_awvalid = host_awvalid_raw && !host_dead;
  assign host_rready  = host_rready_raw && !host_dead;

  assign host_arid    = host_ar.id;
  assign host_araddr  = host_ar.addr;
  assign host_arlen   = host_ar.len;
  assign host_arbytes = host_ar.bytes;
  assign host_arsize  = 3'd6;
  assign host_arburst = 2'd1;
  assign host_awid    = host_aw.id;
  assign host_awaddr  = host_aw.addr;
  assign host_awlen   = host_aw.len;
  assign host_awbytes = host_aw.bytes;
  assign host_awsize  = 3'd6;
  assign host_awburst = 2'd1;
  assign host_wdata   = host_w.data;
  assign host_wstrb   = host_w.strb;
  assign host_wlast   = host_w.last;
  logic [1:0] host_resp;
  assign host_resp    = host_poison && host_rresp[1] ? fby_axi_pkg::RESP_POISON
                                                     : host_rresp | {1'b0, host_rresp[1] && host_decode};
  assign host_r       = '{id: host_rid, data: host_rdata, resp: host_resp, last: host_rlast};
  assign host_b       = '{id: host_bid, resp: host_bresp | {1'b0, host_bresp[1] && host_decode}};

  assign card_arid    = card_ar.id;
  assign card_araddr  = card_ar.addr;
  assign card_arlen   = card_ar.len;
  assign card_arbytes = card_ar.bytes;
  assign card_arsize  = 3'd6;
  assign card_arburst = 2'd1;
  assign card_awid    = card_aw.id;
  assign card_awaddr  = card_aw.addr;
  assign card_awlen   = card_aw.len;
  assign card_awbytes = card_aw.bytes;
  assign card_awsize  = 3'd6;
  assign card_awburst = 2'd1;
  assign card_wdata   = card_w.data;
  assign card_wstrb   = card_w.strb;
  assign card_wlast   = card_w.last;
  assign card_r       = '{
    id: card_rid, data: card_rdata, resp: card_rresp | {1'b0, card_rresp[1] && card_decode}, last: card_rlast
  };
  assign card_b       = '{id: card_bid, resp: card_bresp | {1'b0, card_bresp[1] && card_decode}};

  assign ev_h2c_beat = events.h2c_beat;
  assign ev_c2h_beat = events.c2h_beat;
  assign ev_host_read = events.host_read;
  assign ev_host_write = events.host_write;
  assign ev_desc_done = events.desc_done;
  assign ev_host_error = events.host_error;
  assign ev_card_error = events.card_error;
  assign ev_no_room = events.no_room;
  assign ev_message = events.message;

  // ---- streams ----

  fby_axi_pkg::axis_t [NumH2c-1:0] h2c;
  logic [NumH2c-1:0]               h2c_valid, h2c_ready;
  fby_axi_pkg::axis_t [NumC2h-1:0] c2h;
  logic [NumC2h-1:0]               c2h_valid, c2h_ready;

  assign h2c_tdata  = h2c[H2cPort].data;
  assign h2c_tkeep  = h2c[H2cPort].keep;
  assign h2c_tlast  = h2c[H2cPort].last;
  assign h2c_tvalid = h2c_valid[H2cPort];
  assign c2h_tready = c2h_ready[C2hPort];

  for (genvar i = 0; i < int'(NumH2c); i++) begin : gen_h2c
    if (i == int'(H2cPort))                         assign h2c_ready[i] = h2c_tready;
    else if (i < int'(NumC2h) && i != int'(C2hPort)) assign h2c_ready[i] = c2h_ready[i];
    else                                            assign h2c_ready[i] = 1'b0;
  end
  for (genvar i = 0; i < int'(NumC2h); i++) begin : gen_c2h
    if (i == int'(C2hPort)) begin : gen_port
      assign c2h[i]       = '{data: c2h_tdata, keep: c2h_tkeep, last: c2h_tlast};
      assign c2h_valid[i] = c2h_tvalid;
    end else if (i < int'(NumH2c) && i != int'(H2cPort)) begin : gen_loop
      assign c2h[i]       = h2c[i];
      assign c2h_valid[i] = h2c_valid[i];
    end else begin : gen_none
      assign c2h[i]       = '0;
      assign c2h_valid[i] = 1'b0;
    end
  end

  fby_dma #(
    .NumH2c            (NumH2c),
    .NumC2h            (NumC2h),
    .H2cStream         (H2cStream),
    .C2hStream         (C2hStream),
    .MaxReads          (MaxReads)
  ) u_dut (
    .clk_i,
    .rst_i,
    .reg_i(req),
    .reg_o(rsp),
    .host_ar_o(host_ar),
    .host_ar_valid_o(host_arvalid_raw),
    .host_ar_ready_i(host_arready && !host_dead),
    .host_r_i(host_r),
    .host_r_valid_i(host_rvalid && !host_dead),
    .host_r_ready_o(host_rready_raw),
    .host_aw_o(host_aw),
    .host_aw_valid_o(host_awvalid_raw),
    .host_aw_ready_i(host_awready && !host_dead),
    .host_w_o(host_w),
    .host_w_valid_o(host_wvalid),
    .host_w_ready_i(host_wready),
    .host_b_i(host_b),
    .host_b_valid_i(host_bvalid),
    .host_b_ready_o(host_bready),
    .card_ar_o(card_ar),
    .card_ar_valid_o(card_arvalid),
    .card_ar_ready_i(card_arready),
    .card_r_i(card_r),
    .card_r_valid_i(card_rvalid),
    .card_r_ready_o(card_rready),
    .card_ask_o(),
    .card_ask_valid_o(),
    .card_ask_take_o(),
    .card_room_i('1),
    .card_aw_o(card_aw),
    .card_aw_valid_o(card_awvalid),
    .card_aw_ready_i(card_awready),
    .card_w_o(card_w),
    .card_w_valid_o(card_wvalid),
    .card_w_ready_i(card_wready),
    .card_b_i(card_b),
    .card_b_valid_i(card_bvalid),
    .card_b_ready_o(card_bready),
    .h2c_o(h2c),
    .h2c_valid_o(h2c_valid),
    .h2c_ready_i(h2c_ready),
    .c2h_i(c2h),
    .c2h_valid_i(c2h_valid),
    .c2h_ready_o(c2h_ready),
    .usr_irq_i(usr_irq),
    .msix_valid_o(msix_valid),
    .msix_vector_o(msix_vector),
    .msix_ready_i(msix_ready),
    .events_o(events),
    .bad_host_addr_o(bad_host_addr),
    .bad_host_valid_o(bad_host_valid),
    .bad_card_addr_o(bad_card_addr),
    .bad_card_valid_o(bad_card_valid),
    .busy_o(busy)
  );

  // ---- bus rules of an AWS-style PCIM port ----

  logic [255:0] reading_q;
  int unsigned  reads;
  always_comb begin
    reads = 0;
    for (int unsigned i = 0; i < 256; i++) reads = reads + 32'(reading_q[i]);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) reading_q <= '0;
    else begin
      if (host_rvalid && host_rready && host_rlast) reading_q[host_rid] <= 1'b0;
      if (host_arvalid && host_arready) reading_q[host_arid] <= 1'b1;
    end
  end

  `FBY_ASSERT(ReadIdsAreUnique, !(host_arvalid && host_arready) || !reading_q[host_arid])
  `FBY_ASSERT(ReadsAreLimited, reads <= MaxReads)
  `FBY_ASSERT(ReadsStayInPage, !host_arvalid || 14'(host_araddr[11:0]) + 14'(host_arbytes) <= 14'd4096)
  `FBY_ASSERT(WritesStayInPage, !host_awvalid || 14'(host_awaddr[11:0]) + 14'(host_awbytes) <= 14'd4096)

endmodule
