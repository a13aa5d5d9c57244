# SPDX-License-Identifier: Apache-2.0
"""The module that holds the front ends of a card, a block each, and the list of their files.

All blocks are alike: a front end has the ports that its line of the card table asks for, and the rest is tied off.
"""

from __future__ import annotations

from cards import Cards, Feature
from model import Map

from exporters import BANNER

MODULE = "regs/gen/fby_dma_front_ends.sv"
FLIST = "regs/gen/front_ends.f"

HEADER = """/// The front ends of the engine: one block for each of the card table, in its order.
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
  logic [NumFronts-1:0][Lines-1:0]        user_lines;"""

FIRST_MEMORY = """
  /// First memory-mapped mover of a direction, or `none`.
  function automatic int unsigned first_memory(input int unsigned num, input logic [3:0] stream,
                                               input int unsigned none);
    for (int unsigned i = 0; i < num; i++) if (!stream[i]) return i;
    return none;
  endfunction"""

STAMPS = """
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
"""


def export(maps: list[Map], cards: Cards) -> dict[str, str]:
    """The two files."""
    head = ["// SPDX-License-Identifier: Apache-2.0", f"// {BANNER}"]
    fronts = cards.of_class("front_end")
    lines = [*head, HEADER]
    if any(f.movers == "one_of_each" for f in fronts):
        lines.append(FIRST_MEMORY)
    lines += ["", *_word_sources(fronts)]
    for number, f in enumerate(fronts):
        lines += ["", *_block(number, f, _word_range(number, fronts))]
    lines += [
        "",
        f"  if (NumFronts < 1 || NumFronts > {len(fronts)}) begin : gen_bad_fronts",
        f'    $error("fby_dma_front_ends: NumFronts must be 1 to {len(fronts)}");',
        "  end",
        STAMPS,
    ]
    return {MODULE: "\n".join(lines), FLIST: "\n".join([*head, *_flist(fronts), ""])}


def _flist(fronts: list[Feature]) -> list[str]:
    lines = ["// Every front end of the card table, and the module that holds them; top: fby_dma_front_ends."]
    lines += ["-f rtl/dma/back/back.f", *(f"-f {f.file('.f')}" for f in fronts)]
    return [*lines, "regs/gen/fby_cards_pkg.sv", MODULE]


def _parameters(f: Feature) -> list[str]:
    """Which movers there are, as the module wants to know it."""
    if f.movers == "channels":
        return [".NumH2c   (NumH2c),", ".NumC2h   (NumC2h),", ".H2cStream(H2cStream),", ".C2hStream(C2hStream)"]
    return [
        ".Movers  (Movers),",
        ".H2cMover(first_memory(NumH2c, H2cStream, Movers)),",
        ".C2hMover(FirstC2h == Movers ? Movers : NumH2c + FirstC2h),",
        f".H2hMover({'N' if f.within_host else 'Movers'})" + ("," if f.window else ""),
        *([".UpperWindow(UpperWindow)"] if f.window else []),
    ]


def _movers(f: Feature) -> str:
    """How many movers its ports are for; the others are tied off."""
    return "N" if f.movers == "channels" and not f.within_host else "Movers"


def single_words(fronts: list[Feature]) -> list[int]:
    """Numbers of the front ends that have one word each, which come behind those of the channels."""
    return [n for n, f in enumerate(fronts) if f.words and f.movers != "channels"]


def _word_range(number: int, fronts: list[Feature]) -> str:
    """Which of the words are that front end's."""
    singles = single_words(fronts)
    return f"[2*N+{singles.index(number)}]" if number in singles else "[2*N-1:0]"


def _word_sources(fronts: list[Feature]) -> list[str]:
    """The function that says whose a word is."""
    return [
        "  /// Whose a word is. Without single words the number does not matter.",
        "  // verilator lint_off UNUSEDSIGNAL",
        "  function automatic dma_source_t word_source(input int unsigned word_number);",
        "    // verilator lint_on UNUSEDSIGNAL",
        *(
            f"    if (word_number == 2 * N + {k}) return dma_source_t'({number});"
            for k, number in enumerate(single_words(fronts))
        ),
        "    return '0;",
        "  endfunction",
    ]


def _ports(n: int, f: Feature, words: str) -> list[str]:
    """Connections of the module, in the order of the ports in rtl/dma/README.md."""
    part = f"[{n}][{_movers(f)}-1:0]"
    ports = [
        f".quiesce_i(plug_i[{n}].quiesce), .busy_o(plug_o[{n}].busy), .moved_o(plug_o[{n}].moved),",
        f".reg_i(plug_i[{n}].regs), .reg_o(plug_o[{n}].regs),",
    ]
    if f.stores:
        ports.append(f".store_i(plug_i[{n}].store), .store_o(plug_o[{n}].stored),")
    ports += [
        f".offer_o(offer{part}), .offer_ready_i(offer_ready_i{part}),",
        f".answer_i(answer_i{part}), .answer_ready_o(answer_ready_o{part}),",
        f".beat_i(beat_i{part}),",
    ]
    if f.words:
        ports += [
            f".word_o(word{words}), .word_ready_i(word_ready_i{words}),",
            f".word_done_i(word_done_i{words}),",
        ]
    if f.window:
        ports.append(f".window_i(plug_i[{n}].window), .window_o(plug_o[{n}].window),")
    if f.reads:
        ports += [
            f".read_req_o(read_req[{n}]), .read_req_ready_i(read_req_ready_i[{n}]),",
            f".read_rsp_i(read_rsp_i[{n}]), .read_rsp_ready_o(read_rsp_ready_o[{n}]),",
        ]
    if f.channel_lines:
        ports.append(".lines_o(chan_lines_o),")
    elif f.lines:
        ports.append(".lines_o(lines),")
    return [*ports, f".events_o(events_o[{n}])"]


def _ties(n: int, f: Feature) -> list[str]:
    """What its lines drive, and what it has none of."""
    lines, unused = [], []
    if f.lines and not f.channel_lines:
        first = f"fby_cards_pkg::FRONT_END_{f.name.upper()}.line_first"
        lines.append(f"    assign user_lines[{n}] = Lines'(lines) << {first};")
    else:
        lines.append(f"    assign user_lines[{n}] = '0;")
    if n == 0 and not f.channel_lines:
        lines.append("    assign chan_lines_o = '0;")
    if not f.stores:
        lines.append(f"    assign plug_o[{n}].stored = '0;")
        unused.append(f"plug_i[{n}].store")
    if not f.window:
        lines.append(f"    assign plug_o[{n}].window = '0;")
        unused.append(f"plug_i[{n}].window")
    if n == 0 and not f.words:
        lines.append("    assign word[2*N-1:0] = '0;")
        unused += ["word_ready_i[2*N-1:0]", "word_done_i[2*N-1:0]"]
    if not f.reads:
        lines += [f"    assign read_req[{n}] = '0;", f"    assign read_rsp_ready_o[{n}] = 1'b0;"]
        unused += [f"read_req_ready_i[{n}]", f"read_rsp_i[{n}]"]
    if unused:
        lines += ["", "    logic unused;", f"    assign unused = &{{1'b0, {', '.join(unused)}}};"]
    if _movers(f) == "N":
        lines += [
            "",
            "    for (genvar i = int'(N); i < int'(Movers); i++) begin : gen_none",
            f"      assign offer[{n}][i]          = '0;",
            f"      assign answer_ready_o[{n}][i] = 1'b0;",
            "",
            "      logic unused_mover;",
            f"      assign unused_mover = &{{1'b0, offer_ready_i[{n}][i], answer_i[{n}][i], beat_i[{n}][i]}};",
            "    end",
        ]
    return lines


def _block(n: int, f: Feature, words: str) -> list[str]:
    lines = [f"  // ---- {n}: {f.name} ----", "", f"  if (NumFronts > {n}) begin : gen_{f.name}"]
    own = []
    if f.movers == "one_of_each":
        own.append("    localparam int unsigned FirstC2h = first_memory(NumC2h, C2hStream, Movers);")
    if f.lines and not f.channel_lines:
        own.append(f"    logic [{f.lines - 1}:0] lines;")
    return [
        *lines,
        *own,
        *([""] if own else []),
        f"    fby_{f.name} #(",
        *(f"      {text}" for text in _parameters(f)),
        "    ) u_front (",
        "      .clk_i, .rst_i,",
        *(f"      {text}" for text in _ports(n, f, words)),
        "    );",
        "",
        *_ties(n, f),
        "  end",
    ]
