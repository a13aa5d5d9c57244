# SPDX-License-Identifier: Apache-2.0
"""SystemVerilog: one package of constants.

Names: <MAP>_<GROUP>_<REGISTER>_OFFSET (within the group), ..._<FIELD>_LSB/_WIDTH/_MASK, ..._RESET,
<MAP>_<INSTANCE>_BASE/_STRIDE/_COUNT, <MAP>_<GROUP>_<INDEX>_INDEX, <MAP>_<GROUP>_<EVENT>_EVENT and
<MAP>_<GROUP>_EVENTS (how many), <MAP>_<CONSTANT>.
"""

from __future__ import annotations

import textwrap

from cards import Cards
from model import Choice, Group, Map, Reg

from exporters import BANNER

PATH = "regs/gen/fby_regs_pkg.sv"
COLUMNS = 100


def export(maps: list[Map], cards: Cards) -> dict[str, str]:
    """The package as one file."""
    lines = ["// SPDX-License-Identifier: Apache-2.0", f"// {BANNER}"]
    lines += [
        "/// Offsets, field positions, masks and reset values of every register and memory word of the card.",
        "package fby_regs_pkg;",
        "  // Each design uses only some of the registers.",
        # The line above is the reason, in the generated file as well.
        "  /* verilator lint_off UNUSEDPARAM */",
    ]
    for m in maps:
        lines += _map(m)
    lines += ["", "  /* verilator lint_on UNUSEDPARAM */", "endpackage", ""]
    return {PATH: "\n".join(lines)}


def _doc(text: str) -> list[str]:
    return textwrap.wrap(text, COLUMNS, initial_indent="  /// ", subsequent_indent="  /// ", break_on_hyphens=False)


def _addr(name: str, value: int) -> str:
    # Card addresses are wider than what a register bus carries.
    if value >> 16:
        return _word(name, value)
    return f"  localparam logic [15:0] {name} = 16'h{value:04x};"


def _word(name: str, value: int) -> str:
    return f"  localparam logic [31:0] {name} = 32'h{value:08x};"


def _int(name: str, value: int) -> str:
    return f"  localparam int unsigned {name} = {value};"


def _choices(prefix: str, suffix: str, choices: list[Choice]) -> list[str]:
    lines = []
    for c in choices:
        lines += [*_doc(c.desc), _int(f"{prefix}_{c.name}{suffix}", c.value)]
    return lines


def _reg(prefix: str, reg: Reg) -> list[str]:
    name = f"{prefix}_{reg.name}"
    lines = ["", *_doc(f"{reg.title}. {reg.desc}"), _addr(f"{name}_OFFSET", reg.offset)]
    if reg.is_array:
        lines += [_int(f"{name}_STRIDE", reg.stride), _int(f"{name}_COUNT", reg.count)]
    lines.append(_word(f"{name}_RESET", reg.reset))
    for f in reg.fields:
        lines += _doc(f"{f.name} ({f.access}): {f.desc}")
        lines += [_int(f"{name}_{f.name}_LSB", f.lsb), _int(f"{name}_{f.name}_WIDTH", f.width)]
        lines.append(_word(f"{name}_{f.name}_MASK", f.mask))
        lines += _choices(f"{name}_{f.name}", "", f.choices)
    return lines


def _group(prefix: str, group: Group) -> list[str]:
    lines = [""]
    for inst in group.instances:
        name = f"{prefix}_{inst.name.upper()}"
        lines += [*_doc(f"{group.title}: {group.desc}"), _addr(f"{name}_BASE", inst.base)]
        if inst.is_array:
            lines += [_int(f"{name}_STRIDE", inst.stride), _int(f"{name}_COUNT", inst.count)]
    group_prefix = f"{prefix}_{group.name.upper()}"
    lines += _choices(group_prefix, "_INDEX", group.index_names)
    if group.events:
        lines += ["", *_doc("Events of its page."), _int(f"{group_prefix}_EVENTS", len(group.events))]
        lines += _choices(group_prefix, "_EVENT", group.events)
    for reg in group.regs:
        lines += _reg(group_prefix, reg)
    return lines


def _map(m: Map) -> list[str]:
    prefix = m.name.upper()
    lines = [
        "",
        *_doc(f"{m.title}: {m.desc} Size in bytes up to the last register."),
        _int(f"{prefix}_SIZE_BYTES", m.size),
    ]
    for c in m.constants:
        lines += [*_doc(c.desc), _word(f"{prefix}_{c.name}", c.value)]
    for reg in m.regs:
        lines += _reg(prefix, reg)
    for group in m.groups:
        lines += _group(prefix, group)
    return lines
