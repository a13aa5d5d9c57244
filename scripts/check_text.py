#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""House rules that no off-the-shelf linter knows; prints `path:line: rule` and fails on any.

* every source file names its licence in the first three lines: GPL-2.0-only in driver/, Apache-2.0
  everywhere else
* no absolute path of the machine it was written on, and no address of a package registry
* RTL: at most 300 lines a file, 80 lines an `always` block and 24 ports a module; Rust and C: at most 600 lines a file
* a crate's first paragraph says what it never knows
* a lint waiver carries its reason on the same line or the line above
* driver/test: no function keeps text in a static buffer, which its callers in other threads would share
* files of vectors/SHA256SUMS have the content it names
* no notes of unfinished work; those are issues
* no word of our own where the field has one
"""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent
SPDX = "SPDX-License-Identifier: Apache-2.0"
GPL = "SPDX-License-Identifier: GPL-2.0-only"
SOURCE_SUFFIXES = {
    ".sv",
    ".svh",
    ".rs",
    ".py",
    ".sh",
    ".c",
    ".cpp",
    ".h",
    ".rdl",
    ".toml",
    ".mk",
    ".sby",
    ".f",
    ".vlt",
}
GENERATED = ("regs/gen/", "crates/forebay-regs/src/generated/", "crates/forebay-c/include/")
BINARY_SUFFIXES = {".usrs", ".bin", ".png"}
# Split so that this file does not name what it forbids.
MACHINE_PATH = re.compile(r"(?<![\w.$}/-])/(work|home|root|Users|tmp)" + r"/[\w.-]+")
REGISTRY = re.compile(r"https?://[\w.-]*(pypi|pythonhosted|crates" + r"\.io|deb\.debian|npmjs|snapshot\.debian)")
UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
WAIVER = re.compile(r"lint_off\s+\w+|#!?\[(?:allow|expect)\(|verilog_lint: waive|# noqa|eslint-disable|ruff: noqa")
# Words that this project once had for things that have a name, and those names.
RETIRED = {
    r"mail_?box": "status writer, poll-mode word",
    r"jail(?:ed)?": "quarantine",
    r"bell": "doorbell, wake-up",
    r"(?:stream|bar\s?4|card|device)[ _]window": "stream port, aperture",
}
HOUSE_WORD = re.compile(rf"(?i)(?<![a-z])(?:{'|'.join(RETIRED)})(?:e?s)?(?![a-z])")
STATIC_TEXT = re.compile(r"^\s+static\s+(?!const\b)(?:(?:un)?signed\s+)?char\b[^()=;]*\[")
RTL_FILE_LINES, RTL_ALWAYS_LINES, SOURCE_FILE_LINES, MODULE_PORTS = 300, 80, 600, 24
MODULE = re.compile(r"^module\s+(\w+)(.*?)\);", re.MULTILINE | re.DOTALL)
CRATE = re.compile(r"(crates/[^/]+|bench)/src/(lib|main)\.rs")


def tracked_files():
    """Committed files and those about to be; git knows what is ignored."""
    output = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=REPO, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return sorted(path for line in output.splitlines() if (path := REPO / line).is_file())


def check_lines(name, lines):
    """Rules that hold for a line of any text file."""
    for number, line in enumerate(lines, 1):
        for pattern, rule in (
            (MACHINE_PATH, "absolute path of a machine"),
            (REGISTRY, "address of a package registry"),
            (UNFINISHED, "unfinished work belongs into an issue"),
        ):
            if found := pattern.search(line):
                yield f"{name}:{number}: {rule}: {found.group(0)}"


def check_words(name, lines):
    """What the field has a name for is called by it."""
    for number, line in enumerate(lines, 1):
        for found in HOUSE_WORD.finditer(line):
            (better,) = (b for pattern, b in RETIRED.items() if re.match(rf"(?i){pattern}", found.group(0)))
            yield f"{name}:{number}: house word {found.group(0)}: the field says {better}"


def has_reason(line, above):
    """A comment on the line or directly above it, or clippy's `reason =`."""
    after = WAIVER.split(line, maxsplit=1)[-1]
    # The rules that are waived are no reason.
    after = re.sub(r"^\s*:\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*", "", after)
    return "reason" in line or re.search(r"(//|--|#|:)\s*\w+", after) or re.match(r"[\s\"']*(//|#|/\*)", above)


def check_waivers(name, lines):
    """Every waiver says why."""
    for number, line in enumerate(lines, 1):
        if WAIVER.search(line) and not has_reason(line, lines[number - 2] if number > 1 else ""):
            # rustfmt breaks a long attribute; its reason then stands on one of the next lines.
            if "reason" in "".join(lines[number : number + 3]):
                continue
            yield f"{name}:{number}: waiver without a reason"


def check_static_text(name, lines):
    """Test programs have threads: a name that a helper hands out is its caller's alone."""
    for number, line in enumerate(lines, 1):
        if STATIC_TEXT.match(line):
            yield f"{name}:{number}: static buffer in a function: let the caller bring the memory"


def always_blocks(lines):
    """(first line, length) of each always block that has a begin, by begin/end counting."""
    start, depth = None, 0
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        if start is None and re.search(r"\balways(_ff|_comb|_latch)?\b", code):
            start, depth = number, 0
        if start is None:
            continue
        depth += len(re.findall(r"\b(?:begin|case|unique case|casez)\b", code))
        depth -= len(re.findall(r"\b(?:end|endcase)\b", code))
        if depth <= 0 and (";" in code or "end" in code):
            yield start, number - start + 1
            start = None


def check_sizes(name, path, lines):
    """Budgets of file and block length."""
    if path.suffix == ".sv" and "/test/" not in name and len(lines) > RTL_FILE_LINES:
        yield f"{name}:1: {len(lines)} lines, the cap for RTL is {RTL_FILE_LINES}"
    if path.suffix in {".rs", ".c", ".h"} and len(lines) > SOURCE_FILE_LINES:
        yield f"{name}:1: {len(lines)} lines, the cap is {SOURCE_FILE_LINES}"
    if path.suffix == ".sv":
        for start, length in always_blocks(lines):
            if length > RTL_ALWAYS_LINES:
                yield f"{name}:{start}: always block of {length} lines, the cap is {RTL_ALWAYS_LINES}"


def ports_of(text):
    """{module: number of its ports} of a SystemVerilog file; a bundle counts as one."""
    found = {}
    code = re.sub(r"//[^\n]*", "", text)
    for module in MODULE.finditer(code):
        found[module.group(1)] = len(re.findall(r"\b(?:input|output|inout)\b", module.group(2)))
    return found


def check_ports(name, path, lines):
    """Budget of ports; benches are as flat as the models that drive them."""
    if path.suffix != ".sv" or re.search(r"/(test|formal)/", name):
        return
    for module, count in ports_of("\n".join(lines)).items():
        if count > MODULE_PORTS:
            yield f"{name}:1: {module} has {count} ports, the cap is {MODULE_PORTS}; bundle what belongs together"


def check_crate(name, lines):
    """Whoever opens a crate reads first what it is and where it ends."""
    if not CRATE.fullmatch(name) or (name.endswith("main.rs") and (REPO / name).with_name("lib.rs").exists()):
        return
    words = [line.removeprefix("//!").strip() for line in lines if line.startswith("//!")]
    first = " ".join(words[: words.index("")] if "" in words else words)
    if "never" not in first:
        yield f"{name}:1: the first paragraph says what the crate is and what it never knows"


def licence(name):
    """The licence line that a source file must have."""
    return GPL if name.startswith("driver/") else SPDX


def check(path):
    """All complaints about one file."""
    name = str(path.relative_to(REPO))
    if path.suffix in BINARY_SUFFIXES or name in {"LICENSE", "driver/COPYING"}:
        return
    try:
        lines = path.read_text().splitlines()
    except UnicodeDecodeError:
        yield f"{name}:1: not UTF-8 text; name its suffix in BINARY_SUFFIXES if that is meant"
        return
    is_source = path.suffix in SOURCE_SUFFIXES or path.name in {"Makefile", "Kbuild"}
    if is_source and not name.startswith(GENERATED) and not any(licence(name) in line for line in lines[:3]):
        yield f"{name}:1: no {licence(name)}"
    yield from check_lines(name, lines)
    if is_source and path != Path(__file__).resolve() and not name.startswith("scripts/test/"):
        yield from check_words(name, lines)
    if name.startswith("driver/test/"):
        yield from check_static_text(name, lines)
    if not name.startswith(GENERATED) and path.suffix != ".md" and path != Path(__file__).resolve():
        yield from check_waivers(name, lines)
        yield from check_sizes(name, path, lines)
        yield from check_ports(name, path, lines)
        yield from check_crate(name, lines)


def check_vectors():
    """Golden data is what its checksum says."""
    sums = (REPO / "vectors" / "SHA256SUMS").read_text().split("\n")
    for digest, name in (line.split() for line in sums if line):
        found = hashlib.sha256((REPO / "vectors" / name).read_bytes()).hexdigest()
        if found != digest:
            yield f"vectors/{name}:1: sha256 is {found}, SHA256SUMS says {digest}; restore the file"


def main():
    files = tracked_files()
    complaints = [complaint for path in files for complaint in check(path)] + list(check_vectors())
    for complaint in complaints:
        print(complaint)
    print(f"check_text: {len(files)} files, {len(complaints)} complaints")
    return 1 if complaints or not files else 0


if __name__ == "__main__":
    sys.exit(main())
