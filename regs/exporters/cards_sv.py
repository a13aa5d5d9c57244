# SPDX-License-Identifier: Apache-2.0
"""What cards are built from: a SystemVerilog package of the card table, the module that holds the datapath, lists.

The module and the lists are where a build's datapath is named; nothing of the platform written by hand names one.
"""

from __future__ import annotations

import textwrap

from cards import Build, Cards, Feature, Layout
from model import Map, events
from rules import MAX_FRONT_ENDS

from exporters import BANNER

PACKAGE = "regs/gen/fby_cards_pkg.sv"
SOCKET = "regs/gen/fby_card_datapath.sv"
FLIST = "regs/gen/datapaths.f"
VARIANTS = "sim/variants.mk"
COLUMNS = 100

TYPES = """  /// A part of the card: what its header says in every build that has it.
  typedef struct packed {
    logic [3:0]  class_id;
    logic [15:0] kind;
    /// What the offset of the page counts from.
    page_in_e    page_in;
    logic [31:0] page;
    logic [31:0] page_bytes;
    /// Interrupt lines: number of the first, how many.
    logic [7:0]  line_first;
    logic [7:0]  line_count;
    /// Stream ports that it takes from.
    logic [7:0]  ports;
    /// Counters in its page.
    logic [7:0]  events;
    /// It takes stores that are no words.
    logic        stores;
  } part_t;"""

PORTS = """  input  logic                        clk_i,
  input  logic                             rst_i,
  /// Level: begin nothing, drop what there is, come to rest.
  input  logic                             quiesce_i,
  /// Something is under way.
  output logic                             busy_o,
  /// One-cycle pulse: a step of progress.
  output logic                             moved_o,
  /// Register page, without its events.
  input  fby_reg_pkg::reg_req_t            reg_i,
  output fby_reg_pkg::reg_rsp_t            reg_o,
  /// Stores that are no words, for a datapath whose line asks for them.
  input  fby_reg_pkg::reg_store_t          store_i,
  output fby_reg_pkg::reg_store_rsp_t      store_o,
  /// From the stream ports.
  input  axis_req_t [NUM_STREAM_PORTS-1:0] port_i,
  output logic      [NUM_STREAM_PORTS-1:0] port_ready_o,
  /// From the host-to-card streams.
  input  axis_req_t [NumH2c-1:0]           h2c_i,
  output logic      [NumH2c-1:0]           h2c_ready_o,
  /// To the card-to-host streams.
  output axis_req_t [NumC2h-1:0]           c2h_o,
  input  logic      [NumC2h-1:0]           c2h_ready_i,
  /// What each of its counters adds in this cycle.
  output logic [15:0][5:0]                 events_o,
  /// Interrupt lines, levels.
  output logic [3:0]                  lines_o,
  /// Fast memory, for a datapath whose line asks for it.
  output fby_mem_pkg::mem_to_t   [MemoryPorts-1:0] memory_o,
  input  fby_mem_pkg::mem_from_t [MemoryPorts-1:0] memory_i"""

# What a branch ties of the ports that its datapath does not have: assignments, and inputs that nobody reads.
NO_STORES = (["store_o = '0"], ["store_i"])
NO_MEMORY = (["memory_o = '0"], ["memory_i"])


def export(maps: list[Map], cards: Cards) -> dict[str, str]:
    """The files."""
    head = ["// SPDX-License-Identifier: Apache-2.0", f"// {BANNER}"]
    return {
        PACKAGE: "\n".join([*head, *_package(cards), ""]),
        SOCKET: "\n".join([*head, *_socket(cards), ""]),
        FLIST: "\n".join([*head, *_flist(cards), ""]),
        VARIANTS: "\n".join(_variants(cards)),
    }


def _doc(text: str, indent: str = "  ") -> list[str]:
    mark = f"{indent}/// "
    return textwrap.wrap(text, COLUMNS, initial_indent=mark, subsequent_indent=mark, break_on_hyphens=False)


def _part(f: Feature) -> list[str]:
    name = f"{f.class_name}_{f.name}".upper()
    return [
        *_doc(f.desc),
        f"  localparam part_t {name} = '{{",
        f"    class_id: 4'd{f.class_id}, kind: 16'd{f.kind},",
        f"    page_in: {f.page_in.upper()}, page: 32'h{f.page:08x}, page_bytes: 32'h{f.page_bytes:08x},",
        f"    line_first: 8'd{f.first_line}, line_count: 8'd{f.lines}, ports: 8'd{f.ports},",
        f"    events: 8'd{len(events(f))}, stores: 1'b{int(f.stores)}",
        "  };",
    ]


def _package(cards: Cards) -> list[str]:
    layout_facts = list(cards.layouts[0].numbers())
    lines = [
        "/// The card table: parts of cards, and how a card may lie on its bus.",
        "package fby_cards_pkg;",
        "  // Each design uses only some of it.",
        "  /* verilator lint_off UNUSEDPARAM */",
        "",
        "  /// Where the offset of a page begins to count.",
        "  typedef enum logic [1:0] {",
        "    USER_PAGES,  // the card's own registers",
        "    DMA_BLOCK,   // the block of DMA registers",
        "    USER_BAR     // the BAR of the card's own registers; of the window for programs",
        "  } page_in_e;",
        "",
        TYPES,
    ]
    for f in cards.features:
        lines += ["", *_part(f)]
    lines += ["", "  /// The datapath of a kind; all zero if there is none."]
    lines += ["  function automatic part_t datapath(input int unsigned kind);", "    case (kind)"]
    for f in cards.of_class("datapath"):
        lines.append(f"      {f.kind}: return DATAPATH_{f.name.upper()};")
    lines += ["      default: return '0;", "    endcase", "  endfunction"]
    lines += ["", "  /// The front end of a number, in the order of the table; all zero if there is none."]
    lines += ["  function automatic part_t front_end(input int unsigned number);", "    case (number)"]
    for number, f in enumerate(cards.of_class("front_end")):
        lines.append(f"      {number}: return FRONT_END_{f.name.upper()};")
    lines += ["      default: return '0;", "    endcase", "  endfunction"]
    lines += ["", *_sets_of_front_ends(cards)]
    lines += [
        "",
        "  /// How a card lies on its bus: ids, BARs, sizes and offsets in bytes, vectors, card cycles to an answer.",
    ]
    lines += ["  typedef struct packed {", *(f"    logic [{_bits(fact) - 1}:0] {fact};" for fact in layout_facts)]
    lines += ["  } layout_t;"]
    for number, layout in enumerate(cards.layouts):
        lines += ["", *_layout(number, layout)]
    lines += ["", "  /// The layout of a number; all zero if there is none."]
    lines += ["  function automatic layout_t layout(input int unsigned number);", "    case (number)"]
    for number, layout in enumerate(cards.layouts):
        lines.append(f"      {number}: return {layout.name.upper()};")
    lines += ["      default: return '0;", "    endcase", "  endfunction", "", *_upper_window(cards)]
    return [*lines, "", "  /* verilator lint_on UNUSEDPARAM */", "endpackage"]


def _upper_window(cards: Cards) -> list[str]:
    wide = [n for n, layout in enumerate(cards.layouts) if layout.aperture_bar_bytes == cards.widest_aperture]
    is_wide = " || ".join(f"number == {n}" for n in wide) or "1'b0"
    return [
        "  /// Whether the upper half of a layout's aperture is a window, too, of the front end with the window for",
        "  /// programs.",
        "  // Without such a layout the number does not matter.",
        "  // verilator lint_off UNUSEDSIGNAL",
        "  function automatic logic has_upper_window(input fronts_t fronts, input int unsigned number);",
        "    // verilator lint_on UNUSEDSIGNAL",
        f"    return has_window(fronts) && ({is_wide});",
        "  endfunction",
    ]


def _function(doc: str, head: str, body: str) -> list[str]:
    """A function of which some tables need no argument."""
    return [
        *_doc(doc),
        "  // Some tables need no argument.",
        "  // verilator lint_off UNUSEDSIGNAL",
        f"  function automatic {head};",
        "    // verilator lint_on UNUSEDSIGNAL",
        f"    return {body};",
        "  endfunction",
    ]


def _mask(fronts: list[Feature], chosen) -> str:
    """Those of the front ends that something is true of."""
    return f"{MAX_FRONT_ENDS}'b{sum(chosen(f) << n for n, f in enumerate(fronts)):0{MAX_FRONT_ENDS}b}"


def _own_streams(fronts: list[Feature]) -> list[str]:
    """Whose the streams are that are no channel's."""
    lines = []
    for way, name in (("h2c", "host-to-card"), ("c2h", "card-to-host")):
        own = next((n for n, f in enumerate(fronts) if f.movers == f"{way}_stream"), None)
        lines += [
            *_function(
                f"Streams of the {name} movers that belong to a front end: the last one, or none.",
                f"int unsigned num_own_{way}(input fronts_t fronts)",
                "0" if own is None else f"32'(fronts[{own}])",
            ),
            *_function(
                "Its place; that of the first, which has the streams of channels, where there is none.",
                f"int unsigned own_{way}_front(input fronts_t fronts)",
                "0" if own is None else f"fronts[{own}] ? front_place(fronts, {own}) : 0",
            ),
            "",
        ]
    return lines


def _sets_of_front_ends(cards: Cards) -> list[str]:
    """What follows from which front ends a build has."""
    fronts = cards.of_class("front_end")
    within = _mask(fronts, lambda f: f.within_host)
    words = _mask(fronts, lambda f: f.words and f.movers != "channels")
    owner = next((number for number, f in enumerate(fronts) if f.window), None)
    return [
        "  /// Front ends of a card: bit n stands for that of number n.",
        f"  typedef logic [{MAX_FRONT_ENDS - 1}:0] fronts_t;",
        "  /// Every one there is.",
        f"  localparam fronts_t FRONT_ENDS = {_mask(fronts, lambda f: True)};",
        "",
        *_function(
            "Place of a front end among those of a card: how many of a lower number it has.",
            "int unsigned front_place(input fronts_t fronts, input int unsigned number)",
            "$countones(fronts & ~(fronts_t'('1) << number))",
        ),
        "",
        "  /// Numbers of the front ends of a card, by place.",
        f"  typedef logic [{MAX_FRONT_ENDS - 1}:0][{(MAX_FRONT_ENDS - 1).bit_length() - 1}:0] numbers_t;",
        "  function automatic numbers_t front_numbers(input fronts_t fronts);",
        "    front_numbers = '0;",
        f"    for (int unsigned n = 0; n < {MAX_FRONT_ENDS}; n++) begin",
        f"      if (fronts[n]) front_numbers[front_place(fronts, n)] = {(MAX_FRONT_ENDS - 1).bit_length()}'(n);",
        "    end",
        "  endfunction",
        "",
        *_function(
            "Movers within host memory of a card: one if any of its front ends reaches it.",
            "int unsigned num_h2h(input fronts_t fronts)",
            f"(fronts & {within}) != '0 ? 1 : 0",
        ),
        "",
        *_own_streams(fronts),
        *_function(
            "Status words of the front ends of a card, beside the two of each channel.",
            "int unsigned num_words(input fronts_t fronts)",
            f"$countones(fronts & {words})",
        ),
        *_function(
            "Place among those words of that of a front end.",
            "int unsigned word_place(input fronts_t fronts, input int unsigned number)",
            f"front_place(fronts & {words}, number)",
        ),
        *_function(
            "Numbers of the front ends whose words those are, by place.",
            "numbers_t word_numbers(input fronts_t fronts)",
            f"front_numbers(fronts & {words})",
        ),
        "",
        *_function(
            "Whether a front end of a card has the window for programs.",
            "logic has_window(input fronts_t fronts)",
            "1'b0" if owner is None else f"fronts[{owner}]",
        ),
        *_function(
            "Its place; that of the first, which takes none, where nobody has it.",
            "int unsigned window_front(input fronts_t fronts)",
            "0" if owner is None else f"fronts[{owner}] ? front_place(fronts, {owner}) : 0",
        ),
        "  /// The window, as a page.",
        "  localparam part_t WINDOW = '{",
        "    class_id: '0, kind: '0,",
        f"    page_in: USER_BAR, page: 32'h{cards.window_base:08x}, page_bytes: 32'h{cards.window_bytes:08x},",
        "    line_first: '0, line_count: '0, ports: '0, events: '0, stores: 1'b1",
        "  };",
    ]


def _bits(fact: str) -> int:
    """Bits that a fact of a layout needs: an aperture may be as large as an address."""
    return 64 if fact == "aperture_bar_bytes" else 32


def _layout(number: int, layout: Layout) -> list[str]:
    name = layout.name.upper()
    facts = [f"    {fact}: {(b := _bits(fact))}'h{value:0{b // 4}x}" for fact, value in layout.numbers().items()]
    return [
        *_doc(layout.desc),
        f"  localparam int unsigned LAYOUT_{name} = {number};",
        f"  localparam layout_t {name} = '{{",
        ",\n".join(facts),
        "  };",
    ]


def _tied(f: Feature) -> list[str]:
    """Ports of the socket that a datapath does not have."""
    lacks = [ties for has, ties in ((f.stores, NO_STORES), (f.memory, NO_MEMORY)) if not has]
    if not lacks:
        return []
    unread = ", ".join(port for _, ports in lacks for port in ports)
    return [
        *(f"    assign {tie};" for ties, _ in lacks for tie in ties),
        "",
        "    logic unused;",
        f"    assign unused = ^{{{unread}}};",
        "",
    ]


def _branch(f: Feature) -> list[str]:
    parameters = ("NumH2c", "NumC2h", "H2cStream", "C2hStream", "FifoEntries", "Option")
    if f.memory:
        parameters += ("NumMemory", "MemoryBytes")
    return [
        f"if (Datapath == {f.kind}) begin : gen_{f.name}",
        f"    fby_{f.name} #(",
        ",\n".join(f"      .{name}({name})" for name in parameters),
        "    ) u_datapath (",
        "      .clk_i, .rst_i, .quiesce_i, .busy_o, .moved_o, .reg_i, .reg_o, .port_i, .port_ready_o,",
        "      .h2c_i, .h2c_ready_o, .c2h_o, .c2h_ready_i, .events_o, .lines_o"
        + (", .store_i, .store_o" if f.stores else "")
        + (", .memory_o, .memory_i" if f.memory else ""),
        "    );",
        "",
        *_tied(f),
        "  end else ",
    ]


def _socket(cards: Cards) -> list[str]:
    chain = "\n".join(line for f in cards.of_class("datapath") for line in _branch(f)).replace(
        "end else \n", "end else "
    )
    return [
        "/// The datapath of a build, in its socket: one branch for each datapath of the card table.",
        "module fby_card_datapath",
        "  import fby_axi_pkg::*;",
        "  import fby_card_pkg::*;",
        "#(",
        "  /// Kind of the datapath, as CARD_KIND shows it.",
        "  parameter int unsigned Datapath    = 1,",
        "  /// Channels, and which of them are streams.",
        "  parameter int unsigned NumH2c      = 1,",
        "  parameter int unsigned NumC2h      = 1,",
        "  parameter bit [3:0]    H2cStream   = 4'b0000,",
        "  parameter bit [3:0]    C2hStream   = 4'b0000,",
        "  /// Depth of a stream's FIFO in beats.",
        "  parameter int unsigned FifoEntries = 1024,",
        "  /// Means what the datapath says.",
        "  parameter int unsigned Option      = 0,",
        "  /// Ports of the fast memory, 0 without it, and bytes behind each.",
        "  parameter int unsigned NumMemory   = 0,",
        "  parameter int unsigned MemoryBytes = 0,",
        "  /// Not to be set: ports that there are in any case.",
        "  parameter int unsigned MemoryPorts = NumMemory == 0 ? 1 : NumMemory",
        ") (",
        PORTS,
        ");",
        f"  {chain}begin : gen_bad_datapath",
        '    $error("fby_card_datapath: no datapath of the card table has this kind");',
        "  end",
        "",
        "endmodule",
    ]


def _flist(cards: Cards) -> list[str]:
    lines = ["// Every datapath of the card table, and the module that holds one of them; top: fby_card_datapath."]
    lines += [f"-f {f.folder}/{f.name}.f" for f in cards.of_class("datapath")]
    return [*lines, SOCKET]


def _parameters(cards: Cards, build: Build) -> str:
    values = {
        "Datapath": cards.datapath(build.datapath).kind,
        "Layout": cards.layout_number(build.layout),
        "Fronts": f"{MAX_FRONT_ENDS}'b{build.front_ends:0{MAX_FRONT_ENDS}b}",
        "NumH2c": build.num_h2c,
        "NumC2h": build.num_c2h,
        "H2cStream": f"4'b{build.h2c_stream:04b}",
        "C2hStream": f"4'b{build.c2h_stream:04b}",
        "SharedPath": f"1'b{int(build.shared_path)}",
        "FifoEntries": build.fifo_entries,
        "MemBytes": build.mem_bytes,
        "Option": build.option,
        "NumMemory": build.memory_ports,
        "MemoryBytes": build.memory_port_bytes,
    }
    return " ".join(f"{name}={value}" for name, value in values.items())


def _variants(cards: Cards) -> list[str]:
    lines = ["# SPDX-License-Identifier: Apache-2.0", f"# {BANNER}"]
    lines += ["# The card builds: names, those with the gates of the multipliers, and parameters of fby_card.", ""]
    lines.append(f"VARIANTS = {' '.join(build.name for build in cards.builds)}")
    lines += [f"GATES = {' '.join(build.name for build in cards.builds if build.gates)}", ""]
    for build in cards.builds:
        lines += [f"# {build.desc}", f"PARAMS_{build.name} = {_parameters(cards, build)}"]
    return [*lines, ""]
