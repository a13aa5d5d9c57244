# SPDX-License-Identifier: Apache-2.0
"""Compares the four committed outputs with a table typed by hand (witness_table.py).

Each reader below turns one output into the same dictionaries, so that the four are compared with the table
in the same way: (map, group, register) -> (offset, {field: (high, low)}), and the other tables likewise.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
from witness_table import CONSTANTS, COUNTERS, EVENTS, KINDS, LAYOUTS, PLACES, REGISTERS, RESETS

ROOT = Path(__file__).resolve().parents[2]
GEN = ROOT / "regs/gen"


@dataclass
class Facts:
    """What one output says."""

    registers: dict = field(default_factory=dict)
    places: dict = field(default_factory=dict)
    resets: dict = field(default_factory=dict)
    counters: dict = field(default_factory=dict)
    constants: dict = field(default_factory=dict)
    events: dict = field(default_factory=dict)
    kinds: dict = field(default_factory=dict)


def prefix_of(key) -> str:
    return "_".join(part.upper() for part in key if part)


def bits_of(mask: int) -> tuple[int, int]:
    high, low = mask.bit_length() - 1, (mask & -mask).bit_length() - 1
    assert mask == (2 << high) - (1 << low), f"mask {mask:#x} has a hole"
    return high, low


def facts_from_names(value_of, offset_suffix: str, mask_suffix: str) -> Facts:
    """Facts of an output with one flat name per constant; value_of looks a name up."""
    facts = Facts()
    for key, (_, fields) in REGISTERS.items():
        name = prefix_of(key)
        masks = {f: bits_of(value_of(f"{name}_{f}{mask_suffix}")) for f in fields}
        facts.registers[key] = (value_of(f"{name}{offset_suffix}"), masks)
        facts.resets[key] = value_of(f"{name}_RESET")
    for key, (_, stride, _) in PLACES.items():
        name = prefix_of(key)
        spacing = (value_of(f"{name}_STRIDE"), value_of(f"{name}_COUNT")) if stride else (None, 1)
        facts.places[key] = (value_of(f"{name}_BASE"), *spacing)
    facts.counters = {name: value_of(f"USER_COUNTER_{name}_INDEX") for name in COUNTERS}
    facts.constants = {key: value_of(prefix_of(key)) for key in CONSTANTS}
    facts.events = {key: value_of(f"USER_{key[0]}_{key[1]}_EVENT") for key in EVENTS}
    facts.kinds = {name: value_of(f"USER_STATUS_CARD_KIND_KIND_{name}") for name in KINDS}
    return facts


def read_systemverilog(_tmp: Path) -> Facts:
    text = (GEN / "fby_regs_pkg.sv").read_text()
    values = {}
    for name, number in re.findall(r"localparam .*? (\w+) = ([\w']+);", text):
        values[name] = int(number.split("'h")[1], 16) if "'h" in number else int(number)
    facts = facts_from_names(values.__getitem__, "_OFFSET", "_MASK")
    for key, (_, fields) in facts.registers.items():
        for f, (high, low) in fields.items():
            assert values[f"{prefix_of(key)}_{f}_LSB"] == low, (key, f)
            assert values[f"{prefix_of(key)}_{f}_WIDTH"] == high - low + 1, (key, f)
    return facts


def read_c(tmp: Path) -> Facts:
    """Asks a C compiler, so that the macros are evaluated and not merely read."""
    header = GEN / "forebay_regs.h"
    names = re.findall(r"^#define FOREBAY_(\w+) ", header.read_text(), re.MULTILINE)
    lines = ["#include <stdio.h>", f'#include "{header}"', "int main(void) {"]
    lines += [f'printf("{name} %lu\\n", (unsigned long)FOREBAY_{name});' for name in names]
    source, program = tmp / "facts.c", tmp / "facts"
    source.write_text("\n".join([*lines, "return 0; }", ""]))
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-o", program, source], check=True)
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    values = {name: int(value) for name, value in (line.split() for line in output.splitlines())}
    return facts_from_names(values.__getitem__, "", "")


def read_rust(_tmp: Path) -> Facts:
    """Follows the modules of the generated sources; that they compile is the crate's own test."""
    values, blocks, fields = {}, {}, {}
    for path in (ROOT / "crates/forebay-regs/src/generated").glob("*.rs"):
        scope = [path.stem]
        for line in map(str.strip, path.read_text().splitlines()):
            if found := re.match(r"pub mod (\w+) \{", line):
                scope.append(found[1])
            elif line == "}":
                scope.pop()
            elif found := re.match(r"pub const (\w+): u32 = (\w+);", line):
                values[(*scope, found[1])] = int(found[2].replace("_", ""), 0)
            elif found := re.match(r"pub const (\w+): Field = Field::new\((\d+), (\d+)\);", line):
                fields[(*scope, found[1])] = (int(found[2]) + int(found[3]) - 1, int(found[2]))
            elif found := re.match(r"pub const (\w+): Blocks = Blocks::new\((\w+), (\w+), (\w+)\);", line):
                blocks[(*scope, found[1])] = tuple(int(part, 0) for part in found.groups()[1:])
    facts = Facts()
    for key, (_, names) in REGISTERS.items():
        scope = tuple(part for part in key[:2] if part)
        name = key[2]
        offset = values[(*scope, name)] if (*scope, name) in values else blocks[(*scope, name)][0]
        facts.registers[key] = (offset, {f: fields[(*scope, name.lower(), f)] for f in names})
        facts.resets[key] = values[(*scope, name.lower(), "RESET")]
    for key, (_, stride, _) in PLACES.items():
        base, spacing, count = blocks[(key[0], key[1].upper())]
        facts.places[key] = (base, spacing if stride else None, count)
    facts.counters = {name: values[("user", "counter", "index", name)] for name in COUNTERS}
    facts.constants = {key: values[key] for key in CONSTANTS}
    facts.events = {key: values[("user", key[0].lower(), "event", key[1])] for key in EVENTS}
    facts.kinds = {name: values[("user", "status", "card_kind", "kind", name)] for name in KINDS}
    return facts


def read_markdown(_tmp: Path) -> Facts:
    facts = Facts()
    map_name = group = key = table = None
    for line in (GEN / "REGISTERS.md").read_text().splitlines():
        if line.endswith(":"):
            table = line
        if found := re.match(r"## .*\(`(\w+)`\)", line):
            map_name, group = found[1], None
        elif found := re.match(r"### .*\(`(\w+)`\)", line):
            group = found[1]
        elif found := re.match(r"\* `(\w+)` at (0x\w+)(?: \+ (0x\w+) \* n, n = 0..(\d+))?", line):
            stride, count = (int(found[3], 16), int(found[4]) + 1) if found[3] else (None, 1)
            facts.places[(map_name, found[1])] = (int(found[2], 16), stride, count)
        elif found := re.match(r"###+ (0x\w+).* (\w+)$", line):
            key = (map_name, group, found[2])
            facts.registers[key] = (int(found[1], 16), {})
            facts.resets[key] = 0
        elif found := re.match(r"\| (\w+) \| (0x\w+) \| ", line):
            facts.constants[(map_name, found[1].upper())] = int(found[2], 16)
        elif found := re.match(r"\| (\d+)(?::(\d+))? \| (\w+) \| \w+ \| (-|0x\w+) \|", line):
            high, low = int(found[1]), int(found[2] or found[1])
            facts.registers[key][1][found[3]] = (high, low)
            facts.resets[key] |= 0 if found[4] == "-" else int(found[4], 16) << low
        elif found := re.match(r"\| (\d+) \| (\w+) \| ", line):
            name, value = found[2].upper(), int(found[1])
            if table == "Events of its page:":
                facts.events[(group.upper(), name)] = value
            elif group == "counter":
                facts.counters[name] = value
            elif key == ("user", "status", "CARD_KIND"):
                facts.kinds[name] = value
    return facts


READERS = [read_systemverilog, read_c, read_rust, read_markdown]


@pytest.mark.parametrize("reader", READERS, ids=lambda r: r.__name__)
def test_output_agrees_with_hand_typed_table(reader, tmp_path):
    facts = reader(tmp_path)
    assert facts.registers == REGISTERS
    assert facts.places == PLACES
    assert facts.counters == COUNTERS
    assert facts.constants == CONSTANTS
    assert facts.events == EVENTS
    assert facts.kinds == KINDS
    assert {key: facts.resets[key] for key in RESETS} == RESETS


def missing_rows(facts: Facts) -> list[str]:
    """What is described and has no row in the hand-typed table, as `TABLE: key`."""
    tables = {"PLACES": (facts.places, PLACES), "REGISTERS": (facts.registers, REGISTERS)}
    tables |= {"EVENTS": (facts.events, EVENTS), "KINDS": (facts.kinds, KINDS), "COUNTERS": (facts.counters, COUNTERS)}
    return [f"{name}: {key!r}" for name, (described, typed) in tables.items() for key in described if key not in typed]


def test_table_has_a_row_for_all_that_is_described():
    """The page lists everything; the other outputs are asked for what the table has."""
    missing = missing_rows(read_markdown(Path()))
    assert not missing, "\n".join(["rows that regs/test/witness_table.py lacks:", *missing])


def test_a_row_that_is_missing_is_told():
    facts = read_markdown(Path())
    facts.places["user", "new"] = facts.registers["user", "new", "STATUS"] = ()
    facts.events["NEW", "SEEN"], facts.kinds["NEW"] = 0, 99
    told = {
        "PLACES: ('user', 'new')",
        "REGISTERS: ('user', 'new', 'STATUS')",
        "EVENTS: ('NEW', 'SEEN')",
        "KINDS: 'NEW'",
    }
    assert told <= set(missing_rows(facts))


def layouts_of_systemverilog() -> dict:
    text = (GEN / "fby_cards_pkg.sv").read_text()
    found = re.findall(r"localparam layout_t (\w+) = '\{(.*?)\}", text, re.DOTALL)
    return {name: {f.upper(): int(v, 16) for f, v in re.findall(r"(\w+): \d\d'h(\w+)", body)} for name, body in found}


def layouts_of_c() -> dict:
    found: dict = {}
    for layout, fact, value in re.findall(
        r"^#define FOREBAY_LAYOUT_([A-Z]+)_(\w+) (\w+)$", (GEN / "forebay_regs.h").read_text(), re.MULTILINE
    ):
        found.setdefault(layout, {})[fact] = int(value, 0)
    return found


def layouts_of_rust() -> dict:
    text = (ROOT / "crates/forebay-regs/src/generated/cards.rs").read_text()
    found = re.findall(r"pub const (\w+): Layout = Layout \{(.*?)\};", text, re.DOTALL)
    return {
        name: {f.upper(): int(v.replace("_", ""), 0) for f, v in re.findall(r"(\w+): (0x\w+),", body)}
        for name, body in found
    }


@pytest.mark.parametrize("reader", [layouts_of_systemverilog, layouts_of_c, layouts_of_rust], ids=lambda r: r.__name__)
def test_layouts_agree_with_hand_typed_table(reader):
    assert reader() == LAYOUTS


def run_check(root: Path) -> subprocess.CompletedProcess:
    command = [sys.executable, root / "regs/generate.py", "--check"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path):
    """The descriptions and their outputs, free to be broken."""
    files = [*(ROOT / "regs").rglob("*"), *(ROOT / "crates/forebay-regs/src/generated").iterdir()]
    files += [
        *(path for kind in ("*.rdl", "*.f", "fby_*.sv") for path in (ROOT / "rtl").glob(f"*/*/{kind}")),
        ROOT / "sim/variants.mk",
        ROOT / "crates/forebay-builds/src/table.rs",
    ]
    for path in files:
        if path.is_file() and "__pycache__" not in path.parts:
            target = tmp_path / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    return tmp_path


def test_check_passes_on_committed_outputs(copy):
    result = run_check(copy)
    assert result.returncode == 0, result.stdout + result.stderr


def test_moved_field_breaks_every_output(copy):
    rdl = copy / "regs/xdma.rdl"
    text = rdl.read_text()
    assert text.count("NON_INCR[25:25]") == 1
    rdl.write_text(text.replace("NON_INCR[25:25]", "NON_INCR[24:24]"))
    result = run_check(copy)
    assert result.returncode == 1
    for name in ("fby_regs_pkg.sv", "forebay_regs.h", "xdma.rs", "REGISTERS.md"):
        assert f"{name} (committed)" in result.stdout
    assert "run: python regs/generate.py" in result.stderr


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new))


def test_a_line_of_the_card_table_reaches_whoever_builds_cards(copy):
    change(copy / "regs/cards.rdl", 'build_s\'{name: "msm-gates"', 'build_s\'{name: "renamed"')
    result = run_check(copy)
    assert result.returncode == 1
    for name in ("sim/variants.mk", "crates/forebay-builds/src/table.rs"):
        assert f"{name} (committed)" in result.stdout


WRONG = [
    ('"msm-toy", datapath: "msm"', '"msm-toy", datapath: "none"', "build msm-toy: no datapath is called none"),
    (
        '"loopback-mm", datapath: "loopback", layout: "xdma"',
        '"loopback-mm", datapath: "loopback", layout: "none"',
        "build loopback-mm: no layout is called none",
    ),
    ("page: 0x3000", "page: 0x2000", "feature copy: its page overlaps that of stream_ports"),
    ("first_line: 4", "first_line: 0", "feature msm: it has a line of copy"),
    ("datapath, kind: 3", "datapath, kind: 1", "feature loopback: another one of its class has kind 1"),
    ('layout_s\'{name: "shell"', 'layout_s\'{name: "xdma"', "two layouts are called xdma"),
    ("user_offset: 0x10000", "user_offset: 0x11000", "layout shell: the page of feature faults goes beyond its BAR"),
    ("dma_bar_bytes: 0x00010000", "dma_bar_bytes: 0x00008000", "layout xdma: the page of feature xdma goes beyond"),
    (
        "user_offset: 0x10000, dma_bar: 0, dma_bar_bytes: 0x04000000",
        "user_offset: 0x10000, dma_bar: 0, dma_bar_bytes: 0x00010000",
        "layout shell: BAR0 has two sizes",
    ),
    ("user_offset: 0x10000", "user_offset: 0x8000", "layout shell: the block of DMA registers is not in front"),
    ("user_offset: 0, dma_bar: 2", "user_offset: 0, dma_bar: 4", "layout xdma: the aperture shares BAR4"),
    (
        "user_offset: 0x10000, dma_bar: 0, dma_bar_bytes: 0x04000000",
        "user_offset: 0, dma_bar: 2, dma_bar_bytes: 0x00010000",
        "layout shell: its own registers are where layout xdma has them",
    ),
]


@pytest.mark.parametrize(("old", "new", "complaint"), WRONG)
def test_a_wrong_card_table_is_refused(copy, old, new, complaint):
    change(copy / "regs/cards.rdl", old, new)
    result = run_check(copy)
    assert result.returncode != 0
    assert f"cards.rdl: {complaint}" in result.stderr


def test_leftover_output_is_refused(copy):
    (copy / "regs/gen/old.h").write_text("")
    result = run_check(copy)
    assert result.returncode == 1
    assert "regs/gen/old.h" in result.stdout


def test_field_without_description_is_refused(copy):
    rdl = copy / "regs/user.rdl"
    rdl.write_text(rdl.read_text().replace('desc = "Frequency of the card clock.";', ""))
    result = run_check(copy)
    assert result.returncode != 0
    assert "CLOCK_KHZ: no description" in result.stderr
