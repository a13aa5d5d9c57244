# SPDX-License-Identifier: Apache-2.0
"""C: one header of offsets and masks, for the kernel and for user space.

Names: FOREBAY_<MAP>_<GROUP>_<REGISTER> (offset within the group), ..._<FIELD> (mask, BIT or GENMASK),
..._RESET, FOREBAY_<MAP>_<INSTANCE>_BASE/_STRIDE/_COUNT, FOREBAY_<MAP>_<GROUP>_<INDEX>_INDEX,
FOREBAY_<MAP>_<GROUP>_<EVENT>_EVENT and FOREBAY_<MAP>_<GROUP>_EVENTS (how many), FOREBAY_<MAP>_<CONSTANT>;
FOREBAY_LAYOUT_<LAYOUT>_<FACT> and FOREBAY_LAYOUTS(X), which calls X with each layout's name, once.
The kernel module includes the header, hence its two licences.
"""

from __future__ import annotations

import textwrap

from cards import Cards
from model import Choice, Field, Group, Map, Reg

from exporters import BANNER

PATH = "regs/gen/forebay_regs.h"

PRELUDE = """#ifndef FOREBAY_REGS_H
#define FOREBAY_REGS_H

/*
 * Offsets are relative to the group of registers. Masks are for FIELD_GET() and FIELD_PREP(). Memory words
 * (descriptors and write-backs) are little-endian.
 */
#ifdef __KERNEL__
#include <linux/bits.h>
#else
#ifndef BIT
#define BIT(n) (1UL << (n))
#endif
#ifndef GENMASK
#define GENMASK(h, l) ((0xffffffffUL >> (31 - (h))) & (0xffffffffUL << (l)))
#endif
#endif"""


def export(maps: list[Map], cards: Cards) -> dict[str, str]:
    """The header as one file."""
    lines = ["/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */", f"/* {BANNER} */", PRELUDE]
    for m in maps:
        lines += _map(m)
    lines += _layouts(cards)
    lines += ["", "#endif /* FOREBAY_REGS_H */", ""]
    return {PATH: "\n".join(lines)}


def _doc(text: str) -> list[str]:
    lines = textwrap.wrap(text, 100, break_on_hyphens=False)
    if len(lines) == 1:
        return [f"/* {lines[0]} */"]
    return ["/*", *(f" * {line}" for line in lines), " */"]


def _define(name: str, value: str) -> str:
    return f"#define FOREBAY_{name} {value}"


def _mask(f: Field) -> str:
    return f"BIT({f.lsb})" if f.width == 1 else f"GENMASK({f.msb}, {f.lsb})"


def _choices(prefix: str, suffix: str, choices: list[Choice]) -> list[str]:
    lines = []
    for c in choices:
        lines += [*_doc(c.desc), _define(f"{prefix}_{c.name}{suffix}", str(c.value))]
    return lines


def _reg(prefix: str, reg: Reg) -> list[str]:
    name = f"{prefix}_{reg.name}"
    lines = ["", *_doc(f"{reg.title}. {reg.desc}"), _define(name, f"0x{reg.offset:02x}")]
    if reg.is_array:
        lines += [_define(f"{name}_STRIDE", str(reg.stride)), _define(f"{name}_COUNT", str(reg.count))]
    lines.append(_define(f"{name}_RESET", f"0x{reg.reset:08x}"))
    for f in reg.fields:
        lines += [*_doc(f"{f.name} ({f.access}): {f.desc}"), _define(f"{name}_{f.name}", _mask(f))]
        lines += _choices(f"{name}_{f.name}", "", f.choices)
    return lines


def _group(prefix: str, group: Group) -> list[str]:
    lines = ["", *_doc(f"{group.title}: {group.desc}")]
    for inst in group.instances:
        name = f"{prefix}_{inst.name.upper()}"
        lines.append(_define(f"{name}_BASE", f"0x{inst.base:04x}"))
        if inst.is_array:
            lines += [
                _define(f"{name}_STRIDE", f"0x{inst.stride:x}"),
                _define(f"{name}_COUNT", str(inst.count)),
            ]
    group_prefix = f"{prefix}_{group.name.upper()}"
    lines += _choices(group_prefix, "_INDEX", group.index_names)
    if group.events:
        lines += ["", *_doc("Events of its page."), _define(f"{group_prefix}_EVENTS", str(len(group.events)))]
        lines += _choices(group_prefix, "_EVENT", group.events)
    for reg in group.regs:
        lines += _reg(group_prefix, reg)
    return lines


def _map(m: Map) -> list[str]:
    prefix = m.name.upper()
    lines = ["", *_doc(f"{m.title}: {m.desc}"), _define(f"{prefix}_SIZE_BYTES", str(m.size))]
    for c in m.constants:
        lines += [*_doc(c.desc), _define(f"{prefix}_{c.name}", f"0x{c.value:x}")]
    for reg in m.regs:
        lines += _reg(prefix, reg)
    for group in m.groups:
        lines += _group(prefix, group)
    return lines


def _layouts(cards: Cards) -> list[str]:
    lines = []
    for layout in cards.layouts:
        lines += ["", *_doc(f"Layout {layout.name}: {layout.desc}")]
        for name, value in layout.numbers().items():
            lines.append(_define(f"LAYOUT_{layout.name}_{name}".upper(), f"0x{value:x}"))
    calls = " ".join(f"X({layout.name.upper()})" for layout in cards.layouts)
    return [*lines, "", *_doc("Every layout, once each."), f"#define FOREBAY_LAYOUTS(X) {calls}"]
