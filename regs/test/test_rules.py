# SPDX-License-Identifier: Apache-2.0
"""Lines of the card table that break a rule are refused by a complaint that names them."""

from __future__ import annotations

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
    ({"user_offset": 0xFF10}, "layout shell: the page of feature identity is at 0xff10, no multiple of its size"),
    ({"answer_cycles": 4}, "layout shell: 4 cycles to an answer are fewer than 64"),
    ({"pci_device": 0x1F0FB}, "layout shell: pci_device has more than 16 bits"),
    ({"pci_vendor": 0x10EE, "pci_device": 0x903F}, "layout shell: it has the vendor and device of layout xdma"),
]
BUILDS = [
    ({"name": "../x"}, "build `../x`: the name is not"),
    ({"name": "ms m"}, "build `ms m`: the name is not"),
    ({"front_ends": 3}, "build msm: 3 front ends, there are 2"),
    ({"num_h2c": 5}, "build msm: 5 h2c channels are not 1 to 4"),
    ({"num_c2h": 0}, "build msm: 0 c2h channels are not 1 to 4"),
    ({"h2c_stream": 0b1000}, "build msm: h2c_stream 0b1000 names more than 2 channels"),
]


@pytest.mark.parametrize(("name", "values", "complaint"), FEATURES)
def test_a_wrong_feature_is_refused(table, name, values, complaint):
    found = list(rules.complaints(changed(table, "features", name, values)))
    assert any(line.startswith(complaint) for line in found), found


@pytest.mark.parametrize(("values", "complaint"), LAYOUTS)
def test_a_wrong_layout_is_refused(table, values, complaint):
    found = list(rules.complaints(changed(table, "layouts", "shell", values)))
    assert any(line.startswith(complaint) for line in found), found


@pytest.mark.parametrize(("values", "complaint"), BUILDS)
def test_a_wrong_build_is_refused(table, values, complaint):
    found = list(rules.complaints(changed(table, "builds", "msm", values)))
    assert any(line.startswith(complaint) for line in found), found
