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
  /// Front ends, from the first of the table on.
  parameter int unsigned NumFronts = 1,
  /// Channels per direction. Their movers come first, host-to-card ones ahead; that within host memory is the last.
  parameter int unsigned NumH2c    = 1,
  parameter int unsigned NumC2h    = 1,
  /// Which of them have a stream at the card side.
  parameter logic [3:0]  H2cStream = 4'b0000,
  parameter logic [3:0]  C2hStream = 4'b0000,
  /// The front end that has the window for programs, if any, has the upper half of the aperture, too.
  // verilator lint_off UNUSEDPARAM
  parameter bit          UpperWindow = 1'b0,
  // verilator lint_on UNUSEDPARAM
  localparam int unsigned N      = NumH2c + NumC2h,
  localparam int unsigned Movers = N + fby_cards_pkg::num_h2h(NumFronts),
  localparam int unsigned Words  = 2 * N + fby_cards_pkg::num_words(NumFronts),
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

  /// First memory-mapped mover of a direction, or `none`.
  function automatic int unsigned first_memory(input int unsigned num, input logic [3:0] stream,
                                               input int unsigned none);
    for (int unsigned i = 0; i < num; i++) if (!stream[i]) return i;
    return none;
  endfunction

  /// Whose a word is. Without single words the number does not matter.
  // verilator lint_off UNUSEDSIGNAL
  function automatic dma_source_t word_source(input int unsigned word_number);
    // verilator lint_on UNUSEDSIGNAL
    if (word_number == 2 * N + 0) return dma_source_t'(2);
    return '0;
  endfunction

  // ---- 0: xdma ----

  if (NumFronts > 0) begin : gen_xdma
    fby_xdma #(
      .NumH2c   (NumH2c),
      .NumC2h   (NumC2h),
      .H2cStream(H2cStream),
      .C2hStream(C2hStream)
    ) u_front (
      .clk_i, .rst_i,
      .quiesce_i(plug_i[0].quiesce), .busy_o(plug_o[0].busy), .moved_o(plug_o[0].moved),
      .reg_i(plug_i[0].regs), .reg_o(plug_o[0].regs),
      .store_i(plug_i[0].store), .store_o(plug_o[0].stored),
      .offer_o(offer[0][N-1:0]), .offer_ready_i(offer_ready_i[0][N-1:0]),
      .answer_i(answer_i[0][N-1:0]), .answer_ready_o(answer_ready_o[0][N-1:0]),
      .beat_i(beat_i[0][N-1:0]),
      .word_o(word[2*N-1:0]), .word_ready_i(word_ready_i[2*N-1:0]),
      .word_done_i(word_done_i[2*N-1:0]),
      .read_req_o(read_req[0]), .read_req_ready_i(read_req_ready_i[0]),
      .read_rsp_i(read_rsp_i[0]), .read_rsp_ready_o(read_rsp_ready_o[0]),
      .lines_o(chan_lines_o),
      .events_o(events_o[0])
    );

    assign user_lines[0] = '0;
    assign plug_o[0].window = '0;

    logic unused;
    assign unused = &{1'b0, plug_i[0].window};

    for (genvar i = int'(N); i < int'(Movers); i++) begin : gen_none
      assign offer[0][i]          = '0;
      assign answer_ready_o[0][i] = 1'b0;

      logic unused_mover;
      assign unused_mover = &{1'b0, offer_ready_i[0][i], answer_i[0][i], beat_i[0][i]};
    end
  end

  // ---- 1: copy ----

  if (NumFronts > 1) begin : gen_copy
    localparam int unsigned FirstC2h = first_memory(NumC2h, C2hStream, Movers);
    logic [0:0] lines;

    fby_copy #(
      .Movers  (Movers),
      .H2cMover(first_memory(NumH2c, H2cStream, Movers)),
      .C2hMover(FirstC2h == Movers ? Movers : NumH2c + FirstC2h),
      .H2hMover(N)
    ) u_front (
      .clk_i, .rst_i,
      .quiesce_i(plug_i[1].quiesce), .busy_o(plug_o[1].busy), .moved_o(plug_o[1].moved),
      .reg_i(plug_i[1].regs), .reg_o(plug_o[1].regs),
      .offer_o(offer[1][Movers-1:0]), .offer_ready_i(offer_ready_i[1][Movers-1:0]),
      .answer_i(answer_i[1][Movers-1:0]), .answer_ready_o(answer_ready_o[1][Movers-1:0]),
      .beat_i(beat_i[1][Movers-1:0]),
      .lines_o(lines),
      .events_o(events_o[1])
    );

    assign user_lines[1] = Lines'(lines) << fby_cards_pkg::FRONT_END_COPY.line_first;
    assign plug_o[1].stored = '0;
    assign plug_o[1].window = '0;
    assign read_req[1] = '0;
    assign read_rsp_ready_o[1] = 1'b0;

    logic unused;
    assign unused = &{1'b0, plug_i[1].store, plug_i[1].window, read_req_ready_i[1], read_rsp_i[1]};
  end

  // ---- 2: udma ----

  if (NumFronts > 2) begin : gen_udma
    localparam int unsigned FirstC2h = first_memory(NumC2h, C2hStream, Movers);
    logic [0:0] lines;

    fby_udma #(
      .Movers  (Movers),
      .H2cMover(first_memory(NumH2c, H2cStream, Movers)),
      .C2hMover(FirstC2h == Movers ? Movers : NumH2c + FirstC2h),
      .H2hMover(N),
      .UpperWindow(UpperWindow)
    ) u_front (
      .clk_i, .rst_i,
      .quiesce_i(plug_i[2].quiesce), .busy_o(plug_o[2].busy), .moved_o(plug_o[2].moved),
      .reg_i(plug_i[2].regs), .reg_o(plug_o[2].regs),
      .offer_o(offer[2][Movers-1:0]), .offer_ready_i(offer_ready_i[2][Movers-1:0]),
      .answer_i(answer_i[2][Movers-1:0]), .answer_ready_o(answer_ready_o[2][Movers-1:0]),
      .beat_i(beat_i[2][Movers-1:0]),
      .word_o(word[2*N+0]), .word_ready_i(word_ready_i[2*N+0]),
      .word_done_i(word_done_i[2*N+0]),
      .window_i(plug_i[2].window), .window_o(plug_o[2].window),
      .read_req_o(read_req[2]), .read_req_ready_i(read_req_ready_i[2]),
      .read_rsp_i(read_rsp_i[2]), .read_rsp_ready_o(read_rsp_ready_o[2]),
      .lines_o(lines),
      .events_o(events_o[2])
    );

    assign user_lines[2] = Lines'(lines) << fby_cards_pkg::FRONT_END_UDMA.line_first;
    assign plug_o[2].stored = '0;

    logic unused;
    assign unused = &{1'b0, plug_i[2].store};
  end

  if (NumFronts < 1 || NumFronts > 3) begin : gen_bad_fronts
    $error("fby_dma_front_ends: NumFronts must be 1 to 3");
  end

  // ---- whose it is ----

  always_comb begin
    user_lines_o = '0;
    for (int unsigned f = 0; f < NumFronts; f++) begin
      user_lines_o |= user_lines[f];
      for (int unsigned m = 0; m < Movers; m++) begin
        offer_o[f][m]        = offer[f][m];
        offer_o[f][m].source = dma_source_t'(f);
      end
      read_req_o[f]        = read_req[f];
      read_req_o[f].ar.who = '{
        purpose: PURPOSE_BITS'(fby_regs_pkg::CARD_PURPOSE_DESCRIPTOR), source: dma_source_t'(f)
      };
    end
  end

  // Those of channels are the first one's.
  always_comb begin
    for (int unsigned w = 0; w < Words; w++) begin
      word_o[w]        = word[w];
      word_o[w].source = word_source(w);
    end
  end

endmodule
