# SPDX-License-Identifier: Apache-2.0
"""Markdown: the register page for people."""

from __future__ import annotations

from cards import Cards
from model import Choice, Group, Map, Reg

from exporters import BANNER

PATH = "regs/gen/REGISTERS.md"

KINDS = """Access kinds: `r` read, `w` write, `rw` both, `w1s` writing 1 sets, `w1c` writing 1 clears,
`rc` reading clears, `pulse` writing 1 acts once. A reset value of `-` depends on the build or on an input.
Bits that are not listed read 0 and ignore writes."""


def export(maps: list[Map], cards: Cards) -> dict[str, str]:
    """The page as one file."""
    lines = [f"<!-- {BANNER} -->", "# Registers", "", KINDS, ""]
    for m in maps:
        lines += _map(m)
    return {PATH: "\n".join(lines)}


def _choices(title: str, choices: list[Choice]) -> list[str]:
    lines = [title, "", "| Value | Name | Meaning |", "|---|---|---|"]
    lines += [f"| {c.value} | {c.name.lower()} | {c.desc} |" for c in choices]
    return [*lines, ""]


def _reg(reg: Reg, level: str) -> list[str]:
    where = f"0x{reg.offset:02x}"
    if reg.is_array:
        where += f" + 0x{reg.stride:x} * n, n = 0..{reg.count - 1}"
    lines = [f"{level} {where} {reg.name}", "", f"{reg.title}. {reg.desc}", ""]
    lines += ["| Bits | Field | Access | Reset | Meaning |", "|---|---|---|---|---|"]
    for f in reg.fields:
        bits = str(f.lsb) if f.width == 1 else f"{f.msb}:{f.lsb}"
        reset = "-" if f.reset is None else f"0x{f.reset:x}"
        lines.append(f"| {bits} | {f.name} | {f.access} | {reset} | {f.desc} |")
    lines.append("")
    for f in reg.fields:
        if f.choices:
            lines += _choices(f"Values of {f.name}:", f.choices)
    return lines


def _group(group: Group) -> list[str]:
    lines = [f"### {group.title} (`{group.name}`)", "", group.desc, ""]
    for inst in group.instances:
        where = f"0x{inst.base:04x}"
        if inst.is_array:
            where += f" + 0x{inst.stride:x} * n, n = 0..{inst.count - 1}"
        lines.append(f"* `{inst.name}` at {where}")
    lines.append("")
    if group.index_names:
        lines += _choices("Indices:", group.index_names)
    if group.events:
        lines += _choices("Events of its page:", group.events)
    for reg in group.regs:
        lines += _reg(reg, "####")
    return lines


def _map(m: Map) -> list[str]:
    lines = [f"## {m.title} (`{m.name}`)", "", m.desc, ""]
    if m.constants:
        lines += ["| Constant | Value | Meaning |", "|---|---|---|"]
        lines += [f"| {c.name} | 0x{c.value:x} | {c.desc} |" for c in m.constants]
        lines.append("")
    for reg in m.regs:
        lines += _reg(reg, "###")
    for group in m.groups:
        lines += _group(group)
    return lines
