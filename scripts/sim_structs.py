# SPDX-License-Identifier: Apache-2.0
"""Writes the C and the Rust structs of the simulator's interface from sim/fby_sim_pkg.sv; --check only compares.

A packed struct has its last field at bit 0, a C struct its first one at the lowest address: so the order turns round.
Both compilers are told where each field must lie, and refuse a file in which it does not.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SOURCE = "sim/fby_sim_pkg.sv"
HEADER = "sim/fby_sim_structs.h"
MIRROR = "crates/forebay-card-rtl/src/structs.rs"
COMMAND = "python scripts/sim_structs.py"
BANNER = f"Generated from {SOURCE} by `{COMMAND}`; edit that instead."

CONSTANT = re.compile(r"localparam int unsigned (\w+)\s*= (\d+);")
STRUCT = re.compile(r"typedef struct packed \{")
END = re.compile(r"\} (\w+)_t;")
FIELD = re.compile(r"(logic|\w+_t) \[(.+):0\]\s+(\w+);")
COMMENT = re.compile(r"///(?: (.*))?$")
# What C and Rust have an integer for; anything else is an array of bytes.
INTEGERS = (8, 16, 32, 64)


@dataclass
class Field:
    """A member: an integer of `bits`, so many bits as bytes, or `count` structs."""

    name: str
    doc: list[str]
    at: int
    bits: int
    struct: str = ""
    count: int = 1


@dataclass
class Struct:
    """Members in the order of their addresses."""

    name: str
    doc: list[str]
    fields: list[Field]
    size: int
    align: int


@dataclass
class Package:
    """All that the package says."""

    constants: dict[str, tuple[int, list[str]]]
    structs: dict[str, Struct]


def number(text: str, constants: dict[str, tuple[int, list[str]]]) -> int:
    """Value of the left bound of a range: a number, or a product less one."""
    if text.isdecimal():
        return int(text)
    value = 1
    for factor in text.removesuffix("-1").split("*"):
        value *= int(factor) if factor.isdecimal() else constants[factor][0]
    return value - 1


def laid_out(
    name: str, doc: list[str], rows: list[tuple[str, str, int, list[str]]], known: dict[str, Struct]
) -> Struct:
    """The struct with an address for each member; no compiler may have to insert anything between two."""
    at, align, fields = 0, 1, []
    for kind, member, left, text in reversed(rows):
        if kind == "logic":
            bits, struct, count = left + 1, "", 1
            size, needs = bits // 8, bits // 8 if bits in INTEGERS else 1
        else:
            bits, struct, count = 0, kind.removesuffix("_t"), left + 1
            size, needs = known[struct].size * count, known[struct].align
        if bits % 8 or at % needs:
            raise ValueError(f"{SOURCE}: {name}_t.{member} is no whole bytes, or lies at byte {at}; move it")
        fields.append(Field(member, text, at, bits, struct, count))
        at, align = at + size, max(align, needs)
    if at % align:
        raise ValueError(f"{SOURCE}: {name}_t has {at} bytes, which is no multiple of {align}; reserve the rest")
    return Struct(name, doc, fields, at, align)


def read(text: str) -> Package:
    """Reads the package; a line that is none of what it may have is an error."""
    package = Package({}, {})
    doc: list[str] = []
    rows: list[tuple[str, str, int, list[str]]] | None = None
    about: list[str] = []
    body = text.split("package fby_sim_pkg;")[1].split("endpackage")[0]
    for line in filter(None, map(str.strip, body.splitlines())):
        if found := COMMENT.fullmatch(line):
            doc.append(found[1] or "")
            continue
        if line.startswith("//"):
            continue
        if found := CONSTANT.fullmatch(line):
            package.constants[found[1]] = (int(found[2]), doc)
        elif STRUCT.fullmatch(line):
            rows, about = [], doc
        elif rows is not None and (found := FIELD.fullmatch(line)):
            rows.append((found[1], found[3], number(found[2], package.constants), doc))
        elif rows is not None and (found := END.fullmatch(line)):
            package.structs[found[1]] = laid_out(found[1], about, rows, package.structs)
            rows = None
        else:
            raise ValueError(f"{SOURCE}: cannot read {line}")
        doc = []
    return package


def c_name(struct: str) -> str:
    return f"fby_sim_{struct.removeprefix('sim_')}"


def c_member(field: Field) -> str:
    if field.struct:
        return f"{c_name(field.struct)} {field.name}[{field.count}];"
    if field.bits in INTEGERS:
        return f"uint{field.bits}_t {field.name};"
    return f"uint8_t {field.name}[{field.bits // 8}];"


def header(package: Package) -> str:
    """The C side; C++ checks it, C reads it."""
    lines = ["// SPDX-License-Identifier: Apache-2.0", f"// {BANNER}", "#ifndef FBY_SIM_STRUCTS_H"]
    lines += ["#define FBY_SIM_STRUCTS_H", "", "#include <stddef.h>", "#include <stdint.h>", ""]
    for name, (value, doc) in package.constants.items():
        lines += [*(f"// {text}" for text in doc), f"#define FBY_SIM_{name} {value}u"]
    for struct in package.structs.values():
        name = c_name(struct.name)
        lines += ["", *(f"// {text}" for text in struct.doc), f"typedef struct {name} {{"]
        for field in struct.fields:
            lines += [*(f"  // {text}" for text in field.doc), f"  {c_member(field)}"]
        lines.append(f"}} {name};")
    lines += ["", "#ifdef __cplusplus"]
    for struct in package.structs.values():
        name = c_name(struct.name)
        lines += [f'static_assert(offsetof({name}, {f.name}) == {f.at}, "");' for f in struct.fields]
        lines.append(f'static_assert(sizeof({name}) == {struct.size}, "");')
    return "\n".join([*lines, "#endif", "", "#endif", ""])


def rust_name(struct: str) -> str:
    return "".join(word.capitalize() for word in struct.split("_"))


def rust_type(field: Field) -> str:
    if field.struct:
        return f"[{rust_name(field.struct)}; {field.count}]"
    return f"u{field.bits}" if field.bits in INTEGERS else f"[u8; {field.bits // 8}]"


def mirror(package: Package) -> str:
    """The Rust side."""
    lines = ["// SPDX-License-Identifier: Apache-2.0", f"// {BANNER}"]
    lines += ["//! What goes in and out of a verilated card in a cycle: the structs of `sim/fby_shim.h`.", ""]
    lines += ["use std::mem::offset_of;", ""]
    for name, (value, doc) in package.constants.items():
        kind = "u32" if name.endswith("VERSION") else "usize"
        lines += [*(f"/// {text}" for text in doc), f"pub(crate) const {name}: {kind} = {value};"]
    for struct in package.structs.values():
        name = rust_name(struct.name)
        lines += ["", *(f"/// {text}" for text in struct.doc), "#[repr(C)]", "#[derive(Clone)]"]
        lines.append(f"pub(crate) struct {name} {{")
        for field in struct.fields:
            lines += [*(f"    /// {text}" for text in field.doc), f"    pub(crate) {field.name}: {rust_type(field)},"]
        lines += ["}", "", "const _: () = {"]
        lines += [f"    assert!(offset_of!({name}, {f.name}) == {f.at});" for f in struct.fields]
        lines += [f"    assert!(size_of::<{name}>() == {struct.size});", "};"]
        lines += ["", f"impl Default for {name} {{", "    fn default() -> Self {"]
        lines.append("        // SAFETY: integers and arrays of integers only; all zero is a value of each.")
        lines += ["        unsafe { std::mem::zeroed() }", "    }", "}"]
    return "\n".join([*lines, ""])


def outputs(text: str) -> dict[str, str]:
    """{path: text} of what the package says."""
    package = read(text)
    return {HEADER: header(package), MIRROR: mirror(package)}


def main() -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    arguments = parser.parse_args()
    wrong = 0
    for name, text in outputs((ROOT / SOURCE).read_text()).items():
        path = ROOT / name
        if not arguments.check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            wrong += 1
            print(f"{name} differs from {SOURCE}; run: {COMMAND}", file=sys.stderr)
    if arguments.check and not wrong:
        print("the simulator's structs are up to date")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
