// SPDX-License-Identifier: Apache-2.0

/// DMA engine: front ends that ask for transfers, the back end that moves the bytes, interrupts. 1 to 4 movers per direction,
/// each memory-mapped or streaming. Everything here is wiring; see README.md for the picture.
module fby_dma
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
#(
  /// Host-to-card and card-to-host movers, 1 to 4 each: those of channels, then those that are a front end's own.
  parameter int unsigned NumH2c             = 1,
  parameter int unsigned NumC2h             = 1,
  /// Which of them are streams.
  parameter logic [3:0]  H2cStream          = 4'b0000,
  parameter logic [3:0]  C2hStream          = 4'b0000,
  /// Reads outstanding on the host bus, all channels together.
  parameter int unsigned MaxReads           = fby_regs_pkg::CARD_DMA_READS,
  /// Reads outstanding per host-to-card channel; a power of two, at least FRONT_READS for each channel.
  parameter int unsigned ReadSlots          = fby_regs_pkg::CARD_DMA_READS,
  /// Writes outstanding per card-to-host channel; a power of two.
  parameter int unsigned WriteSlots         = fby_regs_pkg::CARD_DMA_WRITES,
  /// Beats a host-to-card channel can have in flight; a power of two. Rate times round trip, or it limits the rate.
  parameter int unsigned H2cFifoBeats       = fby_regs_pkg::CARD_DMA_H2C_BEATS,
  /// Beats a card-to-host channel can hold; a power of two.
  parameter int unsigned C2hFifoBeats       = fby_regs_pkg::CARD_DMA_C2H_BEATS,
  /// Front ends: bit n stands for that of number n of the card table.
  parameter fby_cards_pkg::fronts_t Fronts  = 8'b0000_0001,
  /// The front end that has the window for programs has the upper half of the aperture, too.
  parameter bit          UpperWindow        = 1'b0,
  /// Message vectors.
  parameter int unsigned NumVectors         = 32,
  localparam int unsigned NumFronts         = $countones(Fronts)
) (
  input  logic                   clk_i,
  input  logic                   rst_i,

  /// Register pages and rest of each front end; the interrupt pages are in that of the first, which has 64 KiB.
  input  fby_reg_pkg::plug_req_t [NumFronts-1:0] plug_i,
  output fby_reg_pkg::plug_rsp_t [NumFronts-1:0] plug_o,

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

  localparam int unsigned N      = NumH2c + NumC2h;
  localparam int unsigned NumH2h = fby_cards_pkg::num_h2h(Fronts);
  localparam int unsigned Movers = N + NumH2h;
  /// Channels: movers that are not a front end's own.
  localparam int unsigned ChanH2c = NumH2c - fby_cards_pkg::num_own_h2c(Fronts);
  localparam int unsigned ChanC2h = NumC2h - fby_cards_pkg::num_own_c2h(Fronts);
  /// Status words: two for each channel, then those of other front ends.
  localparam int unsigned Words  = 2 * (ChanH2c + ChanC2h) + fby_cards_pkg::num_words(Fronts);

  if (ReadSlots < N * FRONT_READS) begin : gen_bad_parameters
    $error("fby_dma: ReadSlots must hold the descriptor reads of all channels");
  end

  // ---- front ends ----

  dma_offer_t [NumFronts-1:0][Movers-1:0]  offer;
  dma_answer_t [NumFronts-1:0][Movers-1:0] answer;
  logic [NumFronts-1:0][Movers-1:0]        offer_ready, answer_ready, front_beat;
  dma_word_offer_t [Words-1:0]             word;
  dma_word_done_t [Words-1:0]              word_done;
  logic [Words-1:0]                        word_ready;
  axi_rd_req_t [NumFronts-1:0]             front_req;
  axi_rd_rsp_t [NumFronts-1:0]             front_rsp;
  logic [NumFronts-1:0]                    front_req_ready, front_rsp_ready;
  fby_reg_pkg::plug_req_t [NumFronts-1:0]  plug_req;
  fby_reg_pkg::plug_rsp_t [NumFronts-1:0]  plug_rsp;
  logic [ChanH2c+ChanC2h-1:0]              chan_lines;
  logic [fby_regs_pkg::CARD_USER_LINES-1:0] front_lines;
  dma_front_events_t [NumFronts-1:0]       front_events;
  logic                                    word_busy;

  fby_dma_front_ends #(
    .Fronts   (Fronts),
    .NumH2c   (NumH2c),
    .NumC2h   (NumC2h),
    .H2cStream(H2cStream),
    .C2hStream(C2hStream), .UpperWindow(UpperWindow)
  ) u_fronts (
    .clk_i, .rst_i,
    .plug_i(plug_req), .plug_o(plug_rsp),
    .offer_o(offer), .offer_ready_i(offer_ready), .answer_i(answer), .answer_ready_o(answer_ready),
    .beat_i (front_beat),
    .word_o (word), .word_ready_i(word_ready), .word_done_i(word_done),
    .read_req_o(front_req), .read_req_ready_i(front_req_ready),
    .read_rsp_i(front_rsp), .read_rsp_ready_o(front_rsp_ready),
    .chan_lines_o(chan_lines), .user_lines_o(front_lines),
    .events_o(front_events)
  );

  // ---- interrupts ----

  fby_reg_pkg::reg_req_t irq_req;
  fby_reg_pkg::reg_rsp_t irq_rsp;
  logic                  irq_sel;

  // The address stands until the answer.
  assign irq_sel = plug_i[0].regs.addr[15:12] == fby_regs_pkg::INTERRUPTS_IRQ_BASE[15:12] ||
                   plug_i[0].regs.addr[15:12] == fby_regs_pkg::INTERRUPTS_MSIX_TABLE_BASE[15:12];

  always_comb begin
    plug_req               = plug_i;
    plug_req[0].regs.valid = plug_i[0].regs.valid && !irq_sel;
    plug_o                 = plug_rsp;
    if (irq_sel) plug_o[0].regs = irq_rsp;
    irq_req                = plug_i[0].regs;
    irq_req.valid          = plug_i[0].regs.valid && irq_sel;
  end

  fby_irq #(.NumChannels(ChanH2c + ChanC2h), .NumVectors(NumVectors)) u_irq (
    .clk_i, .rst_i,
    .reg_i (irq_req),
    .reg_o (irq_rsp),
    .user_i(usr_irq_i | front_lines),
    .chan_i(chan_lines),
    .message_o, .message_ready_i
  );

  // ---- movers: those with a stream belong to one front end, the others to whoever asks ----

  dma_offer_t [Movers-1:0]        mover_offer;
  dma_answer_t [Movers-1:0]       mover_answer;
  logic [Movers-1:0]              mover_offer_ready, mover_answer_ready, beat;

  // The last stream of a direction may be a front end's own.
  localparam logic [Movers-1:0][2:0] Owners = (3*Movers)'(fby_cards_pkg::own_h2c_front(Fronts)) << 3*(NumH2c - 1) |
                                              (3*Movers)'(fby_cards_pkg::own_c2h_front(Fronts)) << 3*(N - 1);

  fby_dma_shares #(
    .NumFronts(NumFronts), .Movers(Movers),
    .Stream(Movers'({C2hStream[NumC2h-1:0], H2cStream[NumH2c-1:0]})), .Owner(Owners)
  ) u_shares (
    .clk_i, .rst_i,
    .offer_i(offer), .offer_ready_o(offer_ready), .answer_o(answer), .answer_ready_i(answer_ready),
    .beat_o (front_beat),
    .offer_o(mover_offer), .offer_ready_i(mover_offer_ready),
    .answer_i(mover_answer), .answer_ready_o(mover_answer_ready),
    .beat_i (beat)
  );

  // ---- back end ----

  localparam int unsigned Readers = NumH2c + NumH2h;
  localparam int unsigned Writers = NumC2h + NumH2h;

  axi_rd_req_t [Readers-1:0]   down_req;
  axi_rd_rsp_t [Readers-1:0]   down_rsp;
  logic [Readers-1:0]          down_req_ready, down_rsp_ready;
  axi_wr_req_t [Writers-1:0]   up_req;
  axi_wr_ready_t [Writers-1:0] up_req_ready;
  axi_wr_rsp_t [Writers-1:0]   up_rsp;
  logic [Writers-1:0]          up_rsp_ready;
  axi_wr_req_t                word_req;
  axi_wr_ready_t              word_req_ready;
  axi_wr_rsp_t                word_rsp;
  logic                       word_rsp_ready;
  dma_mover_events_t [Movers-1:0] mover_events;

  fby_dma_h2c_movers #(
    .Num      (NumH2c),
    .Stream   (H2cStream[NumH2c-1:0]),
    .ReadSlots(ReadSlots),
    .FifoBeats(H2cFifoBeats)
  ) u_h2c (
    .clk_i, .rst_i,
    .offer_i(mover_offer[NumH2c-1:0]), .offer_ready_o(mover_offer_ready[NumH2c-1:0]),
    .answer_o(mover_answer[NumH2c-1:0]), .answer_ready_i(mover_answer_ready[NumH2c-1:0]),
    .host_req_o(down_req[NumH2c-1:0]), .host_req_ready_i(down_req_ready[NumH2c-1:0]),
    .host_rsp_i(down_rsp[NumH2c-1:0]), .host_rsp_ready_o(down_rsp_ready[NumH2c-1:0]),
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
    .offer_i(mover_offer[N-1:NumH2c]), .offer_ready_o(mover_offer_ready[N-1:NumH2c]),
    .answer_o(mover_answer[N-1:NumH2c]), .answer_ready_i(mover_answer_ready[N-1:NumH2c]),
    .host_req_o(up_req[NumC2h-1:0]), .host_req_ready_i(up_req_ready[NumC2h-1:0]),
    .host_rsp_i(up_rsp[NumC2h-1:0]), .host_rsp_ready_o(up_rsp_ready[NumC2h-1:0]),
    .card_req_o(card_req_o.rd), .card_req_ready_i(card_req_ready_i.rd),
    .card_rsp_i(card_rsp_i.rd), .card_rsp_ready_o(card_rsp_ready_o.rd),
    .s_i(c2h_i), .s_ready_o(c2h_ready_o),
    .events_o(mover_events[N-1:NumH2c])
  );

  if (NumH2h > 0) begin : gen_h2h
    // As the movers between host and card, but that both its sides are far away.
    fby_dma_h2h #(
      .ReadSlots (ReadSlots),
      .WriteSlots(WriteSlots),
      .ReadBeats (H2cFifoBeats),
      .WriteBeats(C2hFifoBeats)
    ) u_h2h (
      .clk_i, .rst_i,
      .offer_i(mover_offer[N]), .offer_ready_o(mover_offer_ready[N]),
      .answer_o(mover_answer[N]), .answer_ready_i(mover_answer_ready[N]),
      .rd_req_o(down_req[NumH2c]), .rd_req_ready_i(down_req_ready[NumH2c]),
      .rd_rsp_i(down_rsp[NumH2c]), .rd_rsp_ready_o(down_rsp_ready[NumH2c]),
      .wr_req_o(up_req[NumC2h]), .wr_req_ready_i(up_req_ready[NumC2h]),
      .wr_rsp_i(up_rsp[NumC2h]), .wr_rsp_ready_o(up_rsp_ready[NumC2h]),
      .events_o(mover_events[N])
    );
  end

  fby_dma_status_writer #(
    .NumWords(Words), .Many(Words'(many_words(ChanH2c, ChanC2h, C2hStream)))
  ) u_status_writer (
    .clk_i, .rst_i,
    .word_i(word), .word_ready_o(word_ready), .done_o(word_done), .busy_o(word_busy),
    .m_req_o(word_req), .m_req_ready_i(word_req_ready), .m_rsp_i(word_rsp), .m_rsp_ready_o(word_rsp_ready)
  );

  fby_dma_host #(
    .NumReaders(Readers),
    .NumWriters(Writers),
    .NumFronts (NumFronts),
    .MaxReads  (MaxReads),
    .ReadSlots (ReadSlots),
    .WordIds   (Words)
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

  logic [Movers-1:0]    no_room, mover_busy, down, up;
  logic [NumFronts-1:0] front_busy;

  always_comb begin
    for (int unsigned m = 0; m < Movers; m++) begin
      beat[m]       = mover_events[m].beat;
      no_room[m]    = mover_events[m].no_room;
      mover_busy[m] = mover_events[m].busy;
      down[m]       = m < NumH2c;
      up[m]         = m >= NumH2c && m < N;
    end
    for (int unsigned f = 0; f < NumFronts; f++) front_busy[f] = plug_rsp[f].busy;
  end

  fby_dma_pulses #(.NumFronts(NumFronts)) u_pulses (
    .clk_i, .rst_i, .front_i(front_events),
    .desc_done_o(events_o.desc_done), .host_error_o(events_o.host_error), .card_error_o(events_o.card_error), .bad_o
  );

  assign events_o.h2c_beat   = (beat & down) != '0;
  assign events_o.c2h_beat   = (beat & up) != '0;
  assign events_o.host_read  = host_req_o.rd.ar_valid && host_req_ready_i.rd;
  assign events_o.host_write = host_req_o.wr.aw_valid && host_req_ready_i.wr.aw;
  assign events_o.no_room    = no_room != '0;
  assign events_o.message    = message_o.valid && message_ready_i;

  assign busy_o = front_busy != '0 || mover_busy != '0 || word_busy || message_o.valid;

endmodule
