# SPDX-License-Identifier: Apache-2.0
"""The card table in Rust: features and layouts for everybody, builds for those who make simulated cards."""

from __future__ import annotations

from cards import Build, Cards, Feature, Layout
from model import Map, events

from exporters.rust import FOLDER, head, hexadecimal

TABLE = f"{FOLDER}/cards.rs"
BUILDS = "crates/forebay-builds/src/table.rs"


def export(maps: list[Map], cards: Cards) -> dict[str, str]:
    """The two files."""
    return {TABLE: _table(cards), BUILDS: _builds(cards)}


def _name(text: str) -> str:
    return "".join(word.capitalize() for word in text.split("_"))


def _literal(type_name: str, facts: dict[str, str]) -> list[str]:
    return [f"{type_name} {{", *(f"    {name}: {value}," for name, value in facts.items()), "}"]


def _feature(f: Feature) -> list[str]:
    facts = {
        "name": f'"{f.name}"',
        "class": f"Class::{_name(f.class_name)}",
        "kind": str(f.kind),
        "page_in": f"PageIn::{_name(f.page_in)}",
        "page": hexadecimal(f.page),
        "page_bytes": hexadecimal(f.page_bytes),
        "first_line": str(f.first_line),
        "lines": str(f.lines),
        "ports": str(f.ports),
        "events": str(len(events(f))),
        "event_names": f"crate::user::{f.name}::event::ALL" if events(f) else "&[]",
    }
    text = _literal("Feature", facts)
    text[0] = f"pub const {f.name.upper()}: Feature = {text[0]}"
    return [f"/// {f.desc}", *text[:-1], "};"]


def _layout(layout: Layout) -> list[str]:
    facts = {"name": f'"{layout.name}"'} | {name: hexadecimal(value) for name, value in layout.numbers().items()}
    text = _literal("Layout", facts)
    text[0] = f"pub const {layout.name.upper()}: Layout = {text[0]}"
    return [f"    /// {layout.desc}", *(f"    {line}" for line in [*text[:-1], "};"])]


def _list(first: str, names: list[str], indent: str = "") -> list[str]:
    """A constant that is a list of names, broken where rustfmt breaks it."""
    line = f"&[{', '.join(names)}];"
    if len(f"{indent}{first} {line}") <= 100:
        return [f"{indent}{first} {line}"]
    if len(f"{indent}    {line}") <= 100:
        return [f"{indent}{first}", f"{indent}    {line}"]
    return [f"{indent}{first} &[", *(f"{indent}    {name}," for name in names), f"{indent}];"]


def _table(cards: Cards) -> str:
    lines = [*head(), "//! The card table: parts of cards, and how a card may lie on its bus.", ""]
    lines += ["use crate::{Class, Feature, PageIn};", ""]
    for f in cards.features:
        lines += _feature(f)
    names = [f.name.upper() for f in cards.features]
    lines += ["/// Every part there is, in the order of the chain."]
    lines += [*_list("pub const FEATURES: &[Feature] =", names), ""]
    lines += ["/// How a card may lie on its bus.", "pub mod layout {", "    use crate::Layout;", ""]
    for layout in cards.layouts:
        lines += _layout(layout)
    names = [layout.name.upper() for layout in cards.layouts]
    lines += ["    /// Every layout there is.", *_list("pub const ALL: &[Layout] =", names, "    "), "}", ""]
    return "\n".join(lines)


def _build(cards: Cards, build: Build) -> list[str]:
    facts = {
        "name": f'"{build.name}"',
        "kind": str(cards.datapath(build.datapath).kind),
        "layout": f"&layout::{build.layout.upper()}",
        "front_ends": f"0b{build.front_ends:b}",
        "num_h2c": str(build.num_h2c),
        "num_c2h": str(build.num_c2h),
        "own_h2c": str(cards.own_streams(build, "h2c")),
        "own_c2h": str(cards.own_streams(build, "c2h")),
        "h2c_stream": f"0b{build.h2c_stream:04b}",
        "c2h_stream": f"0b{build.c2h_stream:04b}",
        "shared_path": str(build.shared_path).lower(),
        "fifo_entries": str(build.fifo_entries),
        "option": str(build.option) if build.option < 10 else hexadecimal(build.option),
        "memory_ports": str(build.memory_ports),
        "memory_port_bytes": hexadecimal(build.memory_port_bytes) if build.memory_port_bytes else "0",
        "mem_bytes": hexadecimal(build.mem_bytes),
    }
    text = _literal("Row", facts)
    return [f"    // {build.desc}", *(f"    {line}" for line in [*text[:-1], "},"])]


def _builds(cards: Cards) -> str:
    lines = [
        *head(),
        "//! The builds of the card table.",
        "",
        "use forebay_regs::cards::layout;",
        "",
        "use crate::Row;",
        "",
    ]
    lines += ["pub(crate) const BUILDS: &[Row] = &["]
    for build in cards.builds:
        lines += _build(cards, build)
    return "\n".join([*lines, "];", ""])
