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
  logic [NumFronts-1:0][Lines-1:0]        user_lines;"""

IS_CHANNEL = """
  /// Whether a mover is a channel's.
  function automatic bit is_channel(input int unsigned mover);
    return mover < ChanH2c || (mover >= NumH2c && mover < NumH2c + ChanC2h);
  endfunction"""

FIRST_MEMORY = """
  /// First memory-mapped mover of a direction, or `none`.
  function automatic int unsigned first_memory(input int unsigned num, input logic [3:0] stream,
                                               input int unsigned none);
    for (int unsigned i = 0; i < num; i++) if (!stream[i]) return i;
    return none;
  endfunction"""

STAMPS = """
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
"""


def export(maps: list[Map], cards: Cards) -> dict[str, str]:
    """The two files."""
    head = ["// SPDX-License-Identifier: Apache-2.0", f"// {BANNER}"]
    fronts = cards.of_class("front_end")
    lines = [*head, HEADER, IS_CHANNEL]
    if any(f.movers == "one_of_each" for f in fronts):
        lines.append(FIRST_MEMORY)
    for number, f in enumerate(fronts):
        lines += ["", *_block(number, f)]
    lines += [
        "",
        "  if (!Fronts[0] || (Fronts & ~fby_cards_pkg::FRONT_ENDS) != '0) begin : gen_bad_fronts",
        f'    $error("fby_dma_front_ends: Fronts must have bit 0, and none above {len(fronts) - 1}");',
        "  end",
        STAMPS,
    ]
    return {MODULE: "\n".join(lines), FLIST: "\n".join([*head, *_flist(fronts), ""])}


def _flist(fronts: list[Feature]) -> list[str]:
    lines = ["// Every front end of the card table, and the module that holds them; top: fby_dma_front_ends."]
    lines += ["-f rtl/dma/back/back.f", *(f"-f {f.file('.f')}" for f in fronts)]
    return [*lines, "regs/gen/fby_cards_pkg.sv", MODULE]


# The mover of a front end with one of its own, by its column.
OWN_MOVER = {"h2c_stream": "NumH2c-1", "c2h_stream": "NumH2c+NumC2h-1"}


def _parameters(f: Feature) -> list[str]:
    """Which movers there are, as the module wants to know it."""
    if f.movers == "channels":
        return [
            ".NumH2c   (ChanH2c),",
            ".NumC2h   (ChanC2h),",
            ".H2cStream(H2cStream & 4'((1 << ChanH2c) - 1)),",
            ".C2hStream(C2hStream & 4'((1 << ChanC2h) - 1))",
        ]
    if f.movers in OWN_MOVER:
        return []
    return [
        ".Movers  (Movers),",
        ".H2cMover(first_memory(NumH2c, H2cStream, Movers)),",
        ".C2hMover(FirstC2h == Movers ? Movers : NumH2c + FirstC2h),",
        f".H2hMover({'NumH2c + NumC2h' if f.within_host else 'Movers'})" + ("," if f.window else ""),
        *([".UpperWindow(UpperWindow)"] if f.window else []),
    ]


def _of_movers(f: Feature, name: str) -> str:
    """What of an array by movers belongs to its ports; the rest is tied off."""
    if f.movers in OWN_MOVER:
        return f"{name}[P][{OWN_MOVER[f.movers]}]"
    if f.movers == "one_of_each":
        return f"{name}[P]"
    within = f"{name}[P][Movers-1], " if f.within_host else ""
    return f"{{{within}{name}[P][NumH2c+:ChanC2h], {name}[P][0+:ChanH2c]}}"


def _not_its_own(f: Feature) -> str | None:
    """Whether mover i is none of its ports'; nothing where it has them all."""
    if f.movers in OWN_MOVER:
        return f"i != int'({OWN_MOVER[f.movers]})"
    if f.movers == "one_of_each":
        return None
    return "!is_channel(i) && i < int'(NumH2c + NumC2h)" if f.within_host else "!is_channel(i)"


def _ports(f: Feature) -> list[str]:
    """Connections of the module, in the order of the ports in rtl/dma/README.md."""
    words = "[2*N-1:0]" if f.movers == "channels" else "[W]"
    ports = [
        ".quiesce_i(plug_i[P].quiesce), .busy_o(plug_o[P].busy), .moved_o(plug_o[P].moved),",
        ".reg_i(plug_i[P].regs), .reg_o(plug_o[P].regs),",
    ]
    if f.stores:
        ports.append(".store_i(plug_i[P].store), .store_o(plug_o[P].stored),")
    by_mover = {"offer_o": "offer"} | {name: name for name in ("offer_ready_i", "answer_i", "answer_ready_o", "beat_i")}
    ports += [f".{port}({_of_movers(f, name)})," for port, name in by_mover.items()]
    if f.words:
        ports += [
            f".word_o(word{words}), .word_ready_i(word_ready_i{words}),",
            f".word_done_i(word_done_i{words}),",
        ]
    if f.window:
        ports.append(".window_i(plug_i[P].window), .window_o(plug_o[P].window),")
    if f.reads:
        ports += [
            ".read_req_o(read_req[P]), .read_req_ready_i(read_req_ready_i[P]),",
            ".read_rsp_i(read_rsp_i[P]), .read_rsp_ready_o(read_rsp_ready_o[P]),",
        ]
    if f.channel_lines:
        ports.append(".lines_o(chan_lines_o),")
    elif f.lines:
        ports.append(".lines_o(lines),")
    return [*ports, ".events_o(events_o[P])"]


def _ties(n: int, f: Feature) -> list[str]:
    """What its lines drive, and what it has none of."""
    lines, unused = [], []
    if f.lines and not f.channel_lines:
        first = f"fby_cards_pkg::FRONT_END_{f.name.upper()}.line_first"
        lines.append(f"    assign user_lines[P] = Lines'(lines) << {first};")
    else:
        lines.append("    assign user_lines[P] = '0;")
    if n == 0 and not f.channel_lines:
        lines.append("    assign chan_lines_o = '0;")
    if not f.stores:
        lines.append("    assign plug_o[P].stored = '0;")
        unused.append("plug_i[P].store")
    if not f.window:
        lines.append("    assign plug_o[P].window = '0;")
        unused.append("plug_i[P].window")
    if n == 0 and not f.words:
        lines.append("    assign word[2*N-1:0] = '0;")
        unused += ["word_ready_i[2*N-1:0]", "word_done_i[2*N-1:0]"]
    if not f.reads:
        lines += ["    assign read_req[P] = '0;", "    assign read_rsp_ready_o[P] = 1'b0;"]
        unused += ["read_req_ready_i[P]", "read_rsp_i[P]"]
    if unused:
        lines += ["", "    logic unused;", f"    assign unused = &{{1'b0, {', '.join(unused)}}};"]
    if others := _not_its_own(f):
        lines += [
            "",
            "    for (genvar i = 0; i < int'(Movers); i++) begin : gen_none",
            f"      if ({others}) begin : gen_tie",
            "        assign offer[P][i]          = '0;",
            "        assign answer_ready_o[P][i] = 1'b0;",
            "",
            "        logic unused_mover;",
            "        assign unused_mover = &{1'b0, offer_ready_i[P][i], answer_i[P][i], beat_i[P][i]};",
            "      end",
            "    end",
        ]
    return lines


def _instance(f: Feature) -> list[str]:
    """The head of the block's one module."""
    if not (parameters := _parameters(f)):
        return [f"    fby_{f.name} u_front ("]
    return [f"    fby_{f.name} #(", *(f"      {text}" for text in parameters), "    ) u_front ("]


def _block(n: int, f: Feature) -> list[str]:
    lines = [f"  // ---- {n}: {f.name} ----", "", f"  if (Fronts[{n}]) begin : gen_{f.name}"]
    own = [f"    localparam int unsigned P = fby_cards_pkg::front_place(Fronts, {n});"]
    if f.words and f.movers != "channels":
        own.append(f"    localparam int unsigned W = 2 * N + fby_cards_pkg::word_place(Fronts, {n});")
    if f.movers == "one_of_each":
        own.append("    localparam int unsigned FirstC2h = first_memory(NumC2h, C2hStream, Movers);")
    if f.lines and not f.channel_lines:
        own.append(f"    logic [{f.lines - 1}:0] lines;")
    return [
        *lines,
        *own,
        "",
        *_instance(f),
        "      .clk_i, .rst_i,",
        *(f"      {text}" for text in _ports(f)),
        "    );",
        "",
        *_ties(n, f),
        "  end",
    ]
