// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"
`include "tb_axi.svh"

/// fby_dma with flat ports for Python bus models, and bus rules that its users rely on.
///
/// The streams of channels H2cPort and C2hPort come out; further stream channels are looped, H2C k to C2H k.
module tb_fby_dma #(
  /// Front ends, a bit each; with the second comes a mover within host memory.
  parameter fby_cards_pkg::fronts_t Fronts  = 8'b0000_0001,
  parameter int unsigned NumH2c             = 2,
  parameter int unsigned NumC2h             = 2,
  parameter logic [3:0]  H2cStream          = 4'b0010,
  parameter logic [3:0]  C2hStream          = 4'b0010,
  parameter int unsigned H2cPort            = 1,
  parameter int unsigned C2hPort            = 1,
  /// There is an upper window for programs.
  parameter bit          UpperWindow        = 1'b0,
  localparam int unsigned NumFronts         = $countones(Fronts)
) (
  // The Python bus models find signals by their AXI names, which have no direction suffix.
  input  logic         clk_i,
  input  logic         rst_i,
  // Register bus, and the front end that it goes to.
  input  logic [1:0]   reg_front,
  // Accesses go to a window for programs instead; bits of their offset above the others, and whether it is the upper one.
  input  logic         to_window,
  input  logic [19:0]  reg_high,
  // Of each front end: to rest; something is under way, has moved.
  input  logic [NumFronts-1:0] quiesce,
  output logic [NumFronts-1:0] front_busy,
  output logic [NumFronts-1:0] front_moved,
  input  logic         reg_valid,
  input  logic         reg_write,
  input  logic [15:0]  reg_addr,
  input  logic [31:0]  reg_wdata,
  output logic         reg_ready,
  output logic         reg_error,
  output logic [31:0]  reg_rdata,
  // Stores to the first front end that are no words.
  input  logic         store_valid,
  input  logic [15:0]  store_addr,
  input  logic [63:0]  store_strb,
  input  logic [511:0] store_data,
  output logic         store_ready,
  output logic         store_error,
  // An error response of the bus model means DECERR instead of SLVERR.
  input  logic         host_decode,
  input  logic         card_decode,
  // An error response to a read of the host means damaged data.
  input  logic         host_poison,
  // Level: the bus takes no address and gives no data.
  input  logic         host_dead,
  `TB_AXI_ASKS_RD(host)
  `TB_AXI_ASKS_WR(host)
  `TB_AXI_ASKS_RD(card)
  `TB_AXI_ASKS_WR(card)
  // Streams of the channels H2cPort and C2hPort.
  `TB_STREAM_OUT(h2c)
  `TB_STREAM_IN(c2h)
  // Note of the beat that comes in.
  input  logic [$bits(fby_axi_pkg::axis_note_t)-1:0] c2h_tuser,
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

  // A constant, and no call in a loop: Verilator 5.032 ends badly with those.
  localparam int unsigned Window   = fby_cards_pkg::window_front(Fronts);
  localparam int unsigned MaxReads = fby_regs_pkg::CARD_DMA_READS;

  fby_reg_pkg::reg_req_t    req;
  fby_reg_pkg::reg_rsp_t    rsp;
  fby_dma_pkg::dma_events_t    events;
  fby_dma_pkg::dma_bad_t       bad;
  fby_dma_pkg::dma_message_t   message;
  fby_axi_pkg::axi_req_t       host_raw, host_req, card_req;
  fby_axi_pkg::axi_rsp_t       host_rsp, card_rsp;
  fby_axi_pkg::axi_rsp_ready_t host_rsp_ready;

  fby_reg_pkg::reg_store_t     store;
  fby_reg_pkg::reg_store_rsp_t stored;

  fby_reg_pkg::plug_req_t [NumFronts-1:0] plug_req;
  fby_reg_pkg::plug_rsp_t [NumFronts-1:0] plug_rsp;
  // Two blocks, as neither waits for the other.
  always_comb begin
    for (int unsigned f = 0; f < NumFronts; f++) begin
      plug_req[f]            = '{window: '0, quiesce: quiesce[f], regs: req, store: '0};
      plug_req[f].regs.valid = reg_valid && !to_window && 32'(reg_front) == f;
      if (f == 0 && !to_window) plug_req[f].store = store;
      if (f == Window && to_window) begin
        plug_req[f].window = '{upper: reg_high[19], high: reg_high[18:0], word: req, store: store};
      end
    end
  end
  always_comb begin
    rsp    = plug_rsp[0].regs;
    stored = plug_rsp[0].stored;
    for (int unsigned f = 0; f < NumFronts; f++) begin
      front_busy[f]  = plug_rsp[f].busy;
      front_moved[f] = plug_rsp[f].moved;
      if (!to_window && 32'(reg_front) == f) rsp = plug_rsp[f].regs;
      if (to_window && f == Window) begin
        rsp    = plug_rsp[f].window.word;
        stored = plug_rsp[f].window.store;
      end
    end
  end
  assign req       = '{valid: reg_valid, write: reg_write, addr: reg_addr, wdata: reg_wdata};
  assign reg_ready = rsp.ready;
  assign reg_error = rsp.error;
  assign reg_rdata = rsp.rdata;
  assign {store_ready, store_error} = stored;
  assign store = '{valid: store_valid, addr: store_addr, strb: store_strb, data: store_data};

  always_comb begin
    host_req = host_raw;
    host_req.rd.ar_valid = host_raw.rd.ar_valid && !host_dead;
    host_req.wr.aw_valid = host_raw.wr.aw_valid && !host_dead;
  end
  `TB_AXI_REQ_RD(host, host_req.rd)
  `TB_AXI_REQ_WR(host, host_req.wr)
  `TB_AXI_REQ_RD(card, card_req.rd)
  `TB_AXI_REQ_WR(card, card_req.wr)
  assign host_rready = host_rsp_ready.rd && !host_dead;
  assign host_bready = host_rsp_ready.wr;

  // The model's only error is SLVERR.
  function automatic logic [1:0] resp(input logic [1:0] model, input logic decode);
    return model | {1'b0, model[1] && decode};
  endfunction
  logic [1:0] host_resp;
  assign host_resp = host_poison && host_rresp[1] ? fby_axi_pkg::RESP_POISON : resp(host_rresp, host_decode);
  assign host_rsp.rd = '{
    r: '{id: host_rid, data: host_rdata, resp: host_resp, last: host_rlast}, r_valid: host_rvalid && !host_dead
  };
  assign host_rsp.wr = '{b: '{id: host_bid, resp: resp(host_bresp, host_decode)}, b_valid: host_bvalid};
  assign card_rsp.rd = '{
    r: '{id: card_rid, data: card_rdata, resp: resp(card_rresp, card_decode), last: card_rlast}, r_valid: card_rvalid
  };
  assign card_rsp.wr = '{b: '{id: card_bid, resp: resp(card_bresp, card_decode)}, b_valid: card_bvalid};

  assign msix_valid  = message.valid;
  assign msix_vector = message.number;
  assign {bad_host_addr, bad_host_valid, bad_card_addr, bad_card_valid} = bad;
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

  fby_axi_pkg::axis_req_t [NumH2c-1:0] h2c;
  logic [NumH2c-1:0]                   h2c_ready;
  fby_axi_pkg::axis_req_t [NumC2h-1:0] c2h;
  logic [NumC2h-1:0]                   c2h_ready;

  assign h2c_tvalid = h2c[H2cPort].valid;
  assign {h2c_tlast, h2c_tkeep, h2c_tdata} = {h2c[H2cPort].beat.last, h2c[H2cPort].beat.keep, h2c[H2cPort].beat.data};
  assign c2h_tready = c2h_ready[C2hPort];

  for (genvar i = 0; i < int'(NumH2c); i++) begin : gen_h2c
    if (i == int'(H2cPort))                         assign h2c_ready[i] = h2c_tready;
    else if (i < int'(NumC2h) && i != int'(C2hPort)) assign h2c_ready[i] = c2h_ready[i];
    // Nobody looks at it. Verilator 5.032 ends badly with a constant here.
    else                                            assign h2c_ready[i] = h2c_tready;
  end
  for (genvar i = 0; i < int'(NumC2h); i++) begin : gen_c2h
    if (i == int'(C2hPort)) begin : gen_port
      assign c2h[i] = '{valid: c2h_tvalid, beat: '{note: c2h_tuser, last: c2h_tlast, keep: c2h_tkeep, data: c2h_tdata}};
    end else if (i < int'(NumH2c) && i != int'(H2cPort)) begin : gen_loop
      assign c2h[i] = h2c[i];
    end else begin : gen_none
      assign c2h[i] = '0;
    end
  end

  fby_dma #(
    .NumH2c            (NumH2c),
    .NumC2h            (NumC2h),
    .H2cStream         (H2cStream),
    .C2hStream         (C2hStream),
    .MaxReads          (MaxReads),
    .Fronts            (Fronts),
    .UpperWindow       (UpperWindow)
  ) u_dut (
    .clk_i,
    .rst_i,
    .plug_i(plug_req),
    .plug_o(plug_rsp),
    .host_req_o(host_raw),
    .host_req_ready_i('{rd: host_arready && !host_dead, wr: '{aw: host_awready && !host_dead, w: host_wready}}),
    .host_rsp_i(host_rsp),
    .host_rsp_ready_o(host_rsp_ready),
    .card_ask_o(),
    .card_room_i('1),
    .card_req_o(card_req),
    .card_req_ready_i({card_arready, card_awready, card_wready}),
    .card_rsp_i(card_rsp),
    .card_rsp_ready_o({card_rready, card_bready}),
    .h2c_o(h2c),
    .h2c_ready_i(h2c_ready),
    .c2h_i(c2h),
    .c2h_ready_o(c2h_ready),
    .usr_irq_i(usr_irq),
    .message_o(message),
    .message_ready_i(msix_ready),
    .events_o(events),
    .bad_o(bad),
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
