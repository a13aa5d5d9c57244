# SPDX-License-Identifier: Apache-2.0
"""Rust: one module per address map, in crates/forebay-regs/src/generated.

Names: <map>::<group>::<REGISTER> (offset within the group), <map>::<group>::<register>::<FIELD> (a Field) and
::RESET, <map>::<INSTANCE> (Blocks), <map>::<group>::index::<NAME> and ALL, <map>::<group>::event::<NAME> and ALL,
choices in <register>::<field>::<NAME>, <map>::<CONSTANT>; cards::<FEATURE> and FEATURES,
cards::layout::<LAYOUT> and ALL.
"""

from __future__ import annotations

import re

from cards import Cards
from model import Choice, Group, Map, Reg

from exporters import BANNER

# What rustfmt puts on one line at the depth at which choices of a field stand, and at that of events and indices.
FIELD_WIDTH, GROUP_WIDTH = 100 - 12, 100 - 8
FOLDER = "crates/forebay-regs/src/generated"


def export(maps: list[Map], cards: Cards) -> dict[str, str]:
    """One file per map and the module that lists them."""
    files = {f"{FOLDER}/{m.name}.rs": _file(m) for m in maps}
    lines = [*head(), "//! The generated modules, one per address map.", ""]
    lines += [f"pub mod {name};" for name in sorted([*(m.name for m in maps), "cards"])]
    files[f"{FOLDER}/mod.rs"] = "\n".join([*lines, ""])
    return files


def head() -> list[str]:
    return ["// SPDX-License-Identifier: Apache-2.0", f"// {BANNER}"]


def hexadecimal(value: int) -> str:
    """In groups of four digits, all of them whole."""
    if value < 0x10000:
        return f"0x{value:04X}"
    return f"{hexadecimal(value >> 16)}_{value & 0xFFFF:04X}"


def _code(text: str) -> str:
    """Marks names in prose as code, as clippy wants it in doc comments."""
    return re.sub(r"\b[A-Za-z0-9]+(?:[_.][A-Za-z0-9]+)*_[A-Za-z0-9_.]*[A-Za-z0-9]\b", r"`\g<0>`", text)


def _indent(lines: list[str]) -> list[str]:
    return [f"    {line}" if line else line for line in lines]


def _module(name: str, doc: str, body: list[str]) -> list[str]:
    while body and not body[0]:
        body = body[1:]
    return [f"/// {_code(doc)}", f"pub mod {name} {{", *_indent(body), "}"]


def _choices(choices: list[Choice], width: int) -> list[str]:
    lines = []
    for c in choices:
        lines += [f"/// {_code(c.desc)}", f"pub const {c.name}: u32 = {c.value};"]
    lines.append("/// Every value with its name.")
    pairs = [f'({c.value}, "{c.name.lower()}")' for c in choices]
    one_line = f"pub const ALL: &[(u32, &str)] = &[{', '.join(pairs)}];"
    if len(one_line) <= width:
        return [*lines, one_line]
    values = f"    &[{', '.join(pairs)}];"
    if len(values) <= width:
        return [*lines, "pub const ALL: &[(u32, &str)] =", values]
    return [*lines, "pub const ALL: &[(u32, &str)] = &[", *(f"    {pair}," for pair in pairs), "];"]


def _reg(reg: Reg) -> list[str]:
    access = sorted({f.access for f in reg.fields})
    lines = [f"/// {reg.title} ({', '.join(access)}). {_code(reg.desc)}"]
    if reg.is_array:
        blocks = f"Blocks::new({hexadecimal(reg.offset)}, {reg.stride}, {reg.count})"
        lines.append(f"pub const {reg.name}: Blocks = {blocks};")
    else:
        lines.append(f"pub const {reg.name}: u32 = {hexadecimal(reg.offset)};")
    body = ["/// Value after reset; bits that depend on the build are 0 here."]
    body.append(f"pub const RESET: u32 = {hexadecimal(reg.reset)};")
    for f in reg.fields:
        body += [
            f"/// {_code(f.desc)} ({f.access})",
            f"pub const {f.name}: Field = Field::new({f.lsb}, {f.width});",
        ]
    for f in reg.fields:
        if f.choices:
            body += _module(f.name.lower(), f"Values of {f.name}.", _choices(f.choices, FIELD_WIDTH))
    return lines + _module(reg.name.lower(), f"Fields of {reg.name}.", ["use crate::Field;", *body])


def _group(group: Group) -> list[str]:
    body: list[str] = []
    if any(r.is_array for r in group.regs):
        body += ["use crate::Blocks;", ""]
    for reg in group.regs:
        body += _reg(reg)
    if group.events:
        body += _module("event", "Events of its page, by name.", _choices(group.events, GROUP_WIDTH))
    if group.index_names:
        body += _module("index", "Indices of the array, by name.", _choices(group.index_names, GROUP_WIDTH))
    return _module(group.name, f"{group.title}: {group.desc}", body)


def _file(m: Map) -> str:
    lines = [*head(), f"//! {m.title}: {m.desc}", ""]
    if m.groups:
        lines += ["use crate::Blocks;", ""]
    lines += ["/// Bytes that the map covers.", f"pub const SIZE_BYTES: u32 = {hexadecimal(m.size)};"]
    for c in m.constants:
        lines += [f"/// {_code(c.desc)}", f"pub const {c.name}: u32 = {hexadecimal(c.value)};"]
    for reg in m.regs:
        lines += _reg(reg)
    for group in m.groups:
        for inst in group.instances:
            if group.regs:
                lines.append(f"/// Where {group.title.lower()} registers are ([`{group.name}`]).")
            else:
                lines.append(f"/// {group.title}: {_code(group.desc)}")
            blocks = f"Blocks::new({hexadecimal(inst.base)}, {hexadecimal(inst.stride)}, {inst.count})"
            lines.append(f"pub const {inst.name.upper()}: Blocks = {blocks};")
    for group in m.groups:
        if group.regs:
            lines += _group(group)
    return "\n".join([*lines, ""])
