#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Literals that repeat what regs/*.rdl say of the card; prints each such line and fails on any.

Two kinds of numbers are looked for in RTL, simulator, driver and crates, outside tests and comments:

* telling ones, wherever they stand: PCI ids, the clock, the fault page;
* small ones, which may mean anything, where a name says what they mean: `DMA_BAR = 2`, `UserBarBytes = 64 << 20`,
  `STREAM_PAGE = 0x2000`, `MOST_BYTES = (1 << 28) - 1`, `STALL_CYCLES = 1_000_000` (milliseconds of the clock), and
  sizes of BARs in a line that names a BAR: `BarInfo { bar: Bar::User, size: 64 << 20 }`.

A generated constant is the way out; a table typed by hand on purpose is a test and lies with the tests.
"""

import re
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPO / "regs"))

LOOKED_AT = re.compile(r"(rtl|sim|driver|crates)/.*\.(sv|svh|c|h|cpp|rs)$")
LEFT_OUT = re.compile(
    r"/(test|tests|formal|generated)/|tests?\.rs$|^crates/forebay-builds/src/table\.rs$|^driver/uapi/"
    r"|^crates/forebay-library-tests/"
)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
SUFFIX = r"(?:[uU]?[lL]{0,2}|_?[ui](?:8|16|32|64|size))"
NUMBER = rf"(?:\d+'s?[hd][0-9a-fA-F_]+|0x[0-9a-fA-F_]+|\d[\d_]*(?:\s*<<\s*\d+)?){SUFFIX}\b"
LITERAL = re.compile(rf"(?<![\w.']){NUMBER}")
# A line that speaks of a BAR, and so makes a size of one telling.
OF_BAR = re.compile(r"\bBar::\w+|\bBarInfo\b|\bpci_resource_len\b|_bar_(bytes|size)\b")
# A name that says what its number means, and the number given to it.
NAMED = re.compile(
    rf"(?P<name>\b[A-Za-z]\w*)(?:\s*:\s*\w+)?(?:\s*=\s*|\s+)\(?(?P<number>(?<![\w.']){NUMBER})(?=\s*[;,)\n]|\s*$)",
    re.MULTILINE,
)


def value_of(text):
    """Value of a literal of C, Rust or SystemVerilog."""
    text = re.sub(r"(?<=[0-9a-fA-F_])(?:[uU]?[lL]{1,2}|[uU]|_?[ui](?:8|16|32|64|size))$", "", text).replace("_", "")
    if "<<" in text:
        left, right = text.split("<<")
        return int(left) << int(right)
    if "'" in text:
        digits = text.split("'")[1].lstrip("s")
        return int(digits[1:], 16 if digits[0] == "h" else 10)
    return int(text, 0) if text.startswith("0x") else int(text)


def facts():
    """({telling number: what it is}, {size of a BAR: which}, [(pattern of a name, {number: what it is})])."""
    import cards
    import model

    table = cards.load()
    maps = model.load(table)
    constants = {c.name: c.value for m in maps if m.name == "card" for c in m.constants}
    telling = {constants["CLOCK_KHZ"]: "the clock in kHz", constants["CLOCK_KHZ"] * 1000: "the clock in Hz"}
    telling |= {constants["FAULT_PAGE"]: "the fault page", constants["PCI_CLASS"]: "the PCI class"}
    bars, sizes = {}, {}
    for layout in table.layouts:
        for fact, value in layout.numbers().items():
            if fact.startswith("pci_"):
                telling[value] = f"{fact} of layout {layout.name}"
            elif fact.endswith("_bar"):
                bars.setdefault(value, f"{fact} of layout {layout.name}")
            elif fact.endswith("_bar_bytes"):
                sizes.setdefault(value, f"{fact} of layout {layout.name}")
    memories = {b.mem_bytes: f"mem_bytes of build {b.name}" for b in table.builds[::-1]}
    pages = {f.page: f"the page of {f.name}" for f in table.features[::-1] if f.page}
    clocks = {ms * constants["CLOCK_KHZ"]: f"{ms} ms of the card clock" for ms in range(1, 1000)}
    [length] = (f for m in maps if m.name == "desc" for reg in m.regs if reg.name == "LENGTH" for f in reg.fields)
    longest = {(1 << length.width) - k: "the longest piece that moves, of a descriptor's length" for k in (0, 1)}
    # Of layouts that share a value the first is named.
    answers = {p.answer_cycles: f"answer_cycles of layout {p.name}" for p in reversed(table.layouts)}
    vectors = {p.vectors: f"vectors of layout {p.name}" for p in reversed(table.layouts)}
    named = [
        (re.compile(r"(?i)(stall|pause|patience)_?cycles$"), clocks),
        (re.compile(r"(?i)(most|max|longest)_?\w*bytes$"), longest),
        (re.compile(r"(?i)^len(gth)?_?(bits|width)$"), {length.width: "the bits of a length, of a descriptor's"}),
        (re.compile(r"(?i)answer_?cycles$"), answers),
        (re.compile(r"(?i)^(num_?)?vectors$"), vectors),
        (re.compile(r"(?i)^bar_?(user|dma|card|aperture)$|(user|dma|card|aperture)_?bar$"), bars),
        (re.compile(r"(?i)bar\d?_?(bytes|size|len)"), sizes),
        (re.compile(r"(?i)^mem(ory)?_?bytes$"), memories),
        (re.compile(r"(?i)(status|stream|msm|kernel|datapath|copy|irq|user|dma)_?(page|base|offset)$"), pages),
    ]
    return telling, sizes, named


def without_comments(text):
    """The text with its comments blanked, line by line as before."""
    return COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found.group(0)), text)


def complaints(files, telling, sizes, named):
    """All complaints; `files` maps paths to texts."""
    for path, text in sorted(files.items()):
        if not LOOKED_AT.match(path) or LEFT_OUT.search(path):
            continue
        code = without_comments(text.split("#[cfg(test)]\nmod ")[0])
        for number, line in enumerate(code.splitlines(), 1):
            for found in LITERAL.finditer(line):
                value = value_of(found.group(0))
                if what := telling.get(value) or (OF_BAR.search(line) and value > 4 and sizes.get(value)):
                    yield f"{path}:{number}: {found.group(0)} is {what}; take the generated constant"
            for found in NAMED.finditer(line):
                value = value_of(found.group("number"))
                for pattern, numbers in named:
                    if pattern.search(found.group("name")) and value in numbers:
                        what = f"{found.group(0).strip()}: that is {numbers[value]}"
                        yield f"{path}:{number}: {what}; take the generated constant"


def tracked():
    """Paths of the repository and what is in them."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    output = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=True).stdout
    paths = [path for path in output.splitlines() if LOOKED_AT.match(path) and (REPO / path).is_file()]
    return {path: (REPO / path).read_text() for path in paths}


def main():
    """Checks the repository; returns the exit status."""
    files = tracked()
    if not files:
        print("check_facts: nothing to check")
        return 1
    found = list(complaints(files, *facts()))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
