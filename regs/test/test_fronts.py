# SPDX-License-Identifier: Apache-2.0
"""The generated front ends: a module with the ports that its line asks for fits its block, whatever others ask for."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import cards
import flist
from cards import ROOT
from exporters import cards_sv, fronts_sv

VERILATOR = ROOT / "build/tools/bin/verilator"
# Columns of front ends behind the first; every one is somewhere on, somewhere off, alone and with the others.
ONE = {"registers": False, "movers": "one_of_each", "within_host": False, "reads": False, "lines": 0}
TABLES = {
    "as it is": ({}, []),
    "the first reaches host memory": ({"within_host": True, "reads": False, "stores": True}, [ONE]),
    "the first without words and lines": ({"words": False, "channel_lines": False}, [ONE | {"within_host": True}]),
    "the first with lines of the user": (
        {"channel_lines": False, "first_line": 8, "lines": 2, "words": False, "reads": False},
        [
            ONE | {"reads": True, "first_line": 10, "lines": 1, "stores": True},
            ONE | {"within_host": True, "first_line": 12, "lines": 4},
        ],
    ),
    "words of two behind the first": ({}, [ONE | {"words": True}, ONE, ONE | {"words": True, "window": True}]),
    "words of one behind a first without": (
        {"words": False, "channel_lines": False},
        [ONE | {"window": True}, ONE | {"words": True, "within_host": True}],
    ),
    "streams of their own": (
        {},
        [
            ONE | {"movers": "c2h_stream", "words": True, "lines": 1, "first_line": 10},
            ONE,
            ONE | {"movers": "h2c_stream", "reads": True},
        ],
    ),
    "streams of their own beside a first that reaches host memory": (
        {"within_host": True},
        [ONE | {"movers": "h2c_stream"}, ONE | {"movers": "c2h_stream"}],
    ),
    "one alone": ({}, None),
}


def table_of(first, others):
    """The card table with other columns of its first front end and others behind it."""
    table = cards.load()
    [xdma, *rest_of_fronts] = table.of_class("front_end")
    copy = rest_of_fronts[0]
    rest = [f for f in table.features if f.class_name != "front_end"]
    behind = rest_of_fronts if others == [] else []
    for number, values in enumerate(others or []):
        behind.append(
            replace(copy, **{"name": f"plug{number}", "kind": 9 + number, "page": 0x4000 + 0x1000 * number} | values)
        )
    return replace(table, features=[*rest, replace(xdma, **first), *behind])


def module(f):
    """A front end that does nothing, with the ports of rtl/dma/README.md that its line asks for."""
    channels, own = f.movers == "channels", f.movers.endswith("_stream")
    names = (
        ()
        if own
        else (
            ("NumH2c", "NumC2h", "H2cStream", "C2hStream")
            if channels
            else ("Movers", "H2cMover", "C2hMover", "H2hMover")
        )
    )
    names += ("UpperWindow",) if f.window else ()
    movers = ("N" if not f.within_host else "N + 1") if channels else "1" if own else "Movers"
    ports = [
        "input logic clk_i", "input logic rst_i", "input logic quiesce_i",
        "output logic busy_o", "output logic moved_o",
        "input fby_reg_pkg::reg_req_t reg_i", "output fby_reg_pkg::reg_rsp_t reg_o",
        f"output dma_offer_t [{movers}-1:0] offer_o", f"input logic [{movers}-1:0] offer_ready_i",
        f"input dma_answer_t [{movers}-1:0] answer_i", f"output logic [{movers}-1:0] answer_ready_o",
        f"input logic [{movers}-1:0] beat_i", "output dma_front_events_t events_o",
    ]  # fmt: skip
    if f.stores:
        ports += ["input fby_reg_pkg::reg_store_t store_i", "output fby_reg_pkg::reg_store_rsp_t store_o"]
    if f.words:
        words = "[2*N-1:0] " if channels else ""
        ports += [f"output dma_word_offer_t {words}word_o", f"input logic {words}word_ready_i"]
        ports += [f"input dma_word_done_t {words}word_done_i"]
    if f.window:
        ports += ["input fby_reg_pkg::window_req_t window_i", "output fby_reg_pkg::window_rsp_t window_o"]
    if f.reads:
        ports += ["output axi_rd_req_t read_req_o", "input logic read_req_ready_i"]
        ports += ["input axi_rd_rsp_t read_rsp_i", "output logic read_rsp_ready_o"]
    if f.channel_lines:
        ports.append("output logic [N-1:0] lines_o")
    elif f.lines:
        ports.append(f"output logic [{f.lines}-1:0] lines_o")
    ins = [port.split()[-1] for port in ports if port.startswith("input")]
    outs = [port.split()[-1] for port in ports if port.startswith("output")]
    kinds = {name: {"Stream": "logic [3:0]", "Window": "logic [0:0]"}.get(name[-6:], "int unsigned") for name in names}
    parameters = ", ".join(f"parameter {kind} {name} = 1" for name, kind in kinds.items())
    width = "NumH2c + NumC2h" if channels else "1" if own else "Movers"
    looked = [*ins, *(f"{name}[0]" for name in names), *([] if own else ["N[0]"])]
    head = "" if own else f"#({parameters}, localparam int unsigned N = {width})"
    return "\n".join(
        [
            f"module fby_{f.name} import fby_axi_pkg::*; import fby_dma_pkg::*; {head}",
            f"  ({', '.join(ports)});",
            *(f"  assign {name} = '0;" for name in outs),
            "  logic unused;",
            f"  assign unused = &{{1'b0, {', '.join(looked)}}};",
            "endmodule",
        ]
    )


def lint(table, tmp_path, parameters, modules_of=None):
    """What Verilator says of the generated module around modules that fit that table, or another one."""
    files = cards_sv.export([], table) | fronts_sv.export([], table)
    for path in (cards_sv.PACKAGE, fronts_sv.MODULE):
        (tmp_path / Path(path).name).write_text(files[path])
    fronts = (modules_of or table).of_class("front_end")
    for f in fronts:
        (tmp_path / f"fby_{f.name}.sv").write_text(f"{module(f)}\n")
    sources = [*flist.read_flist("rtl/axi/axi.f")[0], *flist.read_flist("rtl/reg/reg.f")[0]]
    sources = [*dict.fromkeys(map(str, [*sources, ROOT / "rtl/dma/back/fby_dma_pkg.sv"]))]
    names = ["fby_cards_pkg", *(f"fby_{f.name}" for f in fronts), "fby_dma_front_ends"]
    own = [str(tmp_path / f"{name}.sv") for name in names]
    command = [VERILATOR, "--lint-only", "-Wall", "-Wno-MULTITOP", "-Irtl/common", "--top-module", "fby_dma_front_ends"]
    command += [f"-G{name}={value}" for name, value in parameters.items()]
    return subprocess.run([*command, *sources, *own], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("streams", [0, 2])
def test_modules_with_the_ports_of_their_lines_fit(name, streams, tmp_path):
    table = table_of(*TABLES[name])
    fronts = table.of_class("front_end")
    for chosen in range(1, 1 << len(fronts), 2):
        own = [
            sum(f.movers == way for n, f in enumerate(fronts) if chosen >> n & 1) for way in cards.rules.STREAM_MOVERS
        ]
        # Two channels a direction, and behind them what is a front end's own.
        movers = {"NumH2c": 2 + own[0], "NumC2h": 2 + own[1]}
        masks = {f"{way}Stream": f"4'd{streams | own[n] << 2}" for n, way in enumerate(("H2c", "C2h"))}
        done = lint(table, tmp_path, movers | masks | {"Fronts": f"8'd{chosen}"})
        assert done.returncode == 0, f"{chosen:#b} of {len(fronts)}:\n{done.stderr}"


@pytest.mark.parametrize("fronts", ["8'b1000_0001", "8'b0110"])
def test_a_build_with_front_ends_that_are_not_there_or_without_the_first_is_refused(fronts, tmp_path):
    table = table_of(*TABLES["as it is"])
    done = lint(table, tmp_path, {"Fronts": fronts})
    last = len(table.of_class("front_end")) - 1
    assert done.returncode != 0 and f"Fronts must have bit 0, and none above {last}" in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("columns", "port"),
    [
        ({"reads": True}, "read_req_o"),
        ({"lines": 0}, "lines_o"),
        ({"stores": True}, "store_i"),
        ({"words": True}, "word_o"),
        ({"window": True}, "window_i"),
    ],
)
def test_a_module_that_has_not_the_ports_of_its_line_is_refused(columns, port, tmp_path):
    plain = table_of(*TABLES["as it is"])
    table = replace(plain, features=[replace(f, **columns) if f.name == "copy" else f for f in plain.features])
    done = lint(table, tmp_path, {"Fronts": "8'b11"}, modules_of=plain)
    assert done.returncode != 0 and f"'{port}'" in done.stderr, done.stderr


def returned(text, function):
    """What a function of the package returns."""
    return text[text.index(f" {function}(") :].partition("return ")[2].partition(";")[0]


def test_each_front_end_behind_the_first_has_one_word_and_one_of_them_the_window():
    for others, words, owner in (
        ([], 0b11100, 2),
        (None, 0, None),
        ([ONE | {"words": True}, ONE, ONE | {"words": True, "window": True}], 0b1010, 3),
    ):
        text = cards_sv.export([], table_of({}, others))[cards_sv.PACKAGE]
        assert returned(text, "num_words") == f"$countones(fronts & 8'b{words:08b})"
        assert returned(text, "has_window") == ("1'b0" if owner is None else f"fronts[{owner}]")
        place = "0" if owner is None else f"fronts[{owner}] ? front_place(fronts, {owner}) : 0"
        assert returned(text, "window_front") == place


def test_a_mover_within_host_memory_is_there_when_a_front_end_reaches_it():
    for first, others, reach in (({}, [], 0b110), ({}, None, 0), ({"within_host": True}, [ONE], 0b1)):
        text = cards_sv.export([], table_of(first, others))[cards_sv.PACKAGE]
        assert returned(text, "num_h2h") == f"(fronts & 8'b{reach:08b}) != '0 ? 1 : 0"


def test_a_stream_of_its_own_is_that_of_the_front_end_that_says_so():
    plain = cards_sv.export([], table_of({}, [ONE]))[cards_sv.PACKAGE]
    own = cards_sv.export([], table_of({}, [ONE, ONE | {"movers": "c2h_stream"}]))[cards_sv.PACKAGE]
    for text, way, number in ((plain, "c2h", None), (own, "h2c", None), (own, "c2h", 2)):
        assert returned(text, f"num_own_{way}") == ("0" if number is None else f"32'(fronts[{number}])")
        place = "0" if number is None else f"fronts[{number}] ? front_place(fronts, {number}) : 0"
        assert returned(text, f"own_{way}_front") == place
