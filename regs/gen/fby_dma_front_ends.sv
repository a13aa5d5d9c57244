// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
/// The front ends of the engine: one block for each of the card table, in its order.
///
/// Every block has the ports of a front end that its line asks for (see rtl/dma/README.md); the rest is tied off here.
/// A front end's number is its source: it is stamped on all that it asks for, so none can speak for another.
module fby_dma_front_ends
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
  import fby_reg_pkg::*;
#(
  /// Front ends: bit n stands for that of number n of the table.
  parameter fby_cards_pkg::fronts_t Fronts = 8'b0000_0001,
  /// Movers: host-to-card ones first, then card-to-host ones; that within host memory is the last of all.
  parameter int unsigned NumH2c    = 1,
  parameter int unsigned NumC2h    = 1,
  /// Which of them have a stream at the card side.
  parameter logic [3:0]  H2cStream = 4'b0000,
  parameter logic [3:0]  C2hStream = 4'b0000,
  /// The front end that has the window for programs, if any, has the upper half of the aperture, too.
  // verilator lint_off UNUSEDPARAM
  parameter bit          UpperWindow = 1'b0,
  // verilator lint_on UNUSEDPARAM
  // Channels: movers that are not a front end's own.
  localparam int unsigned ChanH2c = NumH2c - fby_cards_pkg::num_own_h2c(Fronts),
  localparam int unsigned ChanC2h = NumC2h - fby_cards_pkg::num_own_c2h(Fronts),
  localparam int unsigned N      = ChanH2c + ChanC2h,
  localparam int unsigned Movers = NumH2c + NumC2h + fby_cards_pkg::num_h2h(Fronts),
  localparam int unsigned Words  = 2 * N + fby_cards_pkg::num_words(Fronts),
  localparam int unsigned NumFronts = $countones(Fronts),
  localparam int unsigned Lines  = fby_regs_pkg::CARD_USER_LINES
) (
  input  logic                                    clk_i,
  input  logic                                    rst_i,
  input  plug_req_t [NumFronts-1:0]               plug_i,
  output plug_rsp_t [NumFronts-1:0]               plug_o,
  output dma_offer_t [NumFronts-1:0][Movers-1:0]  offer_o,
  input  logic [NumFronts-1:0][Movers-1:0]        offer_ready_i,
  input  dma_answer_t [NumFronts-1:0][Movers-1:0] answer_i,
  output logic [NumFronts-1:0][Movers-1:0]        answer_ready_o,
  /// A data beat of that front end moved in that mover.
  input  logic [NumFronts-1:0][Movers-1:0]        beat_i,
  /// Status words, two for each channel, then those of other front ends.
  output dma_word_offer_t [Words-1:0]             word_o,
  input  logic [Words-1:0]                        word_ready_i,
  input  dma_word_done_t [Words-1:0]              word_done_i,
  /// What each reads for itself.
  output axi_rd_req_t [NumFronts-1:0]             read_req_o,
  input  logic [NumFronts-1:0]                    read_req_ready_i,
  input  axi_rd_rsp_t [NumFronts-1:0]             read_rsp_i,
  output logic [NumFronts-1:0]                    read_rsp_ready_o,
  /// Channel lines and user lines, level.
  output logic [N-1:0]                            chan_lines_o,
  output logic [Lines-1:0]                        user_lines_o,
  output dma_front_events_t [NumFronts-1:0]       events_o
);

  // As the front ends say it, before it is stamped.
  dma_offer_t [NumFronts-1:0][Movers-1:0] offer;
  dma_word_offer_t [Words-1:0]            word;
  axi_rd_req_t [NumFronts-1:0]            read_req;
  // Of each front end.
  logic [NumFronts-1:0][Lines-1:0]        user_lines;

  /// Whether a mover is a channel's.
  function automatic bit is_channel(input int unsigned mover);
    return mover < ChanH2c || (mover >= NumH2c && mover < NumH2c + ChanC2h);
  endfunction

  /// First memory-mapped mover of a direction, or `none`.
  function automatic int unsigned first_memory(input int unsigned num, input logic [3:0] stream,
                                               input int unsigned none);
    for (int unsigned i = 0; i < num; i++) if (!stream[i]) return i;
    return none;
  endfunction

  // ---- 0: xdma ----

  if (Fronts[0]) begin : gen_xdma
    localparam int unsigned P = fby_cards_pkg::front_place(Fronts, 0);

    fby_xdma #(
      .NumH2c   (ChanH2c),
      .NumC2h   (ChanC2h),
      .H2cStream(H2cStream & 4'((1 << ChanH2c) - 1)),
      .C2hStream(C2hStream & 4'((1 << ChanC2h) - 1))
    ) u_front (
      .clk_i, .rst_i,
      .quiesce_i(plug_i[P].quiesce), .busy_o(plug_o[P].busy), .moved_o(plug_o[P].moved),
      .reg_i(plug_i[P].regs), .reg_o(plug_o[P].regs),
      .store_i(plug_i[P].store), .store_o(plug_o[P].stored),
      .offer_o({offer[P][NumH2c+:ChanC2h], offer[P][0+:ChanH2c]}),
      .offer_ready_i({offer_ready_i[P][NumH2c+:ChanC2h], offer_ready_i[P][0+:ChanH2c]}),
      .answer_i({answer_i[P][NumH2c+:ChanC2h], answer_i[P][0+:ChanH2c]}),
      .answer_ready_o({answer_ready_o[P][NumH2c+:ChanC2h], answer_ready_o[P][0+:ChanH2c]}),
      .beat_i({beat_i[P][NumH2c+:ChanC2h], beat_i[P][0+:ChanH2c]}),
      .word_o(word[2*N-1:0]), .word_ready_i(word_ready_i[2*N-1:0]),
      .word_done_i(word_done_i[2*N-1:0]),
      .read_req_o(read_req[P]), .read_req_ready_i(read_req_ready_i[P]),
      .read_rsp_i(read_rsp_i[P]), .read_rsp_ready_o(read_rsp_ready_o[P]),
      .lines_o(chan_lines_o),
      .events_o(events_o[P])
    );

    assign user_lines[P] = '0;
    assign plug_o[P].window = '0;

    logic unused;
    assign unused = &{1'b0, plug_i[P].window};

    for (genvar i = 0; i < int'(Movers); i++) begin : gen_none
      if (!is_channel(i)) begin : gen_tie
        assign offer[P][i]          = '0;
        assign answer_ready_o[P][i] = 1'b0;

        logic unused_mover;
        assign unused_mover = &{1'b0, offer_ready_i[P][i], answer_i[P][i], beat_i[P][i]};
      end
    end
  end

  // ---- 1: copy ----

  if (Fronts[1]) begin : gen_copy
    localparam int unsigned P = fby_cards_pkg::front_place(Fronts, 1);
    localparam int unsigned FirstC2h = first_memory(NumC2h, C2hStream, Movers);
    logic [0:0] lines;

    fby_copy #(
      .Movers  (Movers),
      .H2cMover(first_memory(NumH2c, H2cStream, Movers)),
      .C2hMover(FirstC2h == Movers ? Movers : NumH2c + FirstC2h),
      .H2hMover(NumH2c + NumC2h)
    ) u_front (
      .clk_i, .rst_i,
      .quiesce_i(plug_i[P].quiesce), .busy_o(plug_o[P].busy), .moved_o(plug_o[P].moved),
      .reg_i(plug_i[P].regs), .reg_o(plug_o[P].regs),
      .offer_o(offer[P]),
      .offer_ready_i(offer_ready_i[P]),
      .answer_i(answer_i[P]),
      .answer_ready_o(answer_ready_o[P]),
      .beat_i(beat_i[P]),
      .lines_o(lines),
      .events_o(events_o[P])
    );

    assign user_lines[P] = Lines'(lines) << fby_cards_pkg::FRONT_END_COPY.line_first;
    assign plug_o[P].stored = '0;
    assign plug_o[P].window = '0;
    assign read_req[P] = '0;
    assign read_rsp_ready_o[P] = 1'b0;

    logic unused;
    assign unused = &{1'b0, plug_i[P].store, plug_i[P].window, read_req_ready_i[P], read_rsp_i[P]};
  end

  // ---- 2: udma ----

  if (Fronts[2]) begin : gen_udma
    localparam int unsigned P = fby_cards_pkg::front_place(Fronts, 2);
    localparam int unsigned W = 2 * N + fby_cards_pkg::word_place(Fronts, 2);
    localparam int unsigned FirstC2h = first_memory(NumC2h, C2hStream, Movers);
    logic [0:0] lines;

    fby_udma #(
      .Movers  (Movers),
      .H2cMover(first_memory(NumH2c, H2cStream, Movers)),
      .C2hMover(FirstC2h == Movers ? Movers : NumH2c + FirstC2h),
      .H2hMover(NumH2c + NumC2h),
      .UpperWindow(UpperWindow)
    ) u_front (
      .clk_i, .rst_i,
      .quiesce_i(plug_i[P].quiesce), .busy_o(plug_o[P].busy), .moved_o(plug_o[P].moved),
      .reg_i(plug_i[P].regs), .reg_o(plug_o[P].regs),
      .offer_o(offer[P]),
      .offer_ready_i(offer_ready_i[P]),
      .answer_i(answer_i[P]),
      .answer_ready_o(answer_ready_o[P]),
      .beat_i(beat_i[P]),
      .word_o(word[W]), .word_ready_i(word_ready_i[W]),
      .word_done_i(word_done_i[W]),
      .window_i(plug_i[P].window), .window_o(plug_o[P].window),
      .read_req_o(read_req[P]), .read_req_ready_i(read_req_ready_i[P]),
      .read_rsp_i(read_rsp_i[P]), .read_rsp_ready_o(read_rsp_ready_o[P]),
      .lines_o(lines),
      .events_o(events_o[P])
    );

    assign user_lines[P] = Lines'(lines) << fby_cards_pkg::FRONT_END_UDMA.line_first;
    assign plug_o[P].stored = '0;

    logic unused;
    assign unused = &{1'b0, plug_i[P].store};
  end

  // ---- 3: s2mm ----

  if (Fronts[3]) begin : gen_s2mm
    localparam int unsigned P = fby_cards_pkg::front_place(Fronts, 3);
    localparam int unsigned W = 2 * N + fby_cards_pkg::word_place(Fronts, 3);
    logic [0:0] lines;

    fby_s2mm u_front (
      .clk_i, .rst_i,
      .quiesce_i(plug_i[P].quiesce), .busy_o(plug_o[P].busy), .moved_o(plug_o[P].moved),
      .reg_i(plug_i[P].regs), .reg_o(plug_o[P].regs),
      .offer_o(offer[P][NumH2c+NumC2h-1]),
      .offer_ready_i(offer_ready_i[P][NumH2c+NumC2h-1]),
      .answer_i(answer_i[P][NumH2c+NumC2h-1]),
      .answer_ready_o(answer_ready_o[P][NumH2c+NumC2h-1]),
      .beat_i(beat_i[P][NumH2c+NumC2h-1]),
      .word_o(word[W]), .word_ready_i(word_ready_i[W]),
      .word_done_i(word_done_i[W]),
      .lines_o(lines),
      .events_o(events_o[P])
    );

    assign user_lines[P] = Lines'(lines) << fby_cards_pkg::FRONT_END_S2MM.line_first;
    assign plug_o[P].stored = '0;
    assign plug_o[P].window = '0;
    assign read_req[P] = '0;
    assign read_rsp_ready_o[P] = 1'b0;

    logic unused;
    assign unused = &{1'b0, plug_i[P].store, plug_i[P].window, read_req_ready_i[P], read_rsp_i[P]};

    for (genvar i = 0; i < int'(Movers); i++) begin : gen_none
      if (i != int'(NumH2c+NumC2h-1)) begin : gen_tie
        assign offer[P][i]          = '0;
        assign answer_ready_o[P][i] = 1'b0;

        logic unused_mover;
        assign unused_mover = &{1'b0, offer_ready_i[P][i], answer_i[P][i], beat_i[P][i]};
      end
    end
  end

  // ---- 4: mm2s ----

  if (Fronts[4]) begin : gen_mm2s
    localparam int unsigned P = fby_cards_pkg::front_place(Fronts, 4);
    localparam int unsigned W = 2 * N + fby_cards_pkg::word_place(Fronts, 4);
    logic [0:0] lines;

    fby_mm2s u_front (
      .clk_i, .rst_i,
      .quiesce_i(plug_i[P].quiesce), .busy_o(plug_o[P].busy), .moved_o(plug_o[P].moved),
      .reg_i(plug_i[P].regs), .reg_o(plug_o[P].regs),
      .offer_o(offer[P][NumH2c-1]),
      .offer_ready_i(offer_ready_i[P][NumH2c-1]),
      .answer_i(answer_i[P][NumH2c-1]),
      .answer_ready_o(answer_ready_o[P][NumH2c-1]),
      .beat_i(beat_i[P][NumH2c-1]),
      .word_o(word[W]), .word_ready_i(word_ready_i[W]),
      .word_done_i(word_done_i[W]),
      .lines_o(lines),
      .events_o(events_o[P])
    );

    assign user_lines[P] = Lines'(lines) << fby_cards_pkg::FRONT_END_MM2S.line_first;
    assign plug_o[P].stored = '0;
    assign plug_o[P].window = '0;
    assign read_req[P] = '0;
    assign read_rsp_ready_o[P] = 1'b0;

    logic unused;
    assign unused = &{1'b0, plug_i[P].store, plug_i[P].window, read_req_ready_i[P], read_rsp_i[P]};

    for (genvar i = 0; i < int'(Movers); i++) begin : gen_none
      if (i != int'(NumH2c-1)) begin : gen_tie
        assign offer[P][i]          = '0;
        assign answer_ready_o[P][i] = 1'b0;

        logic unused_mover;
        assign unused_mover = &{1'b0, offer_ready_i[P][i], answer_i[P][i], beat_i[P][i]};
      end
    end
  end

  if (!Fronts[0] || (Fronts & ~fby_cards_pkg::FRONT_ENDS) != '0) begin : gen_bad_fronts
    $error("fby_dma_front_ends: Fronts must have bit 0, and none above 4");
  end

  // ---- whose it is ----

  localparam fby_cards_pkg::numbers_t Numbers     = fby_cards_pkg::front_numbers(Fronts);
  localparam fby_cards_pkg::numbers_t WordNumbers = fby_cards_pkg::word_numbers(Fronts);

  always_comb begin
    user_lines_o = '0;
    for (int unsigned f = 0; f < NumFronts; f++) begin
      user_lines_o |= user_lines[f];
      for (int unsigned m = 0; m < Movers; m++) begin
        offer_o[f][m]        = offer[f][m];
        offer_o[f][m].source = Numbers[f];
      end
      read_req_o[f]        = read_req[f];
      read_req_o[f].ar.who = '{
        purpose: PURPOSE_BITS'(fby_regs_pkg::CARD_PURPOSE_DESCRIPTOR),
        source:  Numbers[f]
      };
    end
  end

  // Those of channels are the first one's.
  always_comb begin
    for (int unsigned w = 0; w < Words; w++) begin
      word_o[w]        = word[w];
      word_o[w].source = w < 2 * N ? '0 : WordNumbers[w-2*N];
    end
  end

endmodule
