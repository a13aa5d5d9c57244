// SPDX-License-Identifier: Apache-2.0

/// Scatter-gather DMA engine with the XDMA register map: 1 to 4 channels per direction, each memory-mapped or
/// streaming. See README.md for the picture.
///
/// Everything here is wiring: the front end asks, the back end moves.
module fby_dma
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
#(
  /// Host-to-card channels, 1 to 4.
  parameter int unsigned NumH2c             = 1,
  /// Card-to-host channels, 1 to 4.
  parameter int unsigned NumC2h             = 1,
  /// Which host-to-card channels are streams.
  parameter logic [3:0]  H2cStream          = 4'b0000,
  /// Which card-to-host channels are streams.
  parameter logic [3:0]  C2hStream          = 4'b0000,
  /// Reads outstanding on the host bus, all channels together.
  parameter int unsigned MaxReads           = 32,
  /// Reads outstanding per host-to-card channel; a power of two, at least the number of channels.
  parameter int unsigned ReadSlots          = 32,
  /// Writes outstanding per card-to-host channel; a power of two.
  parameter int unsigned WriteSlots         = 8,
  /// Beats a host-to-card channel can have in flight; a power of two. Rate times round trip, or it limits the rate.
  parameter int unsigned H2cFifoBeats       = 512,
  /// Beats a card-to-host channel can hold; a power of two.
  parameter int unsigned C2hFifoBeats       = 64,
  /// Free number of the card's builder.
  parameter logic [15:0] SystemId           = 16'h0000
) (
  input  logic                   clk_i,
  input  logic                   rst_i,

  /// The 64 KiB of BAR2.
  input  fby_reg_pkg::reg_req_t  reg_i,
  output fby_reg_pkg::reg_rsp_t  reg_o,

  output axi_req_t               host_req_o,
  input  axi_req_ready_t         host_req_ready_i,
  input  axi_rsp_t               host_rsp_i,
  output axi_rsp_ready_t         host_rsp_ready_o,

  /// Asked by each host-to-card channel ahead of each write burst: is there room where it goes?
  output axi_ask_t [NumH2c-1:0]  card_ask_o,
  input  logic [NumH2c-1:0]      card_room_i,
  output axi_req_t               card_req_o,
  input  axi_req_ready_t         card_req_ready_i,
  input  axi_rsp_t               card_rsp_i,
  output axi_rsp_ready_t         card_rsp_ready_o,

  /// Streams of the host-to-card channels; silent on memory-mapped ones.
  output axis_req_t [NumH2c-1:0] h2c_o,
  input  logic [NumH2c-1:0]      h2c_ready_i,
  /// Streams of the card-to-host channels; refused on memory-mapped ones.
  input  axis_req_t [NumC2h-1:0] c2h_i,
  output logic [NumC2h-1:0]      c2h_ready_o,

  /// User interrupt lines, level.
  input  logic [fby_regs_pkg::CARD_USER_LINES-1:0] usr_irq_i,
  output dma_message_t           message_o,
  input  logic                   message_ready_i,

  output dma_events_t            events_o,
  /// Addresses of the latest failed accesses, valid for one cycle.
  output dma_bad_t               bad_o,
  /// Some channel runs or some write-back is under way.
  output logic                   busy_o
);

  localparam int unsigned N = NumH2c + NumC2h;

  if (ReadSlots < N) begin : gen_bad_slots
    $error("fby_dma: ReadSlots must be at least the number of channels");
  end

  // ---- front end ----

  dma_offer_t [N-1:0]        offer;
  dma_answer_t [N-1:0]       answer;
  logic [N-1:0]              offer_ready, answer_ready, beat;
  dma_word_offer_t [2*N-1:0] word;
  dma_word_done_t [2*N-1:0]  word_done;
  logic [2*N-1:0]            word_ready;
  axi_rd_req_t               front_raw, front_req;
  axi_rd_rsp_t               front_rsp;
  logic                      front_req_ready, front_rsp_ready, front_busy, word_busy;
  dma_front_events_t         front_events;

  fby_xdma #(
    .NumH2c   (NumH2c),
    .NumC2h   (NumC2h),
    .H2cStream(H2cStream),
    .C2hStream(C2hStream),
    .SystemId (SystemId)
  ) u_xdma (
    .clk_i, .rst_i, .reg_i, .reg_o,
    .offer_o(offer), .offer_ready_i(offer_ready), .answer_i(answer), .answer_ready_o(answer_ready),
    .beat_i (beat),
    .word_o (word), .word_ready_i(word_ready), .word_done_i(word_done),
    .read_req_o(front_raw), .read_req_ready_i(front_req_ready),
    .read_rsp_i(front_rsp), .read_rsp_ready_o(front_rsp_ready),
    .usr_irq_i, .message_o, .message_ready_i,
    .events_o(front_events),
    .busy_o  (front_busy)
  );

  // What a front end reads for itself are descriptors.
  always_comb begin
    front_req        = front_raw;
    front_req.ar.who = '{purpose: PURPOSE_BITS'(fby_regs_pkg::CARD_PURPOSE_DESCRIPTOR), source: '0};
  end

  // ---- back end ----

  axi_rd_req_t [NumH2c-1:0]   down_req;
  axi_rd_rsp_t [NumH2c-1:0]   down_rsp;
  logic [NumH2c-1:0]          down_req_ready, down_rsp_ready;
  axi_wr_req_t [NumC2h-1:0]   up_req;
  axi_wr_ready_t [NumC2h-1:0] up_req_ready;
  axi_wr_rsp_t [NumC2h-1:0]   up_rsp;
  logic [NumC2h-1:0]          up_rsp_ready;
  axi_wr_req_t                word_req;
  axi_wr_ready_t              word_req_ready;
  axi_wr_rsp_t                word_rsp;
  logic                       word_rsp_ready;
  dma_mover_events_t [N-1:0]  mover_events;

  fby_dma_h2c_movers #(
    .Num      (NumH2c),
    .Stream   (H2cStream[NumH2c-1:0]),
    .ReadSlots(ReadSlots),
    .FifoBeats(H2cFifoBeats)
  ) u_h2c (
    .clk_i, .rst_i,
    .offer_i(offer[NumH2c-1:0]), .offer_ready_o(offer_ready[NumH2c-1:0]),
    .answer_o(answer[NumH2c-1:0]), .answer_ready_i(answer_ready[NumH2c-1:0]),
    .host_req_o(down_req), .host_req_ready_i(down_req_ready), .host_rsp_i(down_rsp), .host_rsp_ready_o(down_rsp_ready),
    .card_ask_o, .card_room_i,
    .card_req_o(card_req_o.wr), .card_req_ready_i(card_req_ready_i.wr),
    .card_rsp_i(card_rsp_i.wr), .card_rsp_ready_o(card_rsp_ready_o.wr),
    .m_o(h2c_o), .m_ready_i(h2c_ready_i),
    .events_o(mover_events[NumH2c-1:0])
  );

  fby_dma_c2h_movers #(
    .Num       (NumC2h),
    .Stream    (C2hStream[NumC2h-1:0]),
    .WriteSlots(WriteSlots),
    .FifoBeats (C2hFifoBeats)
  ) u_c2h (
    .clk_i, .rst_i,
    .offer_i(offer[N-1:NumH2c]), .offer_ready_o(offer_ready[N-1:NumH2c]),
    .answer_o(answer[N-1:NumH2c]), .answer_ready_i(answer_ready[N-1:NumH2c]),
    .host_req_o(up_req), .host_req_ready_i(up_req_ready), .host_rsp_i(up_rsp), .host_rsp_ready_o(up_rsp_ready),
    .card_req_o(card_req_o.rd), .card_req_ready_i(card_req_ready_i.rd),
    .card_rsp_i(card_rsp_i.rd), .card_rsp_ready_o(card_rsp_ready_o.rd),
    .s_i(c2h_i), .s_ready_o(c2h_ready_o),
    .events_o(mover_events[N-1:NumH2c])
  );

  fby_dma_status_writer #(
    .NumWords(2 * N)
  ) u_status_writer (
    .clk_i, .rst_i,
    .word_i(word), .word_ready_o(word_ready), .done_o(word_done), .busy_o(word_busy),
    .m_req_o(word_req), .m_req_ready_i(word_req_ready), .m_rsp_i(word_rsp), .m_rsp_ready_o(word_rsp_ready)
  );

  fby_dma_host #(
    .NumReaders(NumH2c),
    .NumWriters(NumC2h),
    .MaxReads  (MaxReads),
    .ReadSlots (ReadSlots),
    .WordIds   (2 * N)
  ) u_host (
    .clk_i, .rst_i,
    .rd_req_i(down_req), .rd_req_ready_o(down_req_ready), .rd_rsp_o(down_rsp), .rd_rsp_ready_i(down_rsp_ready),
    .wr_req_i(up_req), .wr_req_ready_o(up_req_ready), .wr_rsp_o(up_rsp), .wr_rsp_ready_i(up_rsp_ready),
    .front_req_i(front_req), .front_req_ready_o(front_req_ready),
    .front_rsp_o(front_rsp), .front_rsp_ready_i(front_rsp_ready),
    .word_req_i(word_req), .word_req_ready_o(word_req_ready),
    .word_rsp_o(word_rsp), .word_rsp_ready_i(word_rsp_ready),
    .host_req_o, .host_req_ready_i, .host_rsp_i, .host_rsp_ready_o
  );

  // ---- what is counted ----

  logic [N-1:0] no_room, mover_busy;
  always_comb begin
    for (int unsigned i = 0; i < N; i++) begin
      beat[i]       = mover_events[i].beat;
      no_room[i]    = mover_events[i].no_room;
      mover_busy[i] = mover_events[i].busy;
    end
  end

  always_comb begin
    events_o.h2c_beat   = beat[NumH2c-1:0] != '0;
    events_o.c2h_beat   = beat[N-1:NumH2c] != '0;
    events_o.host_read  = host_req_o.rd.ar_valid && host_req_ready_i.rd;
    events_o.host_write = host_req_o.wr.aw_valid && host_req_ready_i.wr.aw;
    events_o.no_room    = no_room != '0;
    events_o.desc_done  = front_events.desc_done;
    events_o.host_error = front_events.host_error;
    events_o.card_error = front_events.card_error;
    events_o.message    = front_events.message;
  end

  assign bad_o  = front_events.bad;
  assign busy_o = front_busy || mover_busy != '0 || word_busy;

endmodule
