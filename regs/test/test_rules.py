# SPDX-License-Identifier: Apache-2.0
"""Lines of the card table that break a rule are refused by a complaint that names them."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import cards
import rules


@pytest.fixture(scope="module")
def table():
    return cards.load()


def changed(table, lines, name, values):
    """The table with other values in one line."""
    old = getattr(table, lines)
    assert [line.name for line in old].count(name) == 1
    return replace(table, **{lines: [replace(line, **values) if line.name == name else line for line in old]})


def test_the_table_keeps_every_rule(table):
    assert list(rules.complaints(table)) == []


FEATURES = [
    ("sink", {"name": "si nk"}, "feature `si nk`: the name is not"),
    ("sink", {"name": "Sink"}, "feature `Sink`: the name is not"),
    ("sink", {"name": ""}, "feature ``: the name is not"),
    ("sink", {"desc": ""}, "feature sink has no description"),
    ("sink", {"kind": 0}, "feature sink: kind 0 is not 1 to 255"),
    ("sink", {"kind": 256}, "feature sink: kind 256 is not 1 to 255"),
    ("copy", {"kind": 0x10000}, "feature copy: kind 65536 is not 1 to 65535"),
    ("copy", {"page": 0x3800}, "feature copy: page 0x3800 is no multiple of 4096"),
    ("copy", {"page_bytes": 0}, "feature copy: 0 bytes of page are not a power of two"),
    ("copy", {"page_bytes": 0x1004}, "feature copy: 4100 bytes of page are not a power of two"),
    ("copy", {"page_bytes": 0x20000}, "feature copy: 131072 bytes of page are not a power of two"),
    ("copy", {"page_bytes": 0x2000}, "layout xdma: the page of feature copy is at 0x3000, no multiple of its size"),
    ("copy", {"page": 0x3FFF000}, "layout shell: the page of feature copy goes beyond its BAR"),
    ("copy", {"page": 0x1_0000_3000}, "layout xdma: the page of feature copy goes beyond its BAR"),
    ("copy", {"page": 0x1000}, "feature loopback: its page overlaps that of copy"),
    ("stream_ports", {"page_bytes": 0x2000}, "feature copy: its page overlaps that of stream_ports"),
    ("interrupts", {"class_name": "front_end", "kind": 9}, "feature xdma: its page overlaps that of interrupts"),
    ("copy", {"first_line": 16}, "feature copy: its lines go beyond the 16 of a card"),
    ("sink", {"lines": 5}, "feature sink: 5 lines, a plug has 4 at most"),
    ("sink", {"first_line": 3, "lines": 2}, "feature sink: it has a line of copy"),
    ("sink", {"ports": 0b100}, "feature sink: ports 0b100, a card has 2 stream ports"),
    ("identity", {"name": "other"}, "feature other: the first of the chain is not the identity"),
    ("xdma", {"movers": "one_of_each"}, "feature xdma: the first front end has the channels"),
    ("xdma", {"movers": "one_of_each"}, "feature xdma: `channel_lines` goes with `movers: channels` only"),
    ("copy", {"window": True}, "feature udma: the window for programs is that of copy"),
    ("copy", {"page": 0x200_0000}, "layout xdma: the page of feature copy is in the window for programs"),
    ("copy", {"page": 0x2FE_F000}, "layout shell: the page of feature copy is in the window for programs"),
    ("copy", {"channel_lines": True}, "feature copy: `channel_lines` goes with `movers: channels` only"),
    ("xdma", {"lines": 2, "first_line": 8}, "feature xdma: it has 2 user lines and `channel_lines`"),
    ("xdma", {"movers": "c2h_stream"}, "feature xdma: the first front end has the channels"),
    ("copy", {"movers": "c2h_stream"}, "feature copy: with `movers: c2h_stream` it reaches one mover"),
]
LAYOUTS = [
    ({"name": "she ll"}, "layout `she ll`: the name is not"),
    ({"vectors": 0}, "layout shell: 0 vectors are not 2 to 32"),
    ({"vectors": 33}, "layout shell: 33 vectors are not 2 to 32"),
    ({"user_bar": 6, "dma_bar": 6}, "layout shell: PCI has no BAR6"),
    ({"aperture_bar": 5}, "layout shell: PCI has no BAR6"),
    ({"user_bar": 5, "dma_bar": 5}, "layout shell: the aperture shares BAR5"),
    ({"aperture_bar_bytes": 0x3000_0000}, "layout shell: aperture_bar_bytes is no power of two"),
    ({"aperture_bar_bytes": 0x1000_0000}, "layout shell: the aperture does not hold the card address space"),
    (
        {"aperture_bar_bytes": 0x20_0000_0000},
        "layout shell: the aperture has more than the 0x1000000000 bytes of the widest",
    ),
    ({"user_offset": 0xFF10}, "layout shell: the page of feature identity is at 0xff10, no multiple of its size"),
    ({"answer_cycles": 4}, "layout shell: 4 cycles to an answer are fewer than 64"),
    ({"pci_device": 0x1F0FB}, "layout shell: pci_device has more than 16 bits"),
    ({"pci_vendor": 0x10EE, "pci_device": 0x903F}, "layout shell: it has the vendor and device of layout xdma"),
]
BUILDS = [
    ({"name": "../x"}, "build `../x`: the name is not"),
    ({"name": "ms m"}, "build `ms m`: the name is not"),
    ({"front_ends": 0b110}, "build radio-sg: front_ends 0b110 needs bit 0, and has bit 0 xdma, bit 1 copy, bit 2 udma"),
    (
        {"front_ends": 1 << 7 | 1},
        "build radio-sg: front_ends 0b10000001 needs bit 0, and has bit 0 xdma, bit 1 copy, bit 2 udma",
    ),
    ({"num_h2c": 5}, "build radio-sg: 5 h2c channels are not 1 to 4"),
    ({"num_c2h": 0}, "build radio-sg: 0 c2h channels are not 1 to 4"),
    ({"h2c_stream": 0b1000}, "build radio-sg: h2c_stream 0b1000 names more than 2 channels"),
    (
        {"shared_path": True, "h2c_stream": 0b10},
        "build radio-sg: a shared path, but only 1 h2c channels to write over it",
    ),
    ({"memory_ports": 6}, "build radio-sg: 6 memory_ports, but datapath source has none"),
    ({"memory_ports": 6}, "build radio-sg: 0 memory_port_bytes are not a multiple of 512, and 0 without ports"),
    ({"memory_ports": 33}, "build radio-sg: 33 memory_ports are more than 32"),
    ({"memory_ports": 6, "memory_port_bytes": 100}, "build radio-sg: 100 memory_port_bytes are not a multiple of 512,"),
    (
        {"memory_port_bytes": 512},
        "build radio-sg: 512 memory_port_bytes are not a multiple of 512, and 0 without ports",
    ),
]


@pytest.mark.parametrize(("name", "values", "complaint"), FEATURES)
def test_a_wrong_feature_is_refused(table, name, values, complaint):
    found = list(rules.complaints(changed(table, "features", name, values)))
    assert any(line.startswith(complaint) for line in found), found


def test_there_are_as_many_front_ends_as_their_number_has_room_for(table):
    copy = next(f for f in table.features if f.name == "copy")
    more = [
        replace(copy, name=f"copy{n}", kind=16 + n, page=0x8000 + n * 0x1000, first_line=0, lines=0)
        for n in range(rules.MAX_FRONT_ENDS - len(table.of_class("front_end")) + 1)
    ]
    assert list(rules.complaints(replace(table, features=[*table.features, *more[:-1]]))) == []
    found = list(rules.complaints(replace(table, features=[*table.features, *more])))
    assert found == [f"feature {more[-1].name}: a card has 8 front ends at most"]


def test_a_direction_has_one_stream_of_its_own_beside_the_channels(table):
    own = {"movers": "h2c_stream", "within_host": False}
    none = changed(table, "features", "mm2s", {"movers": "one_of_each"})
    one = changed(none, "features", "copy", own)
    fewer = replace(one, builds=[replace(b, num_h2c=3, h2c_stream=0b100, shared_path=False) for b in table.builds])
    assert list(rules.complaints(fewer)) == []
    found = list(rules.complaints(changed(fewer, "features", "udma", own)))
    assert "feature udma: `movers: h2c_stream` is that of copy" in found
    found = [line for line in rules.complaints(one) if line.startswith("build loopback:")]
    assert found == ["build loopback: 4 h2c channels beside the stream of a front end are not 1 to 3"]


FILES = [
    ("rtl/datapath/sink/sink.rdl", "no file rtl/datapath/sink/sink.rdl; write it with an addrmap sink, or say"),
    ("rtl/datapath/sink/sink.f", "no file rtl/datapath/sink/sink.f; write it, a list of source files that ends with"),
    ("rtl/datapath/sink/fby_sink.sv", "no file rtl/datapath/sink/fby_sink.sv; write it with the module fby_sink and"),
]


@pytest.fixture
def folders(table, tmp_path):
    """A repository in which every plug has its files."""
    for f in (f for f in table.features if f.is_plug):
        folder = tmp_path / f.folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{f.name}.f").write_text(f"// All of it.\n{f.folder}/fby_{f.name}.sv\n")
        (folder / f"fby_{f.name}.sv").touch()
        if f.registers:
            (folder / f"{f.name}.rdl").touch()
        if f.window:
            (folder / f"{f.name}_window.rdl").touch()
    assert list(rules.missing_files(table, tmp_path)) == []
    return tmp_path


@pytest.mark.parametrize(("path", "complaint"), FILES)
def test_a_plug_without_one_of_its_files_is_refused(table, folders, path, complaint):
    (folders / path).unlink()
    [found] = rules.missing_files(table, folders)
    assert found.startswith(f"feature sink: {complaint}"), found


def test_a_list_of_files_without_the_module_is_refused(table, folders):
    (folders / "rtl/dma/copy/copy.f").write_text("rtl/dma/copy/fby_copy_regs.sv\n")
    assert list(rules.missing_files(table, folders)) == [
        "feature copy: rtl/dma/copy/copy.f does not list rtl/dma/copy/fby_copy.sv; add it there"
    ]


def test_registers_that_nobody_reads_are_refused(table, folders):
    (folders / "rtl/datapath/loopback/loopback.rdl").touch()
    [found] = rules.missing_files(table, folders)
    assert found.startswith("feature loopback: there is rtl/datapath/loopback/loopback.rdl, which nobody reads;"), found


def test_the_window_is_described_where_it_is_used_and_only_there(table, folders):
    window = folders / "rtl/dma/udma/udma_window.rdl"
    window.unlink()
    [found] = rules.missing_files(table, folders)
    assert found.startswith("feature udma: no file rtl/dma/udma/udma_window.rdl; write it with an addrmap udma_window")
    window.touch()
    (folders / "rtl/dma/copy/copy_window.rdl").touch()
    [found] = rules.missing_files(table, folders)
    assert found.startswith("feature copy: there is rtl/dma/copy/copy_window.rdl, which nobody reads;"), found


WINDOWS = [
    ({"window_base": 0x280_0000}, "layout xdma: the window for programs is at 0x2800000, no multiple of its size"),
    ({"window_bytes": 0x180_0000}, "layout xdma: the window for programs is at 0x2000000, no multiple of its size"),
    ({"window_base": 0x400_0000}, "layout shell: the window for programs goes beyond its BAR"),
    ({"window_base": 0}, "layout shell: the page of feature xdma is in the window for programs"),
    ({"window_base": 0}, "layout xdma: the page of feature identity is in the window for programs"),
]


@pytest.mark.parametrize(("values", "complaint"), WINDOWS)
def test_a_window_in_a_wrong_place_is_refused(table, values, complaint):
    found = list(rules.complaints(replace(table, **values)))
    assert any(line.startswith(complaint) for line in found), found


def test_where_the_block_has_a_bar_of_its_own_the_window_is_not_over_it(table):
    found = list(rules.complaints(replace(table, window_base=0)))
    assert not any(line.startswith("layout xdma: the page of feature xdma") for line in found), found


def test_the_generator_says_which_files_are_missing(folders, monkeypatch):
    """All of them at once: who begins a plug has none yet."""
    for path, _ in FILES:
        (folders / path).unlink()
    monkeypatch.setattr(cards, "ROOT", folders)
    with pytest.raises(cards.DescriptionError) as refused:
        cards.load()
    lines = str(refused.value).splitlines()
    assert len(lines) == len(FILES)
    for _, complaint in FILES:
        assert [line for line in lines if line.startswith(f"cards.rdl: feature sink: {complaint}")], lines


@pytest.mark.parametrize(
    ("name", "given", "right"),
    [("copy", "plug_s", "front_end_s"), ("sink", "feature_s", "plug_s"), ("identity", "plug_s", "feature_s")],
)
def test_a_line_that_has_not_the_columns_of_its_class_is_refused(tmp_path, monkeypatch, name, given, right):
    """A plug with none of a plug's columns would silently get none of their ports."""
    for source in cards.SOURCES:
        text = (cards.REGS_DIR / source).read_text()
        found = re.search(rf'^        {right}\'\{{name: "{name}".*\n', text, re.MULTILINE)
        if found:
            line = re.sub(
                r"(?<=, )(registers|stores|memory|movers|within_host|words|reads|channel_lines|window): [\w:]+, ",
                "",
                found.group(0),
            )
            line = line.replace(right, given).replace(
                "desc:", "registers: false, stores: false, memory: false, desc:" if given == "plug_s" else "desc:"
            )
            text = text.replace(found.group(0), line)
        (tmp_path / source).write_text(text)
    monkeypatch.setattr(cards, "REGS_DIR", tmp_path)
    with pytest.raises(cards.DescriptionError, match=f"feature {name}: a line of class .* is a {right}, not a {given}"):
        cards.load()


@pytest.mark.parametrize(("values", "complaint"), LAYOUTS)
def test_a_wrong_layout_is_refused(table, values, complaint):
    found = list(rules.complaints(changed(table, "layouts", "shell", values)))
    assert any(line.startswith(complaint) for line in found), found


@pytest.mark.parametrize(("values", "complaint"), BUILDS)
def test_a_wrong_build_is_refused(table, values, complaint):
    found = list(rules.complaints(changed(table, "builds", "radio-sg", values)))
    assert any(line.startswith(complaint) for line in found), found
